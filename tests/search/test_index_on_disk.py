"""The search index on disk: no half-written or damaged one is ever served."""

import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from kb import store as kb_store
from kb.errors import StoreError
from kb.store import INDEX, Store
from search.engine import AnyOf, Word
from search.engines import with_whoosh
from search.index import Index, open_index
from search.indexing import build, in_memory
from search.words import FORMAT
from tests.search.indexed import HOUR, found, hold, library, texts


@pytest.fixture
def base(tmp_path: Path) -> Iterator[Store]:
    with kb_store.open_to_write(tmp_path) as store:
        yield hold(store, *library())


def folders(store: Store) -> set[str]:
    assert store.folder is not None
    return {path.name for path in (store.folder / INDEX).iterdir()}


def place(store: Store) -> Path:
    assert store.folder is not None
    return store.folder / INDEX / f"{store.version}-whoosh-{with_whoosh.format}-{FORMAT}"


def answers(index: Index | None) -> set[tuple[str, str, str]]:
    assert index is not None
    return found(index.search(AnyOf((Word("704.5f"),))))


def test_built_once(base: Store) -> None:
    assert open_index(base) is None
    assert build(base) is True
    assert folders(base) == {place(base).name}
    assert build(base) is False
    assert answers(open_index(base)) == answers(in_memory(base)) != set()


def test_an_index_of_a_former_program_is_not_opened(
    base: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(base)
    monkeypatch.setattr("search.index.FORMAT", FORMAT + 1)
    assert open_index(base) is None


def test_an_index_of_a_former_version_goes(base: Store) -> None:
    build(base)
    former = base.version
    hold(base, texts("es", [("704.5f", "Los cuerpos sin resistencia acaban en el cementerio.")]))
    assert base.version != former
    assert open_index(base) is None, "the former index is not served for the new version"
    assert build(base) is True
    assert folders(base) == {place(base).name}
    assert ("rule", "704.5f", "es") in answers(open_index(base))


def test_a_base_in_memory_has_no_place_for_an_index() -> None:
    with kb_store.in_memory() as store, pytest.raises(StoreError, match="in memory"):
        build(store)


def test_where_nothing_can_be_written(base: Store) -> None:
    assert base.folder is not None
    (base.folder / INDEX).write_text("a file stands in the way")
    with pytest.raises(StoreError, match="could not be written") as refusal:
        build(base)
    assert str(base.folder / INDEX) in str(refusal.value)


@pytest.mark.parametrize(
    ("says", "age", "kept"),
    [
        ("a young one may be another process at work", 0, True),
        ("an old one is of a build that was killed", 2 * HOUR, False),
    ],
)
def test_what_a_killed_build_left(base: Store, says: str, age: int, kept: bool) -> None:
    left = place(base).with_name("making-left")
    left.mkdir(parents=True)
    (left / "_MAIN_1.toc").write_bytes(b"half of")
    then = time.time() - age
    os.utime(left, (then, then))
    assert open_index(base) is None
    assert build(base) is True
    assert folders(base) == {place(base).name} | ({left.name} if kept else set()), says
    assert answers(open_index(base)) == answers(in_memory(base))


def die_at(event: str, part: str) -> None:
    """End this process without any tidying as soon as it does that to such a path."""

    def watch(name: str, arguments: tuple[object, ...]) -> None:
        if name == event and any(part in str(argument) for argument in arguments[:2]):
            os._exit(9)

    sys.addaudithook(watch)


def build_and_die(folder: Path, event: str, part: str) -> None:
    with kb_store.open_to_read(folder) as store:
        die_at(event, part or store.version)
        build(store)


SPAWN = multiprocessing.get_context("spawn")


@pytest.mark.parametrize(
    ("says", "event", "part"),
    [
        ("before the first file", "open", "_MAIN_0.toc"),
        ("while the texts are written", "open", ".seg"),
        ("before the table of contents is in place", "os.rename", "_MAIN_1.toc"),
        ("before the whole index is in place", "os.rename", ""),
    ],
)
def test_a_killed_build(base: Store, says: str, event: str, part: str) -> None:
    child = SPAWN.Process(target=build_and_die, args=(base.folder, event, part))
    child.start()
    child.join(60)
    assert child.exitcode == 9, says
    assert any(name.startswith("making-") for name in folders(base)), says
    assert open_index(base) is None, says
    assert build(base) is True, says
    assert answers(open_index(base)) == answers(in_memory(base)), says


def build_with_others(folder: Path, barrier: Barrier) -> None:
    with kb_store.open_to_read(folder) as store:
        barrier.wait(60)
        build(store)
        index = open_index(store)
        assert index is not None and index.search(AnyOf((Word("704.5f"),)))


def test_two_builds_at_once(base: Store) -> None:
    barrier = SPAWN.Barrier(2)
    children = [
        SPAWN.Process(target=build_with_others, args=(base.folder, barrier)) for _ in range(2)
    ]
    for child in children:
        child.start()
    for child in children:
        child.join(60)
    assert [child.exitcode for child in children] == [0, 0]
    assert folders(base) == {place(base).name}
    assert answers(open_index(base)) == answers(in_memory(base))


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def one_bit_wrong(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("suffix", [".toc", ".seg", "seal.json"])
@pytest.mark.parametrize("damage", [Path.unlink, emptied, halved, one_bit_wrong])
def test_damage(base: Store, damage: Callable[[Path], None], suffix: str) -> None:
    """What was damaged is not even opened, and is made anew."""
    build(base)
    [path] = place(base).glob(f"*{suffix}")
    damage(path)
    assert open_index(base) is None
    assert build(base) is True
    assert answers(open_index(base)) == answers(in_memory(base))


def test_a_version_does_not_lead_out_of_the_base(base: Store, tmp_path: Path) -> None:
    """A base may come from anywhere; nothing beside its own indexes is ever removed."""
    assert base.folder is not None
    sentinel = base.folder / "beside"
    sentinel.mkdir()
    with base.writing():
        base.set_meta("version", "../../elsewhere")
    for asking in (build, open_index):
        with pytest.raises(StoreError, match="no version of a base"):
            asking(base)
    assert sentinel.is_dir()


def test_what_is_not_ours_stays(base: Store) -> None:
    build(base)
    assert base.folder is not None
    other = base.folder / INDEX / "photographs"
    other.mkdir()
    hold(base, texts("es", [("704.5f", "Los cuerpos sin resistencia acaban en el cementerio.")]))
    assert build(base) is True
    assert other.is_dir()


def test_an_index_that_is_a_link_is_refused(base: Store, tmp_path: Path) -> None:
    assert base.folder is not None
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "kept").mkdir(parents=True)
    (base.folder / INDEX).symlink_to(elsewhere)
    with pytest.raises(StoreError, match="is a link to another folder"):
        build(base)
    assert (elsewhere / "kept").is_dir()
