"""Asking: what words in any language ask of the index."""

from itertools import islice
from typing import NamedTuple

from kb.holdings import Holdings
from kb.number import RuleNumber
from search.engine import AnyOf, Word
from search.ranking import CONCEPT_WEIGHT, LONGEST_QUERY, NAME_WORDS, NEAR_WEIGHT
from search.snippet import Marker
from search.words import Lexicon, Token, concept_word, tokens


class Asked(NamedTuple):
    """What words ask for."""

    part: AnyOf
    marker: Marker
    """What to mark in the texts found."""
    named: tuple[RuleNumber, ...]
    """The rules that few words name."""


def asked(holdings: Holdings, text: str) -> Asked:
    """Any of the words of a text, in whatever language each is."""
    lexicon = Lexicon(holdings.store)
    words = tuple(islice(tokens(text), LONGEST_QUERY))
    concepts = lexicon.concepts(words)
    named = {at for start, end, _ in concepts for at in range(start, end)}
    weights: dict[str, float] = {}
    for at, word in _telling(lexicon, words):
        for lemma, weight in _lemmas(lexicon, word, named=at in named):
            weights[lemma] = max(weight, weights.get(lemma, 0.0))
    for _, _, concept in concepts:
        weights[concept_word(concept)] = CONCEPT_WEIGHT
    rules = [number for word in words if (number := RuleNumber.read(word.form)) and number.rule]
    if len(words) <= NAME_WORDS:
        rules += [term.number for term in holdings.named(text.strip())]
    return Asked(
        part=AnyOf(tuple(Word(word, weight) for word, weight in weights.items())),
        marker=Marker(lexicon.forms(weights), frozenset(concept for _, _, concept in concepts)),
        named=tuple(dict.fromkeys(rules)),
    )


def _telling(lexicon: Lexicon, words: tuple[Token, ...]) -> list[tuple[int, Token]]:
    """The words that say something, with their places; all where none does."""
    stop_words = lexicon.stop_words()
    telling = [(at, word) for at, word in enumerate(words) if word.form not in stop_words]
    return telling or list(enumerate(words))


def _lemmas(lexicon: Lexicon, word: Token, *, named: bool) -> list[tuple[str, float]]:
    lemmas = lexicon.lemmas(word.form)
    if lemmas or named or not word.form.isalpha():
        return [(lemma, 1.0) for lemma in lemmas or (word.form,)]
    return [(lemma, NEAR_WEIGHT) for lemma in lexicon.near(word.form)]
