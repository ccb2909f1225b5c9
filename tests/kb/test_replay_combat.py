"""The replay of combat: who attacks what, who is blocked and stays so, who leaves combat."""

import pytest

from kb.replay import Game, replay
from kb.state_read import read
from kb.world import Thing

HEAD = """
format: mtg-state/1
turn: {number: 5, active: A, phase: combat, step: declare-attackers}
players: {A: {}, B: {}}
objects:
  wolf: {type: Creature, pt: 2/2, owner: A}
  ox: {type: Creature, pt: 3/3, owner: A}
  newt: {type: Creature, pt: 1/1, owner: A, zone: hand}
  stone: {type: Artifact, owner: A, zone: hand}
  dog: {type: Creature, pt: 1/1, owner: B}
  sage: {type: Planeswalker, loyalty: "3", owner: B}
history:
"""
ATTACK = "do: attack, by: A, attackers: [{who: wolf, attacks: B}, {who: ox, attacks: sage}]"
BLOCK = "do: block, by: B, blockers: [{who: dog, blocks: [wolf]}]"


def game(*events: str, strict: bool = False, head: str = HEAD) -> Game:
    [document] = read(head + "".join(f"  - {{{event}}}\n" for event in events), name="-")
    return replay(document, strict=strict)


def last(played: Game, name: str) -> Thing:
    return played.steps[-1].after.things[name]


def blocked(played: Game, name: str) -> bool | None:
    fact = last(played, name).blocked
    return None if fact is None else fact.value


def test_a_declaration_says_what_is_attacked() -> None:
    played = game(ATTACK)
    assert (last(played, "wolf").attacks, last(played, "ox").attacks) == ("B", "sage@1")
    assert last(played, "wolf").blocked is None


def test_blocks_make_every_attacker_blocked_or_unblocked() -> None:
    played = game(ATTACK, BLOCK)
    assert last(played, "dog").blocking == (("wolf", 1),)
    assert (blocked(played, "wolf"), blocked(played, "ox")) == (True, False)


def test_a_declaration_without_a_list_says_nothing_of_blocks() -> None:
    assert blocked(game(ATTACK, "do: block, by: B"), "wolf") is None
    assert blocked(game(ATTACK, "do: block, by: B, blockers: []"), "wolf") is False


def test_what_was_blocked_stays_so_without_its_blockers() -> None:
    played = game(ATTACK, BLOCK, "do: move, object: dog, to: graveyard")
    assert blocked(played, "wolf") is True


@pytest.mark.parametrize(
    ("says", "event", "name"),
    [
        ("its controller changed", "do: control, object: wolf, by: B", "wolf"),
        ("it phased out", "do: phase-out, object: wolf", "wolf"),
        (
            "it is no creature any more",
            "do: effect, effect: {upon: [wolf], types: [Artifact]}",
            "wolf",
        ),
        ("it is a battle now", "do: effect, effect: {upon: [wolf], add_types: [Battle]}", "wolf"),
        ("a blocker changed controllers", "do: control, object: dog, by: A", "dog"),
        ("what is attacked changed controllers", "do: control, object: sage, by: A", "sage"),
        (
            "what is attacked is no planeswalker",
            "do: effect, effect: {upon: [sage], types: [Artifact]}",
            "sage",
        ),
    ],
)
def test_removal_from_combat(says: str, event: str, name: str) -> None:
    thing = last(game(ATTACK, BLOCK, event), name)
    assert (thing.in_combat, thing.left_combat) == (False, "/history/2"), says


@pytest.mark.parametrize(
    ("says", "event"),
    [
        ("tapped", "do: tap, object: wolf"),
        ("untapped", "do: untap, object: wolf"),
        ("forbidden too late", "do: effect, effect: {upon: [wolf], attack: cannot}"),
        ("grown", "do: counters, object: wolf, counters: {'+1/+1': 1}"),
        ("a creature still", "do: effect, effect: {upon: [wolf], add_types: [Artifact]}"),
        ("its own controller takes it", "do: control, object: wolf, by: A"),
        ("what it attacks is gone", "do: move, object: sage, to: graveyard"),
    ],
)
def test_what_does_not_remove_from_combat(says: str, event: str) -> None:
    played = game(ATTACK, BLOCK, event)
    assert last(played, "wolf").attacking, says
    assert last(played, "ox").attacking, says


def test_a_new_object_is_in_no_combat() -> None:
    played = game(
        ATTACK,
        "do: move, object: wolf, to: exile",
        "do: move, object: wolf, to: battlefield, by: A",
    )
    wolf = last(played, "wolf")
    assert (wolf.number, wolf.attacking, wolf.attacks) == (3, False, None)


