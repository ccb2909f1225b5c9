"""Whatever a tool is called with, it answers in its shape or says why it does not."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some
from jsonschema import Draft202012Validator
from mcp import Client
from mcp.types import CallToolResult

from search.mcp.cutting import PAGE_SIZE
from search.mcp.tools import TOOLS, input_schema, output_schema
from search.web.api.endpoints import GAME, RULING
from tests.mcp.conftest import PLACE
from tests.mcp.rooms import said, talked

_CALLS = 12
"""In one session, which takes a moment to begin."""
_WORDS = some.sampled_from(
    (
        *("702.33d", "702.1", "702.33a-d", "kicker", "potenziamento", "7", "702.33d-a"),
        *("2021-04-22", "2026-09", "it", "xx", "true", "", "rule:702.1", "-kicker"),
        *('"', "*", "\x00", "\ud800", "../x"),
    )
)
_NAMES = some.sampled_from(("what", "", "editon", "x" * 500, "é"))  # of JSON: no lone surrogates
_STRAY = some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False)
_JSON = some.recursive(
    _STRAY | some.text(max_size=20) | _WORDS,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(_NAMES, inner, max_size=3),
    max_leaves=5,
)


def _fitting(schema: Any) -> some.SearchStrategy[Any]:
    """Mostly what a parameter may be, in the hope of an answer."""
    kind = schema["type"]
    if kind == "array":
        return some.lists(_fitting(schema["items"]), min_size=1, max_size=3)
    if kind == "boolean":
        return some.booleans()
    if kind == "integer":
        return some.integers(schema["minimum"], min(schema["maximum"], 5))
    if "enum" in schema:
        return some.sampled_from(schema["enum"])
    if schema.get("maxLength", 0) > 1_000:  # a text
        return some.just(GAME) | some.just(RULING) | some.text(max_size=300)
    return _WORDS | some.text(max_size=30)


@some.composite
def _arguments(draw: some.DrawFn, name: str) -> dict[str, Any]:
    schema = input_schema(name)
    given_names = draw(some.sets(some.sampled_from(sorted(schema["properties"])), max_size=4))
    arguments: dict[str, Any] = {}
    for each in sorted(given_names | set(schema["required"])):
        is_odd = draw(some.integers(0, 6)) == 0
        arguments[each] = draw(_JSON if is_odd else _fitting(schema["properties"][each]))
    if draw(some.integers(0, 9)) == 0:
        arguments[draw(_NAMES)] = draw(_JSON)
    return arguments


@pytest.mark.parametrize("name", TOOLS)
@settings(
    max_examples=4,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),  # shrinking would ask for hours
    suppress_health_check=list(HealthCheck),
)
@given(data=some.data())
def test_a_tool_answers_or_says_why_not(base: Path, name: str, data: some.DataObject) -> None:
    calls = data.draw(some.lists(_arguments(name), min_size=_CALLS, max_size=_CALLS))

    async def calling(client: Client) -> list[CallToolResult]:
        return [await client.call_tool(name, each) for each in calls]

    shape = Draft202012Validator(output_schema(name))
    for arguments, result in zip(calls, talked(base, calling), strict=True):
        told = said(result)
        assert PLACE not in told and str(base) not in told
        if result.is_error:
            assert len(told) < 1_500 and "An error of regulae" not in told, (arguments, told)
            continue
        shape.validate(result.structured_content)
        assert Draft202012Validator(dict(input_schema(name))).is_valid(arguments), arguments
        assert len(json.dumps(result.structured_content["answer"])) < 3 * PAGE_SIZE
        assert result.structured_content["editions"]
