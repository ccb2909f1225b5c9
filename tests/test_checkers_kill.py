"""Every checker is killed by the scenarios: broken by one, kept by another, in several places."""

from kb.checks import all_checks, verify
from kb.checks.registry import Check
from kb.model import Outcome
from kb.state import Document
from kb.state_read import read
from tests.test_scenarios import NEVER_BROKEN, SCENARIOS, name

ONE_PLACE = {
    "r118_reductions", "r202_values", "r508_attackers", "r601_casting", "r601_choices",
    "r608_resolving", "r702_033_kicked", "r702_033_kicker", "r702_154_bonus", "r702_154_enlist",
    "r702_193_power_up", "r707_copies", "r718_prototype", "r733_illegal_actions",
}  # fmt: skip
"""Groups of which one place each way is enough here: they have a table of cases of their own."""
Node = tuple[str, str]


def group(check: Check) -> str:
    """The module of a checker; of one made by a table that of what it is made of."""
    run = getattr(check.run, "func", check.run)
    return str(run.__module__).rpartition(".")[2]


def nodes(state: Document) -> dict[Node, set[Outcome]]:
    """What is said of each proposition of each rule."""
    found: dict[Node, set[Outcome]] = {}
    for verdict in verify(state):
        found.setdefault((str(verdict.rule), verdict.prop), set()).add(verdict.outcome)
    return found


def test_every_node_is_kept_by_a_scenario_and_broken_by_another() -> None:
    kept, broken = set[Node](), set[Node]()
    for path in SCENARIOS:
        for state in read(path.read_text(encoding="utf-8"), name=path.name):
            # What an older edition numbers otherwise is the same checker under another number.
            for node, outcomes in nodes(state).items():
                kept |= {node} if Outcome.COMPLIES in outcomes else set()
                broken |= {node} if Outcome.VIOLATES in outcomes else set()
    newest = {(str(c.rule), c.prop) for c in all_checks() if c.until is None}
    never_kept = sorted(newest - kept)
    never_broken = sorted(node for node in newest - broken if node[1] not in NEVER_BROKEN)
    assert (never_kept, never_broken) == ([], [])


def test_every_proposition_has_two_places_where_it_is_kept_and_two_where_it_is_broken() -> None:
    places: dict[tuple[str, Outcome], set[tuple[str, str]]] = {}
    for path in SCENARIOS:
        for state in read(path.read_text(encoding="utf-8"), name=path.name):
            for verdict in verify(state):
                key = verdict.prop, verdict.outcome
                places.setdefault(key, set()).add((name(path), verdict.at))
    few = {
        (prop, str(outcome))
        for prop in {check.prop for check in all_checks() if group(check) not in ONE_PLACE}
        for outcome in (Outcome.COMPLIES, Outcome.VIOLATES)
        if prop not in NEVER_BROKEN or outcome is not Outcome.VIOLATES
        if len(places.get((prop, outcome), ())) < 2
    }
    assert few == set()
