"""Comparison: what is missing, what is older, what cites otherwise."""

from kb.compare import Difference, FindingKind, compare
from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import in_memory
from tests.factories import document, edition, put, rule

ENLIST = RuleNumber.parse("702.154")
A = RuleNumber.parse("702.154a")
B = RuleNumber.parse("702.154b")


def findings(*documents: object, langs: tuple[str, ...] = ("it", "es")) -> tuple[Difference, ...]:
    with in_memory() as store:
        put(store, *documents)  # type: ignore[arg-type]
        return compare(Holdings(store), [ENLIST], langs).findings


def test_equal_texts_differ_in_nothing() -> None:
    texts = [rule("702.154", title="Enlist"), rule("702.154a", "See rule 508.1g.")]
    assert findings(document(*texts), document(*texts, of=edition("es"))) == ()


def test_a_missing_subrule_is_found_in_the_language_that_lacks_it() -> None:
    found = findings(
        document(rule("702.154a"), rule("702.154b")),
        document(rule("702.154a"), of=edition("es")),
    )
    assert found == (Difference(FindingKind.MISSING, B, ("es",)),)


def test_an_older_edition_is_found_once_and_not_for_each_rule() -> None:
    rules = [rule("702.154a"), rule("702.154b")]
    found = findings(document(*rules), document(*rules, of=edition("es", "2019-05-03")))
    assert found == (
        Difference(
            FindingKind.EDITION,
            A,
            ("es",),
            EditionDate.parse("2019-05-03"),
            EditionDate.parse("2024-11-23"),
        ),
    )


def test_an_unknown_edition_is_said_to_be_unknown() -> None:
    found = findings(document(rule("702.154a")), document(rule("702.154a"), of=edition("es", None)))
    assert [(one.kind, one.languages, one.date) for one in found] == [
        (FindingKind.EDITION, ("es",), None)
    ]


def test_citations_that_only_one_side_has() -> None:
    found = findings(
        document(rule("702.154a", "Vedi regole 508.1g e 607.2h.")),
        document(rule("702.154a", "Véase la regla 508.1g."), of=edition("es")),
    )
    assert found == (
        Difference(FindingKind.CITATIONS, A, ("it",), only=(RuleNumber.parse("607.2h"),)),
    )


def test_rows_are_those_that_any_language_has() -> None:
    with in_memory() as store:
        put(store, document(rule("702.154b")), document(rule("702.154a"), of=edition("es")))
        rows = compare(Holdings(store), [ENLIST], ["it", "es", "en"]).rows
    assert [str(row.number) for row in rows] == ["702.154a", "702.154b"]
    assert [code for code, held in rows[0].texts.items() if held] == ["es"]


def test_the_bundle_differs_in_nothing(holdings: Holdings) -> None:
    for number in ("702.33", "702.154", "702.160", "702.193", "718", "601", "118", "508"):
        answer = compare(holdings, [RuleNumber.parse(number)], ["it", "es", "en"])
        assert answer.rows, number
        assert answer.findings == (), number
