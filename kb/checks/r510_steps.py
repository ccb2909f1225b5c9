"""510.4, 702.4, 702.7: who deals combat damage in which of two steps."""

from collections.abc import Iterator

from msgspec import Struct

from kb.checks.registry import checks
from kb.combat_damage import FIRST, Batch, Dealt, batches
from kb.facts import Fact, some
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.replay import Game, each_once
from kb.values import called, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Thing, World

SINCE = "2021-04-22"
NEEDS = ("do:damage",)
LOST_DOUBLE = RuleNumber.parse("702.4c")
LOST_FIRST, BOTH, FIRST_STRIKE = (RuleNumber.parse(n) for n in ("702.7c", "702.4b", "702.7b"))
_EARLY = ("first strike", "double strike")


class Striker(Struct, frozen=True):
    """A creature in combat in one combat damage step, with its keywords then and before."""

    game: Game
    batch: Batch
    thing: Thing
    dealt: Dealt | None
    """What it dealt in the step; None for nothing."""

    @property
    def now(self) -> Fact[frozenset[str]]:
        return values(self.thing, self.batch.world).keywords

    @property
    def then(self) -> Fact[frozenset[str]] | None:
        """Its keywords as the first of two steps began; None where there was none."""
        first = self.batch.first
        earlier = first.world.things.get(self.thing.id) if first is not None else None
        if first is None or earlier is None or earlier.ref != self.thing.ref:
            return None
        return values(earlier, first.world).keywords

    def has(self, word: str) -> bool | None:
        return None if self.now.value is None else word in self.now.value

    def had(self, word: str) -> bool | None:
        then = self.then
        return None if then is None or then.value is None else word in then.value

    @property
    def struck(self) -> bool:
        """Whether it dealt damage in the first step already."""
        first = self.batch.first
        return first is not None and first.of(self.thing.id) is not None

    @property
    def at(self) -> Pointer:
        return self.dealt.at if self.dealt is not None else self.batch.at

    @property
    def leans(self) -> tuple[Fact[frozenset[str]], ...]:
        then = self.then
        return (self.now,) if then is None else (then, self.now)

    @property
    def words(self) -> dict[str, object]:
        second = self.batch.kind != FIRST
        step = Word("words", "second-step" if second else "first-step")
        return {"o": called(self.thing, self.batch.world), "step": step}


@each_once
def strikers(game: Game) -> Iterator[Striker]:
    """All creatures in combat in each step."""
    for batch in batches(game):
        for thing in batch.world.on_battlefield():
            if thing.in_combat and thing.doubt is None:
                yield Striker(game, batch, thing, batch.of(thing.id))


def _early(thing: Thing, world: World) -> bool | None:
    words = values(thing, world).keywords.value
    return None if words is None else any(word in words for word in _EARLY)


def may_deal(one: Striker) -> bool | None:
    """510.4: whether it deals damage in this step."""
    early = _early(one.thing, one.batch.world)
    if one.batch.kind == FIRST:
        return early
    if one.batch.first is not None:
        before = some((one.had("first strike"), one.had("double strike")))
        return some((None if before is None else not before, one.has("double strike")))
    if not early or one.has("double strike"):
        return True
    # One step alone is told of. If it was the first, others would not have dealt in it.
    others = [_early(d.source, d.world) for d in one.batch.dealt if d.source.in_combat]
    return False not in others


def root(one: Striker) -> RuleNumber | None:
    """The rule that says most about why it may not deal damage here."""
    if one.batch.kind == FIRST or one.batch.first is None:
        return FIRST_STRIKE
    if one.had("double strike"):
        return LOST_DOUBLE
    if not one.has("first strike"):
        return LOST_FIRST
    return BOTH if one.struck else FIRST_STRIKE


def _matters(game: Game, batch: Batch) -> bool | None:
    """Whether something in the combat has, or had, first strike or double strike."""
    worlds = [batch.world] if batch.first is None else [batch.first.world, batch.world]
    return some(
        _early(thing, world)
        for world in worlds
        for thing in world.on_battlefield()
        if thing.in_combat
    )


@checks("510.4", prop="two-damage-steps", about="the phase gets a second", since=SINCE)
def two_damage_steps(game: Game) -> Iterator[Finding]:
    """There are two steps only for first strike, and each creature deals damage in its own."""
    for one in strikers(game):
        if one.dealt is None:
            continue
        matters = _matters(game, one.batch)
        if matters is False and one.batch.kind == FIRST:
            yield Finding(one.at, Outcome.VIOLATES, one.leans, one.words)
        elif matters is not False:
            truth = may_deal(one) if matters else None
            follows = root(one) if truth is False else None
            if matters is None and one.batch.kind != FIRST and one.batch.first is None:
                truth = may_deal(one)
            yield Finding(one.at, outcome_of(truth), one.leans, one.words, follows=follows)


@checks(
    "702.7b", prop="first-strike", about="has first strike or double", since=SINCE, cites=("510.4",)
)
def first_strike(game: Game) -> Iterator[Finding]:
    """With first strike about, what has it deals damage first and only then, the others after."""
    for one in strikers(game):
        if one.dealt is None or not _matters(game, one.batch) or one.has("double strike"):
            continue
        truth = may_deal(one)
        rule = root(one) if truth is False else None
        follows = rule if rule != FIRST_STRIKE else None
        yield Finding(one.at, outcome_of(truth), one.leans, one.words, follows=follows)


@checks(
    "702.4b",
    prop="double-strike",
    about="currently have double strike",
    since=SINCE,
    cites=("510.4",),
)
def double_strike(game: Game) -> Iterator[Finding]:
    """Only what has double strike deals damage in both steps."""
    for one in strikers(game):
        if one.dealt is None or not one.struck:
            continue
        double = one.has("double strike")
        rule = root(one) if double is False else None
        follows = rule if rule != BOTH else None
        yield Finding(one.at, outcome_of(double), one.leans, one.words, follows=follows)


@checks("702.4c", prop="double-strike-lost", about="Removing double strike from", since=SINCE)
def double_strike_lost(game: Game) -> Iterator[Finding]:
    """What lost double strike during the first step deals no damage in the second."""
    for one in strikers(game):
        if one.had("double strike") and one.has("double strike") is False:
            yield Finding(one.at, outcome_of(one.dealt is None), one.leans, one.words)


@checks("702.4d", prop="double-strike-gained", about="Giving double strike to a", since=SINCE)
def double_strike_gained(game: Game) -> Iterator[Finding]:
    """What had first strike and got double strike after the first step deals damage again."""
    for one in strikers(game):
        if not one.had("first strike") or one.had("double strike") or not one.has("double strike"):
            continue
        power = values(one.thing, one.batch.world).power
        if one.dealt is not None:
            yield Finding(one.at, Outcome.COMPLIES, one.leans, one.words)
        elif game.document.covers in ("turn", "game") and (power.value or 0) > 0:
            yield Finding(one.at, Outcome.VIOLATES, one.leans, one.words)


@checks("702.7c", prop="first-strike-changed", about="Giving first strike to a", since=SINCE)
def first_strike_changed(game: Game) -> Iterator[Finding]:
    """First strike got after the first step takes nothing away; lost after it, it gives nothing."""
    for one in strikers(game):
        had, has = one.had("first strike"), one.has("first strike")
        if had is None or has is None or had is has:
            continue
        if one.had("double strike") or one.has("double strike") is not False:
            continue
        if had:
            yield Finding(one.at, outcome_of(one.dealt is None), one.leans, one.words)
        elif one.dealt is not None:
            yield Finding(one.at, Outcome.COMPLIES, one.leans, one.words)
