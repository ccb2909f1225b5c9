"""Content: what a worker reads of a partition, held against what the driver saw."""

import hashlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from socket import gethostname
from typing import IO

from kb.errors import Unreadable
from kb.saying import reason, said
from search.distributed.addresses import place_of
from search.distributed.errors import OtherWorker, SourceChanged
from search.distributed.orders import File, Range

_BUFFER = 2**18


class _Bounded(io.RawIOBase):
    """The bytes of a stream up to a place, with the digest of those that were read."""

    def __init__(self, stream: IO[bytes], size: int) -> None:
        self._stream = stream
        self._left = size
        self.digest = hashlib.sha256()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        part = self._stream.read(min(len(buffer), self._left))
        self._left -= len(part)
        self.digest.update(part)
        buffer[: len(part)] = part
        return len(part)


@contextmanager
def stream_of(partition: Range) -> Iterator[IO[bytes]]:
    """The lines; raises SourceChanged at the end where they are not those that were cut."""
    place = place_of(partition.address)
    try:
        opened = place.open()
    except FileNotFoundError as error:
        raise _unseen(partition.name) from error
    with opened as file:
        file.seek(partition.start)
        bounded = _Bounded(file, partition.end - partition.start)
        reader = io.BufferedReader(bounded, _BUFFER)
        yield reader
        while reader.read(_BUFFER):
            pass
        if bounded.digest.hexdigest() != partition.digest:
            raise SourceChanged(said("spread.other_bytes", partition=partition.called()))


def content_of(file: File, *, largest: int, wanted: str) -> bytes:
    """All bytes of a file; raises Unreadable in the words of a run on one machine.

    One byte more than ``largest`` at the most is given, for the caller to refuse. ``wanted`` is a
    key as that of ``kb.files``.
    """
    if file.unread:
        raise _unread(file, file.unread, wanted)
    try:
        content = place_of(file.address).read(largest + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        if file.size >= 0:
            raise _unseen(file.name) from error
        raise _unread(file, said("system.enoent"), wanted) from error
    except (PermissionError, IsADirectoryError) as error:
        raise _unread(file, reason(error), wanted) from error
    if 0 <= file.size <= largest and len(content) != file.size:
        raise SourceChanged(
            said("spread.other_size", name=file.name, size=len(content), before=file.size)
        )
    return content


def checked_content(file: File, *, largest: int, wanted: str) -> bytes:
    """The same; raises Unreadable also where there is more."""
    content = content_of(file, largest=largest, wanted=wanted)
    if len(content) > largest:
        raise Unreadable(said("file.too_large", path=file.name, most=largest // 2**20))
    return content


def _unread(file: File, why: str, wanted: str) -> Unreadable:
    return Unreadable(said("file.unread", path=file.name, why=why, wanted=said(f"wanted.{wanted}")))


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _unseen(name: str) -> OtherWorker:
    return OtherWorker(said("spread.unseen", name=name, host=gethostname()))
