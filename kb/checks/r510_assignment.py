"""510.1-2, combat damage: how much each creature deals, to what, and all at once."""

from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import replace

from kb.checks.r508_declared import entered_attacking
from kb.checks.r702_trample import (
    OVER,
    PAST,
    all_lethal,
    goes_over,
    over_conditions,
    reached,
    tramples,
    tramples_over,
)
from kb.checks.registry import checks
from kb.combat_damage import UNMARKED, Batch, Dealt, Share, batches, shares_of, target_name
from kb.evasion import FROM
from kb.facts import Fact, derived, every, some
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.replay import Game, each_once
from kb.values import values
from kb.verdict import Finding, outcome_of

SINCE = "2025-04-04"
NEEDS = ("do:damage",)
"""The edition from which blockers have no damage assignment order."""
POWER, UNBLOCKED, BLOCKED = (RuleNumber.parse(f"510.1{letter}") for letter in "abc")
BLOCKER, TRAMPLE = RuleNumber.parse("510.1d"), RuleNumber.parse("702.19b")
STAYS, CHOSEN = RuleNumber.parse("509.1h"), RuleNumber.parse("509.1g")
GONE, LATE = RuleNumber.parse("506.4c"), RuleNumber.parse("508.4d")
PAST_NOBODY, WALKER = RuleNumber.parse("702.19d"), RuleNumber.parse("702.19f")


@each_once
def _fighting(game: Game) -> Iterator[tuple[Batch, Dealt]]:
    """The damage of creatures that are in combat as the step begins."""
    for batch in batches(game):
        for dealt in batch.dealt:
            if dealt.source.in_combat and dealt.source.doubt is None:
                yield batch, dealt


def _texts(batch: Batch) -> tuple[Pointer, ...]:
    """Effects in words that may change how much damage is dealt, or prevent it."""
    return tuple(
        force.at / "text" for force in batch.world.effects if force.effect.text is not None
    )


def _prevented(dealt: Dealt) -> bool:
    """Whether protection may have prevented some of it (702.16e)."""
    for share in dealt.shares:
        thing = dealt.world.things.get(share.to.partition("@")[0])
        words = values(thing, dealt.world).keywords.value if thing is not None else frozenset()
        if words is None or any(word.startswith(FROM) for word in words):
            return True
    return False


def _perhaps_shrunk(dealt: Dealt) -> bool:
    """Whether damage of infect or wither may have put counters on it that are not told of."""
    shrunk = False
    for step in dealt.game.steps:
        event = step.event
        if step.at == dealt.at:
            return shrunk
        if step.before.turn != dealt.world.turn or step.taken_back:
            continue
        if event.do == "counters" and (event.object or "").partition("@")[0] == dealt.source.id:
            shrunk = False
        if event.do == "damage" and event.source is not None:
            source = step.before.thing(event.source, step.at / "source")
            words = values(source, step.before).keywords.value or frozenset()
            at_it = any(s.to == f"{dealt.source.id}@{dealt.source.number}" for s in shares_of(step))
            shrunk = shrunk or (at_it and not UNMARKED.isdisjoint(words))
    return shrunk


def full_power(dealt: Dealt) -> bool | None:
    """510.1a: it deals damage equal to its power; 0 or less deals none."""
    power = dealt.now.power
    if power.value is None or _perhaps_shrunk(dealt):
        return None
    due = max(0, power.value)
    return None if dealt.total < due and _prevented(dealt) else dealt.total == due


@checks("510.1a", prop="damage-is-power", about="combat damage equal to its", since="2021-04-22")
def damage_is_power(game: Game) -> Iterator[Finding]:
    """Each creature in combat deals damage equal to its power, and none if that is 0 or less."""
    for batch, dealt in _fighting(game):
        truth = full_power(dealt)
        power = dealt.now.power
        unless = (*dealt.unparsed, *_texts(batch)) if truth is False else ()
        words = {"o": dealt.name, "n": dealt.total, "m": power.value}
        leans = (power, *(Fact(share.amount, share.at) for share in dealt.shares))
        missing = (dealt.at,) if truth is None and power.known else ()
        yield Finding(dealt.at, outcome_of(truth), leans, words, missing, unless=unless)


# ------------------------------------------------------------------ to what


Aim = tuple[bool | None, RuleNumber, Share | None]
"""Whether a creature dealt damage to what it may; the rule of its case; the first share amiss."""


def aim(dealt: Dealt) -> Aim:
    """510.1b-d; where nobody knows of trample over planeswalkers, both ways must agree."""
    if _banded(dealt) is not False:
        return None, BLOCKED if dealt.source.attacking else BLOCKER, None
    if not dealt.source.attacking:
        allowed = dealt.blocks
        return _all_in(dealt, allowed, sure=True), BLOCKER, _astray(dealt, allowed)
    over = tramples_over(dealt).value if "@" in (dealt.source.attacks or "") else False
    if over is not None:
        return _attackers_aim(dealt, over=over)
    without, rule, share = _attackers_aim(dealt, over=False)
    with_it, _, _ = _attackers_aim(dealt, over=True)
    return without if without is with_it else None, rule, share


