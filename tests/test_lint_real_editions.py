"""The lint by real editions: each is right about itself, and moves are those that were checked."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.decode import decode
from ingest.pipeline import read_path
from kb.edition import EditionDate
from kb.lint.books import Books
from kb.lint.linter import linter
from kb.lint.moves import SURE, Texts, moved
from kb.number import RuleNumber
from kb.store import Store, in_memory
from tests.factories import put

pytestmark = pytest.mark.real_text

FILES = ("2011-06-17", "2016-11-11", "2021-04-19", "2026-01-16")


@pytest.fixture(scope="module")
def held(bundled: Store, shared: Path) -> Iterator[Store]:
    with in_memory() as store:
        bundled.db.backup(store.db)
        put(store, *(read_path(str(shared / "cr" / f"{name}.txt")) for name in FILES))
        yield store


@pytest.fixture(scope="module")
def now(held: Store) -> Texts:
    return Texts(Books(held).in_force(None))


@pytest.mark.parametrize(
    ("file", "date", "expected"),
    [
        ("2011-06-17", "2011-06-17", []),
        # a rule of the commander variant that came only later
        ("2016-11-11", "2016-11-11", ["903.11a newer None"]),
        ("2021-04-19", "2021-04-22", []),
        # the two faults that the document has: suspend for endure, permanents for tokens
        ("2026-01-16", "2026-01-16", ["702.62 title-mismatch 701.63", "110.10 newer None"]),
    ],
)
def test_an_edition_against_itself(
    held: Store, shared: Path, file: str, date: str, expected: list[str]
) -> None:
    text = decode((shared / "cr" / f"{file}.txt").read_bytes()).text
    linted = linter(held, edition=EditionDate.parse(date), language="en").lint(text)
    assert [f"{f.number} {f.kind} {f.suggestion}" for f in linted.findings] == expected
    assert linted.citations > 2_000


@pytest.mark.parametrize(
    ("says", "old", "number", "new"),
    [
        ("kicker of three editions", "2011-06-17", "702.31", "702.33"),
        ("the same", "2016-11-11", "702.32", "702.33"),
        ("its variant", "2011-06-17", "702.31c", "702.33c"),
        ("madness", "2011-06-17", "702.33", "702.35"),
        ("a rule of another section", "2016-11-11", "112.6", "113.6"),
        ("under a heading of the same name", "2021-04-22", "103.7a", "103.8a"),
        ("reworded a little", "2016-11-11", "114.1a", "115.1a"),
        ("a keyword action that wandered", "2021-04-22", "701.42a", "701.25a"),
        ("a section", "2016-11-11", "707", "708"),
        ("into a section of another name", "2016-11-11", "110.5g", "111.8"),
    ],
)
def test_sure_moves(held: Store, now: Texts, says: str, old: str, number: str, new: str) -> None:
    book = Books(held).in_force(EditionDate.parse(old))
    move = moved(RuleNumber.parse(number), book, now)
    assert move is not None, says
    assert str(move.number) == new, says
    assert move.confidence >= SURE, says


@pytest.mark.parametrize(
    ("says", "old", "number"),
    [
        ("one word of eleven tells one step from another", "2021-04-22", "505.5"),
        ("double-faced cards are no meld cards", "2016-11-11", "711.4a"),
    ],
)
def test_moves_that_are_not_sure(held: Store, now: Texts, says: str, old: str, number: str) -> None:
    book = Books(held).in_force(EditionDate.parse(old))
    move = moved(RuleNumber.parse(number), book, now)
    assert move is None or move.confidence < SURE, says


@pytest.mark.parametrize(("old", "number"), [("2021-04-22", "509.6"), ("2016-11-11", "708.6c")])
def test_texts_that_are_nowhere(held: Store, now: Texts, old: str, number: str) -> None:
    book = Books(held).in_force(EditionDate.parse(old))
    assert moved(RuleNumber.parse(number), book, now) is None


# -- moves that were looked at ---------------------------------------------------------------

READ = Path(__file__).with_name("moves_read.csv")
"""Moves that somebody has looked at, old and new text side by side; all were right.

Of the 4,260 that are sure between neighbours of the 17 editions, 210 were drawn by chance; with
them all those whose words are not the same any more, and 60 of those drawn by chance from 2006,
2011, 2016 and 2021 to the newest edition. Numbers and dates alone."""


@pytest.fixture(scope="module")
def every_edition(bundled: Store, shared: Path) -> Iterator[Books]:
    with in_memory() as store:
        bundled.db.backup(store.db)
        put(store, *(read_path(str(path)) for path in sorted((shared / "cr").glob("20*.txt"))))
        yield Books(store)


def test_sure_moves_that_were_looked_at(every_edition: Books) -> None:
    with READ.open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    assert sum(row["why"] == "drawn" for row in rows) == 210
    assert sum(row["why"] == "far" for row in rows) == 60
    assert len({tuple(row.values()) for row in rows}) == len(rows) == 449
    texts: dict[str, Texts] = {}
    wrong = []
    for row in rows:
        if row["new"] not in texts:
            texts[row["new"]] = Texts(every_edition.in_force(EditionDate.parse(row["new"])))
        old = every_edition.in_force(EditionDate.parse(row["old"]))
        move = moved(RuleNumber.parse(row["number"]), old, texts[row["new"]])
        if move is None or str(move.number) != row["stands_at"] or move.confidence < SURE:
            wrong.append((row, move))
    assert not wrong
