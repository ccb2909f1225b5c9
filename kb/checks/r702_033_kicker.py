"""702.33, kicker: what was declared, and who may refer to it."""

from collections.abc import Iterator

from kb.casting_cost import spell_of
from kb.checks.registry import checks
from kb.facts import Fact, derived
from kb.kicked import kicks_of, was_kicked
from kb.model import Outcome
from kb.pointer import Pointer
from kb.printed import Named
from kb.replay import Claim, Game, Step, each_once
from kb.replay_announce import kickers
from kb.values import values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Thing, World

SINCE = "2021-04-22"
NEEDS = ("ability:kicker", "ability:multikicker", "ability:sticker_kicker", "kicked")
CASTING = ("cast", "cast-copy")


@each_once
def spells(game: Game) -> Iterator[tuple[Step, Thing, tuple[Named, ...]]]:
    """The spells cast that have kicker or were declared kicked, with their kickers."""
    for step in game.done(*CASTING):
        thing = spell_of(step)
        mine = kickers(values(thing, step.attempt).abilities).value
        if mine or (mine is not None and _declared(thing)):
            yield step, thing, mine


def _declared(thing: Thing) -> bool:
    kicks = thing.how.kicks.value
    return kicks is not None and kicks.kicked


@checks(
    "702.33a", prop="kicker-at-most-once", about="pay an additional",
    since=SINCE, cites=("601.2b",),
)  # fmt: skip
def kicker_at_most_once(game: Game) -> Iterator[Finding]:
    """Every kick is of a kicker that the spell has, and of one that is no multikicker once."""
    for step, thing, mine in spells(game):
        kicks = thing.how.kicks
        counts = kicks.value.counts if kicks.value is not None else None
        if counts is None:
            at, total = kicks.at, kicks.value.times if kicks.value is not None else None
            most = None if any(k.kind == "multikicker" for k in mine) else len(mine)
            wrong = total is not None and most is not None and total > most
            if kicks.known and (wrong or most is None or total is not None):
                yield Finding(at, outcome_of(not wrong), (kicks,), {"k": thing.id, "n": total})
            elif kicks.known and not mine:
                yield Finding(at, Outcome.VIOLATES, (kicks,), {"k": thing.id, "n": 1})
            continue
        faults = [name for name, n in counts.items() if n and not _allowed(name, n, mine)]
        for name in faults:
            words = {"k": name, "n": counts[name]}
            yield Finding(kicks.at, Outcome.VIOLATES, (kicks,), words)
        if not faults:
            yield Finding(kicks.at if _declared(thing) else step.at, Outcome.COMPLIES, (kicks,))


def _allowed(name: str, times: int, mine: tuple[Named, ...]) -> bool:
    kicker = next((k for k in mine if k.id == name), None)
    return kicker is not None and (times <= 1 or kicker.kind == "multikicker")


@checks(
    "702.33a", prop="kicker-functions-on-stack", about="functions while the spell",
    since=SINCE, cites=("400.7",),
)  # fmt: skip
def kicker_functions_on_stack(game: Game) -> Iterator[Finding]:
    """In a hand, library, graveyard, exile or command zone nothing is kicked."""
    for claim in _claims(game):
        if claim.thing.on_board or claim.thing.doubt is not None:
            continue
        words = {"o": _name(claim.thing, claim.world), "zone": Word("zones", claim.thing.zone)}
        said = Fact(claim.said.kicked, claim.at / "kicked")
        zone = Fact(claim.thing.zone, claim.thing.at / "zone")
        yield Finding(claim.at / "kicked", outcome_of(not claim.said.kicked), (said, zone), words)


@checks("702.33a", prop="kick-only-while-casting", about="as you cast this spell", since=SINCE)
def kick_only_while_casting(game: Game) -> Iterator[Finding]:
    """Nothing becomes kicked but by being cast; what was never cast is not kicked."""
    for step in game.done("resolve", "activate", "trigger", "copy-spell", "attack"):
        event = step.event
        if event.kicks or event.kicked:
            at = step.at / ("kicks" if event.kicks else "kicked")
            words = {"o": event.object or event.new or event.source or event.do}
            yield Finding(at, Outcome.VIOLATES, (Fact(event.kicks or event.kicked, at),), words)
    for claim in _claims(game):
        thing = claim.thing
        put = thing.how.cast.value is False and not _copy_of_spell(thing)
        if thing.zone == "battlefield" and put:
            at = claim.at / "kicked"
            words = {"o": _name(thing, claim.world)}
            yield Finding(at, outcome_of(not claim.said.kicked), (thing.how.cast,), words)


