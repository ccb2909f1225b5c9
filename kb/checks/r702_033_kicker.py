"""702.33, kicker: what was declared, and who may refer to it."""

from collections.abc import Iterator

from kb.checks.registry import checks
from kb.facts import Fact, derived
from kb.kicked import kicks_of, linked_kicks, was_kicked
from kb.model import Outcome
from kb.pointer import Pointer
from kb.printed import Named
from kb.replay import Claim, Game, Step
from kb.replay_announce import kickers
from kb.values import values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Kicks, Thing, World

SINCE = "2021-04-22"
CASTING = ("cast", "cast-copy")


def spells(game: Game) -> Iterator[tuple[Step, Thing, tuple[Named, ...]]]:
    """The spells cast that have kicker or were declared kicked, with their kickers."""
    for step in game.done(*CASTING):
        event = step.event
        thing = step.attempt.things[str(event.new if event.do == "cast-copy" else event.object)]
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
    "702.33a", prop="kicker-functions-on-stack", about="functions while the spell with kicker",
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
        if thing.zone == "battlefield" and put and claim.said.kicked:
            at = claim.at / "kicked"
            words = {"o": _name(thing, claim.world)}
            yield Finding(at, Outcome.VIOLATES, (thing.how.cast,), words)


def _copy_of_spell(thing: Thing) -> bool:
    return thing.copied is not None and thing.copied.kind == "spell"


@checks("702.33c", prop="multikicker-any-number", about="any number of times", since=SINCE)
def multikicker_any_number(game: Game) -> Iterator[Finding]:
    """A multikicker cost may be paid any number of times, zero among them."""
    for step, thing, mine in spells(game):
        kicks = thing.how.kicks
        if any(kicker.kind == "multikicker" for kicker in mine) and kicks.known:
            yield Finding(step.at, Outcome.COMPLIES, (kicks,))


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


@checks("702.33d", prop="kicked-times", about="kicked multiple times", since=SINCE)
def kicked_times(game: Game) -> Iterator[Finding]:
    """The number of times is the sum over all its kickers."""
    for claim in _claims(game):
        said = claim.said.kicked
        if isinstance(said, bool) or not isinstance(said, int) or not claim.thing.on_board:
            continue
        kicks = kicks_of(claim.thing)
        times = kicks.then(lambda known: known.times)
        if times.value is not None and bool(said) != bool(times.value):
            continue  # whether it was kicked at all is kicked-iff-declared
        known = None if times.value is None else times.value == said
        words = {"o": _name(claim.thing, claim.world), "n": times.value, "m": said}
        yield Finding(claim.at / "kicked", outcome_of(known), (times,), words)


@checks(
    "702.33e", prop="kicked-trigger-only-if-kicked", about="happens if they were kicked",
    since=SINCE, cites=("607.2i",),
)  # fmt: skip
def kicked_part_only_if_kicked(game: Game) -> Iterator[Finding]:
    """An ability linked to a kicker does something only if that kicker was declared."""
    for at, source, world, part in _used(game):
        when = part.when
        if when is not None and when.kicked is not None:
            met = was_kicked(linked_kicks(source), when.kicked)
            words = {"a": part.id, "o": _name(source, world)}
            yield Finding(at, outcome_of(met.value), (met,), words)


@checks(
    "702.33f", prop="specific-kicker", about="correspond to a specific kicker cost",
    since=SINCE, cites=("607.2i",),
)  # fmt: skip
def specific_kicker(game: Game) -> Iterator[Finding]:
    """An ability that names one kicker asks for that one; another does not do."""
    for at, source, _, part in _used(game):
        when = part.when
        if when is None or not isinstance(when.kicked, str):
            continue
        kicks = linked_kicks(source)
        met = was_kicked(kicks, when.kicked)
        yield Finding(
            at, outcome_of(met.value), (met,), {"a": part.id, "k": when.kicked, "j": _paid(kicks)}
        )


def _paid(kicks: Fact[Kicks]) -> str | Word:
    counts = kicks.value.counts if kicks.value is not None else None
    return ", ".join(name for name, n in (counts or {}).items() if n) or Word("words", "none")


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
