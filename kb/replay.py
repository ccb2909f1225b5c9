"""Replaying a document: the moment before and after each event, starting from its objects."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kb.errors import BadState
from kb.facts import Fact, Origin
from kb.lazily import once_asked
from kb.pointer import ROOT, Pointer
from kb.replay_board import BOARD_EVENTS
from kb.replay_combat import combat_clocked, combat_over, settled
from kb.replay_setup import begin_world
from kb.replay_stack import STACK_EVENTS
from kb.state import Claims, Clock, Document, Event
from kb.world import Thing, World

T = TypeVar("T")
Handler = Callable[[World, Event, Pointer, bool], World]
_HANDLERS: dict[str, Handler] = {**STACK_EVENTS, **BOARD_EVENTS}


class Step(Struct, frozen=True):
    """One event with the moments around it."""

    index: int
    event: Event
    at: Pointer
    before: World
    attempt: World
    """What the event does, even where it was taken back."""
    after: World
    kept: dict[str, Any] = msgspec.field(default_factory=dict)
    """What was worked out of it already: many checkers ask for the same."""

    @property
    def taken_back(self) -> bool:
        return self.event.outcome == "illegal"


class Claim(Struct, frozen=True):
    """What the reporter says that an object looks like at a moment."""

    thing: Thing
    said: Claims
    at: Pointer
    world: World
    index: int
    """How many events lie before it."""


@dataclass(frozen=True)
class Game:
    """A document with all its moments."""

    document: Document
    strict: bool
    start: World
    steps: tuple[Step, ...]
    kinds: frozenset[str]
    """What sorts of events there are: most checkers have nothing to say without theirs."""
    kept: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What several checkers ask of this game, worked out once."""

    @once_asked
    def claims(self) -> tuple[Claim, ...]:
        """Everything claimed about objects, in order; most checkers ask for it."""
        return tuple(self._claims())

    def _claims(self) -> Iterator[Claim]:
        for name, given in self.document.objects.items():
            if given.now is not None:
                at = ROOT / "objects" / name / "now"
                yield Claim(self.start.things[name], given.now, at, self.start, 0)
        for step in self.steps:
            for ref, said in (step.event.objects or {}).items():
                if step.event.do == "observe":
                    at = step.at / "objects" / ref
                    yield Claim(step.before.thing(ref, at), said, at, step.before, step.index)

    def done(self, *kinds: str) -> Iterator[Step]:
        """The events of these kinds that were not taken back."""
        if self.kinds.isdisjoint(kinds):
            return iter(())
        return (s for s in self.steps if s.event.do in kinds and not s.taken_back)

    def forget(self) -> None:
        """Lets go of what was worked out of it, at the end.

        Much of that leads back to the game: with it the whole game would lie there until the
        collector of garbage comes by, which was a tenth of the time that verifying takes.
        """
        self.kept.clear()
        for step in self.steps:
            step.kept.clear()

    def assumed(self, value: bool, at: Pointer) -> Fact[bool]:
        """A documented default: unknown where nothing may be assumed."""
        return Fact(None, at) if self.strict else Fact(value, at, Origin.ASSUMED)


def once(make: Callable[[Game], T]) -> Callable[[Game], T]:
    """Makes of a function one that works its answer out once for a game, and keeps it there."""
    key = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def kept(game: Game) -> T:
        try:
            found: T = game.kept[key]
        except KeyError:
            found = game.kept[key] = make(game)
        return found

    return kept


def each_once(make: Callable[[Game], Iterable[T]]) -> Callable[[Game], tuple[T, ...]]:
    """As ``once``, of a generator: what it yields is kept."""

    @wraps(make)
    def all_of(game: Game) -> tuple[T, ...]:
        return tuple(make(game))

    return once(all_of)


def replay(document: Document, *, strict: bool = False) -> Game:
    """Raises BadState for an event that names what there is not at its moment."""
    strict = strict or document.assume == "strict"
    start = world = begin_world(document, strict=strict)
    steps: list[Step] = []
    named: dict[str, World] = {}
    for index, event in enumerate(document.history):
        at = ROOT / "history" / index
        before = world
        if event.at is not None:
            before = _clocked(world, event.at, at / "at", strict)
        if event.do == "undo":
            attempt = _before(event.event, named, at)
        else:
            handler = _HANDLERS.get(event.do)
            attempt = before if handler is None else handler(before, event, at, strict)
            attempt = settled(before, attempt, at)
        after = attempt
        if event.outcome == "illegal":  # 732.1: all is again as it was
            after = before
        elif event.outcome == "?":
            after = _doubtful(before, attempt, at / "outcome")
        if event.id is not None:
            named.setdefault(event.id, before)
        steps.append(Step(index, event, at, before, attempt, after))
        world = after
    kinds = frozenset(event.do for event in document.history)
    return Game(document, strict, start, tuple(steps), kinds)


def _before(name: str | None, named: dict[str, World], at: Pointer) -> World:
    """The moment before the event of this id."""
    if name is None or name not in named:
        raise BadState(f"{at}/event: {name!r}; wanted the id of an earlier event")
    return named[name]


def _doubtful(before: World, attempt: World, at: Pointer) -> World:
    """What the event may have changed is not known any more."""
    things = dict(attempt.things)
    for name, thing in attempt.things.items():
        earlier = before.things.get(name)
        if earlier is None:
            things[name] = thing.doubted(at)
        elif earlier is not thing:
            things[name] = earlier.perhaps(thing, at)
    effects = tuple(
        force if force in before.effects else replace(force, doubtful=True)
        for force in attempt.effects
    )
    return replace(attempt, things=things, effects=effects)


def _clocked(world: World, clock: Clock, at: Pointer, strict: bool) -> World:
    """500.1: a new number or another active player is a new turn."""
    number, active = world.number.value, world.active.value
    later = clock.number is not None and clock.number != number
    other = clock.active is not None and active is not None and clock.active != active
    if clock.step == "cleanup":
        world = _ended(world)
    if later or other:
        passed = 1
        if clock.number is not None and number is not None:
            passed = max(1, clock.number - number)
        world = _ended(replace(world, turn=world.turn + passed))
        now = clock.number if clock.number is not None or number is None else number + 1
        world = replace(world, number=Fact(now, at / "number"), active=Fact(None, at / "active"))
        world = _untapped(combat_over(world), clock.active, at, strict)
    elif clock.number is not None:
        world = replace(world, number=Fact(clock.number, at / "number"))
    if clock.active is not None:
        world = replace(world, active=Fact(clock.active, at / "active"))
    return combat_clocked(world, clock, at, strict)


def _ended(world: World) -> World:
    """514.2: effects until end of turn are over."""
    lasting = tuple(force for force in world.effects if force.effect.until != "end-of-turn")
    return world if len(lasting) == len(world.effects) else replace(world, effects=lasting)


def _untapped(world: World, active: str | None, at: Pointer, strict: bool) -> World:
    """502.3: unless something is said of it, what was tapped untaps in its controller's turn."""
    things = dict(world.things)
    for name, thing in things.items():
        mine = active is None or thing.controller.value in (active, None)
        if thing.zone == "battlefield" and mine and thing.tapped.value is not False:
            origin = Origin.ASSUMED
            now = Fact(None, at) if strict or active is None else Fact(False, at, origin)
            things[name] = replace(thing, tapped=now)
    return replace(world, things=things)
