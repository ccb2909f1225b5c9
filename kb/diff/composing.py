"""Composing: the matching of two editions by way of those that lie between them."""

from collections.abc import Iterable, Sequence

from kb.diff.matching import Matching


class _Way:
    """What became of one rule, as far as it was followed."""

    __slots__ = ("into", "main", "parts")

    def __init__(self, rank: int) -> None:
        self.main: int | None = rank
        self.parts: list[int] = []
        """Rules that hold a part of it."""
        self.into: int | None = None
        """The rule of which it became a part."""


def composed(start: Iterable[int], steps: Sequence[Matching]) -> Matching:
    """What became of the rules of the first edition in the last one.

    >>> one = Matching({1: 2, 5: 5}, {1: (3,)}, {})
    >>> composed([1, 5], [one, Matching({2: 8, 3: 9}, {}, {7: (5,)})])
    Matching(pairs={1: 8}, split={1: (9,)}, merged={7: (5,)})
    """
    ways = {rank: _Way(rank) for rank in start}
    for step in steps:
        merged = {part: whole for whole, parts in step.merged.items() for part in parts}
        for way in ways.values():
            _go_on(way, step, merged)
    pairs = {rank: way.main for rank, way in ways.items() if way.main is not None}
    into: dict[int, list[int]] = {}
    for rank, way in ways.items():
        if way.into is not None:
            into.setdefault(way.into, []).append(rank)
    return Matching(
        pairs,
        {rank: tuple(way.parts) for rank, way in ways.items() if way.parts and rank in pairs},
        {whole: tuple(parts) for whole, parts in into.items()},
    )


def _go_on(way: _Way, step: Matching, merged: dict[int, int]) -> None:
    main = way.main
    if main is not None:
        way.main = step.pairs.get(main)
        if way.main is None:
            way.into = merged.get(main)
    elif way.into is not None:
        way.into = step.pairs.get(way.into, merged.get(way.into))
    parts = [after for part in way.parts if (after := step.pairs.get(part)) is not None]
    for whole in (main, *way.parts):
        if whole is not None:
            parts += step.split.get(whole, ())
    if way.main is None and parts and way.into is None:
        way.main = parts.pop(0)
    way.parts = parts
