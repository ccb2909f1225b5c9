"""State-based actions: what must not be there any more once a player has priority (704.3)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from msgspec import Struct

from kb.changes import Ref
from kb.facts import Fact
from kb.layered import differing
from kb.ledger import ledger, world_before
from kb.model import Outcome
from kb.pointer import Pointer
from kb.priority import PriorityMoment, priority_moments
from kb.replay import Game, Step
from kb.state import Event
from kb.values import called, values
from kb.verdict import Finding
from kb.world import Thing, World


class Met(Struct, frozen=True):
    """Whether the condition of a state-based action is met by an object at one moment."""

    fact: Fact[bool]
    words: Mapping[str, object] = msgspec.field(default_factory=dict)
    unless: tuple[Pointer, ...] = ()


Condition = Callable[[Game, Thing, World, int], Met | None]
"""Of an object, with its counters, before the event of an index; None where it is no matter."""


@dataclass(slots=True)
class _Seen:
    """What was seen of one incarnation so far."""

    thing: Thing
    broken: tuple[Met, Fact[bool]] | None = None
    """The condition, and what shows that the object was there with it."""
    unsure: tuple[Met, Fact[bool]] | None = None
    danger: Met | None = None
    """The condition was met when nobody had priority, and was not looked at since."""
    escaped: Met | None = None
    safe: Met | None = None


class _Look(NamedTuple):
    """What state-based actions look at before an event, and what is new since the look before."""

    world: World
    moment: PriorityMoment | None
    changed: frozenset[str] | None
    """The objects that are not as they were; None where all may look otherwise."""


def performed(
    game: Game,
    condition: Condition,
    *,
    own: bool = False,
    anywhere: bool = False,
    start_only: bool = False,
) -> tuple[Finding, ...]:
    """What is found of a condition: worked out once, whatever rules say the same.

    ``own``: as long as it is not met, only a change of the object itself can make it so;
    ``anywhere``: in all zones, not only on the battlefield.
    """
    key = f"{condition.__module__}.{condition.__qualname__}"
    found: tuple[Finding, ...] | None = game.kept.get(key)
    if found is None:
        found = game.kept[key] = tuple(_performed(game, condition, own, anywhere, start_only))
    return found


def _performed(
    game: Game,
    condition: Condition,
    own: bool,
    anywhere: bool,
    start_only: bool,
) -> Iterator[Finding]:
    """Findings about each incarnation that the condition concerns.

    Met at a moment of priority: the action was not performed. Met in between and not any more at
    the next such moment: it was, or there was no need. ``start_only``: as it is listed; for
    conditions of which no event of the format says that they are over.
    """
    seen: dict[Ref, _Seen] = {}
    open_: set[Ref] = set()  # those of which the last word is not that the condition is not met
    for index, (world, moment, changed) in enumerate(looks(game)):
        if start_only and index:
            break
        present = set()
        names = None if changed is None or not own else changed.union(name for name, _ in open_)
        for thing in _among(world, names, anywhere):
            borne = ledger(game).bearing(thing, index)
            met = condition(game, borne, world, index)
            if met is None:
                continue
            present.add(thing.ref)
            one = seen.setdefault(thing.ref, _Seen(thing))
            _note(game, one, met, moment)
            if met.fact.value is False or one.broken is not None:
                open_.discard(thing.ref)
            else:
                open_.add(thing.ref)
        for ref in open_ - present:
            one = seen[ref]
            open_.discard(ref)
            if one.danger is not None:
                one.escaped, one.danger = one.danger, None
    for one in seen.values():
        yield from _finding(game, one)


def looks(game: Game) -> tuple[_Look, ...]:
    """One before each event and one after the last."""
    found: tuple[_Look, ...] | None = game.kept.get("looks")
    if found is None:
        found = game.kept["looks"] = tuple(_looks(game))
    return found


def _looks(game: Game) -> Iterator[_Look]:
    waiting = {moment.index: moment for moment in reversed(priority_moments(game))}
    book, before = ledger(game), None
    for index in range(len(game.steps) + 1):
        moment = waiting.get(index)
        world = world_before(game, index) if moment is None else moment.world
        changed: frozenset[str] | None = None
        if before is not None and index and game.steps[index - 1].event.do != "undo":
            same = before.effects is world.effects and before.turn == world.turn
            if same:
                changed = book.touched(index - 1).union(differing(before.things, world.things))
        yield _Look(world, moment, changed)
        before = world


def _among(world: World, names: frozenset[str] | None, anywhere: bool) -> Iterator[Thing]:
    """The objects to look at, in the order of the document."""
    if names is None:
        yield from world.things.values() if anywhere else world.on_battlefield()
        return
    ordered: Iterable[str] = names if len(names) < 2 else (n for n in world.things if n in names)
    for name in ordered:
        thing = world.things.get(name)
        if thing is not None and (anywhere or _is_there(thing)):
            yield thing


def _is_there(thing: Thing) -> bool:
    return thing.zone == "battlefield" and not thing.phased_out


def _note(game: Game, one: _Seen, met: Met, moment: PriorityMoment | None) -> None:
    value = met.fact.value
    if moment is None:
        one.danger = met if value else None if value is False else one.danger
    elif value and one.broken is None:
        there = _still_there(game, one.thing, moment)
        one.broken = (met, there) if there.known else None
        one.unsure = one.unsure or (met, there)
    elif value is None and one.unsure is None:
        one.unsure = met, moment.shown
    if value is False:
        one.safe, one.danger = met, None


def _finding(game: Game, one: _Seen) -> Iterator[Finding]:
    at = one.thing.at / "zone"
    words: dict[str, object] = {"o": called(one.thing, game.start)}
    if one.broken is not None:
        met, there = one.broken
        said = {**words, **met.words}
        yield Finding(at, Outcome.VIOLATES, (met.fact, there), said, unless=met.unless)
        return
    if one.unsure is not None:
        unknown = tuple(fact for fact in (one.unsure[0].fact, one.unsure[1]) if not fact.known)
        yield Finding(at, Outcome.CANNOT_TELL, unknown)
        return
    if one.danger is not None:
        last = _claimed(game, one.thing, len(game.steps) - 1)
        if last is not None:
            later: Fact[bool] = Fact(None, last / "at" / "priority")
            yield Finding(at, Outcome.CANNOT_TELL, (later,))
        return
    good = one.escaped or one.safe
    if good is not None:
        yield Finding(at, Outcome.COMPLIES, (good.fact,), {**words, **good.words})


def others_words(thing: Thing, world: World) -> tuple[Pointer, ...]:
    """Words of other permanents that no program reads: they may be about this one (613, 614)."""
    return tuple(
        at
        for other in world.on_battlefield()
        if other.ref != thing.ref
        for at in values(other, world).unparsed
    )


def resolved_in_words(game: Game, thing: Thing, index: int) -> Pointer | None:
    """Where an ability of the object resolved of which no event tells what it does.

    It may have regenerated the creature (701.19) or have made the Vehicle one (702.122).
    """
    first: dict[Ref, Step] | None = game.kept.get("resolved in words")
    if first is None:
        first = game.kept["resolved in words"] = {}
        for step in game.steps:
            stacked = step.before.abilities.get(step.event.event or "")
            if step.event.do == "resolve" and stacked is not None:
                first.setdefault(stacked.source.ref, step)
    found = first.get(thing.ref)
    return found.at if found is not None and found.index < index else None


def _still_there(game: Game, thing: Thing, moment: PriorityMoment) -> Fact[bool]:
    """That it is there when a player has priority: an event names it later, or it is listed."""
    if not moment.shown.known:
        return moment.shown
    for step in game.steps[moment.index :]:
        now = step.before.things.get(thing.id)
        if now is None or now.ref != thing.ref:
            break
        at = _named(step.at, thing, step.event)
        if at is not None:
            return Fact(True, at)
    return moment.complete


def _named(at: Pointer, thing: Thing, event: Event) -> Pointer | None:
    """Where an event does something with the object, or says something of it."""
    named: list[tuple[str, str]] = [("objects", name) for name in event.objects or ()]
    named += [("taps", name) for name in event.taps or ()]
    named += [("attackers", row.who) for row in event.attackers or ()]
    named += [("blockers", row.who) for row in event.blockers or ()]
    if event.object is not None:
        named.append(("object", event.object))
    if event.source is not None and event.do == "damage":
        named.append(("source", event.source))
    return next((at / key for key, name in named if name.partition("@")[0] == thing.id), None)


def _claimed(game: Game, thing: Thing, index: int) -> Pointer | None:
    """The last event, where it says something of the object."""
    step = game.steps[index] if game.steps else None
    if step is None or step.event.do != "observe":
        return None
    names = {name.partition("@")[0] for name in step.event.objects or ()}
    return step.at if thing.id in names else None


Grouped = Callable[[Game, Thing, World, int], object | None]
"""What permanents must have in common to be too many; None for one that is no matter."""


def alone(game: Game, group: Grouped, *, own: bool = False) -> Iterator[Finding]:
    """Findings about permanents of which one of a group may remain (legend rule and the like).

    ``own``: only a change of a permanent itself can take it to another group.
    """
    kept: dict[object, Thing] = {}
    crowded: set[object] = set()
    broken: dict[object, tuple[list[Thing], Fact[bool]]] = {}
    together: dict[object, list[Thing]] = {}
    for index, (world, moment, changed) in enumerate(looks(game)):
        if changed is None or changed or not own:
            together = {}
            for thing in world.on_battlefield():
                key = group(game, thing, world, index)
                if key is not None:
                    together.setdefault(key, []).append(thing)
        crowded = {key for key, things in together.items() if len(things) > 1}
        for key, things in together.items():
            kept.setdefault(key, things[-1])
            known = key in broken and broken[key][1].known
            if moment is not None and key in crowded and not known:
                broken[key] = things, _still_there(game, things[-1], moment)
    for key, thing in kept.items():
        if key in broken:
            yield _too_many(game, *broken[key])
        elif key not in crowded:
            yield Finding(thing.at / "zone", Outcome.COMPLIES, (Fact("battlefield", thing.at),))


def _too_many(game: Game, things: list[Thing], there: Fact[bool]) -> Finding:
    last = things[-1]
    at = last.at / "zone"
    if not there.known:
        return Finding(at, Outcome.CANNOT_TELL, (there,))
    words = {
        "o": called(last, game.start),
        "n": len(things),
        "p": ", ".join(thing.id for thing in things[:-1]),
    }
    unless = values(last, game.start).unparsed
    return Finding(at, Outcome.VIOLATES, (there,), words, unless=unless)
