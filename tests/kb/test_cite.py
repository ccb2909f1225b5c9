"""Citations in texts: what counts, where it begins and ends, what it names."""

from unicodedata import normalize

import pytest

from kb.cite import citations, citations_kept
from kb.model import Citation, MentionKind
from kb.number import RuleNumber

HELD = frozenset({RuleNumber.parse("704.5s")})


def read(text: str, language: str | None = None, *, bare: bool = False) -> list[Citation]:
    return list(citations(text, language=language, known=HELD, bare=bare))


def numbers(text: str, language: str | None = None, *, bare: bool = False) -> list[str]:
    """Per citation its numbers, one blank between them."""
    return [" ".join(map(str, c.numbers)) for c in read(text, language, bare=bare)]


def words(text: str, language: str | None = None) -> list[str]:
    return [text[c.start : c.end] for c in read(text, language)]


@pytest.mark.parametrize(
    ("says", "language", "text", "expected"),
    [
        # C1
        ("Spanish words in an Italian text", "it", "Véase la regla 118.7.", ["118.7"]),
        ("Italian words in no language", None, "si veda la regola 712", ["712"]),
        ("per in English", "en", "Legal per 115.3.", ["115.3"]),
        ("under in English", "en", "It is countered under 608.2b", ["608.2b"]),
        ("per in Italian", "it", "Costa poco per 601.20 euro", []),
        ("per where nobody knows the language", None, "Legal per 115.3.", []),
        ("a price per something", "en", "a fee per 601.20 euro", []),
        ("per and a section in brackets", "en", "It dies (per 704).", ["704"]),
        ("under and a section with its title", "en", "under 613, “Layers”", ["613"]),
        ("under and a total", "en", "The total stays under 300.", []),
        # C2, with a letter
        ("a letter is enough", "it", "702.33c chiarisce", ["702.33c"]),
        ("two letters", "en", "704.5aa came late", ["704.5aa"]),
        ("upper case", "es", "REGLA 509.1H Y 704.5AA", ["509.1h 704.5aa"]),
        ("in an address", "it", "https://example.org/cr/702.33c.html", []),
        ("in an address without its scheme", "en", "example.org/wiki/702.33c", []),
        ("in an address with www", "en", "see www.example.org/#702.33c", []),
        ("in a mail address", "en", "702.33c@example.org, to@702.33c.example", []),
        ("a rule word in an address", "en", "https://example.org/rule 702.33", []),
        ("between addresses", "en", "http://a.example/ rule 702.3, me@b.example", ["702.3"]),
        ("behind an address", "en", "https://example.org/x 702.33c", ["702.33c"]),
        ("a linked number", "en", "[702.33c](https://example.org/702.33c)", ["702.33c"]),
        ("a file", "en", "open 702.33c.html", []),
        ("a glued sentence", "it", "Vedi 702.85a.Poi si rimescola.", ["702.85a"]),
        ("a price", "en", "$601.2m and €601.2b", []),
        ("inside a word", "en", "X702.33c a_702.33c 702.33cc 702.33c4 1702.33c 0.702.33c", []),
        ("l and o are no letters", "en", "704.5l and 704.5o", []),
        # C2, a rule without a letter
        ("the number exists, and that is nothing", "en", "It is 702.33 of them", []),
        ("rule word", "es", "el apartado 702.33 y la norma 110.5", ["702.33", "110.5"]),
        ("rule word with a colon", "it", "Regola: 702.33", ["702.33"]),
        ("rule word and n.", "it", "regola n. 702.33, regola numero 702.34", ["702.33", "702.34"]),
        ("nº without a blank", "es", "regla nº702", ["702"]),
        ("rule word and n.º", "es", "regla n.º 702.33; regla nº 702.34", ["702.33", "702.34"]),
        ("a quoted value", "en", 'rule: "702.107"', ["702.107"]),
        ("a rule word ends its sentence", "it", "Questa è la regola. 702.33 punti", []),
        (
            "CR in many ways",
            "en",
            "CR 400.7 CR:400.8 C.R. 400.9 cr 401.1",
            "400.7 400.8 400.9 401.1",
        ),
        ("CR without a blank", "en", "CR702.33", ["702.33"]),
        ("R. with a dot", "es", "R. 117.3, R. 117 y r 117.4", ["117.3"]),
        ("see", "es", "Véase 101.4 y vease 101.5", ["101.4", "101.5"]),
        ("see also", "it", "vedi anche 101.4", ["101.4"]),
        ("see and an article", "it", "si veda la 101.4", ["101.4"]),
        ("see and a price", "es", "ver 601.20 euros", []),
        ("alone in square brackets", "en", "([400.7]) 【400.8】 [ 400.9 ]", "400.7 400.8 400.9"),
        ("a range alone in them", "en", "[119.7–8]", ["119.7 119.8"]),
        ("a list of prices", "en", "[601.20, 702.5]", []),
        ("in round ones", "en", "(400.7)", []),
        ("possessive", "en", "702.33's words, 702.34’s words", "702.33 702.34"),
        ("plural", "en", "both 702.33s", ["702.33"]),
        ("a heading in a comment", "en", "/**\n * 702.33. Madness\n */", ["702.33"]),
        ("a heading behind slashes", "en", "  /// 702.33. Madness", ["702.33"]),
        ("no comment", "en", "702.33. Madness", []),
        ("no capital", "en", "// 702.33. madness", []),
        ("not at the start of the line", "en", "// costs 702.33. Too much", []),
        (
            "in a list begun by one that counts",
            "en",
            "702.33c, 702.34 and 702.35",
            ["702.33c 702.34 702.35"],
        ),
        ("a price in such a list", "it", "la regola 120.3, 601.20 euro", ["120.3"]),
        ("rule word in markup", "en", "rule **702.33**, CR `702.34`", ["702.33", "702.34"]),
        # C2, a section
        ("behind a rule word", "it", "la regola 607 dice", ["607"]),
        ("behind CR", "en", "as CR 608 has it", ["608"]),
        ("behind the plural of points", "it", "fatti i punti 300 basta", []),
        ("a rule word, a colon, a count", "it", "La regola: 300 carte", []),
        ("a rule word, a colon, no more", "en", "rule: 702\nname: x", ["702"]),
        ("see and a title", "it", 'Vedere 718, "Carte prototipo".', ["718"]),
        ("see and a closing bracket", "en", "(see 704)", ["704"]),
        ("see and the end of the sentence", "es", "Véase 704. Luego", ["704"]),
        ("see and the end of the text", "en", "see 704", ["704"]),
        ("see and a count", "en", "I see 300 cards; ver 400 cartas; vedi la 500 lire", []),
        ("see and a list to the end", "es", "Ver 704 y 705.", ["704 705"]),
        ("see and the number of a card or an issue", "en", "Fixed, see #702. (See #703)", []),
        ("alone in square brackets it is a count", "en", "[704]", []),
        ("counts and years", "en", "page 105, 300 cards, #702, 2011, 702 damage", []),
        ("a count behind a rule", "it", "La regola 702.35 e 300 carte", ["702.35"]),
        ("a section behind rules", "en", "rules 702.35 and 603 say", ["702.35 603"]),
        ("a section at the end of a list", "it", "la regola 702.35 e 603.", ["702.35 603"]),
        ("sections behind CR", "it", "CR 603, 608 e 704 dicono", ["603 608 704"]),
        # C2, a chapter
        ("chapters", "it", "sezione 8, capitolo 9", ["8", "9"]),
        ("Spanish chapters", "es", "la sección 8 y el capítulo 9", ["8", "9"]),
        ("several", "en", "sections 7 and 8; sections 7–9", ["7 8", "7 8 9"]),
        ("[CR 5]", "it", "[CR 5], 【CR 6】", ["5", "6"]),
        ("chapters in words", "it", "le sezioni da 7 a 9", ["7 8 9"]),
        ("no brackets", "en", "CR 5, rule 7, chapter 5", []),
        ("other books", "en", "section 8.2, section 12, section 8-bit", []),
        # C3
        ("joiners", "it", "regole 601.2, 601.3; 601.4/601.5 e 601.6 o 601.7 oppure 601.8", 1),
        ("more joiners", "es", "reglas 601.2 y 601.3 u 601.4 and/or 601.5 ed 601.6 od 601.7", 1),
        ("rule word again", "en", "rule 601.2 and rule 601.3", ["601.2", "601.3"]),
        ("CR again", "en", "CR 702.34a / CR 702.35a", ["702.34a", "702.35a"]),
        ("brackets of their own", "en", "[701.9a]/[701.9b], [701.10]", "701.9a 701.9b 701.10"),
        ("a line break", "es", "reglas 603.2,\r\n603.3b y\n603.4", ["603.2 603.3b 603.4"]),
        (
            "comment leaders",
            "en",
            "rules 601.2a,\n *  601.3 and\n/// 601.4",
            ["601.2a 601.3 601.4"],
        ),
        ("an empty line before the number", "en", "a rule\n\n702.33 of them", []),
        ("and with comment leaders", "en", "// a rule\n//\n// 702.33", []),
        ("a leader before the number", "en", "// rule\n// 601.3", ["601.3"]),
        ("an empty line", "en", "rules 601.2a,\n\n601.3", ["601.2a"]),
        ("an empty comment line", "en", "// rules 601.2a,\n//\n// 601.3", ["601.2a"]),
        ("a list of bullets", "en", "- 702.33a\n- 702.34a", ["702.33a", "702.34a"]),
        ("a one-letter word", "it", "la regola 702.34 a meno che, 702.35 e 702.36 o", ["702.34"]),
        # C6
        ("letters", "en", "601.2f–h", ["601.2f 601.2g 601.2h"]),
        ("l and o are skipped", "en", "704.5k–p", ["704.5k 704.5m 704.5n 704.5p"]),
        ("to two letters", "en", "704.5y–aa", ["704.5y 704.5z 704.5aa"]),
        ("digits", "es", "las reglas 119.7–8", ["119.7 119.8"]),
        ("three digits", "en", "rules 702.98–100", ["702.98 702.99 702.100"]),
        ("sections", "it", "regole 306 – 308", ["306 307 308"]),
        ("whole numbers", "en", "rules 613.4a - 613.4c", ["613.4a 613.4b 613.4c"]),
        ("a blank before a tail", "en", "601.2f – h", ["601.2f"]),
        ("a tail behind a blank", "en", "601.2f -h", ["601.2f"]),
        (
            "a dash in the prose",
            "it",
            "704.5g — e muore; la regola 704.5 - 300 carte",
            "704.5g 704.5",
        ),
        ("an article behind a dash", "en", "702.34a—a creature", ["702.34a"]),
        ("a", "it", "da 601.2a a 601.2c", ["601.2a 601.2b 601.2c"]),
        ("alla", "it", "dalla 601.2a alla 601.2c", ["601.2a 601.2b 601.2c"]),
        ("hasta", "es", "desde la 601.2a hasta la 601.2c", ["601.2a 601.2b 601.2c"]),
        ("a la", "es", "las reglas de la 601.2 a la 601.4", ["601.2 601.3 601.4"]),
        ("through", "en", "rules 601.2 through 601.4", ["601.2 601.3 601.4"]),
        ("from, to", "en", "the rules from 601.2 to 601.4", ["601.2 601.3 601.4"]),
        ("from, without to", "it", "la regola da 601.20", []),
        ("rule word twice", "it", "dalla regola 601.2a alla regola 601.2c", ["601.2a", "601.2c"]),
        ("backwards", "en", "rules 601.2h–f", ["601.2h 601.2f"]),
        ("over two parents", "it", "regole 613.9–614.2", ["613.9 614.2"]),
        ("over two rules", "en", "601.2a–3c", ["601.2a 601.3c"]),
        ("too long", "en", "rules 702.1–702.999", ["702.1 702.999"]),
        ("glued to a bracket", "it", "(regole 601.2a-c)e poi", ["601.2a 601.2b 601.2c"]),
        ("a dash lost in decoding", "en", "rules 306\ufffd311 and 601.2f\ufffdh", []),
        ("the list goes on behind it", "en", "rules 306\ufffd311, 305.7", ["305.7"]),
        ("an apostrophe lost in decoding", "en", "702.33c\ufffds words", ["702.33c"]),
        # C7
        ("wildcard", "en", "CR 708.x", ["708"]),
        ("wildcard without a mark", "en", "Browser 115.x", []),
        ("placeholders", "en", "CR 702.xxx, CR 702.NNN, rule 702.XX, CR 702.xxxa", []),
        # C8
        ("a held subrule s", "en", "rule 704.5s", ["704.5s"]),
        ("plural of a subrule", "en", "the 704.5cs", ["704.5c"]),
        (
            "s in a range is a letter",
            "en",
            "702.33r–s, 702.33s–t",
            ["702.33r 702.33s 702.33s 702.33t"],
        ),
        # C9
        ("a dot too many", "en", "rule 601.2.b", [""]),
        ("three parts", "en", "rule 702.1.4 and version 702.1.4", [""]),
        ("comma for dot", "en", "rule 601,2c", [""]),
        ("dash for dot", "it", "regola 601-2b", [""]),
        ("letters that are not used", "it", "regola 704.5l, regola 704.5o", ["", ""]),
        ("padded", "it", "regola 100.01", [""]),
        ("a tail that is not used", "en", "rules 704.5k–o", [""]),
        ("the same without a rule word", "en", "704.5k–o", ["704.5k"]),
        (
            "an elided article behind a dash",
            "it",
            "regola 702.33a–l’altra, regola 702.33a–d’altro",
            "702.33a 702.33a",
        ),
        ("inside a list", "en", "rules 601.2a, 601.2.b and 601.3", ["601.2a", "", "601.3"]),
        ("a price behind a rule word", "it", "la regola 120,50 euro", []),
        ("prices and years in a list", "it", "regola 704.5, 120,50 e 2011", ["704.5"]),
        ("a dot too few", "en", "rules 409.1b and 4091f", ["409.1b", ""]),
        ("a compound word", "en", "the rule 100-card decks have", []),
        ("twice the same", "en", "rules 601.2a, 601.2a", ["601.2a 601.2a"]),
        ("other books have other numbers", "en", "MTR 2.1, IPG rule 3.4, rule 12", []),
        ("nothing", "en", "Nothing is cited here.", []),
    ],
)
def test_numbers(says: str, language: str, text: str, expected: list[str] | str | int) -> None:
    found = numbers(text, language)
    if isinstance(expected, int):  # so many citations of all that is there
        assert len(found) == expected, says
        assert len(found[0].split()) == text.count("601."), says
    else:
        assert found == (expected.split() if isinstance(expected, str) else expected), says


