"""602.2 to 602.5: who activates abilities, when, how often."""

from collections.abc import Iterator

from msgspec import Struct

from kb.checks.r508_attackers import CONTROL, tap_ability_needs_control
from kb.checks.r601_casting import activation_totals
from kb.checks.registry import checks
from kb.explain import totals_shown
from kb.facts import Fact, derived
from kb.model import Outcome
from kb.moments import moments
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.printed import Named
from kb.replay import Game, Step
from kb.replay_stack import actor
from kb.timing import as_sorcery
from kb.total_cost import fits, told_at
from kb.values import Values, values
from kb.verdict import Finding, outcome_of
from kb.world import InForce, Thing

SINCE = "2021-04-22"
NEEDS = ("do:activate",)
ACQUIRED = RuleNumber.parse("602.5c")
EXHAUST = "exhaust"


class Use(Struct, frozen=True):
    """An ability as it is activated."""

    step: Step
    source: Thing
    now: Values
    ability: Named | None
    """None where the document does not list it."""
    by: Fact[str]

    @property
    def limit(self) -> str | None:
        written = self.ability.written.activated if self.ability is not None else None
        return written.limit if written is not None else None

    @property
    def makes_mana(self) -> bool:
        written = self.ability.written.activated if self.ability is not None else None
        return written is not None and written.mana_ability

    @property
    def is_exhaust(self) -> bool:
        """702.177a: an ability that its object's keyword limits to one use."""
        return self.limit == "once" and EXHAUST in (self.now.keywords.value or ())

    @property
    def words(self) -> dict[str, object]:
        return {
            "o": self.now.name.value or self.source.id,
            "a": self.step.event.ability or "?",
            "p": self.by.value or "?",
        }


def uses(game: Game) -> tuple[Use, ...]:
    """The abilities activated."""
    found: tuple[Use, ...] | None = game.kept.get("uses")
    if found is None:
        found = game.kept["uses"] = tuple(_uses(game))
    return found


def _uses(game: Game) -> Iterator[Use]:
    for step in game.done("activate"):
        event = step.event
        if event.object is None:
            continue
        source = step.before.thing(event.object, step.at / "object")
        now = values(source, step.before)
        ability = now.ability(event.ability) if event.ability is not None else None
        yield Use(step, source, now, ability, actor(step.before, event, step.at, source))


@checks("602.2", prop="activated-by-its-controller", about="Only an object’s controller",
        since=SINCE)  # fmt: skip
def activated_by_its_controller(game: Game) -> Iterator[Finding]:
    """The controller of an object activates its abilities, or its owner where it has none."""
    for use in uses(game):
        if use.step.event.by is None:
            continue
        owner = derived(use.source.owner, use.source.at / "owner")
        whose = use.source.controller if use.source.on_board else owner
        truth = None if not whose.known else use.by.value == whose.value
        words = {**use.words, "q": whose.value or "?"}
        unless = (*use.now.unparsed, *_effect_words(use)) if truth is False else ()
        power_up = use.ability is not None and use.ability.kind == "power_up"
        root = RuleNumber.parse("702.193a") if power_up else None
        found = Finding(use.by.at, outcome_of(truth), (use.by, whose), words, unless=unless)
        yield found.after(root)


def _effect_words(use: Use) -> Iterator[Pointer]:
    """602.1b: the words of the ability, which may let other players activate it."""
    ability = use.ability
    written = ability.written.activated if ability is not None else None
    if ability is not None and written is not None and written.effect is not None:
        yield ability.at / "activated" / "effect"


@checks("602.2b", prop="activation-cost", about="analog to a spell’s mana", since=SINCE,
        cites=("601.2f",))  # fmt: skip
def activation_cost(game: Game) -> Iterator[Finding]:
    """The total cost of an ability starts from its activation cost."""
    for use in uses(game):
        totals = activation_totals(use.step)
        if totals is not None:
            words = {"v": totals_shown(totals.value), "w": totals_shown(use.step.event.total)}
            found = Finding(told_at(use.step), outcome_of(fits(use.step, totals)), (totals,), words)
            yield found.after(RuleNumber.parse("601.2f"))


@checks("602.5", prop="not-prohibited", about="prohibited from being activated", since=SINCE)
def not_prohibited(game: Game) -> Iterator[Finding]:
    """What an effect forbids to activate is not activated."""
    for use in uses(game):
        for force in use.step.before.effects:
            if force.effect.prohibit == "activate":
                hit = _forbids(force, use)
                truth = None if force.doubtful or hit is None else not hit
                leans = (Fact("activate", force.at / "prohibit"),)
                yield Finding(use.step.at, outcome_of(truth), leans, use.words)


