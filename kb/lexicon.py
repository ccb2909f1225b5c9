"""The search lexicon of a language: its words, and the English words of the rules for each."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from kb.lang import folded, language
from kb.rows import Row, rows

_COLUMNS = ("word", "english", "weight")
_LOWEST, _HIGHEST = 0.1, 1.0


class Sense(NamedTuple):
    """One meaning of a word."""

    english: str
    """A lemma of the English rules, or a phrase as they have it."""
    weight: float
    """How likely a player who asks about rules means it: from 0.1 to 1."""


@cache
def lexicon(code: str) -> Mapping[str, tuple[Sense, ...]]:
    """The senses of each base form and fixed phrase, by the folded word, the likeliest first.

    Empty where the language has no lexicon yet. Raises UnknownLanguage, and BadData with the line.

    >>> lexicon("it")["segnalino"][0]
    Sense(english='counter', weight=1.0)
    """
    path = language(code).folder / "lexicon.csv"
    if not path.is_file():
        return MappingProxyType({})
    senses: dict[str, dict[str, float]] = {}
    for row in rows(path, _COLUMNS):
        word, english = row.text("word"), row.text("english")
        held = senses.setdefault(folded(word), {})
        if english in held:
            raise row.fault(f"{english!r} stands for {word!r} already")
        held[english] = _weight(row)
    return MappingProxyType({word: _likeliest_first(held) for word, held in senses.items()})


def _likeliest_first(weights: Mapping[str, float]) -> tuple[Sense, ...]:
    every = (Sense(english, weight) for english, weight in weights.items())
    return tuple(sorted(every, key=lambda sense: -sense.weight))


def _weight(row: Row) -> float:
    cell = row.text("weight")
    try:
        weight = float(cell)
    except ValueError as error:
        raise row.fault(f"weight is {cell!r}; wanted a number like 0.5") from error
    if not _LOWEST <= weight <= _HIGHEST:
        raise row.fault(f"weight is {cell}; wanted {_LOWEST} to {_HIGHEST:g}")
    return weight
