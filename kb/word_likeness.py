"""Likeness of words: which of two languages a reader takes for one.

How much two texts have in common is for ``kb.likeness`` to tell.
"""

import re
from functools import cache

from kb.lang import folded
from kb.term import Likeness

_SHORTEST = 5
"""Letters: of shorter words only the same ones are alike."""
_LONG = 8
"""Letters from which two may differ instead of one."""

# Spellings of one sound: what a neighbour language writes otherwise is read as the same.
_SOUNDS = (
    ("ph", "f"),
    ("th", "t"),
    ("qu", "c"),
    ("ch", "c"),
    ("k", "c"),
    ("z", "c"),
    ("tt", "ct"),
    ("y", "i"),
    ("x", "s"),
)
_NO_LETTER = re.compile(r"[^a-z ]")
_DOUBLED = re.compile(r"(.)\1")
_VOWELS = str.maketrans("", "", "aeiou")


def likeness(word: str, other: str) -> Likeness | None:
    """How two words are alike; None where nobody confuses them.

    >>> likeness("Potenciar", "Potenziamento")
    <Likeness.STEM: 'stem'>
    """
    if folded(word) == folded(other):
        return Likeness.SAME
    one, two = _sounds(word), _sounds(other)
    shorter, longer = sorted((len(one), len(two)))
    if shorter < _SHORTEST or " " in one or " " in two:
        return None
    begin = same_beginning(one, two)
    # Alliance and Alianza differ in vowels and spelling, alliance and alcance in what is heard.
    rooted = 2 * begin >= shorter or one.translate(_VOWELS) == two.translate(_VOWELS)
    if rooted and _distance(one, two) <= (1 if shorter < _LONG else 2):
        return Likeness.NEAR
    if begin >= _SHORTEST and 10 * begin >= 7 * shorter and 10 * begin > 6 * longer:
        return Likeness.STEM
    return None


def likeness_keys(word: str) -> frozenset[str]:
    """Of two words that are alike at least one key is the same: no others need be compared."""
    sounds = _sounds(word)
    return frozenset((folded(word), sounds[: _SHORTEST // 2 + 1], sounds.translate(_VOWELS)))


@cache
def _sounds(word: str) -> str:
    bare = _NO_LETTER.sub("", folded(word))
    for spelling, sound in _SOUNDS:
        bare = bare.replace(spelling, sound)
    return _DOUBLED.sub(r"\1", bare)


def same_beginning(one: str, two: str) -> int:
    """How many letters two words have in common before they differ."""
    pairs = enumerate(zip(one, two, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(two)))


@cache
def _distance(one: str, two: str) -> int:
    """Letters to add, take away or exchange until one word is the other."""
    above = list(range(len(two) + 1))
    for row, a in enumerate(one, 1):
        line = [row]
        for column, b in enumerate(two, 1):
            line.append(min(line[-1] + 1, above[column] + 1, above[column - 1] + (a != b)))
        above = line
    return above[-1]
