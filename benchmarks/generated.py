"""A log of any number of game states that is made where it is read: a store for fsspec.

Its documents are those under data/scenarios and the shared cases, over and over, each with its
number for a title: no two are the same, and no file of many gigabytes need be written to cut one.
"""

import io
import json
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, chain, count
from typing import Any, NamedTuple

import fsspec  # type: ignore[import-untyped]
from distributed import WorkerPlugin

from benchmarks.measure import ROOT, editions_folder
from kb.state_text import documents
from search.distributed.addresses import PROTOCOLS

PROTOCOL = "generated"
_DIGITS = 10
_PLACE = "0" * _DIGITS


class Round(NamedTuple):
    """All documents once, in two halves each, between which the number stands."""

    halves: tuple[tuple[bytes, bytes], ...]
    starts: tuple[int, ...]
    size: int


@cache
def one_round() -> Round:
    scenarios = sorted((ROOT / "data" / "scenarios").glob("*/*.yaml"))
    cases = sorted((editions_folder().parent / "state" / "cases").glob("*.yaml"))
    halves = []
    for path in chain(scenarios, cases):
        for raw in documents(path.read_text(encoding="utf-8"), name=path.name):
            text = json.dumps({**raw.value, "title": _PLACE})
            before, _, behind = text.rpartition(_PLACE)
            halves.append((before.encode(), f"{behind}\n".encode()))
    sizes = [len(before) + _DIGITS + len(behind) for before, behind in halves]
    starts = tuple(accumulate(sizes, initial=0))
    return Round(tuple(halves), starts[:-1], starts[-1])


def size_of(many: int) -> int:
    """Bytes of so many documents."""
    full, rest = divmod(many, len(one_round().halves))
    return full * one_round().size + (one_round().starts[rest] if rest else 0)


def _from(at: int) -> Iterator[bytes]:
    """What stands from a byte on, document by document, without an end."""
    every = one_round()
    rounds, inside = divmod(at, every.size)
    first = bisect_right(every.starts, inside) - 1
    skipped = inside - every.starts[first]
    for number in count(rounds * len(every.halves) + first):
        before, behind = every.halves[number % len(every.halves)]
        yield (before + b"%0*d" % (_DIGITS, number) + behind)[skipped:]
        skipped = 0


class _Log(io.RawIOBase):
    """So many documents as a stream."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._at = 0
        self._rest = b""
        self._more: Iterator[bytes] = iter(())

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence != io.SEEK_SET:
            raise io.UnsupportedOperation("only from the beginning")
        self._at, self._rest, self._more = offset, b"", _from(offset)
        return offset

    def readinto(self, buffer: Any) -> int:
        wanted = min(len(buffer), self._size - self._at)
        if self._at == 0 and not self._rest:
            self._more = _from(0)
        parts, size = [self._rest], len(self._rest)
        while size < wanted:
            parts.append(next(self._more))
            size += len(parts[-1])
        content = b"".join(parts)
        buffer[:wanted] = content[:wanted]
        self._rest = content[wanted:]
        self._at += wanted
        return wanted


class Generated(fsspec.AbstractFileSystem):  # type: ignore[misc]
    """``generated://N.jsonl`` is a log of N documents."""

    protocol = PROTOCOL

    def info(self, path: str, **_: object) -> dict[str, object]:
        size = size_of(int(path.strip("/").removesuffix(".jsonl")))
        return {"name": path, "size": size, "type": "file", "mtime": "0"}

    def _open(self, path: str, mode: str = "rb", **_: object) -> io.BufferedReader:
        return io.BufferedReader(_Log(int(str(self.info(path)["size"]))), 2**20)


def register() -> None:
    """Let addresses of such logs be opened in this process."""
    PROTOCOLS[PROTOCOL] = ""
    fsspec.register_implementation(PROTOCOL, Generated, clobber=True)


class Register(WorkerPlugin):
    """The same in each worker, also in those that are started later."""

    name = PROTOCOL

    def setup(self, worker: object) -> None:
        register()
