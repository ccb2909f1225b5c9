"""The command export: files and folders that appear whole, and what ingest makes of them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from search.cli import main

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def ask(bundled_folder: Path) -> Any:
    def run(*args: str, kb: Path = bundled_folder, stdin: bytes | None = None) -> Result:
        return CliRunner().invoke(main, ["--kb", str(kb), *args], input=stdin)

    return run


@pytest.mark.parametrize("form", ["json", "csv"])
def test_what_is_exported_is_held_already(form: str, ask: Any, tmp_path: Path) -> None:
    """Read back into a base that has it, an export changes nothing."""
    assert ask("build", kb=tmp_path / "base").exit_code == 0
    assert ask("export", form, str(tmp_path / "export")).exit_code == 0
    before = ask("editions", "--json", kb=tmp_path / "base").stdout
    done = ask("ingest", str(tmp_path / "export"), "--json", kb=tmp_path / "base")
    assert done.exit_code == 0
    read = json.loads(done.stdout)["documents"]
    assert [(each["form"], each["language"]) for each in read] == [
        ("corpus", "en"),
        ("corpus", "es"),
        ("corpus", "it"),
    ]
    assert ask("editions", "--json", kb=tmp_path / "base").stdout == before


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_changed_export_is_a_translation_of_its_own(form: str, ask: Any, tmp_path: Path) -> None:
    export = tmp_path / "export"
    assert ask("export", form, str(export), "--lang", "it").exit_code == 0
    path = export / "rules.csv" if form == "csv" else export
    text = path.read_text(encoding="utf-8")
    assert text.count("Potenziamento") > 1
    path.write_text(text.replace("Potenziamento", "Rafforzamento"), encoding="utf-8")
    assert ask("ingest", str(export), kb=tmp_path / "base").exit_code == 0
    answer = ask("show", "702.33", "--lang", "it", "--json", kb=tmp_path / "base").stdout
    shown = json.loads(answer)["results"][0]
    assert shown["title"] == "Rafforzamento"
    assert (shown["edition"]["kind"], shown["edition"]["official"]) == ("translation", False)


def test_po_sets_a_language_beside_english(ask: Any, tmp_path: Path) -> None:
    place = tmp_path / "it.po"
    done = ask("export", "po", str(place), "--lang", "it", "--json")
    counts = json.loads(done.stdout)["export"]
    assert counts["rules"] == counts["translated"] > 90
    assert (counts["fuzzy"], counts["obsolete"]) == (0, 0), "our own words are of one edition"
    [read] = json.loads(ask("ingest", str(place), "--dry-run", "--json").stdout)["documents"]
    assert (read["form"], read["language"], len(read["rules"])) == ("po", "it", counts["rules"])
    assert {rule["edition"] for rule in read["rules"]} == {"2026-08-07"}
    assert read["notes"] == []


@pytest.mark.parametrize("form", ["po", "tmx"])
def test_our_own_words_come_back_as_our_own(form: str, ask: Any, tmp_path: Path) -> None:
    """Else they would hide a page with the words of the rules; but not what somebody changed."""
    place, base = tmp_path / f"export.{form}", tmp_path / "base"
    assert ask("export", form, str(place), "--lang", "it").exit_code == 0
    page = tmp_path / "page.txt"
    page.write_text("702.33a Potenziamento è un’abilità statica della pagina.", encoding="utf-8")
    for source in (page, place):
        done = ask("ingest", str(source), "--lang", "it", kb=base)
        assert done.exit_code == 0

    def shown(number: str) -> Any:
        answer = ask("show", number, "--lang", "it", "--json", kb=base).stdout
        return json.loads(answer)["results"][0]

    assert shown("702.33a")["edition"]["source"] == str(page)
    assert shown("702.33b")["edition"]["kind"] == "ours"
    text = place.read_text(encoding="utf-8")
    own = shown("702.33b")["text"]
    assert own in text
    place.write_text(text.replace(own, "Parole di un altro."), encoding="utf-8")
    assert ask("ingest", str(place), "--lang", "it", kb=base).exit_code == 0
    changed = shown("702.33b")
    assert (changed["text"], changed["edition"]["kind"]) == ("Parole di un altro.", "translation")


def test_a_memory_of_several_languages_and_back(ask: Any, tmp_path: Path) -> None:
    place = tmp_path / "memory.tmx"
    done = ask("export", "tmx", str(place), "--langs", "es,it", "--json")
    counts = json.loads(done.stdout)["export"]
    assert counts["texts"] == 3 * counts["units"], "each part in three languages"
    assert counts["behind"] == 0
    for form in ("auto", "tmx"):
        done = ask("ingest", str(place), "--form", form, "--dry-run", "--json")
        read = json.loads(done.stdout)["documents"]
        assert [(each["form"], each["language"]) for each in read] == [
            ("tmx", "en"),
            ("tmx", "es"),
            ("tmx", "it"),
        ]
        assert not [note for each in read for note in each["notes"]]
    done = ask("ingest", str(place), "--lang", "it", "--json", kb=tmp_path / "base")
    assert [each["language"] for each in json.loads(done.stdout)["documents"]] == ["it"]
    assert ask("ingest", str(tmp_path), "--dry-run").exit_code == 0, "found in a folder"
    done = ask("export", "tmx", "-", "--lang", "it")
    back = ask("ingest", "-", "--form", "tmx", "--dry-run", "--json", stdin=done.stdout_bytes)
    assert len(json.loads(back.stdout)["documents"]) == 2


@pytest.mark.parametrize("form", ["xliff", "review"])
def test_reports_of_what_to_review(form: str, ask: Any, tmp_path: Path) -> None:
    done = ask("export", form, str(tmp_path / "report"), "--lang", "it", "--json")
    counts = json.loads(done.stdout)["export"]
    assert counts["translated"] > 90
    assert counts["missing"] == counts["changed"] == counts["gone"] == 0
    said = ask("export", form, "-", "--lang", "it")
    assert said.stdout_bytes == (tmp_path / "report").read_bytes()
    assert "texts up to date" in said.stderr


def test_ingest_says_what_is_behind_the_base(ask: Any, tmp_path: Path) -> None:
    """Here the English text of the file is an older one than that of the base."""
    assert ask("build", kb=tmp_path / "base").exit_code == 0
    place = tmp_path / "it.po"
    assert ask("export", "po", str(place), "--lang", "it").exit_code == 0
    text = place.read_text(encoding="utf-8")
    english = next(line for line in text.split("\n") if line.startswith('msgid "A spell'))
    place.write_text(text.replace(english, 'msgid "It was another text."'), encoding="utf-8")
    done = ask("ingest", str(place), "--dry-run", "--json", kb=tmp_path / "base")
    [document] = json.loads(done.stdout)["documents"]
    [note] = document["notes"]
    assert note["kind"] == "edition-clash"
    assert note["number"] in [rule["number"] for rule in document["rules"]], "and it is kept"


def test_json_to_standard_output_and_back(ask: Any, tmp_path: Path) -> None:
    done = ask("export", "json", "-", "--lang", "es")
    assert json.loads(done.stdout)["regulae-export"] == 1
    back = ask("ingest", "-", "--form", "json", "--dry-run", "--json", stdin=done.stdout_bytes)
    assert [each["language"] for each in json.loads(back.stdout)["documents"]] == ["es"]


def test_the_language_is_not_that_of_the_environment(
    ask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGULAE_LANG", "it")
    done = ask("export", "json", str(tmp_path / "all.json"), "--json")
    assert json.loads(done.stdout)["export"]["editions"] == 3


@pytest.mark.parametrize("form", ["json", "csv", "po", "tmx"])
def test_what_is_there_stays_unless_forced(form: str, ask: Any, tmp_path: Path) -> None:
    place = tmp_path / "export"
    if form == "csv":
        place.mkdir()
    else:
        place.write_text("mine", encoding="utf-8")
    args = ("export", form, str(place), "--lang", "it")
    refused = ask(*args)
    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert place.is_dir() if form == "csv" else place.read_text("utf-8") == "mine"
    assert ask(*args, "--force").exit_code == 0
    assert ask(*args, "--force").exit_code == 0, "an export takes the place of an export"
    assert ask("ingest", str(place), "--dry-run").exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["export"], "nothing is left beside it"


def test_not_even_force_takes_the_place_of_something_else(ask: Any, tmp_path: Path) -> None:
    letters = tmp_path / "letters"
    letters.mkdir()
    (letters / "dear.txt").write_text("Dear", encoding="utf-8")
    for form in ("csv", "json"):
        done = ask("export", form, str(letters), "--force")
        assert done.exit_code == 2
        assert str(letters) in done.stderr
    assert (letters / "dear.txt").read_text("utf-8") == "Dear"


@pytest.mark.parametrize("form", ["json", "csv"])
def test_what_breaks_off_leaves_nothing(
    form: str, ask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(f"kb.export_{form}.write_{form}", full)
    done = ask("export", form, str(tmp_path / "export"))
    assert done.exit_code == 2
    assert "No space left" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("po", "x.po"), 2, "--lang"),
        (("po", "x.po", "--lang", "en"), 2, "other than en"),
        (("csv", "-"), 2, "folder"),
        (("json", "-", "--json"), 2, "--json"),
        (("xml", "x"), 2, "xml"),
        (("xliff", "x.xlf"), 2, "--lang"),
        (("review", "x.csv", "--lang", "en"), 2, "other than en"),
        (("po", "x.po", "--langs", "it,es"), 2, "--langs is for tmx"),
        (("tmx", "x.tmx", "--langs", "it", "--lang", "it"), 2, "in place of --lang"),
        (("tmx", "x.tmx", "--langs", "it,xx"), 2, "no language 'xx'"),
        (("tmx", "-", "--json"), 2, "--json"),
        (("tmx", "x.tmx", "--edition", "2001-01-01"), 2, "no edition in force"),
        (("json", "no/such/folder/x.json"), 2, "is there such a folder"),
        (("json", "x.json", "--edition", "2001-01-01"), 2, "no edition in force"),
    ],
)
def test_wrong_usage(
    args: tuple[str, ...], code: int, says: str, ask: Any, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    done = ask("export", *args)
    assert done.exit_code == code
    assert says in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_table_too_large_to_be_read_back_is_not_written(
    ask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.export_csv.LARGEST", 10_000)
    done = ask("export", "csv", str(tmp_path / "export"))
    assert done.exit_code == 2
    assert "rules.csv grows over" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_tables_too_large_together_are_not_written(
    ask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table may have so many rows, and all of them together may not."""
    monkeypatch.setattr("kb.export_csv.MOST_ROWS_IN_ALL", 200)
    done = ask("export", "csv", str(tmp_path / "export"))
    assert done.exit_code == 2
    assert "over 200 rows together, which is more than is read back" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_refused_export_is_a_finding(ask: Any, tmp_path: Path) -> None:
    place = tmp_path / "export.json"
    place.write_text('{"regulae-export": 1, "documents": [{}]}', encoding="utf-8")
    done = ask("ingest", str(place), "--dry-run", "--json")
    [document] = json.loads(done.stdout)["documents"]
    assert done.exit_code == 1
    assert (document["form"], document["source"]) == ("json", str(place))
    assert "documents[0]" in document["notes"][0]["detail"]


