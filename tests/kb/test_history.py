"""History: strands of rules over whole editions, pages and our own words."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.diff.history import History, history
from kb.diff.history_index import index, index_aside, is_indexed
from kb.diff.kinds import ChangeKind
from kb.edition import EditionDate, EditionKind
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store, in_memory, open_to_read, open_to_write
from tests.factories import edition
from tests.kb.test_diff import BASE, became, official, put_edition


@pytest.fixture
def store() -> Iterator[Store]:
    with in_memory() as store:
        yield store


def told(store: Store, number: str, date: str, language: str = "en") -> History:
    if not is_indexed(store, language):
        index(store, language)
    at = EditionDate.parse(date)
    rule = Holdings(store).rule(RuleNumber.parse(number), language, at=at)
    assert rule is not None
    return history(store, rule)


def line(found: History) -> list[str]:
    return [f"{stood.edition.date} {stood.number} {stood.kind or '='}" for stood in found.stood]


FLASHBACK = "702.33a From where the dead cards lie you may cast it once more at another price"


def test_a_rule_that_came_and_went(store: Store) -> None:
    lacking = BASE[: BASE.index("702.33 ")]
    for date, text in (("2020-01-01", lacking), ("2021-01-01", BASE), ("2022-01-01", lacking)):
        put_edition(store, text, official(date))
    found = told(store, "702.33a", "2021-06-01")
    assert line(found) == ["2021-01-01 702.33a added"]
    assert found.gone is not None and str(found.gone.date) == "2022-01-01"


def test_the_oldest_edition_does_not_tell_what_was_new_in_it(store: Store) -> None:
    put_edition(store, BASE, official("2020-01-01"))
    put_edition(store, BASE, official("2021-01-01"))
    assert line(told(store, "702.33a", "2021-01-01")) == [
        "2020-01-01 702.33a =",
        "2021-01-01 702.33a =",
    ]


def test_a_split_is_told_on_both_sides(store: Store) -> None:
    whole = (
        "702.32a While casting it you may pay more than what is asked, and get more out of it"
        " later on"
    )
    first = "702.32a While casting it you may pay more than what is asked"
    put_edition(store, BASE, official("2020-01-01"))
    split = became(BASE, (whole, first)).replace(
        "702.33 Flash", "702.32d And get more out of it later on\n702.33 Flash"
    )
    put_edition(store, split, official("2021-01-01"))
    part, rest = told(store, "702.32d", "2021-01-01"), told(store, "702.32a", "2021-01-01")
    assert line(part) == ["2021-01-01 702.32d split"]
    assert [(p.kind, str(p.number), p.came) for p in part.partings] == [
        (ChangeKind.SPLIT, "702.32a", True)
    ]
    assert [(p.kind, str(p.number), p.came) for p in rest.partings] == [
        (ChangeKind.SPLIT, "702.32d", False)
    ]


def test_pages_between_whole_editions_do_not_break_a_strand(store: Store) -> None:
    put_edition(store, BASE, official("2020-01-01"))
    for month in range(1, 13):  # of other rules, and more of them than pages are looked back
        for day in (1, 15):
            page = f"103.{month + 3} What page {month} of day {day} has to say about such a thing"
            of = edition("en", f"2020-{month:02}-{day + 1:02}", digest=f"{month}-{day}")
            put_edition(store, page, of)
    put_edition(store, became(BASE, ("702.33", "702.34")), official("2021-01-01"))
    assert line(told(store, "702.34a", "2021-01-01")) == [
        "2020-01-01 702.33a =",
        "2021-01-01 702.34a moved",
    ]


def test_pages_of_a_site_are_followed_over_pages_about_other_things(store: Store) -> None:
    put_edition(store, FLASHBACK, edition("it", "2011-09", digest="a"))
    for month in range(1, 13):
        for day in range(1, 3):
            page = f"6{month:02}.1a What page {month} of day {day} has to say about such a thing"
            of = edition("it", f"2012-{month:02}-{day:02}", digest=f"{month}-{day}")
            put_edition(store, page, of)
    put_edition(store, became(FLASHBACK, ("702.33a", "702.35a")), edition("it", "2013-01-01"))
    assert line(told(store, "702.35a", "2013-01-01", "it")) == [
        "2011-09 702.33a =",
        "2013-01-01 702.35a moved",
    ]


def test_a_page_of_a_day_goes_with_the_edition_in_force(store: Store) -> None:
    put_edition(store, BASE, official("2020-01-01"))
    put_edition(store, FLASHBACK, edition("en", "2020-06-01", digest="page"))
    put_edition(store, became(BASE, ("702.33", "702.34")), official("2021-01-01"))
    assert line(told(store, "702.34a", "2021-01-01")) == [
        "2020-01-01 702.33a =",
        "2020-06-01 702.33a changed",
        "2021-01-01 702.34a moved-and-changed",
    ]


def test_our_own_words_are_tied_by_the_table_of_moves(fresh_bundle: Store) -> None:
    """They are no former words of anybody: what is official later is not compared with them."""
    put_edition(fresh_bundle, became(BASE, ("702.32", "702.31")), official("2011-06-17"))
    put_edition(fresh_bundle, became(BASE, ("702.32", "702.40")), official("2027-01-01"))
    expected = ["2011-06-17 702.31 =", "2027-01-01 702.40 moved"]
    assert line(told(fresh_bundle, "702.40", "2027-01-01")) == expected
    ours = told(fresh_bundle, "702.33", "2026-12-31")  # the number of our own words
    assert line(ours) == expected


def test_what_has_no_date_has_no_history(store: Store) -> None:
    put_edition(store, BASE, edition("en", None, kind=EditionKind.OFFICIAL))
    index(store, "en")
    rule = Holdings(store).rule(RuleNumber.parse("702.33a"), "en")
    assert rule is not None
    assert history(store, rule).stood == ()


def test_the_index_names_the_editions_it_is_of(store: Store) -> None:
    put_edition(store, BASE, official("2020-01-01"))
    assert not is_indexed(store, "en")
    index(store, "en")
    assert is_indexed(store, "en") and not is_indexed(store, "it")
    put_edition(store, BASE, official("2021-01-01"))
    assert not is_indexed(store, "en")


def test_an_index_of_another_language_is_left_alone(store: Store) -> None:
    for code in ("en", "it"):
        for date in ("2020-01-01", "2021-01-01"):
            put_edition(store, BASE, official(date, digest=code + date, language=code))
        index(store, code)
    before = store.db.execute("SELECT count(DISTINCT strand) FROM strand").fetchone()
    index(store, "en")
    assert store.db.execute("SELECT count(DISTINCT strand) FROM strand").fetchone() == before
    assert len(told(store, "702.33a", "2021-01-01", "it").stood) == 2


def test_aside_nothing_is_written(tmp_path: Path) -> None:
    with open_to_write(tmp_path / "base") as store:
        for date in ("2020-01-01", "2021-01-01"):
            put_edition(store, BASE, official(date))
    shutil.copytree(tmp_path / "base", tmp_path / "other")
    with open_to_read(tmp_path / "base") as store:
        index_aside(store, "en")
        assert len(told(store, "702.33a", "2021-01-01").stood) == 2
    with open_to_read(tmp_path / "base") as one, open_to_read(tmp_path / "other") as other:
        assert list(one.db.iterdump()) == list(other.db.iterdump())
