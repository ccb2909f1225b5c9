"""Scoring: how well each rule answers, from the texts that the engine found."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

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


class _Way(NamedTuple):
    """A way of a slot in one language: its words, each with what it is worth there."""

    words: tuple[tuple[str, float], ...]
    part: float
    """What the way is worth where one of its words is missing."""


class _Slot(NamedTuple):
    """A slot in one language."""

    most: float
    """What it can be worth in a text that has each word once."""
    ways: tuple[_Way, ...]


class _Judge:
    """Scores the texts of one language."""

    def __init__(self, contents: Contents, asked: Asked, language: str) -> None:
        self._shortest = ranking.K1 * (1 - ranking.B)
        self._longer = ranking.K1 * ranking.B / contents.sizes[language].words
        self._slots: list[_Slot] = []
        self._having: dict[str, list[int]] = {}
        self._most = 0.0
        for at, slot in enumerate(asked.plans[language]):
            held = _held_slot(slot, language, asked.rarities)
            self._slots.append(held)
            self._most += held.most
            for word in {word for way in held.ways for word, _ in way.words}:
                self._having.setdefault(word, []).append(at)

    def score(self, held: Held, parts: list[tuple[str, float]] | None = None) -> float:
        """The share of what a text could score at most: more than 1 for many repeated words.

        What each word has of it is added to ``parts``.
        """
        places, having = held.places, self._having
        said = having.keys() & places.keys()
        if not said or not self._most:
            return 0.0
        norm = self._shortest + self._longer * held.length
        gained = covered = 0.0
        last: Sequence[int] = ()
        before = -1
        for at in sorted({at for word in said for at in having[word]}):
            most, ways = self._slots[at]
            best, at_best, best_way = _best(ways, places, norm)
            worth = best
            covered += min(best, most)
            if at == before + 1 and last and at_best:
                apart = min([abs(one - other) for one in at_best for other in last])
                if 0 < apart <= ranking.NEARBY:
                    worth += ranking.NEAR_BONUS * min(best, most) / apart
            gained += worth
            last, before = at_best, at
            if parts is not None and best_way is not None:
                parts.append((" ".join(word for word, _ in best_way.words), worth))
        share = float((covered / self._most) ** ranking.COVERAGE) / self._most
        if parts is not None:
            parts[:] = [(word, value * share) for word, value in parts]
        return gained * share


def _held_slot(slot: Slot, language: str, rarities: Rarities) -> _Slot:
    """The ways of which a language has any word, and what the best can be worth."""
    ways, most = [], 0.0
    for way in slot.ways:
        words = [
            (word, rarities[word, language]) for word in way.words if (word, language) in rarities
        ]
        if words:
            most = max(most, way.weight * sum(rarity for _, rarity in words))
            part = 1.0 if len(words) == len(way.words) else ranking.PART_OF_PHRASE
            worth = slot.weight * way.weight * part * (ranking.K1 + 1)
            each = tuple((word, worth * rarity) for word, rarity in words)
            ways.append(_Way(each, ranking.PART_OF_PHRASE))
    return _Slot((most or ranking.UNSAID) * slot.weight, tuple(ways))


def _best(
    ways: tuple[_Way, ...], places: Mapping[str, Sequence[int]], norm: float
) -> tuple[float, Sequence[int], _Way | None]:
    """What a text says of the best way, and where: BM25 for each of its words."""
    best = 0.0
    at_best: Sequence[int] = ()
    best_way: _Way | None = None
    for way in ways:
        words, part = way
        if len(words) == 1:  # nearly all
            where = places.get(words[0][0])
            if where is None:
                continue
            count = len(where)
            value = words[0][1] * count / (count + norm)
        else:
            value, where = _of_phrase(words, part, places, norm)
        if value > best:
            best, at_best, best_way = value, where, way
    return best, at_best, best_way


def _of_phrase(
    words: tuple[tuple[str, float], ...],
    part: float,
    places: Mapping[str, Sequence[int]],
    norm: float,
) -> tuple[float, Sequence[int]]:
    value, whole = 0.0, True
    every: list[int] = []
    for word, worth in words:
        where = places.get(word)
        if where is None:
            whole = False
        else:
            count = len(where)
            value += worth * count / (count + norm)
            every += where
    return value if whole else value * part, every


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
