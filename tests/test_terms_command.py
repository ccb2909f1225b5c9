"""The command terms: names, forms, false friends, and the check of a text."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kb.lang import codes
from search.cli import main

Run = Callable[..., Result]


@pytest.fixture
def run(bundled_folder: Path) -> Run:
    def invoke(*args: str, stdin: str | bytes | None = None) -> Result:
        words = ["--kb", str(bundled_folder), "terms", *args]
        return CliRunner().invoke(main, words, input=stdin, prog_name="regulae")

    return invoke


def answer(result: Result, code: int = 0) -> dict[str, Any]:
    assert result.exit_code == code, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_word_of_any_language_with_all_its_forms(run: Run) -> None:
    found = answer(run("alistada", "--json"))
    [term] = found["terms"]
    assert (term["number"], term["words"]["it"]["word"]) == ("702.154", "Arruolare")
    assert "alistada" in term["words"]["es"]["inflections"]
    assert found["matches"] == [{"word": "Alistar", "language": "es", "form": "alistada"}]


@pytest.mark.parametrize("lang", codes())
def test_for_people(run: Run, lang: str) -> None:
    plain = run("potenziate", "--lang", lang)
    assert plain.exit_code == 0
    assert "Estimulado" in plain.stdout and "«potenziat" in plain.stdout.replace("“", "«")
    with_forms = run("702.154", "--forms", "--lang", lang).stdout
    assert "arruolando" in with_forms and "arruolando" not in run("702.154", "--lang", lang).stdout


def test_languages_chosen(run: Run) -> None:
    [term] = answer(run("kicker", "--langs", "es,it", "--json"))["terms"]
    assert set(term["words"]) == {"es", "it"}


def test_a_word_that_is_no_utf_8_is_unknown(run: Run) -> None:
    """A shell of another encoding hands such words on; the dictionary cannot be asked for them."""
    result = run("caf\udce9", "--lang", "it")
    assert result.exit_code == 1
    assert "internal error" not in result.stderr


def test_the_nearest_of_a_misspelt_word(run: Run) -> None:
    result = run("arruolrae", "--lang", "it")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Più vicine: Arruolare (702.154)" in result.stderr
    assert answer(run("arruolrae", "--json"), 1)["nearest"][0] == "Arruolare (702.154)"


def test_a_name_warns_of_its_false_friend(run: Run) -> None:
    result = run("potenciar", "--lang", "it")
    assert result.exit_code == 0
    assert "Falso amico" in result.stderr


def test_false_friends(run: Run) -> None:
    pairs = answer(run("--friends", "--langs", "it,es", "--json"))["friends"]
    [pair] = [pair for pair in pairs if pair["word"] == "Potenciar"]
    assert (pair["number"], pair["other"]["number"]) == ("702.193", "702.33")
    assert pair["likeness"] == "stem"
    assert {language for pair in pairs for language in pair["languages"]} == {"es", "it"}


@pytest.mark.parametrize("lang", codes())
def test_false_friends_for_people(run: Run, lang: str) -> None:
    result = run("--friends", "potenziamento", "--lang", lang)
    assert result.exit_code == 0
    assert "Potenciar" in result.stdout and "702.193" in result.stdout
    assert run("--friends", "trample", "--lang", lang).exit_code == 1


TEXT = "Ha trample.\nIl potenziamento (702.193) costa.\n"


@pytest.mark.parametrize(("lang", "word"), [("it", "inglese"), ("es", "inglés"), ("en", "English")])
def test_check_for_people(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lang: str, word: str
) -> None:
    monkeypatch.setenv("REGULAE_LANG", lang)
    path = tmp_path / "testo.txt"
    path.write_text(TEXT, encoding="utf-8")
    result = run("--check", str(path), "--lang", "it")
    assert result.exit_code == 1
    first, why, second, _, count = result.stdout.splitlines()
    assert first == f"{path}:1:4: foreign-word: trample"
    assert word in why and "Travolgere" in why
    assert second == f"{path}:2:4: false-friend: potenziamento"
    assert count.endswith("2.")


def test_check_for_programs(run: Run) -> None:
    found = answer(run("--check", "-", "--lang", "it", "--json", stdin=TEXT), 1)
    assert found["language"] == "it"
    assert [(each["line"], each["column"], each["expected"]) for each in found["findings"]] == [
        (1, 4, "Travolgere"),
        (2, 4, "Superpotere"),
    ]
    for each in found["findings"]:
        assert TEXT[each["start"] : each["end"]] == each["word"]


def test_a_text_in_order(run: Run) -> None:
    result = run("--check", "-", stdin="Una magia che viene copiata non è più in pila.")
    assert (result.exit_code, result.stdout) == (0, "No term to look at.\n")


def test_the_text_says_its_language(run: Run) -> None:
    text = "Si la habilidad no es de esta carta, el jugador tiene trample."
    assert answer(run("--check", "-", "--json", stdin=text), 1)["language"] == "es"


def test_the_setting_of_answers_is_not_that_of_the_text(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGULAE_LANG", "es")
    text = "Una magia che viene copiata non è più in pila."
    assert answer(run("--check", "-", "--json", stdin=text))["language"] == "it"


def test_what_a_text_says_does_not_speak_to_the_terminal(run: Run) -> None:
    result = run("--check", "-", "--lang", "it", stdin="Ha first\x1b[31m\nstrike, trample\x9b.")
    assert "\x1b" not in result.stdout and "\x9b" not in result.stdout


@pytest.mark.parametrize(
    ("says", "args", "stdin", "wanted"),
    [
        ("a word too", ["kicker", "--check", "-"], "x", "--check goes with"),
        ("forms too", ["--forms", "--check", "-"], "x", "--check goes with"),
        ("forms of friends", ["--friends", "--forms"], None, "leave --forms out"),
        ("no such file", ["--check", "nowhere.txt"], None, "nowhere.txt"),
        ("no text", ["--check", "-", "--lang", "it"], b"\xff\xfe\x00", "no UTF-8"),
        ("no language", ["--check", "-"], "123", "name it with --lang"),
        ("an unknown one", ["--langs", "it,xx"], None, "no language 'xx'"),
    ],
)
def test_wrong_usage(
    run: Run, says: str, args: list[str], stdin: str | bytes | None, wanted: str
) -> None:
    result = run(*args, stdin=stdin)
    assert result.exit_code == 2, says
    assert wanted in result.stderr and len(result.stderr.splitlines()) == 1, says
