"""Addresses of files and folders: on this machine, or in an object store that fsspec opens."""

import io
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple
from uuid import uuid4

import fsspec  # type: ignore[import-untyped]

from kb.saying import said
from search.distributed.errors import BadAddress

PROTOCOLS = {"file": "", "memory": "", "s3": "s3fs", "gs": "gcsfs", "abfs": "adlfs"}
"""What may be opened, and the package that it needs besides fsspec.

Of all that fsspec knows only stores of files: nothing that runs a shell on another machine, that
wraps another address, or that keeps what it fetched where somebody else may put something.
"""
LOCAL = "file"
MEMORY = "memory"
SCRATCH = "unfinished"
"""The folder in which files are written before they are put in their place."""

_ADDRESS = re.compile(r"(?P<protocol>[A-Za-z][A-Za-z0-9+.:-]+)://(?P<path>.*)", re.DOTALL)
_TOKENS = ("ETag", "etag", "md5Hash", "content_md5", "mtime", "LastModified", "last_modified")
"""Under which names stores tell what changes with the content of a file; the surest first."""


class Stat(NamedTuple):
    """What a listing tells of a file."""

    path: str
    size: int
    token: str
    """Another one where the content may be another."""


class Place(NamedTuple):
    """A file or folder in a store."""

    store: Any
    """The file system of fsspec."""
    path: str
    protocol: str

    @property
    def is_local(self) -> bool:
        return self.protocol == LOCAL

    def below(self, name: str) -> "Place":
        return self._replace(path=f"{self.path.rstrip('/')}/{name}")

    def address(self) -> str:
        return f"{self.protocol}://{self.path}"

    def is_folder(self) -> bool:
        return bool(self.store.isdir(self.path))

    def there(self) -> Stat | None:
        """What is told of the file; None where there is none."""
        try:
            told = self.store.info(self.path)
        except FileNotFoundError:
            return None
        except NotADirectoryError:
            return None
        return _stat(told) if told.get("type") != "directory" else None

    def files(self) -> Iterator[Stat]:
        """All files below the folder, in the order of their paths."""
        # An object store may have changed since somebody looked last.
        self.store.invalidate_cache()
        found = self.store.find(self.path, detail=True)
        for path in sorted(found):
            yield _stat({"name": path, **found[path]})

    def open(self) -> IO[bytes]:
        if self.protocol == MEMORY:  # which has one place to read at for all who read
            if self.path not in self.store.store:
                raise FileNotFoundError(self.path)
            return io.BytesIO(self.store.store[self.path].getvalue())
        opened: IO[bytes] = self.store.open(self.path, "rb")
        return opened

    def read(self, most: int) -> bytes:
        """At most so many bytes."""
        with self.open() as file:
            parts, size = [], 0
            while size < most and (part := file.read(min(most - size, 2**20))):
                parts.append(part)
                size += len(part)
        return b"".join(parts)

    def make_folder(self) -> None:
        self.store.makedirs(self.path, exist_ok=True)

    def scratch(self, folder: "Place") -> str:
        """A path of its own, to be written and then ``put``; in a local ``folder`` inside it."""
        if not self.is_local:
            number, path = tempfile.mkstemp(prefix="regulae-")
            os.close(number)
            return path
        where = folder.below(SCRATCH).path
        os.makedirs(where, exist_ok=True)
        return f"{where}/regulae-{uuid4().hex}"  # with the mode that the user gives to new files

    def put(self, scratch: str) -> None:
        """Put a written file here, whole or not at all; the scratch is gone then."""
        if self.is_local:
            try:
                os.replace(scratch, self.path)
            except OSError as error:  # of the two names the one that the user can look at
                raise OSError(error.errno, error.strerror, self.path) from error
            return
        self.store.put_file(scratch, self.path)
        os.unlink(scratch)


def is_address(name: str) -> bool:
    """Whether a name is no path of this machine."""
    return _ADDRESS.match(name) is not None


def local(path: str) -> str:
    """The address of a path of this machine."""
    return f"{LOCAL}://{os.path.abspath(path)}"


def place_of(name: str) -> Place:
    """Where an address or a path leads; raises BadAddress."""
    match = _ADDRESS.match(name)
    if match is None:
        return _place(LOCAL, os.path.abspath(name), name)
    protocol, path = match["protocol"].lower(), match["path"]
    if protocol not in PROTOCOLS or "::" in name or not path.strip("/"):
        wanted = ", ".join(f"{each}://" for each in PROTOCOLS)
        raise BadAddress(said("spread.no_address", name=name, wanted=wanted))
    return _place(protocol, path, name)


def _place(protocol: str, path: str, name: str) -> Place:
    if protocol == LOCAL:
        return Place(fsspec.filesystem(LOCAL), os.path.abspath(path), LOCAL)
    try:
        store, found = fsspec.core.url_to_fs(f"{protocol}://{path}")
    except (ImportError, ValueError) as error:
        if package := PROTOCOLS[protocol]:
            lacking = said("spread.no_package", name=name, why=error, package=package)
            raise BadAddress(lacking) from error
        raise BadAddress(said("spread.not_opened", name=name, why=error)) from error
    return Place(store, str(found), protocol)


def shown(found: str, place: Place, name: str) -> str:
    """A file below a place in the words in which the place was named."""
    below = found.removeprefix(place.path).lstrip("/")
    return f"{name.rstrip('/')}/{below}" if below else name


def holds(outer: Place, inner: Place) -> bool:
    """Whether a place lies in another or is the same."""
    if outer.protocol != inner.protocol:
        return False
    one, other = (_real(place).rstrip("/") for place in (outer, inner))
    return other == one or other.startswith(f"{one}/")


def _real(place: Place) -> str:
    return os.path.realpath(place.path) if place.is_local else place.path


def _stat(told: dict[str, Any]) -> Stat:
    token = next((str(told[key]) for key in _TOKENS if told.get(key)), "")
    return Stat(str(told["name"]), int(told.get("size") or 0), token)


def empty_scratch(folder: Place) -> None:
    """Take away what workers that were killed have left behind."""
    if folder.is_local:
        left = Path(folder.below(SCRATCH).path)
        if left.is_dir():
            for file in left.glob("regulae-*"):
                file.unlink(missing_ok=True)
            if not any(left.iterdir()):
                left.rmdir()
