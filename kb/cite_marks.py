"""What stands before a number: the words and signs that make it a citation."""

import re
from collections.abc import Container
from dataclasses import dataclass
from functools import lru_cache

from kb.cite_forms import BREAK, LEADER
from kb.cite_words import Sign, words
from kb.lang import folded

_REACH = 80
"""How far back a word may begin."""
_NEAR = 24
"""How far back most of them begin."""

_TOKEN = re.compile(
    rf"""
    {BREAK} [^\S\r\n]* (?: {LEADER} [^\S\r\n]* )?
    | (?: [^\W\d_]\. ){{2,}} | [\w\u0300-\u036f]+ \.?               # C.R., regola, n.
    | [^\w\s]
    """,
    re.VERBOSE,
)
# a blank behind a word: no token reaches over it
_BORDER = re.compile(r"\w[^\S\r\n]")
_LINE_BREAK = ("",)  # as it is folded, its comment leader left out
_COLON = (":",)
_MARKUP = frozenset("*`§#º°")
_OPENERS = frozenset("([【［（\"'“„«")
# most numbers of a text stand behind such a sign
_NO_MARK = re.compile(r"(?s:.?)[-,;)}\]?+=<$€%&|~@][^\S\r\n]?\Z")
BRACKETS = {"[": "]", "【": "】", "［": "］"}


@dataclass(frozen=True, slots=True)
class Mark:
    """The word before a number, with what stands between the two."""

    sign: Sign | None
    """None where only a *from* stands there."""
    start: int
    opened: bool = False
    """A bracket or a quote opens between the word and the number."""
    colon: bool = False
    from_: int | None = None
    """Where a *from* begins that stands between the word and the number."""
    bracketed: bool = False
    """A square bracket opens right before the word."""


class _Before:
    """The words and signs before a number, taken from the last one back."""

    def __init__(self, text: str, begin: int, floor: int, end: int) -> None:
        self.left = [(_folded(m[0]), m.start()) for m in _TOKEN.finditer(text, begin, end)]
        if begin > floor and self.left and text[begin - 1 : begin + 1].isalnum():
            del self.left[0]  # half a word

    @property
    def word(self) -> str:
        """Empty for a line break and where nothing is left."""
        return self.left[-1][0] if self.left else ""

    def take(self, wanted: Container[str]) -> int | None:
        """Where the last word begins, if it is one of these."""
        return self.left.pop()[1] if self.left and self.left[-1][0] in wanted else None

    def skip(self, signs: Container[str]) -> None:
        while self.left and self.left[-1][0] in signs:
            self.left.pop()


@lru_cache(maxsize=4096)
def _folded(token: str) -> str:
    return "" if token[0] in "\r\n" else folded(token)


def mark_before(text: str, floor: int, number: int, *, language: str | None) -> Mark | None:
    """The mark of the number at ``text[number:]``; nothing before ``floor`` is looked at."""
    if _NO_MARK.match(text, max(floor, number - 2), number):
        return None
    spoken = words()
    far = max(floor, number - _REACH)
    pieces = text[far:number].rsplit(None, 1)
    if pieces and pieces[-1].isalnum() and _folded(pieces[-1]) not in spoken.before:
        return None
    if pieces and text[number - 1] == " " and pieces[-1].isalnum():
        start = number - 1 - len(pieces[-1])
        sign = spoken.direct.get(_folded(pieces[-1]))
        if sign is not None and start > far and text[start] != " ":
            return Mark(sign, start)
    near = _BORDER.search(text, max(floor, number - _NEAR), number)
    if near is not None:
        before = _Before(text, near.end(), floor, number)
        mark = _mark(before, number, language=language)
        if before.left:  # what stands before that is not asked for
            return mark
    return _mark(_Before(text, far, floor, number), number, language=language)


def _mark(before: _Before, number: int, *, language: str | None) -> Mark | None:
    spoken = words()
    before.take(_LINE_BREAK)
    before.skip(_MARKUP)
    opened = before.take(_OPENERS) is not None
    before.skip(_MARKUP)
    colon = before.take(_COLON) is not None
    before.skip(_MARKUP)
    before.take(spoken.number)
    before.take(spoken.article)
    from_ = before.take(spoken.from_)
    if from_ is not None:
        before.take(_LINE_BREAK)
        before.take(spoken.article)
    before.skip(_MARKUP)
    before.take(spoken.also)
    before.take(_LINE_BREAK)
    sign = spoken.signs.get(before.word)
    if sign is None and before.word in spoken.only_here.get(language or "", ()):
        sign = Sign.ONLY_HERE
    if sign is None:
        return Mark(None, number, from_=from_) if from_ is not None and not opened else None
    start = before.left.pop()[1]
    if sign is Sign.DOCUMENT and spoken.signs.get(before.word) in (Sign.RULE, Sign.RULES):
        start = before.left.pop()[1]  # regola CR 704.5
    return Mark(
        sign, number if opened else start, opened, colon, from_, bracketed=before.word in BRACKETS
    )
