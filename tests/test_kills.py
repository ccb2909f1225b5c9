"""A checker is killed by a broken state: one kill of each, of those that the benchmark found."""

import csv
import json
from typing import Any

import pytest

from benchmarks.kills import COLUMNS, SCENARIOS, TABLE, killed, outcomes
from benchmarks.mutants import changed, mutants
from kb.checks import all_checks
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.state_text import documents
from tests.test_scenarios import NEVER_BROKEN

with TABLE.open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))


def scenario(name: str) -> Any:
    [raw] = documents((SCENARIOS / name).read_text("utf-8"), name=name)
    return raw.value


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['rule']} {row['prop']}")
def test_one_changed_fact_is_noticed(row: dict[str, str]) -> None:
    document = scenario(row["scenario"])
    mutant = changed(document, Pointer(row["at"]).parts, json.loads(row["value"]))
    rule = RuleNumber.parse(row["rule"])
    key = row["rule"], row["prop"]
    assert killed(key, outcomes(document, rule), outcomes(mutant, rule))


def test_every_checker_kills_something() -> None:
    assert tuple(ROWS[0]) == COLUMNS
    kill = {(row["rule"], row["prop"]) for row in ROWS}
    for check in all_checks():
        # What an older edition numbers otherwise is the same checker under another number.
        if check.prop not in NEVER_BROKEN and check.until is None:
            assert (str(check.rule), check.prop) in kill, (
                "run `python -m benchmarks kills`, and give it a scenario where none is killed"
            )


def test_a_mutant_differs_in_one_fact() -> None:
    document: Any = {
        "objects": {"a": {"owner": "A"}, "b": {"owner": "B"}},
        "history": [{"do": "pass"}],
    }
    found = {(mutant.kind, str(mutant.at)): mutant.document for mutant in mutants(document)}
    assert found["player", "/objects/a/owner"]["objects"] == {
        "a": {"owner": "B"},
        "b": {"owner": "B"},
    }
    assert found["left out", "/objects/b"]["objects"] == {"a": {"owner": "A"}}
    assert found["left out", "/history/0"]["history"] == []
    assert document["objects"]["a"] == {"owner": "A"}, "the document itself is left alone"
