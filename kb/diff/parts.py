"""Parts: rules that stand alone and say what another rule has lost, or has gained."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kb.diff.side import Line
from kb.diff.wording import Wordings

Run = tuple[str, ...]
_MOST = 0.5
"""So much of a rule must have stood in the other one for it to be a part of that."""
_COMMON = 50
"""A run that more rules have lost is a phrase, and tells nothing."""
_RUNS = 4
"""A rule of fewer runs of words may stand anywhere."""


class Whole(NamedTuple):
    """A rule that may have been parted, and what it is now; None where it is gone."""

    line: Line
    pair: Line | None


def parted(
    alone: Iterable[Line], wholes: Iterable[Whole], wordings: Wordings
) -> Mapping[int, tuple[int, ...]]:
    """From the rank of each parted rule to those of its parts, the greatest first.

    What counts is runs of words that the rule had and no longer has.
    """
    lost: dict[int, frozenset[Run]] = {}
    having: dict[Run, list[int]] = {}
    paired: set[int] = set()
    for whole in wholes:
        kept = wordings.runs(whole.pair.text) if whole.pair else frozenset[Run]()
        lost[whole.line.rank] = wordings.runs(whole.line.text) - kept
        if whole.pair:
            paired.add(whole.line.rank)
        for run in lost[whole.line.rank]:
            having.setdefault(run, []).append(whole.line.rank)
    found: dict[int, list[tuple[int, int]]] = {}
    for line in alone:
        runs = wordings.runs(line.text)
        shared: dict[int, int] = {}
        for run in runs:
            ranks = having.get(run, ())
            for rank in ranks if len(ranks) <= _COMMON else ():
                shared[rank] = shared.get(rank, 0) + 1
        if len(runs) < _RUNS or not shared:
            continue
        best = max(shared, key=lambda rank: (shared[rank], -abs(rank - line.rank)))
        if shared[best] >= _MOST * len(runs):
            found.setdefault(best, []).append((shared[best], line.rank))
    return {
        rank: tuple(part for _, part in sorted(parts, key=lambda part: (-part[0], part[1])))
        for rank, parts in found.items()
        # of a rule that is gone a small part is not what became of it
        if rank in paired or sum(size for size, _ in parts) >= _MOST * len(lost[rank])
    }
