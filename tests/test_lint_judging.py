"""Numbers and the names beside them, judged by invented editions: CITATIONS.md, L2 to L11."""

from collections.abc import Iterator

import pytest

from kb.edition import EditionDate, EditionKind
from kb.lint.linter import Linter, linter
from kb.lint.moves import SURE
from kb.store import Store, in_memory
from tests.factories import document, edition, put, rule
from tests.test_lint_editions import with_editions


@pytest.fixture(scope="module")
def invented(bundled: Store) -> Iterator[Store]:
    yield from with_editions(bundled)


@pytest.fixture(scope="module")
def by_2026(invented: Store) -> Linter:
    return linter(invented, edition=EditionDate.parse("2026-01-16"), language="en")


def found(by: Linter, text: str) -> list[str]:
    """Each finding as number, kind and suggestion."""
    return [
        " ".join(filter(None, (str(f.number), f.kind, str(f.suggestion or ""))))
        for f in by.lint(text).findings
    ]


@pytest.mark.parametrize(
    ("says", "text", "expected"),
    [
        # L2, L3: numbers alone
        ("it stands, whatever stood there before", "CR 702.33a, CR 707, CR 701.18a", []),
        ("its text stands elsewhere", "rule 103.7a", ["103.7a moved 103.8a"]),
        ("an upper number of the same", "rule 103.7", ["103.7 moved 103.8"]),
        ("a heading stands elsewhere", "rule 706", ["706 moved 707"]),
        ("a keyword and its subrule", "CR 702.32, CR 702.32a", ["702.32 moved 702.33",
                                                               "702.32a moved 702.33a"]),
        ("its text is nowhere", "rule 509.6", ["509.6 gone"]),
        ("nor is one four fifths equal", "CR 702.39b", ["702.39b gone"]),
        ("a newer edition has it", "CR 702.181a", ["702.181a newer"]),
        ("a newer edition has the section", "rule 733.1", ["733.1 newer"]),
        ("a newer edition has the section, not the rule", "rule 733.8", ["733.8 newer"]),
        ("ten sections beyond the last", "rule 728", ["728 newer"]),
        ("a rule of such a section", "CR 728.4b", ["728.4b newer"]),
        ("eleven beyond the last", "rule 729.1", ["729.1 unknown"]),
        ("a section that never was, before the last", "rule 612.1", ["612.1 unknown"]),
        ("no chapter has it", "rule 290.1", ["290.1 unknown"]),
        ("beyond the last rule of its section", "rule 110.10", ["110.10 newer"]),
        ("a subrule of what lies beyond", "CR 702.240b", ["702.240b newer"]),
        ("beyond the last subrule", "CR 702.33e", ["702.33e newer"]),
        ("a rule without subrules has the last 0", "CR 110.1a", ["110.1a newer"]),
        ("between two that stand", "CR 702.100", ["702.100 unknown"]),
        ("a letter between two", "CR 601.2d", ["601.2d unknown"]),
        ("each number of a list", "rules 509.6, 110.10 and 110.1", ["509.6 gone",
                                                                   "110.10 newer"]),
        ("twice is two findings", "CR 509.6, CR 509.6", ["509.6 gone", "509.6 gone"]),
        ("inside a range", "rules 601.2a–d", ["601.2d unknown"]),
        # L4, L6: a name beside a number that stands
        ("it fits", "Kicker (CR 702.33a)", []),
        ("a variant under the same rule", "Multikicker is CR 702.33d", []),
        ("it stood there once", "Flashback, CR 702.33a", ["702.33a moved 702.34a"]),
        ("the heading stood there once", "Madness (CR 702.34)", ["702.34 moved 702.35"]),
        ("it never stood there", "CR 702.20a, ward", ["702.20a title-mismatch 702.21a"]),
        ("no such letter where it stands", "CR 702.33d, ward", ["702.33d title-mismatch 702.21"]),
        ("the subrule of a variant", "CR 702.34a, multikicker",
         ["702.34a title-mismatch 702.33c"]),
        ("in no edition and no table", "CR 702.20a, snowfall", []),
        ("in no place of this edition", "CR 702.20a, mobilize", []),
        ("known, but only later", "CR 702.20a (power-up)", []),
        # L3, L10: a name beside a number that does not stand
        ("to where the name stands", "Kicker, CR 702.32a", ["702.32a moved 702.33a"]),
        ("the subrule nearest to the old text", "CR 702.28b Typecycling",
         ["702.28b moved 702.29c"]),
        ("the name decides", "CR 702.39a, flashback", ["702.39a moved 702.34a"]),
        ("never was, whatever stands beside", "CR 702.240b: kicker", ["702.240b newer"]),
        # L5: names in three languages
        ("Italian", "metti il potenziamento (regola 702.34)",
         ["702.34 title-mismatch 702.33"]),
        ("Spanish, capitals, no accent", "ESTIMULO: regla 702.34",
         ["702.34 title-mismatch 702.33"]),
        ("Recover is no Buyback", "Recupero (regola 702.27)", ["702.27 title-mismatch 702.59"]),
        ("Buyback is no Recover", "Recuperar (regla 702.59)", ["702.59 title-mismatch 702.27"]),
        ("Enlist is no Amass", "Arruolare (regola 701.47)", ["701.47 title-mismatch 702.154"]),
        ("Storm is no Haunt", "Tormenta (regla 702.55)", ["702.55 title-mismatch 702.40"]),
        ("power-up in Spanish looks like kicker in Italian", "Potenciar (regla 702.33)", []),
        ("one half of a double name", "Daybound (CR 702.145a)", []),
        ("the longest name counts", "CR 701.62a: manifest dread", []),
        ("a variant of several words", "CR 702.19c Trample over planeswalkers", []),
        ("part of a longer heading", "CR 701.62a, manifest", []),
        # L7: what is compared
        ("an unquoted name outside the keywords", "Continuous Effects (rule 603)", []),
        ("a section's name beside a keyword", "CR 702.33a, continuous effects", []),
        ("the section of keywords itself", "flashback (CR 702)", []),
        ("a quoted title anywhere", "rule 603, “Continuous Effects.”",
         ["603 title-mismatch 611"]),
        ("a quoted keyword", "regola 702.34 (“Potenziamento”)",
         ["702.34 title-mismatch 702.33"]),
        # L11: titles
        ("a part of the heading, though it is another's whole", "rule 613, “Continuous Effects.”",
         []),
        ("a short one", "rule 806, \"Free-for-All\"", []),
        ("the heading in another language", "regla 613, «Interacción de efectos continuos»", []),
        ("it stood there once, in part", "rule 707, “Face-Down Spells”", ["707 moved 708"]),
        ("the rule of a section that moved", "rule 707.2, “Face-Down Spells and Permanents”",
         ["707.2 moved 708.2"]),
        ("the section's title beside a rule", "rule 718, “Attraction Cards”",
         ["718 title-mismatch 717"]),
        ("a title that nobody knows", "rule 718, “The Long Winter”", []),
        ("it belongs to the last number", "rules 702.33a and 702.34a, “Flashback”", []),
        ("and is compared with that", "rules 702.34a and 702.33a, “Flashback”",
         ["702.33a moved 702.34a"]),
    ],
)  # fmt: skip
def test_kinds(by_2026: Linter, says: str, text: str, expected: list[str]) -> None:
    assert found(by_2026, text) == expected, says


