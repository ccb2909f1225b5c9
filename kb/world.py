"""A game at one moment: its objects, each incarnation apart, its clock, the effects in force."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from kb.errors import BadState
from kb.facts import Fact, derived
from kb.layered import with_entry
from kb.mana import ManaCost
from kb.pointer import Pointer
from kb.printed import Named, Printed, Size, TypeLine
from kb.state import Card, Claims, Effect

_MOST_DIGITS = 9
BOARD = frozenset({"battlefield", "stack"})


def incarnation(ref: str) -> tuple[str, int | None]:
    """The id in a reference and the number of the incarnation, if it gives one.

    >>> incarnation("hero@2"), incarnation("hero")
    (('hero', 2), ('hero', None))
    """
    name, at, text = ref.partition("@")
    if not at:
        return name, None
    # No object has changed zones a thousand million times: 0 is the number of none.
    fine = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
    return name, int(text) if fine else 0


class Kicks(Struct, frozen=True):
    """Which kicker costs were declared as a spell was cast."""

    counts: Mapping[str, int] | None
    """How often each, by id; None where only the whole is told."""
    times: int | None
    """How often in all; None where only that it was kicked is told."""

    @property
    def kicked(self) -> bool:
        return self.times != 0

    def of(self, kicker: str) -> int | None:
        """How often the kicker of this id; None where it is not told."""
        if self.counts is not None:
            return self.counts.get(kicker, 0)
        return 0 if self.times == 0 else None


UNKICKED = Kicks({}, 0)


class How(Struct, frozen=True):
    """How the spell was cast that an object is, or was before it became a permanent (400.7d)."""

    cast: Fact[bool]
    kicks: Fact[Kicks]
    prototyped: Fact[bool]
    x: Fact[int]

    @classmethod
    def never(cls, at: Pointer) -> "How":
        """Of an object that came without being cast, as ``at`` shows."""
        return cls(derived(False, at), derived(UNKICKED, at), derived(False, at), derived(0, at))


class Copiable(Struct, frozen=True):
    """Copiable values (707.2), fixed as they were taken."""

    name: Fact[str]
    cost: Fact[ManaCost]
    types: Fact[TypeLine]
    size: Fact[Size]
    keywords: Fact[frozenset[str]]
    abilities: Fact[tuple[Named, ...]]
    indicator: Fact[frozenset[str]]
    defined_colors: Fact[frozenset[str]] | None
    prototype: Fact[bool]
    """Whether it has a second set of characteristics (718.2a)."""
    prototyped: Fact[bool]
    """Whether the second set is in force."""
    normal: "Copiable | None" = None
    """The values without the second set, where that is in force."""

    @classmethod
    def of(cls, printed: Printed, prototyped: Fact[bool]) -> "Copiable":
        """Of a printed object; ``prototyped`` where it is such a spell or was one (718.3b)."""
        plain: Copiable | None = printed.kept.get("plain")
        if plain is None:
            has = printed.abilities.then(lambda all_: any(a.kind == "prototype" for a in all_))
            plain = printed.kept["plain"] = cls(
                printed.name, printed.cost, printed.types, printed.size, printed.keywords,
                printed.abilities, printed.indicator, printed.defined_colors, has, has,
            )  # fmt: skip
        if not plain.prototype.value:  # however it was cast
            return plain
        plain = replace(plain, prototyped=prototyped)
        frames = [a for a in printed.abilities.value or () if a.kind == "prototype"]
        if prototyped.value is False:
            return plain
        if not prototyped.known:  # one of the two sets is in force, nobody said which
            doubt: Fact[ManaCost] = derived(None, prototyped.at, prototyped)
            return replace(plain, cost=doubt, size=derived(None, prototyped.at, prototyped))
        frame, at = frames[0].written.prototype, frames[0].at / "prototype"
        assert frame is not None
        cost = None if frame.cost == "?" else ManaCost.parse(frame.cost)
        return replace(
            plain,
            cost=Fact(cost, at / "cost", leans=(prototyped,)),
            size=Fact(Size.parse(frame.pt), at / "pt", leans=(prototyped,)),
            normal=plain,
        )


class Copied(Struct, frozen=True):
    """That an object is a copy, and of what."""

    values: Copiable
    of: str
    """The id of the original."""
    kind: str
    """spell, permanent or card: what the original was."""
    keeps: frozenset[str] = frozenset()
    """What the copy keeps of its own (707.9c)."""
    excepted: Claims | None = None
    excepted_at: Pointer | None = None
    represented: Printed | None = None
    """What represents the original: of that depends whether a token copy transforms (707.8a)."""
    faces: Printed | None = None
    """Its two faces, where they are what is copied."""


class Thing(Struct, frozen=True):
    """One incarnation of an object (400.7)."""

    id: str
    number: int
    at: Pointer
    """Where the document introduces it."""
    own: Printed | None
    """Its own printed values; None for what is nothing but a copy."""
    copied: Copied | None
    zone: str
    owner: str | None
    controller: Fact[str]
    since: Fact[int]
    """The turn in which its controller got it; before the first turn told: -1 or less."""
    entered: Fact[int]
    tapped: Fact[bool]
    how: How
    counters: Fact[Mapping[str, int]]
    activated: Mapping[str, int]
    """How often each ability was activated by this object."""
    activated_at: Fact[bool]
    """Whether there were no activations before those told."""
    token: bool = False
    copy: bool = False
    face: str = "front"
    phased_out: bool = False
    attacking: bool = False
    attacks: str | None = None
    """What it attacks: a player, or an incarnation of a permanent (jace@1); None: nobody said."""
    blocked: Fact[bool] | None = None
    """Whether it became a blocked creature; None before blockers are declared."""
    blocking: tuple[tuple[str, int], ...] = ()
    """The attackers that it was chosen to block."""
    left_combat: Pointer | None = None
    """Where it was removed from the combat that goes on (506.4)."""
    doubt: Pointer | None = None
    """What makes everything about it uncertain: an event of which nobody knows whether it stood."""

    @property
    def ref(self) -> tuple[str, int]:
        return self.id, self.number

    def doubted(self, at: Pointer) -> "Thing":
        """The same object when nothing is certain about it any more."""
        nothing: Fact[Any] = Fact(None, at)
        how = How(nothing, nothing, nothing, nothing)
        return replace(
            self, controller=nothing, since=nothing, entered=nothing, tapped=nothing, how=how,
            counters=nothing, activated_at=nothing, doubt=at,
        )  # fmt: skip

    def perhaps(self, other: "Thing", at: Pointer) -> "Thing":
        """What is certain of it if it may as well be as ``other`` has it."""
        if self.ref != other.ref:
            return other.doubted(at)
        new: dict[str, Any] = {}
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine == theirs:
                continue
            if name == "activated":
                new["activated_at"] = Fact(None, at)
            elif isinstance(mine, Fact):
                new[name] = Fact(None, at)
            else:
                return other.doubted(at)
        return replace(self, **new)

    @property
    def in_combat(self) -> bool:
        return self.attacking or bool(self.blocking)

    @property
    def on_board(self) -> bool:
        return self.zone in BOARD

    @property
    def own_values(self) -> Copiable | None:
        """Its own copiable values, whatever it may be a copy of."""
        if self.own is None:
            return None
        plain: Copiable | None = self.own.kept.get("plain")
        if plain is not None and not plain.prototype.value:
            return plain
        # 718.4: elsewhere a prototype card has its normal characteristics only.
        if not self.on_board:
            key = f"elsewhere {self.at}"
            elsewhere: Copiable | None = self.own.kept.get(key)
            if elsewhere is None:
                never = derived(False, self.at / "zone")
                elsewhere = self.own.kept[key] = Copiable.of(self.own, never)
            return elsewhere
        set_ = self.how.prototyped
        kept = self.own.kept.get("copiable")
        if kept is None or kept[0] is not set_:
            kept = self.own.kept["copiable"] = (set_, Copiable.of(self.own, set_))
        found: Copiable = kept[1]
        return found

    @property
    def copiable(self) -> Copiable:
        own = self.own_values
        if self.copied is None:
            assert own is not None
            return own
        values = self.copied.values
        for key in self.copied.keeps if own is not None else ():
            values = _kept(values, own, key)
        return _excepted(values, self.copied)


def _kept(values: Copiable, own: Copiable | None, key: str) -> Copiable:
    assert own is not None
    if key == "base_pt":
        return replace(values, size=own.size)
    if key == "name":
        return replace(values, name=own.name)
    if key == "abilities":
        return replace(values, abilities=own.abilities, keywords=own.keywords)
    if key == "colors":
        colors = own.cost.then(lambda cost: cost.colors)
        return replace(values, defined_colors=own.defined_colors or colors)
    return replace(values, types=own.types)


def _excepted(values: Copiable, copied: Copied) -> Copiable:
    """707.9: the exceptions of a copy effect."""
    said, at = copied.excepted, copied.excepted_at
    if said is None or at is None:
        return values
    if said.name is not None:
        values = replace(values, name=Fact(said.name, at / "name"))
    if said.base_pt is not None:
        values = replace(values, size=Fact(Size.parse(said.base_pt), at / "base_pt"))
    if said.cost is not None:
        cost = None if said.cost == "?" else ManaCost.parse(said.cost)
        values = replace(values, cost=Fact(cost, at / "cost"))
    if isinstance(said.colors, tuple) or said.colors == "colorless":
        letters = frozenset(said.colors) if isinstance(said.colors, tuple) else frozenset()
        values = replace(values, defined_colors=Fact(letters, at / "colors"))
    if said.types is not None:
        line = values.types.then(lambda old: replace(old, types=frozenset(said.types or ())))
        values = replace(values, types=line)
    if said.supertypes is not None:
        line = values.types.then(
            lambda old: replace(old, supertypes=frozenset(said.supertypes or ()))
        )
        values = replace(values, types=line)
    if said.subtypes is not None:
        line = values.types.then(lambda old: replace(old, subtypes=frozenset(said.subtypes or ())))
        values = replace(values, types=line)
    if said.keywords is not None:
        words = values.keywords.then(lambda old: old | set(said.keywords or ()))
        values = replace(values, keywords=words)
    return values


class InForce(Struct, frozen=True):
    """A continuous effect that began and was not seen to end."""

    effect: Effect
    at: Pointer
    upon: frozenset[tuple[str, int]]
    names: frozenset[str]
    turn: int
    source: tuple[str, int] | None
    start: bool
    """In force before the history begins."""
    doubtful: bool = False
    """Nobody knows whether it began."""


class OnStack(Struct, frozen=True):
    """An ability that was activated or triggered."""

    source: Thing
    ability: str | None
    cause: str | None
    """The id of the event that it triggered for."""
    about: Thing | None = None


class World(Struct, frozen=True):
    """A moment of the game; never changed, only followed by another."""

    turn: int
    """Turns since the start."""
    number: Fact[int]
    active: Fact[str]
    things: Mapping[str, Thing]
    """The incarnation that there is, by id."""
    past: Mapping[tuple[str, int], Thing]
    """Last known state of the incarnations that are no more (608.2h)."""
    cards: Mapping[str, Card]
    effects: tuple[InForce, ...] = ()
    abilities: Mapping[str, OnStack] = field(default_factory=dict)
    """The abilities on the stack, by the id of the event that put them there."""
    seen: dict[int, tuple[Thing, tuple[InForce, ...], int, Any]] = field(default_factory=dict)
    """What was worked out of objects, with what it depends on; ``kb.values`` keeps it.

    A moment that follows this one shares it: most objects and effects are the same there.
    """
    plain: dict[int, tuple[Copiable, Any]] = field(default_factory=dict)
    """What follows from copiable values alone; kept and shared as ``seen`` is."""

    def thing(self, ref: str, at: Pointer) -> Thing:
        """The object that a reference names now, or the incarnation hero@2; raises BadState."""
        name, number = incarnation(ref)
        found = self.things.get(name)
        if number is not None and (found is None or found.number != number):
            found = self.past.get((name, number))
        if found is None:
            raise BadState(f"{at}: {ref!r}; wanted an object that there is at this moment")
        return found

    def attacked(self, name: str | None) -> str | None:
        """What is attacked under this name: the incarnation of a permanent, else a player."""
        if name is None:
            return None
        known, number = incarnation(name)
        found = self.things.get(known)
        return name if found is None else f"{known}@{found.number if number is None else number}"

    def current(self, thing: Thing) -> Thing | None:
        """The same incarnation as it is now; None where it is gone."""
        now = self.things.get(thing.id)
        return now if now is not None and now.number == thing.number else None

    def last_known(self, thing: Thing) -> Thing:
        return self.current(thing) or self.past.get(thing.ref, thing)

    def with_thing(self, thing: Thing) -> "World":
        """The same moment with this state of one object; another incarnation becomes the past."""
        before = self.things.get(thing.id)
        past = self.past
        if before is not None and before.number != thing.number:
            past = with_entry(past, before.ref, before)
        return replace(self, things=with_entry(self.things, thing.id, thing), past=past)

    def on_battlefield(self) -> Iterator[Thing]:
        return (t for t in self.things.values() if t.zone == "battlefield" and not t.phased_out)
