"""Weighing: how well one rule fits one sentence, and for what reasons."""

from collections.abc import Collection
from enum import StrEnum
from math import exp, prod
from typing import NamedTuple

from kb.number import RuleNumber
from search.suggest.book import Book, Page
from search.suggest.said import Said, Word

CITED = 0.86
"""The sentence itself cites the rule."""
CITED_THERE = 0.12
"""A rule that the sentence cites does."""
NAMED = 0.5
"""A name in the sentence is that of a rule with a text of its own."""
NAMED_HEADING = 0.6
"""It is the heading of a rule of which the text says no more than the name."""
NAMED_TEXTLESS = 0.7
"""No text of it is held, so that no subrule can fit better."""
NAMED_ABOVE = 0.1
NAMED_ABOVE_FITTING = 0.35
"""It names the rule above; more where the other words fit this very subrule."""
ALIKE = 0.9
FOUND = 0.25
FOUND_ALIKE = 2.0
"""The best hit of the search, where at least half of the sentence is in it; else less."""
TIED = 0.12
"""Beside a good candidate that cites it, is cited by it or contains it."""
_ENOUGH = 0.8
"""So much must be shared before a likeness means anything: 1 is a word of one rule alone."""
_OTHER_LANGUAGE = 0.5
"""Of the words that no text of another language can share, so much is counted as missing."""
_EVEN, _STEEP = 0.7, 9.0
"""With so much evidence it is as likely as not; how fast that changes."""


class Why(StrEnum):
    """What speaks for a rule."""

    CITED = "cited"
    CITED_THERE = "cited_there"
    NAMED = "named"
    NAMED_ABOVE = "named_above"
    WORDS = "words"
    FOUND = "found"
    TIED = "tied"


class Reason(NamedTuple):
    """One reason, with the words or numbers that it is about."""

    why: Why
    about: tuple[str, ...] = ()


class Likeness(NamedTuple):
    """What a sentence shares with a text."""

    degree: float
    words: tuple[Word, ...] = ()
    page: Page | None = None


class Weighed(NamedTuple):
    """A rule with its score and the reasons for it, the strongest first."""

    number: RuleNumber
    evidence: float
    score: float
    """The chance that a judge would cite it, as far as the evidence tells."""
    reasons: tuple[Reason, ...]
    page: Page | None
    """The text that fits best; None where none is held."""


class Scales:
    """Weighs rules of one book against sentences of one language."""

    def __init__(self, book: Book, code: str | None) -> None:
        self._book = book
        self._code = code

    def likeness(self, said: Said, number: RuleNumber) -> Likeness:
        """That of the text that is most alike, in the language of the sentence if equal."""
        found = [self._alike(said, page) for page in self._book.pages.get(number, ())]
        own = [like for like in found if like.page and like.page.language == self._code]
        return max([*own, *found], key=lambda like: like.degree, default=Likeness(0.0))

    def _alike(self, said: Said, page: Page) -> Likeness:
        same = self._code in (None, page.language)
        shared = tuple(word for word in said.words if _has(page, word, same=same))
        weight = sum(word.weight for word in shared)
        if page.is_heading or not weight:
            return Likeness(0.0, (), page)
        whole = sum(
            word.weight * (1.0 if same or word.concepts else _OTHER_LANGUAGE) for word in said.words
        )
        degree = (weight / whole) * (1 - exp(-weight / _ENOUGH))
        return Likeness(degree, shared, page)


def weighed(number: RuleNumber, parts: Collection[tuple[float, Reason]], like: Likeness) -> Weighed:
    """Independent reasons add up as chances do: none makes certain, each makes likelier."""
    evidence = 1.0 - prod(1.0 - part for part, _ in parts)
    ordered = sorted(parts, key=lambda part: -part[0])
    reasons = tuple({reason.why: reason for _, reason in reversed(ordered)}.values())[::-1]
    return Weighed(number, evidence, _chance(evidence), reasons, like.page)


def _chance(evidence: float) -> float:
    """About how many of the rules with so much evidence were those that a judge cites."""
    return 1 / (1 + exp(_STEEP * (_EVEN - evidence)))


def _has(page: Page, word: Word, *, same: bool) -> bool:
    return not page.concepts.isdisjoint(word.concepts) or (
        same and all(lemma in page.lemmas for lemma in word.lemmas)
    )
