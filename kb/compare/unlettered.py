"""Unlettered texts: a rule told in one piece, cut where the subrules of another language are."""

from collections.abc import Iterator, Mapping

from kb.compare.reading import Reading, is_heading
from kb.compare.sentences import aligned
from kb.holdings import HeldRule, Holdings
from kb.lang import ORIGINAL
from kb.number import RuleNumber

Readings = dict[RuleNumber, Reading]


def lettered(
    holdings: Holdings, texts: Mapping[str, Mapping[RuleNumber, HeldRule]]
) -> dict[str, Readings]:
    """All texts, those without letters as portions under the letters of the language beside them.

    A text is only cut where sentence can be laid beside sentence; else it stays as it is.
    """
    readings = {
        code: {number: Reading(holdings, held) for number, held in of_language.items()}
        for code, of_language in texts.items()
    }
    subrules = {code: _subrules(mine) for code, mine in readings.items()}
    for code, mine in readings.items():
        others = [other for other in readings if other != code]
        for number in [n for n in mine if n.rule is not None and not n.is_subrule]:
            if number in subrules[code] or is_heading(mine[number].held):
                continue
            for other in sorted(others, key=lambda other: other != ORIGINAL):
                beside = readings[other].get(number)
                measure = subrules[other].get(number)
                if measure and beside is not None and is_heading(beside.held):
                    mine.update(_portions(holdings, mine[number].held, measure))
                    break
    return readings


def _subrules(readings: Readings) -> dict[RuleNumber, list[Reading]]:
    """Those of each rule, in order."""
    found: dict[RuleNumber, list[Reading]] = {}
    for number in sorted(readings):
        if number.is_subrule and number.parent is not None:
            found.setdefault(number.parent, []).append(readings[number])
    return found


def _portions(
    holdings: Holdings, held: HeldRule, measure: list[Reading]
) -> Iterator[tuple[RuleNumber, Reading]]:
    """The text cut in the order of the subrules; each takes the sentences that say the same."""
    mine = Reading(holdings, held).sentences
    theirs = [(each.held.number, sentence) for each in measure for sentence in each.sentences]
    if len(mine) < len(measure):
        return
    bounds: dict[RuleNumber, tuple[int, int]] = {}
    for bead in aligned(mine, [sentence for _, sentence in theirs]):
        part = mine[slice(*bead.here)]
        if part and bead.there[0] < bead.there[1]:
            number = theirs[bead.there[0]][0]
            start, _ = bounds.get(number, (part[0].start, 0))
            bounds[number] = (start, part[-1].end)
    for number, portion in bounds.items():
        yield number, Reading(holdings, held, number=number, portion=portion)
