"""``--edition`` of the commands that search, draw, suggest and name: the texts of that day."""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kb.as_of import turn_back
from kb.edition import EditionDate
from kb.errors import UnknownEdition
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import open_to_read, open_to_write
from search.cli import main
from tests.factories import edition
from tests.kb.test_diff import BASE, became, official, put_edition
from tests.test_history_command import SHIFTED

THEN = ("--edition", "2020-06-30")
LATER = ("--edition", "2021-12")


@pytest.fixture(scope="module")
def base(bundled_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle, two English editions and an Italian page that came between them; read only."""
    folder = tmp_path_factory.mktemp("editions") / "base"
    shutil.copytree(bundled_folder, folder)
    with open_to_write(folder) as store:
        put_edition(store, BASE, official("2020-01-15"))
        put_edition(store, became(BASE, *SHIFTED, ("once more", "again")), official("2021-04-22"))
        page = "702.32 Potenziamento\n702.32a Mentre la lanci puoi pagare di più"
        put_edition(store, page, edition("it", "2020-03-01"))
    return folder


@pytest.fixture
def ask(base: Path) -> Any:
    def asked(*args: str, stdin: str | None = None) -> tuple[int, Any, str]:
        command = ["--kb", str(base), *args]
        result = CliRunner().invoke(main, command, input=stdin, prog_name="regulae")
        answer = json.loads(result.stdout) if result.stdout.startswith("{") else result.stdout
        return result.exit_code, answer, result.stderr

    return asked


@pytest.mark.parametrize(
    ("says", "day", "number"), [("then", THEN, "702.33a"), ("later", LATER, "702.34a")]
)
def test_search(ask: Any, says: str, day: tuple[str, ...], number: str) -> None:
    code, answer, _ = ask("search", "dead cards lie", "--in", "en", *day, "--json")
    assert code == 0, says
    assert answer["hits"][0]["number"] == number, says
    dates = {hit["edition"]["date"] for hit in answer["hits"]}
    assert dates == {"2020-01-15" if day is THEN else "2021-04-22"}, says


@pytest.mark.parametrize(
    ("says", "day", "numbers"),
    [
        ("then", THEN, ["702", "702.32", *(f"702.32{part}" for part in "abc"), "702.33"]),
        ("later", LATER, ["702", "702.33", *(f"702.33{part}" for part in "abc"), "702.34"]),
    ],
)
def test_show_lists_what_stood_there_then(
    ask: Any, says: str, day: tuple[str, ...], numbers: list[str]
) -> None:
    """And neither leaves out what is gone by now nor adds what came since."""
    code, answer, _ = ask("show", "702", *day, "--lang", "en", "--json")
    assert code == 0
    shown = [each for each in answer["results"] if each["language"] == "en"]
    assert [each["number"] for each in shown] == [*numbers, *(f"{numbers[-1]}{x}" for x in "ab")]
    assert all(each["text"] for each in shown), says
    cited = next(each for each in shown if each["number"].endswith("a"))
    assert cited["cited_by"] == [f"{numbers[1]}c"], says


def test_search_finds_a_name_at_its_number_of_the_day(ask: Any) -> None:
    _, answer, _ = ask("search", "kicker", "--in", "en", *THEN, "--json")
    assert answer["hits"][0]["number"] == "702.32"


def test_words_of_today_are_not_found_then(ask: Any) -> None:
    code, _, _ = ask("search", "prototype", "--in", "en", *THEN)
    assert code == 1


@pytest.mark.parametrize(
    ("says", "word", "day", "numbers"),
    [
        ("then", "flashback", THEN, ["702.33"]),
        ("later", "flashback", LATER, ["702.34"]),
        ("by a word of another language", "potenziamento", THEN, ["702.32"]),
        ("by the number", "702.32", THEN, ["702.32"]),
        ("a name that came only later", "prototype", THEN, []),
    ],
)
def test_terms(ask: Any, says: str, word: str, day: tuple[str, ...], numbers: list[str]) -> None:
    code, answer, _ = ask("terms", word, *day, "--json")
    assert [term["number"] for term in answer["terms"]] == numbers, says
    assert code == (0 if numbers else 1), says


def test_graph(ask: Any) -> None:
    code, answer, _ = ask("graph", "kicker", *THEN, "--json", "--lang", "en")
    assert code == 0
    held = {node["number"]: node["edition"] for node in answer["nodes"] if "number" in node}
    assert held["702.32c"]["date"] == "2020-01-15"
    names = {node["word"] for node in answer["nodes"] if node.get("word")}
    assert names == {"Kicker"}, "and not what stands at 702.32 today"


@pytest.mark.parametrize("way", [("--needs",), ("--path",)])
def test_needs_and_paths(ask: Any, way: tuple[str, ...]) -> None:
    what = ("702.32c", "103.2") if way == ("--path",) else ("702.32c",)
    code, answer, _ = ask("graph", *what, *way, *THEN, "--json", "--lang", "en")
    assert code == 0
    numbers = {node["number"] for node in answer["nodes"]}
    assert {"702.32c", "103.2"} <= numbers
    assert all(node["edition"]["date"] == "2020-01-15" for node in answer["nodes"])


def test_suggest(ask: Any) -> None:
    ruling = "You may cast it once more from where the dead cards lie."
    code, answer, _ = ask("suggest", "-", "--lang", "en", *THEN, "--json", stdin=ruling)
    assert code == 0
    assert answer["suggestions"][0]["candidates"][0]["number"] == "702.33a"


@pytest.mark.parametrize(
    ("says", "args"),
    [
        ("before all editions", ("search", "cards", "--edition", "1999-01-01")),
        ("before all editions", ("terms", "kicker", "--edition", "1999-01-01")),
        ("a language that had none", ("graph", "702.32", "--lang", "es", *THEN)),
        ("no date", ("search", "cards", "--edition", "soon")),
    ],
)
def test_refusals(ask: Any, says: str, args: tuple[str, ...]) -> None:
    code, _, err = ask(*args)
    assert code == 2, says
    assert len(err.strip().splitlines()) == 1, says
    assert "soon" in err or "held" in err or "hay:" in err, says


def test_the_index_of_a_day_stays_beside_that_of_today(ask: Any, base: Path) -> None:
    ask("search", "cards", *THEN)
    ask("search", "cards")
    _, _, err = ask("search", "cards", *THEN)
    assert err == "", "nothing was indexed again"


def test_an_edition_that_comes_in_removes_the_indexes_of_former_versions(
    base: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "base"
    shutil.copytree(base, folder)
    before = {path.name for path in (folder / "index").iterdir()}
    with open_to_write(folder) as store:
        put_edition(store, BASE, official("2023-01-01"))
    CliRunner().invoke(main, ["--kb", str(folder), "search", "cards", *THEN])
    [only] = (folder / "index").iterdir()
    assert only.name not in before and only.name.endswith("-2020-03-01")


def test_nothing_of_the_base_changes(base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "base"
    shutil.copytree(base, folder)
    with open_to_read(folder) as store:
        turn_back(store, EditionDate.parse("2020-06-30"))
        holdings = Holdings(store)
        rule = holdings.rule(RuleNumber.parse("702.33a"), "en")
        assert rule is not None and str(rule.edition.date) == "2020-01-15"
        assert holdings.rule(RuleNumber.parse("702.34a"), "en") is None
        title = holdings.known_title(RuleNumber.parse("702.32a"), "it")
        assert title is not None and title.text == "Potenziamento"
    with (
        sqlite3.connect(folder / "base.sqlite") as one,
        sqlite3.connect(base / "base.sqlite") as two,
    ):
        assert list(one.iterdump()) == list(two.iterdump())


def test_before_all_editions(base: Path) -> None:
    with open_to_read(base) as store, pytest.raises(UnknownEdition, match="2020-01-15"):
        turn_back(store, EditionDate.parse("2019-12-31"))
