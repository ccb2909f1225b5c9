"""Sides: the rules of one edition, as they are matched with those of another."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kb.edition import Edition, EditionKind
from kb.model import NoteKind
from kb.store import Store

_MATCHER = 2
"""Raised when the same texts come to be matched otherwise: what was kept no longer counts."""
_WHOLE = 50
"""Sections that a whole translation has at least; the shortest edition ever had over 70."""
_BELOW_RULE = 100
BELOW_SECTION = 100_000
_BELOW_CHAPTER = 100_000_000


class Line(NamedTuple):
    """What stands under one number: its texts by their keys in the store."""

    rank: int
    number: str
    key: tuple[int, int]
    """Edition and place inside the store."""
    title: str | None
    text: int
    examples: tuple[int, ...]

    @property
    def is_subrule(self) -> bool:
        return self.rank % _BELOW_RULE > 0

    @property
    def is_section(self) -> bool:
        return self.level == 2

    @property
    def level(self) -> int:
        """0 for a subrule, 1 for a rule, 2 for a section, 3 for a chapter."""
        below = (_BELOW_RULE, BELOW_SECTION, _BELOW_CHAPTER)
        return sum(self.rank % each == 0 for each in below)

    @property
    def above(self) -> int:
        """The rank of the rule above a subrule, of the section above a rule; its own for others."""
        below = _BELOW_RULE if self.is_subrule else BELOW_SECTION
        return self.rank - self.rank % below


@dataclass(frozen=True)
class Side:
    """The rules of an edition in order, each number once."""

    lines: tuple[Line, ...]

    @cached_property
    def by_rank(self) -> Mapping[int, Line]:
        return {line.rank: line for line in self.lines}

    @cached_property
    def by_number(self) -> Mapping[str, Line]:
        return {line.number: line for line in self.lines}

    @cached_property
    def neighbours(self) -> Mapping[int, tuple[int, int]]:
        """For each rule the one before it and the one after it; 0 where there is none."""
        ranks = [0, *(line.rank for line in self.lines), 0]
        return {
            rank: (before, after)
            for before, rank, after in zip(ranks, ranks[1:], ranks[2:], strict=False)
        }

    def heading(self, line: Line) -> int:
        """The rank of the nearest heading at or above a line, else of its section."""
        rank = line.rank
        while True:
            at = self.by_rank.get(rank)
            if rank % BELOW_SECTION == 0 or (at is not None and at.title is not None):
                return rank
            rank -= rank % (_BELOW_RULE if rank % _BELOW_RULE else BELOW_SECTION)

    def headings(self, line: Line) -> Iterable[int]:
        """The ranks of the headings over a text: its chapter, its section, its rule if it is one.

        Two texts have the first ones in common even where only one has a rule over it.
        """
        yield line.rank - line.rank % _BELOW_CHAPTER
        yield line.rank - line.rank % BELOW_SECTION
        rule = self.by_rank.get(line.rank - line.rank % _BELOW_RULE)
        if rule is not None and rule.title is not None and rule.level == 1:
            yield rule.rank

    def texts(self) -> Iterable[int]:
        """The keys of all that it says."""
        for line in self.lines:
            yield line.text
            yield from line.examples

    @cached_property
    def digest(self) -> bytes:
        """Names what it says: two sides of one store with the same digest are the same."""
        said = [(line.rank, line.title, line.text, line.examples) for line in self.lines]
        return hashlib.sha256(repr((_MATCHER, said)).encode()).digest()


def read_side(store: Store, key: int) -> Side:
    """An edition of the store by its key; of a number that stands twice the first counts."""
    examples: dict[int, list[int]] = {}
    for place, text in store.db.execute(
        "SELECT place, text FROM example WHERE edition = ? ORDER BY place, ordinal", (key,)
    ):
        examples.setdefault(place, []).append(text)
    rows = store.db.execute(
        "SELECT rank, number, place, title, text FROM rule WHERE edition = ?"
        " ORDER BY rank, place DESC",
        (key,),
    )
    lines = {
        rank: Line(rank, number, (key, place), title, text, tuple(examples.get(place, ())))
        for rank, number, place, title, text in rows
    }
    return Side(tuple(lines.values()))


def together(sides: Sequence[Side]) -> Side:
    """Pages of one day as one; of a number that several have, the last counts."""
    if len(sides) == 1:
        return sides[0]
    lines = {line.rank: line for side in sides for line in side.lines}
    return Side(tuple(lines[rank] for rank in sorted(lines)))


def is_whole(store: Store, key: int, edition: Edition) -> bool:
    """Whether a rule that is not in the edition was no rule then; a page has only some."""
    if edition.kind is EditionKind.OURS:
        return False
    truncated = store.db.execute(
        "SELECT 1 FROM note n JOIN edition e ON e.document = n.document"
        " WHERE e.id = ? AND n.kind = ?",
        (key, NoteKind.TRUNCATED),
    ).fetchone()
    (sections,) = store.db.execute(
        f"SELECT count(DISTINCT rank / {BELOW_SECTION}) FROM rule WHERE edition = ?", (key,)
    ).fetchone()
    return truncated is None and (edition.kind is EditionKind.OFFICIAL or sections >= _WHOLE)
