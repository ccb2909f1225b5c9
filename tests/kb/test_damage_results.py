"""What damage does, told by events or by what is observed: right in every way, wrong in each."""

from itertools import permutations

import pytest

from kb.checks import verify
from kb.model import Outcome
from kb.state_read import read

HEAD = """
format: mtg-state/1
rules: "2026-08-07"
turn: {number: 6, active: A, phase: combat, step: combat-damage, priority: none}
players: {A: {life: 20}, B: {life: 20}}
objects:
  plain: {type: Creature, pt: 2/2, owner: A, attacking: B}
  nun: {type: Creature, pt: 2/2, keywords: [lifelink], owner: A, attacking: B}
  monk: {type: Creature, pt: 2/2, keywords: [lifelink, lifelink], owner: A, attacking: B}
  rat: {type: Creature, pt: 2/2, keywords: [infect], owner: A, attacking: B}
  plague: {type: Creature, pt: 2/2, keywords: [infect], owner: A, attacking: B}
  snake: {type: Creature, pt: 2/2, keywords: [toxic 1], owner: A, attacking: B}
  hydra: {type: Creature, pt: 2/2, keywords: [toxic 1, toxic 2], owner: A, attacking: B}
  moss: {type: Creature, pt: 2/2, keywords: [wither], owner: A, attacking: B}
  wall: {type: Creature, pt: 0/9, owner: B, counters: {}, blocking: [moss, rat, plain]}
  mage: {type: Planeswalker — Nadia, loyalty: "5", counters: {loyalty: 5}, owner: B}
history:
"""
RESULTS = {  # life of B, life of A, poison of B
    "plain": (-2, 0, 0), "nun": (-2, 2, 0), "monk": (-2, 2, 0), "rat": (0, 0, 2),
    "plague": (0, 0, 2), "snake": (-2, 0, 1), "hydra": (-2, 0, 3), "moss": (-2, 0, 0),
}  # fmt: skip
WHOSE = {"120", "119", "122", "306", "702"}
"""Sections that say what damage does; who deals how much of it to whom is not asked here."""


def faults(*events: str) -> set[str]:
    """The rules that are broken in their own right."""
    text = HEAD + "".join(f"  - {{{event}}}\n" for event in events)
    [document] = read(text, name="-")
    return {
        str(verdict.rule)
        for verdict in verify(document)
        if verdict.outcome is Outcome.VIOLATES
        and verdict.follows is None
        and str(verdict.rule).partition(".")[0] in WHOSE
    }


def hit(who: str, to: str = "B") -> str:
    return f"do: damage, source: {who}, divided: {{{to}: 2}}"


def told(*who: str) -> list[str]:
    """The sums of the results as events."""
    life, gain, poison = (sum(RESULTS[one][n] for one in who) for n in range(3))
    events = [f"do: life, by: B, amount: {life}"] if life else []
    events += [f"do: life, by: A, amount: {gain}"] if gain else []
    return [*events, *([f"do: counters, by: B, counters: {{poison: {poison}}}"] if poison else [])]


def seen(*who: str, life: int = 0, gain: int = 0, poison: int = 0) -> str:
    """What is true after the damage, or so much beside it."""
    of = [sum(RESULTS[one][n] for one in who) for n in range(3)]
    a, b, p = 20 + of[1] + gain, 20 + of[0] + life, of[2] + poison
    players = f"{{A: {{life: {a}}}, B: {{life: {b}, counters: {{poison: {p}}}}}}}"
    return f"do: observe, players: {players}"


