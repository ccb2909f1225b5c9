"""Parts: the answers of one partition as one file, JSON Lines or Parquet."""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, NamedTuple, Protocol

from search.distributed.addresses import Place

FORMS = ("jsonl", "parquet")
FOLDER = "parts"
_MOST_PROBLEMS = 20
_ROWS = 4_096
_BYTES = 16 * 2**20
"""Rows and signs of answers that Parquet keeps in memory before they are written."""


class Row(NamedTuple):
    """The answer to one document or file."""

    file: str
    number: int | None
    """The line of JSON Lines, or which document of its file it is."""
    answer: str | None
    """JSON; None where nothing could be read."""
    error: str | None
    finding: bool
    rules: tuple[str, ...]
    """The rules that are broken, or the numbers that have rotted."""


class _Writer(Protocol):
    def write(self, row: Row) -> None: ...
    def close(self) -> None: ...


class Sink:
    """A part that is being written."""

    def __init__(self, writer: _Writer) -> None:
        self._writer = writer
        self.rows = 0
        self.unread = 0
        self.findings = 0
        self.problems: list[str] = []
        """The first of the errors."""

    def write(self, row: Row) -> None:
        self._writer.write(row)
        self.rows += 1
        self.findings += row.finding
        if row.error is not None:
            self.unread += 1
            if len(self.problems) < _MOST_PROBLEMS:
                self.problems.append(row.error)


class Part(NamedTuple):
    """A part that is in its place."""

    name: str
    bytes: int
    digest: str


def name_of(number: int, form: str) -> str:
    return f"{FOLDER}/{number:06}.{form}"


@contextmanager
def being_written(scratch: str, form: str) -> Iterator[Sink]:
    """A file that is whole on the disk afterwards; removed where something goes wrong."""
    try:
        with open(scratch, "wb") as file:
            writer = _JsonLines(file) if form == "jsonl" else _Parquet(file)
            try:
                yield Sink(writer)
            finally:
                writer.close()
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        if os.path.exists(scratch):
            os.unlink(scratch)
        raise


def put(scratch: str, folder: Place, name: str) -> Part:
    """Into its place by one step."""
    digest = hashlib.sha256()
    with open(scratch, "rb") as file:
        while piece := file.read(2**20):
            digest.update(piece)
    size = os.path.getsize(scratch)
    folder.below(name).put(scratch)
    return Part(name, size, digest.hexdigest())


class _JsonLines:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, row: Row) -> None:
        head = {"file": row.file, "number": row.number, "finding": row.finding}
        told = {**head, "rules": row.rules, "error": row.error}
        # The answer is JSON already; the rest is written in ASCII, since a name may be no UTF-8.
        opened = json.dumps(told)[:-1].encode("ascii")
        answer = b"null" if row.answer is None else _utf8(row.answer)
        self._file.write(b'%b, "answer": %b}\n' % (opened, answer))

    def close(self) -> None:
        """Nothing waits."""


class _Parquet:
    """Row groups of some thousand rows, whatever the size of the part."""

    def __init__(self, file: IO[bytes]) -> None:
        import pyarrow as pa  # type: ignore[import-untyped]
        import pyarrow.parquet as pq  # type: ignore[import-untyped]

        self._arrow = pa
        self._schema = pa.schema(
            [
                pa.field("file", pa.string(), nullable=False),
                pa.field("number", pa.int64()),
                pa.field("finding", pa.bool_(), nullable=False),
                pa.field("rules", pa.list_(pa.string()), nullable=False),
                pa.field("error", pa.string()),
                pa.field("answer", pa.string()),
            ]
        )
        self._writer = pq.ParquetWriter(file, self._schema, compression="zstd")
        self._waiting: list[dict[str, object]] = []
        self._size = 0

    def write(self, row: Row) -> None:
        self._waiting.append(
            {
                "file": _utf8(row.file),
                "number": row.number,
                "finding": row.finding,
                "rules": row.rules,
                "error": None if row.error is None else _utf8(row.error),
                "answer": None if row.answer is None else _utf8(row.answer),
            }
        )
        self._size += len(row.answer or "")
        if len(self._waiting) == _ROWS or self._size > _BYTES:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        if self._waiting:
            self._writer.write_table(self._arrow.Table.from_pylist(self._waiting, self._schema))
        self._waiting, self._size = [], 0


def _utf8(text: str) -> bytes:
    """A lone surrogate, as a name of a file may hold, as JSON would escape it."""
    return text.encode("utf-8", "backslashreplace")
