"""State-based actions in one table: what must be gone, what may stay, what cannot be told."""

import pytest

from kb.checks import verify
from kb.checks.state_based import Met, performed
from kb.facts import Fact
from kb.model import Outcome
from kb.number import RuleNumber
from kb.replay import Game, replay
from kb.state_read import read
from kb.verdict import worst
from kb.world import Thing, World

HEAD = """
format: mtg-state/1
rules: "2026-08-07"
turn: {number: 3, active: A, phase: precombat-main, priority: A}
players: {A: {}, B: {}}
objects:
"""
NO, YES, WHO_KNOWS = Outcome.VIOLATES, Outcome.COMPLIES, Outcome.CANNOT_TELL
NOTHING = Outcome.NOT_APPLICABLE


def outcome(rule: str, text: str, *, strict: bool = False) -> Outcome:
    [document] = read(HEAD + text, name="-")
    found = verify(document, rules=[RuleNumber.parse(rule)], strict=strict)
    return worst(verdict.outcome for verdict in found)


BEAR = "  x: {type: Creature — Bear, owner: A, "


@pytest.mark.parametrize(
    ("says", "rule", "text", "expected"),
    [
        ("a 1/1 may stay", "704.5f", BEAR + "pt: 1/1}", YES),
        ("toughness 0 has died", "704.5f", BEAR + "pt: 1/0}", NO),
        ("nobody said how big", "704.5f", BEAR + 'counters: {"-1/-1": 1}}', WHO_KNOWS),
        ("an artifact has no size", "704.5f", "  x: {type: Artifact, pt: 1/0, owner: A}", NOTHING),
        ("face down it is a 2/2", "704.5f", BEAR + "pt: 0/0, face: down}", YES),
        ("phased out it is not there", "704.5f", BEAR + "pt: 0/0, phased_out: true}", NOTHING),
        ("in a graveyard it may be 0/0", "704.5f", BEAR + "pt: 0/0, zone: graveyard}", NOTHING),
        (
            "another permanent may make it larger, in words",
            "704.5f",
            BEAR + "pt: 0/0}\n  y: {type: Enchantment, owner: A, "
            "abilities: [{static: creatures you control get +1/+1}]}",
            WHO_KNOWS,
        ),
        ("damage short of toughness", "704.5g", BEAR + "pt: 2/2, damage: 1}", YES),
        ("damage as toughness", "704.5g", BEAR + "pt: 2/2, damage: 2}", NO),
        ("indestructible", "704.5g", BEAR + "pt: 2/2, damage: 2, keywords: [indestructible]}", YES),
        (
            "by a counter",
            "704.5g",
            BEAR + "pt: 2/2, damage: 2, counters: {indestructible: 1}}",
            YES,
        ),
        ("toughness 0 is another rule's", "704.5g", BEAR + "pt: 2/0, damage: 2}", YES),
        ("nobody said how big", "704.5g", BEAR + "damage: 2}", WHO_KNOWS),
        (
            "it may have regenerated, in words",
            "704.5g",
            BEAR + "pt: 2/2, abilities: [{activated: {cost: G, effect: regenerate}}]}\n"
            "  y: {type: Instant, owner: B, zone: stack, controller: B}\nhistory:\n"
            "  - {do: activate, id: a, by: A, object: x, ability: activated1}\n"
            "  - {do: pass, by: A}\n  - {do: pass, by: B}\n  - {do: resolve, event: a}\n"
            "  - {do: damage, source: y, object: x, amount: 2}\n  - {do: pass, by: A}",
            WHO_KNOWS,
        ),
        (
            "a death that goes without saying",
            "704.5g",
            BEAR + "pt: 2/2}\n  y: {type: Creature, pt: 2/2, owner: B}\nhistory:\n"
            "  - {do: damage, source: y, object: x, amount: 2}\n"
            "  - {do: begin, at: {number: 4, active: B, phase: precombat-main}}",
            WHO_KNOWS,
        ),
        (
            "unless it goes on as though nothing were",
            "704.5g",
            BEAR + "pt: 2/2}\n  y: {type: Creature, pt: 2/2, owner: B}\nhistory:\n"
            "  - {do: damage, source: y, object: x, amount: 2}\n"
            "  - {do: begin, at: {number: 3, active: A, phase: combat}}\n"
            "  - {do: attack, by: A, attackers: [{who: x, attacks: B}]}",
            NO,
        ),
        ("a planeswalker of which nothing is told", "704.5i",
         "  x: {type: Planeswalker, loyalty: 4, owner: A}".replace("4,", '"4",'), NOTHING),
        ("without loyalty", "704.5i", "  x: {type: Planeswalker, owner: A, counters: {}}", NO),
        (
            "damaged from an unknown loyalty",
            "704.5i",
            '  x: {type: Planeswalker, loyalty: "4", owner: A}\n'
            "  y: {type: Creature, pt: 2/2, owner: B}\nhistory:\n"
            "  - {do: damage, source: y, object: x, amount: 2}\n  - {do: pass, by: A}",
            NOTHING,
        ),
        (
            "two legends of one name",
            "704.5j",
            "  x: {name: Q, type: Legendary Artifact, owner: A}\n"
            "  y: {name: Q, type: Legendary Artifact, owner: A}",
            NO,
        ),
        (
            "of two players",
            "704.5j",
            "  x: {name: Q, type: Legendary Artifact, owner: A}\n"
            "  y: {name: Q, type: Legendary Artifact, owner: B}",
            YES,
        ),
        (
            "a copy that is not legendary",
            "704.5j",
            "  x: {name: Q, type: Legendary Artifact, owner: A}\n"
            "  y: {token: true, copy_of: x, copy_except: {supertypes: []}, owner: A}",
            YES,
        ),
        (
            "a copy that is",
            "704.5j",
            "  x: {name: Q, type: Legendary Artifact, owner: A}\n"
            "  y: {token: true, copy_of: x, owner: A}",
            NO,
        ),
        (
            "face down it has no name",
            "704.5j",
            "  x: {name: Q, type: Legendary Artifact, owner: A}\n"
            "  y: {name: Q, type: Legendary Artifact, owner: A, face: down}",
            YES,
        ),
        ("an Aura of which nobody said what it enchants", "704.5m",
         "  x: {type: Enchantment — Aura, owner: A}", NOTHING),
        ("on a player who is there", "704.5m",
         "  x: {type: Enchantment — Aura, owner: A, attached_to: B}", NOTHING),
        ("on a card in a graveyard", "704.5m",
         "  x: {type: Enchantment — Aura, owner: A, attached_to: y}\n"
         "  y: {type: Creature, pt: 1/1, owner: A, zone: graveyard}", NO),
        ("a Saga whose last chapter may be on the stack", "704.5s",
         "  x: {type: Enchantment — Saga, owner: A, counters: {lore: 1}, "
         "abilities: [{triggered: {when: I, effect: draw}}, {triggered: {when: II}}]}\n"
         "history:\n  - {do: counters, object: x, counters: {lore: 1}}\n  - {do: pass, by: A}",
         WHO_KNOWS),
        ("a Saga without chapters told", "704.5s",
         "  x: {type: Enchantment — Saga, owner: A, counters: {lore: 9}}", NOTHING),
    ],
)  # fmt: skip
def test_what_is_checked_when_a_player_has_priority(
    says: str, rule: str, text: str, expected: Outcome
) -> None:
    assert outcome(rule, text) is expected, says


