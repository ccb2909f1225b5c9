"""The story of a replay: what each event changed, as an author can follow it."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from kb.facts import Fact
from kb.pointer import Pointer
from kb.replay import Game
from kb.values import values
from kb.world import Kicks, OnStack, Thing, World

STACKED = "stacked"
"""The key of a change for an ability that came onto the stack, or left it."""


class Change(Struct, frozen=True):
    """One value of one object before and after an event; None where nobody knows it."""

    object: str
    """Its reference: ``hero@2`` for the second incarnation (400.7)."""
    key: str
    before: Any
    after: Any


class Told(Struct, frozen=True):
    """One event and what followed from it."""

    at: Pointer
    do: str
    object: str | None
    """What the event is mostly about."""
    taken_back: bool
    changes: tuple[Change, ...]


def story(game: Game) -> Iterator[Told]:
    """Each event of the history with its changes; none for one that was taken back (732.1)."""
    world = game.start
    for step in game.steps:
        event = step.event
        about = event.object or event.new or event.source or event.event
        changes = tuple(_changes(world, step.after))
        yield Told(step.at, event.do, about, step.taken_back, changes)
        world = step.after


def _changes(before: World, after: World) -> Iterator[Change]:
    for name, thing in after.things.items():
        earlier = before.things.get(name)
        if earlier is not thing or before.effects is not after.effects:
            yield from _of_thing(earlier, before, thing, after)
    for name, stacked in after.abilities.items():
        if name not in before.abilities:
            yield Change(_source(stacked), STACKED, None, stacked.ability or name)
    for name, stacked in before.abilities.items():
        if name not in after.abilities:
            yield Change(_source(stacked), STACKED, stacked.ability or name, None)


def _of_thing(earlier: Thing | None, before: World, thing: Thing, after: World) -> Iterator[Change]:
    old: Mapping[str, Any] = _shown(earlier, before) if earlier is not None else {}
    for key, value in _shown(thing, after).items():
        if key not in old or old[key] != value:
            # 400.7: a new object has nothing of the old one but the place it came from.
            if key in old and (key == "zone" or earlier is None or earlier.ref == thing.ref):
                yield Change(_ref(thing), key, old[key], value)
            elif earlier is None or value not in (False, {}, old.get(key)):
                yield Change(_ref(thing), key, None, value)


def _shown(thing: Thing, world: World) -> dict[str, Any]:
    """What one follows of an object, by the names of claims."""
    now = values(thing, world)
    how = thing.how
    shown: dict[str, Any] = {"zone": thing.zone, "controller": thing.controller.value}
    if thing.zone in ("battlefield", "stack"):
        shown |= {
            "kicked": _times(how.kicks),
            "prototyped": how.prototyped.value,
            "power": now.power.value,
            "toughness": now.toughness.value,
        }
    if thing.zone == "battlefield":
        shown |= {
            "tapped": thing.tapped.value,
            "attacking": thing.attacking,
            "phased_out": thing.phased_out,
            "counters": dict(thing.counters.value) if thing.counters.value is not None else None,
            "keywords": now.keywords.value,
        }
    return shown


def _times(kicks: Fact[Kicks]) -> int | bool | None:
    known = kicks.value
    if known is None:
        return None
    return known.times if known.times is not None else known.kicked


def _ref(thing: Thing) -> str:
    return thing.id if thing.number == 1 else f"{thing.id}@{thing.number}"


def _source(stacked: OnStack) -> str:
    return _ref(stacked.source)