@pytest.mark.parametrize(
    ("says", "text", "expected"),
    [
        ("from the rule word", "(vedi la regola 601.2b).", "regola 601.2b"),
        ("from the see word", "(see also 601.3d)", "see also 601.3d"),
        ("from CR", "[CR:117.3b] it", "CR:117.3b"),
        ("from the number", "702.33’s wording", "702.33"),
        ("from the from", "i passi da 601.2a a 601.2d si", "da 601.2a a 601.2d"),
        ("from the rule word before it", "regole da 601.2 a 601.5.", "regole da 601.2 a 601.5"),
        ("a from without its to", "escluso da 601.2a", "601.2a"),
        ("brackets stay outside", "la regola (702.33)", "702.33"),
        ("to the last number", "rules 601.2b and 601.2f–h describe", "rules 601.2b and 601.2f–h"),
        ("to the closing quote", "(rule 607, “Linked.”)", "rule 607, “Linked.”"),
        ("to the closing quote in a bracket", "rule 607 (“Linked”)", "rule 607 (“Linked”"),
        ("to the last sign of a wrong form", "rule 601.2.b.", "rule 601.2.b"),
        ("across a line", "rules 601.2a,\r\n// 601.3 too", "rules 601.2a,\r\n// 601.3"),
        ("two blanks", "the rule  702.33 says", "rule  702.33"),
        ("blanks behind a bracket", "(see   702.33)", "see   702.33"),
        ("in front of the first hidden sign", "rule 702.33 and so\u00ad on", "rule 702.33"),
        ("right before a hidden sign", "rule 702.33\u00ad, and so on", "rule 702.33"),
        (
            "hidden signs count",
            "re\u00adgo\u200bla\u00a0613.\u00ad10\u200b.",
            "re\u00adgo\u200bla\u00a0613.\u00ad10",
        ),
        (
            "narrow blanks",
            "regola\u202f702.33\u2009e\u2009702.34",
            "regola\u202f702.33\u2009e\u2009702.34",
        ),
        ("spread accents", normalize("NFD", "sección 8"), normalize("NFD", "sección 8")),
    ],
)
def test_extent(says: str, text: str, expected: str) -> None:
    assert words(text) == [expected], says


