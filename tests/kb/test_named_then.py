"""Names in an edition: today's heading under the number of another day."""

from collections.abc import Iterator

import pytest

from kb.edition import EditionDate, EditionKind
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store
from search.asked import asked
from search.citing import Manner, citing
from tests.factories import document, edition, put, rule


@pytest.fixture
def two_editions(fresh_bundle: Store) -> Iterator[Store]:
    official = EditionKind.OFFICIAL
    old = edition("en", "2016-11-11", kind=official, digest="1")
    new = edition("en", "2026-01-16", kind=official, digest="2")
    put(
        fresh_bundle,
        document(rule("702.32", title="Kicker"), rule("702.33", title="Flashback"), of=old),
        document(rule("702.33", title="Kicker"), rule("702.33a", "Our own words."), of=new),
    )
    yield fresh_bundle


@pytest.mark.parametrize(
    ("says", "name", "at", "numbers"),
    [
        ("where it stood then", "kicker", "2016-11-11", ["702.32"]),
        ("in another language", "potenziamento", "2016-12-31", ["702.32"]),
        ("where it stands", "kicker", "2026-02-01", ["702.33"]),
        ("a number is a number", "702.33", "2016-11-11", ["702.33"]),
        ("a name that it had not", "enlist", "2016-11-11", []),
        ("without a day", "kicker", None, ["702.33"]),
    ],
)
def test_names(
    two_editions: Store, says: str, name: str, at: str | None, numbers: list[str]
) -> None:
    day = EditionDate.parse(at) if at else None
    question = asked(Holdings(two_editions), [name], at=day)
    assert [str(number) for number in question.numbers] == numbers, says
    assert bool(question.absent) is not bool(numbers), says


def test_what_an_edition_lacks_is_not_cited_from_it(two_editions: Store) -> None:
    manner = Manner("en", at=EditionDate.parse("2016-11-11"))
    answer = citing(Holdings(two_editions), ["702.33a", "702.33"], manner)
    assert [each.numbers for each in answer.citations] == [(RuleNumber.parse("702.33"),)]
    assert [each.text for each in answer.absent] == ["702.33a"]


def test_a_range_does_not_reach_into_another_edition(two_editions: Store) -> None:
    answer = citing(Holdings(two_editions), ["702.33-702.35"], Manner("en"))
    assert [len(each.numbers) for each in answer.citations] == [1, 2]
    first, second = answer.citations
    assert first.edition is not None and second.edition is None
