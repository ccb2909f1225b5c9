"""704.5i to 704.5s: permanents that leave, or lose counters, by what they are."""

from collections.abc import Iterator
from typing import Any

from kb.changes import Ref
from kb.checks.features import occurring
from kb.checks.registry import checks
from kb.checks.state_based import Met, performed
from kb.facts import Fact, derived
from kb.pointer import ROOT
from kb.priority import nothing_else_happened
from kb.replay import Game, once
from kb.values import Values, values
from kb.verdict import Finding
from kb.world import Thing, World

SINCE = "2019-05-03"
PLANESWALKERS = ("type:Planeswalker",)
MINUS = ("counter:-1/-1", "keyword:wither", "keyword:infect")
SAGAS = ("type:Saga",)
BATTLES = ("type:Battle",)
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


def _borne(thing: Thing, kind: str) -> Fact[int]:
    """How many counters of a kind it bears."""
    return thing.counters.then(lambda known: known.get(kind, 0))


def _told(game: Game, thing: Thing) -> bool:
    """Whether it is told what counters it has; a planeswalker without any is not meant."""
    found = _told_facts(game)
    waiting = [thing.counters]
    while waiting:  # each change leans on the one before it: they are gone through once
        fact = waiting[-1]
        new = [inner for inner in fact.leans if id(inner) not in found]
        if new and not fact.is_assumed:
            waiting += new
            continue
        told = not fact.is_assumed and all(found[id(inner)][1] for inner in fact.leans)
        found[id(fact)] = fact, told
        waiting.pop()
    return found[id(thing.counters)][1]


@once
def _told_facts(game: Game) -> dict[int, tuple[Fact[Any], bool]]:
    """Of facts that were asked about, by their identity, whether they lean on nothing assumed."""
    return {}


# ------------------------------------------------------------------ counters


@checks("704.5i", prop="loyalty-zero-gone", about="planeswalker has loyalty 0", since=SINCE,
        needs=PLANESWALKERS)  # fmt: skip
@checks("306.9", prop="loyalty-zero-gone", about="loyalty is 0, it’s put", since=SINCE,
        needs=PLANESWALKERS, root="704.5i")  # fmt: skip
@checks("122.1e", prop="loyalty-zero-gone", about="planeswalker with 0 loyalty", since="2022-11-18",
        needs=PLANESWALKERS, root="704.5i")  # fmt: skip
def loyalty_zero_gone(game: Game) -> Iterator[Finding]:
    """No planeswalker stays without loyalty: its owner has it in the graveyard."""
    yield from performed(game, _no_loyalty, own=True)


