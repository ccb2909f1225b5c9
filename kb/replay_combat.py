"""Combat: who attacks and blocks what, and what is removed from it."""

from collections.abc import Iterable

from msgspec.structs import replace

from kb.facts import Fact, Origin, derived, every
from kb.layered import differing
from kb.pointer import Pointer
from kb.replay_setup import AFTER_BLOCKS
from kb.replay_stack import pay
from kb.state import Attacker, Clock, Event
from kb.values import values
from kb.world import Thing, World

ATTACKABLE = frozenset({"Planeswalker", "Battle"})
"""Permanents that can be attacked (506.3)."""

IN_COMBAT = AFTER_BLOCKS | {"declare-attackers", "declare-blockers"}
"""Steps in which something may be attacking; at the beginning of combat nothing is yet."""


def attack(world: World, event: Event, at: Pointer, strict: bool) -> World:
    """508.1f-k: attackers tap unless they have vigilance, then costs are paid, then they attack."""
    if not world.active.known and event.by is not None:
        world = replace(world, active=Fact(event.by, at / "by"))
    if any(thing.blocked is not None for thing in world.things.values()):
        world = combat_over(world)  # attackers are declared once in a combat: this is another
    rows = event.attackers or ()
    for place, attacker in enumerate(rows):
        here = at / "attackers" / place
        thing = world.thing(attacker.who, here / "who")
        vigilant = values(thing, world).keywords.then(lambda words: "vigilance" in words)
        tapped = thing.tapped
        if vigilant.value is not True:
            tapped = derived(None if vigilant.value is None else True, here, vigilant)
        attacks = world.attacked(attacker.attacks)
        world = world.with_thing(replace(thing, tapped=tapped, attacking=True, attacks=attacks))
    for place, attacker in enumerate(rows):
        for number, ref in enlisted(attacker):
            where = at / "attackers" / place / "enlist" / number
            thing = world.thing(ref, where / "taps")
            world = world.with_thing(replace(thing, tapped=derived(True, where)))
    return pay(world, event, at)


def enlisted(attacker: Attacker) -> list[tuple[int, str]]:
    """The creatures tapped for the enlist abilities of an attacker, with the place of each."""
    return [
        (number, ref)
        for number, row in enumerate(attacker.enlist)
        for ref in ((row.taps,) if isinstance(row.taps, str) else row.taps)
    ]


def block(world: World, event: Event, at: Pointer, strict: bool) -> World:
    """509.1g-h: those chosen block; each attacker becomes blocked or unblocked."""
    blocked: dict[tuple[str, int], Pointer] = {}
    for place, row in enumerate(event.blockers or ()):
        here = at / "blockers" / place
        thing = world.thing(row.who, here / "who")
        chosen = [world.thing(ref, here / "blocks" / n) for n, ref in enumerate(row.blocks)]
        blocked |= dict.fromkeys((attacker.ref for attacker in chosen), here)
        both = dict.fromkeys((*thing.blocking, *(attacker.ref for attacker in chosen)))
        world = world.with_thing(replace(thing, blocking=tuple(both)))
    world = pay(world, event, at)
    for thing in tuple(world.things.values()):
        if thing.ref in blocked and thing.attacking:
            now = derived(True, blocked[thing.ref])
        elif thing.attacking and thing.blocked is None and _concerns(thing, event, world):
            # A declaration without a list does not say that nobody blocks.
            now = Fact(None, at / "blockers") if event.blockers is None else derived(False, at)
        else:
            continue
        world = world.with_thing(replace(thing, blocked=now))
    return world


def _concerns(attacker: Thing, event: Event, world: World) -> bool:
    """Whether the declaration of this player's blockers settles what the attacker is (802.4)."""
    if event.by is None or attacker.attacks is None or event.by == attacker.attacks:
        return True
    attacked = world.things.get(attacker.attacks.partition("@")[0])
    return attacked is not None and attacked.controller.value == event.by


def entering_attacking(thing: Thing, world: World, attacked: str) -> dict[str, Fact[bool]]:
    """What must hold of a permanent put onto the battlefield attacking, by the rule it is of."""
    types = values(thing, world).types
    mine: bool | None = None
    if thing.controller.known and world.active.known:
        mine = thing.controller.value == world.active.value
    found = {
        "506.3a": types.then(lambda line: "Creature" in line.types),
        "506.3b": derived(mine, thing.at, thing.controller, world.active),
        "506.3f": types.then(lambda line: "Battle" not in line.types),
    }
    target = world.things.get(attacked.partition("@")[0])
    if target is not None:
        there = target.zone == "battlefield" and not target.phased_out
        line = values(target, world).types
        found["506.3c"] = line.then(lambda line: there and bool(line.types & ATTACKABLE))
    return found


