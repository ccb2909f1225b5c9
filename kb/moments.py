"""When things happen: phase, priority and stack just before each event, as far as told.

That is for the rules of timing. ``kb.priority`` finds the moments at which a player certainly has
priority and nothing was left out, for what is looked at only then (704.3).
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from kb.facts import Fact, derived
from kb.pointer import ROOT, Pointer
from kb.replay import Game, Step
from kb.replay_stack import actor
from kb.state import Clock
from kb.values import values
from kb.world import Thing, World

MAIN = frozenset({"precombat-main", "postcombat-main"})
ACTIONS = frozenset({"cast", "cast-copy", "activate", "play-land"})
"""What a player does with priority, passing apart."""
_PHASES = {
    "untap": "beginning", "upkeep": "beginning", "draw": "beginning",
    "beginning-of-combat": "combat", "declare-attackers": "combat", "declare-blockers": "combat",
    "first-combat-damage": "combat", "combat-damage": "combat", "end-of-combat": "combat",
    "end": "ending", "cleanup": "ending",
}  # fmt: skip
"""500.1: the phase of each step."""
_LEAVING = frozenset({"resolve", "counter", "move"})
"""Events with which something leaves the stack."""
_WITHOUT_PRIORITY = frozenset({"untap", "cleanup"})
"""117.3a: steps in which nobody is given priority."""


class Stacked(Struct, frozen=True):
    """A spell or ability on the stack."""

    name: str
    """The id of the spell, or of the event that put the ability there."""
    at: Pointer
    put: int | None
    """The event that put it there; None for what is listed there at the start."""
    leaves: int | None
    """The event with which it is seen to leave the stack; None where nothing is told of that."""


class Moment(Struct, frozen=True):
    """Just before an event: the clock, who has priority, what is on the stack."""

    phase: Fact[str]
    step: Fact[str]
    active: Fact[str]
    priority: Fact[str]
    """Who has it; unknown where neither the clock nor a row of passes tells."""
    cause: str | None
    """The rule by which that player has it; None where the document says so itself."""
    stack: tuple[Stacked, ...]
    """From the bottom to the top."""
    passed: tuple[str, ...] | None
    """Who passed in succession just before; None where passing is not told at all."""

    def has_priority(self, player: Fact[str]) -> bool | None:
        if not (self.priority.known and player.known):
            return None
        return self.priority.value == player.value


NOBODY_KNOWS = "?"
"""Instead of the player, for a pass of which neither ``by`` nor the priority tells whose it is."""
_Clocked = tuple[Fact[str], Fact[str], Fact[str], str | None]
"""Phase, step, priority and the rule that gave it."""


def moments(game: Game) -> tuple[Moment, ...]:
    """One for each event."""
    found: tuple[Moment, ...] | None = game.kept.get("clock")
    if found is None:
        found = game.kept["clock"] = tuple(_moments(game))
    return found


def _moments(game: Game) -> Iterable[Moment]:
    told = _tells_of_passing(game)
    clock = _start(game.document.turn)
    passed: tuple[str, ...] = ()
    stack = _listed(game)
    before = game.start
    for step in game.steps:
        clock = _ticked(clock, step, before)
        if step.event.do == "begin":
            passed = ()
        if step.event.do == "undo":
            stack = tuple(one for one in stack if _is_there(one.name, step.after))
        phase, place, priority, cause = clock
        yield Moment(
            phase, place, step.before.active, priority, cause, stack, passed if told else None
        )
        if not step.taken_back:
            stack = _stacked(stack, step, game)
            passed = _passed(passed, step, priority)
        clock = _after(clock, step, game, passed, told=told)
        before = step.after


def _tells_of_passing(game: Game) -> bool:
    """Whether a pass that is not listed did not happen.

    One pass alone may stand there to show that a player had priority; who lists those of several
    players lists them all.
    """
    players = {doer(step).value for step in game.done("pass")}
    return len(players) > 1 or (bool(players) and game.document.covers != "listed")


def _start(turn: Clock | None) -> _Clocked:
    at = ROOT / "turn"
    place = turn.step if turn is not None else None
    phase = turn.phase if turn is not None else None
    priority = turn.priority if turn is not None else None
    return (
        Fact(phase or _PHASES.get(place or ""), at / "phase"),
        Fact(place, at / "step"),
        Fact(None if priority == "none" else priority, at / "priority"),
        None,
    )


def _ticked(clock: _Clocked, step: Step, before: World) -> _Clocked:
    """What the clock of an event says; a new turn makes phase and step unknown."""
    said, at = step.event.at, step.at / "at"
    if said is None:
        return clock
    phase, place, _, _ = clock
    if step.before.turn != before.turn:
        phase, place = Fact(None, at / "phase"), Fact(None, at / "step")
    if said.phase is not None or said.step is not None:
        begun = said.phase or _PHASES.get(said.step or "")
        phase, place = Fact(begun, at / "phase"), Fact(said.step, at / "step")
    if said.priority is not None:
        player = None if said.priority == "none" else said.priority
        return phase, place, Fact(player, at / "priority"), None
    return phase, place, Fact(None, at / "priority"), None


def _after(
    clock: _Clocked, step: Step, game: Game, passed: tuple[str, ...], *, told: bool
) -> _Clocked:
    """117.3: who has priority next; of that only a document that tells of passing lets one know."""
    phase, place, priority, _ = clock
    event, at = step.event, step.at
    if event.do in ("attack", "block", "damage") and phase.value != "combat":
        phase, place = Fact(None, at / "at" / "phase"), Fact(None, at / "at" / "step")
    nobody: Fact[str] = Fact(None, at / "at" / "priority")
    if step.taken_back:
        return phase, place, priority, clock[3]
    if event.do in ("observe", "trigger", "copy-spell", "copy-ability", "counter", "effect"):
        return phase, place, priority if told else nobody, clock[3]
    if not told:
        return phase, place, nobody, None
    if event.do == "begin":
        if priority.known or place.value in _WITHOUT_PRIORITY:
            return phase, place, priority, clock[3]
        return phase, place, derived(step.after.active.value, at, step.after.active), "117.3a"
    if event.do == "resolve":
        return phase, place, derived(step.after.active.value, at, step.after.active), "117.3b"
    if event.do in ACTIONS:
        return phase, place, derived(doer(step).value, at, doer(step)), "117.3c"
    if event.do == "pass":
        players = [n for n, player in game.document.players.items() if not player.left]
        if len(players) == 2 and len(passed) < 2 and passed[-1] in players:
            [other] = (name for name in players if name != passed[-1])
            return phase, place, derived(other, at), "117.3d"
    return phase, place, nobody, None


def doer(step: Step) -> Fact[str]:
    """Who casts, activates, plays or passes."""
    ref = step.event.object
    thing = step.before.things.get(ref.partition("@")[0]) if ref is not None else None
    return actor(step.before, step.event, step.at, thing)


def _passed(passed: tuple[str, ...], step: Step, priority: Fact[str]) -> tuple[str, ...]:
    if step.event.do == "pass":
        return (*passed, step.event.by or priority.value or NOBODY_KNOWS)
    return passed if step.event.do in ("observe", "effect") else ()


def _listed(game: Game) -> tuple[Stacked, ...]:
    ends = _ends(game)
    return tuple(
        Stacked(name, thing.at / "zone", None, ends.get((name, 0)))
        for name, thing in game.start.things.items()
        if thing.zone == "stack"
    )


def _stacked(stack: tuple[Stacked, ...], step: Step, game: Game) -> tuple[Stacked, ...]:
    """The stack after an event."""
    new, event = _put_by(step), step.event
    if event.do in _LEAVING or (new is not None and _is_there(new, step.before)):
        gone = event.event or (event.object or "").partition("@")[0]
        stack = tuple(
            one for one in stack if one.name not in (new, gone) and _is_there(one.name, step.after)
        )
    if new is not None:
        end = _ends(game).get((new, step.index + 1))
        stack = (*stack, Stacked(new, step.at, step.index, end))
    return stack


def _is_there(name: str, world: World) -> bool:
    thing = world.things.get(name)
    return name in world.abilities or (thing is not None and thing.zone == "stack")


def _put_by(step: Step) -> str | None:
    """What an event put on the stack; an ability without an id cannot be followed."""
    event = step.event
    if event.do == "cast" and event.object is not None:
        return event.object.partition("@")[0]
    if event.do in ("cast-copy", "copy-spell", "copy-ability"):
        return event.new
    if event.do == "trigger" or (event.do == "activate" and makes_mana(step) is False):
        return event.id
    return None


def makes_mana(step: Step) -> bool | None:
    """Whether a mana ability is activated (605.1); None where the document does not list it."""
    event = step.event
    if event.object is None or event.ability is None:
        return None
    ability = values(step.before.thing(event.object, step.at), step.before).ability(event.ability)
    if ability is None:
        return None
    written = ability.written.activated
    return written is not None and written.mana_ability


def _ends(game: Game) -> Mapping[tuple[str, int], int]:
    """The event with which what was on the stack from some event on is seen to leave it."""
    found: dict[tuple[str, int], int] | None = game.kept.get("ends")
    if found is not None:
        return found
    found = {}
    open_: dict[str, int] = {n: 0 for n, t in game.start.things.items() if t.zone == "stack"}
    for step in game.steps:
        if step.taken_back or step.event.do == "undo":
            continue
        event = step.event
        if event.do in _LEAVING:
            name = event.event or (event.object or "").partition("@")[0]
            begun = open_.pop(name, None)
            if begun is not None:
                found[name, begun] = step.index
        new = _put_by(step)
        if new is not None:
            open_[new] = step.index + 1
    game.kept["ends"] = found
    return found


def zone_told(game: Game, thing: Thing) -> Fact[str]:
    """The zone of an object; of one listed without a zone it is seldom meant to be told."""
    at = thing.at / "zone"
    given = game.document.objects.get(thing.id)
    listed = thing.number > 1 or given is None or given.zone is not None
    return Fact(thing.zone if listed and thing.doubt is None else None, thing.doubt or at)


def is_empty(game: Game, moment: Moment, at: Pointer) -> Fact[bool]:
    """Whether the stack is empty."""
    there = on_stack(game, moment)
    if there:
        return derived(False, there[0].at)
    if moment.stack:  # it is taken to have resolved, since the players went on
        return replace(game.assumed(True, at), at=moment.stack[-1].at)
    return derived(True, at)


def on_stack(game: Game, moment: Moment) -> tuple[Stacked, ...]:
    """What is certainly there: it leaves later, or the history tells all that happened."""
    if game.document.covers != "listed":
        return moment.stack
    return tuple(one for one in moment.stack if one.leaves is not None)
