"""Cues: the words by which a text denies, permits, obliges or restricts."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from kb.compare.words import listed
from kb.phrases import any_of, plain


class Cue(StrEnum):
    """What the words do."""

    NOT = "not"
    MAY = "may"
    MUST = "must"
    ONLY = "only"


CANNOT = "cannot"
"""The words that deny and permit in one: as sure a denial as a "not", but a weaker "may"."""
_PERHAPS = "_perhaps"
"""The ending of the keys for words that may stand for a cue without being one: unless, untapped."""
_NEUTRAL = "neutral"
"""The key of the phrases in which a cue says nothing: not only."""


class Met(NamedTuple):
    """A cue word in a text."""

    cue: str
    """A ``Cue``, or CANNOT."""
    sure: bool
    start: int
    end: int


class Balance(NamedTuple):
    """A cue that two texts have in different number, with the words of both."""

    cue: Cue
    here: tuple[Met, ...]
    there: tuple[Met, ...]


def cues(text: str, language: str) -> tuple[Met, ...]:
    """All cue words of a text; none where the language lists none."""
    words, kinds = _words(language)
    return tuple(_met(text, words, kinds)) if words else ()


def _met(
    text: str, words: re.Pattern[str], kinds: dict[str, tuple[tuple[str, bool], ...]]
) -> Iterator[Met]:
    for match in words.finditer(text):
        word = plain(match[0])
        found = kinds.get(word)
        if found is None:  # a phrase that ends in a star; or a long s, which is no s when small
            found = next((k for phrase, k in kinds.items() if _begins(word, phrase)), ())
        for cue, sure in found:
            yield Met(cue, sure, match.start(), match.end())


def _begins(word: str, phrase: str) -> bool:
    return phrase.endswith("*") and word.startswith(phrase[:-1])


@cache
def _words(
    language: str,
) -> tuple[re.Pattern[str] | None, dict[str, tuple[tuple[str, bool], ...]]]:
    kinds: dict[str, tuple[tuple[str, bool], ...]] = {}
    for cue in (*Cue, CANNOT):
        for ending, sure in (("", True), (_PERHAPS, False)):
            for word in listed(language, f"{cue}{ending}"):
                kinds[word] = (*kinds.get(word, ()), (str(cue), sure))
    kinds.update((word, ()) for word in listed(language, _NEUTRAL))
    return any_of(kinds, stars=True), kinds


def speaks(language: str, cue: Cue) -> bool:
    """Whether the language lists words for a cue: without them nothing can be said of it."""
    return bool(listed(language, cue))


def balances(
    here: Sequence[Met], there: Sequence[Met], *, languages: tuple[str, str]
) -> Iterator[Balance]:
    """The cues that differ in number however the doubtful words are counted."""
    # A "cannot" on both sides is one thing; what is left of it denies, and may also permit.
    both = min(_count(here, CANNOT), _count(there, CANNOT))
    ours, theirs = _without(here, both), _without(there, both)
    for cue in Cue:
        if not all(speaks(language, cue) for language in languages):
            continue
        least, most = _range(ours, cue)
        other_least, other_most = _range(theirs, cue)
        if most < other_least or other_most < least:
            yield Balance(cue, _sure(ours, cue), _sure(theirs, cue))


def _count(met: Sequence[Met], cue: str) -> int:
    return sum(one.cue == cue for one in met)


def _without(met: Sequence[Met], count: int) -> list[Met]:
    """All but the first so many CANNOT."""
    left, skipped = [], 0
    for one in met:
        if one.cue == CANNOT and skipped < count:
            skipped += 1
        else:
            left.append(one)
    return left


def _range(met: Sequence[Met], cue: Cue) -> tuple[int, int]:
    """The least and the most times that the words can say it."""
    counts = Counter((one.cue, one.sure) for one in met)
    sure, perhaps = counts[cue, True], counts[cue, False]
    left = counts[CANNOT, True] + counts[CANNOT, False]
    if cue is Cue.NOT:
        sure += left
    elif cue is Cue.MAY:
        perhaps += left
    return sure, sure + perhaps


def _sure(met: Sequence[Met], cue: Cue) -> tuple[Met, ...]:
    names = (cue, CANNOT) if cue is Cue.NOT else (cue,)
    return tuple(one for one in met if one.cue in names and one.sure)
