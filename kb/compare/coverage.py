"""Coverage: how much of the rules each language holds, and what to translate first."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from kb.compare.findings import FindingKind
from kb.compare.judge import Judge
from kb.compare.original import Originals
from kb.compare.unlettered import lettered
from kb.edition import Edition, EditionDate, EditionKind, days_between
from kb.holdings import HeldRule, Holdings
from kb.lang import ORIGINAL
from kb.number import RuleNumber


class State(StrEnum):
    """What a language has for a number; the order in which it wants work."""

    MISSING = "missing"
    OURS = "ours"
    """Told in our own words, not translated."""
    HELD = "held"


@dataclass(frozen=True, slots=True)
class Entry:
    """One number in one language."""

    number: RuleNumber
    language: str
    state: State
    date: EditionDate | None = None
    """Of the edition of the text; None where it is unknown, or where there is no text."""
    days: int | None = None
    """From that edition to the one that it is measured by."""
    behind: bool | None = None
    """Whether the original has changed since; None where that cannot be told."""
    kinds: tuple[FindingKind, ...] = ()
    """In what it differs from the original."""

    @property
    def to_do(self) -> bool:
        return self.state is not State.HELD or self.behind is not False or bool(self.kinds)


@dataclass(frozen=True, slots=True)
class Task:
    """One number in all languages, and how much hangs on it."""

    number: RuleNumber
    title: str | None
    """The English heading at or above it."""
    cited: int
    """Rules of the original that cite it."""
    changes: int
    """Times that its text changed from one edition held to the next."""
    entries: tuple[Entry, ...]

    @property
    def to_do(self) -> bool:
        return any(entry.to_do for entry in self.entries)


class Count(NamedTuple):
    """The numbers of one language."""

    language: str
    rules: int
    held: int
    """Translated, or official."""
    ours: int
    missing: int
    behind: int
    """Held, and changed in the original since."""
    unknown: int
    """Held, and nobody can tell whether it is behind."""
    disagreeing: int
    """Held, and found to differ word by word."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """All numbers of the original in some languages; what to translate first comes first."""

    edition: EditionDate | None
    """The official edition that is the measure; None where it is the bundled table of numbers."""
    counts: tuple[Count, ...]
    tasks: tuple[Task, ...]


def coverage(
    holdings: Holdings,
    languages: Sequence[str],
    *,
    at: EditionDate | None = None,
    titles_in: str = ORIGINAL,
) -> Coverage:
    """What these languages hold of the newest edition, or of that in force on a day."""
    survey = _Survey(holdings, at)
    entries = {code: survey.entries(code) for code in languages}
    cited, changes = survey.cited(), survey.changes()
    tasks = []
    for number in survey.numbers:
        title = holdings.known_title(number, titles_in)
        mine = tuple(entries[code][number] for code in languages)
        tasks.append(
            Task(number, title and title.text, cited[number], changes.get(number, 0), mine)
        )
    tasks.sort(key=lambda task: (not task.to_do, -task.cited, -task.changes, task.number))
    counts = tuple(_count(code, entries[code].values()) for code in languages)
    return Coverage(survey.measure, counts, tuple(tasks))


class _Survey:
    """One look through the base."""

    def __init__(self, holdings: Holdings, at: EditionDate | None) -> None:
        self._holdings = holdings
        self._at = at
        self._originals = Originals(holdings)
        self.measure = self._originals.newest if at is None else self._originals.in_force(at)
        self.numbers = self._numbers()
        self._original = self._texts(ORIGINAL)
        if at is not None and self.measure is not None:
            found = {n: self._originals.rule_at(self.measure, n) for n in self.numbers}
            self._original = {n: rule for n, rule in found.items() if rule is not None}

    def _numbers(self) -> tuple[RuleNumber, ...]:
        """The numbers that the original has; those of the bundled table where none is held."""
        if self.measure is not None:
            return tuple(sorted(self._originals.numbers(self.measure)))
        rows = self._holdings.store.db.execute("SELECT number FROM known ORDER BY rank")
        return tuple(RuleNumber.parse(row[0]) for row in rows)

    def _texts(self, code: str) -> dict[RuleNumber, HeldRule]:
        rules = self._holdings.current_rules(code)
        return {r.number: r for r in rules if r.edition.kind is not EditionKind.OURS}

    def entries(self, code: str) -> dict[RuleNumber, Entry]:
        """What a language has for each number."""
        texts = {ORIGINAL: self._original, code: self._texts(code)}
        readings = lettered(self._holdings, texts)
        judge = Judge(self._holdings, self._originals, readings, at=self._at)
        ours = {rule.number for rule in self._holdings.current_rules(code)}
        found = {}
        for number in self.numbers:
            reading = readings[code].get(number)
            if reading is None:
                state = State.OURS if number in ours else State.MISSING
                found[number] = Entry(number, code, state)
            else:
                differences = judge.differences(number) if code != ORIGINAL else ()
                kinds = dict.fromkeys(one.kind for one in differences if one.older is None)
                found[number] = self._held(number, reading.held.edition, tuple(kinds))
        return found

    def _held(self, number: RuleNumber, edition: Edition, kinds: tuple[FindingKind, ...]) -> Entry:
        date, measure = edition.date, self.measure
        days = behind = None
        if date is not None and measure is not None:
            days = max(0, days_between(date, measure))
            since = self._originals.translated(date)
            if since is not None:
                then = self._originals.numbers(measure)[number]
                behind = since < measure and then in self._originals.changed(since, measure)
        return Entry(number, edition.language, State.HELD, date, days, behind, kinds)

    def cited(self) -> Counter[RuleNumber]:
        """How many rules of the original cite each number."""
        rows = self._holdings.store.db.execute(
            "SELECT g.target, count(DISTINCT g.source) FROM edge g JOIN current c"
            " ON c.edition = g.edition AND c.number = g.source"
            " WHERE c.language = ? GROUP BY g.target",
            (ORIGINAL,),
        )
        return Counter({RuleNumber.parse(number): count for number, count in rows})

    def changes(self) -> Mapping[RuleNumber, int]:
        return {} if self.measure is None else self._originals.changes(self.measure)


def _count(language: str, entries: Iterable[Entry]) -> Count:
    every = tuple(entries)
    states = Counter(entry.state for entry in every)
    held = [entry for entry in every if entry.state is State.HELD]
    return Count(
        language,
        rules=len(every),
        held=len(held),
        ours=states[State.OURS],
        missing=states[State.MISSING],
        behind=sum(entry.behind is True for entry in held),
        unknown=sum(entry.behind is None for entry in held),
        disagreeing=sum(bool(entry.kinds) for entry in held),
    )
