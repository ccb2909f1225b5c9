"""Plain values from the text of a state document: YAML, JSON, JSON Lines; each with its lines."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kb.errors import BadState
from kb.pointer import ROOT, Pointer
from kb.state_yaml import DEEPEST, LONGEST_NUMBER, LONGEST_TEXT, MOST_VALUES, yaml_documents

JSON_LINES = (".jsonl", ".ndjson")
Plain = Any
"""null, booleans, integers, texts, lists and maps of them."""


@dataclass(frozen=True, slots=True)
class Raw:
    """One document as it came, before anything is known about its keys."""

    value: Plain
    line: int = 1
    lines: dict[Pointer, int] = field(default_factory=dict)
    """Where each value begins; empty for JSON."""

    def line_of(self, at: Pointer) -> int | None:
        """The line of a value, or of the nearest one around it; None where lines are not known."""
        while at not in self.lines and at != ROOT:
            at = Pointer(at.rpartition("/")[0])
        return self.lines.get(at)


def documents(text: str, *, name: str) -> Iterator[Raw]:
    """All documents of a file or stream, in order; raises BadState at the first that is none."""
    if "\0" in text:
        raise BadState(f"{name}: not a text (a game state is YAML, JSON or JSON Lines in UTF-8)")
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise BadState(f"{name}: empty; wanted a game state with format: mtg-state/1")
    yield from _reader(text, name)(text, name)


def _reader(text: str, name: str) -> Callable[[str, str], Iterator[Raw]]:
    """By the name of the file; a stream without one is read as what its first lines are."""
    if name.endswith((".yaml", ".yml")):
        return _yaml
    if name.endswith(JSON_LINES):
        return _json_lines
    if name.endswith(".json"):
        return _json
    lines = [line for line in text.splitlines() if line.strip()]
    if not all(map(is_json_line, lines[:2])):
        # No JSON holds a line of ---: its texts have no bare line ends.
        json_alone = re.match(r'\s*\{\s*"', text) and text.rstrip().endswith("}")
        return _json if json_alone and "\n---" not in text else _yaml
    return _json_lines


def _yaml(text: str, name: str) -> Iterator[Raw]:
    for value, line, lines in yaml_documents(text, name=name):
        yield Raw(value, line, lines)


def _json(text: str, name: str) -> Iterator[Raw]:
    yield Raw(_decoded(text, name, first_line=1))


def _json_lines(text: str, name: str) -> Iterator[Raw]:
    return json_lines(enumerate(text.splitlines(), start=1), name=name)


def json_lines(lines: Iterable[tuple[int, str]], *, name: str) -> Iterator[Raw]:
    """The documents on lines with these numbers; raises BadState at the first that is none."""
    for number, line in lines:
        if line.strip():
            yield Raw(_decoded(line, name, first_line=number), number)


def is_json_line(line: str) -> bool:
    """Whether a stream without a name that begins with such a line may be JSON Lines."""
    return re.match(r'\s*\{\s*(?:"|\})', line) is not None


def _decoded(text: str, name: str, *, first_line: int) -> Plain:
    if len(text) > LONGEST_TEXT:
        raise BadState(f"{name}:{first_line}: a document longer than {LONGEST_TEXT} characters")
    where = f"{name}:{first_line}"

    def unique(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise BadState(f"{where}: the key {twice!r} stands twice in one object")
        return found

    def refused(number: str) -> Plain:
        raise BadState(f"{where}: the number {number}; wanted an integer, or a text in quotes")

    def integer(number: str) -> int:
        return int(number) if len(number) <= LONGEST_NUMBER else refused(number[:20] + "…")

    try:
        value = json.loads(
            text,
            object_pairs_hook=unique,
            parse_float=refused,
            parse_constant=refused,
            parse_int=integer,
        )
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        raise BadState(f"{name}:{line}: not JSON, column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise BadState(f"{where}: nested deeper than {DEEPEST} levels") from error
    _measure(value, where)
    return value


def _measure(value: Plain, where: str) -> None:
    """The limits that the YAML reader keeps while it reads."""
    level: list[Plain] = [value]
    depth, seen = 1, 0
    while level:
        seen += len(level)
        if depth > DEEPEST:
            raise BadState(f"{where}: nested deeper than {DEEPEST} levels")
        if seen > MOST_VALUES:
            raise BadState(f"{where}: more than {MOST_VALUES} values in one document")
        below: list[Plain] = []
        for part in level:
            kind = type(part)  # JSON makes no kinds of these
            if kind is dict:
                below += part.values()
            elif kind is list:
                below += part
        level, depth = below, depth + 1
