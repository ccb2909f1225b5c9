"""Comments that speak to the lint: ``regulae: ignore`` and ``regulae: edition 2021-04-22``."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from kb.edition import EditionDate
from kb.errors import BadDate

_MARK = "regulae:"
_LINE_END = re.compile(r"\r\n|\r|\n")
_IGNORE = re.compile(
    r"regulae:[^\S\r\n]*ignore[^\S\r\n]*(?:-->|\*/)?[^\S\r\n]*(?=[\r\n]|\Z)", re.ASCII
)
_EDITION = re.compile(r"regulae:[^\S\r\n]*edition[^\S\r\n]+(\d{4}-\d\d(?:-\d\d)?)(?![\w`-])")
_ONLY_MARKS = re.compile(r"[\W_]*")


class Lines:
    """The lines of a text, and what its comments say of them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._speaks = _MARK in text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self._text))]

    def line(self, at: int) -> int:
        """From 1."""
        return bisect_right(self._starts, at)

    def column(self, at: int) -> int:
        """From 1, in code points."""
        return at - self._starts[self.line(at) - 1] + 1

    def is_exempt(self, at: int) -> bool:
        """Whether a citation that begins there is on a line that is not to be judged."""
        return self._speaks and self.line(at) in self._exempt

    @cached_property
    def _exempt(self) -> frozenset[int]:
        return frozenset(self._exempt_lines())

    def _exempt_lines(self) -> Iterator[int]:
        for match in _IGNORE.finditer(self._text):
            line = self.line(match.start())
            alone = _ONLY_MARKS.fullmatch(self._text, self._starts[line - 1], match.start())
            yield line + 1 if alone else line

    def edition_at(self, at: int) -> EditionDate | None:
        """For which edition a comment on this line or before it says that the text is.

        Raises BadDate for a day that does not exist.
        """
        if not self._speaks or not self._editions:
            return None
        line = self.line(at)
        place = bisect_right(self._editions, line, key=lambda each: each[0])
        return self._editions[place - 1][1] if place else None

    @cached_property
    def _editions(self) -> list[tuple[int, EditionDate]]:
        return [self._edition(match) for match in _EDITION.finditer(self._text)]

    def _edition(self, match: re.Match[str]) -> tuple[int, EditionDate]:
        line = self.line(match.start())
        try:
            date = EditionDate.parse(match[1])
        except BadDate as error:
            raise BadDate(f"line {line}: {error}") from error
        return line, date if date.day is not None else date.last_day
