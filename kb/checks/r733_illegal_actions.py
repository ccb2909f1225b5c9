"""733.1 (732.1 until January 2026): an action is taken back only if it was illegal."""

from collections.abc import Iterator

import msgspec

from kb.checks.features import occurring
from kb.checks.registry import REGISTRY, checks
from kb.edition import EditionDate
from kb.facts import Fact
from kb.model import Outcome
from kb.pointer import Pointer
from kb.replay import Game, Step, replay
from kb.verdict import Finding

RULES = ("732.1", "733.1")
NEEDS = ("taken-back",)


@checks(
    "732.1", prop="rewind-without-cause", about="takes an illegal action",
    since="2025-07-25", until="2026-01-16",
)  # fmt: skip
def rewind_in_2025(game: Game) -> Iterator[Finding]:
    """What was taken back would have broken a rule."""
    yield from _rewinds(game)


@checks("733.1", prop="rewind-without-cause", about="takes an illegal action", since="2026-04-17")
def rewind(game: Game) -> Iterator[Finding]:
    """What was taken back would have broken a rule."""
    yield from _rewinds(game)


def _rewinds(game: Game) -> Iterator[Finding]:
    for step in game.steps:
        if not step.taken_back:
            continue
        fault = _fault(game, step)
        if fault is not None:
            rule, at = fault
            yield Finding(step.at, Outcome.COMPLIES, (Fact(rule, at),))
        else:
            # Not every rule has a checker: that none fails does not show that it was legal.
            unknown: Fact[str] = Fact(None, step.at / "note")
            yield Finding(step.at, Outcome.CANNOT_TELL, (unknown,))


def _fault(game: Game, step: Step) -> tuple[str, Pointer] | None:
    """A rule that the action breaks if it is let stand, and where."""
    history = list(game.document.history[: step.index + 1])
    history[-1] = msgspec.structs.replace(step.event, outcome="done")
    attempt = replay(
        msgspec.structs.replace(game.document, history=tuple(history)), strict=game.strict
    )
    edition = EditionDate.parse(game.document.rules) if game.document.rules else None
    for check in REGISTRY.concerned(occurring(game), edition):
        if str(check.rule) in RULES:
            continue
        for finding in check.findings(attempt):
            broken = finding.outcome is Outcome.VIOLATES and finding.at.within(step.at)
            if broken and finding.follows is None:
                return f"{check.rule} {check.prop}", finding.at
    return None
