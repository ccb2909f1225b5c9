"""The judge: which texts of a row are held against which, and by which edition."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kb.compare.findings import Difference, Row
from kb.compare.judging import Pair, faulty_terms, is_ours, judged
from kb.compare.original import Originals
from kb.compare.reading import Reading
from kb.compare.sentences import Beside, beside
from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.lang import ORIGINAL
from kb.number import RuleNumber


class Judge:
    """Makes the rows of a comparison and finds the differences in them."""

    def __init__(
        self,
        holdings: Holdings,
        originals: Originals,
        texts: Mapping[str, Mapping[RuleNumber, Reading]],
        *,
        at: EditionDate | None,
    ) -> None:
        self._holdings = holdings
        self._originals = originals
        self._texts = texts
        self._asked = at

    def row(self, number: RuleNumber) -> Row:
        readings = {code: texts.get(number) for code, texts in self._texts.items()}
        held = {code: None if each is None else each.held for code, each in readings.items()}
        portions = tuple(code for code, reading in readings.items() if reading and reading.portion)
        return Row(number, held, _sentences(readings), portions)

    def differences(self, number: RuleNumber) -> Iterator[Difference]:
        """What the translations of a rule have otherwise than the original, word by word."""
        for here, there in self._pairs(number):
            found = judged(Pair(number, here, there))
            older = self._older(number, here, there) if found else None
            agreed = () if older is None else judged(Pair(number, here, older))
            for finding in found:
                if older is None or _again(finding, agreed):
                    yield finding
                else:
                    yield replace(finding, older=older.held.edition.date)

        for reading in self._unmeasured(number):
            yield from faulty_terms(number, reading)

    def _pairs(self, number: RuleNumber) -> Iterator[tuple[Reading, Reading]]:
        """Each text with the one that it is judged by: the original, else the first.

        Our own words tell rules anew and translate no printed text: they are compared with each
        other, and with a translation only where there is nothing else.
        """
        told, ours = self._texts_of(number)
        yield from ((reading, told[0]) for reading in told[1:])
        yield from ((reading, ours[0]) for reading in ours[1:])
        if ours:
            yield from ((reading, ours[0]) for reading in self._unmeasured(number))

    def _unmeasured(self, number: RuleNumber) -> tuple[Reading, ...]:
        """The translation by which the others are judged for want of the original."""
        told, _ = self._texts_of(number)
        return tuple(reading for reading in told[:1] if reading.language != ORIGINAL)

    def _texts_of(self, number: RuleNumber) -> tuple[list[Reading], list[Reading]]:
        """Official texts and translations, and our own words; the original first in both."""
        here = [texts[number] for texts in self._texts.values() if number in texts]
        here.sort(key=lambda reading: reading.language != ORIGINAL)
        return [r for r in here if not is_ours(r)], [r for r in here if is_ours(r)]

    def _older(self, number: RuleNumber, here: Reading, there: Reading) -> Reading | None:
        """The original as it was when the translation was made, where it was another."""
        date, measure = here.held.edition.date, there.held.edition
        if self._asked is not None or date is None or not measure.official:
            return None
        made_from = self._originals.translated(date)
        if made_from is None or made_from == measure.date or there.language != ORIGINAL:
            return None
        rule = self._originals.rule_at(made_from, number)
        if rule is None or rule.text_key == there.held.text_key:
            return None
        return Reading(self._holdings, rule)


def _sentences(readings: Mapping[str, Reading | None]) -> tuple[Beside, ...]:
    """What stands beside what, by the sentences of the original or of the first text there is."""
    held = {code: reading.sentences for code, reading in readings.items() if reading is not None}
    if len(held) < 2:
        return ()
    return beside(held, by=ORIGINAL if ORIGINAL in held else next(iter(held)))


def _again(finding: Difference, others: Sequence[Difference]) -> bool:
    """Whether one of the others, found by another edition, says the same of the translation."""
    concept = finding.fault and finding.fault.concept
    return any(
        other.kind is finding.kind and (other.fault and other.fault.concept) == concept
        for other in others
    )
