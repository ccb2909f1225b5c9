"""Comparison: what is missing, what is older, what differs word by word, and what does not."""

import pytest

from kb.compare.findings import Comparison, Difference, FindingKind, Passage
from kb.compare.side_by_side import compare
from kb.edition import Edition, EditionDate, EditionKind
from kb.holdings import Holdings
from kb.model import SourceTexts
from kb.number import RuleNumber
from kb.store import in_memory
from tests.factories import document, edition, put, rule

ENLIST = RuleNumber.parse("702.154")
A = RuleNumber.parse("702.154a")
B = RuleNumber.parse("702.154b")
ENGLISH = edition("en")


def compared(
    *documents: SourceTexts,
    langs: tuple[str, ...] = ("it", "es"),
    at: str | None = None,
) -> Comparison:
    with in_memory() as store:
        put(store, *documents)
        day = EditionDate.parse(at) if at else None
        return compare(Holdings(store), [ENLIST], langs, at=day)


def findings(
    *documents: SourceTexts, langs: tuple[str, ...] = ("it", "es")
) -> tuple[Difference, ...]:
    return compared(*documents, langs=langs).findings


def of_texts(here: str, there: str, language: str = "it") -> tuple[Difference, ...]:
    """A translation of 702.154a beside the English text."""
    return findings(
        document(rule("702.154a", here), of=edition(language)),
        document(rule("702.154a", there), of=ENGLISH),
        langs=(language, "en"),
    )


def official(date: str) -> Edition:
    return edition("en", date, kind=EditionKind.OFFICIAL, digest=date)


def test_equal_texts_differ_in_nothing() -> None:
    texts = [rule("702.154", title="Enlist"), rule("702.154a", "See rule 508.1g.")]
    assert findings(document(*texts), document(*texts, of=edition("es"))) == ()


def test_a_missing_subrule_is_found_in_the_language_that_lacks_it() -> None:
    found = findings(
        document(rule("702.154a"), rule("702.154b")),
        document(rule("702.154a"), of=edition("es")),
    )
    assert found == (Difference(FindingKind.MISSING, B, ("es",)),)


def test_rows_are_those_that_any_language_has() -> None:
    rows = compared(
        document(rule("702.154b")),
        document(rule("702.154a"), of=edition("es")),
        langs=("it", "es", "en"),
    ).rows
    assert [str(row.number) for row in rows] == ["702.154a", "702.154b"]
    assert [code for code, held in rows[0].texts.items() if held] == ["es"]


# -- editions ----------------------------------------------------------------------------


def test_an_older_edition_is_found_once_and_not_for_each_rule() -> None:
    rules = [rule("702.154a"), rule("702.154b")]
    [found] = findings(document(*rules), document(*rules, of=edition("es", "2019-05-03")))
    assert (found.kind, found.number, found.languages) == (FindingKind.EDITION, A, ("es",))
    assert found.lag is not None
    assert (str(found.lag.date), str(found.lag.newest)) == ("2019-05-03", "2024-11-23")
    assert found.lag.days == 2031


def test_an_unknown_edition_is_said_to_be_unknown() -> None:
    [found] = findings(
        document(rule("702.154a")), document(rule("702.154a"), of=edition("es", None))
    )
    assert (found.kind, found.languages) == (FindingKind.EDITION, ("es",))
    assert found.lag is not None and found.lag.date is None and found.lag.days is None


def test_a_lag_names_the_rules_that_changed_meanwhile() -> None:
    [found] = findings(
        document(rule("702.154a", "Uno."), rule("702.154b", "Due.")),
        document(rule("702.154a", "Old."), rule("702.154b", "Same."), of=official("2024-11-08")),
        document(
            *(rule("702.154a", "New."), rule("702.154b", "Same."), rule("702.2", "Other.")),
            of=official("2026-08-07"),
        ),
        langs=("it", "en"),
    )
    assert found.lag is not None
    assert str(found.lag.since) == "2024-11-08"
    assert found.lag.changed == (A,)
    assert found.lag.changed_in_all == 2


def test_a_page_may_bear_the_day_before_its_rules_hold() -> None:
    found = findings(
        document(rule("702.154a", "Uno."), of=edition("it", "2025-04-03")),
        document(rule("702.154a", "One."), of=official("2025-04-04")),
        langs=("it", "en"),
    )
    assert found == ()


@pytest.mark.parametrize(
    ("says", "at", "text", "expected"),
    [
        ("the edition that was translated", "2024-11-23", "Old.", []),
        ("the newest", "2026-08-07", "New.", [("edition", "it")]),
        ("one that is older than the translation", "2019-05-03", "Oldest.", [("edition", "en")]),
    ],
)
def test_the_english_edition_of_a_day(
    says: str, at: str, text: str, expected: list[tuple[str, str]]
) -> None:
    answer = compared(
        document(rule("702.154a", "Uno.")),
        document(rule("702.154a", "Oldest."), of=official("2019-05-03")),
        document(rule("702.154a", "Old."), of=official("2024-11-08")),
        document(rule("702.154a", "New."), of=official("2026-08-07")),
        langs=("it", "en"),
        at=at,
    )
    english = answer.rows[0].texts["en"]
    assert english is not None and english.text == text, says
    assert [(str(one.kind), *one.languages) for one in answer.findings] == expected, says


def test_what_an_older_edition_explains_is_said_to_be_so() -> None:
    found = findings(
        document(rule("702.154a", "Puoi farlo.")),
        document(rule("702.154a", "You may do it."), of=official("2024-11-08")),
        document(rule("702.154a", "You must do it."), of=official("2026-08-07")),
        langs=("it", "en"),
    )
    [negation] = [one for one in found if one.kind is FindingKind.NEGATION]
    assert str(negation.older) == "2024-11-08"


