"""Listing: the files that names and addresses stand for, as the driver sees them."""

import os
from collections.abc import Callable, Iterable, Iterator
from stat import S_ISDIR, S_ISREG

from kb.errors import Unreadable
from kb.saying import said
from search.distributed.addresses import holds, is_address, local, place_of, shown
from search.distributed.errors import OtherWork
from search.distributed.orders import File

STANDARD_INPUT = "-"
Found = Callable[[str], Iterable[str]]
"""The files that a path of this machine stands for, as the command has it without workers."""


def files(
    names: Iterable[str], found: Found, *, suffixes: Iterable[str] = (), wanted: str
) -> Iterator[File]:
    """In the order of the names; of a folder at an address those with one of these suffixes.

    Raises Unreadable at once for standard input and for an address where nothing is. ``wanted`` is
    a key as that of ``kb.files``.
    """
    listed = tuple(names)
    what = said(f"wanted.{wanted}")
    for name in listed:
        if name == STANDARD_INPUT:
            raise Unreadable(said("spread.standard_input", wanted=what))
        if is_address(name):
            place = place_of(name)
            if place.there() is None and not place.is_folder():
                raise Unreadable(said("spread.nothing_there", name=name, wanted=what))
    return _files(listed, found, tuple(suffixes), what)


def _files(
    names: Iterable[str], found: Found, suffixes: tuple[str, ...], wanted: str
) -> Iterator[File]:
    for name in names:
        if is_address(name):
            yield from _at(name, suffixes, wanted)
        else:
            yield from (seen(path) for path in found(name))


def seen(path: str, *, unread: str = "") -> File:
    """A file of this machine."""
    if "\0" in path:
        return File(path, "", unread=str(said("spread.zero_byte")))
    try:
        stat = os.stat(path)
    except OSError:
        return File(path, local(path), unread=unread)
    if not S_ISREG(stat.st_mode) and not S_ISDIR(stat.st_mode):
        unread = unread or str(said("spread.no_file_kind"))
    return File(path, local(path), stat.st_size, str(stat.st_mtime_ns), unread)


def _at(name: str, suffixes: tuple[str, ...], wanted: str) -> Iterator[File]:
    place = place_of(name)
    stat = place.there()
    if stat is not None:
        yield File(name, place.address(), stat.size, stat.token)
        return
    none = True
    for stat in place.files():
        if not suffixes or stat.path.lower().endswith(suffixes):
            none = False
            below = place._replace(path=stat.path)
            yield File(shown(stat.path, place, name), below.address(), stat.size, stat.token)
    if none:
        named = ", ".join(suffixes) or "*"
        raise Unreadable(said("spread.no_file", name=name, suffixes=named, wanted=wanted))


def apart(names: Iterable[str], out: str) -> None:
    """Raises OtherWork where the parts would be written among what is read."""
    place = place_of(out)
    for name in names:
        if name != STANDARD_INPUT and holds(place_of(name), place):
            raise OtherWork(said("spread.out_inside", out=out, name=name))
