"""Combat checkers: one fact changed in a document that complies, and the checker notices."""

import pytest

from kb.checks import verify
from kb.model import Outcome
from kb.state import Document
from kb.state_read import read
from kb.verdict import Verdict, worst

HEAD = """
format: mtg-state/1
rules: 2026-08-07
turn: {number: 5, active: A, phase: combat, step: declare-attackers}
"""
BLOCKS = """
players: {A: {}, B: {}}
objects:
  hawk: {type: Creature, cost: 1W, pt: 2/2, keywords: [flying], owner: A}
  brute: {type: Creature, cost: 2R, pt: 3/3, keywords: [menace], owner: A}
  thief: {type: Creature, cost: 1U, pt: 1/1, keywords: [skulk, islandwalk], owner: A}
  ghoul: {type: Creature, cost: 1B, pt: 2/2, keywords: [fear], owner: A}
  saint: {type: Creature, cost: 1W, pt: 2/2, keywords: [protection from red], owner: A}
  spider: {type: Creature, cost: 1G, pt: 1/3, keywords: [reach], owner: B}
  one: {type: Creature, cost: W, pt: 1/1, owner: B}
  two: {type: Creature, cost: W, pt: 1/1, owner: B}
  mouse: {type: Creature, cost: W, pt: 1/1, owner: B}
  golem: {type: Artifact Creature, cost: "3", pt: 3/3, owner: B}
  bear: {type: Creature, cost: 1G, pt: 2/2, owner: B}
  plains: {type: Basic Land — Plains, owner: B}
  island: {type: Basic Land — Island, owner: A}
history:
  - do: attack
    by: A
    attackers: [{who: hawk}, {who: brute}, {who: thief}, {who: ghoul}, {who: saint}]
  - do: block
    by: B
    blockers:
      - {who: spider, blocks: [hawk]}
      - {who: one, blocks: [brute]}
      - {who: two, blocks: [brute]}
      - {who: mouse, blocks: [thief]}
      - {who: golem, blocks: [ghoul]}
      - {who: bear, blocks: [saint]}
"""
DAMAGE = """
players: {A: {}, B: {}}
objects:
  wolf: {type: Creature, pt: 2/2, owner: A}
  ox: {type: Creature, pt: 4/4, keywords: [trample], owner: A}
  lynx: {type: Creature, pt: 2/1, keywords: [first strike], owner: A}
  dog: {type: Creature, pt: 1/2, owner: B}
  cat: {type: Creature, pt: 1/3, owner: B}
history:
  - do: attack
    by: A
    attackers: [{who: wolf, attacks: B}, {who: ox, attacks: B}, {who: lynx, attacks: B}]
  - {do: block, by: B, blockers: [{who: dog, blocks: [ox]}, {who: cat, blocks: [lynx]}]}
  - {do: begin, at: {step: first-combat-damage}}
  - {do: damage, source: lynx, object: cat, amount: 2}
  - {do: begin, at: {step: combat-damage}}
  - {do: damage, source: wolf, to: B, amount: 2}
  - {do: damage, source: ox, divided: {dog: 2, B: 2}}
  - {do: damage, source: dog, object: ox, amount: 1}
  - {do: damage, source: cat, object: lynx, amount: 1}
"""
ATTACKS = """
players: {A: {}, B: {}}
objects:
  wolf: {type: Creature, pt: 2/2, keywords: [vigilance], owner: A}
  ox: {type: Creature, pt: 2/2, controlled_since: 3, owner: A}
  fury: {type: Creature, pt: 2/2, keywords: [haste], controlled_since: 5, owner: A}
  newt: {type: Creature, pt: 1/1, owner: A, zone: hand}
  sage: {type: Planeswalker, loyalty: "3", owner: B}
effects:
  - {upon: [fury], attack: must}
  - {max_attackers: 3}
history:
  - do: attack
    by: A
    attackers: [{who: wolf, attacks: B}, {who: ox, attacks: sage}, {who: fury, attacks: B}]
    taps: [ox, fury]
    additional: [{cost: "2"}]
    total: "2"
    paid: {mana: GG}
  - {do: move, object: newt, to: battlefield, by: A, attacking: B}
  - {do: tap, object: wolf}
  - {do: observe, objects: {wolf: {attacking: B}, newt: {attacking: true}}}
"""


