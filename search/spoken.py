"""Spoken: the words of a query, each in the languages in which it counts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kb.tokens import Token
from search import ranking
from search.contents import Contents
from search.words import Known, Lexicon, Named


class Spoken(NamedTuple):
    """A word of a query."""

    form: str
    """As it is spelt where somebody knows it: a misspelt word has the likeliest known form."""
    lemmas: Mapping[str, tuple[str, ...]]
    """Its base forms by language; empty for a number, a symbol, a word that nobody knows."""
    weight: float = 1.0
    """Less for a guess."""
    is_silent: bool = False
    """It says nothing alone, as an article does."""


def spoken(lexicon: Lexicon, contents: Contents, words: Sequence[Token]) -> tuple[Spoken, ...]:
    """The words as the base knows them; one that several languages have goes by the others."""
    known = lexicon.known({word.form for word in words})
    unknown = [form for form in dict.fromkeys(word.form for word in words) if form not in known]
    guesses = {
        form: _guesses(lexicon, contents, form) if at < ranking.MOST_GUESSES else Spoken(form, {})
        for at, form in enumerate(unknown)
    }
    votes: Counter[str] = Counter()
    for word in words:
        languages = known.get(word.form) or guesses[word.form].lemmas
        votes.update({code: 1 / len(languages) for code in languages})
    most = max(votes.values(), default=0.0)
    ours = frozenset(code for code, count in votes.items() if count == most)
    said = tuple(
        _in(ours, guesses[word.form])
        if word.form in guesses
        else _known_in(ours, word.form, known[word.form])
        for word in words
    )
    if all(word.is_silent for word in said):
        return tuple(word._replace(is_silent=False) for word in said)
    return said


def _known_in(ours: frozenset[str], form: str, known: Mapping[str, Known]) -> Spoken:
    here = {code: each for code, each in known.items() if code in ours} or known
    lemmas = {code: each.lemmas or (form,) for code, each in here.items()}
    return Spoken(form, lemmas, is_silent=all(each.is_silent for each in here.values()))


def _in(ours: frozenset[str], guess: Spoken) -> Spoken:
    here = {code: lemmas for code, lemmas in guess.lemmas.items() if code in ours}
    return guess._replace(lemmas=here) if here else guess


def _guesses(lexicon: Lexicon, contents: Contents, form: str) -> Spoken:
    """An unknown word without the pronoun behind it, else as it may have been meant."""
    verbs = lexicon.without_pronoun(form)
    if verbs:
        return Spoken(form, verbs)
    near = lexicon.near(form, sounding_alike=contents.sounding_alike(form))
    known = lexicon.known(near)
    lemmas: dict[str, tuple[str, ...]] = {}
    for other in near:
        for code, each in known[other].items():
            lemmas[code] = tuple(dict.fromkeys((*lemmas.get(code, ()), *each.lemmas)))
    return Spoken(near[0] if near else form, lemmas, ranking.NEAR_WEIGHT)


def names_among(lexicon: Lexicon, said: Sequence[Spoken]) -> tuple[Named, ...]:
    """The names among the words, in the languages of these; in any where none has the name."""
    kept: list[Named] = []
    names = lexicon.named([word.form for word in said])
    for start in dict.fromkeys(name.start for name in names):
        here = [name for name in names if name.start == start]
        words = said[start : here[0].end]
        if all(word.is_silent for word in words):
            continue
        ours = [name for name in here if all(name.language in word.lemmas for word in words)]
        # A name before a form of another: "tormenta" is one, and a form of "tormentare".
        nearest = min(name.rank for name in ours or here)
        kept += [name for name in ours or here if name.rank == nearest]
    return tuple(kept)
