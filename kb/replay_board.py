"""Events on the battlefield and between zones."""

from collections.abc import Callable

from msgspec.structs import replace

from kb.errors import BadState
from kb.facts import Fact, derived
from kb.pointer import Pointer
from kb.replay_combat import attack, block, put_attacking, put_blocking
from kb.replay_moves import moved, zone_named
from kb.replay_setup import copy_of, in_force, made
from kb.replay_stack import actor, wanted
from kb.state import Event
from kb.world import Thing, World


def _move(world: World, event: Event, at: Pointer, strict: bool) -> World:
    thing = wanted(world, event.object, at / "object")
    zone = zone_named(event.to or "")
    if zone is None:
        return world.with_thing(thing.doubted(at / "to"))
    # 110.2a: without another word it comes under the control of who puts it there.
    by: Fact[str] = derived(event.by or thing.owner, at / "by")
    world = moved(world, thing, zone, at, controller=by)
    return put_attacking(world, thing.id, event.attacking, at / "attacking")


def _play_land(world: World, event: Event, at: Pointer, strict: bool) -> World:
    land = wanted(world, event.object, at / "object")
    return moved(world, land, "battlefield", at, controller=actor(world, event, at, land))


def _create(world: World, event: Event, at: Pointer, strict: bool) -> World:
    if event.new is None or event.as_ is None:
        raise BadState(f"{at}: no new or no as; wanted an id and what it is")
    by = actor(world, event, at)
    here = at / "as"
    token = made(world, event.new, event.as_, here, strict=strict, by=by)
    earlier = world.things.get(event.new)
    if earlier is not None and earlier.own is not None and earlier.zone != "none":
        token = replace(token, number=earlier.number + 1)
    world = world.with_thing(token)
    world = put_attacking(world, event.new, event.as_.attacking, here / "attacking")
    return put_blocking(world, event.new, event.as_.blocking or (), here / "blocking")


def _become_copy(world: World, event: Event, at: Pointer, strict: bool) -> World:
    thing = wanted(world, event.object, at / "object")
    original = wanted(world, event.of, at / "of")
    copied = replace(copy_of(original, keeps=event.keeps or ()), kind="permanent")
    return world.with_thing(replace(thing, copied=copied))


def _control(world: World, event: Event, at: Pointer, strict: bool) -> World:
    thing = wanted(world, event.object, at / "object")
    if event.by is not None and event.by == thing.controller.value:
        return world
    by = Fact(event.by, at / "by")
    return world.with_thing(replace(thing, controller=by, since=derived(world.turn, at)))


def _status(key: str, value: bool) -> Callable[[World, Event, Pointer, bool], World]:
    def change(world: World, event: Event, at: Pointer, strict: bool) -> World:
        if event.object is None:
            return world
        thing = world.thing(event.object, at / "object")
        new: dict[str, object] = {key: derived(value, at) if key == "tapped" else value}
        return world.with_thing(replace(thing, **new))

    return change


def _counters(world: World, event: Event, at: Pointer, strict: bool) -> World:
    if event.object is None:  # counters of a player
        return world
    thing = world.thing(event.object, at / "object")
    if thing.counters.value is None:
        return world
    now = dict(thing.counters.value)
    for kind, count in (event.counters or {}).items():
        now[kind] = max(0, now.get(kind, 0) + count)
    # It leans on what was there at first, not on every change since: chains would grow long.
    first = thing.counters.leans or (thing.counters,)
    return world.with_thing(replace(thing, counters=derived(now, at / "counters", *first)))


def _effect(world: World, event: Event, at: Pointer, strict: bool) -> World:
    if event.effect is None:
        raise BadState(f"{at}/effect: nothing; wanted an effect")
    begun = in_force(world, event.effect, at / "effect")
    return replace(world, effects=(*world.effects, begun))


def _transform(world: World, event: Event, at: Pointer, strict: bool) -> World:
    thing = wanted(world, event.object, at / "object")
    face = "front" if thing.face != "front" else "back"
    return world.with_thing(replace(thing, face=face))


def _doubted(world: World, event: Event, at: Pointer, strict: bool) -> World:
    """An event whose outcome the replay does not work out."""
    touched: list[Thing] = [world.thing(ref, at) for ref in event.touches]
    if event.do == "merge":
        touched.append(wanted(world, event.object, at / "object"))
        if event.of is not None:
            touched.append(world.thing(event.of, at / "of"))
    for thing in touched:
        world = world.with_thing(thing.doubted(at))
    return world


BOARD_EVENTS: dict[str, Callable[[World, Event, Pointer, bool], World]] = {
    "attack": attack,
    "block": block,
    "move": _move,
    "play-land": _play_land,
    "create": _create,
    "become-copy": _become_copy,
    "control": _control,
    "tap": _status("tapped", True),
    "untap": _status("tapped", False),
    "phase-out": _status("phased_out", True),
    "phase-in": _status("phased_out", False),
    "counters": _counters,
    "effect": _effect,
    "transform": _transform,
    "merge": _doubted,
    "other": _doubted,
}
