"""Life totals: what a player has left before an event, as far as the document tells."""

from kb.facts import Fact, Origin, derived
from kb.moments import doer
from kb.pointer import ROOT
from kb.replay import Game, Step
from kb.replay_stack import payments

START = 20
"""119.1."""
_UNTOLD = frozenset({"damage", "attack", "undo"})
"""After these nobody knows who lost how much."""


def life_before(game: Game, player: str, index: int) -> Fact[int]:
    """Life changed by events of the kind ``life`` and by payments; unknown after damage."""
    given = game.document.players.get(player)
    at = ROOT / "players" / player / "life"
    start: Fact[int]
    if given is not None and given.life is not None:
        start = Fact(given.life, at)
    else:
        start = Fact(None, at) if game.strict else Fact(START, at, Origin.ASSUMED)
    change = _changes(game, player)[index]
    if change is None:
        first = next(step for step in game.done(*_UNTOLD))
        return derived(None, first.at, Fact(None, first.at / "amount"))
    return start.then(lambda life: life + change) if change else start


def _changes(game: Game, player: str) -> list[int | None]:
    """What has become of a life total before each event; None where that is not told."""
    kept: dict[str, list[int | None]] = game.kept.setdefault("life", {})
    if player not in kept:
        change: int | None = 0
        kept[player] = found = []
        for step in game.steps:
            found.append(change)
            if change is None or step.taken_back:
                continue
            if step.event.do in _UNTOLD:
                change = None
                continue
            if step.event.do == "life" and doer(step).value == player:
                change += step.event.amount or 0
            change -= life_paid(step, player)
    return kept[player]


def life_paid(step: Step, player: str) -> int:
    """What a player pays in an event."""
    rows = payments(step.event)
    if not rows:
        return 0
    payer = doer(step).value
    return sum(row.life or 0 for row in rows if (row.by or payer) == player)