def put_attacking(world: World, name: str, attacked: str | None, at: Pointer) -> World:
    """508.4; by 506.3a-f what may not attack enters all the same and does not attack."""
    thing = world.things[name]
    if attacked is None or thing.zone != "battlefield":
        return world
    conditions = entering_attacking(thing, world, attacked)
    if every(fact.value for fact in conditions.values()) is False:
        return world
    # 508.4d: where blockers were declared already, it comes unblocked.
    late = any(other.blocked is not None for other in world.things.values() if other.attacking)
    blocked = derived(False, at) if late else None
    where = world.attacked(attacked)
    return world.with_thing(replace(thing, attacking=True, attacks=where, blocked=blocked))


def put_blocking(world: World, name: str, refs: tuple[str, ...], at: Pointer) -> World:
    """509.4: it blocks those that attack its controller (506.3e), and they become blocked."""
    thing = world.things[name]
    for ref in refs if thing.zone == "battlefield" else ():
        attacker = world.thing(ref, at)
        attacked = world.things.get((attacker.attacks or "").partition("@")[0])
        whom = attacked.controller.value if attacked is not None else attacker.attacks
        if not attacker.attacking or whom not in (None, thing.controller.value):
            continue
        thing = replace(thing, blocking=(*thing.blocking, attacker.ref))
        world = world.with_thing(replace(attacker, blocked=derived(True, at))).with_thing(thing)
    return world


def settled(before: World, after: World, at: Pointer) -> World:
    """506.4: what changed its controller, phased out or is no creature any more has left combat."""
    if after is before:
        return after
    names: Iterable[str] = after.things
    if after.effects is before.effects:
        names = tuple(differing(before.things, after.things))
        if not names:
            return after
    attacked: frozenset[str | None] | None = None
    for thing in [after.things[name] for name in names]:
        earlier = before.things.get(thing.id)
        if earlier is None or earlier.ref != thing.ref:
            continue
        if thing.in_combat and earlier.in_combat and _removed(earlier, before, thing, after):
            gone = replace(thing, attacking=False, blocked=None, blocking=(), left_combat=at)
            after = after.with_thing(gone)
        if thing.in_combat:
            continue
        if attacked is None:
            attacked = frozenset(t.attacks for t in after.things.values() if t.attacking)
        if f"{thing.id}@{thing.number}" in attacked and _gone(earlier, before, thing, after):
            after = after.with_thing(replace(thing, left_combat=at))
    return after


def _other_hands(earlier: Thing, thing: Thing) -> bool:
    """Whether it phased out or changed its controller."""
    known = thing.controller.known and earlier.controller.known
    moved = known and thing.controller.value != earlier.controller.value
    return moved or (thing.phased_out and not earlier.phased_out)


def _gone(earlier: Thing, before: World, thing: Thing, after: World) -> bool:
    """Whether an attacked permanent cannot be attacked any more."""
    was, now = values(earlier, before).types.value, values(thing, after).types.value
    stopped = now is not None and not now.types & ATTACKABLE
    return _other_hands(earlier, thing) or (
        stopped and (was is None or bool(was.types & ATTACKABLE))
    )


def _removed(earlier: Thing, before: World, thing: Thing, after: World) -> bool:
    if _other_hands(earlier, thing):
        return True
    was, now = values(earlier, before).types.value, values(thing, after).types.value
    if now is None:
        return False
    stopped = "Creature" not in now.types and (was is None or "Creature" in was.types)
    battle = "Battle" in now.types and (was is None or "Battle" not in was.types)
    return stopped or battle


def combat_clocked(world: World, clock: Clock, at: Pointer, strict: bool) -> World:
    """511.3: combat ends with its phase; as damage comes, who has no blockers is unblocked."""
    over = clock.step is not None and clock.step not in IN_COMBAT
    if over or clock.phase not in (None, "combat"):
        return combat_over(world)
    if clock.step not in AFTER_BLOCKS:
        return world
    for thing in tuple(world.things.values()):
        if thing.attacking and thing.blocked is None:
            no: Fact[bool] = Fact(None, at) if strict else Fact(False, at, Origin.ASSUMED)
            world = world.with_thing(replace(thing, blocked=no))
    return world


def combat_over(world: World) -> World:
    """Nothing attacks or blocks, and nothing is known to have left combat."""
    for thing in tuple(world.things.values()):
        if thing.in_combat or thing.attacks is not None or thing.left_combat is not None:
            idle = replace(
                thing, attacking=False, attacks=None, blocked=None, blocking=(), left_combat=None
            )  # fmt: skip
            world = world.with_thing(idle)
    return world
