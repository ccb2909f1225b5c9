"""The commands diff and history: answers, exit codes, languages, pages, and hostile input."""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kb.edition import EditionKind
from kb.model import GlossaryEntry
from kb.store import open_to_write
from search.cli import main
from tests.factories import document, edition, put, rule
from tests.kb.test_diff import BASE, became, official, put_edition
from tests.test_interrupted import PLAIN, start

SHIFTED = [
    ("702.33 F", "702.34 F"),
    ("702.33a", "702.34a"),
    ("702.33b", "702.34b"),
    ("702.32 K", "702.33 K"),
    ("702.32a W", "702.33a W"),
    ("702.32b", "702.33b"),
    ("702.32c See rule 702.32a", "702.33c See rule 702.33a"),
]
NEWEST = became(BASE, *SHIFTED, ("once more at", "again at"))
PAGE = """
702.33 Potenziamento
702.33a Mentre la lanci puoi pagare di più, e ne ricavi di più in seguito
"""


@pytest.fixture(scope="module")
def base(bundled_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle with three English editions and two Italian pages, indexed; read only."""
    folder = tmp_path_factory.mktemp("editions") / "base"
    shutil.copytree(bundled_folder, folder)
    with open_to_write(folder) as store:
        put_edition(store, BASE, official("2020-01-15"))
        put_edition(store, became(BASE, *SHIFTED), official("2021-04-22"))
        put_edition(store, NEWEST, official("2022-11"))
        put_edition(store, PAGE, edition("it", "2021-05-01", digest="p1", source="a.html"))
        newer = became(PAGE, ("pagare di più", "pagare molto di più"))
        put_edition(store, newer, edition("it", "2023-01-01", digest="p2", source="b.html"))
    made = run(folder, "history", "--phrase", "cast it")
    assert "all editions" in made.stderr and "Italian" in made.stderr
    return folder


@pytest.fixture
def ask(base: Path) -> Any:
    """Exit code, what was answered (JSON where it is), stderr."""

    def asked(*args: str) -> tuple[int, Any, str]:
        result = run(base, *args)
        answer = json.loads(result.stdout) if result.stdout.startswith("{") else result.stdout
        return result.exit_code, answer, result.stderr

    return asked


def run(base: Path, *args: str) -> Result:
    return CliRunner().invoke(main, ["--kb", str(base), *args], prog_name="regulae")


# -- diff --------------------------------------------------------------------------------


def test_diff_says_what_became_of_each_rule(ask: Any) -> None:
    code, answer, _ = ask("diff", "2020-01-15", "2022-11", "--json")
    assert code == 0
    assert [(c["kind"], c["old"], c["new"]) for c in answer["changes"]] == [
        ("moved", "702.32", "702.33"),
        ("moved", "702.32a", "702.33a"),
        ("moved", "702.32b", "702.33b"),
        ("moved", "702.32c", "702.33c"),
        ("moved", "702.33", "702.34"),
        ("moved-and-changed", "702.33a", "702.34a"),
        ("moved", "702.33b", "702.34b"),
    ]
    assert answer["counts"] == {"moved": 6, "moved-and-changed": 1}
    assert (answer["old"]["date"], answer["new"]["date"]) == ("2020-01-15", "2022-11")
    changed = answer["changes"][5]
    assert changed["texts"]["old"]["edition"]["date"] == "2020-01-15"
    assert changed["texts"]["new"]["edition"]["date"] == "2022-11"
    assert {"in": "gone", "text": " once more"} in changed["words"]
    assert answer["changes"][3]["citations"] == [
        {"old": "702.32a", "new": "702.33a", "follows": True}
    ]


@pytest.mark.parametrize(
    ("says", "what", "expected"),
    [
        ("a number of the newer edition", ["702.34"], ["702.34", "702.34a", "702.34b"]),
        ("a range is just these", ["702.33a-b"], ["702.33a", "702.33b"]),
        ("a name has the number that it had then", ["flashback"], ["702.34", "702.34a", "702.34b"]),
        ("a section", ["103"], []),
        ("of one kind", ["702", "--kind", "moved-and-changed"], ["702.34a"]),
    ],
)
def test_diff_of_some_rules(ask: Any, says: str, what: list[str], expected: list[str]) -> None:
    code, answer, _ = ask("diff", "2020-01-15", "2022-11", *what, "--json")
    assert code == 0, says
    assert [change["new"] for change in answer["changes"]] == expected, says


@pytest.mark.parametrize(("lang", "word"), [("en", "moved"), ("it", "spostata"), ("es", "movida")])
def test_diff_for_people(ask: Any, lang: str, word: str) -> None:
    code, text, _ = ask("diff", "2020-01-15", "2022-11", "--lang", lang, "--in", "en")
    assert code == 0
    assert word in text
    assert "702.33a → 702.34a" in text
    assert "[-once more-]" in text and "{+again+}" in text
    assert "2020-01-15" in text and "2022-11" in text


def test_in_full_what_did_not_change_is_there_too(ask: Any) -> None:
    _, short, _ = ask("diff", "2020-01-15", "2022-11", "702.34", "--in", "en")
    _, full, _ = ask("diff", "2020-01-15", "2022-11", "702.34", "--in", "en", "--full")
    assert "From where the dead cards lie" in full and "\n\n" not in full
    assert len(full) >= len(short)


def test_the_summary_counts(ask: Any) -> None:
    _, text, _ = ask("diff", "2020-01-15", "2022-11", "--summary")
    assert "moved 6, moved and changed 1. Unchanged: 8." in text
    assert "702.33" not in text


@pytest.mark.parametrize(
    ("says", "old", "new", "dates"),
    [
        ("a day on which it was in force", "2020-12-31", "2022-12-24", ("2020-01-15", "2022-11")),
        ("a month", "2021-04", "2022-11", ("2021-04-22", "2022-11")),
        ("the newer one first", "2022-11", "2020-01-15", ("2022-11", "2020-01-15")),
        ("two dates of one language", "2021-05-01", "2023-01-01", ("2021-05-01", "2023-01-01")),
    ],
)
def test_editions_are_named_by_days(
    ask: Any, says: str, old: str, new: str, dates: tuple[str, str]
) -> None:
    _, answer, _ = ask("diff", old, new, "--json")
    assert (answer["old"]["date"], answer["new"]["date"]) == dates, says


def test_dates_that_name_editions_of_a_language_choose_it(ask: Any) -> None:
    _, answer, _ = ask("diff", "2021-05-01", "2023-01-01", "--lang", "en", "--json")
    assert answer["new"]["language"] == "it"
    _, answer, _ = ask("diff", "2021-05-01", "2023-01-01", "--in", "en", "--json")
    assert answer["new"]["language"] == "en"


def test_a_page_is_no_whole_edition(base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "base"
    shutil.copytree(base, folder)
    with open_to_write(folder) as store:
        text = "702.34 Ritorno\n702.34a Dal cimitero la lanci ancora una volta, poi è esiliata"
        put_edition(store, text, edition("it", "2024-01-01", digest="p3"))
    result = run(folder, "diff", "2023-01-01", "2024-01-01", "--in", "it", "--json")
    answer = json.loads(result.stdout)
    assert answer["changes"] == []
    assert answer["not_held"]["old"] == ["702.34", "702.34a"]
    assert answer["not_held"]["new"] == ["702.33", "702.33a"]
    assert "held in part" in result.stderr


def test_the_same_edition_twice(ask: Any) -> None:
    code, answer, err = ask("diff", "2021-04-22", "2021-05-15", "--in", "en", "--json")
    assert code == 0
    assert answer["changes"] == []
    assert "2021-04-22" in err


def test_two_revisions_of_one_day(base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "base"
    shutil.copytree(base, folder)
    with open_to_write(folder) as store:
        revised = became(BASE, *SHIFTED, ("then it is gone", "then it is lost"))
        put_edition(store, revised, official("2021-04-22", digest="revised"))
    text = run(folder, "diff", "2021-04-22", "2021-04-22", "--in", "en").stdout
    assert "(2021-04-22)" in text, "the source tells one revision from the other"
    result = run(folder, "diff", "2021-04-22", "2021-04-22", "--json")
    assert [c["new"] for c in json.loads(result.stdout)["changes"]] == ["702.34a"]
    # and for all others the last revision speaks
    result = run(folder, "diff", "2020-01-15", "2021-04-22", "702.34a", "--json")
    assert [c["kind"] for c in json.loads(result.stdout)["changes"]] == ["moved-and-changed"]
    result = run(folder, "history", "702.34a", "--json")
    dates = [entry["edition"]["date"] for entry in json.loads(result.stdout)["history"]]
    assert dates == ["2020-01-15", "2021-04-22", "2021-04-22", "2022-11"]


@pytest.mark.parametrize(
    ("says", "args", "code", "words"),
    [
        ("before all", ["diff", "1999-01-01", "2022-11"], 2, ["1999-01-01", "2020-01-15"]),
        ("no date", ["diff", "yesterday", "2022-11"], 2, ["'yesterday' is not an edition date"]),
        ("one date", ["diff", "2020-01-15"], 2, ["NEW"]),
        ("no such rule", ["diff", "2020-01-15", "2022-11", "zzz"], 1, ["zzz"]),
        ("no such kind", ["diff", "2020-01-15", "2022-11", "--kind", "x"], 2, ["added"]),
        (
            "two answers at once",
            ["diff", "2020-01-15", "2022-11", "--html", "-", "--json"],
            2,
            ["--html"],
        ),
        ("nothing asked", ["history"], 2, ["--phrase"]),
        ("no words", ["history", "--phrase", "  "], 2, ["--phrase is empty"]),
        ("no such name", ["history", "zzz"], 1, ["zzz"]),
        ("before all", ["history", "702.33", "--edition", "1999-01-01"], 2, ["2020-01-15"]),
        ("a number of former days", ["history", "702.32"], 1, ["--edition 2020-01-15"]),
        ("words that nobody wrote", ["history", "--phrase", "zzz"], 1, ["“zzz”"]),
    ],
)
def test_refusals(ask: Any, says: str, args: list[str], code: int, words: list[str]) -> None:
    ended, _, err = ask(*args)
    assert ended == code, (says, err)
    assert len(err.strip().splitlines()) == 1, (says, err)
    assert all(word in err for word in words), (says, err)
    assert "Traceback" not in err


@pytest.fixture(scope="module")
def glossaries(bundled_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two editions that differ in their glossaries, and in where a rule stands."""
    folder = tmp_path_factory.mktemp("glossaries") / "base"
    shutil.copytree(bundled_folder, folder)
    sides = (
        ("2020-01-15", "702.2", {"Hare": "An animal", "Tortoise": "See rule 702.2.", "Ox": "Big"}),
        ("2021-01-15", "702.3", {"Hare": "A beast", "Tortoise": "See rule 702.3.", "Elk": "Tall"}),
    )
    with open_to_write(folder) as store:
        for date, number, terms in sides:
            rules = rule("702", title="Animals"), rule(number, "Slow and steady is what it is")
            entries = [GlossaryEntry(term, text) for term, text in terms.items()]
            put(store, document(*rules, of=official(date), glossary=entries))
    return folder


def test_the_glossary_is_compared_too(glossaries: Path) -> None:
    result = run(glossaries, "diff", "2020-01-15", "2021-01-15", "--json")
    answer = json.loads(result.stdout)
    assert [(entry["kind"], entry["term"]) for entry in answer["glossary"]] == [
        ("added", "Elk"),
        ("changed", "Hare"),
        ("removed", "Ox"),
        ("retargeted", "Tortoise"),
    ]
    [cited] = answer["glossary"][3]["citations"]
    assert cited == {"old": "702.2", "new": "702.3", "follows": True}
    assert answer["glossary"][0]["texts"]["new"]["edition"]["date"] == "2021-01-15"


@pytest.mark.parametrize(
    ("says", "what", "terms"),
    [("a rule", ["702.3"], []), ("a term", ["hare"], ["Hare"]), ("both", ["ox", "702.3"], ["Ox"])],
)
def test_of_the_glossary_only_what_is_asked_for(
    glossaries: Path, says: str, what: list[str], terms: list[str]
) -> None:
    result = run(glossaries, "diff", "2020-01-15", "2021-01-15", *what, "--json")
    assert [entry["term"] for entry in json.loads(result.stdout)["glossary"]] == terms, says
    assert (result.exit_code, result.stderr) == (0, ""), says


@pytest.mark.parametrize("form", [(), ("--html", "-")])
def test_the_glossary_for_people(glossaries: Path, form: tuple[str, ...]) -> None:
    text = run(glossaries, "diff", "2020-01-15", "2021-01-15", "--lang", "it", *form).stdout
    assert "Glossario: aggiunta 1, tolta 1, cambiata 1, cita altri numeri 1." in text
    assert "Cita 702.3, che era 702.2." in text
    assert "Elk" in text and "Ox" in text


# -- a page ------------------------------------------------------------------------------


class Page(HTMLParser):
    """What a page holds: its elements, and the words inside those that mark them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.marked: dict[str, list[str]] = {"ins": [], "del": []}
        self._open: list[str] = []
        self.feed(text)
        assert self._open == [], "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag != "meta":
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in self.marked:
            self.marked[self._open[-1]].append(data.strip())


def test_the_page_stands_alone(ask: Any) -> None:
    code, text, _ = ask("diff", "2020-01-15", "2022-11", "--html", "-", "--lang", "it")
    assert code == 0
    page = Page(text)
    assert "script" not in page.tags and "link" not in page.tags and "img" not in page.tags
    assert page.addresses and all(address.startswith("#") for address in page.addresses)
    assert "<p></p>" not in text and '<span lang="en"></span></p>' not in text
    assert page.marked == {"del": ["once more"], "ins": ["again"]}
    assert '<html lang="it">' in text and "prefers-color-scheme: dark" in text


HOSTILE = "Whoever <script>alert(1)</script> & \x1b[31m\x07\u202e writes “x” pays for it at last"


@pytest.fixture(scope="module")
def hostile(bundled_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two editions with a text that speaks to browsers and terminals."""
    folder = tmp_path_factory.mktemp("hostile") / "base"
    shutil.copytree(bundled_folder, folder)
    of = official("2020-01-15")
    with open_to_write(folder) as store:
        for date, text in (("2020-01-15", "Whoever writes pays"), ("2021-01-15", HOSTILE)):
            heading = rule("702", title="</style><b>Heading\x1b[2J")
            put(store, document(heading, rule("702.1a", text), of=official(date)))
    assert of.kind is EditionKind.OFFICIAL
    return folder


@pytest.mark.parametrize(
    "args",
    [
        ("diff", "2020-01-15", "2021-01-15", "--in", "en"),
        ("diff", "2020-01-15", "2021-01-15", "--in", "en", "--full"),
        ("diff", "2020-01-15", "2021-01-15", "--in", "en", "--html", "-"),
        ("history", "702.1a"),
        ("history", "702"),
        ("history", "--phrase", "writes"),
        ("history", "--phrase", "\x1b[31m", "702.1a"),
        ("history", "--phrase", "\x07zzz"),
        ("history", "\x07zzz"),
        ("diff", "2020-01-15", "2021-01-15", "\x07zzz"),
    ],
)
def test_no_text_speaks_to_the_terminal_or_the_browser(
    hostile: Path, args: tuple[str, ...]
) -> None:
    result = run(hostile, *args)
    assert not set("\x1b\x07\u202e") & set(result.output)
    if "--html" in args:
        assert not {"script", "b"} & set(Page(result.stdout).tags)


@pytest.mark.parametrize(
    ("lang", "says"),
    [("en", "of this kind"), ("es", "de este tipo"), ("it", "di questo tipo")],
)
def test_none_of_a_kind_is_not_none_at_all(base: Path, lang: str, says: str) -> None:
    question = ("diff", "2020-01-15", "2022-11", "--lang", lang)
    assert says in run(base, *question, "--kind", "merged").stdout
    assert says not in run(base, *question).stdout


def test_a_phrase_in_one_of_two_revisions_of_a_day(bundled_folder: Path, tmp_path: Path) -> None:
    folder = tmp_path / "base"
    shutil.copytree(bundled_folder, folder)
    with open_to_write(folder) as store:
        for name, text in (("old.txt", BASE), ("new.txt", became(BASE, ("it is gone", "it goes")))):
            day = edition("en", "2020-01-15", digest=name, source=name)
            put_edition(store, text, replace(day, kind=EditionKind.OFFICIAL))
    text = run(folder, "history", "--phrase", "it goes").stdout
    assert "2020-01-15 (new.txt)" in text and "2020-01-15 (old.txt)" in text


def test_a_page_goes_to_a_new_file(base: Path, tmp_path: Path) -> None:
    place = tmp_path / "page.html"
    question = ["diff", "2020-01-15", "2022-11", "--html", str(place)]
    assert run(base, *question).exit_code == 0
    written = place.read_text(encoding="utf-8")
    assert written.startswith("<!DOCTYPE html>")
    refused = run(base, *question)
    assert refused.exit_code == 2 and "--force" in refused.stderr
    assert run(base, *question, "--force").exit_code == 0


# -- history -----------------------------------------------------------------------------


def test_history_follows_a_rule_through_its_moves(ask: Any) -> None:
    code, answer, _ = ask("history", "702.34a", "--json")
    assert code == 0
    assert [(e["edition"]["date"], e["number"], e["kind"]) for e in answer["history"]] == [
        ("2020-01-15", "702.33a", None),
        ("2021-04-22", "702.34a", "moved"),
        ("2022-11", "702.34a", "changed"),
    ]
    assert all(entry["text"] and entry["edition"]["official"] for entry in answer["history"])


@pytest.mark.parametrize(
    ("says", "args", "expected"),
    [
        ("by name", ["kicker"], ["702.32", "702.33", "702.33"]),
        ("by name in another language", ["potenziamento"], ["702.32", "702.33", "702.33"]),
        ("in an edition", ["702.33", "--edition", "2020-06-01"], ["702.33", "702.34", "702.34"]),
        ("by name then", ["kicker", "--edition", "2020-06-01"], ["702.32", "702.33", "702.33"]),
        (
            "a range",
            ["702.33a-b"],
            ["702.32a", "702.33a", "702.33a", "702.32b", "702.33b", "702.33b"],
        ),
        ("in pages", ["702.33a", "--in", "it"], ["702.33a", "702.33a"]),
    ],
)
def test_what_is_followed(ask: Any, says: str, args: list[str], expected: list[str]) -> None:
    code, answer, _ = ask("history", *args, "--json")
    assert code == 0, says
    assert [entry["number"] for entry in answer["history"]] == expected, says


def test_history_with_all_below(ask: Any) -> None:
    _, answer, _ = ask("history", "kicker", "--whole", "--json")
    assert [told["number"] for told in answer["rules"]] == [
        *("702.33", "702.33a", "702.33b", "702.33c")
    ]


def test_translations_stand_under_the_number_of_their_day(ask: Any) -> None:
    _, answer, _ = ask("history", "702.33a", "--lang", "it", "--json")
    assert [(e["edition"]["language"], e["edition"]["date"]) for e in answer["history"]] == [
        ("en", "2020-01-15"),
        ("en", "2021-04-22"),
        ("it", "2021-05-01"),
        ("en", "2022-11"),
        ("it", "2023-01-01"),
    ]


def test_our_own_words_are_the_history_where_there_is_nothing_else(
    bundled_folder: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "base"
    shutil.copytree(bundled_folder, folder)
    before = (folder / "base.sqlite").read_bytes()
    result = run(folder, "history", "kicker", "--lang", "it", "--json")
    [entry] = json.loads(result.stdout)["history"]
    assert (entry["number"], entry["edition"]["kind"]) == ("702.33", "ours")
    result = run(folder, "diff", "2026-08-07", "2026-08-07", "--json")
    assert json.loads(result.stdout)["changes"] == []
    assert (folder / "base.sqlite").read_bytes() == before, "nothing to keep"


@pytest.mark.parametrize(("lang", "word"), [("en", "moved"), ("it", "spostata"), ("es", "movida")])
def test_history_for_people(ask: Any, lang: str, word: str) -> None:
    code, text, _ = ask("history", "702.34a", "--lang", lang)
    assert code == 0
    lines = text.splitlines()
    assert "2020-01-15" in lines[1] and "702.33a" in lines[1]
    assert word in lines[2]
    assert "[-once more-]" in text


def test_a_rule_that_went(base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "base"
    shutil.copytree(base, folder)
    with open_to_write(folder) as store:
        lacking = NEWEST[: NEWEST.index("702.34b")]
        put_edition(store, lacking, official("2024-01-01"))
    result = run(folder, "history", "702.34b", "--edition", "2022-12-01", "--json")
    answer = json.loads(result.stdout)
    assert [entry["number"] for entry in answer["history"]] == ["702.33b", "702.34b", "702.34b"]
    assert answer["rules"][0]["gone"]["date"] == "2024-01-01"
    result = run(folder, "history", "702.34b")
    assert result.exit_code == 1 and "--edition 2022-11" in result.stderr


def test_the_index_is_made_anew_when_an_edition_comes_in(base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "base"
    shutil.copytree(base, folder)
    assert run(folder, "history", "kicker").stderr == ""
    with open_to_write(folder) as store:
        put_edition(store, became(NEWEST, ("702.33 K", "702.40 K")), official("2024-01-01"))
    result = run(folder, "history", "702.40", "--json")
    numbers = [entry["number"] for entry in json.loads(result.stdout)["history"]]
    assert numbers == ["702.32", "702.33", "702.33", "702.40"]
    assert "all editions" in result.stderr
    assert run(folder, "history", "702.40").stderr == ""


def test_what_has_no_date_is_told_to_be_left_out(base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "base"
    shutil.copytree(base, folder)
    with open_to_write(folder) as store:
        put_edition(store, NEWEST, edition("en", None, digest="undated"))
    result = run(folder, "history", "702.34a")
    assert result.exit_code == 0
    assert "left out: 1" in result.stderr


def test_two_questions_at_once_make_one_index(base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "base"
    shutil.copytree(base, folder)
    with open_to_write(folder) as store:
        put_edition(store, NEWEST, official("2024-01-01"))
    both = [start(PLAIN, "--kb", str(folder), "history", "kicker", "--json") for _ in range(2)]
    answers = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], answers
    assert answers[0][0] == answers[1][0]
    assert len(json.loads(answers[0][0])["history"]) == 4
    with sqlite3.connect(folder / "base.sqlite") as db:
        once = db.execute("SELECT count(DISTINCT edition || ' ' || place), count(*) FROM strand")
        assert len(set(once.fetchone())) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes wherever it wants")
def test_a_base_that_cannot_be_written_is_asked_all_the_same(base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "base"
    shutil.copytree(base, folder)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        result = run(folder, "history", "702.34a", "--json")
        assert len(json.loads(result.stdout)["history"]) == 3
        assert run(folder, "diff", "2020-01-15", "2022-11").exit_code == 0
    finally:
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o700)


def test_nothing_is_written_while_somebody_else_writes(base: Path, tmp_path: Path) -> None:
    """The lock of another process is no reason not to answer: the index is made aside."""
    from kb.diff.history_index import index_aside, is_indexed
    from kb.diff.phrases import find_phrase
    from kb.store import open_to_read

    folder = tmp_path / "base"
    shutil.copytree(base, folder)
    with sqlite3.connect(folder / "base.sqlite") as other, open_to_read(folder) as store:
        other.execute("BEGIN IMMEDIATE")
        before = is_indexed(store, "en")
        index_aside(store, "en")
        index_aside(store, "it")
        assert is_indexed(store, "en") and is_indexed(store, "it")
        assert find_phrase(store, "again at another price", ["en"]).holders
        other.rollback()
    with open_to_read(folder) as store:
        assert is_indexed(store, "en") is before


# -- phrases -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "phrase", "dates"),
    [
        ("a word of all", "cast it", ["2020-01-15", "2021-04-22", "2022-11"]),
        ("words that came in", "again at another price", ["2022-11"]),
        ("words that went out", "once more at", ["2020-01-15", "2021-04-22"]),
        ("whatever the case and blanks", "ONCE   more AT", ["2020-01-15", "2021-04-22"]),
        ("a number as it stood", "see rule 702.32a", ["2020-01-15"]),
        ("no part of a word", "nce more a", []),
        ("signs that a query might read otherwise", "%' OR 1=1 --", []),
        ("only signs", '"*', []),
        ("half a sign of a terminal", "\udc80", []),
        ("a zero byte in it", "once\x00more", []),
        ("very long", "once more " * 5_000, []),
    ],
)
def test_in_which_editions_a_phrase_stands(
    ask: Any, says: str, phrase: str, dates: list[str]
) -> None:
    code, answer, _ = ask("history", "--phrase", phrase, "--json")
    assert [edition["date"] for edition in answer["editions"]] == dates, says
    assert code == (0 if dates else 1), says


def test_since_when_and_in_which_rule(ask: Any) -> None:
    _, answer, _ = ask("history", "--phrase", "cast it", "--json")
    [holder] = [each for each in answer["holders"] if each["last"]["number"] == "702.34a"]
    assert holder["since"]["number"] == "702.33a"
    assert holder["since"]["edition"]["date"] == "2020-01-15"
    code, text, _ = ask("history", "--phrase", "once more at", "--lang", "it")
    assert code == 0
    assert "dal 2020-01-15" in text and "per l’ultima volta il 2021-04-22" in text


def test_a_phrase_in_some_rules_only(ask: Any) -> None:
    _, everywhere, _ = ask("history", "--phrase", "it", "--json")
    _, some, _ = ask("history", "flashback", "--phrase", "it", "--json")
    assert some["total"] < everywhere["total"]
    assert {each["of"] for each in some["history"]} == {"702.34a", "702.34b"}


def test_examples_and_glossary_hold_phrases_too(base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "base"
    shutil.copytree(base, folder)
    with open_to_write(folder) as store:
        told = document(
            rule("702", title="Keyword Abilities"),
            rule("702.1", "Some text", examples=["A hare is cast twice"]),
            of=official("2024-01-01"),
            glossary=[GlossaryEntry("Hare", "A hare is an animal")],
        )
        put(store, told)
    result = run(folder, "history", "--phrase", "a hare is", "--json")
    assert [each["in"] for each in json.loads(result.stdout)["holders"]] == ["example", "glossary"]
    result = run(folder, "history", "--phrase", "a hare is")
    assert "702.1  [Example" in result.stdout and "glossary: Hare" in result.stdout


@pytest.fixture(autouse=True)
def leave_no_base_behind(base: Path) -> Iterator[None]:
    """The shared base may be indexed by a test, but its editions stay as they are."""
    yield
    with sqlite3.connect(base / "base.sqlite") as db:
        assert db.execute("SELECT count(*) FROM edition").fetchone() == (8,)
