"""Marks: the numbers, symbols and templates that a translation has to carry over as they are."""

import re
import sys
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from kb.compare.words import listed, values
from kb.phrases import any_of, plain


class Mark(NamedTuple):
    """A sign at ``start:end`` of a text, and what it is in every language."""

    sign: str
    start: int
    end: int
    exact: bool = True
    """Whether it must be there; a number in words may be said otherwise."""


Span = tuple[int, int]

# Digits, with marks between thousands; a letter behind them (21st) is no part of the number.
_NUMBER = re.compile(r"(?<![\w.,])[0-9]{1,3}(?:[.,\u00a0\u202f][0-9]{3})+(?![0-9])|[0-9]+")
_BRACES = re.compile(r"\{o?(?P<sign>[^{}\n]{1,24})\}")
_BONUS = re.compile(r"(?<![\w/])[+\-−–]?(?:\d+|[XY*])/[+\-−–]?(?:\d+|[XY*])(?![\w/])")


def numbers(text: str, language: str, *, apart: Iterable[Span] = ()) -> tuple[Mark, ...]:
    """The numbers of a text, in digits or in words, but for symbols and the spans ``apart``."""
    closed = sorted([*apart, *((mark.start, mark.end) for mark in symbols(text))])
    found = [
        Mark(re.sub(r"\D", "", match[0]).lstrip("0") or "0", match.start(), match.end())
        for match in _NUMBER.finditer(text)
    ]
    words, meanings = _number_words(language)
    if words is not None:
        found += [
            Mark(str(meanings[word]), match.start(), match.end(), exact=False)
            for match in words.finditer(text)
            if (word := plain(match[0])) in meanings  # a long s is no s when small
        ]
    free = (mark for mark in found if not _inside(mark, closed))
    return tuple(sorted(free, key=lambda mark: mark.start))


def _inside(mark: Mark, spans: Sequence[Span]) -> bool:
    """Whether it lies in one of the spans, which are in order."""
    last = bisect(spans, (mark.start, sys.maxsize)) - 1
    return last >= 0 and mark.end <= spans[last][1]


@cache
def _number_words(language: str) -> tuple[re.Pattern[str] | None, dict[str, int]]:
    meanings = dict(values(language, "number_words"))
    return any_of(meanings), meanings


def symbols(text: str) -> tuple[Mark, ...]:
    """Symbols in braces, and bonuses such as +X/+0.

    >>> [mark.sign for mark in symbols("{o2}{R}: +X/+0")]
    ['{2}', '{R}', '+X/+0']
    """
    found = [
        # until 2004 every symbol of the official texts began with an o
        Mark(f"{{{match['sign'].upper()}}}", match.start(), match.end())
        for match in _BRACES.finditer(text)
    ]
    found += [Mark(re.sub("[−–]", "-", match[0]), *match.span()) for match in _BONUS.finditer(text)]
    return tuple(sorted(found, key=lambda mark: mark.start))


def forms(text: str, language: str) -> tuple[Mark, ...]:
    """The templates that a text quotes; the sign of one is its bones without the words.

    >>> [mark.sign for mark in forms("«Potenciar — [Coste]: [Efecto]»", "es")]
    ['— [] : []']
    """
    found = []
    for start, end in quoted(text, language):
        bones = _bones(text[start:end])
        if "[]" in bones:
            found.append(Mark(bones, start, end))
    return tuple(found)


def quoted(text: str, language: str) -> Iterator[Span]:
    """What stands between quotation marks; of one inside another only the inner one."""
    marks = _quotations(language)
    if marks is not None:
        yield from ((match.start() + 1, match.end() - 1) for match in marks.finditer(text))


@cache
def _quotations(language: str) -> re.Pattern[str] | None:
    pairs = [(re.escape(pair[0]), re.escape(pair[-1])) for pair in listed(language, "quotes")]
    kinds = [f"{start}[^{start}{end}]*{end}" for start, end in pairs]
    return re.compile("|".join(kinds)) if kinds else None


_BONE = re.compile(
    r"""
    (?P<place> \[[^\[\]\n]{1,80}\] )    # [cost], in any language
    | (?P<colon> (?<=[\]}]) \s* : )     # between cost and effect
    | (?P<dash> [—–] )
    | (?P<symbol> \{[^{}\n]{1,24}\} )
    """,
    re.VERBOSE,
)


def _bones(passage: str) -> str:
    signs = []
    for match in _BONE.finditer(passage):
        if match["place"]:
            signs.append("[]")
        elif match["colon"]:
            signs.append(":")
        elif match["dash"]:
            signs.append("—")
        else:
            signs.append(match["symbol"])
    return " ".join(signs)
