"""What permanents are attached to: as listed, or as the target of the Aura spell they were."""

from kb.changes import Ref
from kb.facts import Fact, derived
from kb.pointer import Pointer
from kb.replay import Game, Step, once
from kb.state import Object
from kb.world import Thing, World, incarnation

Host = Ref | str
"""An incarnation of an object, or the name of a player."""


def host(game: Game, thing: Thing, index: int) -> Fact[Host] | None:
    """What it is attached to before the event of this index; None where nobody said.

    Only that a thing moved or an ability of its own was resolved says that it may be elsewhere.
    """
    hosts = _hosts(game)
    if thing.ref not in hosts:
        hosts[thing.ref] = _first(game, thing)
    return None if _resolved(game).get(thing.ref, index) < index else hosts[thing.ref]


@once
def _hosts(game: Game) -> dict[Ref, Fact[Host] | None]:
    """What those were attached to at first that were asked about."""
    return {}


@once
def _resolved(game: Game) -> dict[Ref, int]:
    """By its source the first event with which an ability resolved and did something."""
    found: dict[Ref, int] = {}
    for step in game.steps:
        stacked = step.before.abilities.get(step.event.event or "")
        if stacked is not None and step.event.do == "resolve" and step.after is not step.before:
            found.setdefault(stacked.source.ref, step.index)
    return found


def _first(game: Game, thing: Thing) -> Fact[Host] | None:
    given = game.document.objects.get(thing.id)
    if thing.number == 1 and given is not None:
        return _listed(game, given, thing.at / "attached_to", game.start)
    for step in reversed(game.steps):
        now = step.after.things.get(thing.id)
        if now is None or now.ref != thing.ref:
            continue
        before = step.before.things.get(thing.id)
        if before is None or before.ref != thing.ref:
            return _as_it_came(game, step, thing)
    return None


def _listed(game: Game, given: Object, at: Pointer, world: World) -> Fact[Host] | None:
    if given.attached_to is None:
        return None
    return _named(game, given.attached_to, at, world)


def _named(game: Game, name: str, at: Pointer, world: World) -> Fact[Host] | None:
    bare, number = incarnation(name)
    other = world.things.get(bare)
    if other is not None:
        return Fact((bare, other.number if number is None else number), at)
    return Fact(bare, at) if bare in game.document.players else None


def _as_it_came(game: Game, step: Step, thing: Thing) -> Fact[Host] | None:
    """A token attached as it was created; the target of a resolving Aura spell (608.3c)."""
    event = step.event
    if event.do == "create" and event.as_ is not None:
        return _listed(game, event.as_, step.at / "as" / "attached_to", step.before)
    if event.do != "resolve":
        return None
    for earlier in reversed(game.steps[: step.index]):
        if earlier.event.do == "cast" and earlier.event.object == event.object:
            targets = [name for row in (earlier.event.targets or {}).values() for name in row]
            if len(targets) != 1:
                return None
            found = _named(game, targets[0], earlier.at / "targets", earlier.before)
            return None if found is None else derived(found.value, found.at, found)
    return None