def checked(text: str, *, strict: bool = False) -> tuple[Verdict, ...]:
    document: Document
    [document] = read(HEAD + text, name="-")
    return verify(document, strict=strict)


def outcome(text: str, prop: str, *, strict: bool = False) -> Outcome:
    return worst(v.outcome for v in checked(text, strict=strict) if v.prop == prop)


def broken(text: str) -> set[str]:
    return {v.prop for v in checked(text) if v.outcome is Outcome.VIOLATES and v.follows is None}


@pytest.mark.parametrize("text", [BLOCKS, DAMAGE, ATTACKS], ids=["blocks", "damage", "attacks"])
def test_the_documents_comply(text: str) -> None:
    assert broken(text) == set()


@pytest.mark.parametrize(
    ("says", "old", "new", "prop"),
    [
        ("a blocker is tapped", "pt: 1/3, keywords: [reach]",
         "pt: 1/3, tapped: true, keywords: [reach]", "blockers-eligible"),
        ("a blocker is of the attacker", "1/3, keywords: [reach], owner: B",
         "1/3, keywords: [reach], owner: A", "blockers-eligible"),
        ("a blocker is no creature", "golem: {type: Artifact Creature", "golem: {type: Artifact",
         "blockers-eligible"),
        ("a blocker is not there", "pt: 3/3, owner: B", "pt: 3/3, zone: graveyard, owner: B",
         "blockers-eligible"),
        ("a blocker has phased out", "pt: 3/3, owner: B", "pt: 3/3, phased_out: true, owner: B",
         "blockers-eligible"),
        ("a blocker is a battle too", "type: Artifact Creature", "type: Artifact Battle Creature",
         "blockers-eligible"),
        ("it does not attack", ", {who: saint}]", "]", "blockers-eligible"),
        ("the active player blocks", "do: block\n    by: B", "do: block\n    by: A",
         "defender-declares"),
        ("a blocker has lost reach", "keywords: [reach]", "keywords: []", "flying"),
        ("one of two is gone", "      - {who: two, blocks: [brute]}\n", "", "menace"),
        ("an attacker has got menace", "keywords: [fear]", "keywords: [menace]", "menace"),
        ("a blocker has grown", "mouse: {type: Creature, cost: W, pt: 1/1",
         "mouse: {type: Creature, cost: W, pt: 2/2", "skulk"),
        ("the land changes hands", "Island, owner: A", "Island, owner: B", "landwalk"),
        ("the land is of another type", "Plains, owner", "Plains Island, owner", "landwalk"),
        ("it is no artifact", "type: Artifact Creature, cost: \"3\"",
         "type: Creature, cost: 2W", "fear"),
        ("a blocker is red", "cost: 1G, pt: 2/2, owner: B", "cost: 1R, pt: 2/2, owner: B",
         "protection-from-blockers"),
        ("an attacker has intimidate", "[protection from red]", "[intimidate]", "intimidate"),
        ("an attacker has shadow", "[protection from red]", "[shadow]", "shadow"),
        ("a blocker has shadow", "pt: 2/2, owner: B", "pt: 2/2, keywords: [shadow], owner: B",
         "shadow"),
        ("an attacker has horsemanship", "[protection from red]", "[horsemanship]",
         "horsemanship"),
        ("a blocker has decayed", "pt: 2/2, owner: B", "pt: 2/2, keywords: [decayed], owner: B",
         "decayed-do-not-block"),
        ("a blocker is unleashed", "pt: 2/2, owner: B",
         "pt: 2/2, keywords: [unleash], counters: {'+1/+1': 1}, owner: B",
         "unleashed-do-not-block"),
        ("a blocker is named twice", "who: two", "who: one", "blockers-eligible"),
    ],
)  # fmt: skip
def test_blocks(says: str, old: str, new: str, prop: str) -> None:
    assert old in BLOCKS, says
    assert prop in broken(BLOCKS.replace(old, new, 1)), says


