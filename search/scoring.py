"""Scoring: how well each rule answers, from the texts that the engine found."""

from collections.abc import Mapping, Sequence
from math import sqrt

from kb.number import RuleNumber
from search import ranking
from search.asking import Asked, Plan
from search.contents import HOLDS, Contents, Held
from search.engine import Match


def scores(
    contents: Contents, asked: Asked, matches: Sequence[Match], named: Sequence[RuleNumber],
    *, spreading: bool,
) -> tuple[dict[RuleNumber, float], dict[Match, float]]:
    """The score of each rule, and of each text that belongs to none."""
    held = list(contents.texts(matches))
    plain = {
        match: _text_score(contents, asked, match.language, text)
        for match, text in zip(matches, held, strict=True)
    }
    headings = {
        match.number for match, text in zip(matches, held, strict=True)
        if match.number and match.kind == "rule" and text.is_heading
    }
    texts: dict[str, dict[str, dict[str, float]]] = {}
    loose: dict[Match, float] = {}
    for match, score in plain.items():
        if match.number:
            kinds = texts.setdefault(match.number, {}).setdefault(match.language, {})
            kinds[match.kind] = max(score, kinds.get(match.kind, 0.0))
        else:
            loose[match] = score
    found = {number: _joined(languages) for number, languages in texts.items()}
    if spreading:
        for match, score in loose.items():
            if match.kind == "glossary" and match.title:
                numbers = contents.referred(match.title, match.language)
                for number in numbers:
                    gain = ranking.GLOSSARY * score / sqrt(len(numbers))
                    found[number] = max(found.get(number, 0.0), 0.0) + gain
        found = _spread(contents, found)
    rules = {RuleNumber.parse(number): score for number, score in found.items()}
    if spreading:
        for number in rules:
            if str(number) in headings and number not in named:
                rules[number] *= ranking.HEADING_SHARE
        best = max(rules.values(), default=1.0)
        for number in list(rules):
            if any(number.within(other) for other in asked.spoken_of):
                rules[number] += ranking.FAMILY * best
        for number in named:
            rules[number] = rules.get(number, 0.0) + ranking.NAME_BOOST * best
            first = number.first_child
            if first is not None and first in rules:
                rules[first] += ranking.NAME_BOOST * ranking.FIRST_SUBRULE * best
    return rules, loose


def _joined(languages: Mapping[str, Mapping[str, float]]) -> float:
    values = sorted((_of_kinds(kinds) for kinds in languages.values()), reverse=True)
    return values[0] + ranking.SECOND_LANGUAGE * sum(values[1:])


def _of_kinds(kinds: Mapping[str, float]) -> float:
    own = kinds.get("rule", 0.0)
    example = ranking.EXAMPLE * max(kinds.get("example", 0.0), kinds.get("ruling", 0.0))
    return max(own, example) + ranking.BOTH * min(own, example)


def _text_score(contents: Contents, asked: Asked, language: str, held: Held) -> float:
    """The share of what a text could score at most: more than 1 for many repeated words."""
    plan = asked.plans[language]
    size = contents.sizes[language]
    places: dict[str, list[int]] = {}
    wanted = _wanted(plan)
    for at, word in enumerate(held.words):
        if word in wanted:
            places.setdefault(word, []).append(at)
    length = 1 - ranking.B + ranking.B * len(held.words) / size.words
    total = gained = covered = 0.0
    last: list[int] = []
    near = 0.0
    for slot in plan:
        most, best, at_best = 0.0, 0.0, []
        for way in slot.ways:
            ideal = value = 0.0
            at: list[int] = []
            missing = False
            for word in way.words:
                rarity = asked.rarities.get((word, language))
                if rarity is None:
                    missing = True
                    continue
                ideal += rarity
                found = places.get(word)
                if found:
                    count = len(found)
                    value += rarity * count * (ranking.K1 + 1) / (count + ranking.K1 * length)
                    at += found
                elif word in held.around:
                    value += ranking.AROUND * rarity
                else:
                    missing = True
            if missing and len(way.words) > 1:
                value *= ranking.PART_OF_PHRASE
            most = max(most, way.weight * ideal)
            if way.weight * value > best:
                best, at_best = way.weight * value, at
        most = most or ranking.UNSAID
        total += slot.weight * most
        gained += slot.weight * best
        covered += slot.weight * min(best, most)
        if at_best and last:
            apart = min(abs(one - other) for one in at_best for other in last)
            if 0 < apart <= ranking.NEARBY:
                near += ranking.NEAR_BONUS * min(best, most) * slot.weight / apart
        last = at_best
    if not total:
        return 0.0
    return (gained + near) / total * (covered / total) ** ranking.COVERAGE


def _wanted(plan: Plan) -> frozenset[str]:
    return frozenset(word for slot in plan for way in slot.ways for word in way.words)


def _spread(contents: Contents, found: Mapping[str, float]) -> dict[str, float]:
    """The scores with those of the rules beside the best hits, as the book ties them."""
    result = dict(found)
    best = sorted(found, key=lambda number: (-found[number], number))[: ranking.SPREAD_FROM]
    for number, ties in contents.ties(best).items():
        groups: dict[float, list[str]] = {}
        cited = [b for a, b, kind in ties if a == number and kind != HOLDS]
        citing = [a for a, b, kind in ties if b == number and kind != HOLDS]
        family = [b if a == number else a for a, b, kind in ties if kind == HOLDS]
        for share, others in (
            (ranking.SPREAD, cited), (ranking.SPREAD_BACK, citing), (ranking.SPREAD_FAMILY, family)
        ):
            for other in others:
                gain = share * found[number] / sqrt(len(others))
                result[other] = result.get(other, 0.0) + gain
    return result
