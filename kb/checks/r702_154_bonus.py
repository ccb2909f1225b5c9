"""702.154, enlist: the trigger of a payment and the bonus that it gives."""

from collections.abc import Iterator

from msgspec import Struct

from kb.checks.r702_154_enlist import SINCE, Payment, payments
from kb.checks.registry import checks
from kb.facts import Fact, derived, every
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.printed import Size
from kb.replay import Game, Step, each_once, once
from kb.told_triggers import told_triggers
from kb.values import values
from kb.verdict import Finding, outcome_of
from kb.world import OnStack, Thing

ENLIST = RuleNumber.parse("702.154a")


class Trigger(Struct, frozen=True):
    """A trigger of an enlist ability with the payment that it is for."""

    step: Step
    source: Thing
    ability: str
    payment: Payment | None
    """None where nothing was paid for it."""
    declared: bool
    """Whether the history has the declaration at all."""


@once
def instances(game: Game) -> dict[int, dict[tuple[str, str], Payment]]:
    """The payments by declaration and by creature and instance of enlist."""
    found: dict[int, dict[tuple[str, str], Payment]] = {}
    for payment in payments(game):
        rows = found.setdefault(payment.step.index, {})
        who = payment.attacker.who.partition("@")[0]
        thing = payment.world.thing(payment.attacker.who, payment.at)
        names = [
            a.id
            for a in values(thing, payment.world).abilities.value or ()
            if a.kind == "enlist" and (who, a.id) not in rows
        ]
        name = payment.row.instance or (names[0] if names else "enlist1")
        rows.setdefault((who, name), payment)
    return found


@each_once
def triggers(game: Game) -> Iterator[Trigger]:
    paid = instances(game)
    for step, source, part in told_triggers(game):
        if part.kind != "enlist":
            continue
        attack = _declaration(game, step)
        rows = paid.get(attack.index, {}) if attack is not None else {}
        payment = rows.get((source.id, part.id))
        yield Trigger(step, source, part.id, payment, attack is not None)


def _declaration(game: Game, step: Step) -> Step | None:
    """The declaration of attackers that a trigger is for: as said, else the last before it."""
    for earlier in reversed(game.steps[: step.index]):
        named = step.event.for_ in (None, earlier.event.id)
        if earlier.event.do == "attack" and named and not earlier.taken_back:
            return earlier
    return None


@checks(
    "702.154a",
    prop="trigger-on-payment",
    about="When you do",
    since=SINCE,
    cites=("607.2h",),
    needs=(
        "enlists",
        "do:trigger & ability:enlist",
    ),
)
def trigger_on_payment(game: Game) -> Iterator[Finding]:
    """The ability triggers when its cost was paid, and only then."""
    seen = set()
    for trigger in triggers(game):
        if not trigger.declared:
            unknown: Fact[bool] = Fact(None, Pointer("/history"))
            yield Finding(trigger.step.at, Outcome.CANNOT_TELL, (unknown,))
            continue
        leans: tuple[Fact[object], ...] = ()
        if trigger.payment is not None:
            seen.add((trigger.payment.step.index, trigger.payment.at))
            leans = (Fact(trigger.payment.tapped.id, trigger.payment.at),)
        counts = {"n": int(trigger.payment is not None), "m": 1}
        truth = trigger.payment is not None
        yield Finding(trigger.step.at, outcome_of(truth), leans, counts)
    for rows in instances(game).values():
        for payment in rows.values():
            if (payment.step.index, payment.at) not in seen and _passed(game, payment.step):
                yield Finding(payment.at, Outcome.VIOLATES, (), {"n": 1, "m": 0})


def _passed(game: Game, step: Step) -> bool:
    """Whether a trigger of this declaration would have been heard of by now."""
    later = game.steps[step.index + 1 :]
    whole = game.document.covers in ("turn", "game")
    return whole and any(s.event.do not in ("observe", "trigger", "other") for s in later)


@each_once
def _repeated(game: Game) -> Iterator[tuple[Trigger, bool]]:
    """The triggers of paid instances; whether one came before for the same payment."""
    seen: set[Pointer] = set()
    for trigger in triggers(game):
        if trigger.payment is not None:
            yield trigger, trigger.payment.at in seen
            seen.add(trigger.payment.at)


@checks(
    "702.154d",
    prop="one-trigger-per-paid-instance",
    about="triggers only once",
    since=SINCE,
    cites=("607.2h",),
    needs=("do:trigger & enlists",),
)
def one_trigger_per_paid_instance(game: Game) -> Iterator[Finding]:
    """Each paid instance triggers once, for the creature that was tapped for it."""
    for trigger, again in _repeated(game):
        words = {"n": 1, "m": 2 if again else 1}
        yield Finding(trigger.step.at, outcome_of(not again), (), words)
    for row in bonuses(game):
        several = len(instances(game)[row.payment.step.index]) > 1
        if several and row.right.value is False:
            yield Finding(row.at, Outcome.VIOLATES, (row.right,), {"n": 1, "m": 1})


@checks(
    "508.1m",
    prop="triggers",
    about="trigger on attackers being declared",
    since=SINCE,
    needs=("do:trigger & enlists",),
)
def attack_triggers(game: Game) -> Iterator[Finding]:
    """What triggers as attackers are declared triggers once."""
    for trigger, again in _repeated(game):
        yield Finding(trigger.step.at, outcome_of(not again))


@checks(
    "607.2h",
    prop="paragraph-link",
    about="in the same paragraph",
    since=SINCE,
    needs=("do:trigger & ability:enlist",),
)
def paragraph_link(game: Game) -> Iterator[Finding]:
    """The trigger looks only at what was tapped for its own static half."""
    for trigger in triggers(game):
        if trigger.declared:
            truth = outcome_of(trigger.payment is not None)
            follows = ENLIST if truth is Outcome.VIOLATES else None
            yield Finding(trigger.step.at, truth, follows=follows)


