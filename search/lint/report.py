"""What the lint says of one file, and of all together."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from kb.edition import Edition, EditionDate
from kb.lint.finding import Finding
from search.lint.walk import Problem


@dataclass(frozen=True, slots=True)
class Located:
    """A finding, and where its number ends."""

    finding: Finding
    end_line: int
    end_column: int
    """Behind the last sign, from 1."""
    correctable: bool = False
    """Whether ``--fix`` puts the suggestion in the place of the number."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The numbers to put in the place of others in one file."""

    digest: bytes
    """SHA-256 of the bytes in which the places were found."""
    edits: tuple[tuple[int, int, str], ...]
    """Start and end in the text, and what is to stand there."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """What the lint says of one file."""

    file: str
    citations: int = 0
    findings: tuple[Located, ...] = ()
    is_binary: bool = False
    problem: Problem | None = None
    correction: Correction | None = None

    @property
    def is_read(self) -> bool:
        return not self.is_binary and (self.problem is None or self.citations > 0)

    def corrected(self) -> "FileReport":
        """What is left when the correction is made."""
        left = tuple(located for located in self.findings if not located.correctable)
        return replace(self, findings=left, correction=None)


@dataclass(slots=True)
class Totals:
    """What was counted of all files."""

    edition: Edition | None = None
    """That which is checked; None before it is known."""
    written_for: EditionDate | None = None
    """The day for whose edition the files were written, if somebody said so."""
    files: int = 0
    citations: int = 0
    binary: int = 0
    corrected: int = 0
    """Numbers that were, or would be, rewritten."""
    corrected_files: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)

    @property
    def findings(self) -> int:
        return self.kinds.total()

    def counting(self, reports: Iterable[FileReport]) -> Iterator[FileReport]:
        """The same reports; each is counted before it is given on."""
        for report in reports:
            self.files += report.is_read
            self.binary += report.is_binary
            self.citations += report.citations
            self.kinds.update(str(located.finding.kind) for located in report.findings)
            if report.problem is not None:
                self.problems.append(report.problem)
            yield report
