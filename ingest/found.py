"""What the segmenter finds, before it is known of which language and edition it is."""

from dataclasses import dataclass, field

from ingest.editions import EditionLine
from kb.edition import EditionDate
from kb.model import GlossaryEntry, Note
from kb.number import RuleNumber


@dataclass(slots=True)
class FoundRule:
    """A rule while its lines are still coming in."""

    number: RuleNumber
    text: str
    line: int
    edition: int | None
    """The place of its edition among those of the document; None before the first."""
    inferred: bool = False
    named: bool = False
    """Whether it only names something."""
    examples: list[str] = field(default_factory=list)
    lost: int = 0
    """Icons without alternative text in it."""
    cut: bool = False
    """Whether its last line ends in a hyphen."""


@dataclass(slots=True)
class FoundRuling:
    text: str
    line: int
    edition: int | None


@dataclass(frozen=True, slots=True)
class FoundEntry:
    entry: GlossaryEntry
    line: int
    edition: int | None


@dataclass(slots=True)
class Counts:
    """What is counted and not kept."""

    navigation: int = 0
    first_navigation: int | None = None
    pages: int = 0
    """Heads and feet of pages."""
    contents: int = 0
    lost: int = 0
    """Icons without alternative text outside the rules."""


@dataclass(slots=True)
class Editions:
    """The edition lines of a document, each edition once."""

    lines: list[EditionLine] = field(default_factory=list)
    current: int | None = None
    _places: dict[EditionDate | str, int] = field(default_factory=dict)

    def add(self, line: EditionLine) -> None:
        """From here on the edition of this line holds."""
        key = line.date or line.label
        if key not in self._places:
            self._places[key] = len(self.lines)
            self.lines.append(line)
        self.current = self._places[key]

    @property
    def dated(self) -> list[EditionLine]:
        return [line for line in self.lines if line.known]


@dataclass(frozen=True, slots=True)
class Segmented:
    """All parts of a document, each with its line."""

    rules: tuple[FoundRule, ...]
    rulings: tuple[FoundRuling, ...]
    glossary: tuple[FoundEntry, ...]
    facts: tuple[tuple[str, str], ...]
    editions: Editions
    notes: tuple[Note, ...]
    others: tuple[tuple[str, int], ...]
    """Text that is none of these, with its lines."""
    counts: Counts
    unclear: frozenset[RuleNumber]
    """Numbers that may have begun a rule and were not read as one."""
