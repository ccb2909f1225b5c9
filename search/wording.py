"""Wording: where words follow each other in a text, as they are written."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from kb.lang import folded
from kb.tokens import tokens

_ACCENTED = {
    "a": "aàáâäãå", "c": "cç", "e": "eèéêë", "i": "iìíîï", "n": "nñ", "o": "oòóôöõ", "u": "uùúûü",
    "y": "yýÿ",
}  # fmt: skip
"""The letters that ``folded`` takes for one, where they are written as one sign."""
_COMBINING = "[\u0300-\u036f]*"
_LETTER = r"[^\W\d_]"


def words_of(phrase: str) -> tuple[str, ...]:
    """What a phrase is compared by."""
    return tuple(token.form for token in tokens(phrase))


def holds(text: str, words: Sequence[str]) -> bool:
    """Whether the words follow each other in a text."""
    if all(word.isascii() and word.isalpha() for word in words):
        return _pattern(tuple(words)).search(text) is not None  # no need to cut it into words
    return next(places(text, words), None) is not None


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """What finds the words as ``places`` does, some ten times as fast."""
    said = r"[\W_]+".join(
        "".join(f"[{_ACCENTED.get(sign, sign)}]{_COMBINING}" for sign in word) for word in words
    )
    return re.compile(rf"(?<!{_LETTER}){said}(?!{_LETTER})", re.IGNORECASE)


def places(text: str, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where the words follow each other, from the first sign to after the last."""
    plain = folded(text)
    if any(word not in plain for word in words):  # much faster than to cut the text into words
        return
    cut = tuple(tokens(text))
    forms = [token.form for token in cut]
    for at in range(len(forms) - len(words) + 1):
        if forms[at] == words[0] and forms[at : at + len(words)] == list(words):
            yield cut[at].start, cut[at + len(words) - 1].end
