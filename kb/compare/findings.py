"""Findings of a comparison: in what the texts of one rule differ, and where one sees it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from kb.compare.sentences import Beside
from kb.compare.terms import Fault
from kb.edition import EditionDate
from kb.holdings import HeldRule
from kb.number import RuleNumber


class FindingKind(StrEnum):
    """In what the texts of one rule may differ."""

    MISSING = "missing"
    EDITION = "edition"
    """One side is older, or nobody knows from when it is."""
    CITATIONS = "citations"
    NUMBERS = "numbers"
    SYMBOLS = "symbols"
    EXAMPLES = "examples"
    QUOTED_FORMS = "quoted-forms"
    """Templates in quotes: «Name — [Cost]: [Effect]»."""
    NEGATION = "negation"
    """Also permission, duty and restriction: may, must, only."""
    TERMS = "terms"
    ORDER = "order"


class Passage(NamedTuple):
    """Evidence: ``text`` is what stands at ``start:end`` of the text in a language."""

    language: str
    start: int
    end: int
    text: str


class Lag(NamedTuple):
    """How far a text is behind."""

    date: EditionDate | None
    """Its own edition; None where it is unknown."""
    newest: EditionDate | None
    """The edition that it is measured by."""
    days: int | None = None
    since: EditionDate | None = None
    """The official edition in which the changes begin to count; None where none is held."""
    changed: tuple[RuleNumber, ...] = ()
    """Of the rules compared, those whose original has changed since."""
    changed_in_all: int = 0
    """The same for the whole book."""


class Cited(NamedTuple):
    """What one text cites and the other does not."""

    lacks: tuple[RuleNumber, ...]
    only: tuple[RuleNumber, ...]


class Said(NamedTuple):
    """What one side says more than the other: numbers, symbols, forms, examples or cues."""

    what: str
    """The cue (not, may, must, only), or the kind of the finding."""
    here: tuple[str, ...]
    there: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that a translator should look at."""

    kind: FindingKind
    number: RuleNumber
    languages: tuple[str, ...]
    """The translation that differs from the original; both, where neither is the original."""
    other: str | None = None
    """The language of the text beside it."""
    evidence: tuple[Passage, ...] = ()
    lag: Lag | None = None
    cited: Cited | None = None
    said: tuple[Said, ...] = ()
    fault: Fault | None = None
    older: EditionDate | None = None
    """The text agrees with the original of this day, from which it may have been made."""


@dataclass(frozen=True, slots=True)
class Row:
    """One number and its text in each language; None where a language has none."""

    number: RuleNumber
    texts: Mapping[str, HeldRule | None]
    sentences: tuple[Beside, ...] = ()
    """What stands beside what inside the texts."""
    portions: tuple[str, ...] = ()
    """The languages whose text is a part of that of the rule above, which has no subrules there."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Some rules with all below them, side by side."""

    numbers: tuple[RuleNumber, ...]
    """What was asked for."""
    rows: tuple[Row, ...]
    findings: tuple[Difference, ...]
