"""docs/mcp.md names what there is: each tool with its arguments, each option, what runs."""

import json
import re
from pathlib import Path

from search.cli.mcp import mcp
from search.mcp.addresses import EXAMPLES, read
from search.mcp.tools import TOOLS, input_schema

PAGE = (Path(__file__).resolve().parents[2] / "docs/mcp.md").read_text(encoding="utf-8")


def test_each_tool_is_there_with_its_arguments() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \| (?:`([^`]+)`|–) \|", PAGE, re.MULTILINE
    )
    told = {name: (re.findall(r"\w+", taken), command) for name, taken, command in rows}
    everywhere = {"lang", "page"}
    assert told == {
        name: (
            [each for each in input_schema(name)["properties"] if each not in everywhere],
            tool.endpoint.command,
        )
        for name, tool in TOOLS.items()
    }


def test_each_option_is_there() -> None:
    options = {option for each in mcp.params for option in each.opts}
    assert options == set(re.findall(r"^\| `(--[a-z-]+)", PAGE, re.MULTILINE))


def test_its_json_can_be_read() -> None:
    settings, call = (
        json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    )
    assert settings["mcpServers"]["regulae"]["args"][0] == "mcp"
    assert set(call["arguments"]) <= set(input_schema(call["name"])["properties"])


def test_its_addresses_are_ours() -> None:
    for address in (*EXAMPLES, *re.findall(r"`(regulae://[^`]+)`", PAGE)):
        assert read(address) is not None, address
