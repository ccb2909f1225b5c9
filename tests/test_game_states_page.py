"""The examples of docs/game-states.md say what they expect, and nothing else is broken in them."""

import re
from pathlib import Path

import pytest

from kb.model import Outcome
from kb.state import Event
from tests.factories import verify_text

PAGE = (Path(__file__).parents[1] / "docs" / "game-states.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def test_there_are_two() -> None:
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_what_it_says(text: str) -> None:
    [found] = verify_text(text, name="docs/game-states.md")
    assert [row.expected for row in found.failed] == []
    broken = {str(row.rule) for row in found.document.expect or () if row.verdict == "violates"}
    roots = {
        str(verdict.rule)
        for verdict in found.verdicts
        if verdict.outcome is Outcome.VIOLATES and verdict.follows is None
    }
    assert roots == broken


def test_every_kind_of_event_is_told_of() -> None:
    kinds = Event.__annotations__["do"].__args__
    named = set(re.findall(r"`([a-z-]+)`", PAGE))
    assert set(kinds) <= named