@pytest.mark.parametrize(
    ("says", "old", "new", "prop"),
    [
        ("more than its power", "to: B, amount: 2", "to: B, amount: 3", "damage-is-power"),
        ("less than its power", "to: B, amount: 2", "to: B, amount: 1", "damage-is-power"),
        ("to a creature that blocks another", "source: wolf, to: B", "source: wolf, object: cat",
         "unblocked-hits-attacked"),
        ("to its own controller", "source: wolf, to: B", "source: wolf, to: A",
         "unblocked-hits-attacked"),
        ("past a blocker without lethal damage", "{dog: 2, B: 2}", "{dog: 1, B: 3}", "trample"),
        ("past a tougher blocker", "dog: {type: Creature, pt: 1/2", "dog: {type: Creature, pt: 1/3",
         "trample"),
        ("past a blocker without trample", "keywords: [trample]", "keywords: []",
         "blocked-hits-blockers"),
        ("a blocker at the player", "source: dog, object: ox", "source: dog, to: A",
         "blocker-hits-attackers"),
        ("a blocker at another attacker", "source: dog, object: ox", "source: dog, object: wolf",
         "blocks-its-own"),
        ("without first strike in the first step", "keywords: [first strike]", "keywords: []",
         "two-damage-steps"),
        ("others in the first step", "source: lynx, object: cat, amount: 2",
         "source: wolf, to: B, amount: 2", "first-strike"),
        ("first strike in both steps", "  - {do: damage, source: wolf",
         "  - {do: damage, source: lynx, object: cat, amount: 2}\n  - {do: damage, source: wolf",
         "double-strike"),
        ("something cast between", "  - {do: damage, source: cat",
         "  - {do: activate, by: B, object: dog}\n  - {do: damage, source: cat", "damage-at-once"),
    ],
)  # fmt: skip
def test_damage(says: str, old: str, new: str, prop: str) -> None:
    assert old in DAMAGE, says
    assert prop in broken(DAMAGE.replace(old, new, 1)), says


@pytest.mark.parametrize(
    ("says", "old", "new", "prop"),
    [
        ("it attacks its own side", "who: ox, attacks: sage", "who: ox, attacks: A",
         "who-and-when"),
        ("the planeswalker is of the attacker", 'loyalty: "3", owner: B', 'loyalty: "3", owner: A',
         "attack-announced"),
        ("it is no planeswalker", "type: Planeswalker", "type: Artifact", "attack-announced"),
        ("another is said to be attacked", "wolf: {attacking: B}", "wolf: {attacking: sage}",
         "attack-announced"),
        ("it has defender", "keywords: [vigilance]", "keywords: [vigilance, defender]",
         "defender"),
        ("it has no vigilance", "keywords: [vigilance]", "keywords: []",
         "attackers-tap-unless-vigilance"),
        ("it is tapped all the same", "taps: [ox, fury]", "taps: [ox, fury, wolf]", "vigilance"),
        ("it has no haste", "keywords: [haste]", "keywords: []", "attack-needs-control"),
        ("fewer may attack", "max_attackers: 3", "max_attackers: 2", "restrictions"),
        ("it stays at home", ", {who: fury, attacks: B}]", "]", "requirements"),
        ("the total is another", 'total: "2"', 'total: "3"', "attack-cost-total"),
        ("it is not paid whole", "paid: {mana: GG}", "paid: {mana: G}", "attack-cost-paid"),
        ("it is said not to attack", "newt: {attacking: true}", "newt: {attacking: false}",
         "put-attacking"),
        ("what came is no creature", "newt: {type: Creature, pt: 1/1", "newt: {type: Artifact",
         "noncreature-never-attacks"),
        ("tapping is said to remove it", "wolf: {attacking: B}", "wolf: {attacking: false}",
         "tapping-changes-nothing"),
        ("it changed controllers", "do: tap, object: wolf", "do: control, object: wolf, by: B",
         "removed-from-combat"),
    ],
)  # fmt: skip
def test_attacks(says: str, old: str, new: str, prop: str) -> None:
    assert old in ATTACKS, says
    assert prop in broken(ATTACKS.replace(old, new, 1)), says


# ------------------------------------------------------------------ what nobody said

PAIR = """
players: {A: {}, B: {}}
objects:
  a: {type: Creature, pt: 2/2, cost: 1W, keywords: [KEYWORDS], owner: A}
  b: {BLOCKER, owner: B}
history:
  - {do: attack, by: A, attackers: [{who: a}]}
  - {do: block, by: B, blockers: [{who: b, blocks: [a]}]}
"""


