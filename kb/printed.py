"""Printed values: of cards, objects and tokens, their abilities under their ids."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from msgspec import Struct

from kb.facts import Fact, Origin, derived
from kb.lazily import once_asked
from kb.mana import ManaCost
from kb.pointer import ROOT, Pointer
from kb.state import Card
from kb.state_ability import Ability, Cost, Costs, When, Written
from kb.state_words import SUPERTYPES, TYPES

_DASH = re.compile(r"\s+[-–—]\s+")
_NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)
# 702.33c, h: multikicker and sticker kicker are kicker abilities.
_FAMILY = {"multikicker": "kicker", "sticker_kicker": "kicker", "power_up": "power-up"}
PERMANENT = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})


class Size(Struct, frozen=True):
    """Power and toughness; None for a part that is not a number."""

    power: int | None
    toughness: int | None

    @classmethod
    def parse(cls, text: str) -> "Size":
        return _size_kept(text) if len(text) <= _LONGEST_KEPT else _size(text)

    def plus(self, other: "Size", times: int = 1) -> "Size":
        power, toughness = (
            None if mine is None or theirs is None else mine + times * theirs
            for mine, theirs in (
                (self.power, other.power),
                (self.toughness, other.toughness),
            )
        )
        return Size(power, toughness)


def _size(text: str) -> Size:
    power, _, toughness = text.partition("/")
    return Size(integer(power), integer(toughness))


_LONGEST_KEPT = 20
"""Signs of a size that is kept once it was read: the same few come in every document."""
_size_kept = lru_cache(maxsize=1024)(_size)


def integer(text: str) -> int | None:
    """A number of up to nine digits; None for anything else."""
    text = text.strip()
    return int(text) if _NUMBER.fullmatch(text) else None


class TypeLine(Struct, frozen=True):
    supertypes: frozenset[str]
    types: frozenset[str]
    subtypes: frozenset[str]

    def __str__(self) -> str:
        """In one order, whatever the order of the sets: ``Artifact Creature — Golem``."""
        left = " ".join((*sorted(self.supertypes), *sorted(self.types)))
        return f"{left} — {' '.join(sorted(self.subtypes))}" if self.subtypes else left

    @classmethod
    def parse(cls, text: str) -> "TypeLine":
        """
        >>> sorted(TypeLine.parse("Token Artifact Creature — Golem").types)
        ['Artifact', 'Creature']
        """
        words, *rest = _DASH.split(text, maxsplit=1)
        left = frozenset(words.split())
        return cls(left & SUPERTYPES, left & TYPES, frozenset(" ".join(rest).split()))


class Named(Struct, frozen=True):
    """One ability under its id; and/or kickers and repeated enlist are one entry each."""

    id: str
    kind: str
    """A key of the format: kicker, power_up, triggered…"""
    written: Written
    at: Pointer
    cost: Cost | None
    cost_at: Pointer

    @property
    def family(self) -> str:
        return _FAMILY.get(self.kind, self.kind)

    @property
    def when(self) -> When | None:
        """Its intervening "if", or what it applies under."""
        triggered = self.written.triggered
        return triggered.if_ if triggered is not None else self.written.if_

    @property
    def mana(self) -> Fact[ManaCost]:
        """The mana part of its cost."""
        return mana_of(self.cost, self.cost_at)


def mana_of(cost: Cost | None, at: Pointer) -> Fact[ManaCost]:
    """The mana part of a cost: none of it is {0}; unknown where the cost is."""
    if isinstance(cost, Costs):
        return mana_of(
            0 if cost.mana is None else cost.mana, at if cost.mana is None else at / "mana"
        )
    return Fact(None if cost in (None, "?") else ManaCost.parse(str(cost)), at)


def named(
    abilities: tuple[Ability, ...], at: Pointer, *, before: tuple[Named, ...] = ()
) -> tuple[Named, ...]:
    """Abilities under their ids, counted by family in printed order."""
    found: list[Named] = list(before)
    for place, ability in enumerate(abilities):
        written = Written(enlist=1) if isinstance(ability, str) else ability
        kind, here = written.kind, at / place
        family = _FAMILY.get(kind, kind)
        costs = _costs(written, kind, here)
        for cost, cost_at in costs:
            number = sum(other.family == family for other in found) + 1
            own = written.id if written.id is not None and len(costs) == 1 else None
            found.append(Named(own or f"{family}{number}", kind, written, here, cost, cost_at))
    return tuple(found)


def _costs(written: Written, kind: str, at: Pointer) -> list[tuple[Cost | None, Pointer]]:
    if isinstance(written.kicker, tuple):  # 702.33b: "and/or" is two abilities
        return [(cost, at / "kicker" / place) for place, cost in enumerate(written.kicker)]
    if kind == "enlist":
        return [(None, at)] * (written.enlist or 1)  # 702.154d
    value = getattr(written, kind)
    if kind in ("power_up", "activated"):
        return [(value.cost, at / kind / "cost")]
    return [(value if _FAMILY.get(kind, kind) == "kicker" else None, at / kind)]


@dataclass(frozen=True)
class Printed:
    """Printed values of one object: those given inline win over those of its card.

    They are worked out once: an object is asked for them at every moment of its history.
    """

    id: str
    inline: Card
    at: Pointer
    card: Card | None = None
    card_at: Pointer = ROOT
    strict: bool = False
    token: bool = False
    kept: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What was worked out of it already."""

    def _given(self, key: str) -> tuple[Any, Pointer]:
        value = getattr(self.inline, key)
        if value is not None or self.card is None:
            return value, self.at / key
        return getattr(self.card, key), self.card_at / key

    def _default(self, value: Any, at: Pointer) -> Fact[Any]:
        """A default that is an assumption."""
        return Fact(None, at) if self.strict else Fact(value, at, Origin.ASSUMED)

    @once_asked
    def name(self) -> Fact[str]:
        value, at = self._given("name")
        return Fact(value, at) if value is not None else derived(self.id, at)

    @once_asked
    def cost(self) -> Fact[ManaCost]:
        value, at = self._given("cost")
        if value == "?":
            return Fact(None, at)
        if value is not None:
            return Fact(ManaCost.parse(value), at)
        line = self.types.value
        landlike = line is not None and "Land" in line.types
        return derived(ManaCost(exists=False), at) if self.token or landlike else Fact(None, at)

    @once_asked
    def types(self) -> Fact[TypeLine]:
        text, at = self._given("type")
        if text is not None:
            return Fact(TypeLine.parse(text), at)
        lists = {key: self._given(key) for key in ("supertypes", "types", "subtypes")}
        if lists["types"][0] is None:
            return Fact(None, at)
        line = TypeLine(**{key: frozenset(value or ()) for key, (value, _) in lists.items()})
        return Fact(line, lists["types"][1])

    @once_asked
    def size(self) -> Fact[Size]:
        value, at = self._given("pt")
        return Fact(None if value is None else Size.parse(value), at)

    @property
    def loyalty(self) -> Fact[str]:
        """As it is printed: a number, or X."""
        return Fact(*self._given("loyalty"))

    @property
    def defense(self) -> Fact[str]:
        return Fact(*self._given("defense"))

    @once_asked
    def keywords(self) -> Fact[frozenset[str]]:
        value, at = self._given("keywords")
        if value is None:
            return self._default(frozenset(), at)
        return Fact(frozenset(word.casefold() for word in value), at)

    @property
    def listed_keywords(self) -> tuple[str, ...]:
        """The keywords as they are listed: one that stands twice is two abilities."""
        value, _ = self._given("keywords")
        return tuple(value or ())

    @once_asked
    def abilities(self) -> Fact[tuple[Named, ...]]:
        value, at = self._given("abilities")
        if value is not None:
            return Fact(named(value, at), at)
        text, _ = self._given("text")
        return Fact(None, at) if text is not None else self._default((), at)

    @once_asked
    def indicator(self) -> Fact[frozenset[str]]:
        value, at = self._given("color_indicator")
        return Fact(frozenset(value or ()), at)

    @once_asked
    def defined_colors(self) -> Fact[frozenset[str]] | None:
        """A colour set by the object itself (devoid); None where it sets none."""
        value, at = self._given("defined_colors")
        return None if value is None else Fact(color_set(value), at)

    @property
    def layout(self) -> str | None:
        own = self.inline.layout
        return own if own is not None or self.card is None else self.card.layout

    @property
    def back(self) -> "Printed | None":
        value, at = self._given("back")
        return None if value is None else Printed(self.id, value, at, strict=self.strict)

    @property
    def halves(self) -> "tuple[Printed, ...]":
        """The halves of a split card."""
        value, at = self._given("halves")
        return tuple(
            Printed(self.id, half, at / place, strict=self.strict)
            for place, half in enumerate(value or ())
        )


def color_set(colors: str | tuple[str, ...]) -> frozenset[str] | None:
    if isinstance(colors, str):
        return frozenset() if colors == "colorless" else None
    return frozenset(colors)
