"""702.193, power-up: once for each object, cheaper in the turn in which it entered."""

from collections.abc import Iterator

from kb.activation_cost import Activation, activations
from kb.checks.registry import checks
from kb.explain import totals_shown
from kb.facts import Fact, derived
from kb.model import Outcome
from kb.number import RuleNumber
from kb.replay import Game, each_once
from kb.replay_stack import actor
from kb.total_cost import Totals
from kb.verdict import Finding, Word, outcome_of

SINCE = "2026-06-19"
NEEDS = ("ability:power_up",)
Use = tuple[tuple[str, int], str]
"""An object and one of its abilities."""


@each_once
def _told(game: Game) -> Iterator[Activation]:
    """The activations of which total or payment is told."""
    for activation in activations(game):
        event = activation.step.event
        if event.total is not None or event.paid is not None:
            yield activation


def _words(activation: Activation, totals: Fact[Totals], entered: bool) -> dict[str, object]:
    event = activation.step.event
    asked = event.total if event.total is not None else event.paid
    return {
        "o": activation.values.name.value or activation.source.id,
        "cost": activation.ability.mana.value,
        "r": activation.values.cost.value,
        "v": totals_shown(totals.value),
        "w": totals_shown(asked),
        "entered": Word("words", "entered" if entered else "not-entered"),
    }


@checks(
    "702.193a", prop="reduced-if-entered-this-turn", about="permanent entered this turn",
    since=SINCE, cites=("601.2f", "602.2b"),
)  # fmt: skip
def reduced_if_entered_this_turn(game: Game) -> Iterator[Finding]:
    """The ability costs less if this object entered the battlefield this turn, else all of it."""
    for activation in _told(game):
        full, less = activation.full, activation.reduced
        entered = activation.entered_now
        fits_full, fits_less = activation.fits(full), activation.fits(less)
        if entered.value is True:
            # A total that is neither is reduced wrongly: reduction-arithmetic.
            truth = fits_less if fits_less is not False else (False if fits_full else None)
            if fits_less is False and fits_full is False:
                continue
        elif entered.value is False:
            truth = fits_full
        else:
            truth = True if fits_full and fits_less else None
            if fits_full is False and fits_less is False:
                truth = None
        totals = less if entered.value else full
        leans = (entered, totals) if entered.known else (entered, less, full)
        words = _words(activation, totals, bool(entered.value))
        yield Finding(activation.at, outcome_of(truth), leans, words)


@checks(
    "702.193a", prop="activated-at-most-once", about="ability only once",
    since=SINCE, cites=("602.5b",),
)  # fmt: skip
def activated_at_most_once(game: Game) -> Iterator[Finding]:
    """This object has not activated this ability before, unless an effect allows one more."""
    seen: dict[Use, Activation] = {}
    for activation in activations(game):
        source, name, step = activation.source, activation.ability.id, activation.step
        first = seen.setdefault((source.ref, name), activation)
        earlier = source.activated.get(name, 0)
        more = _more_allowed(activation)
        if earlier >= 1 + more:
            truth: bool | None = False
        else:
            truth = source.activated_at.value
        told = first.step.at if first is not activation else source.at / "activated"
        leans: tuple[Fact[object], ...] = (derived(earlier, told),)
        if truth is not False:
            leans = (source.activated_at.then(lambda told: told),)
        yield Finding(step.at, outcome_of(truth), leans, {"at": leans[0].at})


@checks("602.5b", prop="limit-follows-object", about="even if its controller changes", since=SINCE)
def limit_follows_object(game: Game) -> Iterator[Finding]:
    """A new controller of the same object does not get another activation."""
    seen: dict[Use, Activation] = {}
    for activation in activations(game):
        source, name = activation.source, activation.ability.id
        earlier = source.activated.get(name, 0)
        first = seen.setdefault((source.ref, name), activation)
        if first.source.controller.value == source.controller.value:
            continue
        truth = earlier < 1 + _more_allowed(activation)
        leans = (derived(earlier, first.step.at),)
        follows = None if truth else RuleNumber.parse("702.193a")
        yield Finding(activation.step.at, outcome_of(truth), leans, follows=follows)


def _more_allowed(activation: Activation) -> int:
    source = activation.source
    return sum(
        force.effect.extra_activations or 0
        for force in activation.step.before.effects
        if (source.ref in force.upon or source.controller.value in force.names)
        and (force.effect.only is None or force.effect.only.ability != "mana")
    )


@checks(
    "702.193a", prop="activated-by-controller", about="adds additional rules to",
    since=SINCE, cites=("602.2",),
)  # fmt: skip
def activated_by_controller(game: Game) -> Iterator[Finding]:
    """Only the controller of the permanent activates it."""
    for activation in activations(game):
        step, controller = activation.step, activation.source.controller
        by = actor(step.before, step.event, step.at, activation.source)
        truth = None if not (by.known and controller.known) else by.value == controller.value
        words = {"p": controller.value}
        yield Finding(by.at, outcome_of(truth), (by, controller), words)


@checks(
    "702.193b", prop="reduction-arithmetic", about="excess reduces that much generic",
    since=SINCE, cites=("118.7", "601.2f"),
)  # fmt: skip
def reduction_arithmetic(game: Game) -> Iterator[Finding]:
    """The reduced total is one that the mana cost of the permanent leaves."""
    for activation in _told(game):
        entered, less = activation.entered_now, activation.reduced
        if entered.value is False:
            continue
        truth = activation.fits(less)
        leans: tuple[Fact[object], ...] = (entered.then(lambda e: e), less.then(lambda t: t))
        if not entered.known:
            full = activation.full
            truth = True if truth and activation.fits(full) else None
            leans = (entered.then(lambda e: e),)
        words = _words(activation, less, True)
        yield Finding(activation.at, outcome_of(truth), leans, words)


@checks(
    "702.193b", prop="floor-zero", about="reduces generic mana in",
    since=SINCE, cites=("118.7",),
)  # fmt: skip
def floor_zero(game: Game) -> Iterator[Finding]:
    """The reduction takes off mana down to zero and touches nothing else of the cost."""
    for activation in _told(game):
        if activation.entered_now.value is not True or activation.step.event.total is None:
            continue
        truth = activation.rest_untouched
        at = activation.at
        leans = (Fact(activation.step.event.total, at), activation.entered_now)
        yield Finding(at, Outcome.COMPLIES if truth else Outcome.VIOLATES, leans)
