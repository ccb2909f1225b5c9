"""The command lint: what it reads, refuses and corrects."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kb.store import open_to_write
from search.cli import main
from tests.factories import document, edition, put, rule
from tests.lint.planting import ROTTEN, write

# -- what is read ----------------------------------------------------------------------------


def test_standard_input(lint: Any, tree: Path) -> None:
    write(tree / "a.md", "rule 601.9")
    done = lint("a.md", "-", "--json", stdin="– rule 799.1".encode())
    assert [each["file"] for each in json.loads(done.stdout)["findings"]] == ["a.md", "-"]
    assert lint("-", stdin=b"rule 601.2").exit_code == 0
    assert lint("-", "--format", "sarif", stdin=b"rule 601.9").exit_code == 1


def test_yaml_is_known_by_its_suffix(lint: Any, tree: Path) -> None:
    for name, found in (("a.yaml", True), ("b.YML", True), ("c.txt", False)):
        write(tree / name, "- name: Madness\n  rule: 702.33\n")
        answer = json.loads(lint(name, "--json").stdout)
        assert bool(answer["findings"]) is found, f"{name}: only in YAML are these one entry"


def test_binary_files_are_left_out_and_counted(lint: Any, tree: Path) -> None:
    (tree / "a.bin").write_bytes(b"rule 601.9 \0")
    done = lint(".")
    assert done.exit_code == 0
    assert "Files read: 0" in done.stdout
    assert "Binary files left out: 1." in done.stderr


def test_one_file_that_cannot_be_linted_does_not_hide_the_others(lint: Any, tree: Path) -> None:
    write(tree / "a.md", "regulae: edition 2001-01-01\nrule 601.9")
    with (tree / "big.txt").open("wb") as file:
        file.write(b"x" * 9000)
        file.truncate(64 * 2**20 + 1)
    write(tree / "z.md", "rule 601.9")
    for form in ("text", "json", "sarif", "github"):
        done = lint(".", "--format", form)
        assert done.exit_code == 2
        assert "z.md" in done.stdout
        assert "regulae: a.md: line 1" in done.stderr and "2001-01-01" in done.stderr
        assert "regulae: big.txt: over 64 MiB" in done.stderr
    answer = json.loads(lint(".", "--json").stdout)
    assert [each["file"] for each in answer["problems"]] == ["a.md", "big.txt"]
    assert answer["files"] == 2, "only the comment of the first one is not obeyed"
    [run] = json.loads(lint(".", "--format", "sarif").stdout)["runs"]
    assert run["invocations"][0]["executionSuccessful"] is False


@pytest.mark.parametrize(
    ("says", "args", "message"),
    [
        ("nothing to lint", [], "Missing argument"),
        ("not there", ["nowhere.md"], "nowhere.md: No such file"),
        ("an empty name", [""], "an empty name"),
        ("no date", ["a.md", "--edition", "yesterday"], "'yesterday' is not an edition date"),
        ("before all editions", ["a.md", "--edition", "2001-01-01"], "held: 2011-06-17, 2026"),
        ("written before all", ["a.md", "--from", "2001-01-01"], "held: 2011-06-17, 2026"),
        ("two editions", ["a.md", "--edition", "2011-06-17", "--to", "2026-01-16"], "the same"),
        ("two forms", ["a.md", "--json", "--format", "sarif"], "wanted one of the two"),
        ("no such form", ["a.md", "--format", "xml"], "'xml' is not one of"),
        ("no processes", ["a.md", "--jobs", "0"], "0 is not in the range"),
        ("to write what", ["a.md", "--write"], "--write without --fix"),
        ("to write where", ["-", "--fix", "--write"], "standard input cannot be corrected"),
        ("what to patch", ["-", "--fix"], "standard input cannot be corrected"),
        (
            "to move twice",
            ["a.md", "--from", "2011-06-17", "--fix", "--write"],
            "git apply moved.patch",
        ),
        ("a patch as JSON", ["a.md", "--fix", "--json"], "--fix shows a patch"),
    ],
)
def test_wrong_usage(says: str, args: list[str], message: str, lint: Any, tree: Path) -> None:
    write(tree / "a.md", "rule 601.9")
    done = lint(*args)
    assert done.exit_code == 2, says
    [line] = done.stderr.splitlines()
    told = json.loads(line)["error"]["message"] if "--json" in args else line
    assert message in told and (told is not line or line.startswith("regulae: ")), says
    assert done.stdout == "", says


def test_without_an_official_edition(tree: Path, tmp_path: Path) -> None:
    """Pages and bundled texts are nothing to check against."""
    write(tree / "a.md", "rule 601.9")
    with open_to_write(tmp_path / "base") as store:
        put(store, document(rule("601.9", "Whoever plays a card says so."), of=edition("en")))
    done = CliRunner().invoke(main, ["--kb", str(tmp_path / "base"), "lint", "a.md"])
    assert done.exit_code == 2
    assert "no complete official edition" in done.stderr and "regulae ingest" in done.stderr
    assert done.stdout == ""


# -- editions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "args", "found"),
    [
        ("the newest", [], [("702.35a", None), ("601.9", "moved")]),
        ("the older", ["--edition", "2012-01-01"], [("702.35a", "newer"), ("601.9", None)]),
        ("--to is --edition", ["--to", "2012-01-01"], [("702.35a", "newer"), ("601.9", None)]),
        ("both alike", ["--to", "2012-01-01", "--edition", "2012-01-01"], [("702.35a", "newer")]),
        ("migrated", ["--from", "2011-06-17"], [("702.33a", "moved"), ("601.9", "moved")]),
    ],
)
def test_editions(
    says: str, args: list[str], found: list[tuple[str, str | None]], lint: Any, tree: Path
) -> None:
    write(tree / "a.md", "rules 702.33a, 702.35a, 601.9")
    answer = json.loads(lint("a.md", "--json", *args).stdout)
    kinds = {each["number"]: each["kind"] for each in answer["findings"]}
    for number, kind in found:
        assert kinds.get(number) == kind, (says, number)


# -- corrections -----------------------------------------------------------------------------


def test_fix_shows_and_writes(lint: Any, tree: Path) -> None:
    write(tree / "src" / "A.java", ROTTEN)
    done = lint("src", "--fix")
    assert done.exit_code == 1
    assert done.stdout_bytes.decode() == (
        "--- a/src/A.java\n+++ b/src/A.java\n@@ -1,4 +1,4 @@\n package bench;\r\n \r\n"
        "-// rules 601.2 and 601.9\r\n+// rules 601.2 and 601.7\r\n \t/* CR 799.1 */ è\r\n"
    )
    assert "--write would correct: 1; files: 1." in done.stderr
    path = tree / "src" / "A.java"
    assert path.read_bytes() == ROTTEN.encode(), "a dry run writes nothing"
    done = lint("src", "--fix", "--write")
    assert done.exit_code == 1, "799.1 is left"
    assert "moved" not in done.stdout and "unknown: CR 799.1" in done.stdout
    assert "Numbers corrected: 1; files: 1." in done.stderr
    once = path.read_bytes()
    assert once == ROTTEN.encode().replace(b"601.9", b"601.7")
    assert lint("src", "--fix", "--write").exit_code == 1
    assert path.read_bytes() == once, "a second time it changes nothing"
    assert lint("src", "--fix").stdout == ""


def test_fix_of_all_there_is(lint: Any, tree: Path) -> None:
    write(tree / "a.md", "rule 601.9\n")
    done = lint("a.md", "--fix", "--write", "--json")
    assert done.exit_code == 0
    answer = json.loads(done.stdout)
    assert (answer["corrected"], answer["findings"]) == (1, [])


def test_migration_is_a_patch(lint: Any, tree: Path) -> None:
    """Written twice the numbers would move twice; a patch cannot be applied twice."""
    write(tree / "a.md", "rules 702.33a, 601.3 and 601.4\n")
    done = lint("a.md", "--from", "2011-06-17", "--fix")
    assert "+rules 702.35a, 601.4 and 601.5" in done.stdout
    assert "leaves as they are" not in done.stderr
    write(tree / "b.md", "rules 702.33a–b\n")
    done = lint("b.md", "--from", "2011-06-17", "--fix")
    assert done.stdout == "" and "leaves as they are: " in done.stderr


def test_a_bad_comment_does_not_cost_the_file(lint: Any, tree: Path) -> None:
    write(tree / "a.md", "<!-- regulae: edition 2016-13-01 -->\nrule 601.2.b\n")
    done = lint("a.md", "--json")
    assert done.exit_code == 2 and "line 1" in done.stderr
    answer = json.loads(done.stdout)
    assert (answer["files"], len(answer["findings"])) == (1, 1)


@pytest.mark.parametrize("name", ["x\n::error file=app.py::pwned\n.md", "x\x1b[31m.md"])
def test_a_name_says_nothing_else(lint: Any, tree: Path, name: str) -> None:
    write(tree / name, "rule 601.2.b\n")
    for form in ("text", "github"):
        done = lint(".", "--format", form)
        assert "\x1b" not in done.stdout
        assert not any(line.startswith("::error file=app") for line in done.stdout.splitlines())


def test_a_long_list_is_cut_in_its_findings(lint: Any, tree: Path) -> None:
    write(tree / "a.md", "rules " + ", ".join(["799.9"] * 2000))
    answer = json.loads(lint("a.md", "--json").stdout)
    assert len(answer["findings"]) == 2000
    assert max(len(each["citation"]) for each in answer["findings"]) == 300


def test_a_month_is_an_edition_of_that_month(lint: Any, tree: Path) -> None:
    write(tree / "a.md", "rule 601.2.b\n")
    (found,) = json.loads(lint("a.md", "--edition", "2011-06", "--json").stdout)["findings"]
    assert found["edition"]["date"] == "2011-06-17"
