"""The largest number of requirements on attacking or blocking that can be obeyed at once."""

from collections.abc import Collection, Iterable, Mapping
from itertools import product

MOST_WAYS = 20_000
"""Declarations of blockers that are tried; where there are more, nobody can tell (509.1c)."""


def most_attacking(
    wanted: Mapping[str, int], able: Collection[str], not_alone: Collection[str], at_most: int
) -> int:
    """508.1d: how many requirements a legal attack can obey.

    ``wanted`` counts the requirements on each creature, ``able`` may attack, of which
    ``not_alone`` may not attack alone, and no more than ``at_most`` may attack together.
    """
    counts = sorted((wanted.get(name, 0) for name in able), reverse=True)
    alone = [wanted.get(name, 0) for name in able if name not in not_alone]
    best = max(alone, default=0) if at_most >= 1 else 0
    return max(best, sum(counts[:at_most])) if min(at_most, len(counts)) >= 2 else best


def most_blocking(
    wanted: Collection[tuple[str, str]],
    legal: Collection[tuple[str, str]],
    by_two: Collection[str],
) -> int | None:
    """509.1c: how many of the ``wanted`` (blocker, attacker) a legal block can obey.

    ``legal`` are the blocks that nothing forbids one by one; an attacker of ``by_two`` is blocked
    by two or more or not at all (702.111b). None: more than MOST_WAYS ways to block.
    """
    useful = {attacker for _, attacker in wanted}
    choices: dict[str, list[str | None]] = {}
    for blocker, attacker in legal:
        if attacker in useful:
            choices.setdefault(blocker, [None]).append(attacker)
    ways = 1
    for options in choices.values():
        ways *= len(options)
        if ways > MOST_WAYS:
            return None
    names = tuple(choices)
    return max(
        _obeyed(tuple(zip(names, way, strict=True)), wanted)
        for way in product(*choices.values())
        if not _lonely(way, by_two)
    )


def _lonely(way: tuple[str | None, ...], by_two: Iterable[str]) -> bool:
    """Whether one creature alone blocks an attacker that only two or more may block."""
    return any(way.count(attacker) == 1 for attacker in by_two)


def _obeyed(way: tuple[tuple[str, str | None], ...], wanted: Collection[tuple[str, str]]) -> int:
    return sum((blocker, attacker) in wanted for blocker, attacker in way)
