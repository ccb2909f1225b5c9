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
    | (?: [^\W\d_]\. ){{2,}} | (?: [^\W0-9] | [\u0300-\u036f] )+ \.?   # C.R., regola, n.
    | [0-9]+ | [^\w\s]
    """,
    re.VERBOSE,
)
# a blank behind a word: no token reaches over it
_BORDER = re.compile(r"\w[^\S\r\n]")
_LINE_BREAK = ("",)  # as it is folded, its comment leader left out
_COLON = (":",)
_MARKUP = frozenset("*`§#º°")
_OPENERS = frozenset("([【［（\"'“„«")
# none of these, before CR, is a rule word or a bracket that matters
_BEFORE_DOCUMENT = frozenset("/*#;,>)")
_LAST_WORD = re.compile(r"(?:[^\W0-9]|[\u0300-\u036f])+\Z")
BRACKETS = {"[": "]", "【": "】", "［": "］"}
# signs that may stand between a word and its number, comment leaders with them
_BETWEEN = "".join(_OPENERS | _MARKUP - set("º°")) + ":/!>"
_WORD_ENDS = frozenset(".º°ª") | frozenset(map(chr, range(0x300, 0x370)))


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
    before = text[number - 2 : number]
    if before == "\n\n":
        return None  # most numbers of the rules themselves
    spoken = words()
    far = max(floor, number - _REACH)
    if before[-1:] == " " and (space := text.rfind(" ", far, number - 1)) >= 0:
        word = text[space + 1 : number - 1]
        if found := spoken.direct.get(word):
            return Mark(found[0], space + 1 + found[1])
        if word in spoken.document and text[space - 1] in _BEFORE_DOCUMENT and space > far:
            return Mark(Sign.DOCUMENT, space + 1)
    pieces = text[far:number].rsplit(None, 1)
    if not pieces or not _may_mark(pieces[-1]):
        return None
    near = _BORDER.search(text, max(floor, number - _NEAR), number)
    if near is not None:
        last = _Before(text, near.end(), floor, number)
        mark = _mark(last, number, language=language)
        if last.left:  # what stands before that is not asked for
            return mark
    return _mark(_Before(text, far, floor, number), number, language=language)


@lru_cache(maxsize=16_384)
def _may_mark(piece: str) -> bool:
    """Whether the last word of a piece without blanks is one that may stand before a number."""
    core = piece.rstrip(_BETWEEN)
    stop = ""
    if core and core[-1] == ".":
        core, stop = core[:-1], "."
    if not core or core[-1] in _WORD_ENDS:
        return True  # takes a closer look
    if not core[-1].isalpha():
        return False
    last = _LAST_WORD.search(core)
    if last is None or len(last[0]) == 1:
        return True  # C.R.
    return _folded(last[0] + stop) in words().before


def _mark(before: _Before, number: int, *, language: str | None) -> Mark | None:
    spoken = words()
    broken = before.take(_LINE_BREAK) is not None
    behind_break = len(before.left)
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
    if not broken or len(before.left) < behind_break:  # an empty line is a border
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
