"""Judging: a translation beside its original, and all in which they differ word by word."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from kb.compare.cues import balances
from kb.compare.findings import Cited, Difference, FindingKind, Passage, Said
from kb.compare.marks import Mark
from kb.compare.reading import Reading, is_heading
from kb.compare.sentences import Bead, Sentence, aligned, crossed
from kb.compare.terms import Original, faults
from kb.edition import EditionKind
from kb.lang import ORIGINAL
from kb.number import RuleNumber


class Pair:
    """Two texts of one rule: ``here`` is what is judged, ``there`` what it is judged by."""

    def __init__(self, number: RuleNumber, here: Reading, there: Reading) -> None:
        self.number = number
        self.here = here
        self.there = there
        self.beads = aligned(here.sentences, there.sentences)
        # What stands in a sentence without counterpart is not compared once more word by word.
        self.extra = [here.sentences[n] for b in self.beads if _alone(b) for n in range(*b.here)]
        self.absent = [there.sentences[n] for b in self.beads if _alone(b) for n in range(*b.there)]

    @property
    def languages(self) -> tuple[str, ...]:
        """Who differs: the translation; both, where neither is the original."""
        if self.there.language == ORIGINAL:
            return (self.here.language,)
        return (self.there.language, self.here.language)

    def difference(
        self, kind: FindingKind, evidence: Sequence[Passage] = (), *, said: Sequence[Said] = ()
    ) -> Difference:
        return Difference(
            kind,
            self.number,
            self.languages,
            self.there.language,
            tuple(evidence),
            said=tuple(said),
        )


def _alone(bead: Bead) -> bool:
    return bead.here[0] == bead.here[1] or bead.there[0] == bead.there[1]


class _Placed(Protocol):
    @property
    def start(self) -> int: ...


Sign = TypeVar("Sign", bound=_Placed)


def _outside(signs: Sequence[Sign], sentences: Sequence[Sentence]) -> list[Sign]:
    """Those that stand in none of the sentences."""
    return [s for s in signs if not any(each.start <= s.start < each.end for each in sentences)]


def judged(pair: Pair) -> tuple[Difference, ...]:
    """The findings of a pair, in the order of the kinds below."""
    if is_heading(pair.here.held) is not is_heading(pair.there.held):
        return ()  # a name beside a whole text
    if is_ours(pair.here) is not is_ours(pair.there):
        return tuple(_citations(pair))  # our own words cite what the official ones do
    return tuple(finding for judge in _JUDGES for finding in judge(pair))


def is_ours(reading: Reading) -> bool:
    """Whether the text is told in our own words, and translates no printed one."""
    return reading.held.edition.kind is EditionKind.OURS


def faulty_terms(number: RuleNumber, reading: Reading) -> Iterator[Difference]:
    """What is wrong with the words of a text whatever stands beside it."""
    for fault in faults(reading.text, reading.language, number=number, cites=reading.cited):
        evidence = reading.passages(fault.found)
        yield Difference(
            FindingKind.TERMS, number, (reading.language,), evidence=evidence, fault=fault
        )


def _sentences(pair: Pair) -> Iterator[Difference]:
    """A sentence that only one of the two has; the language is the one that lacks it."""
    for lacking, reading, sentences in (
        (pair.here, pair.there, pair.absent),
        (pair.there, pair.here, pair.extra),
    ):
        for each in sentences:
            yield Difference(
                FindingKind.MISSING,
                pair.number,
                (lacking.language,),
                reading.language,
                reading.passages([(each.start, each.end)]),
            )


def _order(pair: Pair) -> Iterator[Difference]:
    here, there = pair.here.sentences, pair.there.sentences
    for bead in pair.beads:
        if crossed(here, there, bead):
            spans = [(each.start, each.end) for each in here[slice(*bead.here)]]
            beside = [(each.start, each.end) for each in there[slice(*bead.there)]]
            evidence = (*pair.here.passages(spans), *pair.there.passages(beside))
            yield pair.difference(FindingKind.ORDER, evidence)


def _citations(pair: Pair) -> Iterator[Difference]:
    here, there = pair.here, pair.there
    lacks = tuple(number for number in there.cited if number not in here.cited)
    only = tuple(number for number in here.cited if number not in there.cited)
    if not lacks and not only:
        return
    evidence = [
        *here.passages(list(dict.fromkeys((s, e) for n, s, e in here.citations if n in only))),
        *there.passages(list(dict.fromkeys((s, e) for n, s, e in there.citations if n in lacks))),
    ]
    found = pair.difference(FindingKind.CITATIONS, evidence)
    yield Difference(
        found.kind,
        found.number,
        found.languages,
        found.other,
        found.evidence,
        cited=Cited(lacks, only),
    )


def _marks(
    pair: Pair, kind: FindingKind, here: Sequence[Mark], there: Sequence[Mark]
) -> Iterator[Difference]:
    """One finding where the signs of the two texts are not the same, however they are ordered."""
    ours, theirs = _outside(here, pair.extra), _outside(there, pair.absent)
    more, less = _beyond(ours, theirs), _beyond(theirs, ours)
    # "A pair" says two without the word: one number in words for another differs, one alone not.
    if (more and less) or any(mark.exact for mark in (*more, *less)):
        evidence = [
            *pair.here.passages([(mark.start, mark.end) for mark in more]),
            *pair.there.passages([(mark.start, mark.end) for mark in less]),
        ]
        said = Said(kind, tuple(m.sign for m in more), tuple(m.sign for m in less))
        yield pair.difference(kind, evidence, said=[said])


def _beyond(here: Sequence[Mark], there: Sequence[Mark]) -> tuple[Mark, ...]:
    """The last marks of each sign that the other side has not."""
    left = Counter(mark.sign for mark in there)
    found = []
    for mark in here:
        left[mark.sign] -= 1
        if left[mark.sign] < 0:
            found.append(mark)
    return tuple(found)


def _numbers(pair: Pair) -> Iterator[Difference]:
    yield from _marks(pair, FindingKind.NUMBERS, pair.here.numbers, pair.there.numbers)


def _symbols(pair: Pair) -> Iterator[Difference]:
    yield from _marks(pair, FindingKind.SYMBOLS, pair.here.symbols, pair.there.symbols)


def _forms(pair: Pair) -> Iterator[Difference]:
    yield from _marks(pair, FindingKind.QUOTED_FORMS, pair.here.forms, pair.there.forms)


def _examples(pair: Pair) -> Iterator[Difference]:
    here, there = pair.here.held.examples, pair.there.held.examples
    if len(here) != len(there):
        yield pair.difference(FindingKind.EXAMPLES, said=[Said(FindingKind.EXAMPLES, here, there)])


def _negation(pair: Pair) -> Iterator[Difference]:
    here, there = pair.here, pair.there
    if is_ours(here):
        return  # told anew in each language: where one says "not", another may say "forbid"
    cues = _outside(here.cues, pair.extra), _outside(there.cues, pair.absent)
    found = list(balances(*cues, languages=(here.language, there.language)))
    if not found:
        return
    ours = sorted({(met.start, met.end) for one in found for met in one.here})
    theirs = sorted({(met.start, met.end) for one in found for met in one.there})
    said = [
        Said(
            one.cue,
            tuple(here.text[met.start : met.end] for met in one.here),
            tuple(there.text[met.start : met.end] for met in one.there),
        )
        for one in found
    ]
    evidence = (*here.passages(ours), *there.passages(theirs))
    yield pair.difference(FindingKind.NEGATION, evidence, said=said)


def _terms(pair: Pair) -> Iterator[Difference]:
    here, there = pair.here, pair.there
    found = faults(
        here.text,
        here.language,
        number=pair.number,
        cites=here.cited,
        original=Original(there.text, there.language, there.concepts),
    )
    for fault in found:
        evidence = (*here.passages(fault.found), *there.passages(fault.original))
        yield Difference(
            FindingKind.TERMS, pair.number, (here.language,), there.language, evidence, fault=fault
        )


_JUDGES: tuple[Callable[[Pair], Iterator[Difference]], ...] = (
    _sentences,
    _citations,
    _numbers,
    _symbols,
    _forms,
    _examples,
    _negation,
    _terms,
    _order,
)
