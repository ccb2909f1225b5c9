"""Joining the lines of a paragraph, with the words that a line end has cut."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise

from ingest.document import Line

_WORD = re.compile(r"[^\W\d_]+")
_HALF = re.compile(r"([^\W\d_]+)[-‐]$")
_COMPOUND = re.compile(r"(?<![^\W\d_])(?=([^\W\d_]+[-‐][^\W\d_]+))")
_DASH_HELD = re.compile(r"[^\s–—-][–—-]+$")
"""A dash right behind a letter or sign: the line was broken after it, and a blank would be ours."""
_FEWEST_COMPOUNDS = 3


class Joiner:
    """Knows the words of the document: they tell a cut word from a compound one."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = tuple(lines)

    @cached_property
    def words(self) -> Counter[str]:
        return Counter(word.casefold() for line in self._lines for word in _WORD.findall(line.text))

    @cached_property
    def compounds(self) -> Counter[str]:
        """Words with a hyphen between them, inside the lines."""
        return Counter(
            word.casefold().replace("‐", "-")
            for line in self._lines
            for word in _COMPOUND.findall(line.text)
        )

    @cached_property
    def cuts_words(self) -> bool:
        """Whether the line ends of the document cut words, and not only compounds."""
        compounds = 0
        for line, after in pairwise(self._lines):
            half = _HALF.search(line.text) if line.cut else None
            rest = _WORD.match(after.text)
            if half is None or rest is None or rest[0][0].isupper():
                continue
            first, second = half[1].casefold(), rest[0].casefold()
            if self.compounds[f"{first}-{second}"]:
                compounds += 1
            elif self.words[first + second]:
                return True
        return compounds < _FEWEST_COMPOUNDS

    def join(self, before: str, after: str, *, cut: bool) -> str:
        """Both with a blank, or without one where the line end cut a word or follows a dash."""
        if not before or not after:
            return before or after
        half = _HALF.search(before) if cut else None
        rest = _WORD.match(after)
        if half is None or rest is None:
            return before + after if _DASH_HELD.search(before[-4:]) else f"{before} {after}"
        if rest[0][0].isupper() or self._is_compound(half[1].casefold(), rest[0].casefold()):
            return before + after
        return before[:-1] + after

    def _is_compound(self, first: str, second: str) -> bool:
        """Whether both halves are words elsewhere too and the whole is none: combat-damage."""
        if self.compounds[f"{first}-{second}"] > self.words[first + second]:
            return True
        if self.words[first + second]:
            return False
        if not self.cuts_words:
            return True
        if min(len(first), len(second)) < 3:
            return False
        return self.words[first] > 1 and self.words[second] > 1
