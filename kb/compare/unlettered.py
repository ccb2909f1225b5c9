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
    for code, mine in readings.items():
        for number in [n for n in mine if n.rule is not None and not n.is_subrule]:
            measure = _lettered_beside(readings, code, number)
            if measure and not _subrules(mine, number) and not is_heading(mine[number].held):
                mine.update(_portions(holdings, mine[number].held, measure))
    return readings


def _lettered_beside(
    readings: Mapping[str, Readings], code: str, number: RuleNumber
) -> list[Reading]:
    """The subrules in the original, else in the first language that has them below a name."""
    others = sorted((other for other in readings if other != code), key=lambda c: c != ORIGINAL)
    for other in others:
        texts = readings[other]
        if number in texts and is_heading(texts[number].held) and _subrules(texts, number):
            return _subrules(texts, number)
    return []


def _subrules(readings: Readings, number: RuleNumber) -> list[Reading]:
    return [readings[n] for n in sorted(readings) if n.is_subrule and n.parent == number]


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
