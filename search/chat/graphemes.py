"""Graphemes: where a text may be cut without taking a sign apart."""

import unicodedata
from collections.abc import Iterator

_JOINER = "\u200d"
_TONES = range(0x1F3FB, 0x1F400)
_FLAGS = range(0x1F1E6, 0x1F200)
_TAGS = range(0xE0020, 0xE0080)
_VOWELS_AND_FINALS = range(0x1160, 0x1200)
"""Of Korean, written letter by letter."""


def borders(text: str) -> Iterator[int]:
    """The places between two graphemes, without both ends.

    A part of the rules of Unicode (UAX 29): marks, joined emoji with their tones and tags, pairs of
    letters of a flag, Korean letters. No text here needs more.

    >>> list(borders("a\u0301b👩🏽\u200d🚀"))
    [2, 3]
    """
    flags = 0
    for place in range(1, len(text)):
        before, sign = text[place - 1], text[place]
        flags = flags + 1 if ord(before) in _FLAGS else 0
        if sign == _JOINER or before == _JOINER or _clings(sign):
            continue
        if flags % 2 and ord(sign) in _FLAGS:
            continue
        yield place


def _clings(sign: str) -> bool:
    code = ord(sign)
    if code < 0x300:
        return False
    if unicodedata.category(sign) in ("Mn", "Me", "Mc"):
        return True
    return code in _TONES or code in _TAGS or code in _VOWELS_AND_FINALS
