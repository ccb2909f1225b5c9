"""606: loyalty abilities."""

import re
from collections.abc import Iterator

from kb.checks.r602_activating import Use, uses
from kb.checks.registry import checks
from kb.facts import Fact, derived
from kb.moments import moments
from kb.pointer import Pointer
from kb.replay import Game
from kb.state_ability import Costs
from kb.timing import as_sorcery
from kb.verdict import Finding, outcome_of

SINCE = "2021-04-22"
NEEDS = ("do:activate",)
_SYMBOL = re.compile(r"\[?(?P<sign>[+−–-]?)(?P<number>\d{1,4}|X)\]?", re.ASCII)
"""606.2: +1, −3, 0, −X, with brackets or without."""
COUNTER = "loyalty"


def _symbol(use: Use) -> re.Match[str] | None:
    cost = use.ability.cost if use.ability is not None else None
    planeswalker = use.now.types.then(lambda line: "Planeswalker" in line.types)
    if not isinstance(cost, Costs) or cost.other is None or planeswalker.value is not True:
        return None
    return _SYMBOL.fullmatch(cost.other.strip())


def _added(use: Use) -> int:
    """606.5: how many counters less are removed, as additional costs add or remove some too."""
    added = 0
    for more in use.step.event.additional:
        told = more.cost.other if isinstance(more.cost, Costs) else None
        symbol = _SYMBOL.fullmatch(told.strip()) if told is not None else None
        if symbol is not None and symbol["number"] != "X":
            added += int(symbol["number"]) * (1 if symbol["sign"] == "+" else -1)
    return added


def is_loyalty(use: Use) -> bool:
    """606.2: its cost is a loyalty symbol, written as ``other: "+1"``."""
    return _symbol(use) is not None


@checks("606.3", prop="loyalty-timing", about="activate a loyalty ability of", since=SINCE)
def loyalty_timing(game: Game) -> Iterator[Finding]:
    """A loyalty ability is activated in a main phase of one's own, with an empty stack."""
    for use in uses(game):
        if is_loyalty(use):
            timing = as_sorcery(game, use.step, moments(game)[use.step.index], use.by)
            if timing is not None:
                yield timing.finding(o=use.words["o"], a=use.words["a"])


@checks("606.3", prop="loyalty-once-a-turn", about="no player has previously activated",
        since=SINCE)  # fmt: skip
def loyalty_once_a_turn(game: Game) -> Iterator[Finding]:
    """One loyalty ability of a permanent is activated in a turn."""
    first: dict[tuple[tuple[str, int], int], Pointer] = {}
    for use in uses(game):
        if is_loyalty(use):
            at = first.setdefault((use.source.ref, use.step.before.turn), use.step.at)
            truth = at == use.step.at
            words = {**use.words, "at": at}
            yield Finding(use.step.at, outcome_of(truth), (derived(use.source.id, at),), words)


@checks("606.6", prop="loyalty-enough", about="at least that many loyalty", since="2022-11-18")
def loyalty_enough(game: Game) -> Iterator[Finding]:
    """Loyalty counters that are to be removed are there."""
    before: set[tuple[str, int]] = set()
    for use in uses(game):
        symbol = _symbol(use)
        if symbol is None:
            continue
        again = use.source.ref in before
        before.add(use.source.ref)
        x = use.step.event.x if symbol["number"] == "X" else int(symbol["number"])
        counters = use.source.counters.value or {}
        # What a first activation changed is seldom told as an event of its own.
        if symbol["sign"] in ("", "+") or x is None or again or COUNTER not in counters:
            continue
        x -= _added(use)
        if x <= 0:
            continue  # all in all counters are put on it
        there = Fact(counters[COUNTER], use.source.counters.at)
        words = {**use.words, "n": x, "m": counters[COUNTER]}
        yield Finding(use.step.at, outcome_of(counters[COUNTER] >= x), (there,), words)
