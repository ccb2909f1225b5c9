"""Every document under data/scenarios, run and compared with what it expects."""

from pathlib import Path

import pytest

from kb.checks import all_checks
from kb.model import Outcome
from kb.paths import data_dir
from kb.state_read import read
from kb.verify import verified
from tests.factories import verify_text

SCENARIOS = sorted((data_dir() / "scenarios").glob("*/*.yaml"))
NEVER_BROKEN = {
    "choice-is-free",  # it says that something is allowed
    "haste",  # so does this; what has no haste breaks 302.6
}


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_there_are_scenarios() -> None:
    assert len(SCENARIOS) > 15


@pytest.mark.parametrize("path", SCENARIOS, ids=name)
def test_scenario(path: Path) -> None:
    [found] = verify_text(path.read_text(encoding="utf-8"), name=path.name)
    failed = [
        f"{miss.expected.rule} {miss.expected.prop} {miss.expected.at}: {miss.got}, "
        f"wanted {miss.expected.verdict} {miss.expected.missing or ''}"
        for miss in found.failed
    ]
    assert not failed
    assert found.met


@pytest.mark.parametrize("path", SCENARIOS, ids=name)
def test_scenario_expects_every_fault_that_it_has(path: Path) -> None:
    [document] = read(path.read_text(encoding="utf-8"), name=path.name)
    expected = {row.prop for row in document.expect or () if row.verdict == "violates"}
    verdicts = verified(document).verdicts
    # A verdict that follows from another is no fault of its own.
    faults = {v.prop for v in verdicts if v.outcome is Outcome.VIOLATES and v.follows is None}
    assert faults <= expected


def test_every_checker_is_seen_to_comply_and_to_be_broken() -> None:
    seen = {Outcome.COMPLIES: set[str](), Outcome.VIOLATES: set[str]()}
    for path in SCENARIOS:
        [document] = read(path.read_text(encoding="utf-8"), name=path.name)
        for row in document.expect or ():
            if row.prop is not None and row.verdict in ("complies", "violates"):
                seen[Outcome(row.verdict)].add(row.prop)
    props = {check.prop for check in all_checks()}
    assert props - seen[Outcome.COMPLIES] == set()
    assert props - seen[Outcome.VIOLATES] - NEVER_BROKEN == set()
