"""Scoring: how well each rule answers, from the texts that the engine found."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple, TypeAlias

from kb.number import RuleNumber
from search import ranking
from search.asking import Asked, Rarities
from search.contents import Contents, Held
from search.engine import Match
from search.plans import Slot
from search.why import ALSO, CITED, CITES, FAMILY, GLOSSARY, HEADING, NAMED, SPOKEN_OF, Why, key_of


class Scores(NamedTuple):
    """The score of each rule, by its number, and of each text that belongs to none."""

    rules: dict[str, float]
    loose: dict[Match, float]


def scores(
    contents: Contents,
    asked: Asked,
    matches: Sequence[Match],
    named: Collection[RuleNumber],
    *,
    spreading: bool,
    why: Why | None = None,
) -> Scores:
    """What the texts found are worth; ``named`` are those of the rules asked for that have one.

    With ``spreading`` a part goes to the rules that the book ties to the best, and names count.
    With ``why`` all that makes up the scores is noted there.
    """
    held = tuple(contents.texts(matches))
    judges = {language: _Judge(contents, asked, language) for language in asked.plans}
    languages: dict[str, dict[str, dict[str, float]]] = {}
    loose: dict[Match, float] = {}
    headings: set[str] = set()
    for match, text in zip(matches, held, strict=True):
        score = judges[match.language].score(text)
        if not match.number:
            loose[match] = score
            continue
        kinds = languages.setdefault(match.number, {}).setdefault(match.language, {})
        if score > kinds.get(match.kind, -1.0):
            kinds[match.kind] = score
        if text.is_heading:
            headings.add(match.number)
    found = {number: _joined(each) for number, each in languages.items()}
    if why is not None:
        _note_texts(why, judges, zip(matches, held, strict=True), languages, spreading=spreading)
    if not spreading:
        return Scores(found, loose)
    _add_glossary(contents, found, loose, why)
    found = _spread(contents, found, why)
    for number in headings.difference(map(str, named)):
        if why is not None:
            why.note(number, HEADING, "", (ranking.HEADING_SHARE - 1) * found[number])
        found[number] *= ranking.HEADING_SHARE
    _add_names(found, asked, named, why)
    return Scores(found, {match: ranking.LOOSE * score for match, score in loose.items()})


@lru_cache(maxsize=16384)
def rank(number: str) -> int:
    """Where a rule stands in the book; to read its number anew takes ten times as long."""
    return RuleNumber.parse(number).rank


class _Phrase(NamedTuple):
    """A way of a slot with several words."""

    at: int
    """Its slot."""
    words: tuple[tuple[str, float], ...]
    """Each with what it is worth."""


_Said: TypeAlias = tuple[float, str, str]
"""What a text says of a slot: the worth, the places, the words. A plain tuple: there are so many
that the name of a class would cost a tenth of a question."""
_NOTHING: _Said = (0.0, "", "")


class _Judge:
    """Scores the texts of one language."""

    def __init__(self, contents: Contents, asked: Asked, language: str) -> None:
        self._shortest = ranking.K1 * (1 - ranking.B)
        self._longer = ranking.K1 * ranking.B / contents.sizes[language].words
        self._most: list[float] = []
        """What each slot can be worth in a text that has each word once."""
        self._words: dict[str, list[tuple[int, float]]] = {}
        """Of each word the slots of which it is a way, and what it is worth there."""
        self._phrases: dict[str, list[_Phrase]] = {}
        """The phrases in which each word stands."""
        for at, slot in enumerate(asked.plans[language]):
            self._add(at, slot, language, asked.rarities)
        self._whole = sum(self._most)

    def _add(self, at: int, slot: Slot, language: str, rarities: Rarities) -> None:
        most = 0.0
        for way in slot.ways:
            words = [
                (word, rarities[word, language])
                for word in way.words
                if (word, language) in rarities
            ]
            if not words:
                continue
            most = max(most, way.weight * sum(rarity for _, rarity in words))
            part = 1.0 if len(words) == len(way.words) else ranking.PART_OF_PHRASE
            worth = slot.weight * way.weight * part * (ranking.K1 + 1)
            if len(words) == 1:
                [(word, rarity)] = words
                self._words.setdefault(word, []).append((at, worth * rarity))
            else:
                phrase = _Phrase(at, tuple((word, worth * rarity) for word, rarity in words))
                for word, _ in words:
                    self._words.setdefault(word, [])
                    self._phrases.setdefault(word, []).append(phrase)
        self._most.append((most or ranking.UNSAID) * slot.weight)

    def score(self, held: Held, parts: list[tuple[str, float]] | None = None) -> float:
        """The share of what a text could score at most: more than 1 for many repeated words.

        What each word has of it is added to ``parts``.
        """
        places = held.places
        said = [word for word in self._words if word in places]
        if not said or not self._whole:
            return 0.0
        best = self._best(said, places, self._shortest + self._longer * held.length)
        gained = covered = 0.0
        last, before = "", -1
        for at in sorted(best):
            worth, here, way = best[at]
            most = self._most[at]
            most = worth if worth < most else most
            covered += most
            if last and before == at - 1:
                apart = _apart(last, here)
                if 0 < apart <= ranking.NEARBY:
                    worth += ranking.NEAR_BONUS * most / apart
            gained += worth
            last, before = here, at
            if parts is not None:
                parts.append((way, worth))
        share = float((covered / self._whole) ** ranking.COVERAGE) / self._whole
        if parts is not None:
            parts[:] = [(word, value * share) for word, value in parts]
        return gained * share

    def _best(
        self, said: Sequence[str], places: Mapping[str, str], norm: float
    ) -> dict[int, _Said]:
        """Of each slot the way that a text says best: BM25 for each of its words."""
        best: dict[int, _Said] = {}
        for word in said:
            where = places[word]
            count = len(where)
            share = count / (count + norm)
            for at, worth in self._words[word]:
                value = worth * share
                if value > best.get(at, _NOTHING)[0]:
                    best[at] = value, where, word
        phrases = [each for word in said for each in self._phrases.get(word, ())]
        for at, words in dict.fromkeys(phrases):
            held = [(places[word], worth) for word, worth in words if word in places]
            value = sum([worth * len(of) / (len(of) + norm) for of, worth in held])
            if len(held) < len(words):
                value *= ranking.PART_OF_PHRASE
            if value > best.get(at, _NOTHING)[0]:
                way = " ".join(word for word, _ in words)
                best[at] = value, "".join([where for where, _ in held]), way
        return best


def _apart(one: str, other: str) -> int:
    """How many words are between the nearest of two words, and one; by their places."""
    if len(one) == len(other) == 1:
        return abs(ord(one) - ord(other))
    places = [ord(sign) for sign in other]
    return min([abs(ord(sign) - place) for sign in one for place in places])


def _joined(languages: Mapping[str, Mapping[str, float]]) -> float:
    """The best language counts: the others say the same again."""
    return max(map(_of_kinds, languages.values()))


def _of_kinds(kinds: Mapping[str, float]) -> float:
    own = kinds.get("rule", 0.0)
    example = ranking.EXAMPLE * max(kinds.get("example", 0.0), kinds.get("ruling", 0.0))
    return max(own, example) + ranking.BOTH * min(own, example)


def _note_texts(
    why: Why,
    judges: Mapping[str, _Judge],
    texts: Iterable[tuple[Match, Held]],
    languages: Mapping[str, Mapping[str, Mapping[str, float]]],
    *,
    spreading: bool,
) -> None:
    """Note what the words of the text are worth that stands for each rule: the best one."""
    told: set[str] = set()
    for match, held in texts:
        words: list[tuple[str, float]] = []
        score = judges[match.language].score(held, words)
        if not match.number:
            why.words(key_of(match.text_key), words, ranking.LOOSE if spreading else 1.0)
        elif match.number not in told:
            kinds = max(languages[match.number].values(), key=_of_kinds)
            shares = {kind: 1.0 if kind == "rule" else ranking.EXAMPLE for kind in kinds}
            main = max(kinds, key=lambda kind: shares[kind] * kinds[kind])
            is_best = languages[match.number][match.language] is kinds and match.kind == main
            if is_best and score == kinds[main]:
                told.add(match.number)
                why.words(match.number, words, shares[main])
                why.note(match.number, ALSO, "", _of_kinds(kinds) - shares[main] * score)


def _add_glossary(
    contents: Contents, found: dict[str, float], loose: Mapping[Match, float], why: Why | None
) -> None:
    """Give the rules to which a glossary entry refers a part of its score."""
    gains: dict[str, tuple[float, str]] = {}
    for match, score in loose.items():
        if match.kind == "glossary" and match.title:
            numbers = contents.referred(match.title, match.language)
            for number in numbers:
                gain = ranking.GLOSSARY * score / sqrt(len(numbers))
                gains[number] = max((gain, match.title), gains.get(number, (0.0, "")))
    for number, (gain, term) in gains.items():
        found[number] = found.get(number, 0.0) + gain
        if why is not None:
            why.note(number, GLOSSARY, term, gain)


def _spread(contents: Contents, found: Mapping[str, float], why: Why | None) -> dict[str, float]:
    """The scores with those of the rules beside the best hits, as the book ties them."""
    result = dict(found)
    best = sorted(found, key=lambda number: (-found[number], number))[: ranking.SPREAD_FROM]
    for number, tied in zip(best, contents.ties(best), strict=True):
        for kind, share, others in (
            (CITED, ranking.SPREAD, tied.cited),
            (CITES, ranking.SPREAD_BACK, tied.citing),
            (FAMILY, ranking.SPREAD_FAMILY, tied.family),
        ):
            for other in others:
                gain = share * found[number] / sqrt(len(others))
                result[other] = result.get(other, 0.0) + gain
                if why is not None:
                    why.note(other, kind, number, gain)
    return result


def _add_names(
    rules: dict[str, float], asked: Asked, named: Collection[RuleNumber], why: Why | None
) -> None:
    """Raise the rules of the names among the words, and above all others the one asked for."""
    families = [(other.rank, other.last_rank) for other in asked.spoken_of]
    for number in rules if families else ():
        here = rank(number)
        if any(first <= here <= last for first, last in families):
            if why is not None:
                why.note(number, SPOKEN_OF, "", (ranking.FAMILY - 1) * rules[number])
            rules[number] *= ranking.FAMILY
    best = max(rules.values(), default=1.0)
    for other in named:
        raised = [(str(other), ranking.NAME_BOOST * best)]
        first_child = str(other.first_child)
        if first_child in rules:
            raised.append((first_child, ranking.NAME_BOOST * ranking.FIRST_SUBRULE * best))
        for rule, gain in raised:
            rules[rule] = rules.get(rule, 0.0) + gain
            if why is not None:
                why.note(rule, NAMED, str(other), gain)
