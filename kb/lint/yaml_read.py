"""YAML as the lint reads it: scalars under keys such as ``rule``, with the names beside them."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import yaml

from kb.lang import folded
from kb.lint.limit import MOST, too_many
from kb.lint.words import Words, words

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MERGE = "<<"
_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")
_HEADER = re.compile(r"[|>][^\r\n]*(?:\r\n|\r|\n|\Z)")
_LINE = re.compile(r"[^\r\n]+")
_Span = tuple[int, int]


class Value(NamedTuple):
    """A scalar that may hold rule numbers, with what stands beside it in its mappings."""

    parts: tuple[_Span, ...]
    """``text[start:end]`` of each that is read by itself: the scalar with its quotes, or the
    lines of a literal one; never none."""
    escaped: bool
    """Signs may stand behind a backslash."""
    is_block: bool
    """It is a block of lines, which may be sentences."""
    names: tuple[str, ...]
    """What the same mapping says under keys such as ``name``."""
    titles: tuple[str, ...]
    """What it says under keys such as ``title``."""

    @property
    def start(self) -> int:
        return self.parts[0][0]

    @property
    def end(self) -> int:
        return self.parts[-1][1]


@dataclass(frozen=True, slots=True)
class _Scalar:
    text: str
    parts: tuple[_Span, ...]
    escaped: bool
    is_block: bool


@dataclass(slots=True)
class _List:
    """A list whose end need not have come yet."""

    anchor: str | None
    taker: "_Mapping | None" = None
    """The mapping in which it is the value of a rule key."""
    merges_into: "_Mapping | None" = None
    members: list[_Scalar] = field(default_factory=list)

    @property
    def is_wanted(self) -> bool:
        return self.taker is not None or self.anchor is not None


@dataclass(slots=True)
class _Mapping:
    """A mapping whose end need not have come yet."""

    anchor: str | None
    merges_into: "_Mapping | None" = None
    key: str | None = None
    """The key that waits for its value, folded."""
    awaits_value: bool = False
    values: list[_Scalar] = field(default_factory=list)
    listed: list[_Scalar] = field(default_factory=list)
    """Members of lists that are values of rule keys."""
    names: list[tuple[str, str]] = field(default_factory=list)
    """Keys such as ``name``, each with what it says."""
    titles: list[tuple[str, str]] = field(default_factory=list)
    merged: list["_Mapping"] = field(default_factory=list)

    def take(self, key: str) -> str | None:
        """Begin a key or end a value; gives the key of the value."""
        self.awaits_value = not self.awaits_value
        if self.awaits_value:
            self.key = key
            return None
        return self.key

    def close(self) -> None:
        """Take over what the mapping does not say itself."""
        for other in self.merged:
            self.names += _lacking(self.names, other.names)
            self.titles += _lacking(self.titles, other.titles)
        self.merged.clear()


_Node = _Scalar | _List | _Mapping


def _lacking(
    own: Iterable[tuple[str, str]], other: Iterable[tuple[str, str]]
) -> list[tuple[str, str]]:
    keys = {key for key, _ in own}
    return [(key, said) for key, said in other if key not in keys]


def values(text: str) -> list[Value]:
    """The values of all documents of a text in its order, as far as it is YAML.

    Events only: no tag is obeyed, and of what an alias stands for each scalar is read once, where
    it is written, with the names of all mappings in which it is a value. What a mapping takes over
    by a merge key are names; the numbers of the other are judged by the names beside them there.
    Raises Unreadable where there are more than ``MOST``.
    """
    if not _may_hold_key().search(text):
        return []
    # indexes are those of the text without its byte order mark
    shift = 1 if text.startswith("\ufeff") else 0
    reader = _Reader(text[shift:])
    # what is no YAML any more is read as any text is; what came before it stands
    with suppress(yaml.YAMLError, UnicodeError):
        reader.read()
    return sorted(_joined(reader.found, shift), key=lambda value: value.parts)


def _joined(found: Iterable[_Mapping], shift: int) -> Iterator[Value]:
    """One value for each scalar, whatever number of mappings it is in."""
    scalars: dict[int, _Scalar] = {}
    names: dict[int, dict[str, None]] = {}
    titles: dict[int, dict[str, None]] = {}
    for mapping in found:
        alone = mapping.listed if len(mapping.listed) == 1 else ()
        for scalar in (*mapping.values, *mapping.listed):
            place = scalar.parts[0][0]
            scalars[place] = scalar
            names.setdefault(place, {})
            titles.setdefault(place, {})
        for scalar in (*mapping.values, *alone):  # a name is not compared with a list
            place = scalar.parts[0][0]
            names[place].update((said, None) for _, said in mapping.names)
            titles[place].update((said, None) for _, said in mapping.titles)
    for place, scalar in scalars.items():
        parts = tuple((start + shift, end + shift) for start, end in scalar.parts)
        beside = tuple(names[place]), tuple(titles[place])
        yield Value(parts, scalar.escaped, scalar.is_block, *beside)


class _Reader:
    """Goes through the events of one text."""

    def __init__(self, text: str) -> None:
        self.found: list[_Mapping] = []
        self._text = text
        self._words: Words = words()
        self._stack: list[_List | _Mapping] = []
        self._anchors: dict[str, _Node] = {}
        self._count = 0

    def read(self) -> None:
        try:
            for event in yaml.parse(self._text, Loader=_LOADER):
                self._take(event)
        finally:
            for each in self._stack:  # of a text that breaks off
                if isinstance(each, _Mapping):
                    each.close()

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._open(event)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._close()
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._anchors.clear()

    def _open(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent) -> None:
        top = self._stack[-1] if self._stack else None
        taker = merges_into = None
        if isinstance(top, _Mapping):
            key = top.take("")
            taker = top if key in self._words.yaml_rule else None
            merges_into = top if key == _MERGE else None
        elif isinstance(top, _List):
            merges_into = top.merges_into
        opened: _List | _Mapping
        if isinstance(event, yaml.MappingStartEvent):
            opened = _Mapping(event.anchor, merges_into)
            self.found.append(opened)
        else:
            opened = _List(event.anchor, taker, merges_into)
        self._stack.append(opened)

    def _close(self) -> None:
        closed = self._stack.pop()
        if isinstance(closed, _Mapping):
            closed.close()
            if closed.merges_into is not None:
                closed.merges_into.merged.append(closed)
        elif closed.taker is not None:
            closed.taker.listed += closed.members
        if closed.anchor is not None:  # known only now, so that nothing holds itself
            self._anchors[closed.anchor] = closed

    def _alias(self, event: yaml.AliasEvent) -> None:
        top, node = self._stack[-1] if self._stack else None, self._anchors.get(event.anchor or "")
        if isinstance(top, _List):
            if isinstance(node, _Scalar) and top.is_wanted:
                top.members.append(node)
            elif isinstance(node, _Mapping) and top.merges_into is not None:
                top.merges_into.merged.append(node)
        elif isinstance(top, _Mapping):
            key = top.take(_key(node.text) if isinstance(node, _Scalar) else "")
            if key == _MERGE and isinstance(node, _Mapping):
                top.merged.append(node)
            elif key in self._words.yaml_rule and isinstance(node, _List):
                top.listed += node.members
            elif key is not None and isinstance(node, _Scalar):
                self._say(top, key, node)

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        top = self._stack[-1] if self._stack else None
        if isinstance(top, _List):
            if top.is_wanted or event.anchor is not None:
                scalar = self._kept(event)
                if top.is_wanted:
                    top.members.append(scalar)
        elif isinstance(top, _Mapping):
            key = top.take("" if top.awaits_value else _key(event.value))
            if event.anchor is not None or self._speaks(key):
                scalar = self._kept(event)
                if key is not None:
                    self._say(top, key, scalar)

    def _speaks(self, key: str | None) -> bool:
        spoken = self._words
        return key in spoken.yaml_rule or key in spoken.yaml_name or key in spoken.yaml_title

    def _say(self, mapping: _Mapping, key: str, scalar: _Scalar) -> None:
        """What a key has for its value."""
        if key in self._words.yaml_rule:
            mapping.values.append(scalar)
        elif key in self._words.yaml_name:
            mapping.names.append((key, scalar.text))
        elif key in self._words.yaml_title:
            mapping.titles.append((key, scalar.text))

    def _kept(self, event: yaml.ScalarEvent) -> _Scalar:
        start, end = (mark.index if mark else 0 for mark in (event.start_mark, event.end_mark))
        properties = _PROPERTIES.match(self._text, start)
        start = properties.end() if properties else start
        parts: tuple[_Span, ...] = ((start, end),)
        is_block = event.style in ("|", ">")
        if is_block:
            parts = tuple(self._lines(start, end)) or ((end, end),)
            if event.style == ">":  # its lines are one
                parts = ((parts[0][0], parts[-1][1]),)
        self._count += len(parts)
        if self._count > MOST:
            raise too_many()
        escaped = event.style == '"' and "\\" in self._text[start:end]
        scalar = _Scalar(event.value, parts, escaped, is_block)
        if event.anchor is not None:
            self._anchors[event.anchor] = scalar
        return scalar

    def _lines(self, start: int, end: int) -> Iterator[_Span]:
        """The lines of a block below its header, without the blanks around them."""
        header = _HEADER.match(self._text, start, end)
        for line in _LINE.finditer(self._text, header.end() if header else start, end):
            said = line[0].strip()
            if said:
                first = line.start() + line[0].index(said)
                yield first, first + len(said)


@lru_cache(maxsize=1024)
def _key(written: str) -> str:
    return folded(written)


def _may_hold_key() -> re.Pattern[str]:
    keys = "|".join(sorted(words().yaml_rule))
    return re.compile(rf"(?:{keys})[\"']?\s*:", re.IGNORECASE)
