"""Split cards: what both halves are together (709.4)."""

from msgspec.structs import replace

from kb.facts import Fact, derived
from kb.mana import ManaCost
from kb.printed import Printed, TypeLine
from kb.world import Copiable


def combined(halves: tuple[Printed, ...], plain: Copiable) -> Copiable:
    """The values of a split card that is no spell; ``plain`` where its halves are not listed."""
    if not halves:
        return plain
    costs = [half.cost for half in halves]
    lines = [half.types for half in halves]
    return replace(
        plain,
        cost=derived(_sum(costs), costs[0].at, *costs),
        types=plain.types if plain.types.known else derived(_union(lines), lines[0].at, *lines),
    )


def _sum(costs: list[Fact[ManaCost]]) -> ManaCost | None:
    """709.4b: the symbols of both."""
    known = [cost.value for cost in costs if cost.value is not None and cost.value.exists]
    if len(known) < len(costs):
        return None
    return ManaCost.parse("".join(str(cost) for cost in known))


def _union(lines: list[Fact[TypeLine]]) -> TypeLine | None:
    """709.4c: the types of both."""
    known = [line.value for line in lines if line.value is not None]
    if len(known) < len(lines):
        return None
    return TypeLine(
        frozenset().union(*(line.supertypes for line in known)),
        frozenset().union(*(line.types for line in known)),
        frozenset().union(*(line.subtypes for line in known)),
    )
