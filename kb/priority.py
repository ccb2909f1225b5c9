"""The moments of a document at which a player has priority: only then are conditions checked.

704.3: state-based actions are performed whenever a player *would get* priority, and 704.4: what
happens while a spell or ability resolves is not looked at. A position, or the moment after an
event, may lie in the middle of a resolution. So a moment counts only if the document shows it:

* ``priority`` of the clock names a player (at the start, or with an event);
* the next event is one that a player can only take with priority: a pass, a land played from the
  hand, a spell cast from the hand for a cost, an ability activated that is no mana ability. A spell
  cast for free or from elsewhere may be cast by a resolving effect, so it shows nothing;
* the next event is the declaration of attackers or blockers, or the beginning of a step or phase:
  the step before ended with all players passing. The untap step gives nobody priority.

An event that was taken back or undone shows nothing, nor does one that perhaps did not happen.
That what is not listed did not happen is a fact where ``covers`` says that the history is whole.
Else it is assumed of what the document lists at the start, and before a player who passes: who
lists that lists the rest. Elsewhere it is not known: authors leave out what goes without saying,
as the death of a creature.

``kb.moments`` is about every event, and who has priority as it happens, for the rules of timing.
"""

from collections.abc import Iterator

from msgspec import Struct

from kb.facts import Fact
from kb.pointer import ROOT, Pointer
from kb.replay import Game, Step
from kb.replay_announce import FREE
from kb.undone import undone
from kb.values import values
from kb.world import World

_FROM_HAND = (None, "hand", "command")


class PriorityMoment(Struct, frozen=True):
    """A moment at which a player has priority, or may have it."""

    world: World
    index: int
    """How many events lie before it."""
    at: Pointer
    """What shows it."""
    shown: Fact[bool]
    """Known where a player has priority."""
    complete: Fact[bool]
    """Known where what is not told did not happen before it."""


def priority_moments(game: Game) -> tuple[PriorityMoment, ...]:
    """In order; the start is the first of them where the document shows nothing at all."""
    found: tuple[PriorityMoment, ...] | None = game.kept.get("priority")
    if found is None:
        found = game.kept["priority"] = tuple(_moments(game))
    return found


def nothing_else_happened(game: Game) -> Fact[bool]:
    """Whether the history leaves nothing out."""
    at = ROOT / "covers"
    if game.document.covers != "listed":
        return Fact(True, at)
    return game.assumed(True, at)


def _moments(game: Game) -> Iterator[PriorityMoment]:
    at = ROOT / "turn" / "priority"
    turn = game.document.turn
    told = turn.priority if turn is not None else None
    if told is not None and told != "none":
        yield PriorityMoment(game.start, 0, at, Fact(True, at), Fact(True, at))
    taken_off = undone(game)
    before, any_shown = game.start, told is not None
    for step in game.steps:
        if step.event.outcome == "done" and step.index not in taken_off:
            clock = step.event.at
            if _needs_priority(step):
                any_shown = True
                shown = Fact(True, step.at / "do")
                yield PriorityMoment(before, step.index, step.at, shown, _complete(game, step))
            elif clock is not None and clock.priority not in (None, "none"):
                any_shown = True
                here = step.at / "at" / "priority"
                yield PriorityMoment(
                    step.before, step.index, here, Fact(True, here), _complete(game, step)
                )
        before = step.after
    if not any_shown and not game.steps:
        yield PriorityMoment(game.start, 0, at, Fact(None, at), Fact(True, at))


def _complete(game: Game, step: Step) -> Fact[bool]:
    """Whether the history leaves out nothing that happened before the step."""
    if game.document.covers == "listed" and step.index and step.event.do != "pass":
        return Fact(None, ROOT / "covers")
    return nothing_else_happened(game)


def _needs_priority(step: Step) -> bool:
    event = step.event
    if event.do in ("pass", "attack", "block"):
        return True
    if event.do == "play-land":
        return event.from_ in _FROM_HAND
    if event.do == "cast":
        free = event.alternative == FREE or isinstance(event.alternative, tuple)
        card = step.before.things.get((event.object or "").partition("@")[0])
        there = card is not None and card.zone in ("hand", "command")
        return there and event.from_ in _FROM_HAND and not free
    if event.do == "activate" and event.object is not None and event.ability is not None:
        source = step.before.thing(event.object, step.at / "object")
        ability = values(source, step.before).ability(event.ability)
        written = ability.written if ability is not None else None
        if written is None:
            return False
        return written.power_up is not None or (
            written.activated is not None and not written.activated.mana_ability
        )
    return event.do == "begin" and event.at is not None and event.at.step != "upkeep"
