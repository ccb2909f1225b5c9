"""Copies of an earlier text further down in the same document."""

from collections.abc import Iterable

from ingest.document import Line
from ingest.pieces import Piece

SHORTEST = 30
"""Letters of a text that can be a copy and not a chance."""
MOST = 2 * 10**8
"""Letters compared in one document, all together."""


class Repeats:
    """Looks a line up in all that the document says before it."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = tuple(lines)
        self._text: str | None = None
        self._compared = 0

    def is_repeated(self, piece: Piece) -> bool:
        needle = piece.text.strip(" \"'“”«»‘’.…")
        if len(needle) < SHORTEST:
            return False
        if self._text is None:
            self._text = "\n".join(line.text for line in self._lines)
        if self._compared > MOST:
            return False
        first = self._text.find(needle)
        self._compared += len(self._text)
        return first != -1 and self._text.find(needle, first + 1) != -1