def _attackers_aim(dealt: Dealt, *, over: bool) -> Aim:
    """The aim of an attacker with trample over planeswalkers or without (702.19c, e)."""
    attacked, blocked = dealt.attacked, dealt.source.blocked
    theirs = tuple(f"{t.id}@{t.number}" for t in dealt.blockers)
    at_whom = (attacked.value,) if attacked.value else ()
    if over:
        at_whom = (*at_whom, reached(dealt).value or "")
    known = attacked.known
    if blocked is None or blocked.value is None:
        right = _all_in(dealt, (*theirs, *at_whom), sure=False)
        return (None if right or not known else right), UNBLOCKED, None
    if not blocked.value:
        return _all_in(dealt, at_whom, sure=known), UNBLOCKED, _astray(dealt, at_whom)
    passes = True if over else tramples(dealt).value
    if passes:
        both = (*theirs, *at_whom)
        return _all_in(dealt, both, sure=known), BLOCKED, _astray(dealt, both)
    right = _all_in(dealt, theirs, sure=passes is False)
    return right, BLOCKED, _astray(dealt, theirs)


def _banded(dealt: Dealt) -> bool | None:
    """702.22h-k: a band is blocked together, and another player may assign the damage."""
    words = (
        values(thing, dealt.world).keywords.value
        for thing in dealt.world.on_battlefield()
        if thing.in_combat
    )
    return some(None if one is None else "banding" in one for one in words)


def _all_in(dealt: Dealt, allowed: tuple[str, ...], *, sure: bool) -> bool | None:
    fine = all(share.to in allowed for share in dealt.shares if share.amount)
    return True if fine else False if sure else None


def _astray(dealt: Dealt, allowed: tuple[str, ...]) -> Share | None:
    return next((s for s in dealt.shares if s.amount and s.to not in allowed), None)


def _aimed(game: Game, rule: RuleNumber) -> Iterator[Finding]:
    """The cases of one rule of 510.1."""
    late = {thing.ref for step, thing, _ in entered_attacking(game) if _unblocked(thing.blocked)}
    for batch, dealt in _fighting(game):
        truth, mine, share = aim(dealt)
        if mine != rule:
            continue
        words: dict[str, object] = {"o": dealt.name, "p": ""}
        leans: tuple[Fact[object], ...] = ()
        if share is not None:
            words["p"] = target_name(share, batch.world)
            leans = (Fact(share.amount, share.at),)
        blocked = dealt.source.blocked
        missing: tuple[Pointer, ...] = ()
        if truth is None:
            unknown = [dealt.attacked, dealt.now.keywords, *((blocked,) if blocked else ())]
            leans = tuple(fact for fact in unknown if not fact.known)
            missing = () if leans else (dealt.source.at / "blocking",)
        follows = _root(dealt, share, late) if truth is False else None
        unless = dealt.unparsed if truth is False else ()
        yield Finding(
            dealt.at, outcome_of(truth), leans, words, missing, unless=unless, follows=follows
        )


def _unblocked(blocked: Fact[bool] | None) -> bool:
    return blocked is not None and blocked.value is False


def _root(dealt: Dealt, share: Share | None, late: set[tuple[str, int]]) -> RuleNumber | None:
    """The more specific rule whose breach this is."""
    source = dealt.source
    if not source.attacking:
        attackers = {f"{name}@{number}" for name, number in source.blocking}
        other = share is not None and _is_attacker(dealt, share) and share.to not in attackers
        return CHOSEN if other else None
    told = source.attacks or ""
    at_player = share is not None and share.to in dealt.game.document.players
    if "@" in told and at_player and tramples(dealt).value:
        return WALKER
    if _unblocked(source.blocked):
        if dealt.attacked.value == "":
            return GONE
        return LATE if source.ref in late else None
    if dealt.blockers:
        return None
    return PAST_NOBODY if tramples(dealt).value else STAYS


def _is_attacker(dealt: Dealt, share: Share) -> bool:
    thing = dealt.world.things.get(share.to.partition("@")[0])
    return thing is not None and thing.attacking


@checks(
    "510.1b",
    prop="unblocked-hits-attacked",
    about="An unblocked creature assigns its",
    since="2021-04-22",
)
def unblocked_hits_attacked(game: Game) -> Iterator[Finding]:
    """An unblocked attacker deals its damage to what it attacks."""
    yield from _aimed(game, UNBLOCKED)


@checks("510.1c", prop="blocked-hits-blockers", about="A blocked creature assigns its", since=SINCE)
def blocked_hits_blockers(game: Game) -> Iterator[Finding]:
    """A blocked attacker deals its damage to the creatures that block it."""
    yield from _aimed(game, BLOCKED)


@checks(
    "510.1d", prop="blocker-hits-attackers", about="A blocking creature assigns combat", since=SINCE
)
def blocker_hits_attackers(game: Game) -> Iterator[Finding]:
    """A blocker deals its damage to the attackers that it blocks."""
    yield from _aimed(game, BLOCKER)


