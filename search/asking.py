"""Asking: what words in any language ask of the index."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import log
from typing import NamedTuple

from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.tokens import tokens
from search import ranking
from search.contents import Contents
from search.engine import AnyOf, Word
from search.plans import Plan, Slot, Way, plan
from search.snippet import Marker
from search.spoken import names_among, spoken
from search.words import Lexicon

Rarities = Mapping[tuple[str, str], float]
"""How much a word of the index tells in the texts of a language that has it: by both."""


class Asked(NamedTuple):
    """What words ask for."""

    part: AnyOf
    """For the engine, which finds the candidates."""
    marker: Marker
    """What to mark in the texts found."""
    named: tuple[RuleNumber, ...]
    """The rules that the words name, and nothing else."""
    spoken_of: tuple[RuleNumber, ...]
    """The rules of all names among the words."""
    plans: Mapping[str, Plan]
    """For the scoring, by the language of the texts."""
    rarities: Rarities


def asked(
    holdings: Holdings, text: str, contents: Contents, *, more: Sequence[Mapping[str, Slot]] = ()
) -> Asked:
    """Any of the words of a text, in whatever language each is.

    With ``more`` what else is asked for, by the language of the texts.
    """
    lexicon = Lexicon(holdings.store, contents.memory)
    words = tuple(islice(tokens(text), ranking.LONGEST_QUERY))
    said = spoken(lexicon, contents, words)
    names = names_among(lexicon, said)
    plans = {
        language: (*plan(lexicon, said, names, language), *_slots(more, language))
        for language in contents.sizes
    }
    rarities = _rarities(contents, plans)
    numbers = [number for word in words if (number := RuleNumber.read(word.form)) and number.rule]
    telling = [at for at, word in enumerate(said) if not word.is_silent]
    named = [
        RuleNumber.parse(name.number)
        for name in names
        if all(name.start <= at < name.end for at in telling)
    ]
    return Asked(
        part=_part(contents, plans, rarities),
        marker=Marker(
            lexicon.forms({word for _, way in _ways(plans) for word in way.words}),
            frozenset(name.concept for name in names),
        ),
        named=tuple(dict.fromkeys((*numbers, *named))),
        spoken_of=tuple(dict.fromkeys(RuleNumber.parse(name.number) for name in names)),
        plans=plans,
        rarities=rarities,
    )


def _slots(more: Sequence[Mapping[str, Slot]], language: str) -> Iterator[Slot]:
    return (slots[language] for slots in more if language in slots)


def _ways(plans: Mapping[str, Plan]) -> Iterator[tuple[str, Way]]:
    """All ways with the language of the texts, weighed as their slots."""
    for language, slots in plans.items():
        for slot in slots:
            for way in slot.ways:
                yield language, Way(way.words, way.weight * slot.weight)


def _rarities(contents: Contents, plans: Mapping[str, Plan]) -> Rarities:
    """As BM25 takes it, but among the texts of one language."""
    held = contents.frequencies({word for _, way in _ways(plans) for word in way.words})
    return {
        (word, language): log(1 + (contents.sizes[language].texts - texts + 0.5) / (texts + 0.5))
        for (word, language), texts in held.items()
    }


def _part(contents: Contents, plans: Mapping[str, Plan], rarities: Rarities) -> AnyOf:
    """The words of all plans, each as rare as in the texts of its language.

    An engine takes a word that few of all texts have for a rare one, though it may be common in
    the few texts of its language. What most texts say finds none of them: it only costs time.
    """
    whole = sum(size.texts for size in contents.sizes.values())
    weights: dict[str, float] = {}
    telling: set[str] = set()
    for language, way in _ways(plans):
        for word in way.words:
            rarity = rarities.get((word, language))
            if rarity is None or not way.weight:
                continue
            overall = rarity + log(whole / contents.sizes[language].texts)
            weights[word] = max(way.weight * rarity / overall, weights.get(word, 0.0))
            if rarity >= ranking.LEAST_RARITY:
                telling.add(word)
    if len(telling) >= ranking.TELLING_WORDS:
        weights = {word: weight for word, weight in weights.items() if word in telling}
    return AnyOf(tuple(Word(word, weight) for word, weight in weights.items()))
