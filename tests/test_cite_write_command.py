"""The command cite: what it writes, quotes and links, and that extract reads it back."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kb.cite_write import styles
from kb.edition import EditionKind
from kb.lang import codes
from kb.store import Store, in_memory
from search.citing import Manner, citing
from search.cli import main
from tests.factories import document, edition, put, rule

Run = Callable[..., Result]


@pytest.fixture
def run(bundled_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.delenv("REGULAE_LINK", raising=False)

    def invoke(*args: str, stdin: str | None = None) -> Result:
        words = ["--kb", str(bundled_folder), *args]
        return CliRunner().invoke(main, words, input=stdin, prog_name="regulae")

    return invoke


def answers(run: Run, *args: str) -> list[dict[str, Any]]:
    result = run("cite", *args, "--json")
    assert result.exit_code == 0, result.stderr
    citations: list[dict[str, Any]] = json.loads(result.stdout)["citations"]
    return citations


def extracted(run: Run, text: str) -> list[list[str]]:
    found = json.loads(run("extract", "-", "--json", stdin=text).stdout)["citations"]
    return [citation["numbers"] for citation in found]


@pytest.mark.parametrize("style", styles())
@pytest.mark.parametrize("lang", codes())
def test_extract_reads_back_what_cite_writes(run: Run, lang: str, style: str) -> None:
    what = ("702.33a-d", "kicker", "118.7", "7")
    link = ("--link", "https://example.org/{number}")
    result = run("cite", *what, "--style", style, "--lang", lang, *link)
    assert result.exit_code == 0
    wanted = [["702.33a", "702.33b", "702.33c", "702.33d"], ["702.33"], ["118.7"], ["7"]]
    assert extracted(run, result.stdout) == wanted


def test_a_range_is_one_citation_and_things_apart_are_several(run: Run) -> None:
    [ranged] = answers(run, "702.33a-d", "--lang", "it")
    assert ranged["number"] == "702.33a"
    assert ranged["numbers"] == ["702.33a", "702.33b", "702.33c", "702.33d"]
    assert ranged["text"] == "regole 702.33a–d (“Potenziamento”), edizione del 7 agosto 2026"
    assert ranged["edition"]["date"] == "2026-08-07"
    apart = answers(run, "702.33a", "702.33b", "702.33a", "--lang", "it")
    assert [one["numbers"] for one in apart] == [["702.33a"], ["702.33b"]]


@pytest.mark.parametrize("command", ["cite", "show"])
def test_a_range_that_is_cut_short_says_so(run: Run, command: str) -> None:
    done = run(command, "702.33f-z", "--lang", "en")
    assert done.exit_code == 1, "something asked for is not there"
    assert "702.33h" in done.stdout or "702.33f–h" in done.stdout
    assert done.stderr.startswith("702.33i–z: no rule of this number or name is known. Nearest:")


@pytest.mark.parametrize("command", ["cite", "show"])
def test_one_of_several_that_is_absent(run: Run, command: str) -> None:
    done = run(command, "702.33", "abracadabra", "--lang", "en")
    assert done.exit_code == 1
    assert "702.33" in done.stdout and "abracadabra" in done.stderr
    assert json.loads(run(command, "702.33", "abracadabra", "--json").stdout)


@pytest.mark.parametrize(
    ("says", "style", "environment", "told"),
    [
        ("bare text has none", "plain", False, True),
        ("nor has the short form", "short", False, True),
        ("a record has", "bibtex", False, False),
        ("what is set for all styles is no wish", "plain", True, False),
    ],
)
def test_a_style_without_a_place_for_the_link_says_so(
    run: Run,
    says: str,
    style: str,
    environment: bool,
    told: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pattern = "https://example.org/{number}"
    if environment:
        monkeypatch.setenv("REGULAE_LINK", pattern)
    link = () if environment else ("--link", pattern)
    done = run("cite", "702.33", "--style", style, "--lang", "it", *link)
    assert done.exit_code == 0, says
    assert ("non ha posto per un collegamento; ce l’hanno: markdown" in done.stderr) is told, says
    assert ("example.org" in done.stdout) is (style == "bibtex")


def test_a_list_is_cut_where_it_has_a_gap(run: Run) -> None:
    cited = answers(run, "702.33a-b, 702.33d and 118.7")
    assert [one["numbers"] for one in cited] == [["702.33a", "702.33b"], ["702.33d"], ["118.7"]]


def test_rules_of_several_names_have_no_title_in_common(run: Run) -> None:
    [cited] = answers(run, "702.33-34", "--lang", "en")
    assert cited["text"].startswith("rules 702.33–34, edition of")


def test_a_name_of_two_words_is_one_thing(run: Run) -> None:
    [cited] = answers(run, "double", "strike")
    assert cited["number"] == "702.4"


def test_quote(run: Run) -> None:
    [cited] = answers(run, "702.33d", "--quote", "--lang", "it")
    shown = json.loads(run("show", "702.33d", "--lang", "it", "--json").stdout)["results"][0]
    assert cited["quote"] == {
        "text": shown["text"],
        "official": False,
        "kind": "ours",
        "language": "it",
        "edition": shown["edition"],
    }
    assert shown["text"] in cited["text"]
    assert "— it, 2026-08-07, parole nostre, non ufficiale" in cited["text"]


def test_what_a_quotation_cites_is_read_behind_the_citation(run: Run) -> None:
    [cited] = answers(run, "702.33d", "--quote", "--lang", "it", "--style", "discord")
    numbers = extracted(run, cited["text"])
    assert numbers[0] == ["702.33d"]
    assert numbers[1:] == extracted(run, cited["quote"]["text"]) != []


def test_the_text_of_a_range_is_quoted_rule_by_rule(run: Run) -> None:
    [cited] = answers(run, "702.33a-b", "--quote", "--lang", "es")
    lines = cited["quote"]["text"].splitlines()
    assert [line.split()[0] for line in lines] == ["702.33a", "702.33b"]


def test_nothing_to_quote(run: Run) -> None:
    result = run("cite", "702.19", "--quote", "--lang", "it", "--json")
    assert result.exit_code == 0
    [cited] = json.loads(result.stdout)["citations"]
    assert cited["quote"] is None and cited["edition"] is None
    assert cited["text"] == "regola 702.19 (“Travolgere”)"
    assert result.stderr.startswith("702.19: ")


def test_without_quote_there_is_no_such_key(run: Run) -> None:
    [cited] = answers(run, "702.33d")
    assert "quote" not in cited


def test_an_official_text_of_another_language_says_so() -> None:
    official = edition("en", "2026-08-07", kind=EditionKind.OFFICIAL)
    with in_memory() as store:
        put(store, document(rule("799.1", "Words that nobody translated."), of=official))
        [cited] = _cited(store, "799.1", Manner("es", quote=True))
    assert cited.split("\n") == [
        "regla 799.1, edición del 7 de agosto de 2026",
        "",
        "  Words that nobody translated.",
        "  — en, 2026-08-07, texto oficial",
    ]


def test_a_range_is_cut_where_its_edition_changes() -> None:
    old = edition("it", "2019-05-03", digest="old", source="old.html")
    with in_memory() as store:
        put(store, document(rule("799.1a"), rule("799.1b"), of=old))
        put(store, document(rule("799.1c")))
        cited = _cited(store, "799.1a-c", Manner("it", style="short"))
    assert cited == ["CR 799.1a–b (2019-05-03)", "CR 799.1c (2024-11-23)"]


def test_a_page_speaks_to_no_terminal_and_breaks_no_line() -> None:
    hostile = rule("799.1", "\x1b[31mred", title="One\n\x1b]0;two\x07")
    with in_memory() as store:
        put(store, document(hostile))
        [cited] = _cited(store, "799.1", Manner("it", quote=True))
    assert "\x1b" not in cited and "\x07" not in cited
    assert cited.startswith("regola 799.1 (“One \ufffd]0;two\ufffd”), ")


def _cited(store: Store, what: str, manner: Manner) -> list[str]:
    from kb.holdings import Holdings

    return [one.text for one in citing(Holdings(store), [what], manner).citations]


def test_records_of_several_are_one_file(run: Run) -> None:
    result = run("cite", "702.33a", "118.7", "--style", "csl-json")
    assert [item["id"][:8] for item in json.loads(result.stdout)] == ["mtg-702-", "mtg-118-"]
    result = run("cite", "702.33a", "--style", "csl-json")
    assert len(json.loads(result.stdout)) == 1
    [one] = answers(run, "702.33a", "--style", "csl-json")
    assert json.loads(one["text"])["type"] == "chapter"


def test_the_link_of_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGULAE_LINK", "https://example.org/{lang}/{number}")
    [cited] = answers(run, "702.33d", "--style", "markdown", "--lang", "es")
    assert "](https://example.org/es/702.33d)" in cited["text"]
    spoken = ("--link", "https://example.com/{section}")
    [cited] = answers(run, "702.33d", "--style", "markdown", *spoken)
    assert "](https://example.com/702)" in cited["text"]


@pytest.mark.parametrize(
    ("says", "args", "error"),
    [
        ("a script", ("702.33", "--link", "javascript:alert(1)"), "no http(s) address"),
        ("no such field", ("702.33", "--link", "https://example.org/{rules}"), "{letter}"),
        ("no such style", ("702.33", "--style", "roman"), "csl-json"),
        ("no edition so old", ("702.33", "--edition", "1999-01-01"), "no edition in force"),
        ("no range", ("702.33d-a",), "backwards"),
    ],
)
def test_wrong_usage(run: Run, says: str, args: tuple[str, ...], error: str) -> None:
    result = run("cite", *args)
    assert result.exit_code == 2, says
    assert error in result.stderr and result.stderr.count("\n") == 1


def test_nothing_of_that_name(run: Run) -> None:
    result = run("cite", "xyzzyplugh", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {"citations": []}