@pytest.mark.parametrize(
    ("says", "text", "beside"),
    [
        ("a comma", "Kicker, CR 702.34a", True),
        ("a colon", "Kicker: CR 702.34a", True),
        ("a bracket", "Kicker (CR 702.34a) costs", True),
        ("a square one", "Kicker [702.34a]", True),
        ("a dash", "Kicker – CR 702.34a", True),
        ("an em dash", "Kicker — CR 702.34a", True),
        ("an equals sign", "KICKER = CR 702.34a", True),
        ("nothing", "kicker 702.34a", True),
        ("a copula", "kicker is CR 702.34a", True),
        ("an Italian one", "il potenziamento è la regola 702.34", True),
        ("a Spanish one", "el estímulo es la regla 702.34", True),
        ("it began the sentence: è", "Potenziamento È la regola 702.34", True),
        ("an Italian and", "il potenziamento e la regola 702.34", False),
        ("an English and", "kicker and rule 702.34", False),
        ("a Spanish and", "el estímulo y la regla 702.34", False),
        ("under", "kicker under rule 702.34", True),
        ("as in", "kicker, as in rule 702.34", True),
        ("secondo", "potenziamento secondo la regola 702.34", True),
        ("según", "estímulo según la regla 702.34", True),
        ("see also", "Kicker: see also rule 702.34", True),
        ("a full stop", "It has kicker. CR 702.34a", False),
        ("a semicolon", "kicker; CR 702.34a", False),
        ("another word", "kicker twice, CR 702.34a", False),
        ("two signs", "kicker: (CR 702.34a)", False),
        ("another line", "kicker\nCR 702.34a", False),
        ("another line behind", "CR 702.34a\nkicker", False),
        ("another citation", "kicker (CR 110.1) CR 702.34a", False),
        ("a hyphen before", "kicker - CR 702.34a", False),
        ("a hyphen behind", "CR 702.34a - kicker", True),
        ("behind a comma", "CR 702.34a, kicker", True),
        ("behind nothing", "CR 702.34a kicker", True),
        ("behind an article", "CR 702.34a: the kicker", True),
        ("behind an elided article", "regola 702.33: l’arruolare", True),
        ("before it too", "l'arruolare (regola 702.33)", True),
        ("behind a copula", "CR 702.34a is kicker", True),
        ("behind a possessive", "CR 702.34’s kicker", True),
        ("behind a full stop", "see CR 702.34a. Kicker is another", False),
        ("behind the full stop of a heading", " * 702.34. Kicker", True),
        ("behind a closing bracket", "(CR 702.34a) kicker", False),
        ("in bold and as code", "**Kicker** (`702.34a`)", True),
        ("a part of an identifier", "kicker_cost 702.34a", False),
        ("a part of a word", "nonkicker, CR 702.34a", False),
        ("a part of a compound", "kicker-like, CR 702.34a", False),
        ("the other side fits", "Kicker, CR 702.34a, flashback", False),
        ("between two numbers, it fits the first", "CR 702.33a kicker, CR 702.34a", False),
        ("between two numbers, it fits the second", "CR 702.34a, kicker, CR 702.33a", False),
        ("a verb in a sentence", "the copies are not cast (CR 702.40a)", False),
        ("a verb with what it is done to", "CR 702.34a: exile the card instead", False),
        ("the same as a label", "CR 702.34a: Exile", True),
    ],
)
def test_what_is_beside(by_2026: Linter, says: str, text: str, beside: bool) -> None:
    assert bool(found(by_2026, text)) is beside, says


