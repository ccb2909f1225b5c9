"""A document: the one shape that every reader yields."""

from dataclasses import dataclass, replace
from enum import StrEnum

from kb.model import Note


class LineKind(StrEnum):
    """What the form says about a line; a form that does not know says TEXT."""

    TEXT = "text"
    HEADING = "heading"
    ITEM = "item"
    FACT = "fact"
    """A label with its value, in ``text`` with a tab between them."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line or paragraph, cleaned: NFC, single blanks, no soft hyphens."""

    text: str
    number: int
    """Its line in the source, from 1."""
    kind: LineKind = LineKind.TEXT
    depth: int = 0
    """How deep an item is nested."""
    indent: int = 0
    apart: bool = True
    """Whether a blank line or the border of a paragraph stands before it."""
    lost: int = 0
    """Icons in it that have no alternative text."""
    cut: bool = False
    """Whether it ends in a hyphen that may be of the line and not of the word."""


@dataclass(frozen=True, slots=True)
class Document:
    """What a reader found, in the order of the source."""

    form: str
    lines: tuple[Line, ...]
    titles: tuple[str, ...] = ()
    """Titles beside the lines, such as that of an HTML head."""
    notes: tuple[Note, ...] = ()
    skipped: int = 0
    """Parts that the form itself marks as navigation."""
    wrapped: bool = False
    """Whether its lines are cut by the width of a page, in whatever place."""
    without_rules: str | None = None
    """Why there may be no rule in it, as far as its form tells."""

    def with_notes(self, notes: tuple[Note, ...]) -> "Document":
        return replace(self, notes=(*notes, *self.notes))