def test_mentions_have_their_own_places() -> None:
    text = "see rules 601.2b and 601.2f–h."
    (citation,) = read(text)
    found = [(text[m.start : m.end], str(m.number), m.kind) for m in citation.mentions]
    assert found == [
        ("601.2b", "601.2b", MentionKind.EXPLICIT),
        ("601.2f", "601.2f", MentionKind.EXPLICIT),
        ("601.2f–h", "601.2g", MentionKind.RANGE),
        ("h", "601.2h", MentionKind.EXPLICIT),
    ]


@pytest.mark.parametrize(
    ("says", "text", "expected"),
    [
        ("behind a comma", 'regola 607, "Abilità legate".', ["Abilità legate"]),
        (
            "behind a blank",
            "regla 704 «Acciones basadas en estado»",
            ["Acciones basadas en estado"],
        ),
        ("behind a bracket", "rule 702.33 (“Kicker”)", ["Kicker"]),
        (
            "mixed pairs",
            'rules 702.33, „Kicker”, 702.34, “Flashback", 702.35 «Madness"',
            ["Kicker", "Flashback", "Madness"],
        ),
        ("closing marks on both sides", "regola 607, ”Abilità legate”", ["Abilità legate"]),
        ("the stop inside is dropped", "see rule 708, “Face-Down Items.”", ["Face-Down Items"]),
        (
            "hyphens, apostrophes, slashes",
            "rule 702.1, “Players’ Face-Down/Up, Etc.”",
            ["Players’ Face-Down/Up, Etc"],
        ),
        ("folded over lines", "// rule 601, “Casting\n//   Spells”", ["Casting Spells"]),
        ("an empty line inside", "rule 601, “Casting\n\nSpells”", []),
        ("quotes inside guillemets", "rule 601, «The “old” way»", ["The “old” way"]),
        ("as it stands in source code", 'x = "rule 607, \\"Linked.\\""', ["Linked"]),
        ("a quote glued to the number", '"regola 799.3" per il "resto"', []),
        ("a quote that only closes", '"regola 799.3 " e "altro"', []),
        ("strings that are joined", 'say("rule 702.33, " + name + "!")', []),
        ("never closed", "rule 601, “Casting Spells", []),
        ("nothing inside", 'rule 601, ""', []),
        (
            "one for each number, the comma inside",
            "rules 702.109, “Dash,” 702.152, “Blitz,” and 702.185, “Warp.”",
            ["Dash", "Blitz", "Warp"],
        ),
        (
            "one for each number in brackets",
            "regole 702.109 (“Dash”), 702.152 (“Blitz”) e 702.185 (“Warp”)",
            ["Dash", "Blitz", "Warp"],
        ),
        (
            "one for each section",
            'Vedi regola 717, “A”; regola 901, "B"; e 904, «C».',
            ["A", "B", "C"],
        ),
    ],
)
def test_titles(says: str, text: str, expected: list[str]) -> None:
    found = read(text)
    assert [c.title for c in found if c.title] == expected, says
    assert all(text[c.end - 1] in '”"»“' for c in found if c.title), says


