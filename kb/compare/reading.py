"""Readings: what stands in a text that its translations must have as well."""

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from kb.compare import marks
from kb.compare.cues import Met, cues
from kb.compare.findings import Passage
from kb.compare.sentences import Sentence
from kb.holdings import HeldRule, Holdings
from kb.number import RuleNumber


def is_heading(held: HeldRule) -> bool:
    """Whether the text is no more than the name of what stands below it."""
    return held.title is not None and held.text == held.title


class Reading:
    """One text of a rule, or a portion of it; what stands there is read when it is asked for.

    All places count from the start of ``text``.
    """

    def __init__(
        self,
        holdings: Holdings,
        held: HeldRule,
        *,
        number: RuleNumber | None = None,
        portion: tuple[int, int] | None = None,
    ) -> None:
        """``portion`` is the part of the text that is the rule ``number``."""
        self._holdings = holdings
        self._whole = held
        self.portion = portion
        self._start, self._end = portion or (0, len(held.text))
        self.text = held.text[self._start : self._end]
        self.language = held.edition.language
        self.held = held if portion is None else self._part(number or held.number)

    def _part(self, number: RuleNumber) -> HeldRule:
        return self._whole._replace(number=number, title=None, text=self.text, examples=())

    def _here(self, start: int, end: int) -> tuple[int, int] | None:
        """Places of the whole text in the portion; None where they are outside it."""
        if start < self._start or end > self._end:
            return None
        return start - self._start, end - self._start

    @cached_property
    def citations(self) -> tuple[tuple[RuleNumber, int, int], ...]:
        """Each number cited with the start and end of what names it."""
        found = self._holdings.citation_spans(self._whole)
        return tuple((n, *place) for n, *span in found if (place := self._here(*span)))

    @cached_property
    def cited(self) -> tuple[RuleNumber, ...]:
        return tuple(dict.fromkeys(number for number, _, _ in self.citations))

    @cached_property
    def concepts(self) -> tuple[tuple[int, int, str], ...]:
        """The terms of the table with the start and end of each, as they were found when stored."""
        found = self._holdings.term_spans(self._whole.text_key, self.language)
        return tuple((*place, c) for *span, c in found if (place := self._here(*span)))

    @cached_property
    def numbers(self) -> tuple[marks.Mark, ...]:
        apart = [(start, end) for _, start, end in self.citations]
        return marks.numbers(self.text, self.language, apart=apart)

    @cached_property
    def symbols(self) -> tuple[marks.Mark, ...]:
        return marks.symbols(self.text)

    @cached_property
    def forms(self) -> tuple[marks.Mark, ...]:
        return marks.forms(self.text, self.language)

    @cached_property
    def cues(self) -> tuple[Met, ...]:
        return cues(self.text, self.language)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """As they were cut when the text was stored; the whole where it was not."""
        stored = self._holdings.sentences(self._whole.text_key, self.language)
        bounds = [place for start, end in stored if (place := self._here(start, end))]
        found = [Sentence(*place, Counter()) for place in bounds or [(0, len(self.text))]]
        starts = [sentence.start for sentence in found]
        for where, sign in self._anchors():
            found[max(0, bisect(starts, where) - 1)].anchors[sign] += 1
        return tuple(found)

    def _anchors(self) -> Iterator[tuple[int, str]]:
        """Where what stands that is the same in every language."""
        yield from ((start, f"rule {number}") for number, start, _ in self.citations)
        yield from ((start, f"term {concept}") for start, _, concept in self.concepts)
        yield from ((mark.start, f"mark {mark.sign}") for mark in (*self.numbers, *self.symbols))

    def passages(self, spans: Sequence[tuple[int, int]]) -> tuple[Passage, ...]:
        return tuple(
            Passage(self.language, start, end, self.text[start:end]) for start, end in spans
        )
