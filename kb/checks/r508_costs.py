"""508.1h-j, 509.1d-f: what attacking or blocking costs, and whether it was paid."""

from collections.abc import Iterator

from kb.checks.registry import checks
from kb.explain import totals_shown
from kb.facts import Fact, derived
from kb.model import Outcome
from kb.replay import Game, Step
from kb.replay_stack import payments
from kb.total_cost import Totals, asked, changed, pays, reduced_by, sums, told_at
from kb.verdict import Finding, outcome_of

SINCE = "2021-04-22"
NEEDS = ("do:attack", "do:block")


def _due(step: Step) -> Fact[Totals]:
    """The mana of all costs that the declaration lists, less its reductions."""
    event, at = step.event, step.at
    parts = [
        *changed(event.additional, at / "additional"),
        *changed(event.increases, at / "increases"),
    ]
    less = list(changed(event.reductions, at / "reductions"))
    unknown = [fact for fact in (*parts, *less) if not fact.known]
    if unknown or not parts:
        return derived(None, at / "additional", *unknown)
    dear = sums(fact.value.readings(x=0) for fact in parts if fact.value is not None)
    off = sums(reduced_by(fact.value) for fact in less)
    if dear is None or off is None:
        return derived(None, at / "additional", *parts, *less)
    totals = frozenset(cost.less(reduction) for cost in dear for reduction in off)
    return derived(totals, at / "additional", *parts, *less)


def _totals(game: Game, kind: str) -> Iterator[Finding]:
    """Whether the total that is claimed is the sum of the costs."""
    for step in game.done(kind):
        claimed, due = asked(step), _due(step)
        if step.event.total is None:
            if any(attacker.enlist for attacker in step.event.attackers or ()):
                # What is chosen is tapped; whether it may be is for 702.154.
                yield Finding(step.at, Outcome.COMPLIES)
            continue
        words = {"v": totals_shown(due.value), "w": totals_shown(step.event.total)}
        at = told_at(step)
        truth: bool | None = None
        if claimed is not None and due.value is not None:
            truth = any(total.without_life in claimed for total in due.value)
        leans = (due,) if truth is None else (due, Fact(step.event.total, at))
        yield Finding(at, outcome_of(truth), leans, words)


def _paid(game: Game, kind: str) -> Iterator[Finding]:
    """Whether the total, or the sum of the costs, was paid whole and no more."""
    for step in game.done(kind):
        if step.event.paid is None:
            continue
        claimed, due = asked(step), _due(step)
        totals = claimed or due.value
        truth = None if totals is None else pays(step, totals)
        paid = "".join(str(row.mana or "") for row in payments(step.event)) or "0"
        words = {"p": paid, "v": totals_shown(totals)}
        missing = () if truth is not None else (step.at / "total",)
        yield Finding(
            step.at / "paid", outcome_of(truth), (due,) if due.known else (), words, missing
        )


@checks("508.1h", prop="attack-cost-total", about="determines the total cost to", since=SINCE)
def attack_cost_total(game: Game) -> Iterator[Finding]:
    """The total cost to attack is that of all costs of the creatures chosen."""
    yield from _totals(game, "attack")


@checks("508.1j", prop="attack-cost-paid", about="Partial payments are not allowed", since=SINCE)
def attack_cost_paid(game: Game) -> Iterator[Finding]:
    """The total cost to attack is paid whole."""
    yield from _paid(game, "attack")


@checks("509.1d", prop="block-cost-total", about="determines the total cost to", since=SINCE)
def block_cost_total(game: Game) -> Iterator[Finding]:
    """The total cost to block is that of all costs of the creatures chosen."""
    yield from _totals(game, "block")


@checks("509.1f", prop="block-cost-paid", about="Partial payments are not allowed", since=SINCE)
def block_cost_paid(game: Game) -> Iterator[Finding]:
    """The total cost to block is paid whole."""
    yield from _paid(game, "block")
