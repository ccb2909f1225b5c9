"""Tools as a client lists them: strict schemas, examples that hold, nothing that writes."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp import Client
from mcp.types import ListToolsResult

from kb.lang import ORIGINAL, codes
from search.mcp.tools import TOOLS, input_schema, output_schema
from search.web.api.endpoints import ENDPOINTS, GAME
from tests.mcp.rooms import call, raw_call, said, talked


def example(name: str) -> dict[str, Any]:
    """The arguments that the description of a tool shows; where it shortens a game, ours."""
    return {**TOOLS[name].example, **({"document": GAME} if name == "verify" else {})}


@pytest.mark.parametrize("language", codes())
@pytest.mark.parametrize("name", TOOLS)
def test_a_description_shows_its_example_in_each_language(name: str, language: str) -> None:
    shown = TOOLS[name].about(language)
    assert json.loads(shown[shown.index("{") :]) == TOOLS[name].example
    if language != ORIGINAL:
        assert shown != TOOLS[name].about(ORIGINAL)
        assert TOOLS[name].title(language) != TOOLS[name].title(ORIGINAL)


@pytest.mark.parametrize("name", TOOLS)
def test_a_schema_is_one_and_takes_nothing_else(name: str) -> None:
    taken = dict(input_schema(name))
    for schema in (taken, dict(output_schema(name))):
        Draft202012Validator.check_schema(schema)
        assert schema["additionalProperties"] is False
    wanted = Draft202012Validator(taken)
    assert wanted.is_valid(example(name))
    assert not wanted.is_valid({**example(name), "unknown": 1})
    assert all(schema["description"] for schema in taken["properties"].values())


@pytest.mark.parametrize("name", TOOLS)
def test_the_example_of_a_tool_is_answered(base: Path, name: str) -> None:
    arguments = example(name)
    if name == "diff":  # of editions that this base has
        arguments |= {"old": "2021-04-22", "new": "2026-09-04"}
    told = call(base, name, **arguments)
    assert told["editions"]
    assert told["about_texts"]
    assert told["pages"] == 1


@pytest.mark.parametrize("name", TOOLS)
def test_an_argument_that_there_is_not_is_refused(base: Path, name: str) -> None:
    result = raw_call(base, name, {**example(name), "editon": "2021-04-22"})
    assert result.is_error
    assert "editon" in said(result)
    assert name in said(result)


@pytest.mark.parametrize("language", codes())
def test_a_client_lists_them(base: Path, language: str) -> None:
    async def listed(client: Client) -> ListToolsResult:
        return await client.list_tools()

    tools = talked(base, listed, language=language).tools
    assert [tool.name for tool in tools] == list(TOOLS)
    for tool in tools:
        assert tool.description == TOOLS[tool.name].about(language)
        assert len(tool.description) < 300
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint and tool.annotations.idempotent_hint
        assert not tool.annotations.destructive_hint and not tool.annotations.open_world_hint


def test_each_asks_an_endpoint_of_its_own() -> None:
    asked = [tool.endpoint.path for tool in TOOLS.values()]
    assert len(set(asked)) == len(asked)
    assert set(asked) <= {endpoint.path for endpoint in ENDPOINTS}
