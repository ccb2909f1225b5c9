"""What a tool answers is what the command line answers with ``--json``."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from search.cli import main
from search.mcp.envelope import without_paths
from search.mcp.tools import TOOLS, output_schema
from search.web.api.endpoints import GAME, RULING
from tests.mcp.rooms import call

# tool, arguments, command and what it reads; all are asked in each language
CALLS: tuple[tuple[str, Mapping[str, Any], tuple[str, ...], str], ...] = (
    ("look_up", {"what": ["702.33d"]}, ("show", "702.33d"), ""),
    ("look_up", {"what": ["702.33a-d"]}, ("show", "702.33a-d"), ""),
    ("look_up", {"what": ["estímulo", "702.154"]}, ("show", "estímulo", "702.154"), ""),
    ("look_up", {"what": ["kicker"], "all_langs": True}, ("show", "kicker", "--all-langs"), ""),
    ("look_up", {"what": ["702.32a"]}, ("show", "702.32a"), ""),
    ("look_up", {"what": ["999.1"]}, ("show", "999.1"), ""),
    (
        "search",
        {"q": "mareo de invocación", "limit": 3, "in": "es"},
        ("search", "mareo de invocación", "--limit", "3", "--in", "es"),
        "",
    ),
    ("search", {"q": "zzzzz"}, ("search", "zzzzz"), ""),
    (
        "compare",
        {"what": ["702.154"], "langs": ["it", "en"]},
        ("compare", "702.154", "--langs", "it,en"),
        "",
    ),
    (
        "cite",
        {"what": ["potenciar", "103.8"], "style": "markdown", "quote": True},
        ("cite", "potenciar", "103.8", "--style", "markdown", "--quote"),
        "",
    ),
    ("terms", {"word": "potenziando"}, ("terms", "potenziando"), ""),
    ("terms", {"word": "kiker"}, ("terms", "kiker"), ""),
    (
        "diff",
        {"old": "2021-04-22", "new": "2026-09-04", "in": "en"},
        ("diff", "2021-04-22", "2026-09-04", "--in", "en"),
        "",
    ),
    ("history", {"what": ["kicker"], "in": "en"}, ("history", "kicker", "--in", "en"), ""),
    (
        "phrase",
        {"phrase": "pays more", "in": "en", "limit": 1},
        ("history", "--phrase", "pays more", "--in", "en", "--limit", "1"),
        "",
    ),
    ("graph", {"what": ["702.33a"]}, ("graph", "702.33a"), ""),
    ("graph", {"what": ["702.1"], "depth": 2}, ("graph", "702.1", "--depth", "2"), ""),
    ("needs", {"what": ["702.33a"]}, ("graph", "702.33a", "--needs"), ""),
    ("path", {"from": "702.33a", "to": "103.8"}, ("graph", "702.33a", "--path", "103.8"), ""),
    (
        "complete",
        {"q": "potenz", "limit": 3},
        ("search", "--complete", "potenz", "--limit", "3"),
        "",
    ),
    ("checks", {"what": ["702.33"]}, ("checks", "702.33"), ""),
    (
        "suggest",
        {"text": RULING, "text_lang": "it", "limit": 2},
        ("suggest", "-", "--lang", "it", "--limit", "2"),
        RULING,
    ),
    ("editions", {}, ("editions",), ""),
    ("extract", {"text": RULING}, ("extract", "-"), RULING),
    ("lint", {"text": RULING}, ("lint", "-", "--format", "json"), RULING),
    (
        "check_terms",
        {"text": "Ha resistenza 2.", "text_lang": "it"},
        ("terms", "--check", "-", "--lang", "it"),
        "Ha resistenza 2.",
    ),
    ("verify", {"document": GAME, "explain": True}, ("verify", "-", "--explain"), GAME),
)
WITH_LANG_OF_THE_TEXT = ("extract", "check_terms", "editions", "suggest")


@pytest.mark.parametrize("language", ["it", "es", "en"])
@pytest.mark.parametrize(("tool", "arguments", "command", "read"), CALLS)
def test_a_tool_answers_as_its_command(
    base: Path,
    monkeypatch: pytest.MonkeyPatch,
    tool: str,
    arguments: Mapping[str, Any],
    command: tuple[str, ...],
    read: str,
    language: str,
) -> None:
    told = call(base, tool, **arguments, lang=language)
    Draft202012Validator(output_schema(tool)).validate(told)
    monkeypatch.setenv("REGULAE_LANG", language)
    asked = [*command] if "--format" in command else [*command, "--json"]
    if tool not in WITH_LANG_OF_THE_TEXT:
        asked += ["--lang", language]
    done = CliRunner().invoke(main, ["--kb", str(base), *asked], input=read)
    assert told["pages"] == 1
    assert told["answer"] == without_paths(json.loads(done.stdout))


def test_every_tool_is_compared_with_its_command() -> None:
    assert {each[0] for each in CALLS} | {"glossary"} == set(TOOLS)  # which has no command