@pytest.mark.parametrize(
    ("says", "event", "name", "attacks"),
    [
        ("a creature", "do: move, object: newt, to: battlefield, by: A, attacking: B", "newt", "B"),
        ("no creature", "do: move, object: stone, to: battlefield, attacking: B", "stone", None),
        ("of the other", "do: move, object: newt, to: battlefield, by: B, attacking: B", "newt",
         None),
        ("a planeswalker", "do: move, object: newt, to: battlefield, attacking: sage", "newt",
         "sage@1"),
        ("nothing to attack", "do: move, object: newt, to: battlefield, attacking: dog", "newt",
         None),
        ("a token", "do: create, new: t, by: A, as: {type: Creature, pt: 1/1, attacking: B}", "t",
         "B"),
        ("a token like a stone", "do: create, new: t, by: A, as: {type: Artifact, attacking: B}",
         "t", None),
    ],
)  # fmt: skip
def test_put_onto_the_battlefield_attacking(
    says: str, event: str, name: str, attacks: str | None
) -> None:
    thing = last(game(ATTACK, event), name)
    assert (thing.attacking, thing.attacks) == (attacks is not None, attacks), says


@pytest.mark.parametrize(
    ("says", "by", "attacker", "blocks"),
    [
        ("the defender's, before one that attacks the defender", "B", "ox", True),
        ("the attacker's own", "A", "ox", False),
        ("before something that does not attack", "B", "dog", False),
    ],
)
def test_a_token_put_onto_the_battlefield_blocking(
    says: str, by: str, attacker: str, blocks: bool
) -> None:
    token = f"as: {{type: Creature, pt: 1/1, blocking: [{attacker}]}}"
    played = game(ATTACK, BLOCK, f"do: create, new: t, by: {by}, {token}")
    assert (last(played, "t").blocking != ()) is blocks, says
    assert blocked(played, "ox") is blocks, says


def test_it_comes_unblocked_once_blockers_are_declared() -> None:
    event = "do: move, object: newt, to: battlefield, by: A, attacking: B"
    assert last(game(ATTACK, event), "newt").blocked is None
    assert blocked(game(ATTACK, BLOCK, event), "newt") is False


@pytest.mark.parametrize(
    ("says", "clock", "attacking"),
    [
        ("damage is still combat", "step: combat-damage", True),
        ("so is its end", "step: end-of-combat", True),
        ("the main phase is not", "phase: postcombat-main", False),
        ("a later step is not", "step: end", False),
        ("another combat is not", "phase: combat, step: beginning-of-combat", False),
        ("nor is another turn", "number: 6, active: B", False),
    ],
)
def test_combat_ends_with_its_phase(says: str, clock: str, attacking: bool) -> None:
    played = game(ATTACK, BLOCK, f"do: begin, at: {{{clock}}}")
    assert last(played, "wolf").attacking is attacking, says
    assert last(played, "dog").in_combat is attacking, says


def test_a_second_declaration_is_another_combat() -> None:
    played = game(ATTACK, BLOCK, "do: attack, by: A, attackers: [{who: ox, attacks: B}]")
    assert not last(played, "wolf").attacking
    assert last(played, "dog").blocking == ()
    assert last(played, "ox").blocked is None


def test_without_a_word_of_blocks_nobody_blocked_unless_nothing_is_assumed() -> None:
    step = "do: begin, at: {step: combat-damage}"
    assert blocked(game(ATTACK, step), "wolf") is False
    assert blocked(game(ATTACK, step, strict=True), "wolf") is None


def test_a_declaration_taken_back_leaves_nothing_behind() -> None:
    played = game(ATTACK, BLOCK + ", outcome: illegal")
    assert last(played, "dog").blocking == ()
    assert last(played, "wolf").blocked is None


def test_the_start_may_be_in_the_midst_of_combat() -> None:
    head = HEAD.replace("declare-attackers", "combat-damage")
    head = head.replace("pt: 2/2, owner: A", "pt: 2/2, owner: A, attacking: B")
    head = head.replace("pt: 3/3, owner: A", "pt: 3/3, owner: A, attacking: sage")
    head = head.replace("pt: 1/1, owner: B", "pt: 1/1, owner: B, blocking: [wolf]")
    played = game("do: pass", head=head)
    assert (blocked(played, "wolf"), blocked(played, "ox")) == (True, False)
    assert (last(played, "ox").attacks, last(played, "dog").blocking) == ("sage@1", (("wolf", 1),))