def _forbids(force: InForce, use: Use) -> bool | None:
    """Whether an effect is about this ability; None where the document does not list that."""
    upon = use.source.ref in force.upon or use.source.controller.value in force.names
    if not upon:
        return False
    only = force.effect.only.ability if force.effect.only is not None else None
    if only is None or only == "activated":
        return True
    if use.ability is None:
        return None
    return use.makes_mana if only == "mana" else use.ability.kind == "power_up"


@checks("602.5a", prop="tap-ability-needs-control", about="Ignore this rule for creatures",
        since=SINCE, cites=("302.6",))  # fmt: skip
def new_creature_taps_for_nothing(game: Game) -> Iterator[Finding]:
    """A creature's ability with {T} or {Q} waits until its controller has had it for a turn."""
    for finding in tap_ability_needs_control(game):
        yield finding.after(CONTROL)


@checks("602.5b", prop="use-limit", about="restriction continues to apply", since=SINCE)
def use_limit(game: Game) -> Iterator[Finding]:
    """An ability that may be activated once, or once each turn, is not activated again."""
    for use in uses(game):
        finding = _limited(game, use)
        if finding is not None:
            root = RuleNumber.parse("702.177a") if use.is_exhaust else None
            yield finding.after(ACQUIRED if _acquired(use) else root)


@checks("602.5c", prop="acquired-limit", about="ability as acquired from", since=SINCE)
def acquired_limit(game: Game) -> Iterator[Finding]:
    """The limit of an ability gained from another object counts for itself."""
    for use in uses(game):
        finding = _limited(game, use) if _acquired(use) else None
        if finding is not None:
            yield finding


@checks("702.177a", prop="exhaust-once", about="adds additional rules to", since="2025-04-04",
        cites=("602.5b",))  # fmt: skip
def exhaust_once(game: Game) -> Iterator[Finding]:
    """An object activates an exhaust ability of its own once only."""
    for use in uses(game):
        finding = _limited(game, use) if use.is_exhaust else None
        if finding is not None:
            yield finding.after(ACQUIRED if _acquired(use) else None)


def _acquired(use: Use) -> bool:
    return use.ability is not None and use.ability.written.from_ is not None


def _limited(game: Game, use: Use) -> Finding | None:
    """Whether the ability was free to be activated; None where it has no such limit."""
    name = use.step.event.ability
    if name is None or use.limit not in ("once", "once-per-turn"):
        return None
    turn = use.step.before.turn if use.limit == "once-per-turn" else None
    earlier = [
        step
        for step in game.steps[: use.step.index]
        if step.event.do == "activate" and not step.taken_back and step.event.ability == name
        and turn in (None, step.before.turn) and _same_object(step, use.source)
    ]  # fmt: skip
    listed = use.source.activated.get(name, 0)
    more = sum(
        force.effect.extra_activations or 0
        for force in use.step.before.effects
        if (use.source.ref in force.upon or use.source.controller.value in force.names)
        and (force.effect.only is None or force.effect.only.ability == "activated")
    )
    at = earlier[0].at if earlier else use.source.at / "activated"
    words = {**use.words, "at": at}
    if len(earlier) > more or (use.limit == "once" and listed > more):
        leans: tuple[Fact[object], ...] = (derived(max(len(earlier), listed), at),)
        return Finding(use.step.at, Outcome.VIOLATES, leans, words)
    before: Fact[object] = use.source.activated_at.then(lambda told: told)
    if turn == 0 and listed > len(earlier):  # those listed at the start may be of this turn
        before = Fact(None, use.source.at / "activated")
    return Finding(use.step.at, outcome_of(True if before.known else None), (before,), words)


def _same_object(step: Step, source: Thing) -> bool:
    if step.event.object is None:
        return False
    thing = step.before.thing(step.event.object, step.at / "object")
    return thing.ref == source.ref


@checks("602.5d", prop="ability-as-sorcery", about="timing rules for casting", since=SINCE)
def ability_as_sorcery(game: Game) -> Iterator[Finding]:
    """An ability for the time of sorceries waits for an own main phase with an empty stack."""
    yield from _slow(game)


@checks("307.5", prop="as-a-sorcery", about="could cast a sorcery", since=SINCE, cites=("602.5d",))
def as_a_sorcery(game: Game) -> Iterator[Finding]:
    """The same, as the rules of sorceries say it."""
    for finding in _slow(game):
        yield finding.after(RuleNumber.parse("602.5d"))


def _slow(game: Game) -> Iterator[Finding]:
    for use in uses(game):
        if use.limit == "sorcery-speed":
            timing = as_sorcery(game, use.step, moments(game)[use.step.index], use.by)
            if timing is not None:
                yield timing.finding(o=use.words["o"], a=use.words["a"])