# -- word by word ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "here", "there", "expected"),
    [
        ("a denial that is gone", "Puoi pagare.", "You can’t pay.", ["negation"]),
        ("a denial that was added", "Non è un costo.", "It is a cost.", ["negation"]),
        ("a permission in place of a duty", "Puoi pagare.", "You must pay.", ["negation"]),
        ("a restriction that is gone", "Una volta a turno.", "Only once a turn.", ["negation"]),
        ("cannot, however it is said", "Non può farlo.", "It isn’t possible.", []),
        ("two words, one denial", "Non ha nessun bersaglio.", "It has no target.", []),
        ("not only restricts nothing", "Non solo le creature.", "Creatures and others.", []),
        ("a number", "Paga 3 volte.", "Pay 2 times.", ["numbers"]),
        ("a number in words", "Scegli tre giocatori.", "Choose two players.", ["numbers"]),
        ("the same number, in words", "Scegli 2 giocatori.", "Choose two players.", []),
        ("a pair is two without the word", "Due giocatori.", "A pair of players.", []),
        ("a thousand, in each way", "Fino a 1.000.000.", "Up to 1,000,000.", []),
        ("a symbol", "Paga {2}{R}.", "Pay {2}{U}.", ["symbols"]),
        ("a bonus", "Prende +X/+0.", "It gets +X/+X.", ["symbols"]),
        ("the old form of a symbol", "Paga {R}.", "Pay {oR}.", []),
        (
            "a template",
            "«Nome — [Costo]: [Effetto]» significa molto.",
            "“Name — [Cost], [Cost]: [Effect]” means much.",
            ["quoted-forms"],
        ),
        (
            "the same template",
            "«Nome — [Costo]: [Effetto]» significa molto.",
            "“Name — [Cost]: [Effect]” means much.",
            [],
        ),
        ("a word of another language", "La sua resistenza cambia.", "It changes.", ["terms"]),
        ("a citation", "Vedi regola 508.1g.", "See rule 607.2h.", ["citations"]),
    ],
)
def test_word_by_word(says: str, here: str, there: str, expected: list[str]) -> None:
    assert [str(one.kind) for one in of_texts(here, there)] == expected, says


def test_the_evidence_is_in_both_texts() -> None:
    [found] = of_texts("Deve pagare.", "You may pay.")
    assert found.languages == ("it",)
    assert found.other == "en"
    assert found.evidence == (Passage("it", 0, 4, "Deve"), Passage("en", 4, 7, "may"))


def test_citations_that_only_one_side_has() -> None:
    [found] = of_texts("Vedi regole 508.1g e 607.2h.", "See rules 508.1g and 601.2b.")
    assert found.cited is not None
    assert [str(number) for number in found.cited.only] == ["607.2h"]
    assert [str(number) for number in found.cited.lacks] == ["601.2b"]
    assert found.evidence == (Passage("it", 21, 27, "607.2h"), Passage("en", 21, 27, "601.2b"))


def test_without_the_original_both_languages_are_named() -> None:
    [found] = findings(
        document(rule("702.154a", "Paga {R}.")),
        document(rule("702.154a", "Paga {G}."), of=edition("es")),
    )
    assert (found.kind, found.languages) == (FindingKind.SYMBOLS, ("it", "es"))


def test_examples_that_are_gone() -> None:
    [found] = findings(
        document(rule("702.154a", "Uno.", examples=["Una."])),
        document(rule("702.154a", "One.", examples=["First.", "Second."]), of=ENGLISH),
        langs=("it", "en"),
    )
    assert found.kind is FindingKind.EXAMPLES
    assert found.said[0].here == ("Una.",)


def test_rules_out_of_order() -> None:
    numbers = ("702.154a", "702.154c", "702.154b")
    [found] = findings(
        document(*map(rule, numbers)), document(*map(rule, sorted(numbers)), of=edition("es"))
    )
    assert (found.kind, str(found.number)) == (FindingKind.ORDER, "702.154b")
    assert found.languages == ("it",)


def test_our_own_words_are_held_against_no_translation() -> None:
    ours = edition("es", "2026-08-07", kind=EditionKind.OURS)
    found = findings(
        document(rule("702.154a", "Paga {R}."), of=edition("it", "2026-08-07")),
        document(rule("702.154a", "Paga {G}."), of=ours),
    )
    assert found == ()


def test_where_there_is_nothing_else_a_translation_is_asked_for_the_citations_of_ours() -> None:
    ours = edition("en", "2026-08-07", kind=EditionKind.OURS)
    found = findings(
        document(rule("702.154a", "La sua resistenza è {R}."), of=edition("it", "2026-08-07")),
        document(rule("702.154a", "Its toughness is {G}. See rule 508.1g."), of=ours),
        langs=("it", "en"),
    )
    assert [str(one.kind) for one in found] == ["citations", "terms"]
    assert found[1].evidence == (Passage("it", 7, 17, "resistenza"),)


def test_a_name_is_not_compared_with_a_whole_text() -> None:
    found = findings(
        document(rule("702.154", title="Arruolare")),
        document(rule("702.154", "You can’t pay {2}.", title="Enlist"), of=ENGLISH),
        langs=("it", "en"),
    )
    assert found == ()


def test_the_bundle_differs_in_nothing(holdings: Holdings) -> None:
    """All rules in all languages, and none of them differs from the others."""
    for chapter in range(1, 10):
        for langs in (("it", "es", "en"), ("it", "es"), ("es", "it")):
            answer = compare(holdings, [RuleNumber(chapter)], langs)
            assert answer.findings == (), chapter
    assert compare(holdings, [RuleNumber(7)], ["it", "es", "en"]).rows
