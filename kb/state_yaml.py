"""YAML as state documents use it: null, booleans, integers and texts, with the line of each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from kb.errors import BadState
from kb.pointer import ROOT, Pointer

LONGEST_TEXT = 16_000_000
"""Characters of one document."""
MOST_VALUES = 400_000
"""Values of one document, those behind an alias counted each time."""
DEEPEST = 60
LONGEST_NUMBER = 15
"""Digits of an integer."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"-?(?:0|[1-9]\d*)", re.ASCII)
# No dates, no floats, no yes/no/on/off: `rule: 302.6`, `rules: 2026-01-16` and `on:` are texts.
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_BARE_COST = re.compile(r"""[:\[,]\s*(?:\{[0-9WUBRGCXYZSP/]+\}|\d+(?=\{))[^'"]*""", re.ASCII)
_NO_TAG = (None, "!")


@dataclass(slots=True)
class _Open:
    """A list or map whose end has not come yet."""

    value: Any
    at: Pointer
    anchor: str | None
    line: int
    weight: int = 1
    depth: int = 1
    key: str | None = None
    """The key that waits for its value."""


@dataclass(slots=True)
class _Builder:
    name: str
    stack: list[_Open] = field(default_factory=list)
    anchors: dict[str, tuple[Any, int, int]] = field(default_factory=dict)
    """Value, weight and depth of what an anchor names."""
    lines: dict[Pointer, int] = field(default_factory=dict)
    root: Any = None
    first: int = 1
    seen: int = 0

    def fail(self, line: int, message: str) -> BadState:
        return BadState(f"{self.name}:{line}: {message}")

    def place(self) -> Pointer:
        if not self.stack:
            return ROOT
        top = self.stack[-1]
        return top.at / (len(top.value) if isinstance(top.value, list) else str(top.key))

    def is_key(self) -> bool:
        top = self.stack[-1] if self.stack else None
        return top is not None and isinstance(top.value, dict) and top.key is None

    def add(self, value: Any, line: int, *, weight: int = 1, depth: int = 0) -> None:
        """Put a finished value where it belongs."""
        self.seen += weight
        if self.seen > MOST_VALUES:
            raise self.fail(line, f"more than {MOST_VALUES} values in one document")
        if len(self.stack) + depth > DEEPEST:
            raise self.fail(line, f"nested deeper than {DEEPEST} levels")
        if not self.stack:
            self.root, self.first = value, line
            self.lines[ROOT] = line
            return
        top = self.stack[-1]
        top.weight += weight
        top.depth = max(top.depth, depth + 1)
        self.lines.setdefault(self.place(), line)
        if isinstance(top.value, list):
            top.value.append(value)
        else:
            top.value[top.key] = value
            top.key = None

    def key(self, text: str, line: int) -> None:
        top = self.stack[-1]
        if text in top.value:
            raise self.fail(line, f"{top.at or '/'}: the key {text!r} stands twice")
        top.key = text
        self.lines[top.at / text] = line

    def open(self, value: Any, line: int, anchor: str | None) -> None:
        if self.is_key():
            raise self.fail(
                line,
                "a map or list where a key was wanted "
                '(a mana cost in braces needs quotes: "{2}{R}", or the short form 2R)',
            )
        if len(self.stack) >= DEEPEST:
            raise self.fail(line, f"nested deeper than {DEEPEST} levels")
        if anchor is not None:
            self.anchors.pop(anchor, None)
        self.stack.append(_Open(value, self.place(), anchor, line))

    def close(self) -> None:
        done = self.stack.pop()
        if done.anchor is not None:
            self.anchors[done.anchor] = (done.value, done.weight, done.depth)
        self.seen -= done.weight - 1  # its parts were counted as they came
        self.add(done.value, done.line, weight=done.weight, depth=done.depth)

    def scalar(self, event: Any, line: int) -> None:
        if event.tag not in _NO_TAG:
            raise self.fail(line, f"the tag {event.tag}; wanted a value without a tag")
        if self.is_key():
            if event.anchor is not None:
                raise self.fail(line, f"an anchor (&{event.anchor}) on a key")
            self.key(event.value, line)
            return
        value = _plain(event.value, self, line) if event.implicit[0] else event.value
        if event.anchor is not None:
            self.anchors[event.anchor] = (value, 1, 0)
        self.add(value, line)

    def alias(self, name: str, line: int) -> None:
        if self.is_key():
            raise self.fail(line, f"an alias (*{name}) as a key")
        if name not in self.anchors:
            raise self.fail(line, f"the alias *{name} before the end of what &{name} names")
        value, weight, depth = self.anchors[name]
        self.add(value, line, weight=weight, depth=depth)


def _plain(text: str, builder: _Builder, line: int) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if not _INTEGER.fullmatch(text):
        return text
    if len(text) > LONGEST_NUMBER:
        raise builder.fail(line, f"the number {text[:20]}… has more than {LONGEST_NUMBER} digits")
    return int(text)


def yaml_documents(text: str, *, name: str) -> Iterator[tuple[Any, int, dict[Pointer, int]]]:
    """Value, first line and lines of each document; raises BadState where it is no such YAML."""
    if len(text) > LONGEST_TEXT:
        raise BadState(f"{name}: longer than {LONGEST_TEXT} characters")
    builder = _Builder(name)
    try:
        events: Iterator[Any] = yaml.parse(text, Loader=_LOADER)
        for event in events:
            line = event.start_mark.line + 1
            if isinstance(event, yaml.DocumentStartEvent):
                builder = _Builder(name)
            elif isinstance(event, yaml.DocumentEndEvent):
                yield builder.root, builder.first, builder.lines
            elif isinstance(event, yaml.ScalarEvent):
                builder.scalar(event, line)
            elif isinstance(event, yaml.AliasEvent):
                builder.alias(str(event.anchor), line)
            elif isinstance(event, yaml.CollectionStartEvent):
                if event.tag not in _NO_TAG:
                    raise builder.fail(line, f"the tag {event.tag}; wanted a value without a tag")
                is_map = isinstance(event, yaml.MappingStartEvent)
                builder.open({} if is_map else [], line, event.anchor)
            elif isinstance(event, yaml.CollectionEndEvent):
                builder.close()
    except yaml.MarkedYAMLError as error:
        raise BadState(_explained(error, text, name)) from error
    except yaml.YAMLError as error:  # a sign that YAML does not allow
        raise BadState(f"{name}: not YAML: {' '.join(str(error).split())}") from error


def _explained(error: yaml.MarkedYAMLError, text: str, name: str) -> str:
    mark = error.problem_mark or error.context_mark
    line = mark.line if mark is not None else 0
    lines = text.splitlines()
    # The parser often stops a line after the fault.
    for number in (line, line - 1):
        if 0 <= number < len(lines) and _BARE_COST.search(lines[number]):
            return (
                f"{name}:{number + 1}: a mana cost in braces needs quotes: "
                f'"{{2}}{{R}}", or the short form 2R'
            )
    remedy = ""
    if 0 <= line < len(lines) and "{" in lines[line]:
        remedy = " (inside {...} a text with a comma, a brace or a colon needs quotes)"
    return f"{name}:{line + 1}: not YAML: {error.problem or error.context}{remedy}"
