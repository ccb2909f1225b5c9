"""The chain: the editions of one language by their days, and what became of each rule."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from kb.diff.composing import composed
from kb.diff.matching import Matching, match
from kb.diff.side import BELOW_SECTION, Line, Side, is_whole, read_side, together
from kb.diff.wording import Wordings
from kb.edition import Edition, EditionDate, EditionKind
from kb.lang import folded
from kb.likeness import likeness
from kb.moves import today
from kb.number import RuleNumber
from kb.store import Store

_SAME = 0.6
"""From this likeness on what was lost on the way is the same rule all the same."""


@dataclass(frozen=True)
class Member:
    """One edition of a day."""

    store: Store
    key: int
    edition: Edition

    @property
    def ours(self) -> bool:
        return self.edition.kind is EditionKind.OURS

    @cached_property
    def whole(self) -> bool:
        return is_whole(self.store, self.key, self.edition)

    @cached_property
    def side(self) -> Side:
        return read_side(self.store, self.key)


@dataclass(frozen=True)
class Day:
    """All editions of one day, with the one that speaks for it: the last whole one, if any."""

    date: EditionDate
    members: tuple[Member, ...]

    @cached_property
    def speakers(self) -> tuple[Member, ...]:
        """The whole edition, else the pages together, else our own words."""
        whole = [member for member in self.members if member.whole]
        pages = [member for member in self.members if not member.ours]
        return tuple(whole[-1:] or pages or self.members)

    @property
    def whole(self) -> bool:
        return self.speakers[0].whole

    @property
    def ours(self) -> bool:
        return self.speakers[0].ours

    @cached_property
    def side(self) -> Side:
        return together([member.side for member in self.speakers])

    @cached_property
    def topics(self) -> frozenset[int | str]:
        """The sections that it speaks of, and the headings that it has."""
        titles = (folded(line.title) for line in self.side.lines if line.title is not None)
        return frozenset((*titles, *(line.rank // BELOW_SECTION for line in self.side.lines)))


class Chain:
    """The dated editions of one language, the oldest first."""

    def __init__(self, store: Store, language: str) -> None:
        self.store = store
        self.language = language
        self.wordings = Wordings(store)
        self.made: dict[tuple[bytes, bytes], Matching] = {}
        """What was matched anew, to be kept by who may write."""

    @cached_property
    def days(self) -> tuple[Day, ...]:
        rows = self.store.db.execute(
            "SELECT id, language, date, label, source, kind, hash FROM edition"
            " WHERE language = ? AND date IS NOT NULL"
            " AND EXISTS (SELECT 1 FROM rule WHERE edition = edition.id)"
            # of two on one day the better kind speaks last, and of its revisions the last
            " ORDER BY date, kind = 'official', id",
            (self.language,),
        ).fetchall()
        members = [self._member(*row) for row in rows]
        return tuple(
            Day(date, tuple(of_day))
            for date, of_day in groupby(members, key=lambda member: member.edition.date)
            if date is not None
        )

    def _member(self, key: int, *columns: str) -> Member:
        language, date, label, source, kind, digest = columns
        edition = Edition(
            language, EditionDate.parse(date), label, source, EditionKind(kind), digest
        )
        return Member(self.store, key, edition)

    # -- from one edition to another -----------------------------------------------------

    def between(self, old: int, new: int) -> Matching:
        """Which rule is which in two days, given by their places in ``days``.

        By way of the whole editions between them, where both are whole: from one to the next
        little changes at a time.
        """
        if old > new:
            pairs, split, merged = self.between(new, old)
            return Matching({other: one for one, other in pairs.items()}, merged, split)
        first, last = self.days[old], self.days[new]
        if not first.whole or not last.whole:
            return self.matched(first.side, last.side)
        way = [day.side for day in self.days[old : new + 1] if day.whole]
        steps = [self.matched(one, other) for one, other in pairwise(way)]
        if len(steps) == 1:
            return steps[0]
        return self._mended(first.side, last.side, steps)

    def _mended(self, old: Side, new: Side, steps: Sequence[Matching]) -> Matching:
        """The steps together, with those rules that went and came back."""
        found = composed((line.rank for line in old.lines), steps)
        pairs = dict(found.pairs)
        taken = {*pairs.values(), *(part for parts in found.split.values() for part in parts)}
        gone = {part for parts in found.merged.values() for part in parts}
        for one, other in self.matched(old, new).pairs.items():
            if one in pairs or one in gone or other in taken or other in found.merged:
                continue
            line, after = old.by_rank[one], new.by_rank[other]
            bags = (self.wordings.bag(each.text) for each in (line, after))
            if line.title is not None or likeness(*bags) >= _SAME:
                pairs[one] = other
        return Matching(dict(sorted(pairs.items())), found.split, found.merged)

    def matched(self, old: Side, new: Side) -> Matching:
        """As it was kept, else made now."""
        key = (old.digest, new.digest)
        if key in self.made:
            return self.made[key]
        row = self.store.db.execute(
            "SELECT found FROM matching WHERE old = ? AND new = ?", key
        ).fetchone()
        if row is not None:
            return _from_json(row[0])
        self.made[key] = match(old, new, self.wordings)
        return self.made[key]

    def keep(self, store: Store) -> None:
        """Write down what was matched; call inside ``store.writing()``."""
        store.db.executemany(
            "INSERT OR REPLACE INTO matching VALUES (?, ?, ?)",
            [(old, new, _as_json(found)) for (old, new), found in self.made.items()],
        )


def by_number(old: Side, date: EditionDate, new: Side) -> Matching:
    """The matching of an edition with our own words of today, which are not its words.

    A number counts where the table of moves leads to it and the heading over it is the same.
    """
    pairs: dict[int, int] = {}
    for line in old.lines:
        other = new.by_number.get(str(today(RuleNumber.parse(line.number), date)))
        if other is not None and _title(old, line) == _title(new, other):
            pairs.setdefault(line.rank, other.rank)
    return Matching(pairs, {}, {})


def _title(side: Side, line: Line) -> str | None:
    heading = side.by_rank.get(side.heading(line))
    return None if heading is None or heading.title is None else folded(heading.title)


def _as_json(found: Matching) -> str:
    return json.dumps(
        [[list(pair) for pair in found.pairs.items()], *(list(part.items()) for part in found[1:])],
        separators=(",", ":"),
    )


def _from_json(text: str) -> Matching:
    pairs, split, merged = json.loads(text)
    return Matching(
        dict(pairs),
        {rank: tuple(parts) for rank, parts in split},
        {rank: tuple(parts) for rank, parts in merged},
    )