def _copy_of_spell(thing: Thing) -> bool:
    return thing.copied is not None and thing.copied.kind == "spell"


@checks(
    "702.33d", prop="kicked-iff-declared", about="declares the intention to pay",
    since=SINCE, cites=("601.2b",),
)  # fmt: skip
def kicked_iff_declared(game: Game) -> Iterator[Finding]:
    """A spell is kicked if a kick was declared as it was cast, and only then."""
    for step, thing, _ in spells(game):
        if thing.how.kicks.known:
            words = {"o": _name(thing, step.attempt)}
            yield Finding(step.at, Outcome.COMPLIES, (thing.how.kicks,), words)
    for claim in _claims(game):
        if not claim.thing.on_board or claim.said.kicked == "?":
            continue
        kicks, said = kicks_of(claim.thing), bool(claim.said.kicked)
        truth = kicks.then(lambda known, said=said: known.kicked is said)  # type: ignore[misc]
        at = claim.at / "kicked"
        words = {"o": _name(claim.thing, claim.world)}
        leans = (Fact(claim.said.kicked, at), kicks)
        yield Finding(at, outcome_of(truth.value), leans, words)
    for at, source, world, part in _used(game):
        when = part.when
        if when is None or not isinstance(when.kicked, bool) or _became_copy(source):
            continue
        met = was_kicked(kicks_of(source), when.kicked)
        yield Finding(at, outcome_of(met.value), (met,), {"o": _name(source, world)})


@checks(
    "702.33g", prop="kicked-targets", about="chooses those targets only if",
    since=SINCE, cites=("601.2c",),
)  # fmt: skip
def kicked_targets(game: Game) -> Iterator[Finding]:
    """Targets of a part that works only if the spell was kicked are chosen then, and only then."""
    for step, thing, _ in spells(game):
        chosen = step.event.targets or {}
        for part in values(thing, step.attempt).abilities.value or ():
            when = part.when
            plain = part.kind == "spell" and part.written.instead_of is None
            if not plain or when is None or when.kicked is None or when.other or when.mode:
                continue
            met = was_kicked(thing.how.kicks, when.kicked)
            for slot in part.written.targets:
                if slot.if_ is not None:
                    continue
                at = step.at / "targets" / slot.id
                count = len(chosen.get(slot.id, ()))
                high = slot.max if isinstance(slot.max, int) else None
                right: Fact[bool] = met.then(
                    lambda kicked, count=count, low=slot.min, high=high: (  # type: ignore[misc]
                        (low <= count and (high is None or count <= high)) if kicked else not count
                    )
                )
                leans = (derived(count, at), right)
                yield Finding(at, outcome_of(right.value), leans, {"t": slot.id})


def _claims(game: Game) -> Iterator[Claim]:
    return (claim for claim in game.claims if claim.said.kicked not in (None, "?"))


@each_once
def _used(game: Game) -> Iterator[tuple[Pointer, Thing, World, Named]]:
    """Abilities that triggered, and parts of a resolving spell that applied."""
    for step in game.done("trigger", "resolve"):
        event, world = step.event, step.before
        if event.do == "trigger" and event.source is not None:
            source = world.thing(event.source, step.at / "source")
            names: tuple[str, ...] = (event.ability,) if event.ability is not None else ()
            places = [step.at] * len(names)
        elif event.do == "resolve" and event.object is not None:
            source = world.thing(event.object, step.at / "object")
            names = event.applies or ()
            places = [step.at / "applies" / number for number in range(len(names))]
        else:
            continue
        now = values(source, world)
        for name, at in zip(names, places, strict=True):
            part = now.ability(name)
            if part is not None:
                yield at, source, world, part


def _became_copy(thing: Thing) -> bool:
    return thing.copied is not None and thing.copied.kind != "spell"


def _name(thing: Thing, world: World) -> str:
    return values(thing, world).name.value or thing.id
