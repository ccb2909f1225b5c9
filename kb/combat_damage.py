"""Combat damage as it was dealt: by combat damage step, each creature once with all it dealt."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from msgspec import Struct

from kb.blocks import protector
from kb.facts import Fact, derived
from kb.pointer import Pointer
from kb.printed import integer
from kb.replay import Game, Step, each_once, once
from kb.values import Values, called, values
from kb.world import Thing, World

FIRST, SECOND = "first-combat-damage", "combat-damage"
UNMARKED = frozenset({"infect", "wither"})
"""Keywords with which damage to a creature is -1/-1 counters (120.3d)."""
CALM = frozenset({"begin", "attack", "block", "observe", "tap", "untap"})
"""Events that change no player's life and no player's counters."""
_OVER = frozenset({"resolve", "attack", "block"})
"""Once one of these has come, later damage in the step is none of combat's own."""
_ACTING = frozenset({"cast", "activate", "pass"})
"""What nobody can do between one creature's combat damage and another's (510.2)."""


class Share(Struct, frozen=True):
    """What one creature dealt to one permanent or player."""

    to: str
    """A player, or the incarnation of a permanent (wall@1)."""
    amount: int
    at: Pointer


class Dealt(Struct, frozen=True):
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
        return called(self.source, self.world)

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


@each_once
def batches(game: Game) -> Iterator[Batch]:
    """The combat damage steps in which damage is told of, in order."""
    if "damage" in game.kinds:
        yield from _batches(game)


@once
def steps_of(game: Game) -> list[str | None]:
    """The step of the turn in which each event takes place, as far as the clock tells."""
    turn = game.document.turn
    now: str | None = turn.step if turn is not None else None
    found: list[str | None] = []
    for step in game.steps:
        clock = step.event.at
        # A clock that tells of neither step nor turn nor another phase leaves the step as it is.
        if clock is not None and (
            clock.step or clock.number or clock.phase not in (None, "combat")
        ):
            now = clock.step
        found.append(now)
    return found


def is_combat(step: Step, clock: str | None, source: Thing) -> bool:
    """Whether a ``damage`` event tells of combat damage (510); ``clock`` is the turn's step."""
    event = step.event
    own = event.ability is None and event.event is None and event.for_ is None
    return own and clock in (FIRST, SECOND) and source.in_combat


def toxic_of(source: Thing, words: frozenset[str]) -> list[int]:
    """The N of each toxic ability (702.164b), as often as it is listed."""
    listed = source.own.listed_keywords if source.own is not None else ()
    found = [word.casefold() for word in listed if word.casefold() in words]
    found += [word for word in words if word not in found]
    numbers = (integer(word[len("toxic") :]) for word in found if word.startswith("toxic "))
    return [number for number in numbers if number is not None and number > 0]


def _batches(game: Game) -> Iterator[Batch]:
    before: Batch | None = None
    runs = groupby(zip(steps_of(game), game.steps, strict=True), key=_moment)
    for (kind, _), rows in runs:
        batch = None
        if kind in (FIRST, SECOND):
            first = before if before is not None and before.kind == FIRST else None
            batch = _batch(game, str(kind), [step for _, step in rows], first)
        if batch is not None:
            yield batch
        before = batch


def _moment(row: tuple[str | None, Step]) -> tuple[str | None, int]:
    """The step and the turn of an event."""
    return row[0], row[1].before.turn


def _batch(game: Game, kind: str, steps: list[Step], first: Batch | None) -> Batch | None:
    """The combat damage among the events of one step; None where there is none."""
    batch: Batch | None = None
    between: Pointer | None = None
    for step in steps:
        if step.taken_back:
            continue
        if step.event.do in _OVER:
            break
        if step.event.do in _ACTING:
            between = between or step.at
        if _is_combat(step):
            batch = batch or Batch(kind, step.before, step.at, first=first)
            _add(batch, step, game, between)
    return batch


def _is_combat(step: Step) -> bool:
    """Whether this is damage of a creature and of no spell or ability."""
    event = step.event
    named_cause = event.ability or event.event or event.for_
    return event.do == "damage" and event.source is not None and named_cause is None


def _add(batch: Batch, step: Step, game: Game, between: Pointer | None) -> None:
    source = step.before.thing(str(step.event.source), step.at / "source")
    source = batch.world.things.get(source.id, source)
    earlier = batch.of(source.id)
    if earlier is not None:
        both = (*earlier.shares, *shares_of(step))
        place = batch.dealt.index(earlier)
        batch.dealt[place] = Dealt(source, both, earlier.at, batch.world, game)
        return
    dealt = Dealt(source, tuple(shares_of(step)), step.at, batch.world, game)
    batch.dealt.append(dealt)
    if between is not None:
        batch.late.append((dealt, between))


def shares_of(step: Step) -> Iterator[Share]:
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
    return called(thing, world) if thing is not None else share.to
