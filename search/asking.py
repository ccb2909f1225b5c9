"""Asking: what words in any language ask of the index."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from math import log
from typing import NamedTuple

from kb.holdings import Holdings
from kb.lang import ORIGINAL
from kb.number import RuleNumber
from kb.tokens import Token, tokens
from search import ranking
from search.contents import Contents
from search.engine import AnyOf, Word
from search.snippet import Marker
from search.words import Known, Lexicon, Named, concept_word


class Way(NamedTuple):
    """One way to say what a word of the query means: words of the index, all of them."""

    words: tuple[str, ...]
    weight: float


class Slot(NamedTuple):
    """A word or phrase of the query in the language of some texts; the best way counts."""

    ways: tuple[Way, ...]
    """None where nobody knows how the language says it."""
    weight: float = 1.0
    is_name: bool = False
    is_inside_name: bool = False
    """A word of a name, which has a slot of its own."""


Plan = tuple[Slot, ...]
"""The slots in the order of the query."""


class Asked(NamedTuple):
    """What words ask for."""

    part: AnyOf
    """For the engine, to find the candidates."""
    plans: Mapping[str, Plan]
    """For the scoring, by the language of the texts."""
    marker: Marker
    """What to mark in the texts found."""
    named: tuple[RuleNumber, ...]
    """The rules that few words name."""
    spoken_of: tuple[RuleNumber, ...]
    """The rules of the names among the words."""
    rarities: Mapping[tuple[str, str], float]
    """How much a word of the index tells in the texts of a language."""


class Said(NamedTuple):
    """A word of the query: in which languages it counts, and its base forms there."""

    token: Token
    meant: Token
    """The same as it is spelt, where somebody knows it so."""
    lemmas: Mapping[str, tuple[str, ...]]
    weight: float
    is_silent: bool


def asked(
    holdings: Holdings,
    text: str,
    contents: Contents,
    *,
    more: Sequence[Mapping[str, Slot]] = (),
) -> Asked:
    """Any of the words of a text, in whatever language each is.

    With ``more`` what else is asked for, by the language of the texts.
    """
    lexicon = Lexicon(holdings.store)
    words = tuple(islice(tokens(text), ranking.LONGEST_QUERY))
    said = _said(lexicon, contents, words)
    names = _names(lexicon.named([word.meant for word in said]), said)
    plans = {
        language: (
            *_plan(lexicon, said, names, language),
            *(slots[language] for slots in more if language in slots),
        )
        for language in contents.sizes
    }
    rarities = _rarities(contents, plans)
    rules = [number for word in words if (number := RuleNumber.read(word.form)) and number.rule]
    telling = [at for at, word in enumerate(said) if not word.is_silent]
    rules += [
        RuleNumber.parse(name.number)
        for name in names
        if all(name.start <= at < name.end for at in telling)
    ]
    return Asked(
        part=_part(contents, plans, rarities),
        plans=plans,
        marker=_marker(lexicon, plans, names),
        named=tuple(dict.fromkeys(rules)),
        spoken_of=tuple(dict.fromkeys(RuleNumber.parse(name.number) for name in names)),
        rarities=rarities,
    )


def _said(lexicon: Lexicon, contents: Contents, words: Sequence[Token]) -> list[Said]:
    """The words with the languages in which each counts: that of the query where it knows it."""
    known = lexicon.known({word.form for word in words})
    near = {
        word.form: lexicon.near(
            word.form, sounding_alike=contents.sounding_alike(word.form)
        )
        for word in words
        if word.form not in known
    }
    known_near = lexicon.known({form for forms in near.values() for form in forms})
    votes: Counter[str] = Counter()
    for word in words:
        languages = known.get(word.form) or {
            code: each for form in near[word.form] for code, each in known_near[form].items()
        }
        for code in languages:
            votes[code] += 1 / len(languages)
    most = max(votes.values(), default=0.0)
    ours = [code for code, count in votes.items() if count == most]
    said = []
    for word in words:
        weight, found = 1.0, known.get(word.form)
        if not found:
            weight, found = ranking.NEAR_WEIGHT, {}
            for form in near.get(word.form, ()):
                for code, each in known_near[form].items():
                    held = found.get(code, Known((), False))
                    found[code] = Known((*held.lemmas, *each.lemmas), False)
        chosen = {code: each for code, each in found.items() if code in ours} or found
        lemmas = {
            code: tuple(dict.fromkeys(each.lemmas or (word.form,))) for code, each in chosen.items()
        }
        silent = bool(chosen) and all(each.is_silent for each in chosen.values())
        likely = near.get(word.form, ())[:1]
        meant = word._replace(form=likely[0]) if likely else word
        said.append(Said(word, meant, lemmas, weight, silent))
    if all(word.is_silent for word in said):
        return [word._replace(is_silent=False) for word in said]
    return said


def _names(names: Sequence[Named], said: Sequence[Said]) -> tuple[Named, ...]:
    """Those in a language of their words; all of a place where none is."""
    kept: list[Named] = []
    for start in dict.fromkeys(name.start for name in names):
        here = [name for name in names if name.start == start]
        telling = [word for word in said[start : here[0].end]]
        if all(word.is_silent for word in telling):
            continue
        ours = [
            name for name in here if all(name.language in word.lemmas for word in telling)
        ]
        # The word itself before a form of another: "tormenta" is a name, and a form of "tormentare".
        nearest = min(name.rank for name in ours or here)
        kept += [name for name in ours or here if name.rank == nearest]
    return tuple(kept)


def _plan(
    lexicon: Lexicon, said: Sequence[Said], names: Sequence[Named], language: str
) -> Plan:
    inside = {at for name in names for at in range(name.start, name.end)}
    slots: list[Slot] = []
    for start in dict.fromkeys(name.start for name in names):
        concepts = {name.concept for name in names if name.start == start}
        ways = tuple(Way((concept_word(concept),), 1.0) for concept in sorted(concepts))
        slots.append(Slot(ways, ranking.CONCEPT_WEIGHT, is_name=True))
    for at, ways, is_inside in _ways(lexicon, said, language, inside):
        weight = ranking.INSIDE_NAME if is_inside else 1.0
        slots.append(Slot(ways, weight, is_inside_name=is_inside))
    return tuple(dict.fromkeys(slots))  # what is said twice is asked once


def _ways(lexicon, said, language, inside):  # type: ignore
    runs = _runs(lexicon, said) if language == ORIGINAL else {}
    at = 0
    while at < len(said):
        if at in runs:
            end, ways = runs[at]
            own = said[at].lemmas.get(language, ()) if end == at + 1 else ()
            every = (*(Way((lemma,), said[at].weight) for lemma in own), *ways)
            yield at, every, all(place in inside for place in range(at, end))
            at = end
            continue
        word = said[at]
        if not word.is_silent:
            lemmas = word.lemmas.get(language, ())
            if not word.lemmas:  # a number, a symbol, a word that nobody knows
                lemmas = (word.token.form,)
            yield at, tuple(Way((lemma,), word.weight) for lemma in lemmas), at in inside
        at += 1


def _runs(lexicon, said):  # type: ignore
    """Where each run of words begins that the lexicon knows: its end, and what it means."""
    codes = dict.fromkeys(code for word in said for code in word.lemmas)
    found = {}
    for code in codes:
        keys: dict[str, tuple[int, int]] = {}
        spans: dict[tuple[int, int], list[str]] = {}
        for at in range(len(said)):
            for end in range(at + 1, min(len(said), at + 6) + 1):
                run = said[at:end]
                if end == at + 1:
                    if run[0].is_silent or code not in run[0].lemmas:
                        continue
                    spans[at, end] = list(run[0].lemmas[code])
                else:
                    spans[at, end] = [
                        " ".join(word.meant.form for word in run),
                        " ".join(word.lemmas.get(code, (word.token.form,))[0] for word in run),
                    ]
        words = lexicon.words_of({key for each in spans.values() for key in each}, code)
        senses = lexicon.senses({word for each in words.values() for word in each}, code)
        at = 0
        while at < len(said):
            for end in range(min(len(said), at + 6), at, -1):
                ways = {}
                for key in spans.get((at, end), ()):
                    for word in words.get(key, ()):
                        for english, weight in senses.get(word, ()):
                            ways[english] = max(ways.get(english, 0.0), weight * said[at].weight)
                if ways:
                    if at not in found or found[at][0] < end:
                        found[at] = (end, tuple(Way(*way) for way in ways.items()))
                    elif found[at][0] == end:
                        found[at] = (end, (*found[at][1], *(Way(*way) for way in ways.items())))
                    at = end
                    break
            else:
                at += 1
    return found


def _rarities(contents: Contents, plans: Mapping[str, Plan]) -> dict[tuple[str, str], float]:
    words = {
        word for plan in plans.values() for slot in plan for way in slot.ways for word in way.words
    }
    held = contents.frequencies(words)
    return {
        (word, language): log(1 + (contents.sizes[language].texts - texts + 0.5) / (texts + 0.5))
        for (word, language), texts in held.items()
    }


def _part(
    contents: Contents,
    plans: Mapping[str, Plan],
    rarities: Mapping[tuple[str, str], float],
) -> AnyOf:
    """The words of all plans; rarity counts as in the texts of one language, not of all.

    An engine takes a word that few of all texts have for a rare one, though it may be common in
    the few texts of its language. What most texts say finds none of them: it only costs time.
    """
    whole = sum(size.texts for size in contents.sizes.values())
    weights: dict[str, float] = {}
    telling: set[str] = set()
    for language, plan in plans.items():
        for slot in plan:
            for way in slot.ways:
                for word in way.words:
                    rarity = rarities.get((word, language))
                    if rarity is None:
                        continue
                    overall = rarity + log(whole / contents.sizes[language].texts)
                    weight = way.weight * slot.weight * rarity / overall
                    weights[word] = max(weight, weights.get(word, 0.0))
                    if rarity >= ranking.LEAST_RARITY:
                        telling.add(word)
    if len(telling) >= ranking.TELLING_WORDS:
        weights = {word: weight for word, weight in weights.items() if word in telling}
    return AnyOf(tuple(Word(word, weight) for word, weight in weights.items()))


def _marker(lexicon: Lexicon, plans: Mapping[str, Plan], names: Sequence[Named]) -> Marker:
    words = {
        word for plan in plans.values() for slot in plan for way in slot.ways for word in way.words
    }
    return Marker(lexicon.forms(words), frozenset(name.concept for name in names))