@pytest.mark.parametrize(
    ("says", "text", "fault"),
    [
        ("a sound range", "rules 601.2f–h", None),
        ("backwards", "rules 601.2h–f", "601.2h–601.2f runs backwards"),
        ("over two parents", "rules 613.9–614.2", "runs over two parents"),
        ("a long one is only not written out", "rules 702.1–702.999", None),
        ("no number", "rule 601.2.b", "'601.2.b' is no rule number"),
        ("a letter that is not used", "rules 704.5k–o", "the letters l and o are never used"),
    ],
)
def test_faults(says: str, text: str, fault: str | None) -> None:
    (citation,) = read(text)
    assert (fault is None) == (citation.fault is None), says
    assert fault is None or fault in (citation.fault or ""), says


@pytest.mark.parametrize(
    ("says", "text", "expected"),
    [
        ("a rule needs no mark", "as 613.10 says, and 702.33–34", ["613.10", "702.33 702.34"]),
        ("a section does", "one of 704", []),
        ("a date is none", "on 23.11.2024", []),
        ("a damaged range is given, without numbers", "rules 306\ufffd311", [""]),
    ],
)
def test_text_of_the_rules_itself(says: str, text: str, expected: list[str]) -> None:
    assert numbers(text, bare=True) == expected, says


def test_a_damaged_range_says_so() -> None:
    (citation,) = read("see rules 601.2f\ufffdh.", bare=True)
    assert (citation.start, citation.end) == (4, 18)
    assert "lost in decoding" in (citation.fault or "")


