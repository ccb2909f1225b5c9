"""Scenarios with parts lost and mixed up: a refusal or verdicts with sentences, never a crash."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.checks import verify
from kb.errors import BadState
from kb.explain import because
from kb.paths import data_dir
from kb.state_read import read
from kb.state_text import documents

SCENARIOS = sorted((data_dir() / "scenarios").glob("*/*.yaml"))
ROUNDS = 12

Place = tuple[str | int, ...]


def raw(path: Path) -> Any:
    [found] = documents(path.read_text(encoding="utf-8"), name=path.name)
    return {key: value for key, value in found.value.items() if key != "expect"}


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inner:
        yield (*at, key)
        if isinstance(one, dict | list):
            yield from places(one, (*at, key))


def at_place(value: Any, at: Place) -> Any:
    for key in at:
        value = value[key]
    return value


def damaged(value: Any, at: Place, new: Any) -> Any:
    """A copy with another value at a place; None leaves it out."""
    first, *rest = at
    keep = rest or new is not None
    inner = damaged(value[first], tuple(rest), new) if rest else new
    if isinstance(value, dict):
        return {k: inner if k == first else v for k, v in value.items() if keep or k != first}
    return [inner if n == first else v for n, v in enumerate(value) if keep or n != first]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_damaged_scenario_is_refused_or_judged(path: Path) -> None:
    dice = random.Random(path.stem)
    for _ in range(ROUNDS):
        value, other = raw(path), raw(dice.choice(SCENARIOS))
        for _ in range(dice.randrange(1, 4)):
            at = dice.choice(list(places(value)))
            alike = [place for place in places(other) if place[-1] == at[-1]]
            new = at_place(other, dice.choice(alike)) if alike and dice.random() < 0.5 else None
            value = damaged(value, at, new)
        try:
            for state in read(json.dumps(value), name="a.json"):
                assert all(because(verdict, "it") for verdict in verify(state))
        except BadState as error:
            assert str(error)
