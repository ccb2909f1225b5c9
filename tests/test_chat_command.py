"""Answers for chats on the command line: show, search and cite."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from search.chat import styles
from search.cli import chat, main

Run = Callable[..., Result]
STYLES = ("discord", "slack", "irc")


@pytest.fixture
def run(bundled_folder: Path) -> Run:
    def invoke(*args: str) -> Result:
        return CliRunner().invoke(main, ["--kb", str(bundled_folder), *args], prog_name="regulae")

    return invoke


def answer(run: Run, *args: str, code: int = 0) -> dict[str, Any]:
    result = run(*args, "--json")
    assert result.exit_code == code, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_styles_are_those_that_there_are() -> None:
    """They are listed twice, so that no help text imports the package."""
    assert chat.STYLES == styles.NAMES == STYLES


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("lang", ["it", "es", "en"])
def test_show(run: Run, style: str, lang: str) -> None:
    found = answer(run, "show", "702.33", "--style", style, "--lang", lang)
    assert len(found["messages"]) == (4 if style == "irc" else 1)
    assert [result["number"] for result in found["results"]][:2] == ["702.33", "702.33a"]
    assert all("2026-08-07" in message for message in found["messages"])
    plain = run("show", "702.33", "--style", style, "--lang", lang)
    between = "\n" if style == "irc" else "\n\n"
    assert plain.stdout == between.join(found["messages"]) + "\n"
    null = run("show", "702.33", "--style", style, "--lang", lang, "-0")
    assert null.stdout.split("\0") == [*found["messages"], ""]


def test_the_rest_of_a_rule(run: Run) -> None:
    first = answer(run, "show", "702.33", "--style", "discord", "--lang", "it")
    assert first["more"] == ["702.33e-h"]
    assert first["messages"][0].endswith("\n… e altre 4 sottoregole: 702.33e-h")
    rest = answer(run, "show", "702.33e-h", "--style", "discord", "--lang", "it")
    assert (len(rest["messages"]), rest["more"]) == (1, ["702.33h"])
    assert rest["messages"][0].endswith("\n… e un’altra sottoregola: 702.33h")
    both = answer(run, "show", "702.33", "--style", "discord", "--lang", "it", "--all-messages")
    assert (len(both["messages"]), both["more"]) == (2, [])
    assert both["messages"][1].startswith("> **702.33f** ")
    two = answer(run, "show", "702.33", "--style", "discord", "--lang", "it", "--messages", "2")
    assert two == both


def test_a_dot_asks_for_the_rule_alone(run: Run) -> None:
    with_parts = answer(run, "show", "702.33", "--style", "discord")
    assert len(with_parts["results"]) > 1
    alone = answer(run, "show", "702.33.", "--style", "discord")
    assert [result["number"] for result in alone["results"]] == ["702.33"]
    [message] = alone["messages"]
    assert message.startswith("> **702.33** Kicker\n> — en, 2026-08-07")
    without_chat = answer(run, "show", "702.33.")
    assert without_chat["results"] == with_parts["results"], "elsewhere the dot says nothing"


def test_numbers_and_names_in_one_line(run: Run) -> None:
    line = "702.33. doppio attacco, regola 704.5f"
    found = answer(run, "show", line, "--style", "slack", "--lang", "it")
    numbers = [result["number"] for result in found["results"]]
    assert numbers[0] == "702.33" and numbers[-1] == "704.5f"
    assert "702.4" in numbers and "702.33a" not in numbers


def test_what_is_not_there_is_told_in_the_chat_without_calling_anybody(run: Run) -> None:
    result = run("show", "702.33. @everyone `x`", "--style", "discord", "--lang", "en")
    assert result.exit_code == 1
    first = result.stdout.split("\n")[0]
    assert first.startswith("@\u200beveryone \\`x\\`: no rule of this number or name is known.")
    assert "> **702.33** Kicker" in result.stdout
    nothing = answer(run, "show", "nothing of this name, indeed", "--style", "irc", code=1)
    assert len(nothing["messages"]) == 2 and nothing["results"] == []


def test_a_false_friend_is_told_in_the_chat(run: Run) -> None:
    found = answer(run, "show", "potenciar", "--style", "discord", "--lang", "es")
    assert found["messages"][0].startswith("Falso amigo")
    assert found["warnings"]


def test_lone_surrogates_and_line_ends_of_a_request(run: Run) -> None:
    found = answer(run, "show", "x\udc80\r\nQUIT :gone", "--style", "irc", code=1)
    assert all("\n" not in message and "\r" not in message for message in found["messages"])
    assert "\ufffd" in found["messages"][0]


def test_search(run: Run) -> None:
    words = ("search", "kicker", "cost", "--lang", "en")
    found = answer(run, *words, "--style", "discord", "--limit", "3")
    [message] = found["messages"]
    count, *lines = message.split("\n")
    assert count == f"3 of {found['total']} rules found"
    assert [line.split("**")[1] for line in lines if line.startswith("> **")] == [
        hit["number"] for hit in found["hits"]
    ]
    assert len(answer(run, *words, "--style", "irc")["messages"]) == 4


def test_search_that_finds_nothing(run: Run) -> None:
    result = run("search", "qwxyz", "--style", "discord", "--lang", "en")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith("Nothing found for “qwxyz”.")


@pytest.mark.parametrize("style", STYLES)
def test_cite_gives_all_messages_unless_told_otherwise(run: Run, style: str) -> None:
    asked = ("cite", "702.33a-h", "--quote", "--style", style, "--lang", "it")
    whole = answer(run, *asked)
    assert whole["more"] == [] and len(whole["messages"]) > (style != "slack")
    assert whole["messages"][0].startswith(whole["citations"][0]["text"].split("\n")[0][:40])
    some = answer(run, *asked, "--messages", "1")
    assert len(some["messages"]) == 1
    assert some["more"] == ([] if style == "slack" else ["702.33a-h"])


def test_bold_numbers_on_irc_only_where_wanted(run: Run) -> None:
    asked = ("show", "702.33a", "--style", "irc", "--lang", "en")
    assert run(*asked).stdout.startswith("702.33a (Kicker): ")
    assert run(*asked, "--bold").stdout.startswith("\x02702.33a\x02 (Kicker): ")


@pytest.mark.parametrize(
    "args",
    [
        ("show", "702.33", "--messages", "2"),
        ("show", "702.33", "-0"),
        ("search", "kicker", "--all-messages"),
        ("cite", "702.33", "--style", "markdown", "--bold"),
        ("show", "702.33", "--style", "discord", "--messages", "0"),
        ("show", "702.33", "--style", "markdown"),
        ("search", "--complete", "kick", "--style", "irc"),
        ("show", "word " * 101, "--style", "irc"),
    ],
)
def test_wrong_usage(run: Run, args: tuple[str, ...]) -> None:
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
