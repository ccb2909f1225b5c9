"""601.2a, d, e, i and 601.3: proposing a spell, and whether it may be cast at all."""

from collections.abc import Iterator

from kb.casting_cost import Casting, applies_to, castings, permissions
from kb.checks.r603_triggers import triggers
from kb.checks.registry import checks
from kb.facts import Fact, derived
from kb.moments import doer, zone_told
from kb.number import RuleNumber
from kb.replay import Game
from kb.total_cost import x_of
from kb.values import called
from kb.verdict import Finding, Word, outcome_of

SINCE = "2021-04-22"
CASTING = ("cast", "cast-copy")
PROPOSED = RuleNumber.parse("601.2a")
PERMISSION = RuleNumber.parse("601.3")
PROTOTYPE = RuleNumber.parse("718.3a")
COPIED = RuleNumber.parse("707.10")


@checks(
    "601.2a",
    prop="cast-from-where-it-is",
    about="moves that card (or that",
    since=SINCE,
    needs=("do:cast & said:from",),
)
def cast_from_where_it_is(game: Game) -> Iterator[Finding]:
    """A card is cast from the zone that it is in."""
    for step in game.done("cast"):
        event = step.event
        if event.object is None or event.from_ is None:
            continue
        card = step.before.thing(event.object, step.at / "object")
        zone = zone_told(game, card)
        if zone.known:
            at = step.at / "from"
            words = {
                "o": called(card, step.before),
                "v": Word("zones", card.zone),
                "w": Word("zones", event.from_),
            }
            truth = card.zone == event.from_
            yield Finding(at, outcome_of(truth), (zone, Fact(event.from_, at)), words)


@checks(
    "601.2a",
    prop="caster-controls-spell",
    about="that player becomes its controller",
    since=SINCE,
    needs=(
        "claim:controller",
        "claim:zone",
    ),
)
def caster_controls_spell(game: Game) -> Iterator[Finding]:
    """Who casts a spell controls it, and it stands on the stack."""
    yield from _controlled(game)


@checks(
    "112.2",
    prop="caster-controls-spell",
    about="player who put it on",
    since=SINCE,
    cites=("601.2a",),
    needs=(
        "claim:controller",
        "claim:zone",
    ),
)
def who_put_it_there(game: Game) -> Iterator[Finding]:
    """The same, as the rules of spells say it."""
    for finding in _controlled(game):
        yield finding.after(PROPOSED)


@checks(
    "405.4",
    prop="caster-controls-spell",
    about="controller of a spell is",
    since=SINCE,
    cites=("601.2a",),
    needs=(
        "claim:controller",
        "claim:zone",
    ),
)
def controller_on_the_stack(game: Game) -> Iterator[Finding]:
    """The same, as the rules of the stack say it."""
    for finding in _controlled(game):
        yield finding.after(PROPOSED)


def _controlled(game: Game) -> Iterator[Finding]:
    for claim in game.claims:
        thing, said = claim.thing, claim.said
        if thing.zone != "stack" or thing.how.cast.value is not True or thing.doubt is not None:
            continue
        if said.controller is not None:
            truth = thing.controller.then(lambda c, s=said.controller: c == s)  # type: ignore[misc]
            at = claim.at / "controller"
            words = {"o": called(thing, claim.world), "p": thing.controller.value or "?"}
            yield Finding(at, outcome_of(truth.value), (thing.controller,), words)
        if said.zone is not None:
            at = claim.at / "zone"
            words = {"o": called(thing, claim.world), "p": thing.controller.value or "?"}
            yield Finding(at, outcome_of(said.zone == "stack"), (thing.how.cast,), words)


@checks(
    "601.2d",
    prop="division",
    about="must receive at least one",
    since=SINCE,
    cites=("601.2c",),
    needs=("said:divided",),
)
def division(game: Game) -> Iterator[Finding]:
    """What is divided goes to the targets chosen, at least one each, and to the whole amount."""
    for step in game.done(*CASTING, "activate", "trigger"):
        divided = step.event.divided
        if divided is None:
            continue
        at = step.at / "divided"
        chosen = {ref for refs in (step.event.targets or {}).values() for ref in refs}
        amount = _to_divide(step.event.do, game, step.index)
        fair = all(divided.values()) and (not chosen or set(divided) <= chosen)
        truth: bool | None = False
        if fair:
            truth = amount.then(lambda n, d=divided: sum(d.values()) == n).value  # type: ignore[misc]
        words = {"n": amount.value if amount.known else sum(divided.values())}
        leans = (Fact(dict(divided), at), amount) if fair else (Fact(dict(divided), at),)
        yield Finding(at, outcome_of(truth), leans, words)


def _to_divide(do: str, game: Game, index: int) -> Fact[int]:
    """How much a spell divides."""
    step = game.steps[index]
    unknown: Fact[int] = Fact(None, step.at / "divided")
    if do not in CASTING:
        return unknown
    cast = next(cast for cast in castings(game) if cast.step is step)
    for part in cast.now.abilities.value or ():
        if part.written.divide == "X":
            return x_of(step)
        if isinstance(part.written.divide, int):
            return Fact(part.written.divide, part.at / "divide")
    return unknown


# ---------------------------------------------------------------- permission


