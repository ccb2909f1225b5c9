"""Paraphrases: what people say who ask about a rule, where the rule has other words for it."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from kb.dictionary import base_form
from kb.lang import folded, language
from kb.number import RuleNumber
from kb.rows import rows
from kb.tokens import tokens

_FILE = "paraphrases.csv"
_COLUMNS = ("number", "has", "said")


class Paraphrase(NamedTuple):
    """What is said of a rule, as folded base forms without the words that say nothing."""

    has: str
    """A word of the rule: where a text of another edition lacks it, the number is another's."""
    words: tuple[str, ...]


@cache
def paraphrases(code: str) -> Mapping[RuleNumber, Paraphrase]:
    """Those of a language, by the number in the newest edition; none where it has no table.

    Raises UnknownLanguage, and BadData with the line.

    >>> paraphrases("en")[RuleNumber.parse("704.5n")].has
    'equipment'
    """
    path = language(code).folder / _FILE
    silent = {folded(word) for word in language(code).words("search", "stop_words")}
    found: dict[RuleNumber, Paraphrase] = {}
    for row in rows(path, _COLUMNS) if path.is_file() else ():
        number = row.number("number")
        if number in found:
            raise row.fault(f"{number} has a row already")
        words = {
            _base(said[token.start : token.end], code): None
            for said in row.several("said")
            for token in tokens(said)
            if token.form not in silent
        }
        if not words:
            raise row.fault("said wants words that say something")
        found[number] = Paraphrase(_base(row.text("has"), code), tuple(words))
    return MappingProxyType(found)


def _base(word: str, code: str) -> str:
    """With its accents the dictionary knows Spanish "maná" from "mana", of "manar"."""
    return base_form(word, code) if word.isalpha() else folded(word)
