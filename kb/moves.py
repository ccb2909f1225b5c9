"""Moves: where the rule that an older edition has at a number stands today."""

from functools import cache

from kb.edition import EditionDate
from kb.number import RuleNumber
from kb.terms import moves


@cache
def _steps() -> tuple[tuple[EditionDate, dict[RuleNumber, RuleNumber]], ...]:
    """What moved on the way to each edition, in their order."""
    steps: dict[EditionDate, dict[RuleNumber, RuleNumber]] = {}
    for move in moves():
        steps.setdefault(move.to_edition, {})[move.from_number] = move.to_number
    return tuple(sorted(steps.items(), key=lambda step: step[0]))


def today(number: RuleNumber, date: EditionDate | None) -> RuleNumber:
    """The number that the rule has in the newest bundled edition; without a date, its own.

    >>> str(today(RuleNumber.parse("702.33"), EditionDate.parse("2011-06-17")))
    '702.35'
    """
    place = number
    for edition, moved in _steps():
        if date is not None and edition > date:
            place = moved.get(place, place)
    return place