def _no_loyalty(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    return _without(game, thing, world, "Planeswalker", "loyalty")


def _without(game: Game, thing: Thing, world: World, kind: str, counter: str) -> Met | None:
    """Whether a permanent of a type has no counter of the kind that keeps it there."""
    now = values(thing, world)
    line, count = now.types.value, _borne(thing, counter)
    if line is None or kind not in line.types or not _told(game, thing):
        return None
    return Met(count.then(lambda n: n == 0), {"n": count.value}, now.unparsed)


@checks("704.5v", prop="defense-zero-gone", about="battle has defense 0", since="2023-11-17",
        until="2026-04-17", needs=BATTLES)  # fmt: skip
@checks("310.7", prop="defense-zero-gone", about="battle’s defense is 0", since="2023-11-17",
        until="2026-04-17", needs=BATTLES, root="704.5v")  # fmt: skip
@checks("122.1g", prop="defense-zero-gone", about="battle with 0 defense", since="2023-11-17",
        until="2026-04-17", needs=BATTLES, root="704.5v")  # fmt: skip
def defense_zero_gone(game: Game) -> Iterator[Finding]:
    """A battle with defense 0 that is the source of no ability waiting goes to the graveyard."""
    yield from performed(game, _no_defense)


@checks("704.5v", prop="defense-zero-gone", about="Siege battle has defense 0", since="2026-08-07",
        needs=BATTLES)  # fmt: skip
@checks("310.7", prop="defense-zero-gone", about="Siege battle’s defense is 0", since="2026-08-07",
        needs=BATTLES, root="704.5v")  # fmt: skip
@checks("122.1g", prop="defense-zero-gone", about="battle with 0 defense", since="2026-08-07",
        needs=BATTLES, root="704.5v")  # fmt: skip
def siege_defense_zero_gone(game: Game) -> Iterator[Finding]:
    """A Siege with defense 0 that is the source of no ability waiting goes to the graveyard."""
    yield from performed(game, _no_siege_defense)


@checks("704.5w", prop="defense-zero-gone", about="non-Siege battle has defense 0",
        since="2026-08-07", needs=BATTLES)  # fmt: skip
@checks("310.8", prop="defense-zero-gone", about="non-Siege battle’s defense is 0",
        since="2026-08-07", needs=BATTLES, root="704.5w")  # fmt: skip
def plain_defense_zero_gone(game: Game) -> Iterator[Finding]:
    """A battle that is no Siege and has defense 0 goes to the graveyard at once."""
    yield from performed(game, _no_plain_defense, own=True)


def _no_defense(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    met = _without(game, thing, world, "Battle", "defense")
    # 310.12b: the last counter removed makes a Siege trigger, told or not.
    return _unless_waiting(game, thing, world, index, met) if met and met.fact.value else met


def _no_siege_defense(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    return _no_defense(game, thing, world, index) if _is_siege(thing, world) else None


def _no_plain_defense(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    return None if _is_siege(thing, world) else _without(game, thing, world, "Battle", "defense")


def _is_siege(thing: Thing, world: World) -> bool:
    line = values(thing, world).types.value
    return line is not None and "Siege" in line.subtypes


def _unless_waiting(game: Game, thing: Thing, world: World, index: int, met: Met) -> Met:
    """The condition, unless an ability of the permanent has triggered and not left the stack."""
    waiting = any(one.source.ref == thing.ref for one in world.abilities.values())
    if waiting or _triggers_next(game, thing, index):
        return Met(derived(False, met.fact.at, met.fact), met.words)
    left = _left_the_stack(game).get(thing.ref, index) < index
    if left or (thing.number == 1 and _untouched(game, thing, index)):
        complete = nothing_else_happened(game)
        return Met(derived(True if complete.known else None, met.fact.at, met.fact, complete),
                   met.words, met.unless)  # fmt: skip
    return Met(Fact(None, ROOT / "history"), met.words)


def _triggers_next(game: Game, thing: Thing, index: int) -> bool:
    """Whether the very next events put an ability of it on the stack."""
    for step in game.steps[index:]:
        if step.event.do != "trigger":
            return False
        if (step.event.source or "").partition("@")[0] == thing.id:
            return True
    return False


@once
def _left_the_stack(game: Game) -> dict[Ref, int]:
    """By its source the first event with which an ability left the stack."""
    found: dict[Ref, int] = {}
    for step in game.done("resolve", "counter"):
        stacked = step.before.abilities.get(step.event.event or "")
        if stacked is not None:
            found.setdefault(stacked.source.ref, step.index)
    return found


def _untouched(game: Game, thing: Thing, index: int) -> bool:
    """Whether no event before the index is about it: it was so from the start."""
    first = _first_about(game)
    return min(first.get(thing.id, index), first.get("", index)) >= index


@once
def _first_about(game: Game) -> dict[str, int]:
    """The first event about each object; under no name the first damage, whomever it is to."""
    found: dict[str, int] = {}
    for step in game.steps:
        if step.event.object is not None:
            found.setdefault(step.event.object.partition("@")[0], step.index)
        if step.event.do == "damage":
            found.setdefault("", step.index)
    return found


@checks("704.5q", prop="counters-cancel", about="both a +1/+1 counter", since=SINCE,
        needs=MINUS)  # fmt: skip
@checks("122.3", prop="counters-cancel", about="both a +1/+1 counter", since="2021-04-22",
        needs=MINUS, root="704.5q")  # fmt: skip
def counters_cancel(game: Game) -> Iterator[Finding]:
    """+1/+1 and -1/-1 counters on a permanent are removed in pairs."""
    yield from performed(game, _both_counters, own=True)


def _both_counters(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    plus, minus = _borne(thing, "+1/+1"), _borne(thing, "-1/-1")
    if minus.value == 0 or (not minus.known and occurring(game).isdisjoint(MINUS)):
        return None
    both = None
    if plus.value is not None and minus.value is not None:
        both = plus.value > 0 and minus.value > 0
    return Met(derived(both, thing.counters.at, plus), {"n": plus.value, "m": minus.value})


# ------------------------------------------------------------------ Sagas


@checks("704.5s", prop="saga-finished-is-sacrificed", about="number of lore counters on",
        since=SINCE, needs=SAGAS)  # fmt: skip
@checks("714.4", prop="saga-finished-is-sacrificed", about="number of lore counters on",
        since=SINCE, until="2021-04-22", needs=SAGAS, root="704.5s")  # fmt: skip
@checks("715.4", prop="saga-finished-is-sacrificed", about="number of lore counters on",
        since="2022-11-18", until="2022-11-18", needs=SAGAS, root="704.5s")  # fmt: skip
@checks("714.4", prop="saga-finished-is-sacrificed", about="number of lore counters on",
        since="2023-11-17", needs=SAGAS, root="704.5s")  # fmt: skip
def saga_finished_is_sacrificed(game: Game) -> Iterator[Finding]:
    """A Saga with its final chapter reached and no chapter on the stack is sacrificed."""
    yield from performed(game, _finished)


def _finished(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    now = values(thing, world)
    line, last, lore = now.types.value, final_chapter(now), _borne(thing, "lore")
    if line is None or "Saga" not in line.subtypes or last is None or not _told(game, thing):
        return None
    met = Met(lore.then(lambda n: n >= last), {"n": lore.value, "m": last})
    return _unless_waiting(game, thing, world, index, met) if met.fact.value else met


def final_chapter(now: Values) -> int | None:
    """714.2d: the greatest Roman numeral that a triggered ability is written for ("I, II")."""
    written = [ability.written.triggered for ability in now.abilities.value or ()]
    numerals = [
        numeral.strip()
        for triggered in written
        if triggered is not None
        for numeral in (triggered.when or "").split(",")
    ]
    return max((NUMERALS.index(n) + 1 for n in numerals if n in NUMERALS), default=None)
