"""Words that no program reads and that may let players do what the rules do not (101.1)."""

from collections.abc import Iterator

from kb.pointer import Pointer
from kb.replay import Step
from kb.values import values
from kb.world import Thing, World


def unread(step: Step, *things: Thing) -> tuple[Pointer, ...]:
    """The words of effects and permanents in force, and of these things, before an event."""
    return tuple(dict.fromkeys(_unread(step.before, things)))


def _unread(world: World, things: tuple[Thing, ...]) -> Iterator[Pointer]:
    for force in world.effects:
        if force.effect.text is not None:
            yield force.at / "text"
    for thing in (*things, *world.on_battlefield()):
        for ability in values(thing, world).abilities.value or ():
            if ability.kind in ("static", "text"):
                yield ability.at
