"""The moments at which a player has priority: what shows one, and what does not."""

import pytest

from kb.priority import priority_moments
from kb.replay import Game, replay
from kb.state_read import read

HEAD = """
format: mtg-state/1
rules: "2026-08-07"
players: {A: {}, B: {}}
"""
OBJECTS = """
objects:
  bear:
    {type: Creature — Bear, pt: 2/2, owner: A, abilities: [{activated: {cost: 1, effect: draw}},
    {activated: {cost: 0, effect: add G, mana_ability: true}}]}
  bolt: {cost: R, type: Instant, owner: A, zone: hand}
  buried: {cost: R, type: Instant, owner: A, zone: graveyard}
  land: {type: Land, owner: A, zone: hand}
"""


def game(text: str, *, strict: bool = False) -> Game:
    [document] = read(HEAD + OBJECTS + text, name="-")
    return replay(document, strict=strict)


@pytest.mark.parametrize(
    ("says", "event", "shows"),
    [
        ("a pass", "{do: pass, by: A}", True),
        ("a spell from the hand", "{do: cast, by: A, object: bolt, total: R}", True),
        (
            "a spell for nothing may be cast by a resolving effect",
            "{do: cast, by: A, object: bolt, alternative: without-paying-mana-cost}",
            False,
        ),
        ("so may a spell from elsewhere", "{do: cast, by: A, object: buried}", False),
        ("a land", "{do: play-land, by: A, object: land}", True),
        ("an ability", "{do: activate, by: A, object: bear, ability: activated1}", True),
        ("no mana ability", "{do: activate, by: A, object: bear, ability: activated2}", False),
        ("nor one of which nothing is said", "{do: activate, by: A, object: bear}", False),
        ("attackers are declared", "{do: attack, by: A, attackers: [{who: bear}]}", True),
        ("a step begins", "{do: begin, at: {number: 2, active: A, phase: combat}}", True),
        (
            "the upkeep comes after the untap step",
            "{do: begin, at: {number: 2, active: A, step: upkeep}}",
            False,
        ),
        ("the clock names a player", "{do: observe, at: {priority: B}}", True),
        ("or nobody", "{do: observe, at: {priority: none}}", False),
        ("what an effect does", "{do: move, object: bear, to: exile}", False),
        ("what was taken back", "{do: cast, by: A, object: bolt, outcome: illegal}", False),
        ("what perhaps was not", '{do: pass, by: A, outcome: "?"}', False),
    ],
)
def test_what_shows_that_a_player_has_priority(says: str, event: str, shows: bool) -> None:
    found = priority_moments(game(f"history:\n  - {{do: untap, object: bear}}\n  - {event}\n"))
    assert [moment.index for moment in found] == ([1] if shows else []), says


def test_a_position_alone_may_be_in_the_middle_of_a_resolution() -> None:
    [moment] = priority_moments(game(""))
    assert not moment.shown.known
    assert moment.shown.missing == ("/turn/priority",)


@pytest.mark.parametrize(("told", "count"), [("A", 1), ("none", 0)])
def test_a_position_may_say_who_has_priority(told: str, count: int) -> None:
    assert len(priority_moments(game(f"turn: {{priority: {told}}}"))) == count


def test_what_is_undone_shows_nothing() -> None:
    text = """
history:
  - {do: pass, id: one, by: A}
  - {do: undo, event: one}
  - {do: untap, object: bear}
"""
    assert priority_moments(game(text)) == ()


@pytest.mark.parametrize(
    ("says", "covers", "event", "strict", "complete"),
    [
        ("the history is whole", "turn", "{do: cast, by: A, object: bolt, total: R}", True, True),
        ("authors leave things out", "listed", "{do: cast, by: A, object: bolt}", False, None),
        ("but not those who list passes", "listed", "{do: pass, by: A}", False, True),
        ("nothing is assumed under strict", "listed", "{do: pass, by: A}", True, None),
    ],
)
def test_what_is_not_told_did_not_happen(
    says: str, covers: str, event: str, strict: bool, complete: bool | None
) -> None:
    text = f"covers: {covers}\nhistory:\n  - {{do: untap, object: bear}}\n  - {event}\n"
    [moment] = priority_moments(game(text, strict=strict))
    assert moment.complete.value is complete, says
