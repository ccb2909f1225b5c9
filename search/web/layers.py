"""Layers: a text as markup in which sentences, findings and citations are marked at once."""

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from markupsafe import Markup, escape

from search.web.cleaning import clean
from search.web.symbols import pictured


class Sentence(NamedTuple):
    """What stands beside something in another text; both have the same ``group``."""

    start: int
    end: int
    group: str
    place: int
    """1 for the first of the rule."""


class Found(NamedTuple):
    """What a finding speaks of."""

    start: int
    end: int
    mark: int
    """The number of the finding."""


class Link(NamedTuple):
    start: int
    end: int
    address: str


class _Piece(NamedTuple):
    """A part of the text inside which nothing begins or ends."""

    text: str
    end: int
    sentence: Sentence | None
    link: Link | None
    marks: tuple[int, ...]


def layered(
    text: str,
    code: str,
    *,
    sentences: Sequence[Sentence] = (),
    found: Iterable[Found] = (),
    links: Iterable[Link] = (),
) -> Markup:
    """The text escaped; ``code`` is the language in which its symbols are read aloud.

    A link stays whole: what is found inside it is marked as far as it reaches.
    """
    whole = _apart(links, sentences, len(text))
    marked = [_widened(each, whole) for each in found]
    cuts = {0, len(text)}
    spans: tuple[Sentence | Found | Link, ...] = (*sentences, *whole, *marked)
    for span in spans:
        cuts |= {min(span.start, len(text)), min(span.end, len(text))}
    pieces = [
        _Piece(
            text[start:end],
            end,
            next((each for each in sentences if each.start <= start < each.end), None),
            next((each for each in whole if each.start <= start < each.end), None),
            tuple(sorted({each.mark for each in marked if each.start <= start < each.end})),
        )
        for start, end in pairwise(sorted(cuts))
    ]
    ends: dict[int, list[int]] = {}
    for each in marked:
        if each.mark not in ends.setdefault(each.end, []):
            ends[each.end].append(each.mark)
    parts = []
    for sentence, of_sentence in groupby(pieces, key=lambda piece: piece.sentence):
        inner = Markup("").join(_marked(list(of_sentence), ends, code))
        parts.append(inner if sentence is None else _sentence(sentence, inner))
    return Markup("").join(parts)


def _apart(links: Iterable[Link], sentences: Sequence[Sentence], length: int) -> tuple[Link, ...]:
    """The links that overlap no other and lie in one sentence."""
    kept: list[Link] = []
    at = 0
    bounds = [bound for each in sentences for bound in (each.start, each.end)]
    for link in sorted(links, key=lambda each: (each.start, -each.end)):
        if link.start < at or link.end > length or link.start >= link.end:
            continue
        if any(link.start < bound < link.end for bound in bounds):
            continue
        kept.append(link)
        at = link.end
    return tuple(kept)


def _widened(found: Found, links: Iterable[Link]) -> Found:
    for link in links:
        if link.start < found.end and found.start < link.end:
            start, end = min(found.start, link.start), max(found.end, link.end)
            found = found._replace(start=start, end=end)
    return found


def _sentence(sentence: Sentence, inner: Markup) -> Markup:
    return Markup(
        '<span class="sn" data-s="{}" tabindex="0"><sup class="sno">{}</sup>{}</span>'
    ).format(sentence.group, sentence.place, inner)


def _marked(pieces: Sequence[_Piece], ends: dict[int, list[int]], code: str) -> Iterable[Markup]:
    for marks, of_marks in groupby(pieces, key=lambda piece: piece.marks):
        group = list(of_marks)
        inner = Markup("").join(_linked(group, code))
        if not marks:
            yield inner
            continue
        named = " ".join(f"f{mark}" for mark in marks)
        yield Markup('<mark data-s="{}">{}</mark>').format(named, inner)
        for mark in ends.get(group[-1].end, ()):
            yield Markup('<a class="ref" href="#f{}">{}</a>').format(mark, mark)


def _linked(pieces: Sequence[_Piece], code: str) -> Iterable[Markup]:
    for link, of_link in groupby(pieces, key=lambda piece: piece.link):
        lines = "".join(piece.text for piece in of_link).split("\n")
        inner = Markup("<br>").join(pictured(clean(line), code) for line in lines)
        yield inner if link is None else Markup(f'<a href="{escape(link.address)}">{inner}</a>')
