"""Suggestions: for each sentence of a ruling the rules that it may rest on, likeliest first."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from kb.cite import citations
from kb.edition import Edition
from kb.holdings import Holdings
from kb.lang import ORIGINAL
from kb.number import RuleNumber
from kb.store import Store
from kb.term import Title
from search.engine import AnyOf
from search.index import Index
from search.suggest.book import Book
from search.suggest.said import Reader, Said
from search.suggest.splitting import Bounds, sentences
from search.suggest.weighing import (
    ALIKE,
    CITED,
    CITED_THERE,
    FOUND,
    FOUND_ALIKE,
    NAMED,
    NAMED_ABOVE,
    NAMED_ABOVE_FITTING,
    NAMED_HEADING,
    NAMED_TEXTLESS,
    TIED,
    Likeness,
    Reason,
    Scales,
    Weighed,
    Why,
    weighed,
)

FLOOR = 0.06
"""Below this a rule is not suggested: nothing fits is an answer too."""
_MOST_CITED = 50
_FROM_SEARCH = 40
_TIES_OF = 12
_WORDS_TOLD = 4


class Candidate(NamedTuple):
    """A rule that a sentence may rest on."""

    number: RuleNumber
    score: float
    reasons: tuple[Reason, ...]
    title: Title | None
    language: str | None
    edition: Edition | None
    """Of the text that fits; None where no text is held."""


class Suggestion(NamedTuple):
    """The candidates for the sentence ``text[bounds.start:bounds.end]``, best first."""

    bounds: Bounds
    candidates: tuple[Candidate, ...]


def suggestions(
    store: Store, index: Index, text: str, *, code: str | None, limit: int = 5
) -> Iterator[Suggestion]:
    """``code`` is the language of the text, None where nobody can tell.

    Raises Unreadable where there are too many sentences.
    """
    holdings = Holdings(store)
    cited = list(citations(text, language=code, known=holdings.all_numbers()))
    bounds = list(sentences(text, code=code, whole=[(each.start, each.end) for each in cited]))
    suggester = _Suggester(store, index, code)
    told: dict[tuple[str, tuple[RuleNumber, ...]], tuple[Candidate, ...]] = {}
    place = 0
    for each in bounds:
        numbers: list[RuleNumber] = []
        while place < len(cited) and cited[place].start < each.end:
            numbers += cited[place].numbers
            place += 1
        sentence = text[each.start : each.end]
        key = (sentence, tuple(numbers))
        if key not in told:  # people quote themselves
            told[key] = suggester.candidates(sentence, numbers, limit)
        yield Suggestion(each, told[key])


_Parts = dict[RuleNumber, list[tuple[float, Reason]]]
"""What speaks for each rule, and how much."""


class _Suggester:
    """Finds and weighs candidates, sentence by sentence."""

    def __init__(self, store: Store, index: Index, code: str | None) -> None:
        self._store = store
        self._index = index
        self._code = code
        self._holdings = Holdings(store)
        self._book = Book(store)
        self._reader = Reader(self._book, self._holdings, code)
        self._scales = Scales(self._book, code)

    def candidates(
        self, sentence: str, cited: Iterable[RuleNumber], limit: int
    ) -> tuple[Candidate, ...]:
        known = [number for number in dict.fromkeys(cited) if self._holdings.known(number)]
        said = self._reader.said(sentence, known[:_MOST_CITED])
        parts: _Parts = {}
        for number, part in (*self._cited(said), *self._named(said)):
            parts.setdefault(number, []).append(part)
        found = dict(self._found(said))
        likes = {n: self._scales.likeness(said, n) for n in (*parts, *found)}
        for number, like in likes.items():
            alike = _alike(said, number, like, found.get(number, 0.0))
            parts.setdefault(number, []).extend(alike)
        for number, part in self._ties(_ranked(parts, likes)[:_TIES_OF], parts):
            parts[number].append(part)
        best = [each for each in _ranked(parts, likes)[:limit] if each.score >= FLOOR]
        return tuple(map(self._shown, best))

    def _cited(self, said: Said) -> Iterator[tuple[RuleNumber, tuple[float, Reason]]]:
        for number in said.cited:
            yield number, (CITED, Reason(Why.CITED))
            for target in self._book.cites(number):
                yield target, (CITED_THERE, Reason(Why.CITED_THERE, (str(number),)))

    def _named(self, said: Said) -> Iterator[tuple[RuleNumber, tuple[float, Reason]]]:
        """The rules named, and what stands below them, to be weighed."""
        for name in said.names:
            share = self._share(name.number)
            yield name.number, (share * name.weight, Reason(Why.NAMED, (name.surface,)))
            if name.number.rule is not None:
                for number in self._book.below(name.number):
                    reason = Reason(Why.NAMED_ABOVE, (name.surface,))
                    yield number, (NAMED_ABOVE * name.weight, reason)

    def _share(self, number: RuleNumber) -> float:
        """What it counts that a rule is named."""
        if number not in self._book.pages:
            return NAMED_TEXTLESS
        return NAMED_HEADING if self._book.is_heading(number) else NAMED

    def _found(self, said: Said) -> Iterator[tuple[RuleNumber, float]]:
        """The best hits of the search, 1 for the first."""
        scores: dict[str, float] = {}
        for match in self._index.search(AnyOf(said.asked)) if said.asked else ():
            if match.number:
                scores.setdefault(match.number, match.score)
        best = max(scores.values(), default=1.0)
        for number, score in islice(scores.items(), _FROM_SEARCH):
            yield RuleNumber.parse(number), score / best

    def _ties(
        self, best: Iterable[Weighed], parts: _Parts
    ) -> Iterator[tuple[RuleNumber, tuple[float, Reason]]]:
        """What the good candidates lend to those that they cite, that cite or contain them."""
        lent: dict[RuleNumber, Weighed] = {}
        for each in best:
            for number in parts:
                if number not in lent and self._tied(number, each.number):
                    lent[number] = each
        for number, each in lent.items():
            yield number, (TIED * each.evidence, Reason(Why.TIED, (str(each.number),)))

    def _tied(self, number: RuleNumber, other: RuleNumber) -> bool:
        if self._book.is_heading(number) or number == other:
            return False
        return (
            other in self._book.cites(number)
            or number in self._book.cites(other)
            or other.parent == number
        )

    def _shown(self, each: Weighed) -> Candidate:
        page = each.page
        return Candidate(
            number=each.number,
            score=each.score,
            reasons=each.reasons,
            title=self._holdings.known_title(each.number, self._code or ORIGINAL),
            language=page.language if page else None,
            edition=self._holdings.edition(page.edition) if page else None,
        )


def _alike(
    said: Said, number: RuleNumber, like: Likeness, found: float
) -> Iterator[tuple[float, Reason]]:
    if not like.degree:
        return
    # The first hit for words that say nothing is first all the same.
    yield FOUND * found * min(1.0, like.degree * FOUND_ALIKE), Reason(Why.FOUND)
    told = sorted(like.words, key=lambda word: -word.weight)[:_WORDS_TOLD]
    yield ALIKE * like.degree, Reason(Why.WORDS, tuple(word.surface for word in told))
    above = [n for n in said.names if n.number != number and number.within(n.number)]
    if above:
        name = max(above, key=lambda name: name.weight)
        share = NAMED_ABOVE_FITTING * like.degree * name.weight
        yield share, Reason(Why.NAMED_ABOVE, (name.surface,))


def _ranked(parts: _Parts, likes: dict[RuleNumber, Likeness]) -> list[Weighed]:
    found = [weighed(number, parts[number], likes[number]) for number in parts]
    return sorted(found, key=lambda each: (-each.score, each.number))