@pytest.mark.parametrize(
    ("says", "text", "expected"),
    [
        ("in order", "CR 702.34a / CR 702.127a / CR 702.180a: Flashback / Aftermath / Harmonize",
         []),
        ("over comment lines", "// CR 702.34a / CR 702.127a /\n// CR 702.180a: Flashback /\n"
         "// Aftermath / Harmonize\n// go on", []),
        ("one is wrong", "CR 702.34a / CR 702.79a / CR 702.180a: Flashback / Aftermath / Harmonize",
         ["702.79a title-mismatch 702.127a"]),
        ("one stood there once", "CR 702.33a, 702.93a — Flashback, Undying",
         ["702.33a moved 702.34a"]),
        ("commas, one citation", "CR 702.79a, 702.93a: Persist, Undying.", []),
        ("two wrong in another order", "CR 702.93a; CR 702.79a: Persist, Undying",
         ["702.93a title-mismatch 702.79a", "702.79a title-mismatch 702.93a"]),
        ("joined by and", "CR 702.79a, CR 702.93a: Undying and Persist",
         ["702.79a title-mismatch 702.93a", "702.93a title-mismatch 702.79a"]),
        ("the sentence goes on", "CR 702.79a, CR 702.93a: Persist, Undying, and more", []),
        ("one name too few", "CR 702.93a / CR 702.34a / CR 702.180a: Flashback / Aftermath", []),
        ("one name too many", "CR 702.93a / CR 702.34a: Flashback / Aftermath / Harmonize", []),
        ("one name nobody knows", "CR 702.34a / CR 702.79a / CR 702.93a: Flashback / Frost / Ward",
         ["702.93a title-mismatch 702.21a"]),
        ("in square brackets", "[702.34a] / [702.127a]: Aftermath / Flashback",
         ["702.34a title-mismatch 702.127a", "702.127a title-mismatch 702.34a"]),
        ("in Italian", "regole 702.27, 702.59: Riscatto e Recupero", []),
        ("a range", "rules 702.33a–c: flashback", []),
        ("a range, the name before", "Flashback, rules 702.33a–c", []),
        ("an unpaired list", "Flashback, rules 702.33a, 702.33b", []),
        ("the rule word again: the name is the first one's", "Flashback (CR 702.33a, CR 702.35a)",
         ["702.33a moved 702.34a"]),
        ("names before, in pairs", "Flashback / Madness (CR 702.34a / CR 702.35a)", []),
    ],
)  # fmt: skip
def test_lists(by_2026: Linter, says: str, text: str, expected: list[str]) -> None:
    assert found(by_2026, text) == expected, says


