"""Plans: what the words of a query may be called in the texts of a language."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from kb.lang import ORIGINAL
from search import ranking
from search.spoken import Spoken
from search.words import Lexicon, Named, concept_word

_LONGEST_PHRASE = 6


class Way(NamedTuple):
    """One way to say what a word of the query means: words of the index, all of them."""

    words: tuple[str, ...]
    weight: float


class Slot(NamedTuple):
    """A word or phrase of the query; the best of its ways counts, so none outweighs another."""

    ways: tuple[Way, ...]
    """Empty where nobody knows how the language says it."""
    weight: float = 1.0
    is_name: bool = False
    is_inside_name: bool = False
    """A word of a name, which has a slot of its own."""


Plan: TypeAlias = tuple[Slot, ...]
"""The slots in the order of the query."""


def plan(lexicon: Lexicon, said: Sequence[Spoken], names: Sequence[Named], language: str) -> Plan:
    """The names among the words, and each word or phrase, as ``language`` has them."""
    slots: list[Slot] = []
    for start in dict.fromkeys(name.start for name in names):
        concepts = dict.fromkeys(name.concept for name in names if name.start == start)
        ways = tuple(Way((concept_word(concept),), 1.0) for concept in concepts)
        slots.append(Slot(ways, ranking.CONCEPT_WEIGHT, is_name=True))
    inside = {at for name in names for at in range(name.start, name.end)}
    for start, end, ways in _spans(lexicon, said, language):
        is_named = inside.issuperset(range(start, end))
        weight = ranking.INSIDE_NAME if is_named else 1.0
        slots.append(Slot(ways, weight, is_inside_name=is_named))
    return tuple(dict.fromkeys(slots))  # what is said twice is asked once


_Span: TypeAlias = tuple[int, int, tuple[Way, ...]]
"""The first word, the word after the last, and what they mean."""


def _spans(lexicon: Lexicon, said: Sequence[Spoken], language: str) -> Iterator[_Span]:
    meanings = _meanings(lexicon, said) if language == ORIGINAL else {}
    at = 0
    while at < len(said):
        end, meant = meanings.get(at, (at + 1, ()))
        word = said[at]
        own: tuple[str, ...] = ()
        if end == at + 1:
            own = word.lemmas.get(language, ()) if word.lemmas else (word.form,)
        if meant or not word.is_silent:
            yield at, end, (*(Way((lemma,), word.weight) for lemma in own), *meant)
        at = end


def _meanings(lexicon: Lexicon, said: Sequence[Spoken]) -> dict[int, tuple[int, tuple[Way, ...]]]:
    """Where the lexica know words or phrases: the word after the last, and what they mean.

    The longest of all languages is taken; equally long ones count as ways of the same.
    """
    found: dict[int, tuple[int, tuple[Way, ...]]] = {}
    for code in dict.fromkeys(code for word in said for code in word.lemmas):
        for start, end, ways in _longest(lexicon, said, code):
            held_end, held = found.get(start, (0, ()))
            if end > held_end:
                found[start] = end, ways
            elif end == held_end:
                found[start] = end, (*held, *ways)
    return found


def _longest(lexicon: Lexicon, said: Sequence[Spoken], code: str) -> Iterator[_Span]:
    keys = _keys(said, code)
    words = lexicon.words_of({key for each in keys.values() for key in each}, code)
    senses = lexicon.senses({word for each in words.values() for word in each}, code)
    at = 0
    while at < len(said):
        for end in range(min(len(said), at + _LONGEST_PHRASE), at, -1):
            ways: dict[tuple[str, ...], float] = {}
            for key in keys.get((at, end), ()):
                for word in words.get(key, ()):
                    for english, weight in senses.get(word, ()):
                        ways[english] = max(ways.get(english, 0.0), weight * said[at].weight)
            if ways:
                yield at, end, tuple(Way(*way) for way in ways.items())
                at = end
                break
        else:
            at += 1


def _keys(said: Sequence[Spoken], code: str) -> Mapping[tuple[int, int], Sequence[str]]:
    """Under which keys the lexicon of a language may have each run of the words."""
    forms = [word.form for word in said]
    lemmas = [word.lemmas.get(code, (word.form,))[0] for word in said]
    keys: dict[tuple[int, int], Sequence[str]] = {}
    for at, word in enumerate(said):
        if not word.is_silent and code in word.lemmas:
            keys[at, at + 1] = word.lemmas[code]
        for end in range(at + 2, min(len(said), at + _LONGEST_PHRASE) + 1):
            keys[at, end] = (" ".join(forms[at:end]), " ".join(lemmas[at:end]))
    return keys
