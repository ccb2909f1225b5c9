"""The command checks: coverage by section, checkers, and why others have none."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kb.checks import all_checks, checked_rules
from kb.lang import codes
from kb.terms import CheckClass, classes
from search.cli import main

PAGE = Path(__file__).resolve().parents[1] / "docs" / "checkers.md"


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["checks", *args], prog_name="regulae")


def asked(*args: str) -> Any:
    return json.loads(run(*args, "--json").stdout)


def test_the_page_is_true() -> None:
    assert PAGE.read_text("utf-8") == run("--page").stdout, (
        "run `regulae checks --page > docs/checkers.md` and look at what changed"
    )


def test_every_rule_is_counted_once() -> None:
    answer = asked()
    rows = answer["sections"]
    assert sum(row["rules"] for row in rows) == len(classes())
    assert sum(row["checked"] for row in rows) == len(checked_rules())
    assert len(answer["checks"]) == len(all_checks())
    for row in rows:
        assert row["checked"] <= row["checkable"] <= row["rules"]
        assert row["checkable"] + row["not_executable"] == row["rules"]
    none = sum(kind is CheckClass.NONE for kind in classes().values())
    assert sum(row["not_executable"] for row in rows) <= none


def test_one_section() -> None:
    answer = asked("702.33")
    assert {check["rule"] for check in answer["checks"]} == {f"702.33{x}" for x in "abcdefgh"}
    assert answer["unchecked"] == []
    [section] = answer["sections"]
    assert (section["number"], section["rules"], section["checked"]) == ("702", 9, 8)


@pytest.mark.parametrize("code", codes())
def test_for_people(code: str) -> None:
    assert str(len(classes())) in run("--lang", code).stdout
    none, not_yet, untold = run("100.1-6", "--lang", code).stdout.splitlines()
    assert none.startswith("100.1, 100.2, 100.2c")
    assert not_yet.startswith("100.1a, 100.1b, 100.5: ")
    assert untold.startswith("100.2a, 100.2b, 100.4a–d: ")


@pytest.mark.parametrize(("code", "name"), [("it", "Colori"), ("es", "Colores"), ("en", "Colors")])
def test_sections_are_named_in_the_language_of_the_answer(code: str, name: str) -> None:
    assert f" {name} " in run("--lang", code).stdout


def test_the_page_is_for_people_only() -> None:
    for wrong in (["--page", "702.33"], ["--page", "--json"]):
        result = run(*wrong)
        assert result.exit_code == 2
        assert "--page" in result.stderr
