"""Likeness of texts: the words of a text, and how many of them another one shares.

Which words of two languages look alike is for ``kb.word_likeness`` to tell.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kb.lang import folded

_NUMBER = re.compile(r"\b\d[\w.,–-]*")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Bag:
    """The words of a text without its numbers, each with how often it occurs."""

    words: Mapping[str, int]
    size: int


def words_in_order(text: str) -> list[str]:
    """The words of a text without its numbers, folded.

    >>> words_in_order("Draw 2 cards (rule 121.1).")
    ['draw', 'cards', 'rule']
    """
    return _WORD.findall(_NUMBER.sub(" ", folded(text)))


def bag(text: str) -> Bag:
    words = Counter(words_in_order(text))
    return Bag(words, words.total())


def likeness(one: Bag, other: Bag) -> float:
    """After Dice: twice what they share, of all that they have; 0 to 1.

    >>> likeness(bag("Draw two cards (rule 121.1)."), bag("Draw two cards (rule 120.1)."))
    1.0
    """
    if not one.size or not other.size:
        return 0.0
    few, many = sorted((one.words, other.words), key=len)
    shared = sum(min(count, many.get(word, 0)) for word, count in few.items())
    return 2 * shared / (one.size + other.size)
