"""The ledger: damage, life and counters that events change beside the replay of objects."""

import pytest

from kb.ledger import ledger
from kb.replay import Game, replay
from kb.state_read import read

HEAD = """
format: mtg-state/1
rules: "2026-08-07"
turn: {number: 3, active: A, phase: beginning, step: upkeep}
players: {A: {life: 10}, B: {life: 10, counters: {poison: 1}}}
objects:
  ox: {type: Creature — Ox, pt: 4/4, owner: A, keywords: []}
  nun: {type: Creature — Human, pt: 2/2, owner: A, keywords: [lifelink]}
  rat: {type: Creature — Rat, pt: 2/2, owner: A, keywords: [infect]}
  wall: {type: Creature — Wall, pt: 0/9, owner: B, damage: 1, counters: {}}
  safe: {type: Creature — Wall, pt: 0/9, owner: B, counters: {shield: 1}}
  mage: {type: Planeswalker — Nadia, loyalty: "4", owner: B, counters: {loyalty: 4}}
  sage: {type: Planeswalker — Ugo, loyalty: "3", owner: B, zone: exile}
  saga: {type: Enchantment — Saga, owner: A, counters: {lore: 1}}
history:
"""


def game(*events: str) -> Game:
    [document] = read(HEAD + "".join(f"  - {event}\n" for event in events), name="-")
    return replay(document)


@pytest.mark.parametrize(
    ("says", "events", "life"),
    [
        ("damage", ["{do: damage, source: ox, divided: {B: 3}}"], 7),
        ("to a player by name", ["{do: damage, source: ox, to: B, amount: 3}"], 7),
        ("as a target", ["{do: damage, source: ox, targets: {t1: [B]}, amount: 3}"], 7),
        ("infect costs no life", ["{do: damage, source: rat, divided: {B: 3}}"], 10),
        ("no damage at all", ["{do: damage, source: ox, divided: {B: 0}}"], 10),
        (
            "the result told as well counts once",
            ["{do: damage, source: ox, divided: {B: 3}}", "{do: life, by: B, amount: -3}"],
            7,
        ),
        (
            "a loss of another size is one more",
            ["{do: damage, source: ox, divided: {B: 3}}", "{do: life, by: B, amount: -2}"],
            5,
        ),
        (
            "two blows, one told again",
            [
                "{do: damage, source: ox, divided: {B: 3}}",
                "{do: damage, source: nun, divided: {B: 3}}",
                "{do: life, by: B, amount: -3}",
            ],
            4,
        ),
        ("gained", ["{do: life, by: B, amount: 4}"], 14),
        ("taken back", ["{do: life, by: B, amount: 4, outcome: illegal}"], 10),
        ("perhaps", ['{do: life, by: B, amount: 4, outcome: "?"}'], None),
        (
            "undone",
            ["{do: life, id: one, by: B, amount: 4}", "{do: undo, event: one}"],
            10,
        ),
        (
            "paid",
            ["{do: activate, by: B, object: wall, paid: {life: 2}}"],
            8,
        ),
    ],
)
def test_life(says: str, events: list[str], life: int | None) -> None:
    assert ledger(game(*events)).life("B", len(events)).value == life, says


def test_lifelink_gains_and_infect_poisons() -> None:
    book = ledger(
        game("{do: damage, source: nun, divided: {wall: 2}}",
             "{do: damage, source: rat, divided: {B: 2}}")
    )  # fmt: skip
    assert book.life("A", 2).value == 12
    assert book.counters("B", "poison", 2).value == 3


@pytest.mark.parametrize(
    ("says", "events", "marked"),
    [
        ("as listed", ["{do: pass, by: A}"], 1),
        ("added up", ["{do: damage, source: ox, object: wall, amount: 4}"], 5),
        ("infect marks none", ["{do: damage, source: rat, object: wall, amount: 2}"], 1),
        (
            "until the cleanup step",
            [
                "{do: damage, source: ox, object: wall, amount: 4}",
                "{do: begin, at: {step: cleanup}}",
            ],
            0,
        ),
        (
            "or another turn",
            [
                "{do: damage, source: ox, object: wall, amount: 4}",
                "{do: begin, at: {number: 4, active: B, phase: beginning}}",
            ],
            0,
        ),
    ],
)
def test_damage_marked(says: str, events: list[str], marked: int) -> None:
    played = game(*events)
    world = played.steps[-1].after if played.steps else played.start
    found = ledger(played).damage(world.things["wall"], len(events), world.turn)
    assert found.value == marked, says


@pytest.mark.parametrize(
    ("says", "events", "name", "kind", "count"),
    [
        ("loyalty", ["{do: damage, source: ox, object: mage, amount: 3}"], "mage", "loyalty", 1),
        ("at least 0", ["{do: damage, source: ox, object: mage, amount: 9}"], "mage", "loyalty", 0),
        (
            "told again",
            [
                "{do: damage, source: ox, object: mage, amount: 3}",
                "{do: counters, object: mage, counters: {loyalty: -3}}",
            ],
            "mage", "loyalty", 1,
        ),
        ("infect", ["{do: damage, source: rat, object: wall, amount: 2}"], "wall", "-1/-1", 2),
        ("a shield", ["{do: damage, source: ox, object: safe, amount: 2}"], "safe", "shield", 0),
        ("entering", ["{do: move, object: sage, to: battlefield, by: B}"], "sage", "loyalty", 3),
        (
            "a Saga in the main phase",
            ["{do: begin, at: {number: 3, active: A, phase: precombat-main}}"],
            "saga", "lore", 2,
        ),
        (
            "not in that of another",
            ["{do: begin, at: {number: 4, active: B, phase: precombat-main}}"],
            "saga", "lore", 1,
        ),
        (
            "nobody knows whether it came",
            ["{do: begin, at: {number: 5, active: A}}"],
            "saga", "lore", None,
        ),
    ],
)  # fmt: skip
def test_counters_borne(
    says: str, events: list[str], name: str, kind: str, count: int | None
) -> None:
    played = game(*events)
    thing = played.steps[-1].after.things[name]
    counters = ledger(played).bearing(thing, len(events)).counters
    found = None if counters.value is None else counters.value.get(kind, 0)
    assert found == count, says


def test_damage_to_what_has_a_shield_is_prevented() -> None:
    played = game("{do: damage, source: nun, object: safe, amount: 2}")
    book, thing = ledger(played), played.steps[-1].after.things["safe"]
    assert book.damage(thing, 1, 0).value == 0
    assert book.life("A", 1).value == 10


def test_a_result_told_once_more_is_that_of_the_fewest_events_in_a_row() -> None:
    def hit(amount: int) -> str:
        return f"{{do: damage, source: ox, to: B, amount: {amount}}}"

    def lost(amount: int) -> str:
        return f"{{do: life, by: B, amount: -{amount}}}"

    for told, life in (
        ((hit(1), hit(2), hit(3), lost(3)), 4),  # of the three alone, not of one and two
        ((hit(1), hit(2), lost(3)), 7),
        ((hit(1), hit(2), hit(3), lost(3), lost(3)), 4),  # and then of one and two
        ((hit(1), hit(3), lost(2)), 4),
    ):
        here = game(*told)
        assert ledger(here).life("B", len(here.steps)).value == life, told
