"""400, 110 and the card types: where objects may be, and how they come in."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from kb.checks.registry import checks
from kb.facts import Fact
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.printed import PERMANENT
from kb.replay import Claim, Game, each_once
from kb.replay_moves import zone_named
from kb.values import called, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Thing, World

SINCE = "2021-04-22"
OWNED = ("library", "hand", "graveyard")
SPELL_ENTERS = RuleNumber.parse("608.3a")
SPELLS_ONLY = {
    "Instant": ("304.4", "Instants can’t enter the battlefield"),
    "Sorcery": ("307.4", "Sorceries can’t enter the battlefield"),
}
COMMAND = {
    "Dungeon": ("309.2c", "can’t leave the command zone", "2022-11-18"),
    "Plane": ("311.2", "remains in the command zone", SINCE),
    "Phenomenon": ("312.2", "remains in the command zone", SINCE),
    "Vanguard": ("313.2", "remains in the command zone", "2022-11-18"),
    "Scheme": ("314.2", "remains in the command zone", "2023-11-17"),
    "Conspiracy": ("315.3", "remains in the command zone", "2023-11-17"),
}
"""Card types that stay in the command zone: the rule that says so, its words, since when."""


@checks("400.3", prop="owners-own-zone", about="any library, graveyard, or hand", since=SINCE,
        needs=("has:controller", "claim:controller"))  # fmt: skip
def owners_own_zone(game: Game) -> Iterator[Finding]:
    """In a library, hand or graveyard an object is in that of its owner."""
    for name, given in game.document.objects.items():
        if given.zone in OWNED and given.owner is not None and given.controller is not None:
            thing = game.start.things[name]
            yield _of_owner(thing, game.start, given.controller, thing.at / "controller")
    for claim in game.claims:
        thing, said = claim.thing, claim.said.controller
        if said is not None and thing.owner is not None and thing.zone in OWNED:
            yield _of_owner(thing, claim.world, said, claim.at / "controller")


def _of_owner(thing: Thing, world: World, said: str, at: Pointer) -> Finding:
    words = {
        "o": called(thing, world), "p": thing.owner, "q": said,
        "zone": Word("zones", thing.zone),
    }  # fmt: skip
    leans = (Fact(thing.owner, thing.at / "owner"), Fact(said, at))
    return Finding(at, outcome_of(said == thing.owner), leans, words)


# ------------------------------------------------------------------ zones by card type


@each_once
def _placed(game: Game) -> Iterator[tuple[Thing, World, str, str, Pointer, tuple[Pointer, ...]]]:
    """Objects with the zone that the document says they are in: before, there, where it says so."""
    for thing in game.start.things.values():
        if game.document.objects[thing.id].zone is not None:
            yield thing, game.start, thing.zone, thing.zone, thing.at / "zone", ()
    for step in game.done("move"):
        thing = step.before.thing(str(step.event.object), step.at / "object")
        to = zone_named(step.event.to or "")
        if to is None:
            continue
        notes = (step.at / "note",) if step.event.note is not None else ()
        yield thing, step.before, thing.zone, to, step.at / "to", notes
    for claim in game.claims:
        zone = zone_named(claim.said.zone or "")
        if zone is not None:
            yield claim.thing, claim.world, claim.thing.zone, zone, claim.at / "zone", ()


def _is_only(thing: Thing, world: World, kind: str) -> bool:
    """Whether it is of the card type, face up, with its front."""
    line = values(thing, world).types.value
    return thing.face == "front" and line is not None and kind in line.types


def _not_on_battlefield(kind: str, game: Game) -> Iterator[Finding]:
    """Instants and sorceries never enter the battlefield; what would, stays where it is."""
    for thing, world, _, zone, at, unless in _placed(game):
        line = values(thing, world).types.value
        if line is not None and line.types & PERMANENT:
            continue
        if thing.own is not None and _is_only(thing, world, kind):
            words = {"o": called(thing, world), "zone": Word("zones", thing.zone)}
            right = zone != "battlefield"
            leans = (Fact(zone, at),)
            yield Finding(at, outcome_of(right), leans, words, unless=() if right else unless)


@checks("400.4a", prop="spells-stay-off-battlefield", about="would enter the battlefield",
        since=SINCE, needs=("type:Instant", "type:Sorcery"))  # fmt: skip
def spells_stay_off_battlefield(game: Game) -> Iterator[Finding]:
    """The same, as the rules of zones say it of both types."""
    for kind, (rule, _) in SPELLS_ONLY.items():
        yield from _following(_not_on_battlefield(kind, game), rule)


for _kind, (_rule, _about) in SPELLS_ONLY.items():
    checks(_rule, prop="never-enters", about=_about, since=SINCE,
           needs=(f"type:{_kind}",))(partial(_not_on_battlefield, _kind))  # fmt: skip


def _following(findings: Iterator[Finding], rule: str) -> Iterator[Finding]:
    for finding in findings:
        fault = finding.outcome is Outcome.VIOLATES
        yield replace(finding, follows=RuleNumber.parse(rule)) if fault else finding


def _stays_in_command_zone(kind: str, game: Game) -> Iterator[Finding]:
    """Cards of some types stay in the command zone, or outside the game."""
    for thing, world, before, zone, at, _ in _placed(game):
        if thing.own is None or not _is_only(thing, world, kind):
            continue
        if before in ("outside", "none") and zone in ("outside", "none"):
            continue
        right = zone in ("command", "outside", "none")
        words = {"o": called(thing, world), "zone": Word("zones", zone), "kind": kind}
        yield Finding(at, outcome_of(right), (Fact(zone, at),), words)


@checks("400.4b", prop="stays-in-command-zone", about="would leave the command zone", since=SINCE,
        needs=tuple(f"type:{kind}" for kind in COMMAND if kind != "Dungeon"))  # fmt: skip
def stays_in_command_zone(game: Game) -> Iterator[Finding]:
    """The same, as the rules of zones say it of all these types."""
    for kind, (rule, _, _) in COMMAND.items():
        if kind != "Dungeon":
            yield from _following(_stays_in_command_zone(kind, game), rule)


for _kind, (_rule, _about, _since) in COMMAND.items():
    checks(_rule, prop="stays-in-command-zone", about=_about, since=_since,
           needs=(f"type:{_kind}",))(partial(_stays_in_command_zone, _kind))  # fmt: skip


# ------------------------------------------------------------------ entering the battlefield


@checks("110.5b", prop="enters-untapped", about="untapped, unflipped, face up, and", since=SINCE,
        needs=("claim:tapped",))  # fmt: skip
def enters_untapped(game: Game) -> Iterator[Finding]:
    """A permanent enters untapped unless something says otherwise."""
    for claim in game.claims:
        thing, said = claim.thing, claim.said.tapped
        entered = _entered(game, claim)
        if said is None or entered is None or thing.tapped.at != thing.entered.at:
            continue
        step = game.steps[entered]
        if step.event.do == "move" and step.event.to != "battlefield":
            continue  # "battlefield-tapped", in words of the author
        unless = values(thing, claim.world).unparsed
        if step.event.note is not None:
            unless = (*unless, step.at / "note")
        at = claim.at / "tapped"
        words = {"o": called(thing, claim.world)}
        leans = (Fact(said, at), thing.tapped)
        yield Finding(at, outcome_of(not said), leans, words, unless=unless if said else ())


def _entered(game: Game, claim: Claim) -> int | None:
    """The index of the event by which the permanent that a claim is about came."""
    if claim.thing.zone != "battlefield" or claim.thing.doubt is not None:
        return None
    for step in game.steps[: claim.index]:
        now, before = step.after.things.get(claim.thing.id), step.before.things.get(claim.thing.id)
        if now is not None and now.ref == claim.thing.ref:
            same = before is not None and before.ref == now.ref
            return None if same else step.index
    return None


@checks("110.5d", prop="only-permanents-are-tapped", about="Only permanents have status",
        since=SINCE, needs=("claim:tapped", "has:tapped"))  # fmt: skip
def only_permanents_are_tapped(game: Game) -> Iterator[Finding]:
    """What is not on the battlefield is not tapped."""
    told = [
        (thing, game.start, game.document.objects[thing.id].tapped, thing.at / "tapped")
        for thing in game.start.things.values()
    ]
    told += [(c.thing, c.world, c.said.tapped, c.at / "tapped") for c in game.claims]
    for thing, world, said, at in told:
        if isinstance(said, bool) and thing.zone in (*OWNED, "exile", "command", "stack"):
            words = {"o": called(thing, world), "zone": Word("zones", thing.zone)}
            yield Finding(at, outcome_of(not said), (Fact(said, at),), words)


@checks("110.2", prop="enters-under-control", about="player under whose control it", since=SINCE,
        needs=("claim:controller",))  # fmt: skip
def enters_under_control(game: Game) -> Iterator[Finding]:
    """Whoever a permanent came under goes on controlling it."""
    for claim, does in _controlled(game):
        if does in ("resolve", "play-land"):
            yield _control(claim).after(SPELL_ENTERS if does == "resolve" else None)


@checks("110.2a", prop="enters-under-control", about="under that player’s control unless",
        since=SINCE, needs=("claim:controller",))  # fmt: skip
def put_under_control(game: Game) -> Iterator[Finding]:
    """What a player puts onto the battlefield enters under that player's control."""
    for claim, does in _controlled(game):
        if does == "move":
            yield _control(claim)


def _controlled(game: Game) -> Iterator[tuple[Claim, str]]:
    """Claims about who controls what entered and did not change hands, with how it entered."""
    for claim in game.claims:
        entered = _entered(game, claim) if claim.said.controller is not None else None
        if entered is None or not claim.thing.controller.known:
            continue
        step = game.steps[entered]
        told = step.event.do != "move" or step.event.by is not None
        changed = any(
            later.event.do == "control"
            and (later.event.object or "").partition("@")[0] == claim.thing.id
            for later in game.steps[entered : claim.index]
        )
        if told and not changed:
            yield claim, step.event.do


def _control(claim: Claim) -> Finding:
    said, real = claim.said.controller, claim.thing.controller
    at = claim.at / "controller"
    words = {"o": called(claim.thing, claim.world), "p": real.value, "q": said}
    return Finding(at, outcome_of(said == real.value), (Fact(said, at), real), words)