class Bonus(Struct, frozen=True):
    """The bonus that the trigger of a payment gave as it resolved."""

    payment: Payment
    at: Pointer
    power: Fact[int]
    """Of the creature tapped, as it resolves or as it was last."""
    said: Size
    right: Fact[bool]
    tapped: str
    gone: bool
    """Whether the creature tapped is not there any more."""


@each_once
def bonuses(game: Game) -> Iterator[Bonus]:
    by_id = {t.step.event.id: t for t in triggers(game) if t.step.event.id is not None}
    for step in game.done("resolve"):
        trigger = by_id.get(step.event.event or "")
        stacked = step.before.abilities.get(step.event.event or "")
        if trigger is None or trigger.payment is None or stacked is None:
            continue
        yield _bonus(step, trigger.payment, stacked)


def _bonus(step: Step, payment: Payment, stacked: OnStack) -> Bonus:
    world = step.before
    creature = world.last_known(payment.tapped)  # 608.2h
    now = values(creature, world)
    enlister = world.current(stacked.source)
    there = enlister is not None and enlister.zone == "battlefield"
    told = step.event.bonus or {}
    text = next((b for ref, b in told.items() if ref.partition("@")[0] == stacked.source.id), None)
    said = Size.parse(text) if text is not None else Size(0, 0)
    wrong_one = any(ref.partition("@")[0] != stacked.source.id for ref in told)

    def fits(power: int) -> bool:
        due = Size(max(0, power), 0) if there else Size(0, 0)  # 107.1b
        return said == due and not wrong_one

    at = step.at / "bonus" / stacked.source.id if text is not None else step.at
    right = now.power.then(fits)
    if not there or wrong_one:
        right = derived(fits(0) if not there else False, at)
    if step.event.bonus is None and not told:
        right = derived(None, step.at / "bonus") if there else derived(True, at)
    name = now.name.value or creature.id
    gone = world.current(payment.tapped) is None
    return Bonus(payment, at, now.power, said, right, name, gone)


@checks(
    "702.154a",
    prop="bonus-is-power-at-resolution",
    about="the tapped creature’s power",
    since=SINCE,
    cites=("608.2h", "107.1b"),
    needs=("do:resolve & enlists",),
)
def bonus_is_power(game: Game) -> Iterator[Finding]:
    """X is the power of the creature tapped, as the ability resolves or as it was last."""
    for row in bonuses(game):
        power = row.power.value
        words = {
            "x": max(0, power) if power is not None else None, "d": row.tapped,
            "y": row.said,
        }  # fmt: skip
        leans = (Fact(row.said, row.at), row.power) if row.right.known else (row.right,)
        yield Finding(row.at, outcome_of(row.right.value), leans, words)


@checks(
    "107.1b",
    prop="negative-is-zero",
    about="zero is used instead",
    since=SINCE,
    needs=("do:resolve & enlists",),
)
def negative_is_zero(game: Game) -> Iterator[Finding]:
    """A bonus computed from a negative power is zero."""
    for row in bonuses(game):
        if row.power.value is not None and row.power.value < 0:
            truth = row.said.power == 0
            yield Finding(row.at, outcome_of(truth), (row.power,), {"y": row.said.power})


def _untapped_after(game: Game) -> Iterator[tuple[Pointer, bool]]:
    """Whether an enlisted creature is said to be tapped after the declaration."""
    for claim in game.claims:
        if claim.said.tapped is not None and "/enlist/" in claim.thing.tapped.at:
            yield claim.at / "tapped", claim.said.tapped


@checks(
    "702.154b",
    prop="attack-cost-moment",
    about="an optional cost to attack",
    since=SINCE,
    cites=("508.1g",),
    needs=("enlists",),
)
def attack_cost_moment(game: Game) -> Iterator[Finding]:
    """The creature is tapped in the declaration, not later."""
    for payment in payments(game):
        yield Finding(payment.at, Outcome.COMPLIES, (Fact(payment.tapped.id, payment.at),))
    for at, tapped in _untapped_after(game):
        yield Finding(at, outcome_of(tapped), (Fact(tapped, at),))


@checks(
    "508.1j",
    prop="costs-locked-and-whole",
    about="pay all costs in any",
    since=SINCE,
    cites=("118.3",),
    needs=("enlists",),
)
def costs_whole(game: Game) -> Iterator[Finding]:
    """A cost to attack is paid with what can still be tapped, and wholly."""
    for payment in payments(game):
        again = payment.tapped.id in payment.earlier
        free = payment.tapped.tapped.then(lambda tapped: not tapped)
        truth = every((free.value, not again))
        outcome = outcome_of(truth)
        follows = ENLIST if outcome is Outcome.VIOLATES else None
        yield Finding(payment.at, outcome, (free,), follows=follows)
    for at, tapped in _untapped_after(game):
        yield Finding(at, outcome_of(tapped), (Fact(tapped, at),))


@checks(
    "508.1g",
    prop="optional-attack-costs",
    about="optional costs to attack",
    since=SINCE,
    needs=("enlists",),
)
def optional_attack_costs(game: Game) -> Iterator[Finding]:
    """Attackers are tapped before optional costs are chosen: none of them pays one by tapping."""
    for payment in payments(game):
        names = [a.who.partition("@")[0] for a in payment.step.event.attackers or ()]
        truth = payment.tapped.id not in names
        follows = None if truth else ENLIST
        yield Finding(payment.at, outcome_of(truth), follows=follows)
