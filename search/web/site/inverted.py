"""The inverted index of a site: in which texts each word stands, and how much it says there."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kb.lang import folded

_WORD = re.compile(r"[^\W_]+")
_NAME_COUNTS = 3
"""Times that a word of a name counts as one of the text."""
_K1, _B = 1.2, 0.75
"""Of BM25, as its authors set them."""
_SCALE = 10
"""Weights are whole numbers: they are shorter, and nobody needs the rest."""
_KEY = 2
"""Letters by which words share a file."""


class Text(NamedTuple):
    """What a search can find."""

    place: str
    """Behind the language: ``rules/702.33d``."""
    label: str
    """What stands before its name: the number, or nothing."""
    name: str
    text: str


class Shard(NamedTuple):
    """The words that begin alike."""

    forms: Mapping[str, tuple[int, ...]]
    """For each word as it is written the lists that it stands for."""
    lists: Sequence[Sequence[int]]
    """Of each base form: places of texts, each from the one before it, and weights, in turn."""


def words_in(text: str) -> list[str]:
    """As the script of the search page cuts a query.

    >>> words_in("L’abilità di {W}: 702.33d")
    ['l', 'abilita', 'di', 'w', '702', '33d']
    """
    return _WORD.findall(folded(text))


def shards(
    texts: Sequence[Text], lemmas: Mapping[str, str], silent: Iterable[str]
) -> dict[str, Shard]:
    """By the letters with which their words begin; ``silent`` words stand in none."""
    unheard = frozenset(silent)
    counted = [_counts(text, lemmas, unheard) for text in texts]
    lengths = [sum(counts.values()) for counts, _ in counted]
    usual = sum(lengths) / len(lengths) if lengths else 1.0
    found_in: dict[str, list[int]] = defaultdict(list)
    for place, (counts, _) in enumerate(counted):
        for lemma in counts:
            found_in[lemma].append(place)
    lists = {
        lemma: _list(lemma, places, counted, lengths, usual) for lemma, places in found_in.items()
    }
    lemmas_of: dict[str, set[str]] = defaultdict(set)
    for _, pairs in counted:
        for form, lemma in pairs:
            lemmas_of[form].add(lemma)
    by_key: dict[str, list[str]] = defaultdict(list)
    for form in sorted(lemmas_of):
        by_key[form[:_KEY]].append(form)
    return {key: _shard(forms, lemmas_of, lists) for key, forms in by_key.items()}


def _counts(
    text: Text, lemmas: Mapping[str, str], silent: frozenset[str]
) -> tuple[Counter[str], set[tuple[str, str]]]:
    """How often each base form stands there, and the forms in which it does."""
    counts: Counter[str] = Counter()
    pairs = set()
    for part, weight in ((text.name, _NAME_COUNTS), (text.text, 1)):
        for form in words_in(part):
            if form not in silent:
                lemma = lemmas.get(form, form)
                counts[lemma] += weight
                pairs |= {(form, lemma), (lemma, lemma)}
    return counts, pairs


def _list(
    lemma: str,
    places: Sequence[int],
    counted: Sequence[tuple[Counter[str], object]],
    lengths: Sequence[int],
    usual: float,
) -> list[int]:
    rare = math.log(1 + (len(counted) - len(places) + 0.5) / (len(places) + 0.5))
    found, last = [], 0
    for place in places:
        often = counted[place][0][lemma]
        long = _K1 * (1 - _B + _B * lengths[place] / usual)
        weight = max(1, round(_SCALE * rare * often * (_K1 + 1) / (often + long)))
        found += [place - last, weight]
        last = place
    return found


def _shard(
    forms: Sequence[str], lemmas_of: Mapping[str, set[str]], lists: Mapping[str, list[int]]
) -> Shard:
    """With the list of a base form that begins otherwise, so that a word needs one file."""
    places: dict[str, int] = {}
    of = {
        form: tuple(places.setdefault(lemma, len(places)) for lemma in sorted(lemmas_of[form]))
        for form in forms
    }
    return Shard(of, [lists[lemma] for lemma in places])
