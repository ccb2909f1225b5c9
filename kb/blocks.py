"""Declarations of blockers: each creature that blocks with each attacker chosen for it."""

from collections.abc import Iterator

from msgspec import Struct

from kb.facts import Fact, derived
from kb.pointer import Pointer
from kb.printed import TypeLine
from kb.replay import Game, Step, each_once, once
from kb.values import Values, called, values
from kb.world import Thing, World

_NONE = TypeLine(frozenset(), frozenset(), frozenset())


class Pair(Struct, frozen=True):
    """A creature and an attacker that it blocks, or might block, as blockers are declared."""

    game: Game
    world: World
    blocker: Thing
    attacker: Thing
    at: Pointer
    """Where the block is declared."""

    @property
    def b(self) -> Values:
        """What the blocking creature looks like."""
        return values(self.blocker, self.world)

    @property
    def a(self) -> Values:
        """What the attacking creature looks like."""
        return values(self.attacker, self.world)

    @property
    def words(self) -> dict[str, object]:
        return {"o": self.a.name.value or self.attacker.id, "b": called(self.blocker, self.world)}

    @property
    def unparsed(self) -> tuple[Pointer, ...]:
        """Words about the two that no program reads."""
        return (*self.a.unparsed, *self.b.unparsed)


@each_once
def pairs(game: Game) -> Iterator[Pair]:
    """Every block that was declared and not taken back."""
    for step in game.done("block"):
        yield from pairs_of(game, step)


@each_once
def declarations(game: Game) -> Iterator[list[Step]]:
    """The declarations of blockers; one may be told in several events in a row."""
    run: list[Step] = []
    for step in game.done("block"):
        last = run[-1] if run else None
        same = last is not None and last.index + 1 == step.index
        if last is not None and not (same and last.event.by == step.event.by):
            yield run
            run = []
        run.append(step)
    if run:
        yield run


def pairs_of(game: Game, step: Step) -> tuple[Pair, ...]:
    """The blocks that one event declares."""
    found: tuple[Pair, ...] | None = step.kept.get("pairs")
    if found is None:
        found = step.kept["pairs"] = tuple(_pairs_of(game, step))
    return found


def _pairs_of(game: Game, step: Step) -> Iterator[Pair]:
    for place, row in enumerate(step.event.blockers or ()):
        here = step.at / "blockers" / place
        blocker = step.before.thing(row.who, here / "who")
        for number, ref in enumerate(row.blocks):
            at = here / "blocks" / number
            yield Pair(game, step.before, blocker, step.before.thing(ref, at), at)


@once
def players_of(game: Game) -> frozenset[str]:
    """Every player named: in the list of players, or as owner or controller of an object."""
    named_so = {
        name
        for thing in game.start.things.values()
        for name in (thing.owner, thing.controller.value)
        if name is not None
    }
    active = game.start.active.value
    return frozenset(named_so | set(game.document.players) | ({active} if active else set()))


def defending(game: Game, step: Step) -> Fact[str]:
    """Who declares these blockers: as said, else the only opponent of the active player."""
    if step.event.by is not None:
        return Fact(step.event.by, step.at / "by")
    active = step.before.active
    others = [name for name in players_of(game) if name != active.value]
    alone = others[0] if active.known and len(others) == 1 else None
    return derived(alone, step.at / "by", active)


def protector(attacker: Thing, world: World, game: Game) -> Fact[str]:
    """508.5: the player whom it attacks, or who controls the planeswalker that it attacks."""
    at, told = attacker.at / "attacking", attacker.attacks
    if told is None:
        others = [name for name in players_of(game) if name != attacker.controller.value]
        alone = others[0] if attacker.controller.known and len(others) == 1 else None
        return derived(alone, at, attacker.controller)
    attacked = world.things.get(told.partition("@")[0])
    if attacked is None:
        return derived(told, at)
    if "Battle" in (values(attacked, world).types.value or _NONE).types:
        return Fact(None, attacked.at)  # who protects a battle the format does not say
    return attacked.controller
