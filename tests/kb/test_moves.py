"""Where the rules of older editions stand today."""

import pytest

from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.moves import today
from kb.number import RuleNumber
from kb.store import in_memory
from search.look import look_up
from tests.factories import document, edition, put, rule


@pytest.mark.parametrize(
    ("says", "number", "date", "now"),
    [
        ("madness", "702.33", "2011-06-17", "702.35"),
        ("flashback", "702.33", "2019-05-03", "702.34"),
        ("kicker, long where it is", "702.33", "2021-04-22", "702.33"),
        ("kicker before", "702.32", "2019-05-03", "702.33"),
        ("illegal actions", "732.1", "2026-01-16", "733.1"),
        ("on the day itself nothing has moved", "733.1", "2026-08-07", "733.1"),
        ("between two editions that are compared", "702.33", "2014-05-01", "702.35"),
        ("no date", "702.33", None, "702.33"),
        ("what never moved", "302.6", "2016-11-11", "302.6"),
    ],
)
def test_today(says: str, number: str, date: str | None, now: str) -> None:
    when = EditionDate.parse(date) if date else None
    assert str(today(RuleNumber.parse(number), when)) == now, says


def test_the_madness_of_an_old_page_is_not_shown_for_kicker() -> None:
    old = edition("en", "2011-06-17", digest="old")
    with in_memory() as store:
        put(store, document(rule("702.33", title="Madness"), rule("702.33a"), of=old))
        holdings = Holdings(store)
        [shown, *_] = look_up(holdings, ["702.33"], language="en").results
        assert shown.text is None
        at = EditionDate.parse("2012-01-01")
        [then, *_] = look_up(holdings, ["702.33"], language="en", at=at).results
        assert then.text == "Madness"
        assert then.checks == 0
