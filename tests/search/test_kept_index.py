"""An index that is kept open: one question after the other, from many threads."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kb.as_of import turn_back
from kb.edition import EditionDate
from kb.errors import StoreBusy
from kb.store import Store, open_to_read
from search.engines import chosen
from search.find import find
from search.hits import Found
from search.index import Index
from search.indexing import in_memory
from search.memory import Kept
from search.opening import opened_index

ASKED = (
    "costo di potenziamento",
    "¿qué es estímulo?",
    "kikcer cost",
    "when does a creature without haste attack",
    '"kicker cost" -multikicker',
    "potenzia* in:it",
)


def answers(store: Store, index: Index) -> list[Found]:
    return [
        find(store, index, query, language=code, explain=True)
        for query in ASKED
        for code in ("it", "es", "en")
    ]


@pytest.mark.parametrize("engine", chosen.NAMES)
def test_what_is_kept_changes_no_answer(bundled: Store, engine: str) -> None:
    kept = in_memory(bundled, engine=engine)
    first = answers(bundled, kept)
    assert all(found.hits for found in first)
    assert answers(bundled, kept) == first
    assert [found for found in answers(bundled, in_memory(bundled, engine=engine))] == first


@pytest.mark.parametrize("engine", chosen.NAMES)
def test_threads_share_it_each_with_its_own_store(bundled_folder: Path, engine: str) -> None:
    with open_to_read(bundled_folder) as store:
        index = opened_index(store, engine=engine)
        alone = answers(store, opened_index(store, engine=engine))

    def ask(_: int) -> list[Found]:
        with open_to_read(bundled_folder) as own:
            return answers(own, index)

    with ThreadPoolExecutor(4) as pool:
        assert all(found == alone for found in pool.map(ask, range(8)))


def test_it_is_asked_for_no_other_version_and_no_other_day(
    bundled_folder: Path, fresh_bundle: Store
) -> None:
    index = in_memory(fresh_bundle)
    assert index.is_of(fresh_bundle)
    with fresh_bundle.writing():
        fresh_bundle.set_meta("version", "0123456789abcdef")
    assert not index.is_of(fresh_bundle)
    with pytest.raises(StoreBusy, match="ask again"):
        find(fresh_bundle, index, "kicker", language="en")
    with open_to_read(bundled_folder) as store:
        index = opened_index(store)
        assert index.is_of(store)
        turn_back(store, EditionDate.parse("2026-08-07"))
        assert not index.is_of(store)


def test_a_closed_index_has_let_its_file_go(bundled_folder: Path) -> None:
    with open_to_read(bundled_folder) as store:
        index = opened_index(store)
        index.close()
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            find(store, index, "kicker", language="en")


def test_what_is_kept_has_an_end() -> None:
    read: list[list[int]] = []

    def doubled(keys: list[int]) -> dict[int, int]:
        read.append(keys)
        return {key: 2 * key for key in keys}

    kept: Kept[int, int] = Kept(3)
    assert kept.among([1, 2], doubled) == {1: 2, 2: 4}
    assert list(kept.among([3, 2, 1], doubled)) == [3, 2, 1] and read == [[1, 2], [3]]
    assert kept.among([4], doubled) == {4: 8}
    assert kept.one(1, lambda: 7) == 7, "all had been let go for the fourth"
    assert kept.among([5, 6, 7, 8], doubled)[8] == 16, "more at once than are kept"
