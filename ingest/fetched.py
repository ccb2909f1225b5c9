"""Fetched documents: what arrived from the net, kept with its hash, time and address."""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from kb.errors import Unfetched
from kb.saying import said

FOLDER = "fetched"
"""Inside the folder of the knowledge base."""
_LOG = "arrivals.jsonl"
_DOCUMENTS = "documents"


@dataclass(frozen=True, slots=True)
class Arrival:
    """A document as it came: which address was asked, which one answered, when, and what."""

    address: str
    answered: str
    """Another address where the first one led on to it."""
    time: str
    """UTC, ``2026-11-30T03:40:12Z``."""
    hash: str
    """SHA-256 of the content, hexadecimal."""
    size: int
    source: str | None = None
    """The id of the source that it was fetched for."""

    @property
    def at(self) -> datetime:
        return datetime.fromisoformat(self.time)


class Fetched:
    """The folder in which they are kept; a line is written after the content it names is safe."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def log(self) -> Path:
        return self.folder / _LOG

    def keep(
        self, content: bytes, *, address: str, answered: str, wall: float, source: str | None
    ) -> Arrival:
        digest = hashlib.sha256(content).hexdigest()
        moment = datetime.fromtimestamp(int(wall), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        arrival = Arrival(address, answered, moment, digest, len(content), source)
        self._write(digest, content)
        self._append(json.dumps(asdict(arrival), ensure_ascii=False))
        return arrival

    def arrivals(self) -> Iterator[Arrival]:
        """All that is noted, the oldest first; a line cut off by a crash is passed over."""
        try:
            text = self.log.read_bytes().decode("utf-8", "replace")
        except FileNotFoundError:
            return
        for line in text.split("\n"):
            arrival = _arrival(line)
            if arrival is not None:
                yield arrival

    def last(self, address: str) -> Arrival | None:
        """The newest arrival from an address."""
        found = None
        for arrival in self.arrivals():
            if arrival.address == address:
                found = arrival
        return found

    def content(self, arrival: Arrival) -> bytes:
        """Raises Unfetched where it is gone or is no longer what arrived."""
        path = self._path(arrival.hash)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise Unfetched(said("fetch.lost", path=path, why=error.strerror)) from error
        if hashlib.sha256(content).hexdigest() != arrival.hash:
            raise Unfetched(said("fetch.changed", path=path, time=arrival.time))
        return content

    def _path(self, digest: str) -> Path:
        return self.folder / _DOCUMENTS / digest

    def _write(self, digest: str, content: bytes) -> None:
        path = self._path(digest)
        if path.is_file() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix="making-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def _append(self, line: str) -> None:
        """One write for one line, so that two fetches at once do not mix theirs."""
        with self.log.open("ab+") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                line = line if file.read(1) == b"\n" else f"\n{line}"
            file.write(f"{line}\n".encode())


def _arrival(line: str) -> Arrival | None:
    if not line.strip():
        return None
    try:
        row = json.loads(line)
        arrival = Arrival(**row)
        well = len(arrival.hash) == 64 and arrival.hash.isalnum() and arrival.at.tzinfo is not None
    except (ValueError, TypeError):
        return None
    return arrival if well else None
