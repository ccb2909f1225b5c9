"""YAML: the rule numbers that are values of keys such as ``rule``, with the name beside each."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import yaml

from kb.cite import citations
from kb.lang import folded
from kb.lint.words import words
from kb.model import Citation

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RULES = "rules "
"""What makes a bare number a citation."""
_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")
_BLOCK_STYLES = ("|", ">")


class Value(NamedTuple):
    """A value that may hold rule numbers: ``text[start:end]``, quotes included."""

    start: int
    end: int
    names: tuple[str, ...]
    """What the same mapping says under keys such as ``name``."""
    titles: tuple[str, ...]
    """What it says under keys such as ``title``."""


@dataclass(slots=True)
class _Open:
    """A mapping or a list whose end has not come yet."""

    is_mapping: bool
    owner: "_Open | None"
    """Of a list that is the value of a rule key, the mapping of that key."""
    key: str | None = None
    """The key that waits for its value."""
    awaits_value: bool = False
    values: list[tuple[int, int]] = field(default_factory=list)
    listed: list[tuple[int, int]] = field(default_factory=list)
    """Members of a list that is the value of a rule key."""
    names: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)

    def take(self, key: str | None) -> str | None:
        """Begin a key or end a value; gives the key of the value."""
        if not self.is_mapping:
            return None
        self.awaits_value = not self.awaits_value
        if self.awaits_value:
            self.key = key
            return None
        return self.key


def added(text: str, read: Sequence[Citation]) -> tuple[list[Citation], Mapping[int, Value]]:
    """The citations of a text with those that are values, in its order.

    Beside them, by the place of the number, each value that holds one number alone.
    """
    found = list(read)
    alone: dict[int, Value] = {}
    places = [(citation.start, citation.end) for citation in found]
    for value in values(text):
        for citation in _citations(text, value):
            place = bisect_left(places, (citation.end, 0))
            if not place or places[place - 1][1] <= citation.start:
                places.insert(place, (citation.start, citation.end))
                found.insert(place, citation)
        first = bisect_left(places, (value.start, 0))
        first -= bool(first and places[first - 1][1] > value.start)
        inside = found[first : bisect_left(places, (value.end, 0))]
        for index, citation in enumerate(inside, start=first):
            if citation.title is not None and citation.end > value.end:
                # the quoted words behind the value are another key, no title
                end = max((mention.end for mention in citation.mentions), default=value.end)
                found[index] = citation._replace(title=None, end=end)
        starts = [
            m.start for each in inside for m in each.mentions if value.start <= m.start < value.end
        ]
        if len(starts) == 1:
            alone[starts[0]] = value
    return found, alone


def _citations(text: str, value: Value) -> Iterator[Citation]:
    """What the value cites, read as if a rule word stood before it."""
    shift = value.start - len(_RULES)
    for read in citations(_RULES + text[value.start : value.end]):
        yield read._replace(
            mentions=tuple(
                each._replace(start=each.start + shift, end=each.end + shift)
                for each in read.mentions
            ),
            start=max(read.start, len(_RULES)) + shift,
            end=read.end + shift,
        )


def values(text: str) -> Iterator[Value]:
    """The values of all documents of a text, as far as it is YAML.

    Events only: no node is built, no alias is followed, no tag is obeyed.
    """
    if not _may_hold_key().search(text):
        return
    # indexes are those of the text without its byte order mark
    shift = 1 if text.startswith("\ufeff") else 0
    found: list[_Open] = []
    # what is no YAML any more is read as any text is; what came before it stands
    with suppress(yaml.YAMLError, UnicodeError):
        _collect(text[shift:], found)
    for mapping in found:
        names, titles = tuple(mapping.names), tuple(mapping.titles)
        for start, end in mapping.values:
            yield Value(start + shift, end + shift, names, titles)
        several = len(mapping.listed) > 1  # a name is not compared with a list
        for start, end in mapping.listed:
            listed = ((), ()) if several else (names, titles)
            yield Value(start + shift, end + shift, *listed)


def _collect(text: str, found: list[_Open]) -> None:
    spoken = words()
    stack: list[_Open] = []
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            top = stack[-1] if stack else None
            key = top.take("") if top else None
            holds_rules = not is_mapping and key in spoken.yaml_rule
            stack.append(_Open(is_mapping, top if holds_rules else None))
            if is_mapping:
                found.append(stack[-1])
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            stack.pop()
        elif isinstance(event, yaml.AliasEvent) and stack:
            stack[-1].take("")
        elif isinstance(event, yaml.ScalarEvent) and stack:
            top = stack[-1]
            start, end = (mark.index if mark else 0 for mark in (event.start_mark, event.end_mark))
            place = _past_properties(text, start), end
            if top.owner is not None:
                top.owner.listed.append(place)
                continue
            key = top.take(folded(event.value))
            if key in spoken.yaml_rule and event.style not in _BLOCK_STYLES:
                top.values.append(place)
            elif key in spoken.yaml_name:
                top.names.append(event.value)
            elif key in spoken.yaml_title:
                top.titles.append(event.value)


def _past_properties(text: str, start: int) -> int:
    """Where a value begins behind its anchor and its tag."""
    match = _PROPERTIES.match(text, start)
    return match.end() if match else start


def _may_hold_key() -> re.Pattern[str]:
    keys = "|".join(sorted(words().yaml_rule))
    return re.compile(rf"(?:{keys})[\"']?\s*:", re.IGNORECASE)
