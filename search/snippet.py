"""Snippets: the parts of a text in which a query matched, with the matches marked."""

from collections.abc import Sequence
from sys import intern
from typing import NamedTuple

from kb.lang import folded
from kb.tokens import tokens
from search.wording import places

WIDTH = 180
MARK = "**"
_ALIKE = 5
"""Letters by which marked words are told apart: *target* and *targets* are one."""
Span = tuple[int, int]
"""The first sign, and the one after the last."""


class Wording(NamedTuple):
    """A text with its words, cut once for all questions."""

    text: str
    forms: tuple[str, ...]
    bounds: tuple[Span, ...]
    """Of each of the forms."""
    terms: tuple[tuple[int, int, str], ...]
    """The names in it, each with its concept."""

    @classmethod
    def of(cls, text: str, terms: tuple[tuple[int, int, str], ...]) -> "Wording":
        words = tuple(tokens(text))
        forms = tuple(intern(word.form) for word in words)
        return cls(text, forms, tuple((word.start, word.end) for word in words), terms)


class Marker(NamedTuple):
    """What a query asked for: word forms, concepts in any language, and phrases as written."""

    forms: frozenset[str]
    concepts: frozenset[str]
    phrases: tuple[tuple[str, ...], ...] = ()

    def marks(self, said: Wording) -> tuple[Span, ...]:
        """Where a text says it, in order and without overlap."""
        forms, bounds = self.forms, said.bounds
        found = {bounds[at] for at, form in enumerate(said.forms) if form in forms}
        for start, end, concept in said.terms if self.concepts else ():
            if concept in self.concepts:
                found.add((start, end))
        for phrase in self.phrases:
            found.update(places(said.text, phrase))
        return _apart(found)


def _apart(spans: set[Span]) -> tuple[Span, ...]:
    kept: list[Span] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return tuple(kept)


def snippet(text: str, marks: tuple[Span, ...], *, width: int = WIDTH) -> str:
    """About ``width`` signs of ``text`` where most marks are, each between ``**``.

    Of a text in which different matches stand far apart two parts are shown.

    >>> snippet("Kicker is a keyword.", ((0, 6),))
    '**Kicker** is a keyword.'
    """
    windows = _windows(text, marks, width)
    shown = " … ".join(_marked(text, marks, *window) for window in windows)
    before = "…" if windows[0][0] else ""
    return before + shown + ("…" if windows[-1][1] < len(text) else "")


def _marked(text: str, marks: tuple[Span, ...], start: int, end: int) -> str:
    parts, at = [], start
    for mark_start, mark_end in marks:
        if start <= mark_start and mark_end <= end:
            parts += [text[at:mark_start], MARK, text[mark_start:mark_end], MARK]
            at = mark_end
    parts.append(text[at:end])
    return "".join(parts).strip()


def _windows(text: str, marks: tuple[Span, ...], width: int) -> tuple[Span, ...]:
    """The bounds of the best part, or of the best two where these show more of what matched."""
    if len(text) <= width:
        return ((0, len(text)),)
    said = {mark: folded(text[mark[0] : mark[1]])[:_ALIKE] for mark in marks}
    whole = _window(text, _best(said, width, set()), width)
    seen = _said_in(said, whole)
    if len(seen) == len(set(said.values())):
        return (whole,)
    half = width // 2
    first = _window(text, _best(said, half, set()), half)
    second = _window(text, _best(said, half, _said_in(said, first)), half)
    apart = tuple(sorted((first, second)))
    if apart[0][1] >= apart[1][0] or len(_said_in(said, *apart)) <= len(seen):
        return (whole,)
    return apart


def _said_in(said: dict[Span, str], *windows: Span) -> set[str]:
    """The different things that are marked inside some windows."""
    return {
        word
        for (start, end), word in said.items()
        if any(first <= start and end <= last for first, last in windows)
    }


def _best(said: dict[Span, str], width: int, seen: set[str]) -> int:
    """Where a window shows most that is not ``seen`` yet; of equal ones the first."""
    best, most = 0, (0, 0)
    spans = list(said)
    for at, (start, _) in enumerate(spans):
        inside = _inside(spans[at:], start + width)
        new = {said[span] for span in inside} - seen
        if (len(new), len(inside)) > most:
            best, most = start, (len(new), len(inside))
    return best


def _inside(spans: Sequence[Span], end: int) -> list[Span]:
    found = []
    for span in spans:
        if span[1] > end:
            break
        found.append(span)
    return found


def _window(text: str, best: int, width: int) -> Span:
    """The bounds of a part that begins a little before a place, at blanks."""
    start = text.rfind(" ", 0, max(0, best - width // 8)) + 1
    if start + width >= len(text):
        return start, len(text)
    end = text.rfind(" ", start + 1, start + width)
    return start, end if end > start else start + width