@pytest.mark.parametrize(
    ("says", "text", "sure"),
    [
        ("the very text", "CR 103.7a", True),
        ("the very heading", "CR 702.32", True),
        ("name and text agree", "Kicker, CR 702.32a", True),
        ("the name of the heading there once", "Madness (CR 702.34)", True),
        ("the name says one thing, the text another", "CR 702.39a, flashback", False),
        ("a title for another", "CR 702.20a, ward", False),
    ],
)
def test_confidence(by_2026: Linter, says: str, text: str, sure: bool) -> None:
    (finding,) = by_2026.lint(text).findings
    assert (finding.confidence >= SURE) is sure, says
    assert 0 < finding.confidence <= 1


@pytest.mark.parametrize(
    ("says", "text", "expected"),
    [
        ("its heading stands elsewhere", "CR 702.33", ["702.33 moved 702.34"]),
        ("its text stands elsewhere", "CR 702.33a", ["702.33a moved 702.34a"]),
        ("reworded, but its keyword moved", "CR 702.39b", ["702.39b moved 702.40b"]),
        ("it stays", "CR 702.19a, rule 601.2b", []),
        ("its text is nowhere", "rule 509.6", ["509.6 gone"]),
        ("its heading is nowhere", "rule 717", ["717 gone"]),
        ("the name beside it is right already", "Kicker, CR 702.33a", []),
        ("the name beside it is that of then", "Flashback, CR 702.33a", ["702.33a moved 702.34a"]),
        ("what stood not yet is judged as usual", "CR 702.21a, CR 702.240", ["702.240 newer"]),
    ],
)
def test_written_for_an_older_edition(
    invented: Store, says: str, text: str, expected: list[str]
) -> None:
    old, new = map(EditionDate.parse, ("2016-11-11", "2026-01-16"))
    by = linter(invented, edition=new, written_for=old, language="en")
    assert found(by, text) == expected, says


