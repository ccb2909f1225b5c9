"""Combat damage as it was dealt: by combat damage step, each creature once with all it dealt."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.blocks import named, protector
from kb.facts import Fact, derived
from kb.pointer import Pointer
from kb.replay import Game, Step
from kb.values import Values, values
from kb.world import Thing, World

FIRST, SECOND = "first-combat-damage", "combat-damage"
_AFTERWARDS = frozenset({"resolve", "cast", "activate", "pass", "attack", "block"})
"""Once one of these has come, later damage in the step is none of combat's own."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one creature dealt to one permanent or player."""

    to: str
    """A player, or the incarnation of a permanent (wall@1)."""
    amount: int
    at: Pointer


@dataclass(frozen=True, slots=True)
class Dealt:
    """All combat damage of one creature in one step."""

    source: Thing
    """As it is when the step begins."""
    shares: tuple[Share, ...]
    at: Pointer
    world: World
    game: Game

    @property
    def now(self) -> Values:
        return values(self.source, self.world)

    @property
    def name(self) -> str:
        return named(self.source, self.world)

    @property
    def total(self) -> int:
        return sum(share.amount for share in self.shares)

    @property
    def unparsed(self) -> tuple[Pointer, ...]:
        return self.now.unparsed

    @property
    def attacked(self) -> Fact[str]:
        """What it attacks and may deal damage to; "" where that is gone (506.4c)."""
        told = self.source.attacks
        if told is None:  # with one opponent there was no choice
            return protector(self.source, self.world, self.game)
        name, _, number = told.partition("@")
        thing = self.world.things.get(name) if number else None
        if not number:
            return derived(told, self.source.at)
        there = (
            thing is not None and str(thing.number) == number and thing.zone == "battlefield"
            and not thing.phased_out and thing.left_combat is None
        )  # fmt: skip
        return derived(told if there else "", self.source.at)

    @property
    def blockers(self) -> tuple[Thing, ...]:
        """What blocks it when the step begins."""
        return tuple(t for t in self.world.on_battlefield() if self.source.ref in t.blocking)

    @property
    def blocks(self) -> tuple[str, ...]:
        """The attackers that it blocks and that still attack."""
        found = (self.world.things.get(name) for name, _ in self.source.blocking)
        return tuple(
            f"{t.id}@{t.number}"
            for t in found
            if t is not None and t.attacking and t.ref in self.source.blocking
        )


@dataclass(slots=True)
class Batch:
    """The combat damage of one combat damage step."""

    kind: str
    """FIRST or SECOND."""
    world: World
    """As the step begins."""
    at: Pointer
    dealt: list[Dealt] = field(default_factory=list)
    late: list[tuple[Dealt, Pointer]] = field(default_factory=list)
    """What was dealt only after somebody had cast or activated something, and what that was."""
    first: "Batch | None" = None
    """The first of two steps of the same combat."""

    def of(self, name: str) -> Dealt | None:
        return next((one for one in self.dealt if one.source.id == name), None)


def batches(game: Game) -> list[Batch]:
    """The combat damage steps in which damage is told of, in order."""
    if not any(step.event.do == "damage" for step in game.steps):
        return []
    return list(_batches(game))


def _batches(game: Game) -> Iterator[Batch]:
    turn = game.document.turn
    kind = turn.step if turn is not None else None
    batch: Batch | None = None
    previous: Batch | None = None
    shares: dict[str, list[Share]] = {}
    over: str | None = None
    between: Pointer | None = None
    for step in game.steps:
        clock, event = step.event.at, step.event
        if clock is not None and (clock.step != kind or clock.number is not None):
            same_combat = clock.step in (FIRST, SECOND) and clock.number is None
            if batch is not None:
                yield batch
            previous = batch if same_combat and batch is not None else None
            kind, batch, shares, over, between = clock.step, None, {}, None, None
        if step.taken_back or kind not in (FIRST, SECOND):
            continue
        if event.do in _AFTERWARDS:
            if event.do in ("cast", "activate", "pass"):
                between = between or step.at
            over = "resolved" if event.do in ("resolve", "attack", "block") else over
        if event.do != "damage" or event.source is None or over is not None:
            continue
        if event.ability is not None or event.event is not None or event.for_ is not None:
            continue
        told = list(_shares(step))
        source = step.before.thing(event.source, step.at / "source")
        if batch is None:
            batch = Batch(kind, step.before, step.at, first=previous)
        start = batch.world.things.get(source.id, source)
        mine = shares.setdefault(source.id, [])
        first_time = not mine
        mine += told
        dealt = Dealt(start, tuple(mine), step.at, batch.world, game)
        if between is not None and first_time:
            batch.late.append((dealt, between))
        if not first_time:
            earlier = batch.of(source.id)
            if earlier is not None:
                dealt = Dealt(start, tuple(mine), earlier.at, batch.world, game)
                batch.dealt.remove(earlier)
        batch.dealt.append(dealt)
    if batch is not None:
        yield batch


def _shares(step: Step) -> Iterator[Share]:
    """To whom one damage event deals how much."""
    event, world = step.event, step.before
    if event.divided is not None:
        for name, count in event.divided.items():
            yield Share(world.attacked(name) or name, count, step.at / "divided" / name)
    for key, ref in (("object", event.object), ("to", event.to)):
        if ref is not None and event.amount is not None and event.divided is None:
            yield Share(world.attacked(ref) or ref, event.amount, step.at / key)


def target_name(share: Share, world: World) -> str:
    thing = world.things.get(share.to.partition("@")[0])
    return named(thing, world) if thing is not None else share.to
