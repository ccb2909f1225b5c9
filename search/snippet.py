"""Snippets: the part of a text in which a query matched, with the matches marked."""

from typing import NamedTuple

from kb.tokens import tokens

WIDTH = 180
MARK = "**"


class Marker(NamedTuple):
    """What a query asked for: word forms, and concepts in any language."""

    forms: frozenset[str]
    concepts: frozenset[str]

    def marks(
        self, text: str, spans: tuple[tuple[int, int, str], ...]
    ) -> tuple[tuple[int, int], ...]:
        """Where ``text`` says it, in order and without overlap."""
        found = {(start, end) for start, end, concept in spans if concept in self.concepts}
        found |= {(word.start, word.end) for word in tokens(text) if word.form in self.forms}
        return _apart(found)


def _apart(spans: set[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return tuple(kept)


def snippet(text: str, marks: tuple[tuple[int, int], ...], *, width: int = WIDTH) -> str:
    """About ``width`` signs of ``text`` where most marks are, each between ``**``.

    >>> snippet("Kicker is a keyword.", ((0, 6),))
    '**Kicker** is a keyword.'
    """
    start, end = _window(text, marks, width)
    parts, at = [], start
    for mark_start, mark_end in marks:
        if start <= mark_start and mark_end <= end:
            parts += [text[at:mark_start], MARK, text[mark_start:mark_end], MARK]
            at = mark_end
    parts.append(text[at:end])
    return ("…" if start else "") + "".join(parts).strip() + ("…" if end < len(text) else "")


def _window(text: str, marks: tuple[tuple[int, int], ...], width: int) -> tuple[int, int]:
    """The bounds of the best part, at blanks."""
    if len(text) <= width:
        return 0, len(text)
    starts = [0, *(start for start, _ in marks)]
    best = max(starts, key=lambda at: (sum(at <= s and e <= at + width for s, e in marks), -at))
    start = text.rfind(" ", 0, max(0, best - width // 8)) + 1
    if start + width >= len(text):
        return start, len(text)
    end = text.rfind(" ", start + 1, start + width)
    return start, end if end > start else start + width
