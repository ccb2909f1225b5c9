"""Lines: where in its lines a place of a text is."""

import re
from bisect import bisect_right
from functools import cached_property

_LINE_END = re.compile(r"\r\n|\r|\n")


class Lines:
    """The lines of one text, ended by LF, CR LF or CR."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self._text))]

    def line(self, at: int) -> int:
        """From 1."""
        return bisect_right(self._starts, at)

    def column(self, at: int) -> int:
        """From 1, in code points."""
        return at - self.start(at) + 1

    def start(self, at: int) -> int:
        """Where the line begins that the place is in."""
        return self._starts[self.line(at) - 1]