@checks(
    "509.1g", prop="blocks-its-own", about="attacking creatures chosen for it", since="2021-04-22"
)
def blocks_its_own(game: Game) -> Iterator[Finding]:
    """A blocker fights only the attackers that were chosen for it."""
    for batch, dealt in _fighting(game):
        if dealt.source.attacking:
            continue
        chosen = {f"{name}@{number}" for name, number in dealt.source.blocking}
        shares = [share for share in dealt.shares if _is_attacker(dealt, share)]
        other = next((share for share in shares if share.to not in chosen), None)
        if shares:
            first = other or shares[0]
            words = {"o": dealt.name, "p": target_name(first, batch.world)}
            leans = (Fact(first.amount, first.at),)
            yield Finding(dealt.at, outcome_of(other is None), leans, words)


@checks("509.1h", prop="stays-blocked", about="A creature remains blocked even", since="2021-04-22")
def stays_blocked(game: Game) -> Iterator[Finding]:
    """What was blocked stays so when its blockers are gone, and deals no damage."""
    for batch in batches(game):
        for thing in batch.world.on_battlefield():
            if not thing.attacking or thing.blocked is None or not thing.blocked.value:
                continue
            dealt = batch.of(thing.id)
            words = {"o": values(thing, batch.world).name.value or thing.id}
            shown = dealt or Dealt(thing, (), batch.at, batch.world, game)
            passes = tramples(shown)
            if shown.blockers or passes.value or tramples_over(shown).value:
                continue
            truth = True if not shown.total else False if passes.known else None
            unless = shown.unparsed if truth is False else ()
            yield Finding(
                shown.at, outcome_of(truth), (thing.blocked, passes), words, unless=unless
            )


@checks(
    "506.3d",
    prop="enters-unblocked",
    about="creature enters the battlefield unblocked",
    since="2026-04-17",
)
def enters_unblocked(game: Game) -> Iterator[Finding]:
    """The same as 508.4d, which it points to."""
    for finding in comes_unblocked(game):
        yield replace(finding, follows=LATE if finding.outcome is Outcome.VIOLATES else None)


@checks(
    "508.4d",
    prop="comes-unblocked",
    about="battlefield as an unblocked creature",
    since="2026-04-17",
)
def comes_unblocked(game: Game) -> Iterator[Finding]:
    """What comes attacking after blocks is unblocked and deals damage to what it attacks."""
    late = {thing.ref for _, thing, _ in entered_attacking(game) if _unblocked(thing.blocked)}
    for batch, dealt in _fighting(game) if late else ():
        if dealt.source.ref in late and _unblocked(dealt.source.blocked):
            truth, _, share = aim(dealt)
            words = {"o": dealt.name, "p": target_name(share, batch.world) if share else ""}
            leans = (Fact(share.amount, share.at),) if share else ()
            yield Finding(dealt.at, outcome_of(truth), leans, words)


# ------------------------------------------------------------------ the whole assignment


@checks("510.1e", prop="whole-assignment", about="the total damage assignment", since=SINCE)
def whole_assignment(game: Game) -> Iterator[Finding]:
    """All that the creatures of one player deal in a step complies together."""
    for batch in batches(game):
        fighting = [d for d in batch.dealt if d.source.in_combat and d.source.doubt is None]
        fighting = [d for d in fighting if d.source.controller.known]
        fighting.sort(key=lambda dealt: str(dealt.source.controller.value))
        for player, rows in groupby(fighting, key=lambda dealt: dealt.source.controller.value):
            mine = list(rows)
            judged = [row for dealt in mine for row in _judged(game, batch, dealt)]
            truth = every(right for right, _ in judged)
            root = next((rule for right, rule in judged if right is False), None)
            unless = tuple(dict.fromkeys(at for dealt in mine for at in dealt.unparsed))
            missing = tuple(dealt.at for dealt in mine) if truth is None else ()
            yield Finding(
                mine[0].at, outcome_of(truth), (), {"p": player}, missing,
                unless=(*unless, *_texts(batch)) if truth is False else (), follows=root,
            )  # fmt: skip


def _judged(game: Game, batch: Batch, dealt: Dealt) -> Iterator[tuple[bool | None, RuleNumber]]:
    yield full_power(dealt), POWER
    right, rule, _ = aim(dealt)
    yield right, rule
    blocked = dealt.source.blocked
    if dealt.source.attacking and blocked is not None and blocked.value and tramples(dealt).value:
        yield all_lethal(game, batch, dealt), TRAMPLE
    if goes_over(dealt):
        facts = over_conditions(game, batch, dealt)
        yield every(fact.value for fact in facts), OVER if dealt.attacked.value else PAST


@checks("510.2", prop="damage-at-once", about="is dealt simultaneously", since="2021-04-22")
def damage_at_once(game: Game) -> Iterator[Finding]:
    """Nobody casts or activates anything between one creature's combat damage and another's."""
    for batch in batches(game):
        for dealt, between in batch.late:
            if dealt.source.in_combat:
                leans = (derived(False, between),)
                yield Finding(dealt.at, Outcome.VIOLATES, leans, {"o": dealt.name})
        if len(batch.dealt) > 1 and not batch.late:
            yield Finding(batch.at, Outcome.COMPLIES)
