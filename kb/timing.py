"""The right time of an action: own main phase, empty stack, priority."""

from msgspec import Struct

from kb.facts import Fact, every
from kb.moments import MAIN, Moment, is_empty
from kb.number import RuleNumber
from kb.replay import Game, Step
from kb.unread import unread
from kb.verdict import Finding, Word, outcome_of


class Timing(Struct, frozen=True):
    """What is to hold at a moment for a player to act, each under the name of its fault."""

    game: Game
    step: Step
    by: Fact[str]
    conditions: dict[str, tuple[bool | None, tuple[Fact[object], ...]]]
    cause: str | None
    """The rule that gave somebody else priority."""

    @property
    def root(self) -> RuleNumber | None:
        """One fault, one root: who acts without priority breaks the rule that says who has it."""
        lacks = self.failed == "priority" and self.cause is not None
        return RuleNumber.parse(str(self.cause)) if lacks else None

    @property
    def truth(self) -> bool | None:
        return every(truth for truth, _ in self.conditions.values())

    @property
    def failed(self) -> str | None:
        """The name of the first fault."""
        return next((key for key, (truth, _) in self.conditions.items() if truth is False), None)

    @property
    def leans(self) -> tuple[Fact[object], ...]:
        truth = self.truth
        return tuple(
            fact for one, facts in self.conditions.values() if one is truth for fact in facts
        )

    def finding(self, **words: object) -> Finding:
        reason = Word("timing", self.failed or "phase")
        said = {"p": self.by.value or "?", "reason": reason, **words}
        # Another phase or turn may be allowed by words, priority may not.
        slow = self.truth is False and self.failed != "priority"
        unless = unread(self.game, self.step) if slow else ()
        found = Finding(self.step.at, outcome_of(self.truth), self.leans, said, unless=unless)
        return found.after(self.root)


def as_sorcery(game: Game, step: Step, moment: Moment, by: Fact[str]) -> Timing | None:
    """Own main phase, empty stack, priority; None where no phase is told."""
    if not moment.phase.known:
        return None
    mine = None
    if moment.active.known and by.known:
        mine = moment.active.value == by.value
    empty = is_empty(game, moment, step.at)
    return Timing(
        game,
        step,
        by,
        {
            "turn": (mine, (moment.active.then(lambda a: a), by.then(lambda p: p))),
            "phase": (moment.phase.value in MAIN, (moment.phase.then(lambda p: p),)),
            "stack": (empty.value, (empty.then(lambda e: e),)),
            **_priority(moment, by),
        },
        moment.cause,
    )


def with_priority(game: Game, step: Step, moment: Moment, by: Fact[str]) -> Timing | None:
    """Nothing but priority; None where nobody told who has it."""
    conditions = _priority(moment, by)
    return Timing(game, step, by, conditions, moment.cause) if conditions else None


def _priority(
    moment: Moment, by: Fact[str]
) -> dict[str, tuple[bool | None, tuple[Fact[object], ...]]]:
    has = moment.has_priority(by)
    if has is None:  # who has it is told in few documents, and then it is taken for granted
        return {}
    return {"priority": (has, (moment.priority.then(lambda p: p), by.then(lambda p: p)))}
