"""The batches of game states that a command line names: files, lines of a stream, one text."""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import IO, NamedTuple

from kb.errors import Unreadable
from kb.saying import said
from kb.state_text import JSON_LINES, is_json_line
from kb.state_yaml import LONGEST_TEXT

STANDARD_INPUT = "-"
SUFFIXES = (".yaml", ".yml", ".json", *JSON_LINES)
LARGEST = 64 * 2**20
"""Bytes of one file that is read whole; of JSON Lines only a line is, whatever their number."""
_LINES = 64
_FILES = 4
_PIECE = 2**20


class Lines(NamedTuple):
    """Lines of JSON Lines, one after the other."""

    name: str
    first: int
    """The number of the first one."""
    lines: tuple[bytes, ...]


class Files(NamedTuple):
    """Files that the process which gets the batch reads."""

    paths: tuple[str, ...]


class Content(NamedTuple):
    """What only this process can read, and as a whole."""

    name: str
    content: bytes


class Unread(NamedTuple):
    """What could not be read, with the reason."""

    reason: str


Batch = Lines | Files | Content | Unread


def batches(names: Iterable[str], *, at_once: bool = False) -> Iterator[Batch]:
    """The batches in the order of the names, folders in that of their paths.

    ``at_once``: a line of standard input is not kept waiting for those after it.
    Raises Unreadable for an empty name and for a folder without a game state.
    """
    whole: list[str] = []
    for path in paths(names):
        if path != STANDARD_INPUT and not path.lower().endswith(JSON_LINES):
            whole.append(path)
            if len(whole) == _FILES:
                yield Files(tuple(whole))
                whole = []
            continue
        if whole:
            yield Files(tuple(whole))
            whole = []
        yield from _standard_input(at_once) if path == STANDARD_INPUT else _of_file(path)
    if whole:
        yield Files(tuple(whole))


def paths(names: Iterable[str]) -> Iterator[str]:
    """The files of game states that names stand for; - stays what it is."""
    for name in names:
        if not name:
            raise Unreadable(said("file.empty_name", wanted=said("wanted.state")))
        folder = Path(name)
        if name == STANDARD_INPUT or not folder.is_dir():
            yield name
            continue
        found = [
            path
            for path in sorted(folder.rglob("*"))
            if path.suffix.lower() in SUFFIXES and path.is_file()
        ]
        if not found:
            raise Unreadable(said("file.no_state", path=name, suffixes=", ".join(SUFFIXES)))
        yield from map(str, found)


def _of_file(path: str) -> Iterator[Batch]:
    try:
        with Path(path).open("rb") as file:
            yield from _lines(path, each_line(file))
    except (OSError, ValueError) as error:  # ValueError: a NUL inside the name
        reason = getattr(error, "strerror", None) or error
        yield Unread(f"{path}: {reason}; wanted a game state")


def _standard_input(at_once: bool) -> Iterator[Batch]:
    """JSON Lines line by line, so that a program may write and read at once."""
    if sys.stdin is None:
        yield Unread("-: standard input is closed; wanted a game state")
        return
    yield from of_stream(sys.stdin.buffer, at_once=at_once)


def of_stream(stream: IO[bytes], *, at_once: bool = False) -> Iterator[Batch]:
    """The batches of what comes without a name: JSON Lines as they come, else all of it."""
    head: list[bytes] = []
    begun: list[bytes] = []
    size = 0
    for line in each_line(stream):
        head.append(line)
        size += len(line)
        if not _blank(line):
            begun.append(line)
        # blank lines may come without end
        if len(begun) == 2 or len(line) > LONGEST_TEXT or size > LARGEST:
            break
    # One line alone is one document of JSON, or the first line of one.
    if len(begun) == 2 and all(map(_is_json_line, begun)):
        at_a_time = 1 if at_once else _LINES
        yield from _lines(STANDARD_INPUT, chain(head, each_line(stream)), at_a_time)
        return
    content = b"".join(head)
    content += stream.read(max(0, LARGEST + 1 - len(content)))
    if len(content) > LARGEST:
        yield Unread(f"-: over {LARGEST // 2**20} MiB; wanted less, or JSON Lines")
    else:
        yield Content(STANDARD_INPUT, content)


def _lines(name: str, lines: Iterable[bytes], size: int = _LINES) -> Iterator[Batch]:
    first, rest = 1, iter(lines)
    while some := tuple(islice(rest, size)):
        yield Lines(name, first, some)
        first += len(some)


def each_line(stream: IO[bytes]) -> Iterator[bytes]:
    """Each line; of one that is too long so much that whoever reads it sees that it is."""
    while line := stream.readline(LONGEST_TEXT + 2):
        yield line
        ended = line.endswith(b"\n")
        while not ended and (more := stream.readline(_PIECE)):
            ended = more.endswith(b"\n")


def _blank(line: bytes) -> bool:
    return not line.strip(b"\xef\xbb\xbf \t\r\n")


def _is_json_line(line: bytes) -> bool:
    return is_json_line(line[:200].decode("utf-8-sig", "replace"))
