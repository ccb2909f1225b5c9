"""Life totals: what a player has left before an event, as far as the document tells."""

from kb.facts import Fact, Origin, derived
from kb.moments import doer
from kb.pointer import ROOT
from kb.replay import Game, Step
from kb.replay_stack import payments

START = 20
"""119.1."""


def life_before(game: Game, player: str, index: int) -> Fact[int]:
    """Life changed by events of the kind ``life`` and by payments; unknown after damage."""
    given = game.document.players.get(player)
    at = ROOT / "players" / player / "life"
    start: Fact[int]
    if given is not None and given.life is not None:
        start = Fact(given.life, at)
    else:
        start = Fact(None, at) if game.strict else Fact(START, at, Origin.ASSUMED)
    change = 0
    for step in game.steps[:index]:
        if step.taken_back:
            continue
        if step.event.do in ("damage", "attack", "undo"):  # who lost how much is not told by these
            return derived(None, step.at, Fact(None, step.at / "amount"))
        if step.event.do == "life" and doer(step).value == player:
            change += step.event.amount or 0
        change -= life_paid(step, player)
    return start.then(lambda life: life + change) if change else start


def life_paid(step: Step, player: str) -> int:
    """What a player pays in an event."""
    payer = doer(step).value
    return sum(row.life or 0 for row in payments(step.event) if (row.by or payer) == player)
