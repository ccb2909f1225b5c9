"""The phases of turns, and the events with which a precombat main phase begins."""

from collections.abc import Iterator

from kb.replay import Game, Step
from kb.state import Clock

PHASES = ("beginning", "precombat-main", "combat", "postcombat-main", "ending")
STEPS = (
    ("untap", "upkeep", "draw"),
    (),
    ("beginning-of-combat", "declare-attackers", "declare-blockers", "first-combat-damage",
     "combat-damage", "end-of-combat"),
    (),
    ("end", "cleanup"),
)  # fmt: skip
"""The steps of each phase (500.1)."""


def main_phases(game: Game) -> Iterator[tuple[Step, bool]]:
    """The events at which a precombat main phase begins, or, with False, perhaps has begun."""
    phase, turn = phase_of(game.document.turn), 0
    for step in game.steps:
        if step.event.at is None or step.taken_back:
            continue
        new, passed = phase_of(step.event.at), step.before.turn - turn
        if passed > 1 or (passed and new is None):
            yield step, False
        elif new is not None and new >= 1:
            begins = step.event.do == "begin" and new == 1
            if passed or (phase is not None and phase < 1) or (phase is None and begins):
                yield step, True
            elif phase is None:
                yield step, False
        turn = step.before.turn
        phase = new if passed or new is not None else phase


def phase_of(clock: Clock | None) -> int | None:
    """The place of its phase in the turn; None where it is not told."""
    if clock is None:
        return None
    if clock.phase is not None:
        return PHASES.index(clock.phase)
    return next((n for n, steps in enumerate(STEPS) if clock.step in steps), None)
