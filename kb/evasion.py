"""Evasion abilities: which creature may block which attacker, a table with a row an ability."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kb.blocks import Pair
from kb.facts import Fact, derived, every, some
from kb.number import RuleNumber
from kb.pointer import ROOT
from kb.printed import TypeLine
from kb.state_words import SUPERTYPES, TYPES
from kb.values import Values

COLOR_WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
EACH_COLOR = ("each color", "all colors")
FROM = "protection from "
_LANDWALK = "walk"


class Evasion(NamedTuple):
    """An ability that restricts blocks one by one."""

    rule: RuleNumber
    prop: str
    about: str
    since: str
    concerns: Callable[[Pair], Fact[bool]]
    """Whether a creature of the pair has the ability."""
    allows: Callable[[Pair], Fact[bool]]
    """Whether the ability lets this creature block that attacker."""

    def verdict(self, pair: Pair) -> bool | None:
        """Whether the block is allowed as far as this ability goes."""
        concerns = self.concerns(pair).value
        return True if concerns is False else some((not concerns, self.allows(pair).value))


def _attacker_has(word: str) -> Callable[[Pair], Fact[bool]]:
    return lambda pair: pair.a.keywords.then(lambda words: word in words)


def _blocker_has(*any_of: str) -> Callable[[Pair], Fact[bool]]:
    return lambda pair: pair.b.keywords.then(lambda words: not words.isdisjoint(any_of))


def _either(one: Fact[bool], other: Fact[bool]) -> Fact[bool]:
    """Whether one of the two holds; what holds is enough, whatever the other is."""
    truth = some((one.value, other.value))
    if truth:
        return one if one.value else other
    unknown = [fact for fact in (one, other) if not fact.known]
    return derived(truth, one.at, *(unknown or (one, other)))


def _artifact(now: Values) -> Fact[bool]:
    return now.types.then(lambda line: "Artifact" in line.types)


def _fear(pair: Pair) -> Fact[bool]:
    """702.36b"""
    return _either(_artifact(pair.b), pair.b.colors.then(lambda colors: "B" in colors))


def _intimidate(pair: Pair) -> Fact[bool]:
    """702.13b"""
    mine, theirs = pair.a.colors, pair.b.colors
    shared: bool | None = None
    if mine.value is not None and theirs.value is not None:
        shared = not mine.value.isdisjoint(theirs.value)
    elif mine.value == frozenset() or theirs.value == frozenset():
        shared = False
    unknown = tuple(fact for fact in (mine, theirs) if not fact.known)
    leans = (mine, theirs) if shared is not None else unknown
    return _either(_artifact(pair.b), derived(shared, pair.at, *leans))


def _shadow_concerns(pair: Pair) -> Fact[bool]:
    return _either(_attacker_has("shadow")(pair), _blocker_has("shadow")(pair))


def _shadow(pair: Pair) -> Fact[bool]:
    """702.28b: both have it, or neither."""
    mine, theirs = _attacker_has("shadow")(pair), _blocker_has("shadow")(pair)
    same = mine.value is theirs.value if mine.known and theirs.known else None
    return derived(same, pair.at, mine, theirs)


def _skulk(pair: Pair) -> Fact[bool]:
    """702.118b"""
    mine, theirs = pair.a.power, pair.b.power
    small: bool | None = None
    if mine.value is not None and theirs.value is not None:
        small = theirs.value <= mine.value
    return derived(small, pair.at, mine, theirs)


def _never(pair: Pair) -> Fact[bool]:
    return derived(False, pair.at, pair.b.keywords)


def _not_grown(pair: Pair) -> Fact[bool]:
    """702.98a: with unleash and a +1/+1 counter it can't block."""
    return pair.blocker.counters.then(lambda held: not held.get("+1/+1", 0))


# ------------------------------------------------------------------ landwalk


def walks(words: frozenset[str]) -> list[str]:
    """The landwalk abilities: a land before "walk", which alone is no ability."""
    return sorted(
        word for word in words if word.endswith(_LANDWALK) and word.split()[-1] != _LANDWALK
    )


def _has_landwalk(pair: Pair) -> Fact[bool]:
    return pair.a.keywords.then(lambda words: bool(walks(words)))


def _is_land_of(walk: str, line: TypeLine) -> bool | None:
    """702.14a, c: a land of the type, with or without the type or supertype before it."""
    *kinds, land = walk.removesuffix(_LANDWALK).split()
    truths: list[bool | None] = ["Land" in line.types]
    if land != "land":
        truths.append(land.capitalize() in line.subtypes)
    for kind in kinds:
        word = kind.removeprefix("non").capitalize()
        known = word in SUPERTYPES | TYPES
        there = word in line.supertypes | line.types
        truths.append((there is not kind.startswith("non")) if known else None)
    return every(truths)


