"""An object changing zones: a new object that remembers nothing (400.7)."""

from msgspec.structs import replace

from kb.facts import Fact, derived
from kb.kicked import linked_kicks, was_kicked
from kb.pointer import Pointer
from kb.state_ability import Written
from kb.values import values
from kb.world import Copied, How, Thing, World

_ZONES = (
    "battlefield", "stack", "hand", "library", "graveyard", "exile", "command", "outside", "none",
)  # fmt: skip


def zone_named(text: str) -> str | None:
    """The zone in what ``to`` says: "library", "library-bottom"; None for other words."""
    return next((zone for zone in _ZONES if text == zone or text.startswith(f"{zone}-")), None)


def moved(
    world: World,
    thing: Thing,
    zone: str,
    at: Pointer,
    *,
    controller: Fact[str],
    how: How | None = None,
    copied: Copied | None = None,
) -> World:
    """The next incarnation in another zone; ``how`` is what a permanent remembers (400.7d)."""
    now = derived(world.turn, at)
    gone = zone not in ("stack", "battlefield") and (thing.token or thing.copy)
    was_spell_copy = thing.copied is not None and thing.copied.kind == "spell" and thing.copy
    # What it was a copy of is forgotten (400.7), but a copy of a spell becomes a token (608.3f).
    stays = was_spell_copy or (thing.copied is not None and thing.own is None)
    new = replace(
        thing,
        number=thing.number + 1,
        zone="none" if gone else zone,
        controller=controller,
        since=now,
        entered=now,
        tapped=derived(False, at),
        how=how or How.never(at),
        counters=derived({}, at),
        activated={},
        activated_at=derived(True, at),
        copied=copied or (thing.copied if stays else None),
        token=thing.token or (thing.copy and zone == "battlefield"),
        copy=thing.copy and zone == "stack",
        face="front",
        phased_out=False,
        attacking=False,
        attacks=None,
        blocked=None,
        blocking=(),
        left_combat=None,
        doubt=None,
    )
    world = _source_left(world.with_thing(new), thing)
    return _enters(world, new, at) if zone == "battlefield" else world


def _source_left(world: World, thing: Thing) -> World:
    """Effects that last as long as their source are over with it."""
    if thing.zone != "battlefield":
        return world
    lasting = tuple(
        force
        for force in world.effects
        if force.effect.until != "source-leaves" or force.source != thing.ref
    )
    return world if len(lasting) == len(world.effects) else replace(world, effects=lasting)


def _enters(world: World, thing: Thing, at: Pointer) -> World:
    """614.1c: the counters it enters with."""
    counters: dict[str, int] = {}
    leans: list[Fact[object]] = []
    for ability in values(thing, world).abilities.value or ():
        if not ability.written.counters:
            continue
        times = entering_times(ability.written, thing)
        if times.value is None:
            return world.with_thing(replace(thing, counters=derived(None, at, times)))
        leans.append(times.then(lambda n: n))
        for kind, count in ability.written.counters.items():
            counters[kind] = counters.get(kind, 0) + count * times.value
    kept = {kind: count for kind, count in counters.items() if count}
    return world.with_thing(replace(thing, counters=derived(kept, at, *leans)))


def entering_times(written: Written, thing: Thing) -> Fact[int]:
    """How often an "enters with" part applies to this permanent."""
    when, kicks = written.if_, linked_kicks(thing)
    if when is not None and when.kicked is not None:
        met = was_kicked(kicks, when.kicked)
        if not met.value:
            return met.then(lambda _: 0)
    if when is not None and (when.other is not None or when.mode is not None):
        return Fact(None, thing.at / "abilities")
    if written.per == "kicks":
        return kicks.then(lambda known: known.times)
    if written.per == "X":
        return thing.how.x
    return kicks.then(lambda _: 1) if when is not None else derived(1, thing.at)
