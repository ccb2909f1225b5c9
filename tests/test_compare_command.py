"""The command compare, as it is typed: side by side, and the coverage of languages."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kb.bundle import install
from kb.edition import EditionKind
from kb.lang import codes
from kb.store import open_to_write
from search.cli import main
from tests.factories import document, edition, put, rule

HOSTILE = "Puoi pagare {R}.\x1b[m\u202e La sua resistenza."


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A base with an Italian page that differs from two English editions."""
    folder = tmp_path_factory.mktemp("compared")
    with open_to_write(folder) as store:
        install(store)
        old = edition("en", "2024-11-08", kind=EditionKind.OFFICIAL, digest="old")
        new = edition("en", "2026-08-07", kind=EditionKind.OFFICIAL, digest="new")
        put(
            store,
            document(rule("702.154", title="Enlist"), rule("702.154a", "You may."), of=old),
            document(
                rule("702.154", title="Enlist"),
                rule("702.154a", "You must pay {R}. Its toughness."),
                rule("702.154b", "See rule 508.1g."),
                of=new,
            ),
            document(rule("702.154", title="Arruolare"), rule("702.154a", HOSTILE)),
        )
    return str(folder)


def run(base: str, *args: str, columns: int = 80) -> Result:
    return CliRunner(env={"COLUMNS": str(columns)}).invoke(
        main, ["--kb", base, "compare", *args], prog_name="regulae"
    )


def answered(base: str, *args: str) -> Any:
    result = run(base, *args, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("says", "languages", "apart"),
    [
        ("our Spanish words beside the official English", "es,en", True),
        ("an Italian page beside the official English", "it,en", False),
    ],
)
def test_what_was_not_compared_is_told(base: str, says: str, languages: str, apart: bool) -> None:
    shown = run(base, "702.154a", "--langs", languages, "--lang", "en", columns=200).stdout.split()
    assert ("were not compared sentence by sentence" in " ".join(shown)) is apart, says


def test_json_has_the_keys_of_the_contract_and_the_evidence(base: str) -> None:
    answer = answered(base, "702.154", "--langs", "it,en", "--lang", "en")
    assert answer["number"] == "702.154"
    assert [row["number"] for row in answer["rows"]] == ["702.154", "702.154a", "702.154b"]
    texts = answer["rows"][1]["texts"]
    assert texts["it"]["text"] == HOSTILE
    assert texts["it"]["edition"]["date"] == "2024-11-23"
    assert answer["rows"][2]["texts"]["it"] is None
    kinds = [(one["kind"], one["number"], one["languages"]) for one in answer["findings"]]
    assert kinds == [
        ("edition", "702.154", ["it"]),
        ("negation", "702.154a", ["it"]),
        ("terms", "702.154a", ["it"]),
        ("missing", "702.154b", ["it"]),
    ]
    for finding in answer["findings"]:
        assert finding["detail"].startswith(finding["number"])
        for code, places in finding["evidence"].items():
            row = next(row for row in answer["rows"] if row["number"] == finding["number"])
            for place in places:
                text = row["texts"][code]["text"]
                assert text[place["start"] : place["end"]] == place["text"]
    lag, negation, terms, _ = answer["findings"]
    assert (lag["lag"]["days"], lag["lag"]["since"]) == (622, "2024-11-08")
    assert lag["lag"]["changed"] == ["702.154a"]
    assert negation["agrees_with"] == "2024-11-08"
    assert (terms["fault"], terms["expected"]) == ("expected", "costituzione")
    assert answer["rows"][1]["sentences"] == [{"it": [0, len(HOSTILE)], "en": [0, 32]}]


@pytest.mark.parametrize("language", codes())
@pytest.mark.parametrize("columns", [80, 160])
def test_for_people(base: str, language: str, columns: int) -> None:
    arguments = ("702.154", "--langs", "it,en", "--lang", language)
    result = run(base, *arguments, columns=columns)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= columns
    assert "**Puoi**" in result.stdout and "**must**" in result.stdout
    assert ("│" in result.stdout) is (columns == 160)
    assert not re.search("[\x1b\u202e]", result.stdout), "a text spoke to the terminal"
    assert "{" not in result.stdout.replace("{R}", ""), "a sentence was not filled in"


def test_the_english_edition_of_a_day(base: str) -> None:
    arguments = ("702.154", "--langs", "it,en", "--edition")
    then = answered(base, *arguments, "2024-11-23")
    assert then["rows"][1]["texts"]["en"]["text"] == "You may."
    assert "negation" not in [finding["kind"] for finding in then["findings"]]
    result = run(base, *arguments, "2001-01-01")
    assert result.exit_code == 2
    assert "2024-11-08" in result.stderr


def test_coverage(base: str) -> None:
    answer = answered(base, "--all", "--langs", "it,es")
    assert answer["edition"] == "2026-08-07"
    assert answer["languages"]["it"] == {
        "rules": 3,
        "held": 2,
        "ours": 1,
        "missing": 0,
        "behind": 1,
        "unknown": 0,
        "disagreeing": 1,
    }
    assert answer["languages"]["es"]["ours"] == 3
    first = answer["rules"][0]
    assert first["languages"]["it"] == {
        "state": "held",
        "edition": "2024-11-23",
        "days": 622,
        "behind": True,
        "findings": ["terms"],
    }


@pytest.mark.parametrize("language", codes())
def test_coverage_for_people(base: str, language: str) -> None:
    result = run(base, "--all", "--langs", "it,es", "--lang", language, "--limit", "2")
    assert result.exit_code == 0
    assert "2026-08-07" in result.stdout and "702.154a" in result.stdout
    assert "{" not in result.stdout
    counts_alone = run(base, "--all", "--lang", language, "--limit", "0")
    assert counts_alone.exit_code == 0 and "702.154a" not in counts_alone.stdout


def test_coverage_as_a_table(base: str, tmp_path: Path) -> None:
    arguments = ("--all", "--langs", "it,es", "--csv")
    result = run(base, *arguments, "-")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert len(rows) == 6
    found = {(row["number"], row["language"]): row for row in rows}
    assert found["702.154a", "it"]["findings"] == "terms"
    assert found["702.154a", "it"]["behind"] == "yes"
    assert found["702.154b", "es"]["state"] == "ours"
    place = tmp_path / "coverage.csv"
    assert run(base, *arguments, str(place)).exit_code == 0
    assert place.read_bytes().decode() == result.stdout_bytes.decode()
    again = run(base, *arguments, str(place))
    assert again.exit_code == 2 and "--force" in again.stderr
    assert run(base, *arguments, str(place), "--force").exit_code == 0


@pytest.mark.parametrize(
    ("says", "args"),
    [
        ("nothing to compare", []),
        ("rules, and all of them", ["702.154", "--all"]),
        ("a table of one rule", ["702.154", "--csv", "-"]),
        ("two answers on one output", ["--all", "--csv", "-", "--json"]),
        ("a language that is none", ["--all", "--langs", "xx"]),
        ("a folder that is not there", ["--all", "--csv", "nowhere/at/all.csv"]),
    ],
)
def test_wrong_usage(base: str, says: str, args: list[str]) -> None:
    result = run(base, *args)
    assert result.exit_code == 2, says
    assert len(result.stderr.splitlines()) == 1, says
    assert result.stdout == "", says


def test_what_is_not_held(base: str) -> None:
    result = run(base, "702.999")
    assert result.exit_code == 1
    assert "702.999" in result.stderr
