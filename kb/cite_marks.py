"""What stands before a number: the words and signs that make it a citation."""

import re
from dataclasses import dataclass

from kb.cite_words import Sign, words
from kb.lang import folded

_REACH = 80
"""How far back a word may begin."""

_TOKEN = re.compile(
    r"""
    (?P<break> (?: \r\n | \r | \n ) [^\S\r\n]* (?: (?: \* | //[/!]? | \#+ | >+ ) [^\S\r\n]* )? )
    | (?P<word> (?: [^\W\d_]\. ){2,} | \w+\.? )                     # C.R., regola, n.
    | (?P<sign> [^\w\s] )
    """,
    re.VERBOSE,
)
_MARKUP = frozenset("*`§#º°")
_OPENERS = frozenset("([【［（\"'“„«")
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


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int

    @property
    def is_break(self) -> bool:
        return self.text[0] in "\r\n"


class _Before:
    """The words and signs before a number, taken from the last one back."""

    def __init__(self, text: str, floor: int, end: int) -> None:
        begin = max(floor, end - _REACH)
        self.left = [_Token(m[0], m.start()) for m in _TOKEN.finditer(text, begin, end)]
        if begin > floor and self.left and text[begin - 1 : begin + 1].isalnum():
            del self.left[0]  # half a word

    def word(self) -> str:
        return folded(self.left[-1].text) if self.left else ""

    def take(self, wanted: frozenset[str]) -> _Token | None:
        return self.left.pop() if self.left and self.word() in wanted else None

    def skip(self, signs: frozenset[str]) -> None:
        while self.left and self.left[-1].text in signs:
            self.left.pop()

    def skip_break(self) -> None:
        if self.left and self.left[-1].is_break:
            self.left.pop()


def mark_before(text: str, floor: int, number: int, *, language: str | None) -> Mark | None:
    """The mark of the number at ``text[number:]``; nothing before ``floor`` is looked at."""
    spoken = words()
    before = _Before(text, floor, number)
    before.skip_break()
    before.skip(_MARKUP)
    opened = before.take(_OPENERS) is not None
    before.skip(_MARKUP)
    colon = before.take(frozenset(":")) is not None
    before.skip(_MARKUP)
    before.take(spoken.number)
    article = before.take(spoken.article)
    from_ = before.take(spoken.from_)
    if from_ is not None:
        before.skip_break()
        before.take(spoken.article)
    elif article is None:
        before.skip(_MARKUP)
    before.take(spoken.also)
    before.skip_break()
    word = before.word()
    sign = spoken.signs.get(word)
    if sign is None and word in spoken.only_here.get(language or "", ()):
        sign = Sign.ONLY_HERE
    if sign is None:
        return Mark(None, number, from_=from_.start) if from_ and not opened else None
    found = before.left.pop()
    if sign is Sign.DOCUMENT and spoken.signs.get(before.word()) in (Sign.RULE, Sign.RULES):
        found = before.left.pop()  # regola CR 704.5
    return Mark(
        sign,
        number if opened else found.start,
        opened,
        colon,
        from_.start if from_ else None,
        bool(before.left) and before.left[-1].text in BRACKETS,
    )
