"""What is wrong with a citation."""

from dataclasses import dataclass
from enum import StrEnum

from kb.edition import Edition
from kb.number import RuleNumber


class FindingKind(StrEnum):
    """Why a citation is a finding."""

    UNKNOWN = "unknown"
    """In no edition held, and not just beyond the end of one."""
    GONE = "gone"
    """In an older edition only, and its text stands nowhere now."""
    NEWER = "newer"
    """Only in a newer edition, or beyond the last number of the edition checked."""
    MOVED = "moved"
    """What stood there stands elsewhere in the edition checked."""
    TITLE_MISMATCH = "title-mismatch"
    """The name beside it belongs to another number."""
    MALFORMED = "malformed"
    """No rule number, or a range that runs backwards or over two parents."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One number of one citation, and what is wrong with it."""

    kind: FindingKind
    number: RuleNumber | None
    """None for a malformed one."""
    suggestion: RuleNumber | None
    """What is meant, as far as can be told; None for all but moved and title-mismatch."""
    confidence: float
    """How sure the suggestion is, from 0 to 1; 0 where there is none."""
    evidence: str
    """What the editions say, in whole sentences of the answer language."""
    edition: Edition
    """The edition checked."""
    citation: str
    """The whole citation as it is written."""
    line: int
    """Of the number itself, from 1."""
    column: int
    """Of the number itself, from 1, in code points."""
    start: int
    """``text[start:end]`` is the number (or the range that it is in), in code points."""
    end: int


@dataclass(frozen=True, slots=True)
class Linted:
    """What the lint of one text gives."""

    citations: int
    """Numbers read, ranges expanded, exempt lines too; a malformed one counts 1."""
    findings: tuple[Finding, ...]
    """In the order of the text."""
    problems: tuple[str, ...] = ()
    """Of comments that ask for an edition which is not held, or for a day that there is not."""
