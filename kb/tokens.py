"""Tokens: how texts and queries are cut into words."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.lang import folded

_TOKEN = re.compile(
    r"""
      \d{3}\.\d{1,3}[a-z]{0,2}      # a rule number
    | \{[^{}\s]{1,8}\}              # a mana symbol
    | [+-]?[0-9x*]{1,8}/[+-]?[0-9x*]{1,8}   # power and toughness; more would take for ever
    | [^\W\d_]+                     # a word; elisions and hyphens end it
    | \d+
    """,
    re.VERBOSE | re.IGNORECASE,
)


class Token(NamedTuple):
    """``text[start:end]``, folded."""

    form: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Token]:
    """
    >>> [token.form for token in tokens("L’abilità di 702.33d: {T}, +1/+1")]
    ['l', 'abilita', 'di', '702.33d', '{t}', '+1/+1']
    """
    plain = text.lower() if text.isascii() else None  # as folded() would have it, all at once
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        yield Token(folded(match[0]) if plain is None else plain[start:end], start, end)
