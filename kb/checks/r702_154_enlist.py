"""702.154, enlist: who may be tapped for it as attackers are declared."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from kb.checks.registry import checks
from kb.facts import Fact, derived, every, some
from kb.pointer import Pointer
from kb.replay import Game, Step, each_once
from kb.replay_combat import enlisted
from kb.state import Attacker, Enlisting
from kb.values import Values, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Thing, World

SINCE = "2022-11-18"
NEEDS = ("ability:enlist", "enlists")


class Payment(Struct, frozen=True):
    """One creature tapped for one enlist ability."""

    step: Step
    attacker: Attacker
    row: Enlisting
    place: int
    """How many payments of the same attacker stand before it."""
    tapped: Thing
    """As it is before the declaration."""
    at: Pointer
    earlier: tuple[str, ...]
    """The creatures tapped for enlist before it in the same declaration."""

    @property
    def world(self) -> World:
        return self.step.before

    @property
    def instances(self) -> Fact[tuple[str, ...]]:
        """The enlist abilities of the attacker, as it is declared."""
        attacker = self.world.thing(self.attacker.who, self.at)
        abilities = values(attacker, self.world).abilities
        return abilities.then(lambda all_: tuple(a.id for a in all_ if a.kind == "enlist"))

    @property
    def active(self) -> Fact[str]:
        """102.1; 508.1: the active player declares attackers."""
        active, by = self.world.active, self.step.event.by
        if active.known or by is None:
            return active
        return derived(by, self.step.at / "by", Fact(by, self.step.at / "by"))


@each_once
def payments(game: Game) -> Iterator[Payment]:
    for step in game.done("attack"):
        earlier: list[str] = []
        for place, attacker in enumerate(step.event.attackers or ()):
            for number, ref in enlisted(attacker):
                at = step.at / "attackers" / place / "enlist" / number
                row = attacker.enlist[number]
                if not isinstance(row.taps, str):
                    at = at / "taps" / row.taps.index(ref)
                thing = step.before.thing(ref, at)
                yield Payment(step, attacker, row, number, thing, at, tuple(earlier))
                earlier.append(thing.id)


@checks(
    "702.154a", prop="enlisted-eligible", about="untapped creature you control",
    since=SINCE, cites=("302.6", "508.1g"),
)  # fmt: skip
def enlisted_eligible(game: Game) -> Iterator[Finding]:
    """The creature tapped is an untapped creature of the active player, with haste or not new."""
    for payment in payments(game):
        thing, world = payment.tapped, payment.world
        now = values(thing, world)
        conditions = _conditions(payment, now)
        truth = every(fact.value for fact in conditions.values())
        # What decides: the first condition that fails, the unknown ones, or all of them.
        deciding = [fact for fact in conditions.values() if fact.value is truth]
        leans = tuple(deciding[:1] if truth is False else deciding)
        failed = next((key for key, fact in conditions.items() if fact.value is False), "tapped")
        yield Finding(
            payment.at,
            outcome_of(truth),
            leans,
            words={"d": now.name.value or thing.id, "reason": Word("reasons", failed)},
            unless=now.unparsed if truth is not None and failed == "new" else (),
        )


def _conditions(payment: Payment, now: Values) -> dict[str, Fact[bool]]:
    """Each condition under the name of the reason that its failing is."""
    thing, world, active = payment.tapped, payment.world, payment.active
    place: Fact[str] = Fact(None if thing.doubt else thing.zone, thing.doubt or thing.at / "zone")
    mine = None
    if active.known and thing.controller.known:
        mine = active.value == thing.controller.value
    again = thing.id in payment.earlier
    # A later instance finds it tapped already (118.3, 118.10).
    untapped = derived(False, payment.at) if again else thing.tapped.then(lambda tapped: not tapped)
    haste = now.keywords.then(lambda words: "haste" in words)
    since = thing.since.then(lambda turn: turn < world.turn)
    ready = some((haste.value, since.value))
    leaning = [f for f in (haste, since) if f.value is ready or (ready is None and not f.known)]
    if ready:
        leaning = leaning[-1:]  # one of the two is enough
    # 302.6: what it is to be asked for is the date, not haste.
    if ready is None and not since.known:
        leaning = [since]
    return {
        "place": place.then(lambda zone: zone == "battlefield" and not thing.phased_out),
        "kind": now.is_creature,
        "controller": derived(mine, payment.at, thing.controller, active),
        "tapped": untapped,
        "new": derived(ready, payment.at, *leaning),
    }


@checks(
    "702.154a", prop="enlisted-not-attacking", about="didn’t choose to attack with",
    since=SINCE, cites=("508.1a",),
)  # fmt: skip
def enlisted_not_attacking(game: Game) -> Iterator[Finding]:
    """The creature tapped is no attacker of the same declaration, vigilance or not."""
    for payment in payments(game):
        rows = payment.step.event.attackers or ()
        names = [attacker.who.partition("@")[0] for attacker in rows]
        attacks = payment.tapped.id in names
        leans: tuple[Fact[str], ...] = ()
        if attacks:
            row = payment.step.at / "attackers" / names.index(payment.tapped.id) / "who"
            leans = (Fact(payment.tapped.id, row),)
        yield Finding(
            payment.at, outcome_of(not attacks), leans, words={"d": _name(payment.tapped, payment)}
        )


def _uses(instance: str | None) -> Callable[[tuple[str, ...]], bool]:
    """Whether that instance, or where none is named any, is among the abilities."""
    return lambda ids: bool(ids) if instance is None else instance in ids


def _more_than(count: int) -> Callable[[tuple[str, ...]], bool]:
    return lambda ids: len(ids) > count


@checks(
    "702.154a", prop="enlister-declared", about="as this creature attacks", since=SINCE,
    cites=("508.1g",),
)  # fmt: skip
def enlister_declared(game: Game) -> Iterator[Finding]:
    """What enlists is an attacker of the declaration that has the ability used."""
    for payment in payments(game):
        has = payment.instances.then(_uses(payment.row.instance))
        enlister = payment.world.thing(payment.attacker.who, payment.at)
        name = values(enlister, payment.world).name.value or enlister.id
        yield Finding(payment.at, outcome_of(has.value), (has,), words={"c": name})


@checks("702.154c", prop="not-itself", about="a creature to enlist itself", since=SINCE)
def not_itself(game: Game) -> Iterator[Finding]:
    """A creature is never tapped for its own enlist."""
    for payment in payments(game):
        itself = payment.tapped.id == payment.attacker.who.partition("@")[0]
        leans = (Fact(payment.tapped.id, payment.at),)
        yield Finding(payment.at, outcome_of(not itself), leans)


@checks("702.154a", prop="at-most-one", about="tap up to one", since=SINCE)
def at_most_one(game: Game) -> Iterator[Finding]:
    """One payment taps one creature."""
    for step in game.done("attack"):
        for place, attacker in enumerate(step.event.attackers or ()):
            for number, row in enumerate(attacker.enlist):
                at = step.at / "attackers" / place / "enlist" / number
                one = isinstance(row.taps, str) or len(row.taps) <= 1
                yield Finding(at, outcome_of(one), (Fact(row.taps, at / "taps"),))


@checks(
    "702.154d", prop="one-creature-per-instance", about="instances of enlist",
    since=SINCE, cites=("118.3", "118.10"),
)  # fmt: skip
def one_creature_per_instance(game: Game) -> Iterator[Finding]:
    """In one declaration each instance is used once, each creature tapped once."""
    used: set[tuple[int, str, str]] = set()
    for payment in payments(game):
        again = payment.tapped.id in payment.earlier
        who, instance = payment.attacker.who.partition("@")[0], payment.row.instance
        if instance is not None and isinstance(payment.row.taps, str):
            key = (payment.step.index, who, instance)
            again = again or key in used
            used.add(key)
        leans: tuple[Fact[Any], ...] = (Fact(payment.tapped.id, payment.at),)
        truth: bool | None = not again
        if not again and payment.place:
            # Payments that name no instance use one each, in order.
            enough = payment.instances.then(_more_than(payment.place))
            truth, leans = enough.value, (enough,)
        yield Finding(payment.at, outcome_of(truth), leans)


def _name(thing: Thing, payment: Payment) -> str:
    return values(thing, payment.world).name.value or thing.id