@pytest.mark.parametrize(
    ("says", "bare", "expected"),
    [("a ruling has plurals", False, "704.5"), ("the rules have letters", True, "704.5s")],
)
def test_a_last_s_where_nothing_is_held(says: str, bare: bool, expected: str) -> None:
    (citation,) = citations("rule 704.5s", bare=bare)
    assert [str(n) for n in citation.numbers] == [expected], says


@pytest.mark.parametrize(
    ("text", "known", "numbers"),
    [
        ("See rule 704.5s.", ["704.5s"], ["704.5s"]),
        ("See rule 704.5s.", ["704.5"], ["704.5"]),
        ("See rule 704.5\u00ads.", ["704.5s"], ["704.5s"]),
        ("See rule 704.5\u00ads.", ["704.5"], ["704.5"]),
        ("See rule 704.5a.", ["704.5"], ["704.5a"]),
        ("See rule.", ["704.5"], []),
    ],
)
def test_what_is_kept_is_what_would_be_read(
    text: str, known: list[str], numbers: list[str]
) -> None:
    held = frozenset(map(RuleNumber.parse, known))
    for _ in range(2):
        kept = citations_kept(text, language="en", known=held)
        assert list(kept) == list(citations(text, language="en", known=held, bare=True))
        assert [str(number) for citation in kept for number in citation.numbers] == numbers


@pytest.mark.parametrize(
    "before",
    [
        "see rule ",
        "see rule" + " " * 40,
        "a word and more words before it, see the rule ",
        "word rule *`*` *`*` *`*` *`*` *`*` ",
        "rule\n        // ",
        "x rule\n # ",
    ],
)
def test_the_word_before_may_be_near_or_far(before: str) -> None:
    (found,) = citations(f"{before}704.5", language="en")
    assert found.start == before.index("rule")


def test_quotes_that_point_the_other_way() -> None:
    (citation,) = citations("rule 702.33 »Kicker«")
    assert citation.title == "Kicker"
    (citation,) = citations("« regla 702.33 » y « Kicker »", language="es")
    assert citation.title is None
