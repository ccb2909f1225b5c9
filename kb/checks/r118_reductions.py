"""118.7, 107.3g: how a reduction by a permanent's mana cost is worked out."""

from collections.abc import Callable, Iterator

from kb.activation_cost import Activation, activations
from kb.casting_cost import castings
from kb.checks.registry import checks
from kb.explain import totals_shown
from kb.facts import Fact
from kb.mana import TYPES, ManaCost
from kb.model import Outcome
from kb.number import RuleNumber
from kb.printed import mana_of
from kb.replay import Game, Step, each_once
from kb.total_cost import Totals, asked, told_at
from kb.verdict import Finding

SINCE = "2021-04-22"
NEEDS = ("reduces",)
POWER_UP = RuleNumber.parse("702.193b")
TOTAL = RuleNumber.parse("601.2f")


@each_once
def _reduced(game: Game) -> Iterator[tuple[Activation, ManaCost, ManaCost]]:
    """The reduced activations: what the ability costs, what the permanent cost."""
    for activation in activations(game):
        event, mine = activation.step.event, activation.ability.mana.value
        cost = activation.values.cost.value
        told = event.total is not None or event.paid is not None
        if activation.entered_now.value is True and told and cost is not None and mine is not None:
            yield activation, mine, cost


def _findings(game: Game, applies: Callable[[ManaCost, ManaCost], bool]) -> Iterator[Finding]:
    """A reduction to which one of the rules applies is right where the whole of it is."""
    for activation, mine, cost in _reduced(game):
        truth = activation.fits(activation.reduced)
        if truth is None or not applies(mine, cost):
            continue
        totals = activation.reduced
        asked_for = activation.step.event.total
        words = {"v": totals_shown(totals.value), "w": totals_shown(asked_for)}
        outcome = Outcome.COMPLIES if truth else Outcome.VIOLATES
        follows = None if truth else POWER_UP
        yield Finding(activation.at, outcome, (totals,), words, follows=follows)


def _count(cost: ManaCost, sign: str) -> int:
    return cost.symbols.count(sign)


@checks("118.7", prop="floor-zero", about="reduced to nothing by", since=SINCE)
def reduced_at_most_to_nothing(game: Game) -> Iterator[Finding]:
    """A reduction takes mana off a cost, down to {0}, and nothing else."""
    for activation, _, _ in _reduced(game):
        totals = activation.reduced
        if not activation.rest_untouched:
            leans = (Fact(activation.step.event.total, activation.at),)
            yield Finding(activation.at, Outcome.VIOLATES, leans, follows=POWER_UP)
        elif activation.fits(totals):
            yield Finding(activation.at, Outcome.COMPLIES, (totals,))


@checks("118.7b", prop="absent-type-to-generic", about="doesn’t require mana of that",
        since=SINCE)  # fmt: skip
def absent_type_to_generic(game: Game) -> Iterator[Finding]:
    """Mana of a type that is not in the cost takes off generic mana."""
    yield from _findings(
        game,
        lambda mine, cost: any(
            _count(cost, s) and not any(s in symbol for symbol in mine.symbols) for s in TYPES
        ),
    )


@checks("118.7c", prop="colored-excess", about="exceeds its mana component", since=SINCE)
def colored_excess(game: Game) -> Iterator[Finding]:
    """More of a colour than is in the cost takes off generic mana."""
    yield from _findings(
        game, lambda mine, cost: any(_count(cost, s) > _count(mine, s) > 0 for s in "WUBRG")
    )


@checks("118.7d", prop="colorless-excess", about="exceeds its colorless mana component",
        since=SINCE)  # fmt: skip
def colorless_excess(game: Game) -> Iterator[Finding]:
    """More colourless mana than is in the cost takes off generic mana."""
    yield from _findings(game, lambda mine, cost: _count(cost, "C") > _count(mine, "C") > 0)


@checks("118.7e", prop="hybrid-reduction-half", about="chooses one half of",
        since=SINCE)  # fmt: skip
def hybrid_reduction_half(game: Game) -> Iterator[Finding]:
    """Of a hybrid symbol in the reduction one half is chosen."""
    yield from _findings(
        game, lambda mine, cost: any(s.count("/") - s.count("P") for s in cost.choices)
    )


@checks("118.7f", prop="phyrexian-reduction-color", about="mana of that symbol’s color",
        since=SINCE)  # fmt: skip
def phyrexian_reduction(game: Game) -> Iterator[Finding]:
    """A Phyrexian symbol in the reduction is one mana of its colour."""
    yield from _findings(game, lambda mine, cost: any("P" in s for s in cost.choices))


@checks("118.7g", prop="snow-reduction-generic", about="reduced by that much generic",
        since=SINCE)  # fmt: skip
def snow_reduction(game: Game) -> Iterator[Finding]:
    """A snow symbol in the reduction is generic mana."""
    yield from _findings(game, lambda mine, cost: "S" in cost.symbols)


@checks("107.3g", prop="x-zero-off-stack", about="is treated as 0", since=SINCE)
def x_zero_off_stack(game: Game) -> Iterator[Finding]:
    """{X} in the mana cost of a permanent takes off nothing."""
    yield from _findings(game, lambda mine, cost: cost.variables > 0)


@checks("118.7a", prop="generic-only", about="only the generic mana component", since="2021-04-22")
def generic_only(game: Game) -> Iterator[Finding]:
    """A reduction by generic mana leaves coloured and colourless mana as they are."""
    for activation, _, cost in _reduced(game):
        if cost.generic and not cost.symbols:
            totals = activation.reduced
            yield from _generic(activation.step, totals, activation.fits(totals), POWER_UP)
    for cast in castings(game):
        costs = [mana_of(change.cost, cast.at).value for change in cast.step.event.reductions]
        if costs and cast.told and all(cost is not None and not cost.symbols for cost in costs):
            yield from _generic(cast.step, cast.totals, cast.right, TOTAL)


def _generic(
    step: Step, totals: Fact[Totals], right: bool | None, root: RuleNumber
) -> Iterator[Finding]:
    mine = asked(step)
    if totals.value is None or right is None:
        return
    words = {"v": totals_shown(totals.value), "w": totals_shown(step.event.total)}
    typed = {total.typed for total in totals.value}
    if right:
        yield Finding(told_at(step), Outcome.COMPLIES, (totals,), words)
    elif mine is not None and not any(mana.typed in typed for mana in mine):
        yield Finding(told_at(step), Outcome.VIOLATES, (totals,), words, follows=root)
