"""Events on the stack: casting, copying, activating, triggering, resolving, countering."""

from collections.abc import Callable

from msgspec.structs import replace

from kb.errors import BadState
from kb.facts import Fact, derived
from kb.layered import with_entry
from kb.pointer import Pointer
from kb.printed import PERMANENT, Printed
from kb.replay_announce import announced
from kb.replay_moves import moved
from kb.replay_setup import copy_of, in_force
from kb.state import Effect, Event, Object, Payment
from kb.state_ability import Costs
from kb.values import values
from kb.world import How, OnStack, Thing, World


def actor(world: World, event: Event, at: Pointer, thing: Thing | None = None) -> Fact[str]:
    """Who did it: as said, else the controller, else the active player."""
    if event.by is not None:
        return Fact(event.by, at / "by")
    if thing is not None and thing.controller.known:
        return derived(thing.controller.value, at / "by", thing.controller)
    return derived(world.active.value, at / "by", world.active)


def wanted(world: World, ref: str | None, at: Pointer) -> Thing:
    """The object that an event must name; raises BadState."""
    if ref is None:
        raise BadState(f"{at}: nothing; wanted the object of this event")
    return world.thing(ref, at)


def _cast(world: World, event: Event, at: Pointer, strict: bool) -> World:
    card = wanted(world, event.object, at / "object")
    # 601.2a: the choices are made with the abilities that the card has where it is cast from.
    how = announced(event, values(card, world).abilities, at, strict=strict)
    by = actor(world, event, at, card)
    return pay(moved(world, card, "stack", at, controller=by, how=how), event, at)


def _cast_copy(world: World, event: Event, at: Pointer, strict: bool) -> World:
    """707.12: the copy of a card is cast with announcements of its own."""
    card = wanted(world, event.of, at / "of")
    how = announced(event, values(card, world).abilities, at, strict=strict)
    new = _copy(world, event, at, card, how)
    return pay(world.with_thing(replace(new, own=card.own, copied=card.copied)), event, at)


def _copy_spell(world: World, event: Event, at: Pointer, strict: bool) -> World:
    """707.10: the choices come along, nothing is cast or paid."""
    spell = wanted(world, event.of, at / "of")
    how = replace(spell.how, cast=derived(False, at))
    new = _copy(world, event, at, spell, how)
    return world.with_thing(replace(new, own=None, copied=copy_of(spell)))


def _copy(world: World, event: Event, at: Pointer, of: Thing, how: How) -> Thing:
    if event.new is None:
        raise BadState(f"{at}/new: nothing; wanted an id for the copy")
    earlier = world.things.get(event.new)
    return replace(
        of,
        id=event.new,
        number=earlier.number + 1 if earlier is not None else 1,
        at=at,
        zone="stack",
        owner=event.by or of.owner,
        controller=actor(world, event, at, of),
        how=how,
        copy=True,
        token=False,
        counters=derived({}, at),
        activated={},
        activated_at=derived(True, at),
    )


def _resolve(world: World, event: Event, at: Pointer, strict: bool) -> World:
    if event.object is None:
        return _ability_resolves(world, event, at)
    spell = wanted(world, event.object, at / "object")
    line = values(spell, world).types
    if line.value is None:
        # Nobody said whether it becomes a permanent.
        return world.with_thing(spell.doubted(line.missing[0]))
    if not line.value.types & PERMANENT:
        done = moved(world, spell, "graveyard", at, controller=spell.controller)
        return _bonus(done, event, at)
    copied = None
    if event.of is not None:
        original = world.thing(event.of, at / "of")
        copied = copy_of(original, keeps=event.keeps or ())
    # 400.7a: what changed the spell goes on changing the permanent.
    permanent = (spell.id, spell.number + 1)
    if any(spell.ref in force.upon for force in world.effects):
        going_on = tuple(
            replace(force, upon=force.upon | {permanent}) if spell.ref in force.upon else force
            for force in world.effects
        )
        world = replace(world, effects=going_on)
    entered = moved(
        world, spell, "battlefield", at, controller=spell.controller, how=spell.how, copied=copied
    )
    return _bonus(entered, event, at)


