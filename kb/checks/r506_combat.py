"""506.4, removal from combat: what takes a creature out of it, and what does not."""

from collections.abc import Iterator
from typing import Any

from kb.checks.r508_declared import entered_attacking
from kb.checks.r702_trample import tramples_over
from kb.checks.registry import checks
from kb.combat_damage import Dealt, batches
from kb.facts import Fact
from kb.pointer import Pointer
from kb.replay import Claim, Game
from kb.values import called, values
from kb.verdict import Finding, outcome_of

SINCE = "2021-04-22"


def _claims(game: Game) -> Iterator[tuple[Claim, Pointer, bool]]:
    """The claims that a creature attacks or does not, made in the course of the history."""
    for claim in game.claims:
        if claim.said.attacking is not None and claim.at.parts[0] == "history":
            yield claim, claim.at / "attacking", bool(claim.said.attacking)


def _before(game: Game, claim: Claim, *kinds: str) -> Pointer | None:
    """The last event of these kinds upon the creature since it attacks, and before the claim."""
    for step in reversed(game.steps[: int(claim.at.parts[1])]):
        earlier = step.before.things.get(claim.thing.id)
        if earlier is None or not earlier.attacking or earlier.ref != claim.thing.ref:
            return None
        named_so = (step.event.object or "").partition("@")[0] == claim.thing.id
        if step.event.do in kinds and not step.taken_back and named_so:
            return step.at
    return None


@checks(
    "506.4",
    prop="removed-from-combat",
    about="removed from combat stops being",
    since=SINCE,
    needs=("claim:attacking",),
)
def removed_from_combat(game: Game) -> Iterator[Finding]:
    """What changed controllers, phased out or is no creature any more attacks no longer."""
    for claim, at, said in _claims(game):
        if claim.thing.left_combat is not None:
            leans = (Fact(said, at), Fact(True, claim.thing.left_combat))
            yield Finding(at, outcome_of(not said), leans, {"o": called(claim.thing, claim.world)})


@checks(
    "506.4a",
    prop="restricted-too-late",
    about="kept that creature from attacking",
    since=SINCE,
    needs=("claim:attacking",),
)
def restricted_too_late(game: Game) -> Iterator[Finding]:
    """What would have kept a creature from attacking does not take it out of combat."""
    undeclared = {thing.ref for _, thing, _ in entered_attacking(game)}
    for claim, at, said in _claims(game):
        declared = claim.thing.attacking and claim.thing.ref not in undeclared
        if not declared or claim.thing.doubt is not None:
            continue
        words = values(claim.thing, claim.world).keywords
        barred = words.value is not None and "defender" in words.value
        upon = [
            Fact("cannot", force.at / "attack")
            for force in claim.world.effects
            if force.effect.attack == "cannot" and claim.thing.ref in force.upon
        ]
        if barred or upon:
            leans = (Fact(said, at), *(upon or (words,)))
            yield Finding(at, outcome_of(said), leans, {"o": called(claim.thing, claim.world)})


@checks(
    "506.4b",
    prop="tapping-changes-nothing",
    about="Tapping or untapping a creature",
    since=SINCE,
    needs=("claim:attacking",),
)
def tapping_changes_nothing(game: Game) -> Iterator[Finding]:
    """Tapping or untapping an attacker does not take it out of combat."""
    for claim, at, said in _claims(game):
        turned = _before(game, claim, "tap", "untap") if claim.thing.attacking else None
        if turned is not None and claim.thing.doubt is None:
            leans = (Fact(said, at), Fact(True, turned))
            yield Finding(at, outcome_of(said), leans, {"o": called(claim.thing, claim.world)})


@checks(
    "506.4c",
    prop="attacked-is-gone",
    about="continues to be an attacking",
    since=SINCE,
    needs=(
        "claim:attacking",
        "do:damage",
    ),
)
def attacked_is_gone(game: Game) -> Iterator[Finding]:
    """What attacks a planeswalker or battle that is gone attacks all the same."""
    for claim, at, said in _claims(game):
        told = claim.thing.attacks
        if told is None or "@" not in told or not claim.thing.attacking:
            continue
        if attacked_there(told, claim) is False:
            leans: tuple[Fact[Any], ...] = (
                Fact(said, at),
                Fact(told, claim.thing.at / "attacking"),
            )
            yield Finding(at, outcome_of(said), leans, {"o": called(claim.thing, claim.world)})
    for batch in batches(game):
        for thing in batch.world.on_battlefield():
            blocked = thing.blocked
            if not thing.attacking or blocked is None or blocked.value is not False:
                continue
            dealt = batch.of(thing.id) or Dealt(thing, (), batch.at, batch.world, game)
            passes = tramples_over(dealt).value is not False  # 702.19e
            if dealt.attacked.value == "" and not passes:
                leans = (dealt.attacked,)
                truth = outcome_of(not dealt.total)
                yield Finding(dealt.at, truth, leans, {"o": dealt.name})


def attacked_there(told: str, claim: Claim) -> bool | None:
    """Whether a permanent that is attacked is still there to be attacked."""
    name, _, number = told.partition("@")
    thing = claim.world.things.get(name)
    if thing is None or str(thing.number) != number or thing.zone != "battlefield":
        return False
    if thing.phased_out or thing.left_combat is not None:
        return False
    return None if thing.doubt is not None else True


@checks(
    "511.3",
    prop="combat-is-over",
    about="removed from combat",
    since=SINCE,
    needs=("claim:attacking",),
)
def combat_is_over(game: Game) -> Iterator[Finding]:
    """After the end of combat nothing attacks any more."""
    for claim, at, said in _claims(game):
        thing = claim.thing
        if thing.attacking or thing.left_combat is not None or thing.doubt is not None:
            continue
        ended = _ended(game, claim)
        if ended is not None:
            leans = (Fact(said, at), Fact(True, ended))
            yield Finding(at, outcome_of(not said), leans, {"o": called(thing, claim.world)})


def _ended(game: Game, claim: Claim) -> Pointer | None:
    """Where the clock ended the combat in which the creature attacked in this turn."""
    for step in reversed(game.steps[: int(claim.at.parts[1]) + 1]):
        if step.before.turn != claim.world.turn or step.event.do == "attack":
            return None  # whether it attacks in the next combat is a matter of 508.1k
        # The clock of an event moves before the event: so what was is what the last one left.
        earlier = game.steps[step.index - 1].after if step.index else game.start
        was = earlier.things.get(claim.thing.id)
        now = step.before.things.get(claim.thing.id)
        same = was is not None and now is not None and was.ref == now.ref == claim.thing.ref
        if same and was is not None and now is not None and was.attacking and not now.attacking:
            return step.at
    return None
