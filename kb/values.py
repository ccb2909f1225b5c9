"""Current values of an object: its copiable ones with effects and counters, layer by layer."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kb.facts import Fact, derived
from kb.halves import combined
from kb.mana import ManaCost
from kb.pointer import Pointer
from kb.printed import Named, Printed, Size, TypeLine, color_set, named
from kb.state_words import TYPES
from kb.world import Copiable, Copied, InForce, Thing, World

_SIZE_COUNTER = re.compile(r"[+-]\d+/[+-]\d+", re.ASCII)
_ENDS = (None, "end-of-turn", "source-leaves")
"""Ends of effects that the replay sees."""
KEYWORD_COUNTERS = frozenset(
    {
        "vigilance", "trample", "shadow", "reach", "menace", "lifelink", "indestructible",
        "hexproof", "haste", "flying", "first strike", "exalted", "double strike", "decayed",
        "deathtouch",
    }
)  # fmt: skip
"""122.1b: counters that give the keyword whose name they have."""
_WORDS_ONLY = {"id", "upon", "text", "why", "source", "until"}


class Values(Struct, frozen=True):
    """What an object looks like at one moment."""

    name: Fact[str]
    cost: Fact[ManaCost]
    mana_value: Fact[int]
    colors: Fact[frozenset[str]]
    types: Fact[TypeLine]
    base: Fact[Size]
    power: Fact[int]
    toughness: Fact[int]
    keywords: Fact[frozenset[str]]
    abilities: Fact[tuple[Named, ...]]
    unparsed: tuple[Pointer, ...] = ()
    """Words about it that no program reads: they may say otherwise (101.1)."""

    @property
    def is_creature(self) -> Fact[bool]:
        return self.types.then(lambda line: "Creature" in line.types)

    def ability(self, name: str) -> Named | None:
        return next((a for a in self.abilities.value or () if a.id == name), None)


def values(thing: Thing, world: World) -> Values:
    """What ``thing`` looks like in ``world``; it may be asked of any moment."""
    kept = world.seen.get(id(thing))
    if kept is not None and kept[0] is thing and kept[1] is world.effects and kept[2] == world.turn:
        found: Values = kept[3]
        return found
    start = _doubted(thing) if thing.doubt is not None else shown(thing)
    found = altered(start, thing, world)
    world.seen[id(thing)] = (thing, world.effects, world.turn, found)
    return found


def called(thing: Thing, world: World) -> str:
    """What a sentence calls it; its id where it has no name."""
    if thing.own is None or thing.doubt is not None:
        return thing.id
    return values(thing, world).name.value or thing.id


def altered(start: Copiable, thing: Thing, world: World) -> Values:
    """613.1: effects and counters on top of copiable values."""
    effects = list(_upon(thing, world)) if world.effects else []
    if not effects:
        return _unaltered(start, thing, world)
    types = _types(start, effects)
    keywords = _keywords(start, effects)
    base = start.size
    for status, force in effects:  # layer 7b
        if force.effect.base_pt is not None:
            new = Fact(Size.parse(force.effect.base_pt), force.at / "base_pt")
            base = new if status else derived(None, force.at / "until", base)
    power, toughness = _size(base, thing, effects)
    cost = start.cost
    return Values(
        name=start.name,
        cost=cost,
        mana_value=_mana_value(cost, thing),
        colors=_colors(start, effects),
        types=types,
        base=base,
        power=power,
        toughness=toughness,
        keywords=_with_counters(keywords, thing),
        abilities=_abilities(start, effects),
        unparsed=tuple(_unparsed(start, effects)),
    )


def _unaltered(start: Copiable, thing: Thing, world: World) -> Values:
    """Where no effect is on the object: but for counters and {X}, what was printed or copied."""
    kept = world.plain.get(id(start))
    if kept is None or kept[0] is not start:
        mana_value = start.cost.then(_without_x)
        kept = world.plain[id(start)] = (
            start, (_colors(start, []), tuple(_unparsed(start, [])), mana_value),
        )  # fmt: skip
    colors, unparsed, mana_value = kept[1]
    if thing.face == "back" or thing.zone == "stack":
        mana_value = _mana_value(start.cost, thing)
    power, toughness = _size(start.size, thing, [])
    return Values(
        start.name,
        start.cost,
        mana_value,
        colors,
        start.types,
        start.size,
        power,
        toughness,
        _with_counters(start.keywords, thing),
        start.abilities,
        unparsed,
    )


def _doubted(thing: Thing) -> Copiable:
    assert thing.doubt is not None
    nothing: Fact[Any] = Fact(None, thing.doubt)
    return Copiable(
        nothing, nothing, nothing, nothing, nothing, nothing, nothing, None, nothing, nothing
    )


def shown(thing: Thing) -> Copiable:
    """The copiable values, or what a turned object shows instead (708.2, 712.8)."""
    if thing.face == "down":
        at = thing.at / "face"
        no = derived(False, at)
        return Copiable(
            derived("", at),
            derived(ManaCost(exists=False), at),
            derived(TypeLine(frozenset(), frozenset({"Creature"}), frozenset()), at),
            derived(Size(2, 2), at),
            derived(frozenset(), at),
            derived((), at),
            derived(frozenset(), at),
            None,
            no,
            no,
        )
    if thing.face == "back" and thing.copied is None and thing.own is not None:
        back = thing.own.back
        if back is None:
            return _doubted(thing.doubted(thing.at / "back"))
        return _back(thing.own, back, thing.at / "face")
    if thing.own is None and thing.copied is not None and thing.copied.faces is not None:
        return _same_faces(thing, thing.copied, thing.copied.faces)
    own = thing.own
    if own is not None and thing.copied is None and own.layout == "split" and thing.zone != "stack":
        return combined(own.halves, thing.copiable)
    return thing.copiable


def _back(card: Printed, back: Printed, at: Pointer) -> Copiable:
    turned = Copiable.of(back, derived(False, at))
    if card.layout == "modal-double-faced":  # 712.8g: each face has its own mana cost
        return turned
    return replace(turned, cost=derived(ManaCost(exists=False), at))


def _same_faces(thing: Thing, copied: Copied, faces: Printed) -> Copiable:
    """707.8a: a token that is a copy of something double-faced has the same two faces."""
    at = thing.at / "face"
    if thing.face == "back" and faces.back is not None:
        values = _back(faces, faces.back, at)
    elif thing.face == "front" and copied.kind == "permanent" and thing.zone == "battlefield":
        values = Copiable.of(faces, derived(False, at))
    else:
        values = copied.values
    return replace(thing, copied=replace(copied, values=values)).copiable


def _upon(thing: Thing, world: World) -> Iterator[tuple[bool | None, InForce]]:
    """Effects on it; None where it is not certain that one is in force."""
    owner = thing.controller.value
    for force in world.effects:
        named_player = owner in force.names and thing.zone == "battlefield"
        again = force.start and thing.id in force.names
        if thing.ref not in force.upon and not named_player and not again:
            continue
        lasts = force.effect.until in _ENDS or world.turn == force.turn
        named = thing.ref in force.upon or named_player
        certain = lasts and named and not force.doubtful
        yield (True if certain else None), force


def _types(start: Copiable, effects: list[tuple[bool | None, InForce]]) -> Fact[TypeLine]:
    types = start.types
    for status, force in effects:
        new, more = force.effect.types, force.effect.add_types
        if new is None and not more:
            continue
        words = frozenset((*(new or ()), *more))
        keep = new is None
        types = types.then(
            lambda line, words=words, keep=keep: replace(  # type: ignore[misc]
                line,
                types=(line.types if keep else frozenset()) | (words & TYPES),
                subtypes=line.subtypes | (words - TYPES),
            ),
            force.at,
        )
        if status is None:
            types = derived(None, force.at / "until", types)
    return types


def _keywords(start: Copiable, effects: list[tuple[bool | None, InForce]]) -> Fact[frozenset[str]]:
    keywords = start.keywords
    for status, force in effects:
        add = frozenset(word.casefold() for word in force.effect.add_keywords)
        lose = frozenset(word.casefold() for word in force.effect.lose)
        if not add and not lose:
            continue
        keywords = keywords.then(
            lambda words, add=add, lose=lose: (words - lose) | add,  # type: ignore[misc]
            force.at / ("add_keywords" if add else "lose"),
        )
        if status is None:
            keywords = derived(None, force.at / "until", keywords)
    return keywords


def _with_counters(keywords: Fact[frozenset[str]], thing: Thing) -> Fact[frozenset[str]]:
    """122.1b, 613.1f: keyword counters."""
    counters = thing.counters.value or {}
    more = frozenset(kind for kind in counters if kind in KEYWORD_COUNTERS and counters[kind])
    if not more:
        return keywords
    return derived(
        None if keywords.value is None else keywords.value | more,
        thing.counters.at, keywords, thing.counters,
    )  # fmt: skip


def _colors(start: Copiable, effects: list[tuple[bool | None, InForce]]) -> Fact[frozenset[str]]:
    """105.2: symbols of the mana cost and colour indicator, or what the object itself says."""
    indicator = start.indicator.value or frozenset()
    plain = start.cost.then(lambda cost: cost.colors | indicator)
    if plain.value:  # 702.114a: devoid is a characteristic-defining ability
        keywords = start.keywords
        if keywords.value is None:
            plain = derived(None, start.cost.at, keywords)
        elif "devoid" in keywords.value:
            plain = derived(frozenset(), keywords.at, keywords)
        else:
            plain = derived(plain.value, plain.at, start.cost, keywords)
    colors = start.defined_colors or plain
    for status, force in effects:  # 105.3
        effect = force.effect
        if effect.colors is not None:
            colors = derived(color_set(effect.colors), force.at / "colors", colors)
        if effect.add_colors:
            more = frozenset(effect.add_colors)
            colors = colors.then(lambda old, more=more: old | more)  # type: ignore[misc]
        if status is None and (effect.colors is not None or effect.add_colors):
            colors = derived(None, force.at / "until", colors)
    return colors


def _abilities(
    start: Copiable, effects: list[tuple[bool | None, InForce]]
) -> Fact[tuple[Named, ...]]:
    abilities = start.abilities
    for status, force in effects:
        effect = force.effect
        if effect.add_abilities and status and abilities.value is not None:
            more = named(effect.add_abilities, force.at / "add_abilities", before=abilities.value)
            abilities = derived(more, force.at / "add_abilities", abilities)
        elif effect.add_abilities:
            abilities = derived(None, force.at / "until", abilities)
    return abilities


def _mana_value(cost: Fact[ManaCost], thing: Thing) -> Fact[int]:
    """202.3; 202.3e: {X} is what was announced on the stack, else 0; 202.3b: the front's cost."""
    card = thing.own if thing.copied is None else None
    if thing.own is None and thing.copied is not None:
        card = thing.copied.faces
    if thing.face == "back" and card is not None and card.layout != "modal-double-faced":
        cost = card.cost
    if cost.value is None or not cost.value.variables:
        return cost.then(_without_x)
    if thing.zone != "stack":
        return cost.then(_without_x)
    x = thing.how.x
    return derived(cost.value.mana_value(x=x.value), cost.at, cost, x)