@checks(
    "601.3",
    prop="permission-to-cast",
    about="no rule or effect prohibits",
    since=SINCE,
    needs=(
        "effect:cast_only_if",
        "effect:prohibit",
    ),
)
def permission_to_cast(game: Game) -> Iterator[Finding]:
    """A spell is cast only where no effect forbids it, as it will be on the stack."""
    for cast in castings(game):
        finding = _permitted(cast)
        if finding is not None:
            yield finding.after(PROTOTYPE if cast.spell.how.prototyped.value else None)


@checks(
    "601.2e",
    prop="permission-to-cast",
    about="can legally be cast",
    since=SINCE,
    cites=("601.3",),
    needs=(
        "effect:cast_only_if",
        "effect:prohibit",
    ),
)
def legal_as_proposed(game: Game) -> Iterator[Finding]:
    """At the end of its proposal the spell is one that may be cast."""
    for cast in castings(game):
        finding = _permitted(cast)
        if finding is not None:
            root = PROTOTYPE if cast.spell.how.prototyped.value else PERMISSION
            yield finding.after(root)


def _permitted(cast: Casting) -> Finding | None:
    """None where no effect speaks of what this player may cast."""
    step = cast.step
    by = doer(step).value
    truths: list[bool | None] = []
    leans: list[Fact[object]] = []
    for force in permissions(step, by):
        truths.append(None if force.doubtful else applies_to(force.effect.cast_only_if, cast.now))
        leans.append(Fact("cast_only_if", force.at / "cast_only_if"))
    agreed = truths[0] if truths and len(set(truths)) == 1 else None
    found: list[bool | None] = [agreed] if truths else []
    for force in step.before.effects:
        if force.effect.prohibit == "cast" and by in force.names:
            hit = applies_to(force.effect.spells, cast.now)
            found.append(None if hit is None or force.doubtful else not hit)
            leans.append(Fact("cast", force.at / "prohibit"))
    if not found:
        return None
    truth = False if False in found else None if None in found else True
    words = {"o": cast.now.name.value or cast.spell.id, "p": by or "?"}
    missing = tuple(at for fact in _open(cast) for at in fact.missing) if truth is None else ()
    return Finding(step.at, outcome_of(truth), tuple(leans), words, missing)


def _open(cast: Casting) -> Iterator[Fact[object]]:
    """The values of the spell that are not known."""
    for fact in (cast.now.mana_value, cast.now.colors, cast.now.types, cast.now.power):
        if not fact.known:
            yield fact.then(lambda known: known)


# ---------------------------------------------------------------- becoming cast


@checks(
    "601.2i",
    prop="becomes-cast",
    about="then the spell becomes cast",
    since=SINCE,
    needs=("claim:cast",),
)
def becomes_cast(game: Game) -> Iterator[Finding]:
    """A spell has been cast once its casting is complete; a copy of a spell has not."""
    for claim in game.claims:
        thing, said = claim.thing, claim.said.cast
        cast = thing.how.cast
        if said is None or not thing.on_board or not cast.known or thing.doubt is not None:
            continue
        at = claim.at / "cast"
        copied = thing.copied is not None and thing.copied.kind == "spell"
        words = {"o": called(thing, claim.world), "v": bool(cast.value)}
        truth = cast.value is said
        found = Finding(
            at, outcome_of(truth), (Fact(said, at), derived(cast.value, at, cast)), words
        )
        yield found.after(COPIED if copied else None)


@checks(
    "601.2i",
    prop="cast-trigger-after-cast",
    about="trigger when a spell is",
    since=SINCE,
    needs=("do:cast & do:trigger",),
)
def cast_trigger_after_cast(game: Game) -> Iterator[Finding]:
    """What triggers on a spell being cast goes on the stack above it, so it resolves first."""
    for put in triggers(game):
        step, event = put.step, put.step.event
        cause = _cause(game, event.for_, step.index) if put.when in ("cast", "casts") else None
        if cause is None or game.steps[cause].event.do != "cast":
            continue
        spell = game.steps[cause].event.object
        after = _place(game, "resolve", spell, cause)
        mine = _resolves(game, event.id, step.index)
        if after is None or (mine is None and after > step.index):
            continue
        truth = step.index < after and (mine is None or mine < after)
        name = called(put.source, step.before)
        cast = step.before.things.get((spell or "").partition("@")[0])
        words = {"o": name, "x": called(cast, step.before) if cast is not None else "?"}
        yield Finding(step.at, outcome_of(truth), (derived(after, game.steps[after].at),), words)


def _cause(game: Game, name: str | None, index: int) -> int | None:
    if name is None:
        return None
    return next((s.index for s in game.steps[:index] if s.event.id == name), None)


def _place(game: Game, do: str, ref: str | None, index: int) -> int | None:
    """Where the spell is next seen to do something."""
    bare = (ref or "").partition("@")[0]
    for step in game.steps[index + 1 :]:
        if step.event.do == do and (step.event.object or "").partition("@")[0] == bare:
            return None if step.taken_back else step.index
    return None


def _resolves(game: Game, name: str | None, index: int) -> int | None:
    for step in game.steps[index + 1 :]:
        if name is not None and step.event.do == "resolve" and step.event.event == name:
            return None if step.taken_back else step.index
    return None
