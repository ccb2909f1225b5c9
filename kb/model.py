"""The values that all parts exchange: texts, citations, notes, outcomes."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from kb.edition import Edition
from kb.members import plain_members
from kb.number import RuleNumber


@dataclass(frozen=True, slots=True)
class RuleText:
    """What one edition says under one number."""

    number: RuleNumber
    text: str
    title: str | None = None
    """The name, where the number only names something (702.33, 702); None for all others."""
    examples: tuple[str, ...] = ()
    inferred: bool = False
    """The letter does not stand in the source; it follows from the order."""
    line: int | None = None
    translates: tuple[str, ...] = ()
    """Hashes of the English texts for which the text and each example say that they were made;
    "" for a part that does not say it, and nothing where none does."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A remark about a rule that is no part of the rules."""

    text: str
    about: RuleNumber | None = None


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    term: str
    text: str


class MentionKind(StrEnum):
    """How a citation comes to a number."""

    EXPLICIT = "explicit"
    RANGE = "range"
    """Inside a range, not written out."""


# Named tuples: a text has thousands of them, and they are made three times as fast.
class Mention(NamedTuple):
    """One number of a citation; ``text[start:end]`` is the number, or the range it is in."""

    number: RuleNumber
    start: int
    end: int
    kind: MentionKind = MentionKind.EXPLICIT


class Citation(NamedTuple):
    """A run of rule numbers inside a text: ``text[start:end]`` names ``numbers``."""

    mentions: tuple[Mention, ...]
    """Empty where a rule word is followed by something that is no number (601.2.b)."""
    title: str | None
    start: int
    end: int
    fault: str | None = None
    """Why it cannot be read as it stands (a range backwards, over two parents, damaged)."""

    @property
    def numbers(self) -> tuple[RuleNumber, ...]:
        return tuple(mention.number for mention in self.mentions)


class NoteKind(StrEnum):
    """What a reader of rules may have to say about a source."""

    GLUED_NUMBER = "glued-number"
    INFERRED_NUMBER = "inferred-number"
    MISPLACED_NUMBER = "misplaced-number"
    DUPLICATE_NUMBER = "duplicate-number"
    MISSING_NUMBER = "missing-number"
    ODD_NUMBER = "odd-number"
    UNKNOWN_EDITION = "unknown-edition"
    SEVERAL_EDITIONS = "several-editions"
    EDITION_CLASH = "edition-clash"
    TRUNCATED = "truncated"
    LOST_SYMBOL = "lost-symbol"
    DAMAGED_TEXT = "damaged-text"
    DUPLICATE_TEXT = "duplicate-text"
    NAVIGATION = "navigation"
    TITLE_MISMATCH = "title-mismatch"
    DANGLING_REFERENCE = "dangling-reference"
    NEWER_REFERENCE = "newer-reference"
    UNREADABLE_REFERENCE = "unreadable-reference"
    TERM_MISMATCH = "term-mismatch"
    UNKNOWN_SYMBOL = "unknown-symbol"
    OTHER_TEXT = "other-text"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Note:
    """An oddity of a source: nothing is repaired or dropped without one."""

    kind: NoteKind
    detail: str
    number: RuleNumber | None = None
    """The rule in which the fault stands; None outside rules."""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class EditionTexts:
    """One edition with all that a document says in it."""

    edition: Edition
    rules: tuple[RuleText, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    glossary: tuple[GlossaryEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceTexts:
    """All that a source yields: what ``ingest`` hands to the store."""

    source: str
    form: str
    language: str | None
    editions: tuple[EditionTexts, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    notes: tuple[Note, ...] = field(default=())

    @property
    def refused(self) -> bool:
        return any(note.kind is NoteKind.REFUSED for note in self.notes)


@plain_members
class Outcome(StrEnum):
    """What a check says, from the mildest to the worst."""

    NOT_APPLICABLE = "not-applicable"
    COMPLIES = "complies"
    CANNOT_TELL = "cannot-tell"
    VIOLATES = "violates"

    @property
    def rank(self) -> int:
        return _RANKS[self]


_RANKS = {outcome: rank for rank, outcome in enumerate(Outcome)}
