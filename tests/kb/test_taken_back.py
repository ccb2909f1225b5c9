"""What was taken back: judged a fault only where all about it is decided."""

import pytest

from kb.checks.r733_illegal_actions import rewind
from kb.model import Outcome
from kb.replay import replay
from kb.state_read import read

STATE = """
format: mtg-state/1
rules: "2026-08-07"
covers: {covers}
turn: {{number: 6, active: Ada, phase: precombat-main, priority: Ada}}
players: {{Ada: {{}}, Bea: {{}}}}
objects:
  newt: {{name: Newt, cost: 1U, type: Creature — Newt, pt: 1/1, owner: Ada, zone: hand}}
  isle: {{name: Isle, type: Basic Land — Island, owner: Ada, zone: hand}}
  edict: {{name: Edict, cost: 1W, type: Enchantment, owner: Bea, abilities: {abilities}}}
effects: {effects}
history:
"""


def outcomes(
    *events: str, covers: str = "game", abilities: str = "[]", effects: str = "[]"
) -> list[Outcome]:
    text = STATE.format(covers=covers, abilities=abilities, effects=effects)
    [document] = read(text + "\n".join(f"  - {event}" for event in events), name="-")
    return [finding.outcome for finding in rewind(replay(document))]


LAND = "{do: play-land, by: Ada, object: isle, outcome: illegal}"
UNPAID = "{do: cast, by: Ada, object: newt, total: 1U, outcome: illegal}"


@pytest.mark.parametrize(
    ("says", "event", "state", "outcome"),
    [
        ("nothing forbade it", LAND, {}, Outcome.VIOLATES),
        ("the rest of the turn is told", LAND, {"covers": "turn"}, Outcome.VIOLATES),
        ("what forbade it may not be told", LAND, {"covers": "listed"}, Outcome.CANNOT_TELL),
        ("a card may forbid it", LAND, {"abilities": "[{text: No.}]"}, Outcome.CANNOT_TELL),
        ("an effect may", LAND, {"effects": "[{upon: [edict], text: No.}]"}, Outcome.CANNOT_TELL),
        ("perhaps nobody could pay", UNPAID, {}, Outcome.CANNOT_TELL),
        (
            "of a tap nobody knows",
            "{do: tap, object: edict, outcome: illegal}",
            {},
            Outcome.CANNOT_TELL,
        ),
        ("not her land", LAND.replace("Ada", "Bea"), {}, Outcome.COMPLIES),
    ],
)
def test_an_action_that_was_taken_back(
    says: str, event: str, state: dict[str, str], outcome: Outcome
) -> None:
    assert outcomes(event, **state) == [outcome], says


def test_so_many_that_the_rest_is_not_judged() -> None:
    """Each is judged after all before it; thousands of them would take hours."""
    found = outcomes(*[LAND] * 300)
    assert found[0] is Outcome.VIOLATES and found[-1] is Outcome.CANNOT_TELL
    assert len(found) == 300
