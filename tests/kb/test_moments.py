"""Just before each event: the phase, who has priority, what is on the stack."""

import pytest

from kb.checks import verify
from kb.model import Outcome
from kb.moments import Moment, moments
from kb.replay import replay
from kb.state_read import read

HEAD = """
format: mtg-state/1
turn: {number: 3, active: A, phase: precombat-main}
players: {A: {}, B: {}}
objects:
  a: {type: Instant, cost: R, owner: A, zone: hand}
  b: {type: Instant, cost: R, owner: B, zone: hand}
  c: {type: Instant, cost: R, owner: A, zone: stack}
  e: {cost: R, owner: A, zone: stack}
  d:
    type: Creature
    owner: A
    abilities: [{activated: {cost: 0, mana_ability: true}, id: m}, {activated: {cost: 0}, id: n}]
history:
"""
CAST_A, CAST_B = "{do: cast, by: A, object: a}", "{do: cast, by: B, object: b}"
RESOLVE_A = "{do: resolve, object: a}"
PASS_A, PASS_B, END = "{do: pass, by: A}", "{do: pass, by: B}", "{do: observe, objects: {}}"


def last(*events: str, then: tuple[str, ...] = ()) -> Moment:
    """Before an event at the end of these; others may follow it."""
    history = (*events, END, *then)
    [document] = read(HEAD + "".join(f"  - {event}\n" for event in history), name="-")
    return moments(replay(document))[len(events)]


@pytest.mark.parametrize(
    ("says", "events", "phase"),
    [
        ("as the clock says", (), "precombat-main"),
        ("of a step, its phase", ("{do: begin, at: {step: upkeep}}",), "beginning"),
        ("a new turn begins with none", ("{do: begin, at: {number: 4, active: B}}",), None),
        ("after an attack nobody told of", ("{do: attack, by: A, attackers: [{who: d}]}",), None),
        ("in the combat that was told", (
            "{do: begin, at: {phase: combat}}", "{do: attack, by: A, attackers: [{who: d}]}",
        ), "combat"),
    ],
)  # fmt: skip
def test_the_phase(says: str, events: tuple[str, ...], phase: str | None) -> None:
    assert last(*events).phase.value == phase, says


@pytest.mark.parametrize(
    ("says", "events", "player", "cause"),
    [
        ("nobody told", (CAST_A,), None, None),
        ("the clock tells", ("{do: cast, by: A, object: a, at: {priority: B}}",), None, None),
        ("who acted has it again", (PASS_A, CAST_B), "B", "117.3c"),
        ("who passed gives it on", (PASS_A,), "B", "117.3d"),
        ("a pass without a name is that of who has it", (PASS_A, CAST_B, "{do: pass}"), "A",
         "117.3d"),
        ("after all passed it waits for what happens", (PASS_A, PASS_B), None, None),
        ("after a resolution the active player", (
            PASS_A, CAST_B, PASS_B, PASS_A, "{do: resolve, object: b}"), "A", "117.3b"),
        ("as a step begins the active player", (PASS_A, "{do: begin, at: {phase: combat}}"), "A",
         "117.3a"),
        ("as one untaps nobody", (
            PASS_A, "{do: begin, at: {number: 4, active: B, step: untap}}"), None, None),
        ("what was taken back gives nothing", (
            PASS_A, "{do: cast, by: B, object: b, outcome: illegal}"), "B", "117.3d"),
    ],
)  # fmt: skip
def test_priority(
    says: str, events: tuple[str, ...], player: str | None, cause: str | None
) -> None:
    found = last(*events, then=(PASS_A, PASS_B) if PASS_A in events else ())
    assert (found.priority.value, found.cause) == (player, cause), says


def test_one_pass_alone_tells_of_no_other() -> None:
    found = last(PASS_A, CAST_B)
    assert (found.priority.value, found.passed) == (None, None)


@pytest.mark.parametrize(
    ("says", "events", "names"),
    [
        ("what is listed there", (), ["c", "e"]),
        ("on top what came last", (CAST_A, CAST_B), ["c", "e", "a", "b"]),
        ("without what resolved", (CAST_A, CAST_B, "{do: resolve, object: b}"), ["c", "e", "a"]),
        ("without what was countered", (CAST_A, "{do: counter, object: a}"), ["c", "e"]),
        ("without what became nobody knows what", ("{do: resolve, object: e}",), ["c"]),
        ("abilities by their event", ("{do: activate, id: x, by: A, object: d, ability: n}",),
         ["c", "e", "x"]),
        ("never mana abilities", ("{do: activate, id: x, by: A, object: d, ability: m}",),
         ["c", "e"]),
        ("never what was taken back", ("{do: cast, by: A, object: a, outcome: illegal}",),
         ["c", "e"]),
        ("as it was before what is undone", (
            "{do: cast, id: e, by: A, object: a}", CAST_B, "{do: undo, event: e}"), ["c", "e"]),
    ],
)  # fmt: skip
def test_the_stack(says: str, events: tuple[str, ...], names: list[str]) -> None:
    assert [one.name for one in last(*events).stack] == names, says


@pytest.mark.parametrize(
    ("says", "covers", "events"),
    [
        ("a pass that shows who had priority", "listed", (CAST_A, PASS_A, RESOLVE_A)),
        ("after others left out their passes", "listed", (CAST_A, RESOLVE_A, PASS_A, PASS_B)),
        ("all told", "turn", (CAST_A, PASS_A, PASS_B, RESOLVE_A)),
    ],
)
def test_passes_that_go_without_saying_are_no_fault(
    says: str, covers: str, events: tuple[str, ...]
) -> None:
    assert missing_passes(covers, events) == [], says


def test_passes_of_a_history_that_tells_all_are_missed() -> None:
    assert missing_passes("turn", (CAST_A, PASS_A, RESOLVE_A)) == ["117.4"]


def missing_passes(covers: str, events: tuple[str, ...]) -> list[str]:
    """The rules of priority that are broken."""
    head = HEAD.replace("zone: stack", "zone: hand").replace("turn:", f"covers: {covers}\nturn:", 1)
    [document] = read(head + "".join(f"  - {event}\n" for event in events), name="-")
    return [
        str(verdict.rule)
        for verdict in verify(document)
        if verdict.outcome is Outcome.VIOLATES and str(verdict.rule).startswith("117")
    ]
