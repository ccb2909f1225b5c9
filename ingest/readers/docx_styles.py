"""What the style of a paragraph in a word-processor file makes of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from docx.document import Document as WordDocument
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml.ns import qn
from lxml import etree

from kb.errors import Unreadable

MOST_ELEMENTS = 100_000
"""Elements of all styles, and of all lists; a whole edition has one and five thousand."""

_ID, _VALUE = qn("w:styleId"), qn("w:val")
_PROPERTIES, _NUMBERED = qn("w:pPr"), qn("w:numPr")
_LEVELS = frozenset("012345678")
_DEEPEST = 20
"""Styles that are based on one another."""
_SILENT = ("none", "bullet")
_HEADING = re.compile(r"heading \d|title|subtitle", re.IGNORECASE)
_CONTENTS = re.compile(r"toc \d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Style:
    """How a paragraph is shown, as far as a reader of rules must know."""

    heading: bool = False
    contents: bool = False
    """A line of the automatic contents list."""
    bullet: bool = False
    numbered: bool = False
    """A number or letter is drawn before it that its text has not."""
    depth: int = 1


@dataclass(slots=True)
class Styles:
    """The styles and the lists of one file."""

    elements: Mapping[str, etree._Element]
    default: str
    formats: Mapping[tuple[str, str], str]
    """How the numbers of a list look, by its id and level."""
    known: dict[tuple[str, str, str], Style] = field(default_factory=dict)

    @classmethod
    def of(cls, word: WordDocument) -> "Styles":
        _check(word.styles.element, "styles")
        elements: dict[str, etree._Element] = {}
        default = ""
        for element in word.styles.element.iter(qn("w:style")):
            identity = element.get(_ID) or ""
            elements[identity] = element
            if element.get(qn("w:type")) == "paragraph" and element.get(qn("w:default")) == "1":
                default = identity
        return cls(elements, default, _formats(word))

    def of_paragraph(self, paragraph: etree._Element) -> Style:
        properties = paragraph.find(_PROPERTIES)
        if properties is None:
            return self.named(self.default, "", "")
        style, listed = properties.find(qn("w:pStyle")), properties.find(_NUMBERED)
        identity = (style.get(_VALUE) if style is not None else None) or self.default
        return self.named(identity, *_list_of(listed))

    def named(self, identity: str, listed: str, level: str) -> Style:
        """The style of this name, with the list that the paragraph itself names."""
        key = (identity, listed, level)
        if key not in self.known:
            self.known[key] = self._read(*key)
        return self.known[key]

    def _read(self, identity: str, listed: str, level: str) -> Style:
        heading = contents = False
        for _ in range(_DEEPEST):
            element = self.elements.get(identity)
            if element is None:
                break
            name = element.find(qn("w:name"))
            called = (name.get(_VALUE) if name is not None else None) or ""
            heading = heading or _HEADING.fullmatch(called) is not None
            contents = contents or _CONTENTS.fullmatch(called) is not None
            if not listed or not level:
                properties = element.find(_PROPERTIES)
                own = properties.find(_NUMBERED) if properties is not None else None
                named, deep = _list_of(own)
                listed, level = listed or named, level or deep
            base = element.find(qn("w:basedOn"))
            identity = (base.get(_VALUE) if base is not None else None) or ""
        level = level or "0"
        kind = self.formats.get((listed, level), "none") if listed not in ("", "0") else "none"
        depth = 1 + int(level) if level in _LEVELS else 1
        return Style(heading, contents, kind == "bullet", kind not in _SILENT, depth)


def _list_of(listed: etree._Element | None) -> tuple[str, str]:
    """The id and level of the list, where they are told."""
    if listed is None:
        return "", ""
    number, level = listed.find(qn("w:numId")), listed.find(qn("w:ilvl"))
    return (
        (number.get(_VALUE) if number is not None else None) or "",
        (level.get(_VALUE) if level is not None else None) or "",
    )


def _check(root: etree._Element, what: str) -> None:
    if sum(1 for _ in root.iter()) > MOST_ELEMENTS:
        raise Unreadable(f"more {what} than the {MOST_ELEMENTS} elements that are read")


def _formats(word: WordDocument) -> dict[tuple[str, str], str]:
    related = [
        relation.target_part
        for relation in word.part.rels.values()
        if relation.reltype == RELATIONSHIP_TYPE.NUMBERING and not relation.is_external
    ]
    root = getattr(related[0], "element", None) if related else None
    if root is None:
        return {}
    _check(root, "lists")
    abstract: dict[str, dict[str, str]] = {}
    for definition in root.iter(qn("w:abstractNum")):
        levels = abstract.setdefault(definition.get(qn("w:abstractNumId")) or "", {})
        for level in definition.iter(qn("w:lvl")):
            kind = level.find(qn("w:numFmt"))
            place = level.get(qn("w:ilvl")) or "0"
            if place in _LEVELS:
                levels[place] = (kind.get(_VALUE) if kind is not None else None) or "decimal"
    found: dict[tuple[str, str], str] = {}
    for number in root.iter(qn("w:num")):
        target = number.find(qn("w:abstractNumId"))
        levels = abstract.get((target.get(_VALUE) if target is not None else None) or "", {})
        for place, kind in levels.items():
            found[number.get(qn("w:numId")) or "", place] = kind
    return found