@pytest.mark.parametrize(
    ("says", "keywords", "blocker", "prop", "wanted"),
    [
        ("its types are unknown, but it is black", "fear", "cost: B, pt: 1/1", "fear",
         Outcome.COMPLIES),
        ("its colour is unknown, but it is an artifact", "fear", "type: Artifact Creature", "fear",
         Outcome.COMPLIES),
        ("neither is known", "fear", "pt: 1/1", "fear", Outcome.CANNOT_TELL),
        ("its colour is unknown and it is no artifact", "fear", "type: Creature", "fear",
         Outcome.CANNOT_TELL),
        ("it is white and no artifact", "fear", "type: Creature, cost: W", "fear",
         Outcome.VIOLATES),
        ("its power is unknown", "skulk", "type: Creature", "skulk", Outcome.CANNOT_TELL),
        ("its power is a star", "skulk", 'type: Creature, pt: "*/2"', "skulk",
         Outcome.CANNOT_TELL),
        ("its colour is unknown", "protection from red", "type: Creature",
         "protection-from-blockers", Outcome.CANNOT_TELL),
        ("protection from a word nobody reads", "protection from modified",
         "type: Creature, cost: W", "protection-from-blockers", Outcome.CANNOT_TELL),
        ("from everything", "protection from everything", "type: Creature",
         "protection-from-blockers", Outcome.VIOLATES),
        ("from two qualities, one of them its own", "protection from red and from white",
         "type: Creature, cost: W", "protection-from-blockers", Outcome.VIOLATES),
        ("from a player", "protection from b", "type: Creature, cost: W",
         "protection-from-blockers", Outcome.VIOLATES),
        ("from a creature type", "protection from goblins", "type: Creature — Goblin, cost: W",
         "protection-from-blockers", Outcome.VIOLATES),
        ("from multicolored", "protection from multicolored", "type: Creature, cost: WR",
         "protection-from-blockers", Outcome.VIOLATES),
        ("from multicolored, of one colour", "protection from multicolored",
         "type: Creature, cost: W", "protection-from-blockers", Outcome.COMPLIES),
        ("intimidate against a colourless creature", "intimidate", "type: Creature, cost: '2'",
         "intimidate", Outcome.VIOLATES),
        ("intimidate, the colour unknown", "intimidate", "type: Creature", "intimidate",
         Outcome.CANNOT_TELL),
        ("a face-down blocker has no keywords", "flying",
         "type: Creature, keywords: [reach], face: down", "flying", Outcome.VIOLATES),
        ("a blocker whose being a creature is unknown", "flying", "keywords: [reach]",
         "blockers-eligible", Outcome.CANNOT_TELL),
        ("nobody knows whether it is tapped", "flying", 'type: Creature, tapped: "?"',
         "blockers-eligible", Outcome.CANNOT_TELL),
    ],
)  # fmt: skip
def test_what_is_not_told(
    says: str, keywords: str, blocker: str, prop: str, wanted: Outcome
) -> None:
    text = PAIR.replace("KEYWORDS", keywords).replace("BLOCKER", blocker)
    assert outcome(text, prop) is wanted, says


def test_lands_that_are_not_listed_are_assumed_not_to_be_there() -> None:
    text = PAIR.replace("KEYWORDS", "swampwalk").replace("BLOCKER", "type: Creature, keywords: []")
    assert outcome(text, "landwalk") is Outcome.COMPLIES
    assert outcome(text, "landwalk", strict=True) is Outcome.CANNOT_TELL


@pytest.mark.parametrize(
    ("says", "keywords", "blocker", "prop", "wanted"),
    [
        ("in Italian", "volare", "keywords: [raggiungere]", "flying", Outcome.COMPLIES),
        ("in Italian", "minacciare", "keywords: [raggiungere]", "menace", Outcome.VIOLATES),
        ("in Italian", "protezione dal rosso", "cost: R", "protection-from-blockers",
         Outcome.VIOLATES),
        ("in Spanish", "vuela", "keywords: [alcance]", "flying", Outcome.COMPLIES),
        ("in Spanish", "inspirar temor", "cost: W", "fear", Outcome.VIOLATES),
        ("in Spanish", "protección contra rojo", "cost: W", "protection-from-blockers",
         Outcome.COMPLIES),
    ],
)  # fmt: skip
def test_keywords_may_be_those_of_a_language(
    says: str, keywords: str, blocker: str, prop: str, wanted: Outcome
) -> None:
    text = PAIR.replace("KEYWORDS", keywords).replace("BLOCKER", f"type: Creature, {blocker}")
    assert outcome(text, prop) is wanted, says