def test_the_same_text_by_two_editions(invented: Store) -> None:
    text = "Madness is CR 702.34a, cycling is CR 702.29a"
    old = linter(invented, edition=EditionDate.parse("2016-11-11"), language="en")
    new = linter(invented, edition=None, language="en")
    assert found(old, text) == ["702.29a newer"]
    assert found(new, text) == ["702.34a moved 702.35a"]


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "rule 110.10", ("beyond 110.5", "of 2026-01-16", "Nearest", "110.1, 110.5")),
        ("it", "rule 110.10", ("oltre la 110.5", "del 2026-01-16", "Le più vicine")),
        ("es", "rule 110.10", ("más allá de la 110.5", "del 2026-01-16", "Las más cercanas")),
        ("en", "Flashback, CR 702.33a", ("“Flashback” was 702.33a", "2016-11-11", "“Kicker”")),
        ("en", "CR 702.32a", ("2016-11-11", "702.33a", "100%")),
        ("en", "rule 509.6", ("2016-11-11", "nowhere")),
        ("en", "CR 702.181", ("2026-08-07",)),
        ("en", "rule 290.1", ("2016-11-11, 2026-01-16, 2026-08-07",)),
        ("it", "CR 702.20a, ward", ("«ward» è la 702.21a", "«Vigilance»")),
    ],
)
def test_evidence(invented: Store, language: str, text: str, words: tuple[str, ...]) -> None:
    by = linter(invented, edition=EditionDate.parse("2026-01-16"), language=language)
    (finding,) = by.lint(text).findings
    assert str(finding.edition.date) == "2026-01-16"
    assert not [word for word in words if word not in finding.evidence], finding.evidence


@pytest.mark.parametrize(
    ("count", "dates"),
    [
        (4, "(2001-01-01, 2002-01-01, 2003-01-01, 2004-01-01)"),
        (5, "(2001-01-01, …, 2005-01-01)"),
    ],
)
def test_of_many_editions_the_first_and_the_last_are_named(count: int, dates: str) -> None:
    with in_memory() as store:
        for year in range(2001, 2001 + count):
            official = edition("en", f"{year}-01-01", kind=EditionKind.OFFICIAL, digest=str(year))
            put(store, document(rule("1", title="Game Concepts"), of=official))
        (finding,) = linter(store, edition=None, language="en").lint("CR 799.1").findings
    assert dates in finding.evidence


def test_a_title_ends_a_list(by_2026: Linter) -> None:
    """What follows has its name for itself, and is compared with it."""
    (finding,) = by_2026.lint("CR 702.33a, “Kicker”, CR 702.34a: Trample").findings
    assert (str(finding.number), str(finding.suggestion)) == ("702.34a", "702.19a")


@pytest.mark.parametrize(
    ("says", "text", "told"),
    [
        ("its own name", "CR 702.32 (Kicker)", "“Kicker” was 702.32 in the edition of 2016-11-11"),
        ("another", "CR 702.32 (Storm)", "702.32 stood in the edition of 2016-11-11, and “Storm”"),
    ],
)
def test_a_number_that_is_gone_and_the_name_beside_it(
    by_2026: Linter, says: str, text: str, told: str
) -> None:
    (finding,) = by_2026.lint(text).findings
    assert finding.evidence.startswith(told), says


@pytest.mark.parametrize(
    ("says", "text", "expected"),
    [
        ("a number and another name", "// 702.33 Madness", ["702.33 title-mismatch 702.35"]),
        ("behind a star", "/*\n * 702.33 Madness\n */", ["702.33 title-mismatch 702.35"]),
        ("closed in the line", "/* 702.33 Madness */", ["702.33 title-mismatch 702.35"]),
        ("behind a cross", "# 702.33 Madness", ["702.33 title-mismatch 702.35"]),
        ("in another language", "// 702.33 Follia", ["702.33 title-mismatch 702.35"]),
        ("the name it has", "// 702.35 Madness", []),
        ("more than a name behind it", "// 702.33 Madness costs more now", []),
        ("no name of the rules", "// 702.33 Bananas", []),
        ("a small letter", "// 702.33 madness", []),
        ("outside of a comment", "total = 702.33 Madness", []),
        ("no comment at all", "702.33 Madness", []),
        ("behind other words", "// costs 702.33 Madness", []),
        ("a citation anyhow, counted once", "// 702.33. Madness", ["702.33 title-mismatch 702.35"]),
    ],
)
def test_a_bare_number_heads_a_comment(
    by_2026: Linter, says: str, text: str, expected: list[str]
) -> None:
    assert found(by_2026, text) == expected, says
