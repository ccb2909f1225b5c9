"""The command search: signs, answers around the hits, completion in the shell, hostile queries."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from kb.store import open_to_read
from search.cli import main
from search.find import find
from search.index import open_index
from search.query.faults import QueryError


@pytest.fixture
def ask(bundled_folder: Path) -> Any:
    def asked(*args: str) -> Result:
        command = ["--kb", str(bundled_folder), "search", *args]
        return CliRunner().invoke(main, command, prog_name="regulae")

    return asked


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "at sign 8"), ("it", "al carattere 8"), ("es", "en el carácter 8")],
)
@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_a_wrong_query_is_one_line_in_the_language_of_the_answer(
    ask: Any, language: str, told: str, flags: tuple[str, ...]
) -> None:
    result = ask("kicker foo:bar", "--lang", language, *flags)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr and "foo" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("query", "kind", "place", "wanted"),
    [
        ("costo campo:x", "unknown-field", 6, {"regola:", "dal:", "citata-da:"}),
        ("costo tipo:x", "bad-kind", 6, {"regola", "glossario"}),
        ("costo lingua:x", "bad-language", 6, {"it", "all"}),
        ("costo desde:x", "bad-day", 6, {"2026-08"}),
        ("costo OR edizione:2026-08-07", "edition-inside", 9, set()),
        ("costo AND", "nothing-after", 6, set()),
    ],
)
def test_a_program_is_told_what_is_wrong_with_a_query(
    ask: Any, query: str, kind: str, place: int, wanted: set[str]
) -> None:
    result = ask(query, "--lang", "it", "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    told = json.loads(result.stderr)["error"]
    assert (told["kind"], told["place"]) == (kind, place)
    assert wanted <= set(told["wanted"]) and bool(wanted) == bool(told["wanted"])
    assert told["message"].startswith("La ricerca non è comprensibile")


@pytest.mark.parametrize(
    ("args", "kind", "words"),
    [
        (("x", "--limit", "0"), "usage", "intervallo"),
        (("x", "--edition", "1999-01-01"), "unknown-edition", "in vigore"),
        (("--like", "799.9"), "unknown-rule", "799.9"),
    ],
)
def test_a_program_is_told_of_every_refusal(
    ask: Any, args: tuple[str, ...], kind: str, words: str
) -> None:
    result = ask(*args, "--lang", "it", "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    told = json.loads(result.stderr.splitlines()[-1])["error"]
    assert (told["kind"], told["place"], told["wanted"]) == (kind, None, [])
    assert words in told["message"]


@pytest.mark.parametrize(
    ("language", "name"), [("en", "edition:"), ("it", "edizione:"), ("es", "edición:")]
)
def test_a_day_that_is_named_twice_is_told_where_it_stands(
    ask: Any, language: str, name: str
) -> None:
    result = ask("kicker cost edición:2026-08-07", "--edition", "2026-08-07", "--lang", language)
    assert result.exit_code == 2
    assert name in result.stderr and "13" in result.stderr


@pytest.mark.parametrize(
    ("args", "write"),
    [
        (("kicker", "-target"), "regulae search 'kicker -target'"),
        (("-hand", "discard", "card"), "regulae search 'discard card -hand'"),
        (("--lang", "en", "kicker", "-702.33", "--limit", "3"), "search 'kicker -702.33'"),
        (("-target",), "regulae search -- '-target …'"),
    ],
)
def test_a_word_to_leave_out_that_the_shell_gives_as_an_option(
    ask: Any, args: tuple[str, ...], write: str
) -> None:
    result = ask(*args)
    [line] = result.stderr.splitlines()
    assert (result.exit_code, result.stdout) == (2, "")
    assert write in line and "which is no option" in line


def test_what_the_hint_says_to_write_is_understood(ask: Any) -> None:
    assert ask("kicker -target").exit_code == 0
    assert ask("--", "-target", "kicker").exit_code == 0
    assert ask("kicker", "--limit", "1").exit_code == 0
    assert "Usage" in ask("-h").stdout


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("edition: kicker", "edition:2026-08-07"),
        ("kicker desde:", "since:2026-04-01"),
        ("kicker -in: cost", "in:it"),
        ("kicker: what is it?", None),
        ("kicker edition:2026-08-07", None),
        ("kicker rule:702", None),
    ],
)
def test_a_field_with_nothing_behind_it_is_said(ask: Any, query: str, told: str | None) -> None:
    result = ask(query, "--lang", "en")
    assert result.exit_code in (0, 1)
    assert ("nothing right behind its colon" in result.stderr) is (told is not None)
    assert told is None or result.stderr.rstrip().endswith(told)


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("kicker", "--like", "702.33"),
        ("kicker", "--complete", "po"),
        ("--like", "nonsense"),
        ("--like", "702.19"),
        ("kicker", "--edition", "2026-08-07", "edition:2026-08-07"),
        ("kicker edition:2001",),
    ],
)
def test_wrong_usage(ask: Any, args: tuple[str, ...]) -> None:
    result = ask(*args)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_the_query_may_name_the_edition(ask: Any) -> None:
    by_option = json.loads(ask("kicker", "--edition", "2026-08-07", "--json").stdout)
    by_query = json.loads(ask("kicker edition:2026", "--json").stdout)
    assert [hit["number"] for hit in by_query["hits"]] == [h["number"] for h in by_option["hits"]]


def test_what_stands_beside_the_hits(ask: Any) -> None:
    result = ask("potenziamneto co*", "--lang", "it", "--json", "--explain", "--limit", "50")
    answer = json.loads(result.stdout)
    assert answer["did_you_mean"] == ["potenziamento co*"]
    assert "«potenziamento co*»" in result.stderr
    [expansion] = answer["expansions"]
    assert expansion["word"] == "co*" and expansion["total"] > len(expansion["forms"])
    assert "«co*»" in result.stderr
    for hit in answer["hits"]:
        assert sum(cause["value"] for cause in hit["why"]) == pytest.approx(hit["score"], abs=1e-3)
    assert any(hit["also"] for hit in answer["hits"])


def test_for_people(ask: Any) -> None:
    shown = ask("costo di potenziamento", "--lang", "it", "--explain").stdout
    assert "Esempio: " in shown and "+0." in shown and "detto in qualsiasi lingua" in shown


def test_like(ask: Any) -> None:
    answer = json.loads(ask("--like", "702.33d", "--json", "--limit", "3").stdout)
    assert answer["query"] == "702.33d"
    numbers = [hit["number"] for hit in answer["hits"]]
    assert len(numbers) == 3 and "702.33d" not in numbers


def test_complete(ask: Any) -> None:
    assert (
        "potenziamento  702.33  Potenziamento" in ask("--complete", "poten", "--lang", "it").stdout
    )
    answer = json.loads(ask("--complete", "702.33", "--json", "--limit", "2").stdout)
    assert answer["completions"][0] == {
        "text": "702.33", "number": "702.33", "language": None, "title": "Kicker",
    }  # fmt: skip
    nothing = ask("--complete", "zzzz", "--json")
    assert (nothing.exit_code, json.loads(nothing.stdout)) == (1, {"completions": []})
    assert "zzzz" in nothing.stderr


def completed(folder: Path, *line: str) -> list[str]:
    *before, incomplete = line
    shell = ShellComplete(main, {}, "regulae", "_REGULAE_COMPLETE")
    return [
        each.value for each in shell.get_completions(["--kb", str(folder), *before], incomplete)
    ]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (("show", "702.33"), "702.33d"),
        (("show", "potenziam"), "potenziamento"),
        (("search", "costo", "di", "potenziam"), "potenziamento"),
        (("show", "debolezza", "da", "evo"), "evocazione"),
        (("cite", "702.33a", "702.33"), "702.33d"),
        (("compare", "arruo"), "arruolare"),
        (("history", "kick"), "kicker"),
        (("graph", "kick"), "kicker"),
        (("terms", "kick"), "kicker"),
        (("checks", "702.33"), "702.33d"),
        (("search", "--like", "702.33"), "702.33d"),
    ],
)
def test_the_shell_completes(bundled_folder: Path, line: tuple[str, ...], wanted: str) -> None:
    assert wanted in completed(bundled_folder, *line)


def test_the_shell_completes_nothing_where_there_is_no_base(tmp_path: Path) -> None:
    assert completed(tmp_path / "none", "show", "kick") == []
    assert not (tmp_path / "none").exists(), "completing builds nothing"
    (tmp_path / "base.sqlite").write_bytes(b"no database" * 100)
    assert completed(tmp_path, "show", "kick") == []


HOSTILE = {
    "words": "kicker cost " * 9000,
    "one word": "a" * 100_000,
    "brackets": "(" * 10_000,
    "brackets and an operator": "(" * 3000 + "kicker AND cost",
    "stars": "*" * 100_000,
    "stars before a word": "*" * 100_000 + "a",
    "sizes": "1*" * 50_000 + "/",
    "prefixes": "co* " * 25_000,
    "tildes": "~" * 100_000,
    "NULs": "\x00" * 100_000,
    "NULs and an operator": "\x00" * 3000 + " AND kicker",
    "quotes": '"' * 3999 + " AND kicker",
    "colons": "a:" * 1900,
    "dashes": "-" * 3000 + "ab AND c",
    "operators": "NOT " * 900 + "kicker",
    "ranges": "702.1-702.200 " * 250,
    "half ranges": "702.33a-" * 500,
    "accents": "e" + "\u0301" * 3000 + " AND kicker",
    "every plane": "".join(
        chr(plane * 0x10000 + sign) for plane in range(17) for sign in range(0x1F00, 0x1FC8)
    ),
    "lone surrogates": "\udc80" * 2000 + " AND kicker",
    "turned around": "\u202e" * 2000 + "kicker AND",
}


@pytest.mark.parametrize("query", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_query_is_answered_or_refused(bundled_folder: Path, query: str) -> None:
    with open_to_read(bundled_folder) as store:
        index = open_index(store)
        assert index is not None
        try:
            answer = find(store, index, query, language="en")
        except QueryError as error:
            assert len(str(error)) < 600
        else:
            assert answer.total >= len(answer.hits)
