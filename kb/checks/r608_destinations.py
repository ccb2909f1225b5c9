"""304.2, 307.2, 608.2n and keywords: where an instant or sorcery goes once it has resolved."""

from collections.abc import Iterator

from kb.casting_cost import Casting, castings
from kb.checks.r702_cost_keywords import additional
from kb.checks.registry import checks
from kb.facts import derived
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.replay import Claim, Game, Step, each_once
from kb.replay_announce import keyword_of
from kb.unread import unread
from kb.values import called
from kb.verdict import Finding, Word, outcome_of
from kb.world import Thing

SINCE = "2021-04-22"
NEEDS = ("do:resolve & claim:zone",)
RESOLVED = RuleNumber.parse("608.2n")


@each_once
def _gone(game: Game) -> Iterator[tuple[Claim, Thing, Casting, Step]]:
    """Claims about the zone of a card that was an instant or sorcery and has resolved."""
    ends: dict[tuple[str, int], Step] | None = None
    casts: dict[tuple[str, int], Casting] = {}
    for claim in game.claims:
        thing = claim.thing
        if claim.said.zone is None or thing.number < 2 or thing.copy or thing.token:
            continue
        spell = claim.world.past.get((thing.id, thing.number - 1))
        if spell is None or spell.zone != "stack" or thing.zone != "graveyard":
            continue
        if ends is None:
            ends = _ends(game)
            casts = {cast.spell.ref: cast for cast in castings(game, "cast")}
        end, cast = ends.get(spell.ref), casts.get(spell.ref)
        if end is not None and cast is not None:
            yield claim, thing, cast, end


def _ends(game: Game) -> dict[tuple[str, int], Step]:
    """The event with which each spell resolved."""
    found: dict[tuple[str, int], Step] = {}
    for step in game.done("resolve"):
        spell = step.before.things.get((step.event.object or "").partition("@")[0])
        if spell is not None and spell.zone == "stack":
            found[spell.ref] = step
    return found


def _went(claim: Claim, thing: Thing, cast: Casting) -> tuple[str, RuleNumber]:
    """Where the card goes after it has resolved, and by which rule."""
    if any(keyword_of(said) == "flashback" for said in cast.alternatives):
        return "exile", RuleNumber.parse("702.34a")
    if additional(cast, "702.27a"):
        return "hand", RuleNumber.parse("702.27a")
    return "graveyard", RESOLVED


def _destination(game: Game, rule: str) -> Iterator[Finding]:
    for claim, thing, cast, end in _gone(game):
        zone, root = _went(claim, thing, cast)
        if str(root) != rule:
            continue
        at: Pointer = claim.at / "zone"
        words = {
            "o": called(thing, claim.world),
            "v": Word("zones", zone),
            "w": Word("zones", claim.said.zone or "none"),
        }
        abilities = cast.now.abilities
        truth: bool | None = claim.said.zone == zone
        if not truth and rule == str(RESOLVED) and not abilities.known:
            truth = None
        # The words of a spell, or of what was in force, may put it elsewhere.
        own = tuple(part.at for part in abilities.value or () if part.kind in ("spell", "text"))
        unless = (*own, *unread(game, end)) if truth is False and rule == str(RESOLVED) else ()
        leans = (derived(zone, end.at), abilities)
        yield Finding(at, outcome_of(truth), leans, words, unless=unless)


@checks("702.34a", prop="flashback-exiles", about="exile this card instead of", since=SINCE)
def flashback_exiles(game: Game) -> Iterator[Finding]:
    """A card cast with flashback is exiled as it leaves the stack."""
    yield from _destination(game, "702.34a")


@checks("702.27a", prop="buyback-returns", about="put this spell into its", since=SINCE)
def buyback_returns(game: Game) -> Iterator[Finding]:
    """With buyback paid the card is back in the hand once it has resolved."""
    yield from _destination(game, "702.27a")


@checks("608.2n", prop="resolved-to-graveyard", about="put into its owner’s graveyard",
        since="2025-04-04")  # fmt: skip
def resolved_to_graveyard(game: Game) -> Iterator[Finding]:
    """An instant or sorcery that has resolved goes to its owner's graveyard."""
    yield from _destination(game, "608.2n")


@checks("304.2", prop="resolved-to-graveyard", about="put into its owner’s graveyard",
        since=SINCE)  # fmt: skip
def instant_to_graveyard(game: Game) -> Iterator[Finding]:
    """The same of instants."""
    yield from _kind_to_graveyard(game, "Instant")


@checks("307.2", prop="resolved-to-graveyard", about="put into its owner’s graveyard",
        since=SINCE)  # fmt: skip
def sorcery_to_graveyard(game: Game) -> Iterator[Finding]:
    """The same of sorceries."""
    yield from _kind_to_graveyard(game, "Sorcery")


def _kind_to_graveyard(game: Game, kind: str) -> Iterator[Finding]:
    ids = {
        claim.at / "zone"
        for claim, _, cast, _ in _gone(game)
        if kind in (cast.now.types.value.types if cast.now.types.value is not None else ())
    }
    for finding in _destination(game, "608.2n") if ids else ():
        if finding.at in ids:
            yield finding.after(RESOLVED)


# ---------------------------------------------------------------- permanent spells


@checks("608.3a", prop="permanent-enters", about="becomes a permanent and enters",
        since="2023-11-17",
        needs=("claim:zone", "claim:controller"))  # fmt: skip
def permanent_enters(game: Game) -> Iterator[Finding]:
    """A permanent spell that resolves enters under the control of its controller."""
    for claim in game.claims:
        thing, said = claim.thing, claim.said
        spell = claim.world.past.get((thing.id, thing.number - 1))
        if thing.zone != "battlefield" or spell is None or spell.zone != "stack":
            continue
        words = {"o": called(thing, claim.world), "p": spell.controller.value or "?"}
        if said.zone is not None:
            truth = said.zone == "battlefield"
            zone = derived(thing.zone, spell.at)
            yield Finding(claim.at / "zone", outcome_of(truth), (zone,), words)
        if said.controller is not None and thing.controller.value == spell.controller.value:
            right = spell.controller.then(lambda by, s=said.controller: by == s)  # type: ignore[misc]
            leans = (spell.controller,)
            yield Finding(claim.at / "controller", outcome_of(right.value), leans, words)
