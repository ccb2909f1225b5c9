"""704.5d, e and 111.7, 111.8, 707.10a: tokens and copies where they cannot stay."""

from collections.abc import Iterator

from kb.checks.registry import checks
from kb.checks.state_based import Met, performed
from kb.facts import Fact, derived
from kb.model import Outcome
from kb.number import RuleNumber
from kb.priority import priority_moments
from kb.replay import Claim, Game
from kb.replay_moves import zone_named
from kb.values import called
from kb.verdict import Finding, Word
from kb.world import Thing, World

SINCE = "2019-05-03"
TOKENS = ("has:token", "do:create", "do:copy-spell", "has:copy")
COPIES = ("has:copy", "do:copy-spell", "do:cast-copy")
CEASES = RuleNumber.parse("704.5d")
_NOWHERE = ("none", "outside")


@checks("704.5d", prop="token-ceases", about="token is in a zone", since=SINCE, needs=TOKENS)
@checks("111.7", prop="token-ceases", about="zone other than the battlefield", since="2021-04-22",
        needs=TOKENS, root="704.5d")  # fmt: skip
def token_ceases(game: Game) -> Iterator[Finding]:
    """A token in another zone than the battlefield ceases to exist."""
    yield from performed(game, _token_elsewhere, own=True, anywhere=True)
    yield from _seen_again(game, token=True)


def _token_elsewhere(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    if not thing.token or thing.zone in ("battlefield", "stack", *_NOWHERE):
        return None
    return Met(derived(True, thing.at / "zone"), {"zone": Word("zones", thing.zone)})


@checks("704.5e", prop="copy-ceases", about="copy of a spell is", since=SINCE, needs=COPIES)
@checks("707.10a", prop="copy-ceases", about="copy of a spell is", since="2022-11-18",
        needs=COPIES, root="704.5e")  # fmt: skip
def copy_ceases(game: Game) -> Iterator[Finding]:
    """The copy of a spell or card in a zone where it cannot be ceases to exist."""
    yield from performed(game, _copy_elsewhere, own=True, anywhere=True)
    yield from _seen_again(game, token=False)


def _copy_elsewhere(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    if not thing.copy or thing.token or thing.zone in ("battlefield", "stack", *_NOWHERE):
        return None
    return Met(derived(True, thing.at / "zone"), {"zone": Word("zones", thing.zone)})


def _seen_again(game: Game, *, token: bool) -> Iterator[Finding]:
    """Claims about the zone of what is gone: it may be seen there until the next check."""
    for claim in game.claims:
        thing, said = claim.thing, claim.said.zone
        if thing.zone != "none" or said is None or token is not _was_token(claim):
            continue
        if zone_named(said) != said:
            continue
        at = claim.at / "zone"
        left = _left(game, thing)
        checked = [m for m in priority_moments(game) if left < m.index <= claim.index]
        words = {"o": called(thing, claim.world), "zone": Word("zones", said)}
        if said == "none" or not checked:
            yield Finding(at, Outcome.COMPLIES, (Fact(said, at),), words)
        else:
            shown = checked[0].shown
            outcome = Outcome.VIOLATES if shown.known else Outcome.CANNOT_TELL
            yield Finding(at, outcome, (Fact(said, at), shown), words)


def _was_token(claim: Claim) -> bool:
    """Whether it was a permanent before: a token; what left the stack was a copy of a spell."""
    thing = claim.thing
    earlier = claim.world.past.get((thing.id, thing.number - 1))
    return thing.token or (earlier is not None and earlier.zone == "battlefield")


def _left(game: Game, thing: Thing) -> int:
    """The index of the event by which it left the zone where it could be."""
    for step in game.steps:
        now = step.after.things.get(thing.id)
        if now is not None and now.ref == thing.ref:
            return step.index
    return 0


@checks("111.8", prop="token-never-returns", about="token that has left the", since="2021-04-22",
        needs=TOKENS)  # fmt: skip
def token_never_returns(game: Game) -> Iterator[Finding]:
    """A token that has left the battlefield goes nowhere else."""
    for step in game.done("move"):
        thing = step.before.things.get((step.event.object or "").partition("@")[0])
        if thing is None or not thing.token or thing.doubt is not None:
            continue
        there = thing.zone == "battlefield"
        fact: Fact[str] = Fact(thing.zone, thing.at / "zone")
        outcome = Outcome.COMPLIES if there else Outcome.VIOLATES
        yield Finding(step.at, outcome, (fact,), {"o": called(thing, step.before)})
