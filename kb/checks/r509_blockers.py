"""509.1, declaring blockers: who blocks, what forbids it, what asks for it."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from msgspec import Struct

from kb.blocks import Pair, declarations, defending, pairs, pairs_of, players_of, protector
from kb.checks.registry import checks
from kb.evasion import barring, may_block
from kb.facts import Fact, derived, every
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.replay import Game, Step, each_once
from kb.requirements import most_blocking
from kb.values import called, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Thing, World

SINCE = "2021-04-22"
NEEDS = ("do:block",)
MENACE = RuleNumber.parse("702.111b")


@checks("509.1", prop="defender-declares", about="defending player declares blockers", since=SINCE)
def defender_declares(game: Game) -> Iterator[Finding]:
    """Blockers are declared by the defending player, in the declare blockers step."""
    for step in game.done("block"):
        active, by, clock = step.before.active, step.event.by, step.event.at
        other = None if not active.known or by is None else active.value != by
        if by is None:
            other = True
        when = clock is None or clock.step in (None, "declare-blockers")
        yield Finding(
            step.at, outcome_of(every((other, when))), (active,), {"p": by or active.value}
        )


@checks("509.1a", prop="blockers-eligible", about="The chosen creatures must be", since=SINCE)
def blockers_eligible(game: Game) -> Iterator[Finding]:
    """Blockers are untapped creatures of the defending player; each blocks one of its attackers."""
    for step in game.done("block"):
        seen: set[str] = set()
        for place, row in enumerate(step.event.blockers or ()):
            at = step.at / "blockers" / place
            thing = step.before.thing(row.who, at / "who")
            conditions = _conditions(game, step, thing, at, again=thing.id in seen)
            seen.add(thing.id)
            yield _eligible(step.before, thing, at, conditions)
        for pair in pairs_of(game, step):
            yield _eligible(step.before, pair.blocker, pair.at, _attacks_them(game, step, pair))
        yield from _one_each(game, step)


def _eligible(
    world: World, thing: Thing, at: Pointer, conditions: dict[str, Fact[bool]]
) -> Finding:
    truth = every(fact.value for fact in conditions.values())
    deciding = tuple(fact for fact in conditions.values() if fact.value is truth)
    failed = next((key for key, fact in conditions.items() if fact.value is False), "tapped")
    words = {"b": called(thing, world), "reason": Word("reasons", failed)}
    return Finding(at, outcome_of(truth), deciding[:1] if truth is False else deciding, words)


def _conditions(
    game: Game, step: Step, thing: Thing, at: Pointer, *, again: bool = False
) -> dict[str, Fact[bool]]:
    """What a creature that blocks must be, each under the name of the reason that failing is."""
    now, by = values(thing, step.before), defending(game, step)
    mine: bool | None = None
    if by.known and thing.controller.known:
        mine = by.value == thing.controller.value
    elif step.before.active.known and step.before.active.value == thing.controller.value:
        mine = False  # the active player is nobody's defending player
    zone: Fact[str] = Fact(None if thing.doubt else thing.zone, thing.doubt or thing.at / "zone")
    return {
        "place": zone.then(lambda zone: zone == "battlefield" and not thing.phased_out),
        "kind": now.is_creature,
        "battle": now.types.then(lambda line: "Battle" not in line.types),
        "not-defending": derived(mine, at, thing.controller, by),
        "tapped": thing.tapped.then(lambda tapped: not tapped),
        "blocks-twice": derived(not again, at),
    }


def _attacks_them(game: Game, step: Step, pair: Pair) -> dict[str, Fact[bool]]:
    """What is blocked attacks the player who blocks, or a permanent of that player."""
    if pair.attacker.doubt is not None:
        return {"not-attacking": Fact(None, pair.attacker.doubt)}
    if not pair.attacker.attacking:
        return {"not-attacking": derived(False, pair.at)}
    by, attacked = defending(game, step), protector(pair.attacker, step.before, game)
    theirs: bool | None = None
    if by.known and attacked.known:
        theirs = by.value == attacked.value
    elif len(players_of(game)) == 2:
        theirs = True
    leans = (by, attacked) if theirs is not True else ()
    return {"attacks-another": derived(theirs, pair.at, *leans)}


def _one_each(game: Game, step: Step) -> Iterator[Finding]:
    """A creature blocks one attacker, unless a text lets it block more."""
    for place, row in enumerate(step.event.blockers or ()):
        if len(row.blocks) > 1:
            at = step.at / "blockers" / place / "blocks"
            thing = step.before.thing(row.who, at)
            words = values(thing, step.before).unparsed
            if words:  # words on a creature that blocks several mostly let it
                yield Finding(at, Outcome.CANNOT_TELL, missing=words)
                continue
            yield Finding(
                at,
                Outcome.VIOLATES,
                (Fact(len(row.blocks), at),),
                {"b": called(thing, step.before), "reason": Word("reasons", "blocks-several")},
            )


@checks("509.1b", prop="block-restrictions", about="a creature can’t block", since=SINCE)
def block_restrictions(game: Game) -> Iterator[Finding]:
    """No evasion ability and no other restriction forbids the blocks, one by one or together."""
    lonely = {gang.pairs[0].at for gang in gangs(game) if gang.menace.value and gang.alone}
    for pair in pairs(game):
        broken = next(((r.rule, r.prop) for r, f in barring(pair) if f.value is False), None)
        if broken is None and pair.at in lonely:
            broken = MENACE, "menace"
        if broken is not None:
            rule, prop = broken
            words = {**pair.words, "reason": Word("must", prop)}
            yield Finding(
                pair.at, Outcome.VIOLATES, (), words, unless=pair.unparsed, follows=rule
            )  # fmt: skip
            continue
        truth = may_block(pair)
        unknown: tuple[Fact[Any], ...] = (pair.a.keywords, pair.b.keywords)
        unknown += tuple(fact for _, fact in barring(pair))
        leans = unknown if truth is None else ()
        yield Finding(pair.at, outcome_of(truth), leans, pair.words)


class Gang(Struct, frozen=True):
    """All that block one attacker in a declaration."""

    pairs: tuple[Pair, ...]

    @property
    def alone(self) -> bool:
        """Whether it is one creature that blocks."""
        return len({pair.blocker.id for pair in self.pairs}) == 1

    @property
    def menace(self) -> Fact[bool]:
        return self.pairs[0].a.keywords.then(lambda words: "menace" in words)


@each_once
def gangs(game: Game) -> Iterator[Gang]:
    for steps in declarations(game):
        rows = [pair for step in steps for pair in pairs_of(game, step)]
        rows.sort(key=lambda pair: pair.attacker.id)
        for _, group in groupby(rows, key=lambda pair: pair.attacker.ref):
            yield Gang(tuple(group))


# ------------------------------------------------------------------ requirements


@each_once
def _combats(game: Game) -> Iterator[int]:
    """The indices of the declarations of attackers that certainly happened."""
    return (step.index for step in game.done("attack") if step.event.outcome != "?")


def provoked(game: Game, step: Step) -> dict[tuple[str, str], Fact[bool]]:
    """702.39a: (blocker, attacker) that provoke asks for in this combat, if it was chosen to."""
    found: dict[tuple[str, str], Fact[bool]] = {}
    targets: dict[str, tuple[str, str]] = {}
    begun = _combats(game)
    place = bisect_left(begun, step.index)
    for earlier in game.steps[begun[place - 1] if place else 0 : step.index]:
        event = earlier.event
        if earlier.taken_back or event.outcome == "?":
            continue
        chosen = [ref for refs in (event.targets or {}).values() for ref in refs]
        if event.do == "trigger" and _is_provoke(event.ability) and event.id and chosen:
            targets[event.id] = (chosen[0].partition("@")[0], str(event.source).partition("@")[0])
        # "You may": that it was chosen is assumed, unless the event says that nothing applied.
        if event.do == "resolve" and event.event in targets and event.applies != ():
            told = Fact(True, earlier.at / "applies") if event.applies else None
            assumed = game.assumed(True, earlier.at / "applies")
            found[targets[event.event]] = told or assumed
    return found


def _is_provoke(ability: str | None) -> bool:
    return ability is not None and ability.rstrip("0123456789") == "provoke"


@checks(
    "509.1c", prop="block-requirements", about="affected by any requirements",
    since=SINCE, cites=("702.39a",),
)  # fmt: skip
def block_requirements(game: Game) -> Iterator[Finding]:
    """As many of the creatures that must block do as restrictions allow."""
    for steps in declarations(game):
        step = steps[0]
        asked = provoked(game, step)
        if not asked:
            continue
        rows = (pair for one in steps for pair in pairs_of(game, one))
        done = {(pair.blocker.id, pair.attacker.id) for pair in rows}
        obeyed = sum(wish in done for wish in asked)
        leans = tuple(asked.values())
        fewest, most = (_most(game, step, asked, doubtful=sure) for sure in (False, True))
        truth: bool | None = None
        if most is not None and obeyed >= most:
            truth = True
        elif fewest is not None and obeyed < fewest and all(fact.known for fact in leans):
            truth = False
        unknown = truth is None and all(fact.known for fact in leans)
        missing = (step.at / "blockers",) if unknown else ()
        words = {"n": obeyed, "m": fewest}
        yield Finding(step.at, outcome_of(truth), leans, words, missing)


def _most(
    game: Game, step: Step, asked: dict[tuple[str, str], Fact[bool]], *, doubtful: bool
) -> int | None:
    """How many requirements can be obeyed, if doubtful blocks are legal or if they are not."""
    world, legal = step.before, []
    # What was taken back with "undo" may not be there any more.
    attackers = [world.things[n] for n in sorted({n for _, n in asked}) if n in world.things]
    for thing in world.on_battlefield():
        able = every(fact.value for fact in _conditions(game, step, thing, step.at).values())
        for attacker in attackers if able is not False else ():
            pair = Pair(game, world, thing, attacker, step.at)
            fine = attacker.attacking and thing.id != attacker.id
            truth = every((able, fine, may_block(pair)))
            if truth or (truth is None and doubtful):
                legal.append((thing.id, attacker.id))
    by_two = []
    for attacker in attackers:
        words = values(attacker, world).keywords.value
        if (words is None and not doubtful) or "menace" in (words or ()):
            by_two.append(attacker.id)
    return most_blocking(asked, legal, by_two)