def test_nothing_is_assumed_under_strict() -> None:
    assert outcome("704.5g", BEAR + "pt: 2/2, damage: 2}", strict=True) is WHO_KNOWS
    told = BEAR + "pt: 2/2, damage: 2, keywords: [], counters: {}}"
    assert outcome("704.5g", told, strict=True) is NO


def test_a_player_who_has_lost_and_left_is_no_fault() -> None:
    text = "  x: {type: Artifact, owner: A}\n"
    players = HEAD.replace("B: {}", "B: {life: 0, left: true}, C: {}")
    [document] = read(players + text, name="-")
    found = verify(document, rules=[RuleNumber.parse("704.5a")])
    assert {verdict.outcome for verdict in found} == {YES}


def test_what_is_not_met_is_asked_again_only_where_something_changed() -> None:
    asked: list[int] = []

    def never(game: Game, thing: Thing, world: World, index: int) -> Met:
        asked.append(index)
        return Met(Fact(False, thing.at))

    events = [*["{do: pass, by: A}"] * 40, "{do: tap, object: x}", *["{do: pass, by: B}"] * 40]
    history = "".join(f"  - {event}\n" for event in events)
    [document] = read(f"{HEAD}{BEAR}pt: 1/1}}\nhistory:\n{history}", name="-")
    [finding] = performed(replay(document), never, own=True)
    assert finding.outcome is YES
    assert asked == [0, 41]


def test_what_is_met_is_looked_at_until_somebody_has_priority() -> None:
    text = BEAR + "pt: 1/1, counters: {}}\n  y: {type: Creature, pt: 9/9, owner: B}\n"
    blow = "  - {do: damage, source: y, object: x, amount: 1}\n"
    passes = "  - {do: pass, by: A}\n"
    assert outcome("704.5g", f"{text}history:\n{blow}{passes}") is NO
    gone = "  - {do: move, object: x, to: graveyard}\n"
    assert outcome("704.5g", f"{text}history:\n{blow}{gone}{passes}") is YES
