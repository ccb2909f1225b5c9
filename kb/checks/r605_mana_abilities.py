"""605: abilities that make mana and do not use the stack."""

from collections.abc import Iterator

from kb.checks.r602_activating import Use, uses
from kb.checks.r606_loyalty import is_loyalty
from kb.checks.registry import checks
from kb.facts import Fact
from kb.number import RuleNumber
from kb.replay import Game, Step
from kb.verdict import Finding, outcome_of

SINCE = "2021-04-22"
NEEDS = ("do:activate",)
QUIET = frozenset({"observe", "effect", "counters", "tap", "untap", "life"})
"""What an ability may be seen to do as it resolves."""


@checks("605.3b", prop="mana-ability-no-stack", about="resolves immediately after it is",
        since=SINCE)  # fmt: skip
def mana_ability_no_stack(game: Game) -> Iterator[Finding]:
    """A mana ability resolves at once: it is neither answered, countered nor targeted."""
    yield from _at_once(game)


@checks("405.6c", prop="mana-ability-no-stack", about="Mana abilities resolve immediately",
        since=SINCE)  # fmt: skip
def mana_abilities_resolve(game: Game) -> Iterator[Finding]:
    """The same, as the rules of the stack say it."""
    for finding in _at_once(game):
        yield finding.after(RuleNumber.parse("605.3b"))


def _at_once(game: Game) -> Iterator[Finding]:
    for use in uses(game):
        if not use.makes_mana:
            continue
        wrong = _answered(game, use.step)
        at = wrong.at if wrong is not None else use.step.at
        told = Fact(wrong.event.do if wrong is not None else use.step.event.ability, at)
        yield Finding(at, outcome_of(wrong is None), (told,), use.words)


def _answered(game: Game, step: Step) -> Step | None:
    """The event that treats an ability as if it were on the stack."""
    name, between = step.event.id, False
    if name is None:
        return None
    for later in game.steps[step.index + 1 :]:
        event = later.event
        if later.taken_back:
            continue
        resolves = event.do == "resolve" and event.event == name
        if resolves:
            return later if between else None
        if event.do in ("counter", "copy-ability") and event.event == name:
            return later
        if any(name in refs for refs in (event.targets or {}).values()):
            return later
        between = between or event.do not in QUIET
    return None


@checks("605.1a", prop="mana-ability-untargeted", about="it doesn’t require a target", since=SINCE)
def mana_ability_untargeted(game: Game) -> Iterator[Finding]:
    """A mana ability has no target and is no loyalty ability."""
    for use in uses(game):
        if use.makes_mana:
            yield _untargeted(use)


@checks("605.5a", prop="mana-ability-untargeted", about="ability with a target is", since=SINCE)
def targeted_is_no_mana_ability(game: Game) -> Iterator[Finding]:
    """An ability with a target is no mana ability, whatever it makes."""
    for use in uses(game):
        if use.makes_mana:
            yield _untargeted(use).after(RuleNumber.parse("605.1a"))


def _untargeted(use: Use) -> Finding:
    ability = use.ability
    assert ability is not None
    assert ability.written.activated is not None
    targets = ability.written.activated.targets or (use.step.event.targets or {})
    truth = not targets and not is_loyalty(use)
    at = ability.at / "activated" / ("targets" if targets else "mana_ability")
    return Finding(use.step.at, outcome_of(truth), (Fact(truth, at),), use.words)
