"""Total costs (601.2f): possible ones, and whether what was asked or paid is one of them."""

from collections.abc import Iterable, Iterator

from kb.facts import Fact
from kb.mana import MOST_CHOICES, Mana, ManaCost, can_be_paid
from kb.pointer import Pointer
from kb.printed import mana_of
from kb.replay import Step
from kb.replay_stack import payments
from kb.state import Change

Totals = frozenset[Mana]
MOST_SUMS = 2**MOST_CHOICES
"""More sums than this are not gone through."""
NOTHING = Mana()


def told_at(step: Step) -> Pointer:
    """Where what had to be paid is told: the total, else the payment, else the event."""
    event = step.event
    key = "total" if event.total is not None else "paid" if event.paid is not None else None
    return step.at / key if key else step.at


def x_of(step: Step) -> Fact[int]:
    return Fact(step.event.x, step.at / "x")


def has_x(cost: Fact[ManaCost]) -> bool:
    return cost.value is not None and cost.value.variables > 0


def changed(changes: Iterable[Change], at: Pointer) -> Iterator[Fact[ManaCost]]:
    """The mana of changes of a cost."""
    for place, change in enumerate(changes):
        yield mana_of(change.cost, at / place / "cost")


def reductions_in_force(step: Step) -> Iterator[Fact[ManaCost]]:
    """The reductions by effects that may apply."""
    for force in step.before.effects:
        if force.effect.cost_reduction is not None:
            yield mana_of(force.effect.cost_reduction, force.at / "cost_reduction")


def reduced_by(cost: ManaCost | None, chosen: str | None = None) -> frozenset[Mana]:
    """118.7e-g: what a reduction may take off; ``chosen`` is the half of its only hybrid symbol."""
    if cost is None or not cost.exists:
        return frozenset({Mana()})
    if len(cost.choices) > MOST_CHOICES:
        return frozenset()
    half = chosen.strip("{}") if chosen is not None else None
    said = {1: half} if half is not None and len(cost.choices) == 1 else {}
    return frozenset(cost.as_reduction(chosen=said)) or frozenset(cost.as_reduction())


def sums(parts: Iterable[Iterable[Mana]]) -> Totals | None:
    """Every sum of one amount of each part; None where there are too many to go through."""
    found = {Mana()}
    for part in parts:
        options = set()
        for number, mana in enumerate(part):
            if number >= MOST_SUMS:
                return None
            options.add(mana)
        if not options or len(found) * len(options) > 4 * MOST_SUMS:
            return None
        found = {done.plus(more) for done in found for more in options}
    return frozenset(found)


def asked(step: Step) -> frozenset[Mana] | None:
    """The readings of the total that was claimed, life apart; None where it cannot be read."""
    if step.event.total is None:
        return None
    total, x = mana_of(step.event.total, told_at(step)), step.event.x
    if total.value is None or not total.value.exists or len(total.value.choices) > MOST_CHOICES:
        return None
    if total.value.variables and x is None:
        return None
    return frozenset(mana.without_life for mana in total.value.readings(x=x or 0))


def fits(step: Step, totals: Fact[Totals]) -> bool | None:
    """Whether what was asked or paid is one of the totals; None where that is not known."""
    if totals.value is None:
        return None
    if step.event.total is not None:
        mine = asked(step)
        if mine is None:
            return None
        return any(total.without_life in mine for total in totals.value)
    return pays(step, totals.value)


def pays(step: Step, totals: Totals) -> bool | None:
    """Whether the mana that was spent covers one of the totals exactly, over all payers."""
    rows = payments(step.event)
    mana = "".join(str(row.mana or "") for row in rows)
    letters = "".join(sign for sign in mana if sign in "WUBRGC")
    snow = [row.snow for row in rows if row.snow is not None]
    truths = {
        can_be_paid(
            total,
            letters,
            snow=sum(snow) if snow else None,
            any_type=any(row.any_type for row in rows),
        )
        for total in totals
    }
    if True in truths:
        return True
    # Creatures may have been tapped for mana, cards exiled for it: the letters are not all.
    otherwise = any(row.tapped or row.exiled or row.other or row.for_ for row in rows)
    return None if None in truths or otherwise else False