def _no_such_land(pair: Pair) -> Fact[bool]:
    """702.14c: the defending player controls no land of the kind; as far as the document tells."""
    mine: list[Fact[bool]] = []
    for walk in walks(pair.a.keywords.value or frozenset()):
        for thing in pair.world.on_battlefield():
            if thing.controller.value == pair.blocker.controller.value:
                types = Pair(pair.game, pair.world, thing, pair.attacker, pair.at).b.types
                mine.append(types.then(lambda line, walk=walk: _is_land_of(walk, line)))  # type: ignore[misc]
    found = some(fact.value for fact in mine)
    if found is not False:
        return derived(None if found is None else False, pair.at, *_deciding(mine, found))
    listed = pair.game.assumed(True, ROOT / "objects")
    return derived(listed.value, pair.at, listed)


def _deciding(facts: list[Fact[bool]], truth: bool | None) -> list[Fact[bool]]:
    return [fact for fact in facts if fact.value is truth]


# ------------------------------------------------------------------ protection


def qualities(words: frozenset[str]) -> list[str]:
    """What the protection abilities among keywords are from (702.16a, g)."""
    found = sorted(word.removeprefix(FROM) for word in words if word.startswith(FROM))
    return [part for word in found for part in word.split(" and from ")]


def has_quality(quality: str, pair: Pair) -> Fact[bool]:
    """702.16a: whether the blocker has the quality; unknown where no program reads the word."""
    now, kinds = pair.b, {quality.capitalize(), quality.capitalize().removesuffix("s")}
    if quality == "everything":  # 702.16j
        return derived(True, pair.at)
    if quality in COLOR_WORDS:
        return now.colors.then(lambda colors: COLOR_WORDS[quality] in colors)
    if quality in ("colorless", "monocolored", "multicolored", *EACH_COLOR):
        return now.colors.then(lambda colors: _color_class(quality, len(colors)))
    if quality in {name.casefold() for name in pair.game.document.players}:  # 702.16k
        return pair.blocker.controller.then(lambda name: name.casefold() == quality)
    if kinds & (TYPES | SUPERTYPES):
        return now.types.then(lambda line: bool(kinds & (line.types | line.supertypes)))
    if now.types.value is not None and kinds & now.types.value.subtypes:
        return derived(True, pair.at, now.types)
    return Fact(None, pair.a.keywords.at)


def _color_class(quality: str, count: int) -> bool:
    if quality == "colorless":
        return count == 0
    if quality == "monocolored":
        return count == 1
    return count > 1 if quality == "multicolored" else count > 0


def _protected(pair: Pair) -> Fact[bool]:
    return pair.a.keywords.then(lambda words: bool(qualities(words)))


def _without_quality(pair: Pair) -> Fact[bool]:
    """702.16f"""
    words = pair.a.keywords.value or frozenset()
    found = [has_quality(quality, pair) for quality in qualities(words)]
    truth = some(fact.value for fact in found)
    no = None if truth is None else not truth
    return derived(no, pair.at, *_deciding(found, truth))


# ------------------------------------------------------------------ the table

_FLYING_OR_REACH = _blocker_has("flying", "reach")

EVASIONS = tuple(
    Evasion(RuleNumber.parse(rule), prop, about, since, concerns, allows)
    for rule, prop, about, since, concerns, allows in (
        ("702.9b", "flying", "blocked except by creatures with", "2021-04-22",
         _attacker_has("flying"), _FLYING_OR_REACH),
        ("702.13b", "intimidate", "creatures that share a color", "2021-04-22",
         _attacker_has("intimidate"), _intimidate),
        ("702.14c", "landwalk", "as long as the defending", "2021-04-22",
         _has_landwalk, _no_such_land),
        ("702.16f", "protection-from-blockers", "blocked by creatures that have", "2021-04-22",
         _protected, _without_quality),
        ("702.28b", "shadow", "blocked by creatures without shadow", "2021-04-22",
         _shadow_concerns, _shadow),
        ("702.31b", "horsemanship", "blocked by creatures without horsemanship", "2021-04-22",
         _attacker_has("horsemanship"), _blocker_has("horsemanship")),
        ("702.36b", "fear", "and/or black creatures", "2021-04-22",
         _attacker_has("fear"), _fear),
        ("702.98a", "unleashed-do-not-block", "can’t block as long as", "2021-04-22",
         _blocker_has("unleash"), _not_grown),
        ("702.118b", "skulk", "blocked by creatures with greater", "2021-04-22",
         _attacker_has("skulk"), _skulk),
        ("702.147a", "decayed-do-not-block", "This creature can’t block", "2022-11-18",
         _blocker_has("decayed"), _never),
    )
)  # fmt: skip


def barring(pair: Pair) -> Iterator[tuple[Evasion, Fact[bool]]]:
    """The abilities that concern a pair, each with whether it allows the block."""
    for row in EVASIONS:
        if row.concerns(pair).value:
            yield row, row.allows(pair)


def may_block(pair: Pair) -> bool | None:
    """Whether no ability of the two forbids the block."""
    return every(row.verdict(pair) for row in EVASIONS)
