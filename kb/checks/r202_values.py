"""105.2, 118.8d, 202.3: colour and mana value of objects, whatever was paid for them."""

from collections.abc import Iterator

from kb.checks.claimed import Compared, compared, source_of
from kb.checks.r613_layers import changes_colors, unchanged
from kb.checks.registry import checks
from kb.number import RuleNumber
from kb.replay import Game
from kb.verdict import Finding

SINCE = "2021-04-22"
NEEDS = ("claim:mana_value", "claim:cost", "claim:colors")


def root_of(row: Compared) -> RuleNumber | None:
    """One fault, one root: a wrong value of a prototype card is a fault of 718."""
    if row.thing.face == "down" and row.thing.zone == "battlefield":
        return RuleNumber.parse("708.2a")
    if row.key == "colors" and unchanged(row, changes_colors) == row.said:
        return RuleNumber.parse("105.3")
    source, copied = source_of(row.thing, row.key)
    if row.thing.face != "front" or source is None or not source.prototype.value:
        return None
    if not source.prototyped.value:
        return RuleNumber.parse("718.4")
    return RuleNumber.parse({None: "718.3b", "spell": "718.3c"}.get(copied, "718.3d"))


@checks("202.3", prop="mana-value", about="the total amount of mana", since=SINCE)
def mana_value(game: Game) -> Iterator[Finding]:
    """The mana value is the sum of the symbols of the mana cost that it has now."""
    for row in compared(game, ("mana_value",)):
        yield row.finding(follows=root_of(row))


@checks("202.3e", prop="x-on-stack-only", about="X is treated as 0", since=SINCE)
def x_on_stack_only(game: Game) -> Iterator[Finding]:
    """{X} is the number announced as long as its spell is on the stack, else 0."""
    for row in compared(game, ("mana_value",)):
        cost = row.now.cost.value
        if cost is not None and cost.variables:
            yield row.finding()


@checks(
    "118.8d", prop="additional-cost-not-in-mana-cost", about="don’t change a spell’s",
    since=SINCE, cites=("202.4",),
)  # fmt: skip
def additional_cost_not_in_mana_cost(game: Game) -> Iterator[Finding]:
    """Kicks and other additional costs leave mana cost and mana value as they are."""
    paid = {
        str(step.event.object if step.event.do == "cast" else step.event.new)
        for step in game.done("cast", "cast-copy")
        if step.event.additional or step.event.kicks or step.event.kicked
    }
    for row in compared(game, ("cost", "mana_value")):
        if row.thing.on_board and row.thing.id in paid:
            yield row.finding(follows=root_of(row))


@checks("105.2", prop="colors-from-mana-cost", about="colors of the mana symbols", since=SINCE)
def colors_from_mana_cost(game: Game) -> Iterator[Finding]:
    """Its colours are those of its mana cost and indicator, or as effects say."""
    for row in compared(game, ("colors",)):
        yield row.finding(follows=root_of(row))
