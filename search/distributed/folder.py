"""The folder of the parts: what work is in it, which partitions are done, and the manifest."""

import hashlib
import json
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from kb.saying import Saying, said
from search.distributed import orders
from search.distributed.addresses import Place, empty_scratch, place_of
from search.distributed.carrying import DONE, WORK, record_name, write_whole
from search.distributed.content import digest_of
from search.distributed.errors import OtherWork, SourceChanged
from search.distributed.orders import Bunch, Partition, Range, Record
from search.distributed.parts import FOLDER

MANIFEST = "manifest.json"
_FORMAT = "regulae-parts/1"
_LARGEST = 64 * 2**20
"""Bytes of a record or of a file of a bunch that is read again."""


class Work(msgspec.Struct, frozen=True):
    """What is done in a folder; another work needs another folder."""

    command: str
    program: str
    options: str
    form: str
    size: int
    """Bytes of a partition."""
    format: str = _FORMAT


class Parts(NamedTuple):
    """A folder that is open for one work."""

    place: Place
    work: str
    """SHA-256 of what it says of the work."""
    done: frozenset[int]
    """The partitions of which it has a record."""

    @property
    def address(self) -> str:
        return self.place.address()

    def finished(self, number: int, partition: Partition) -> Record | None:
        """The record of a partition that is done, if its part is there.

        Raises SourceChanged where it was another partition that was done.
        """
        if number not in self.done:
            return None
        record = _record(self.place, number)
        if record is None:
            return None
        _same_source(record, partition)
        part = self.place.below(record.part).there()
        return record if part is not None and part.size == record.bytes else None

    def close(self, partitions: int, totals: dict[str, object]) -> None:
        """Write the manifest over all partitions; raises SourceChanged where more were done."""
        more = sorted(number for number in self.done if number >= partitions)
        if more:
            raise SourceChanged(
                said("spread.fewer", out=self.place.path, number=more[0], count=partitions)
            )
        write_whole(self.place, MANIFEST, self._manifest(partitions, totals))
        empty_scratch(self.place)

    def _manifest(self, partitions: int, totals: dict[str, object]) -> Iterator[bytes]:
        work = self.place.below(WORK).read(_LARGEST)
        yield b'{"work": ' + work
        yield b', "totals": ' + json.dumps(totals).encode()
        yield b', "partitions": ['
        for number in range(partitions):
            record = self.place.below(record_name(number)).read(_LARGEST)
            yield (b",\n" if number else b"\n") + record
        yield b"]}\n"


def opened(out: str, work: Work) -> Parts:
    """The folder, made where there is none; raises OtherWork where it has something else in it."""
    place = place_of(out)
    content = orders.written(work)
    found = place.below(WORK)
    there = found.there()
    if there is None:
        if place.there() is not None:
            raise OtherWork(said("spread.out_file", out=out))
        if place.is_folder() and next(place.files(), None) is not None:
            raise OtherWork(said("spread.out_taken", out=out))
        for name in ("", FOLDER, DONE):
            (place.below(name) if name else place).make_folder()
        write_whole(place, WORK, [content])
        done: frozenset[int] = frozenset()
    else:
        before = found.read(_LARGEST)
        if before != content:
            raise OtherWork(_difference(out, before, work))
        done = frozenset(_numbers(place.below(DONE)))
    return Parts(place, hashlib.sha256(content).hexdigest(), done)


def _difference(out: str, before: bytes, work: Work) -> Saying:
    """What the folder says of its work, where this is another."""
    try:
        then = orders.read(before, Work)
    except (ValueError, msgspec.ValidationError):
        return said("spread.out_foreign", out=out, file=WORK)
    for key in ("command", "program", "form", "size", "options"):
        was, now = getattr(then, key), getattr(work, key)
        if was != now:
            return said("spread.out_other", out=out, key=key, was=was, now=now)
    return said("spread.out_foreign", out=out, file=WORK)


def _numbers(done: Place) -> Iterator[int]:
    for stat in done.files() if done.is_folder() else ():
        name = stat.path.rpartition("/")[2]
        if name.endswith(".json") and name[:-5].isdigit():
            yield int(name[:-5])


def _record(place: Place, number: int) -> Record | None:
    """None where it is damaged: the partition is done again."""
    try:
        return orders.read(place.below(record_name(number)).read(_LARGEST), Record)
    except (ValueError, msgspec.ValidationError):
        return None


def _same_source(record: Record, partition: Partition) -> None:
    was = record.partition
    if isinstance(was, Range) and isinstance(partition, Range):
        here = (partition.name, partition.start, partition.end, partition.digest)
        if (was.name, was.start, was.end, was.digest) == here:
            return
        raise _changed(record, was.called(), partition.called())
    if isinstance(was, Bunch) and isinstance(partition, Bunch):
        if [file.name for file in was.files] != [file.name for file in partition.files]:
            raise _changed(record, was.called(), partition.called())
        for old, new, digest in zip(was.files, partition.files, record.contents, strict=True):
            alike = (old.size, old.token, old.unread) == (new.size, new.token, new.unread)
            if not alike and digest != _digest(new.address):
                raise _changed(record, old.name, new.name)
        return
    raise _changed(record, was.called(), partition.called())


def _digest(address: str) -> str:
    """Of a file that another time or tag is told of: a copy is the same all the same."""
    place = place_of(address)
    return digest_of(place.read(_LARGEST + 1)) if place.there() is not None else ""


def _changed(record: Record, was: str, here: str) -> SourceChanged:
    if was == here:
        return SourceChanged(said("spread.changed", name=here, number=record.number))
    return SourceChanged(said("spread.became", name=here, was=was, number=record.number))
