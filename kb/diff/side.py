"""Sides: the rules of one edition, as they are matched with those of another."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kb.edition import Edition, EditionKind
from kb.model import NoteKind
from kb.store import Store

_WHOLE = 50
"""Sections that a whole translation has at least; the shortest edition ever had over 70."""
_BELOW_RULE = 100
_BELOW_SECTION = 100_000
_BELOW_CHAPTER = 100_000_000


class Line(NamedTuple):
    """What stands under one number: its texts by their keys in the store."""

    rank: int
    number: str
    place: int
    title: str | None
    text: int
    examples: tuple[int, ...]

    @property
    def is_subrule(self) -> bool:
        return self.rank % _BELOW_RULE > 0

    @property
    def level(self) -> int:
        """0 for a subrule, 1 for a rule, 2 for a section, 3 for a chapter."""
        below = (_BELOW_RULE, _BELOW_SECTION, _BELOW_CHAPTER)
        return sum(self.rank % each == 0 for each in below)

    @property
    def above(self) -> int:
        """The rank of the rule above a subrule, of the section above a rule; its own for others."""
        below = _BELOW_RULE if self.is_subrule else _BELOW_SECTION
        return self.rank - self.rank % below


@dataclass(frozen=True)
class Side:
    """One edition with its rules in order, each number once."""

    key: int
    edition: Edition
    whole: bool
    """Whether a rule that is not in it was no rule then; a page has only some."""
    lines: tuple[Line, ...]

    @cached_property
    def by_rank(self) -> Mapping[int, Line]:
        return {line.rank: line for line in self.lines}

    @cached_property
    def by_number(self) -> Mapping[str, Line]:
        return {line.number: line for line in self.lines}

    def heading(self, line: Line) -> int:
        """The rank of the nearest heading at or above a line, else of its section."""
        rank = line.rank
        while True:
            at = self.by_rank.get(rank)
            if at is not None and at.title is not None:
                return rank
            if rank % _BELOW_SECTION == 0:
                return rank
            rank -= rank % (_BELOW_RULE if rank % _BELOW_RULE else _BELOW_SECTION)

    def texts(self) -> Iterable[int]:
        """The keys of all that it says."""
        for line in self.lines:
            yield line.text
            yield from line.examples


def read_side(store: Store, key: int, edition: Edition) -> Side:
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
    lines = {row[0]: Line(*row, tuple(examples.get(row[2], ()))) for row in rows}
    return Side(key, edition, _is_whole(store, key, edition, lines), tuple(lines.values()))


def _is_whole(store: Store, key: int, edition: Edition, ranks: Iterable[int]) -> bool:
    truncated = store.db.execute(
        "SELECT 1 FROM note n JOIN edition e ON e.document = n.document"
        " WHERE e.id = ? AND n.kind = ?",
        (key, NoteKind.TRUNCATED),
    ).fetchone()
    if truncated or edition.kind is EditionKind.OURS:
        return False
    if edition.kind is EditionKind.OFFICIAL:
        return True
    return len({rank // _BELOW_SECTION for rank in ranks}) >= _WHOLE
