"""What crosses between driver and workers, as bytes of JSON: orders, records, what went wrong.

Dask would carry any Python object, by pickling it. Only bytes are given to it, so that what a
worker makes of an order is decided here.
"""

import json
from typing import TypeVar

import msgspec

from kb.lang import ORIGINAL
from kb.saying import Saying, said


class File(msgspec.Struct, frozen=True):
    """A file as the driver saw it."""

    name: str
    """As it was named, and as answers call it."""
    address: str
    size: int = -1
    """-1: it was not there."""
    token: str = ""
    unread: str = ""
    """Why the driver already could not read it."""


class Range(msgspec.Struct, frozen=True, tag="range"):
    """Whole lines of a file of JSON Lines."""

    name: str
    address: str
    start: int
    end: int
    """Bytes of the file."""
    line: int
    """The number of the first line."""
    digest: str
    """SHA-256 of these bytes."""

    def called(self) -> Saying:
        return said("spread.range", name=self.name, start=self.start, end=self.end)


class Bunch(msgspec.Struct, frozen=True, tag="bunch"):
    """Files that are read whole."""

    files: tuple[File, ...]

    def called(self) -> Saying:
        first, last = self.files[0].name, self.files[-1].name
        if len(self.files) == 1:
            return said("spread.one", name=first)
        return said("spread.bunch", first=first, last=last)


Partition = Range | Bunch


class Order(msgspec.Struct, frozen=True):
    """One partition to be worked on."""

    number: int
    partition: Partition
    out: str
    """The address of the folder for the parts."""
    work: str
    """SHA-256 of what the folder says of the work."""
    form: str
    program: str
    options: str
    """JSON of the settings of the command."""
    language: str = ORIGINAL
    """In which a worker tells why it cannot do it."""


class Record(msgspec.Struct, frozen=True):
    """A partition that is done: what was read, and where the answers are."""

    number: int
    partition: Partition
    part: str
    bytes: int
    digest: str
    """SHA-256 of the part."""
    rows: int
    unread: int
    """Rows with an error."""
    findings: int
    counts: dict[str, int]
    """What the command counts besides."""
    contents: tuple[str, ...] = ()
    """SHA-256 of each file of a bunch; empty where it could not be read."""
    problems: tuple[str, ...] = ()
    """The first of the errors."""


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """A partition that is not done."""

    number: int
    partition: str
    reason: str


class Carried(msgspec.Struct, frozen=True, tag="carried"):
    """A partition that is done, as a worker answers it."""

    record: Record


Outcome = Carried | Failed
Struct = TypeVar("Struct", bound=msgspec.Struct)


def written(value: msgspec.Struct) -> bytes:
    """As JSON in ASCII: a name of a file need not be UTF-8, which msgspec alone would refuse."""
    return json.dumps(msgspec.to_builtins(value)).encode("ascii")


def read(content: bytes | str, kind: type[Struct]) -> Struct:
    """Raises msgspec.ValidationError and ValueError where it is nothing of that kind."""
    return msgspec.convert(json.loads(content), kind)


def read_outcome(content: bytes) -> Outcome:
    return msgspec.convert(json.loads(content), Outcome)  # type: ignore[no-any-return]