def test_a_declaration_may_be_told_in_two_events() -> None:
    text = BLOCKS.replace(
        "      - {who: two, blocks: [brute]}",
        "  - do: block\n    by: B\n    blockers:\n      - {who: two, blocks: [brute]}",
    )
    assert broken(text) == set()
    apart = text.replace(
        "  - do: block\n    by: B\n    blockers:\n      - {who: two",
        "  - {do: pass}\n  - do: block\n    by: B\n    blockers:\n      - {who: two",
    )
    assert "menace" in broken(apart)


@pytest.mark.parametrize(
    ("says", "attackers", "wanted"),
    [
        ("nobody attacks", ", attackers: []", Outcome.VIOLATES),
        ("nobody said who", "", Outcome.CANNOT_TELL),
        ("one attacks", ", attackers: [{who: a}]", Outcome.COMPLIES),
    ],
)
def test_blocks_without_attackers(says: str, attackers: str, wanted: Outcome) -> None:
    text = PAIR.replace("KEYWORDS", "").replace("BLOCKER", "type: Creature")
    text = text.replace(", attackers: [{who: a}]", attackers)
    assert outcome(text, "no-attackers-no-blocks") is wanted, says


def test_walk_alone_is_no_landwalk() -> None:
    text = PAIR.replace("KEYWORDS", "walk").replace("BLOCKER", "type: Creature, cost: W")
    assert outcome(text, "landwalk") is Outcome.NOT_APPLICABLE


def test_words_that_let_it_block_are_named() -> None:
    text = PAIR.replace("KEYWORDS", "flying").replace(
        "BLOCKER", "type: Creature, abilities: [{text: it can block as though it had reach}]"
    )
    [verdict] = [v for v in checked(text) if v.prop == "flying"]
    assert (verdict.outcome, verdict.unless) == (
        Outcome.VIOLATES, ("/objects/b/abilities/0",),
    )  # fmt: skip
    assert outcome(text, "flying", strict=True) is Outcome.CANNOT_TELL


@pytest.mark.parametrize(
    ("says", "event"),
    [
        ("no step is told", "do: damage, source: wolf, to: B, amount: 9"),
        ("it is of an ability", "do: damage, source: wolf, event: t, to: B, amount: 9"),
        ("the source is in no combat", "do: damage, source: idle, to: B, amount: 9"),
    ],
)
def test_other_damage_is_not_judged(says: str, event: str) -> None:
    step = "" if "no step" in says else "  - {do: begin, at: {step: combat-damage}}\n"
    text = (
        "players: {A: {}, B: {}}\nobjects:\n"
        "  wolf: {type: Creature, pt: 2/2, owner: A}\n"
        "  idle: {type: Creature, pt: 2/2, owner: A}\n"
        "history:\n  - {do: attack, by: A, attackers: [{who: wolf, attacks: B}]}\n"
        f"  - {{do: block, by: B, blockers: []}}\n{step}  - {{{event}}}\n"
    )
    assert outcome(text, "damage-is-power") is Outcome.NOT_APPLICABLE, says


def test_damage_of_an_ability_that_resolved_is_not_judged() -> None:
    text = DAMAGE + "  - {do: resolve}\n  - {do: damage, source: dog, to: A, amount: 5}\n"
    assert broken(text) == set()


def test_prevention_by_protection_is_not_held_against_a_creature() -> None:
    text = DAMAGE.replace(
        "dog: {type: Creature,", "dog: {type: Creature, keywords: [protection from red],"
    )
    text = text.replace("{dog: 2, B: 2}", "{dog: 0, B: 2}")
    assert outcome(text, "damage-is-power") is Outcome.CANNOT_TELL
    assert outcome(text, "trample") is Outcome.CANNOT_TELL
