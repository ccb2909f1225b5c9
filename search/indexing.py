"""Indexing: the search index written from the store."""

import re
import shutil
import time
import uuid
from pathlib import Path

from kb.errors import StoreError
from kb.store import Store
from search import contents
from search.documents import documents
from search.engines import with_whoosh
from search.index import Index, open_index, place_of

_MAKING = "making-"
_OURS = re.compile(
    r"(?P<version>[0-9a-f]{16})(?:-(?P<engine>[a-z]+))?(?P<format>(?:-\d+){1,2})"
    r"(?:-\d{4}-\d\d(?:-\d\d)?)?",
    re.ASCII,
)
"""The version, the engine (in the first releases none), what both wrote, and a day of its own."""
_OURS_MAKING = re.compile(rf"{_MAKING}\w+", re.ASCII)


def build(store: Store) -> bool:
    """Write the index of the store's version beside it; False where it is there already.

    It is written under a name of its own and moved when whole, so that a killed build leaves
    nothing that could be opened, and two at once do not meet.
    """
    with store.snapshot():  # the texts are those of the version that names the folder
        place = place_of(store)
        if place.is_dir() and _opens(store):
            return False
        shutil.rmtree(place, ignore_errors=True)  # a damaged one is made anew
        _write(store, place)
    if place_of(store) != place:  # another process went on to a newer version meanwhile
        return build(store)
    _remove_older(place)
    return True


def _opens(store: Store) -> bool:
    try:
        return open_index(store) is not None
    except StoreError:
        return False


def _write(store: Store, place: Path) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        scratch = place.with_name(f"{_MAKING}{uuid.uuid4().hex}")
        scratch.mkdir()
        try:
            texts = tuple(documents(store))
            with_whoosh.write(scratch, texts)
            contents.write(scratch, texts, store)
            _move(scratch, place)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        raise StoreError(
            f"{place.parent}: {error.strerror or error}; the index could not be written: "
            "is there room on the disk, and may you write?"
        ) from error


def in_memory(store: Store) -> Index:
    """An index that lives in memory, for tests."""
    texts = tuple(documents(store))
    return Index(with_whoosh.in_memory(texts), contents.in_memory(texts, store))


def _move(scratch: Path, place: Path) -> None:
    try:
        scratch.rename(place)
    except OSError:
        # Another process was first; its index is of the same version, so it is the same.
        if not place.is_dir():
            raise


def _remove_older(place: Path) -> None:
    """The indexes of former versions, and what a killed build left an hour ago or more."""
    made = _OURS.fullmatch(place.name)
    for other in place.parent.iterdir():
        making = _OURS_MAKING.fullmatch(other.name)
        ours = _OURS.fullmatch(other.name)  # what else lies there is not ours to remove
        former = ours and made and _is_former(ours, made)
        if former or (making and not _is_young(other)):
            shutil.rmtree(other, ignore_errors=True)


def _is_former(other: re.Match[str], made: re.Match[str]) -> bool:
    """Whether it is of another version, or of the same engine in another format."""
    if other["version"] != made["version"] or other["engine"] is None:
        return True
    return other["engine"] == made["engine"] and other["format"] != made["format"]


def _is_young(making: Path) -> bool:
    try:
        return time.time() - making.stat().st_mtime <= 3600
    except FileNotFoundError:
        return True  # another process has just given it its name
