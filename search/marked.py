"""Marked words for people: what a text lost and what it gained, in colour or between brackets."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from kb.diff.marks import Mark, Shared
from search.render import painted, printable, width

_PIECE = re.compile(r"\s+|\S+")
_KEPT = 12
"""Words that are shown on each side of a change, where not all are."""
_FEW = 3
"""Words that are not worth an ellipsis."""
_BRACKETS = {Shared.BOTH: ("", ""), Shared.OLD: ("[-", "-]"), Shared.NEW: ("{+", "+}")}


def paragraphs(marks: Iterable[Mark], *, full: bool) -> Iterator[tuple[bool, list[Mark]]]:
    """The text and each example, with whether it is an example.

    Unless ``full``, what both texts have is shortened, and left out where nothing differs.
    """
    found: list[list[Mark]] = [[]]
    for shared, text in marks:
        for place, part in enumerate(text.split("\n")):
            if place:
                found.append([])
            if part:
                found[-1].append(Mark(shared, part))
    for place, paragraph in enumerate(found):
        differs = any(mark.shared is not Shared.BOTH for mark in paragraph)
        if differs or (full and paragraph):
            yield place > 0, paragraph if full else list(_shortened(paragraph))


def _shortened(marks: Sequence[Mark]) -> Iterator[Mark]:
    for place, (shared, text) in enumerate(marks):
        words = text.split(" ")
        before = _KEPT if place else 0
        after = _KEPT if place < len(marks) - 1 else 0
        if shared is not Shared.BOTH or len(words) <= before + after + _FEW:
            yield Mark(shared, text)
        else:
            kept = [*words[:before], "…", *words[len(words) - after :]]
            yield Mark(shared, " ".join(kept))


def marked(marks: Sequence[Mark], *, indent: str) -> str:
    """Wrapped to the terminal; in colour there, with brackets anywhere else."""
    signs = [(mark.shared, sign) for mark in marks for sign in printable(mark.text)]
    if not sys.stdout.isatty():
        text = "".join(_bracketed(mark.shared, printable(mark.text)) for mark in marks)
        signs = [(Shared.BOTH, sign) for sign in text]
    lines = _lines(signs, width() - len(indent))
    return "\n".join(indent + _painted(line) for line in lines)


def _bracketed(shared: Shared, text: str) -> str:
    first, last = _BRACKETS[shared]
    bare = text.strip()
    return text.replace(bare, f"{first}{bare}{last}", 1) if bare else text


_Signs = list[tuple[Shared, str]]


def _lines(signs: _Signs, columns: int) -> Iterator[_Signs]:
    """Broken between words."""
    line: _Signs = []
    start = 0
    for piece in _PIECE.findall("".join(sign for _, sign in signs)):
        part = signs[start : start + len(piece)]
        start += len(piece)
        if piece.isspace():
            line += [(part[0][0], " ")] if line else []
        elif len(line) + len(piece) > columns and line:
            yield line
            line = part
        else:
            line += part
    if line:
        yield line


def _painted(line: _Signs) -> str:
    groups = groupby(line, key=lambda sign: sign[0])
    return "".join(
        _styled(shared, "".join(sign for _, sign in group)) for shared, group in groups
    ).rstrip()


def _styled(shared: Shared, text: str) -> str:
    bare = text.strip()
    match shared:
        case Shared.OLD:
            marked = painted(bare, fg="red", strikethrough=True)
        case Shared.NEW:
            marked = painted(bare, fg="green")
        case Shared.BOTH:
            return text
    return text.replace(bare, marked, 1) if bare else text
