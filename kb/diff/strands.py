"""Strands: each rule followed through its moves, over all editions of a language, written down."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kb.diff.chain import Chain, Day, by_number
from kb.diff.matching import Matching
from kb.diff.side import Line, Side

_BACK = 12
"""With so many days of pages a day is compared, before its rules count as new."""
Key = tuple[int, int]
"""Edition and place inside the store."""


@dataclass
class Strands:
    """Which strand each text belongs to; strands are counted from 0."""

    of: dict[Key, int] = field(default_factory=dict)
    partings: list[tuple[str, int, int, int]] = field(default_factory=list)
    """Split or merged; the strand of the whole, that of the part, the edition."""
    count: int = 0

    def join(self, line: Line, strand: int) -> None:
        self.of[line.key] = strand

    def begin(self, line: Line) -> None:
        self.of[line.key] = self.count
        self.count += 1


def strands(chain: Chain) -> Strands:
    """All strands of a language."""
    found = Strands()
    before: list[Day] = []
    for day in chain.days:
        for former in _former(before, day):
            _tie(found, former, day, _matching(chain, former, day))
        for line in day.side.lines:
            if line.key not in found.of:
                found.begin(line)
        _tie_members(found, chain, day)
        before.append(day)
    return found


def _former(before: list[Day], day: Day) -> Iterator[Day]:
    """The days with which a new one is compared: back to the last whole edition.

    What that has not was no rule then. Pages are compared with pages about the same things.
    """
    pages = 0
    for former in reversed([each for each in before if not each.ours] or before):
        if former.whole or day.whole or not former.topics.isdisjoint(day.topics):
            pages += 1
            if former.whole or pages <= _BACK:
                yield former
        if former.whole:
            return


def _matching(chain: Chain, former: Day, day: Day) -> Matching:
    if former.ours or day.ours:
        return by_number(former.side, former.date, day.side)
    return chain.matched(former.side, day.side)


def _tie(found: Strands, former: Day, day: Day, matching: Matching) -> None:
    """Let the rules of a day go on with the strands of a former one, where none has them yet."""
    old, new = former.side.by_rank, day.side.by_rank
    going_on = {found.of[line.key] for line in day.side.lines if line.key in found.of}
    for one, other in matching.pairs.items():
        strand = found.of[old[one].key]
        if new[other].key not in found.of and strand not in going_on:
            found.join(new[other], strand)
    if former.whole and day.whole:
        for kind, parted in (("split", matching.split), ("merged", matching.merged)):
            _note(found, kind, parted, former.side, day.side)


def _note(
    found: Strands, kind: str, parted: Mapping[int, tuple[int, ...]], old: Side, new: Side
) -> None:
    """Write down what was split or merged; a part that is new begins its strand."""
    wholes, others = (old, new) if kind == "split" else (new, old)
    for rank, parts in parted.items():
        whole = wholes.by_rank[rank]
        if whole.key not in found.of:
            found.begin(whole)
        for part in parts:
            line = others.by_rank[part]
            if line.key not in found.of:
                found.begin(line)
            edition = (line if kind == "split" else whole).key[0]
            found.partings.append((kind, found.of[whole.key], found.of[line.key], edition))


def _tie_members(found: Strands, chain: Chain, day: Day) -> None:
    """The other editions of the same day: pages, revisions, and our own words."""
    for member in day.members:
        if member in day.speakers and len(day.speakers) == 1:
            continue
        if member.ours or not day.whole:
            pairs = {line.rank: line.rank for line in member.side.lines}
        else:
            pairs = dict(chain.matched(member.side, day.side).pairs)
        for line in member.side.lines:
            other = day.side.by_rank.get(pairs.get(line.rank, -1))
            if line.key in found.of:
                continue
            if other is not None:
                found.join(line, found.of[other.key])
            else:
                found.begin(line)
