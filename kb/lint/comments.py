"""Comments that speak to the lint: ``regulae: ignore`` and ``regulae: edition 2021-04-22``."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from kb.edition import EditionDate
from kb.errors import BadDate
from kb.lines import Lines
from kb.saying import said

_MARK = "regulae:"
_IGNORE = re.compile(
    r"regulae:[^\S\r\n]*ignore[^\S\r\n]*(?:-->|\*/)?[^\S\r\n]*(?=[\r\n]|\Z)", re.ASCII
)
_ONLY_MARKS = re.compile(r"[\W_]*")
_EDITION = re.compile(
    r"""
    regulae: [^\S\r\n]* edition (?! [\w`-] ) [^\S\r\n]*
    (?P<date> (?: (?! --> | \*/ ) [^\s`"'«»“”] )* )      # what stands there for one
    """,
    re.VERBOSE,
)
_BEHIND_DATE = ".,;:)]}_*"
_MARKS_BACKWARDS = re.compile(r"(?: [^\w`] | _ )*", re.VERBOSE)
_BEGINS_COMMENT = re.compile(r"// | /\* | \# | <!-- | -- | \(\* | \{-", re.VERBOSE)
_FAR = 200
"""Signs before a comment that are looked at."""
_LONGEST_SHOWN = 40
_MOST_TOLD = 10


class Comments:
    """What the comments of a text say of its lines."""

    def __init__(self, text: str, lines: Lines) -> None:
        self._text = text
        self._lines = lines
        self._speaks = _MARK in text

    def is_exempt(self, at: int) -> bool:
        """Whether a citation that begins there is on a line that is not to be judged."""
        return self._speaks and self._lines.line(at) in self._exempt

    @cached_property
    def _exempt(self) -> frozenset[int]:
        return frozenset(self._exempt_lines())

    def _exempt_lines(self) -> Iterator[int]:
        for match in _IGNORE.finditer(self._text):
            line = self._lines.line(match.start())
            start = self._lines.start(match.start())
            alone = _ONLY_MARKS.fullmatch(self._text, start, match.start())
            yield line + 1 if alone else line

    def edition_at(self, at: int) -> tuple[int, EditionDate] | None:
        """The line of the last comment up to here that says for which edition the text is."""
        if not self._speaks or not self._editions:
            return None
        line = self._lines.line(at)
        place = bisect_right(self._editions, line, key=lambda each: each[0])
        return self._editions[place - 1] if place else None

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with comments that name no edition."""
        if not self._speaks:
            return ()
        faults = self._read[1]
        left = len(faults) - _MOST_TOLD
        more = (said("lint.more_comments", count=left),) if left > 0 else ()
        return (*faults[:_MOST_TOLD], *more)

    @property
    def _editions(self) -> list[tuple[int, EditionDate]]:
        return self._read[0]

    @cached_property
    def _read(self) -> tuple[list[tuple[int, EditionDate]], list[str]]:
        editions: list[tuple[int, EditionDate]] = []
        faults: list[str] = []
        for match in _EDITION.finditer(self._text):
            if not self._is_comment(match.start()):
                continue  # a sentence about one
            line = self._lines.line(match.start())
            written = match["date"].rstrip(_BEHIND_DATE)
            try:
                date = EditionDate.parse(written[: _LONGEST_SHOWN + 1])
            except BadDate as error:
                faults.append(said("lint.bad_comment", line=line, error=error))
            else:
                editions.append((line, date.latest))
        return editions, faults

    def _is_comment(self, at: int) -> bool:
        """Whether nothing but marks stands before it in its line, or behind a comment's begin."""
        line = self._lines.start(at)
        before = self._text[max(line, at - _FAR) : at]
        marks = _MARKS_BACKWARDS.match(before[::-1])
        begin = len(before) - (marks.end() if marks else 0)
        alone = begin == 0 and len(before) == at - line
        return alone or _BEGINS_COMMENT.search(before, begin) is not None
