"""Coverage: what each language holds, lacks, has of an older edition or says otherwise."""

from collections.abc import Iterator

import pytest

from kb.compare.coverage import Coverage, State, coverage
from kb.compare.findings import FindingKind
from kb.edition import Edition, EditionDate, EditionKind
from kb.holdings import Holdings
from kb.store import Store, in_memory
from kb.terms import numbers
from tests.factories import document, edition, put, rule


def official(date: str) -> Edition:
    return edition("en", date, kind=EditionKind.OFFICIAL, digest=date)


@pytest.fixture(scope="module")
def held() -> Iterator[Holdings]:
    """Two English editions, a translation made from the first of them, and one of unknown age."""
    first = [
        rule("702.33", title="Kicker"),
        rule("702.33a", "Pay {R}. See rule 702.33b."),
        rule("702.33b", "It costs {2}."),
        rule("702.33c", "It is so."),
    ]
    second = [
        *first[:2],
        rule("702.33b", "It costs {3}. See rule 702.33c."),
        rule("702.33c", "It is so. See rule 702.33b."),
    ]
    with in_memory() as store:
        put(
            store,
            document(*first, of=official("2024-11-08")),
            document(*second, of=official("2026-08-07")),
            document(
                rule("702.33", title="Potenziamento"),
                rule("702.33a", "Paga {G}. Vedi regola 702.33b."),
                rule("702.33b", "Costa {2}."),
            ),
            document(rule("702.33a", "Paga {R}. Véase la regla 702.33b."), of=edition("es", None)),
            document(
                rule("702.33c", "Es así."),
                of=edition("es", "2026-08-07", kind=EditionKind.OURS, digest="ours"),
            ),
        )
        yield Holdings(store)


def test_counts(held: Holdings) -> None:
    italian, spanish = coverage(held, ["it", "es"]).counts
    assert italian._asdict() == {
        "language": "it",
        "rules": 4,
        "held": 3,
        "ours": 0,
        "missing": 1,
        "behind": 1,
        "unknown": 0,
        "disagreeing": 1,
    }
    assert spanish[1:] == (4, 1, 1, 2, 0, 1, 0)


def test_what_most_rules_cite_comes_first_and_what_needs_nothing_last(held: Holdings) -> None:
    tasks = coverage(held, ["it"]).tasks
    told = [(str(task.number), task.to_do, task.cited, task.changes) for task in tasks]
    assert told == [
        ("702.33b", True, 2, 1),
        ("702.33c", True, 1, 1),
        ("702.33a", True, 0, 0),
        ("702.33", False, 0, 0),
    ]


def test_what_is_said_of_one_rule(held: Holdings) -> None:
    entries = {str(task.number): task.entries[0] for task in coverage(held, ["it"]).tasks}
    assert entries["702.33b"].behind is True
    # that the costs differ is what changed meanwhile; the older edition has them as they are here
    assert entries["702.33b"].kinds == ()
    assert entries["702.33b"].days == 622
    assert entries["702.33a"].behind is False
    assert entries["702.33a"].kinds == (FindingKind.SYMBOLS,)
    assert entries["702.33c"].state is State.MISSING


def test_by_an_older_edition_nothing_is_behind(held: Holdings) -> None:
    answer = coverage(held, ["it"], at=EditionDate.parse("2024-11-23"))
    assert str(answer.edition) == "2024-11-08"
    assert answer.counts[0].behind == 0
    assert answer.counts[0].disagreeing == 1


def test_the_bundle_is_measured_by_the_table_of_numbers(bundled: Store) -> None:
    answer: Coverage = coverage(Holdings(bundled), ["it", "es"])
    assert answer.edition is None
    for count in answer.counts:
        assert count.rules == len(numbers()) == count.ours + count.missing
        assert (count.held, count.behind, count.disagreeing) == (0, 0, 0)
    assert str(answer.tasks[0].number) == "601.2b"
