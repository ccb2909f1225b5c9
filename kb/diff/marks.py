"""Marks: two texts word by word, what they share and what only one of them has."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from kb.diff.wording import plain

_TOKEN = re.compile(
    r"""
    [ \t]*                          # with the blanks before it
    (?: \n                          # a new paragraph
      | \d [\d.]* [a-z]{0,2}        # 702.33a, 20
      | \w+ (?: ['’] \w+ )*         # player's
      | \{ [^{}\s]{1,9} \}          # {W/U}
      | [-–—]+
      | \S )
    """,
    re.VERBOSE,
)
_LONGEST = 2_000
"""Words of two texts that differ, beyond which they are not looked at one by one."""


class Shared(StrEnum):
    """Which of two texts has some words."""

    BOTH = "same"
    OLD = "gone"
    NEW = "new"


class Mark(NamedTuple):
    """Some words in a row that both texts have, or only one."""

    shared: Shared
    text: str


def marks(old: str, new: str) -> tuple[Mark, ...]:
    """Both texts in one: without NEW it is the old one, without OLD the new one.

    Typography is no difference, and what both have is written as in the new one.

    >>> [f"{mark.shared}:{mark.text}" for mark in marks("Draw a card.", "Draw two cards.")]
    ['same:Draw', 'gone: a card', 'new: two cards', 'same:.']
    """
    one, other = (_TOKEN.findall(text.rstrip()) for text in (old, new))
    found = (
        Mark(shared, "".join(mark.text for mark in group))
        for shared, group in groupby(_marks(one, other), key=lambda mark: mark.shared)
    )
    return tuple(mark for mark in found if mark.text)


def _marks(old: Sequence[str], new: Sequence[str]) -> Iterator[Mark]:
    for same, a, b, c, d in _steps(old, new):
        if same:
            yield Mark(Shared.BOTH, "".join(new[c:d]))
        else:
            # what begins the new text had a blank before it where more stood in front
            blank = " " if _has_blank(old, b) and not _has_blank(new, d) else ""
            yield Mark(Shared.OLD, "".join(old[a:b]) + blank)
            yield Mark(Shared.NEW, "".join(new[c:d]))


def _has_blank(tokens: Sequence[str], place: int) -> bool:
    return place < len(tokens) and tokens[place][0] in " \t"


_Step = tuple[bool, int, int, int, int]


def _steps(old: Sequence[str], new: Sequence[str]) -> Iterator[_Step]:
    """What is the same and what is not, by turns; a lone word between changes is one of them."""
    steps: list[_Step] = []
    for step in _opcodes([plain(token) for token in old], [plain(token) for token in new]):
        same, a, b, _, d = step
        lone = same and b - a == 1 and steps and b < len(old) and d < len(new)
        if steps and (not steps[-1][0]) and (not same or lone):
            steps[-1] = (False, steps[-1][1], b, steps[-1][3], d)
        else:
            steps.append(step)
    yield from steps


def _opcodes(old: Sequence[str], new: Sequence[str]) -> Iterator[_Step]:
    start, shorter = 0, min(len(old), len(new))
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    a, b = len(old) - end, len(new) - end
    if start:
        yield True, 0, start, 0, start
    if a - start + b - start > _LONGEST:
        yield False, start, a, start, b
    else:
        matcher = SequenceMatcher(None, old[start:a], new[start:b], autojunk=False)
        for name, i, j, k, m in matcher.get_opcodes():
            yield name == "equal", i + start, j + start, k + start, m + start
    if end:
        yield True, a, len(old), b, len(new)
