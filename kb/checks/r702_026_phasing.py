"""702.26 and 800.4a: what is phased out, and what has left with its owner."""

from collections.abc import Iterator

from kb.changes import dealt_by
from kb.checks.registry import checks
from kb.facts import Fact
from kb.model import Outcome
from kb.pointer import ROOT
from kb.replay import Game, Step
from kb.values import called
from kb.verdict import Finding, outcome_of
from kb.world import Thing

SINCE = "2021-04-22"
_USES = (
    "tap", "untap", "counters", "activate", "transform", "control", "become-copy", "damage", "move",
)  # fmt: skip


@checks("702.26b", prop="phased-out-is-not-there", about="treated as though it does", since=SINCE,
        needs=("has:phased_out", "do:phase-out"))  # fmt: skip
def phased_out_is_not_there(game: Game) -> Iterator[Finding]:
    """Nothing happens to a phased-out permanent, and it does nothing."""
    ever = {name for name, given in game.document.objects.items() if given.phased_out}
    for step in game.steps:
        if step.taken_back:
            continue
        if step.event.do == "phase-out":
            ever.add((step.event.object or "").partition("@")[0])
        for thing in _used(step) if step.event.do in _USES else ():
            if thing.id in ever and thing.zone == "battlefield" and thing.doubt is None:
                fact = Fact(thing.phased_out, thing.at / "phased_out")
                words = {"o": called(thing, step.before)}
                yield Finding(step.at, outcome_of(not thing.phased_out), (fact,), words)


def _used(step: Step) -> Iterator[Thing]:
    if step.event.do == "damage":
        for one in dealt_by(step):
            if isinstance(one.to, Thing):
                yield one.to
            if one.source is not None:
                yield one.source
    # 702.26f, 800.4a: with its owner it leaves the game all the same.
    elif step.event.object is not None and step.event.to not in ("outside", "none"):
        yield step.before.thing(step.event.object, step.at / "object")


@checks("800.4a", prop="leaves-with-owner", about="objects (see rule 109) owned", since=SINCE,
        needs=("has:left",))  # fmt: skip
def leaves_with_owner(game: Game) -> Iterator[Finding]:
    """Whoever leaves the game takes along all that they own."""
    left = {name for name, player in game.document.players.items() if player.left}
    for thing in game.start.things.values():
        if thing.owner in left and game.document.objects[thing.id].owner is not None:
            gone = thing.zone in ("outside", "none")
            fact = Fact(thing.owner, thing.at / "owner")
            player = Fact(True, ROOT / "players" / str(thing.owner) / "left")
            words = {"o": called(thing, game.start), "p": thing.owner}
            outcome = Outcome.COMPLIES if gone else Outcome.VIOLATES
            yield Finding(thing.at / "zone", outcome, (fact, player), words)