def _without_x(cost: ManaCost) -> int | None:
    return cost.mana_value(x=0)


def _size(
    base: Fact[Size], thing: Thing, effects: list[tuple[bool | None, InForce]]
) -> tuple[Fact[int], Fact[int]]:
    """Layer 7c: effects and counters."""
    size = base.value
    doubts: list[Pointer] = []
    facts: list[Fact[Any]] = []
    for status, force in effects:
        if force.effect.pt is None:
            continue
        if status is None:
            doubts.append(force.at / "until")
        elif size is not None:
            size = size.plus(Size.parse(force.effect.pt))
            facts.append(Fact(force.effect.pt, force.at / "pt"))
    if thing.zone == "battlefield":
        if thing.counters.value is None:
            doubts += thing.counters.missing
        for kind, count in (thing.counters.value or {}).items():
            if _SIZE_COUNTER.fullmatch(kind) and size is not None and count:
                size = size.plus(Size.parse(kind), count)
        facts.append(thing.counters)
    if doubts:
        unknown: Fact[int] = Fact(None, doubts[0])
        return unknown, unknown
    leaning = (base, *facts)
    return (
        derived(size.power if size else None, base.at, *leaning),
        derived(size.toughness if size else None, base.at, *leaning),
    )


def _unparsed(start: Copiable, effects: list[tuple[bool | None, InForce]]) -> Iterator[Pointer]:
    for _, force in effects:
        if force.effect.text is not None and force.effect.given <= _WORDS_ONLY:
            yield force.at / "text"
    for ability in start.abilities.value or ():
        written = ability.written
        words_only = ability.kind == "static" and not (written.counters or written.grants)
        if ability.kind == "text" or words_only:
            yield ability.at
