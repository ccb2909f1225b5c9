"""733.1 (732.1 until January 2026): an action is taken back only if it was illegal."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from kb.checks.features import occurring
from kb.checks.registry import REGISTRY, checks
from kb.edition import EditionDate
from kb.facts import Fact
from kb.model import Outcome
from kb.pointer import ROOT, Pointer
from kb.replay import Game, Step, replay
from kb.values import values
from kb.verdict import Finding
from kb.world import World

RULES = ("732.1", "733.1")
_MOST_REPLAYED = 20_000
"""Events gone through again for all that was taken back; each action needs those before it."""
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
    left = _MOST_REPLAYED
    for step in game.steps:
        if not step.taken_back:
            continue
        left -= step.index + 1
        judged = _judged(game, step) if left >= 0 else _Judged(None)
        if judged.broken is not None:
            yield Finding(step.at, Outcome.COMPLIES, (judged.broken,))
        elif judged.is_legal and not _unparsed(game, step.before):
            yield Finding(step.at, Outcome.VIOLATES, judged.decided)
        else:
            # Not every rule has a checker: that none fails does not show that it was legal.
            unknown: Fact[str] = Fact(None, step.at / "note")
            yield Finding(step.at, Outcome.CANNOT_TELL, (unknown,))


class _Judged(NamedTuple):
    """What the checkers say of an action if it is let stand."""

    broken: Fact[str] | None
    """A proposition that it breaks, and where."""
    decided: tuple[Fact[str], ...] = ()
    """The propositions that settle whether it was legal, with which it complies."""
    is_legal: bool = False


_SETTLE: Mapping[str, frozenset[str]] = {
    "cast": frozenset({"cast-timing", "total-cost", "payment-matches"}),
    "play-land": frozenset({"land-timing", "land-limit"}),
    "attack": frozenset({"who-and-when", "attackers-eligible", "restrictions"}),
}
"""What has to be decided of each kind of action before it can be called legal."""


def _judged(game: Game, step: Step) -> _Judged:
    attempt = _let_stand(game, step)
    edition = EditionDate.parse(game.document.rules) if game.document.rules else None
    settle = _SETTLE.get(step.event.do, frozenset())
    decided: dict[str, Fact[str]] = {}
    doubtful = False
    for check in REGISTRY.concerned(occurring(game), edition):
        if str(check.rule) in RULES:
            continue
        for finding in check.findings(attempt):
            if not finding.at.within(step.at):
                continue
            if finding.outcome is Outcome.VIOLATES and finding.follows is None:
                return _Judged(Fact(f"{check.rule} {check.prop}", finding.at))
            if finding.outcome is not Outcome.COMPLIES:
                doubtful = True
            elif check.prop in settle:
                decided.setdefault(check.prop, Fact(f"{check.rule} {check.prop}", finding.at))
    whole = game.document.covers in ("turn", "game")  # else what forbade it may not be told
    legal = whole and not doubtful and bool(settle) and decided.keys() == settle
    return _Judged(None, tuple(decided.values()), legal)


def _let_stand(game: Game, step: Step) -> Game:
    """The game as it would be if the action had not been taken back."""
    history = list(game.document.history[: step.index + 1])
    history[-1] = msgspec.structs.replace(step.event, outcome="done")
    document = msgspec.structs.replace(game.document, history=tuple(history))
    return replay(document, strict=game.strict)


def _unparsed(game: Game, world: World) -> tuple[Pointer, ...]:
    """Words that no program reads, of whatever may forbid the action (101.1, 101.2)."""
    things = (thing for thing in world.things.values() if thing.zone != "none")
    effects = enumerate(game.document.effects)
    return (
        *(at for thing in things for at in values(thing, world).unparsed),
        *(ROOT / "effects" / place / "text" for place, one in effects if one.text is not None),
    )
