"""Joining the lines of a paragraph, with the words that a line end has cut."""

import re
from collections import Counter
from collections.abc import Iterable

from ingest.document import Line

_WORD = re.compile(r"[^\W\d_]+")
_HALF = re.compile(r"([^\W\d_]+)[-‐]$")


class Joiner:
    """Knows the words of the document: they tell a cut word from a compound one."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = lines
        self._words: Counter[str] | None = None

    @property
    def words(self) -> Counter[str]:
        if self._words is None:
            self._words = Counter(
                word.casefold() for line in self._lines for word in _WORD.findall(line.text)
            )
        return self._words

    def join(self, before: str, after: str, *, cut: bool) -> str:
        """Both with a blank, or without one where the line end cut a word."""
        if not before or not after:
            return before or after
        half = _HALF.search(before) if cut else None
        rest = _WORD.match(after)
        if half is None or rest is None:
            return f"{before} {after}"
        if rest[0][0].isupper() or self._is_compound(half[1].casefold(), rest[0].casefold()):
            return before + after
        return before[:-1] + after

    def _is_compound(self, first: str, second: str) -> bool:
        """Whether both halves are words elsewhere too and the whole is none: combat-damage."""
        if self.words[first + second] or min(len(first), len(second)) < 3:
            return False
        return self.words[first] > 1 and self.words[second] > 1
