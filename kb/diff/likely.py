"""Likely pairs: for each rule of one edition, those of another one that share its rare words."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from heapq import nlargest
from math import log
from typing import Generic, TypeVar

from kb.diff.side import Line
from kb.diff.wording import Wordings

_FEW = 12
"""Pairs for each rule, at most."""
_ORDER = 0.4
"""How much of the likeness is that of the pairs of words: which tell who does what to whom."""
_COMMON = 400
"""A word in more rules than this finds none; it still counts in the likeness."""


class Likely:
    """How alike the rules of two editions are: by their words, and by their pairs of words.

    What few rules have weighs the more.
    """

    def __init__(self, wordings: Wordings, old: Sequence[Line], new: Sequence[Line]) -> None:
        lines = (*old, *new)
        self._words = _Weighed({each.text: wordings.bag(each.text).words for each in lines})
        self._couples = _Weighed({each.text: wordings.couples(each.text) for each in lines})
        self._with_word: dict[str, list[Line]] = {}
        for line in new:
            for word in self._words.counts[line.text]:
                if self._words.spread[word] <= _COMMON:
                    self._with_word.setdefault(word, []).append(line)

    def likeness(self, one: Line, other: Line) -> float:
        """After Dice, by weight: twice what they share, of all that they have; 0 to 1."""
        words = self._words.likeness(one.text, other.text)
        return (1 - _ORDER) * words + _ORDER * self._couples.likeness(one.text, other.text)

    def of(self, line: Line) -> Iterator[tuple[Line, float]]:
        """The likeliest ones of the new edition, with their likeness."""
        rough: dict[int, float] = {}
        found: dict[int, Line] = {}
        for word in self._words.counts[line.text]:
            weight = self._words.weights[word]
            for other in self._with_word.get(word, ()):
                rough[other.rank] = rough.get(other.rank, 0.0) + weight
                found[other.rank] = other
        sizes = self._words.sizes
        size = sizes[line.text]
        shares = {rank: rough[rank] / (size + sizes[found[rank].text]) for rank in rough}
        for rank in nlargest(_FEW, shares, key=shares.__getitem__):
            yield found[rank], self.likeness(line, found[rank])


Part = TypeVar("Part", bound=Hashable)


class _Weighed(Generic[Part]):
    """Texts as what they are made of, each part weighed by how few texts have it."""

    def __init__(self, counts: Mapping[int, Mapping[Part, int]]) -> None:
        self.counts = counts
        self.spread = Counter(part for parts in counts.values() for part in parts)
        self.weights = {part: log(1 + len(counts) / n) for part, n in self.spread.items()}
        self.sizes = {
            text: sum(self.weights[part] * count for part, count in parts.items())
            for text, parts in counts.items()
        }

    def likeness(self, one: int, other: int) -> float:
        size = self.sizes[one] + self.sizes[other]
        if not size:
            return 0.0
        theirs = self.counts[other]
        shared = sum(
            self.weights[part] * min(count, theirs[part])
            for part, count in self.counts[one].items()
            if part in theirs
        )
        return 2 * shared / size
