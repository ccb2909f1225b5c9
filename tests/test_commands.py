"""The command line: answers, exit codes, and one clear line for every fault."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from search.cli import _COMMANDS, main

ROOT = Path(__file__).resolve().parents[1]


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=stdin, prog_name="regulae")


@pytest.fixture
def ask(bundled_folder: Path) -> Any:
    """A command over the bundled base; gives exit code, JSON, stderr."""

    def asked(*args: str, stdin: str | bytes | None = None) -> tuple[int, Any, str]:
        result = run("--kb", str(bundled_folder), *args, stdin=stdin)
        answer = json.loads(result.stdout) if result.stdout.startswith("{") else result.stdout
        return result.exit_code, answer, result.stderr

    return asked


@pytest.mark.parametrize("command", sorted(_COMMANDS))
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"regulae {command}" in result.stdout.split("Options:")[0].split("\n\n", 1)[1]


def test_the_group_has_help_with_an_example() -> None:
    result = run("--help")
    assert "regulae show" in result.stdout
    for command in _COMMANDS:
        assert f"\n  {command} " in result.stdout


EDITION = {"language", "date", "label", "source", "kind", "official", "hash"}


def test_show(ask: Any) -> None:
    code, answer, _ = ask("show", "702.33d", "--lang", "it", "--json")
    assert code == 0
    [shown] = answer["results"]
    assert shown["number"] == "702.33d"
    assert shown["language"] == "it"
    assert shown["title"] == "Potenziamento"
    assert shown["parent"] == "702.33"
    assert shown["children"] == []
    assert (shown["previous"], shown["next"]) == ("702.33c", "702.33e")
    assert shown["cites"] == ["601.2b"]
    assert set(shown["edition"]) == EDITION
    assert shown["edition"]["date"] == "2026-08-07"
    assert shown["edition"]["kind"] == "ours"
    assert shown["edition"]["official"] is False
    assert shown["checks"] >= 1
    assert shown["rulings"] == [] and isinstance(shown["examples"], list)


def test_show_of_what_has_no_text(ask: Any) -> None:
    code, answer, _ = ask("show", "702.19", "--lang", "it", "--json")
    assert code == 0
    assert answer["results"][0]["text"] is None
    assert answer["results"][0]["edition"] is None
    code, text, _ = ask("show", "travolgere", "--lang", "it")
    assert code == 0
    assert "702.19  Travolgere" in text and "regulae ingest" in text


def test_show_of_what_is_absent(ask: Any) -> None:
    code, answer, stderr = ask("show", "702.33z", "--json")
    assert code == 1
    assert answer["results"] == []
    assert "702.33h" in stderr


@pytest.mark.parametrize("word", ["potenciar", "potenziamento"])
def test_show_warns_of_false_friends(ask: Any, word: str) -> None:
    code, answer, stderr = ask("show", word, "--json")
    assert code == 0
    [warning] = answer["warnings"]
    assert warning["kind"] == "false-friend"
    assert warning["number"] in ("702.33", "702.193")
    assert set(warning["languages"]) == {"it", "es"}
    assert "702.33" in stderr and "702.193" in stderr


def test_search(ask: Any) -> None:
    code, answer, _ = ask("search", "costo di potenziamento", "--lang", "es", "--json")
    assert code == 0
    assert answer["query"] == "costo di potenziamento"
    assert answer["total"] >= len(answer["hits"]) > 0
    hit = answer["hits"][0]
    assert {"number", "language", "title", "score", "kind", "snippet", "edition"} <= set(hit)
    assert hit["language"] == "es"
    assert set(hit["edition"]) == EDITION


def test_search_without_a_hit(ask: Any) -> None:
    code, answer, stderr = ask("search", "xyzzyplugh", "--json")
    assert (code, answer["hits"], answer["total"]) == (1, [], 0)
    assert "xyzzyplugh" in stderr


def test_compare(ask: Any) -> None:
    code, answer, _ = ask("compare", "702.33", "--langs", "it,es", "--json")
    assert code == 0
    assert answer["number"] == "702.33"
    assert [row["number"] for row in answer["rows"]][:2] == ["702.33", "702.33a"]
    assert set(answer["rows"][1]["texts"]) == {"it", "es"}
    assert set(answer["rows"][1]["texts"]["it"]["edition"]) == EDITION
    assert answer["findings"] == []


def test_compare_for_people(ask: Any) -> None:
    code, text, _ = ask("compare", "arruolare", "--lang", "it")
    assert code == 0
    assert "702.154a" in text and "Alistar" in text and "Enlist" in text


def test_terms(ask: Any) -> None:
    code, answer, _ = ask("terms", "arruolare", "--json")
    assert code == 0
    [term] = answer["terms"]
    assert term["number"] == "702.154"
    assert {code: word["word"] for code, word in term["words"].items()} == {
        "en": "Enlist",
        "es": "Alistar",
        "it": "Arruolare",
    }
    assert term["words"]["es"]["sure"] is True
    assert ask("terms", "xyzzyplugh")[0] == 1
    assert len(ask("terms", "--json")[1]["terms"]) > 300


def test_checks(ask: Any) -> None:
    code, answer, _ = ask("checks", "702.33d", "--json")
    assert code == 0
    assert "kicked-iff-declared" in [check["prop"] for check in answer["checks"]]
    code, answer, _ = ask("checks", "100.1", "--json")
    assert answer["checks"] == []
    assert answer["unchecked"][0]["rule"] == "100.1" and answer["unchecked"][0]["because"]
    assert len(ask("checks", "704.5v", "--json")[1]["checks"]) == 2  # its wording has changed
    assert ask("checks", "704.5v")[1].count("defense-zero-gone") == 1


@pytest.mark.parametrize(
    ("form", "opening"),
    [("svg", "<svg"), ("dot", "digraph"), ("mermaid", "flowchart"), ("graphml", "<graphml")],
)
def test_graph(ask: Any, form: str, opening: str) -> None:
    code, text, _ = ask("graph", "702.33d", "--format", form)
    assert code == 0
    assert opening in text[:200]


def test_graph_as_json(ask: Any) -> None:
    code, answer, _ = ask("graph", "702.33d", "--lang", "it", "--json")
    assert code == 0
    numbers = {node.get("number") for node in answer["nodes"]}
    assert {"702.33d", "702.33", "601.2b"} <= numbers
    kinds = {edge["kind"] for edge in answer["edges"]}
    assert {"contains", "cites", "defines"} <= kinds


def test_build_twice_changes_nothing(tmp_path: Path) -> None:
    first = run("--kb", str(tmp_path), "build", "--json")
    assert first.exit_code == 0
    answer = json.loads(first.stdout)
    assert set(answer) == {"languages", "graph", "terms", "notes"}
    assert set(answer["languages"]) == {"en", "es", "it"}
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    second = run("--kb", str(tmp_path), "build", "--json")
    assert json.loads(second.stdout) == answer
    after = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert {path: after[path] for path in before if "sqlite" not in path.name} == {
        path: time for path, time in before.items() if "sqlite" not in path.name
    }


def test_a_question_without_a_base_builds_one_and_says_so(tmp_path: Path) -> None:
    result = run("--kb", str(tmp_path / "new"), "show", "702.33d", "--lang", "it", "--json")
    assert result.exit_code == 0
    assert "la costruisco" in result.stderr
    assert json.loads(result.stdout)["results"][0]["text"]


@pytest.mark.parametrize(
    ("says", "args", "wanted"),
    [
        ("an unknown language", ["show", "702.33", "--lang", "xx"], "no language 'xx'; there are"),
        ("an unknown language", ["compare", "702.33", "--langs", "it,xx"], "no language 'xx'"),
        ("a range backwards", ["show", "702.33d-a"], "cannot be read"),
        ("no date", ["show", "702.33", "--edition", "soon"], "is not an edition date"),
        ("before all editions", ["show", "702.33", "--edition", "2001-01-01"], "held: 2026-08-07"),
        ("no such command", ["shwo", "702.33"], "No such command"),
        ("no argument", ["show"], "Missing argument"),
        ("no such file", ["ingest", "nowhere.txt"], "nowhere.txt"),
        ("no such file", ["verify", "nowhere.yaml"], "nowhere.yaml"),
        ("no rule", ["verify", "-", "--rule", "nonsense"], "no rule number and no name"),
        ("a limit out of range", ["search", "x", "--limit", "0"], "range"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(
    ask: Any, says: str, args: list[str], wanted: str
) -> None:
    code, _, stderr = ask(*args)
    assert code == 2, says
    assert wanted in stderr
    assert "Traceback" not in stderr


def test_an_unknown_language_in_the_environment(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGULAE_LANG", "xx")
    code, _, stderr = ask("show", "702.33")
    assert code == 2 and "no language 'xx'" in stderr


@pytest.mark.parametrize(
    ("locale", "text"),
    [("it_IT.UTF-8", "parole nostre"), ("es", "palabras"), ("C", "our own words")],
)
def test_the_locale_tells_the_language(
    ask: Any, monkeypatch: pytest.MonkeyPatch, locale: str, text: str
) -> None:
    monkeypatch.setenv("LANG", locale)
    assert text in ask("show", "702.33a")[1]


def test_our_own_errors_are_one_line(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search.look.look_up", lambda *_, **__: 1 / 0)
    code, _, stderr = ask("show", "702.33")
    assert code == 2
    assert "internal error: ZeroDivisionError" in stderr and len(stderr.splitlines()) == 1


def test_a_base_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "base.sqlite").write_bytes(b"not a database" * 100)
    result = run("--kb", str(tmp_path), "show", "702.33")
    assert result.exit_code == 2
    assert "move base.sqlite away" in result.stderr


def test_ingest_of_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text(
        "Tratto dal Regolamento (Aggiornato a Prova, 23 Novembre 2024)\n"
        "702.154. Arruolare\n"
        "702.154a Arruolare è una prova di testo che cita la regola 508.1g.\n"
        "702.154b Una seconda frase di prova, scritta per questo controllo.\n",
        encoding="utf-8",
    )
    base = str(tmp_path / "base")
    result = run("--kb", base, "ingest", str(page), "--json")
    assert result.exit_code == 0, result.stderr
    [document] = json.loads(result.stdout)["documents"]
    assert document["language"] == "it"
    assert [each["number"] for each in document["rules"]] == ["702.154", "702.154a", "702.154b"]
    shown = json.loads(run("--kb", base, "show", "702.154a", "--lang", "it", "--json").stdout)
    assert "prova di testo" in shown["results"][0]["text"]
    assert shown["results"][0]["edition"]["kind"] == "translation"
    found = json.loads(run("--kb", base, "search", "prova di testo", "--json").stdout)
    assert found["hits"][0]["number"] == "702.154a"
    compared = json.loads(run("--kb", base, "compare", "702.154", "--json").stdout)
    kinds = {(finding["kind"], *finding["languages"]) for finding in compared["findings"]}
    assert ("edition", "it") in kinds and ("missing", "it") in kinds
    again = run("--kb", base, "ingest", str(page), "--lang", "it")
    assert again.exit_code == 0


@pytest.mark.parametrize(
    ("says", "name", "content"),
    [
        ("empty", "empty.txt", b""),
        ("binary", "noise.txt", bytes(range(256)) * 40),
        ("no rules", "shopping.txt", b"milk\nbread\n"),
    ],
)
def test_a_refused_source_is_a_finding(
    ask: Any, tmp_path: Path, says: str, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    code, answer, _ = ask("ingest", str(tmp_path / name), "--dry-run", "--json")
    assert code == 1, says
    [document] = answer["documents"]
    assert [n["kind"] for n in document["notes"] if n["detail"]].count("refused") == 1


def test_a_folder_without_rules(ask: Any, tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    code, answer, stderr = ask("ingest", str(tmp_path), "--dry-run", "--json")
    assert (code, answer["documents"]) == (1, [])
    assert str(tmp_path) in stderr


def test_output_that_is_closed_early_is_no_error(bundled_folder: Path) -> None:
    script = "from search.cli import main; main(prog_name='regulae')"
    with subprocess.Popen(
        [sys.executable, "-c", script, "--kb", str(bundled_folder), "show", "7", "702", "601"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_a_name_of_a_file_that_is_no_utf_8(tmp_path: Path) -> None:
    page = tmp_path / "m\udcff.txt"
    page.write_text(
        "702.154. Arruolare\n702.154a Una prova che nomina la regola 508.1g.\n", "utf-8"
    )
    result = run("--kb", str(tmp_path / "base"), "ingest", str(page), "--lang", "it", "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["documents"][0]["rules"]


def test_a_page_does_not_speak_to_the_terminal(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text(
        "702.154. Arruolare\n702.154a Prima \x1b[2J\u202e dopo la regola 508.1g.\n", "utf-8"
    )
    base = str(tmp_path / "base")
    run("--kb", base, "ingest", str(page), "--lang", "it")
    for command in ("show", "compare", "search"):
        shown = run("--kb", base, command, "702.154a", "--lang", "it").stdout
        assert "\x1b" not in shown and "\u202e" not in shown, command


@pytest.mark.parametrize("command", ["ingest", "verify"])
def test_an_empty_name_is_not_the_working_folder(command: str) -> None:
    result = run(command, "")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_an_empty_base_is_not_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in --kb "$BASE" where nobody set it."""
    monkeypatch.chdir(tmp_path)
    result = run("--kb", "", "show", "702.33")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "args",
    [["search"], ["show", "--lang"], ["search", "x", "--limit", "0"], ["shwo"], ["show", "-q"]],
)
def test_wrong_usage_is_told_in_one_line(args: list[str]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "--help" in result.stderr


def test_verdicts_do_not_hang_on_the_order_of_sets() -> None:
    script = "import sys; from search.cli import main; main(sys.argv[1:], prog_name='regulae')"
    said = [
        subprocess.run(
            [sys.executable, "-c", script, "verify", "data/scenarios/prototype", "--json"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=False,
        ).stdout
        for seed in ("0", "1")
    ]
    assert said[0] == said[1]
    assert b"frozenset" not in said[0]
