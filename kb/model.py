"""The values that all parts exchange: editions, texts, citations, notes, outcomes."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import total_ordering

from kb.errors import BadDate
from kb.number import RuleNumber

_DATE = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)(?:-(?P<day>\d\d))?", re.ASCII)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@total_ordering
@dataclass(frozen=True, slots=True)
class EditionDate:
    """The day, or only the month, from which an edition holds.

    A month sorts before its first day: on that day it is already in force.

    >>> str(EditionDate.parse("2011-09"))
    '2011-09'
    >>> EditionDate.parse("2011-09") < EditionDate.parse("2011-09-01")
    True
    """

    year: int
    month: int
    day: int | None = None

    @classmethod
    def parse(cls, text: str) -> "EditionDate":
        """Raises BadDate unless ``text`` is YYYY-MM-DD or YYYY-MM and such a day exists."""
        match = _DATE.fullmatch(text.strip())
        if match is not None:
            date = cls(int(match["year"]), int(match["month"]), int(match["day"] or 0) or None)
            if date.exists and match["day"] != "00":
                return date
        raise BadDate(f"{text!r} is not an edition date (like 2024-11-23, or 2011-09 for a month)")

    @property
    def exists(self) -> bool:
        if not (1990 <= self.year <= 2100 and 1 <= self.month <= 12):
            return False
        leap = self.year % 4 == 0 and (self.year % 100 != 0 or self.year % 400 == 0)
        days = 28 if self.month == 2 and not leap else _DAYS[self.month - 1]
        return self.day is None or 1 <= self.day <= days

    def __str__(self) -> str:
        month = f"{self.year:04}-{self.month:02}"
        return month if self.day is None else f"{month}-{self.day:02}"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, EditionDate):
            return NotImplemented
        return (self.year, self.month, self.day or 0) < (other.year, other.month, other.day or 0)


class EditionKind(StrEnum):
    """How far a text may be trusted; the order in which ``show`` prefers them."""

    OFFICIAL = "official"
    """A whole document that states its effective date, or a Wizards source."""
    TRANSLATION = "translation"
    """A page or a document of somebody else."""
    OURS = "ours"
    """The bundled corpus, in our own words."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One published text of the rules in one language.

    Its identity is (language, date, hash): the same date with another hash is a revision.
    """

    language: str
    date: EditionDate | None
    label: str | None = None
    source: str = ""
    """Path or address as it was given."""
    kind: EditionKind = EditionKind.TRANSLATION
    hash: str = ""
    """SHA-256 of the content, hexadecimal."""

    @property
    def official(self) -> bool:
        return self.kind is EditionKind.OFFICIAL


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


@dataclass(frozen=True, slots=True)
class Mention:
    """One number of a citation; ``text[start:end]`` is the number, or the range it is in."""

    number: RuleNumber
    start: int
    end: int
    kind: MentionKind = MentionKind.EXPLICIT


@dataclass(frozen=True, slots=True)
class Citation:
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


class Outcome(StrEnum):
    """What a check says, from the mildest to the worst."""

    NOT_APPLICABLE = "not-applicable"
    COMPLIES = "complies"
    CANNOT_TELL = "cannot-tell"
    VIOLATES = "violates"

    @property
    def rank(self) -> int:
        return list(Outcome).index(self)