def test_a_folder_with_an_export_in_it(ask: Any, tmp_path: Path) -> None:
    assert ask("export", "csv", str(tmp_path / "tables"), "--lang", "it").exit_code == 0
    done = ask("ingest", str(tmp_path), "--dry-run", "--json")
    assert [each["language"] for each in json.loads(done.stdout)["documents"]] == ["it"]


@pytest.mark.parametrize("form", ["po", "tmx", "json"])
def test_from_base_to_base_through_a_pipe(form: str, bundled_folder: Path, tmp_path: Path) -> None:
    """The reader tells the form by the first that comes through, however little that is."""
    script = "from search.cli import main; main(prog_name='regulae')"
    command = [sys.executable, "-c", script, "--kb"]
    args = ("export", form, "-", "--lang", "it")
    with subprocess.Popen(
        [*command, str(bundled_folder), *args], cwd=ROOT, stdout=subprocess.PIPE
    ) as writer:
        reader = subprocess.run(
            [*command, str(tmp_path), "ingest", "-", "--dry-run", "--json"],
            cwd=ROOT, stdin=writer.stdout, capture_output=True, check=True,
        )  # fmt: skip
    assert writer.returncode == 0
    read = json.loads(reader.stdout)["documents"][-1]
    assert (read["language"], len(read["rules"]) > 90) == ("it", True)
