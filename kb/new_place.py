"""New files: written beside their place and moved there whole, or not at all."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from kb.errors import Unwritable
from kb.saying import reason, said


@contextmanager
def new_file(place: Path, *, force: bool = False) -> Iterator[BinaryIO]:
    """A file that appears at ``place`` when all is written; raises Unwritable where one is there.

    ``force`` lets it take the place of a file, never of a folder, a device or a pipe; behind a
    link it is the file there that is replaced.
    """
    if place.is_dir():
        raise Unwritable(said("place.is_folder", place=place))
    _check_free(place, force=force)
    if place.exists() and not place.is_file():  # a rename would take /dev/null from everybody
        raise Unwritable(said("place.no_file", place=place))
    place = Path(os.path.realpath(place))
    with _explained(place):
        handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        beside = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            beside.chmod(0o666 & ~_umask())
            _check_free(place, force=force)  # somebody may have been quicker
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)


@contextmanager
def new_folder(place: Path, *, force: bool = False, ours: Callable[[Path], bool]) -> Iterator[Path]:
    """A folder that appears at ``place`` when all is written.

    ``force`` lets it take the place of an empty folder, or of one that ``ours`` knows as written
    by us; raises Unwritable for any other.
    """
    _check_free(place, force=force)
    if place.exists() and not (place.is_dir() and (not any(place.iterdir()) or ours(place))):
        raise Unwritable(said("place.holds_else", place=place))
    with _explained(place):
        beside = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
        try:
            yield beside
            beside.chmod(0o777 & ~_umask())
            if place.exists():
                aside = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
                place.rename(aside / "old")
                beside.rename(place)
                shutil.rmtree(aside)
            else:
                beside.rename(place)
        finally:
            shutil.rmtree(beside, ignore_errors=True)


def _check_free(place: Path, *, force: bool) -> None:
    if not force and os.path.lexists(place):
        raise Unwritable(said("place.taken", place=place))


@contextmanager
def _explained(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unwritable(said("place.unwritten", place=place, why=reason(error))) from error


def _umask() -> int:
    """What new files are not allowed to be: mkstemp knows only its owner."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