@pytest.mark.parametrize(("one", "two"), list(permutations(RESULTS, 2)))
def test_two_blows_are_counted_once_however_they_are_told(one: str, two: str) -> None:
    both, all_seen = (hit(one), hit(two)), seen(one, two)
    first = (hit(one), *told(one))
    assert faults(*both, all_seen) == set(), "observed"
    assert faults(*both, *told(one, two)) == set(), "their sums as events"
    assert faults(*both, *told(one, two), all_seen) == set(), "both"
    assert faults(*both, *told(one), *told(two), all_seen) == set(), "each as events, in the end"
    assert faults(*first, hit(two), *told(two), all_seen) == set(), "each with its events"
    assert faults(hit(one), seen(one), hit(two), all_seen) == set(), "observed in between"
    assert faults(*first, seen(one), hit(two), *told(two), all_seen) == set(), "all of that"
    assert faults(*first, hit(two), all_seen) == set(), "only the first as events"


COUNTERS = 'do: counters, object: wall, counters: {"-1/-1": 4}'


@pytest.mark.parametrize(
    ("says", "events"),
    [
        ("observed", []),
        ("as one event", [COUNTERS]),
        ("as two", [COUNTERS.replace("4", "2")] * 2),
    ],
)
def test_shrinking_is_counted_once(says: str, events: list[str]) -> None:
    claim = 'do: observe, objects: {wall: {counters: {"-1/-1": 4}}}'
    blows = [hit("moss", "wall"), hit("rat", "wall")]
    assert faults(*blows, *events, claim) == set(), says
    assert faults(*blows, *events, claim.replace("4", "3")) == {"702.90c"}, says


@pytest.mark.parametrize("events", [[], ["do: counters, object: mage, counters: {loyalty: -4}"]])
def test_loyalty_is_taken_once(events: list[str]) -> None:
    claim = "do: observe, objects: {mage: {counters: {loyalty: 1}}}"
    blows = [hit("plain", "mage"), hit("moss", "mage")]
    assert faults(*blows, *events, claim) == set()
    assert faults(*blows, *events, claim.replace("1", "3")) == {"120.3c"}


@pytest.mark.parametrize(
    ("says", "events", "broken"),
    [
        ("no loss of life", [hit("plain"), seen("plain", life=2)], {"120.3a"}),
        ("life lost twice", [hit("plain"), seen("plain", life=-2)], {"120.3a"}),
        ("no gain by lifelink", [hit("nun"), seen("nun", gain=-2)], {"702.15b"}),
        ("a gain for each lifelink", [hit("monk"), seen("monk", gain=2)], {"702.15f"}),
        ("infect costs life", [hit("rat"), seen("rat", life=-2)], {"702.90b"}),
        ("infect without poison", [hit("rat"), seen("rat", poison=-2)], {"702.90b"}),
        ("toxic without poison", [hit("snake"), seen("snake", poison=-1)], {"702.164c"}),
        ("only one toxic counts", [hit("hydra"), seen("hydra", poison=-1)], {"702.164b"}),
        (
            "a wrong gain as an event",
            [hit("nun"), "do: life, by: A, amount: 1"],
            {"702.15b"},
        ),
        (
            "wrong poison as an event",
            [hit("rat"), "do: counters, by: B, counters: {poison: 1}"],
            {"702.90b"},
        ),
    ],
)
def test_wrong_results_have_one_root(says: str, events: list[str], broken: set[str]) -> None:
    assert faults(*events) == broken, says


@pytest.mark.parametrize(
    ("says", "after", "life", "broken"),
    [
        ("blood of which nobody told", "postcombat-main", 13, set[str]()),
        ("nothing was dealt", "postcombat-main", 17, set[str]()),
        ("combat is not over", None, 13, {"119.3"}),
    ],
)
def test_combat_damage_may_have_been_left_out(
    says: str, after: str | None, life: int, broken: set[str]
) -> None:
    begin = [f"do: begin, at: {{phase: {after}}}"] if after else []
    events = (
        "do: begin, at: {number: 8, active: A, phase: combat, step: declare-attackers}",
        "do: attack, by: A, attackers: [{who: plain, attacks: B}]",
        *begin,
        "do: life, by: B, amount: -3",
        f"do: observe, players: {{B: {{life: {life}}}}}",
    )
    assert faults(*events) == broken, says
