"""Cutting: a block that fills more than a message, in two."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from search.chat.blocks import Block, Part
from search.chat.graphemes import borders

_SENTENCE = re.compile(r"[.!?…][”»\"’')\]]*\s+(?=[“\"«¿¡(\[{]*[A-ZÀ-Þ0-9{])")
_WORD = re.compile(r"\s+")

Fits = Callable[[Block, Block], bool]
"""Whether the first part of a block fits, when the second is what stays behind."""


def cut(block: Block, fits: Fits, *, most: int) -> tuple[Block, Block] | None:
    """The longest beginning that fits, and what is left; None where not even one sign fits.

    It ends with a paragraph; else with a sentence, if that fills half of the place; else with a
    word, a grapheme, a code point. ``most`` is how many code points may fit at all.
    """
    for count in range(len(block.parts) - 1, 0, -1):
        pair = _divided(block, block.parts[:count], block.parts[count:])
        if sum(len(part.text) for part in block.parts[:count]) <= most and fits(*pair):
            return pair
    if not block.parts:
        return None
    return _cut_text(block, fits, most)


def _cut_text(block: Block, fits: Fits, most: int) -> tuple[Block, Block] | None:
    first, *others = block.parts

    def at(place: int) -> tuple[Block, Block]:
        front = replace(first, text=first.text[:place].rstrip())
        # the label has been said
        tail = Part(first.text[place:].lstrip())
        return _divided(block, (front,), (tail, *others))

    window = first.text[: most + 1]
    word = _last(_ends(_WORD, window), at, fits)
    sentence = _last(_ends(_SENTENCE, window), at, fits)
    if sentence is not None and word is not None and sentence * 2 >= word:
        return at(sentence)
    if word is not None:
        return at(word)
    sign = _last(list(borders(window)), at, fits) or _last(range(1, len(window)), at, fits)
    return at(sign) if sign is not None else None


def _ends(pattern: re.Pattern[str], text: str) -> list[int]:
    return [match.end() for match in pattern.finditer(text) if match.end() < len(text)]


def _last(
    places: Sequence[int], at: Callable[[int], tuple[Block, Block]], fits: Fits
) -> int | None:
    """The last of the places that fits, found by halving."""
    low, high = 0, len(places)
    while low < high:
        middle = (low + high) // 2
        if fits(*at(places[middle])):
            low = middle + 1
        else:
            high = middle
    return places[low - 1] if low else None


def _divided(block: Block, front: tuple[Part, ...], tail: tuple[Part, ...]) -> tuple[Block, Block]:
    return replace(block, parts=front), replace(block, parts=tail, goes_on=True)
