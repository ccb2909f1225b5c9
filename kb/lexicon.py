"""The search lexicon of a language: its words, and the English words of the rules for each."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from kb.lang import ORIGINAL, codes, folded, language
from kb.rows import Row, rows
from kb.terms import terms
from kb.tokens import tokens

if TYPE_CHECKING:
    from kb.dictionary import Dictionary

_FILES = ("lexicon.csv", "slang.csv")
"""The words of the rules, and what is said at a table, in the original too."""
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
    senses: dict[str, dict[str, float]] = {}
    for name in _FILES:
        path = language(code).folder / name
        for row in rows(path, _COLUMNS) if path.is_file() else ():
            word, english = row.text("word"), row.text("english")
            held = senses.setdefault(folded(word), {})
            if english in held:
                raise row.fault(f"{english!r} stands for {word!r} already")
            held[english] = _weight(row)
    return MappingProxyType({word: _likeliest_first(held) for word, held in senses.items()})


@cache
def inflected(code: str) -> Mapping[str, tuple[str, ...]]:
    """The base forms and phrases that each word form of a language stands for; both sides folded.

    Of the words of the lexicon and of the names of rules; in the original of those that the other
    languages lead to. A phrase is found by the base forms of its words too, so that its plural is.
    """
    from kb.dictionary import Dictionary, overrides
    from kb.paraphrases import paraphrases

    dictionary = Dictionary(code)
    found: dict[str, dict[str, None]] = {}
    bases: dict[str, None] = {}
    for word in lexicon(code):
        parts = [token.form for token in tokens(word)]
        for key in (word, " ".join(parts), " ".join(map(dictionary.lemma, parts))):
            found.setdefault(key, {})[word] = None
        bases.update(dict.fromkeys((word, *map(dictionary.lemma, parts))))
    for phrase in _phrases_beside(code):
        bases.update((dictionary.lemma(token.form), None) for token in tokens(phrase))
    bases.update((word, None) for said in paraphrases(code).values() for word in said.words)
    held = frozenset(base for base in bases if base.isalpha())
    for form, base in (
        *dictionary.forms(held),
        *overrides(code).items(),
        *zip(held, held, strict=True),
    ):
        if base in held:
            found.setdefault(form, {})[base] = None
    return MappingProxyType({form: tuple(each) for form, each in found.items()})


def _phrases_beside(code: str) -> Iterator[str]:
    """What else of a language people ask with: names, and what translations lead to."""
    for term in terms(code):
        yield from term.forms
    if code == ORIGINAL:
        for other in codes():
            for senses in lexicon(other).values():
                yield from (sense.english for sense in senses)


@cache
def original_words(phrase: str) -> str:
    """An English phrase as base forms with blanks between, without the words that say nothing.

    >>> original_words("enters the battlefield")
    'enter battlefield'
    """
    lemma = _original_dictionary().lemma
    silent = {folded(word) for word in language(ORIGINAL).words("search", "stop_words")}
    words = [token.form for token in tokens(phrase)]
    telling = [word for word in words if word not in silent] or words
    return " ".join(lemma(word) if word.isalpha() else word for word in telling)


@cache
def _original_dictionary() -> "Dictionary":
    from kb.dictionary import Dictionary

    return Dictionary(ORIGINAL)


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