def _ability_resolves(world: World, event: Event, at: Pointer) -> World:
    if event.event is not None and event.event not in world.abilities:
        raise BadState(f"{at}/event: {event.event!r}; wanted an ability that is on the stack")
    left = {k: v for k, v in world.abilities.items() if k != event.event}
    return _bonus(replace(world, abilities=left), event, at)


def _bonus(world: World, event: Event, at: Pointer) -> World:
    """The bonus as the players applied it; whether it is right is for a checker."""
    more = tuple(
        in_force(world, Effect(upon=(ref,), pt=bonus, until="end-of-turn"), at / "bonus" / ref)
        for ref, bonus in (event.bonus or {}).items()
    )
    if more:
        world = replace(world, effects=world.effects + more)
    for token in event.tokens or ():
        if token not in world.things:
            by = actor(world, event, at)
            world = world.with_thing(_unknown_token(token, at, by, world.turn))
    return world


def _unknown_token(name: str, at: Pointer, by: Fact[str], turn: int) -> Thing:
    """A token of which the document says no more than that it is there."""
    given = Object(token=True)
    printed = Printed(name, given, at / "tokens", strict=True, token=True)
    now = derived(turn, at)
    return Thing(
        name, 1, at, printed, None, "battlefield", by.value, by, now, now, derived(False, at),
        How.never(at), derived({}, at), {}, derived(True, at), token=True,
    )  # fmt: skip


def _counter(world: World, event: Event, at: Pointer, strict: bool) -> World:
    if event.object is None:
        return _ability_resolves(world, event, at)
    spell = wanted(world, event.object, at / "object")
    return moved(world, spell, "graveyard", at, controller=spell.controller)


def _activate(world: World, event: Event, at: Pointer, strict: bool) -> World:
    source = wanted(world, event.object, at / "object")
    name = event.ability
    if name is not None:
        counted = {**source.activated, name: source.activated.get(name, 0) + 1}
        ability = values(source, world).ability(name)
        source = replace(source, activated=counted)
        cost = ability.cost if ability is not None else None
        if isinstance(cost, Costs) and cost.tap_self:
            source = replace(source, tapped=derived(True, at))
        world = world.with_thing(source)
    return pay(_put(world, event, source), event, at)


def _trigger(world: World, event: Event, at: Pointer, strict: bool) -> World:
    source = wanted(world, event.source, at / "source")
    about = world.thing(event.about, at / "about") if event.about is not None else None
    return _put(world, event, source, about)


def _copy_ability(world: World, event: Event, at: Pointer, strict: bool) -> World:
    original = world.abilities.get(event.event or "")
    if original is None or event.new is None:
        return world
    return replace(world, abilities=with_entry(world.abilities, event.new, original))


def _put(world: World, event: Event, source: Thing, about: Thing | None = None) -> World:
    if event.id is None:
        return world
    ability = OnStack(source, event.ability, event.for_, about)
    return replace(world, abilities=with_entry(world.abilities, event.id, ability))


def payments(event: Event) -> tuple[Payment, ...]:
    paid = event.paid
    return () if paid is None else (paid,) if isinstance(paid, Payment) else paid


def pay(world: World, event: Event, at: Pointer) -> World:
    """601.2h: what was tapped, sacrificed, discarded or exiled to pay."""
    for paid in payments(event):
        for key, status in (("tapped", True), ("untapped", False)):
            for ref in getattr(paid, key) or ():
                thing = world.thing(ref, at / "paid")
                world = world.with_thing(replace(thing, tapped=derived(status, at / "paid")))
        for key, zone in (
            ("sacrificed", "graveyard"),
            ("discarded", "graveyard"),
            ("exiled", "exile"),
        ):
            for ref in getattr(paid, key) or ():
                thing = world.thing(ref, at / "paid")
                world = moved(world, thing, zone, at / "paid", controller=thing.controller)
    return world


STACK_EVENTS: dict[str, Callable[[World, Event, Pointer, bool], World]] = {
    "cast": _cast,
    "cast-copy": _cast_copy,
    "copy-spell": _copy_spell,
    "copy-ability": _copy_ability,
    "resolve": _resolve,
    "counter": _counter,
    "activate": _activate,
    "trigger": _trigger,
}
