"""The judge: which texts of a row are held against which, and by which edition."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kb.compare.findings import Difference, Row
from kb.compare.judging import Pair, judged
from kb.compare.original import Originals
from kb.compare.reading import Reading
from kb.compare.sentences import Beside, beside
from kb.edition import EditionDate, EditionKind
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

    def _pairs(self, number: RuleNumber) -> Iterator[tuple[Reading, Reading]]:
        """Each text with the one that it is judged by: the original, else the first.

        Our own words tell rules anew and translate no printed text: they are only compared with
        each other.
        """
        here = [texts[number] for texts in self._texts.values() if number in texts]
        for ours in (False, True):
            alike = [r for r in here if (r.held.edition.kind is EditionKind.OURS) is ours]
            measure = next(
                (r for r in alike if r.language == ORIGINAL), alike[0] if alike else None
            )
            for reading in alike:
                if measure is not None and reading is not measure:
                    yield reading, measure

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
