"""Indexing: the search index written from the store."""

import errno
import os
import re
import shutil
import time
import uuid
from pathlib import Path

from kb.errors import NoPlace, StoreBusy, StoreError
from kb.saying import reason, said
from kb.store import Store, open_to_read
from search import contents, seal
from search.documents import documents, history
from search.engine import Historian, Maker
from search.engines import chosen
from search.index import Index, in_cache, open_index, place_of, what_is_current

_MAKING = "making-"
_MAY_NOT = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTEMPTY)
"""What the system says where somebody else owns a folder, or what lies in it."""
_OURS = re.compile(
    r"(?P<version>[0-9a-f]{16})(?:-(?P<engine>[a-z]+))?(?P<format>(?:-\d+){1,2})"
    r"(?:-\d{4}-\d\d(?:-\d\d)?)?",
    re.ASCII,
)
"""The version, the engine (in the first releases none), what both wrote, and a day of its own."""
_OURS_MAKING = re.compile(rf"{_MAKING}\w+", re.ASCII)


def build(store: Store, *, engine: str | None = None) -> bool:
    """Write the index of the store's version beside it; False where it is there already.

    It is written under a name of its own and moved when whole, so that a killed build leaves
    nothing that could be opened, and two at once do not meet. Where nobody may write into the
    base, it goes to the user's cache; raises NoPlace where nothing can be kept there either.
    """
    maker = chosen.maker(engine)
    key = seal.key()
    if key is None:
        raise NoPlace(said("index.no_key", folder=store.folder))
    with store.snapshot():  # the texts are those of the version that names the folder
        wanted = place = place_of(store, maker)
        if _opens(store, engine):
            return False
        try:
            _write(store, place, maker, key)
        except _MayNot:
            place = in_cache(place)
            try:
                _write(store, place, maker, key)
            except _MayNot as error:
                raise NoPlace(said("index.no_place", place=place.parent, error=error)) from error
    if place_of(store, maker) != wanted:  # another process went on to a newer version meanwhile
        return build(store, engine=engine)
    _remove_older(place)
    return True


class _MayNot(Exception):
    """Nobody, or not this user, may write into a folder."""


def _opens(store: Store, engine: str | None) -> bool:
    try:
        return open_index(store, engine=engine) is not None
    except StoreError:
        return False


def _is_of_another(place: Path) -> bool:
    """Whether another user made what lies there: with a base that two share, each has an index."""
    try:
        return os.name == "posix" and place.lstat().st_uid != os.geteuid()
    except FileNotFoundError:
        return False


def _write(store: Store, place: Path, maker: Maker, key: bytes) -> None:
    try:
        if _is_of_another(place):
            raise _MayNot("another user's index lies there")
        place.parent.mkdir(parents=True, exist_ok=True)
        scratch = place.with_name(f"{_MAKING}{uuid.uuid4().hex}")
        scratch.mkdir()
        try:
            texts = tuple(documents(store))
            if isinstance(maker, Historian):
                _write_history(store, scratch, maker)
            else:
                maker.write(scratch, texts)
            contents.write(scratch, texts, store)
            seal.seal(scratch, key, name=place.name)
            _move(scratch, place, key)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        if error.errno in _MAY_NOT:
            raise _MayNot(error.strerror) from error
        raise StoreError(said("index.unwritten", place=place.parent, why=reason(error))) from error


def _write_history(store: Store, scratch: Path, maker: Historian) -> None:
    if store.folder is None:
        raise StoreError("a base in memory has its index in memory too: use in_memory()")
    with open_to_read(store.folder) as today, today.snapshot():
        if today.version != store.version:
            raise StoreBusy(f"{store.folder}: the base changes at this moment; ask again")
        maker.write_history(scratch, documents(today), history(today), day=store.as_of)


def in_memory(store: Store, *, engine: str | None = None) -> Index:
    """An index that lives in memory: for tests, and where it can be kept nowhere."""
    of = what_is_current(store)
    texts = tuple(documents(store))
    made = chosen.maker(engine).in_memory(texts)
    return Index(made, contents.in_memory(texts, store), of=of)


def _move(scratch: Path, place: Path, key: bytes) -> None:
    if seal.checked(place, key) is None:  # else another process was first, with the same texts
        shutil.rmtree(place, ignore_errors=True)  # damaged, or of somebody else
        try:
            scratch.rename(place)
        except OSError:
            if seal.checked(place, key) is None:
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
