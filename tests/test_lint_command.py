"""The command lint: what it prints in each form, its exit codes, its processes."""

import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner, Result
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

from kb.store import open_to_write
from search.cli import main
from search.lint import run as linting
from tests.factories import document, edition, put, rule
from tests.test_lint_corrections import NEW, OLD

PLAIN = "import sys; from search.cli import main; main(sys.argv[1:], prog_name='regulae')"
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("base")
    with open_to_write(folder) as store:
        put(store, OLD, NEW)
    return folder


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the commands run."""
    folder = tmp_path / "tree"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def lint(base: Path) -> Any:
    def linted(*args: str, stdin: bytes | None = None) -> Result:
        return CliRunner().invoke(
            main, ["--kb", str(base), "lint", *args], input=stdin, prog_name="regulae"
        )

    return linted


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")


ROTTEN = "package bench;\r\n\r\n// rules 601.2 and 601.9\r\n\t/* CR 799.1 */ è\r\n"


# -- what is printed -------------------------------------------------------------------------


def test_text(lint: Any, tree: Path) -> None:
    write(tree / "src" / "A.java", ROTTEN)
    write(tree / "b.md", "See rule 601.2.\n")
    done = lint(".")
    assert done.exit_code == 1
    lines = [line for line in done.stdout.splitlines() if not line.startswith("  ")]
    assert lines == [
        "src/A.java:3:20: moved: rules 601.2 and 601.9 → 601.7 (100%)",
        "src/A.java:4:8: unknown: CR 799.1",
        "Files read: 2; citations: 4; findings: 2. By kind: moved 1, unknown 1."
        " Edition checked: 2026-01-16.",
    ]
    assert "\x1b" not in done.stdout, "colour only on a terminal"
    assert done.stderr == ""


def test_text_names_the_number_that_is_meant(lint: Any, tree: Path) -> None:
    write(tree / "a.md", "rules 601.9 and 601.2")
    assert lint("a.md").stdout.startswith("a.md:1:7: moved: rules 601.9 and 601.2 (601.9) → 601.7")


def test_nothing_speaks_to_the_terminal(lint: Any, tree: Path) -> None:
    name = "a\x1b[2J.md"
    write(tree / name, "rule 601.9, “\x1b]0;x\x07” and more")
    done = lint(".")
    assert done.exit_code == 1
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", done.stdout)


def test_json(lint: Any, tree: Path) -> None:
    write(tree / "src" / "A.java", ROTTEN)
    for option in (("--json",), ("--format", "json"), ("--json", "--format", "json")):
        done = lint("src", *option)
        assert done.exit_code == 1
        answer = json.loads(done.stdout)
        assert (answer["files"], answer["citations"]) == (1, 3)
        moved, unknown = answer["findings"]
        edition = moved.pop("edition")
        assert (edition["language"], edition["date"]) == ("en", "2026-01-16")
        assert moved.pop("evidence")
        assert moved == {
            "file": "src/A.java",
            "line": 3,
            "column": 20,
            "citation": "rules 601.2 and 601.9",
            "number": "601.9",
            "kind": "moved",
            "suggestion": "601.7",
            "confidence": 1.0,
        }
        assert (unknown["kind"], unknown["number"]) == ("unknown", "799.1")
        assert unknown["suggestion"] is None


def test_json_of_nothing_and_of_what_is_malformed(lint: Any, tree: Path) -> None:
    write(tree / "a.md", "nothing")
    done = lint("a.md", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["findings"] == []
    write(tree / "a.md", "rule 601.2.b")
    [finding] = json.loads(lint("a.md", "--json").stdout)["findings"]
    assert (finding["kind"], finding["number"]) == ("malformed", None)


def test_names_that_are_no_utf8(lint: Any, tree: Path) -> None:
    with open(os.fsencode(tree) + b"/caf\xe9.md", "wb") as file:
        file.write(b"rule 601.9")
    for form in ("text", "json", "sarif", "github"):
        done = lint(".", "--format", form)
        assert done.exit_code == 1, done.stderr
        assert done.stdout_bytes.decode("utf-8")


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_sarif(lint: Any, tree: Path, language: str) -> None:
    odd = "ünd so #1 100%?.md"
    write(tree / "src" / odd, "è\n𝄞𝄞 rule 601.9\n")
    write(tree / "b.md", "rule 601.2.b; rules 601.9–\n601.2\n")
    outside = tree.parent / "outside.md"
    write(outside, "CR 799.1")
    done = lint(".", str(outside), "--format", "sarif", "--lang", language)
    assert done.exit_code == 1
    log = json.loads(done.stdout)
    Sarif.model_validate(log)  # made from the public schema; refuses what it does not know
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    driver = run["tool"]["driver"]
    kinds = ["unknown", "gone", "newer", "moved", "title-mismatch", "malformed"]
    assert [rule["id"] for rule in driver["rules"]] == kinds
    assert len({rule["shortDescription"]["text"] for rule in driver["rules"]}) == len(kinds)
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["invocations"][0]["executionSuccessful"] is True
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        assert result["partialFingerprints"]
    *_, moved, elsewhere = run["results"]
    place = moved["locations"][0]["physicalLocation"]
    assert re.fullmatch(r"[A-Za-z0-9/._~%-]+", place["artifactLocation"]["uri"])
    assert unquote(place["artifactLocation"]["uri"]) == f"src/{odd}"
    assert place["artifactLocation"]["uriBaseId"] in run["originalUriBaseIds"]
    region = {"startLine": 2, "startColumn": 9, "endLine": 2, "endColumn": 14}
    assert place["region"] == region, "code points: 𝄞 is one"
    [change] = moved["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [
        {"deletedRegion": region, "insertedContent": {"text": "601.7"}}
    ]
    address = elsewhere["locations"][0]["physicalLocation"]["artifactLocation"]
    assert address == {"uri": outside.as_uri()}
    regions = [r["locations"][0]["physicalLocation"]["region"] for r in run["results"]]
    assert any(region["endLine"] > region["startLine"] for region in regions), "over two lines"
    assert not any("fixes" in r for r in run["results"] if r["ruleId"] != "moved")


def test_sarif_refuses_what_the_schema_does_not_know(lint: Any, tree: Path) -> None:
    """The schema is checked against a fault, so that the test above can fail."""
    write(tree / "a.md", "rule 601.9")
    log = json.loads(lint("a.md", "--format", "sarif").stdout)
    log["runs"][0]["results"][0]["severity"] = "high"
    with pytest.raises(ValueError, match="severity"):
        Sarif.model_validate(log)


@pytest.mark.parametrize(
    ("says", "path", "address"),
    [
        ("a name that begins with two dots", "..a.md", "..a.md"),
        ("a way round", "src/../a.md", "a.md"),
        ("a way back into the folder", "../tree/a.md", "a.md"),
        ("elsewhere, without dots", "src/../../other/./b.md", None),
        ("elsewhere, from the root", "/{other}/../other/b.md", None),
    ],
)
def test_sarif_addresses(lint: Any, tree: Path, says: str, path: str, address: str | None) -> None:
    other = tree.parent / "other"
    for place in (tree / "..a.md", tree / "a.md", other / "b.md", tree / "src" / "c.md"):
        write(place, "rule 601.9")
    done = lint(path.format(other=str(other).lstrip("/")), "--format", "sarif")
    [result] = json.loads(done.stdout)["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == (address or (other / "b.md").as_uri()), says


@pytest.mark.parametrize(
    ("lang", "checked", "old"),
    [
        ("en", "Edition checked: 2026-01-16.", "Written for the edition of 2011-06-30."),
        ("it", "per il controllo: 2026-01-16.", "Scritti per l’edizione del 2011-06-30."),
        ("es", "para la revisión: 2026-01-16.", "Escritos para la edición del 2011-06-30."),
    ],
)
def test_the_edition_checked_is_named(
    lint: Any, tree: Path, lang: str, checked: str, old: str
) -> None:
    write(tree / "a.md", "rule 601.2")
    done = lint("a.md", "--lang", lang)
    assert checked in done.stdout and old not in done.stdout
    assert checked in lint("a.md", "--json", "--lang", lang).stderr
    assert old in lint("a.md", "--from", "2011-06", "--lang", lang).stdout
    assert json.loads(lint("a.md", "--json").stdout)["edition"]["date"] == "2026-01-16"
    sarif = json.loads(lint("a.md", "--format", "sarif").stdout)
    Sarif.model_validate(sarif)
    assert sarif["runs"][0]["properties"] == {"edition": "2026-01-16"}
    assert "2011-06-17" in lint("a.md", "--edition", "2012-01-01").stdout


def test_sarif_fingerprints_stay_when_lines_are_added(lint: Any, tree: Path) -> None:
    def prints() -> list[str]:
        results = json.loads(lint("a.md", "--format", "sarif").stdout)["runs"][0]["results"]
        return [result["partialFingerprints"]["citation/v1"] for result in results]

    write(tree / "a.md", "rule 601.9\nrule 601.9\n")
    before = prints()
    assert len(set(before)) == 2, "the same citation twice is two findings"
    write(tree / "a.md", "\n\nmore\nrule 601.9\n  rule 601.9\n")
    assert prints() == before


def test_github(lint: Any, tree: Path) -> None:
    name = "50%, a:b.md"
    write(tree / name, "see rules\n601.2 and\n601.9\n")
    done = lint(name, "--format", "github")
    assert done.exit_code == 1
    [line] = done.stdout.splitlines()
    head, message = re.fullmatch(r"::error ([^:]*)::(.*)", line).groups()  # type: ignore[union-attr]
    properties = dict(part.split("=", 1) for part in head.split(","))
    assert properties == {
        "file": "50%25%2C a%3Ab.md",
        "line": "3",
        "endLine": "3",
        "col": "1",
        "endColumn": "6",
        "title": "moved%3A rules 601.2 and 601.9",
    }
    assert "601.7" in message
    assert "%25" in message and "%" not in message.replace("%25", "")


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


# -- processes -------------------------------------------------------------------------------

MANY = 3 * linting.FEW_FILES


def plant_many(tree: Path) -> None:
    for n in range(MANY):
        text = f"rule 601.{n % 10 + 1}\n" * (n % 5)
        write(tree / f"{n % 7}" / f"{n:04}.md", text)
    (tree / "3" / "0003.bin").write_bytes(b"\0")
    write(tree / "3" / "0004.md", "regulae: edition 2001-01-01\nrule 601.9")


def test_processes_change_nothing_in_the_answer(lint: Any, tree: Path) -> None:
    plant_many(tree)
    for form in ("text", "json", "sarif", "github"):
        alone, together = (
            lint("5", "-", ".", "--format", form, "--jobs", jobs, stdin=b"rule 601.9")
            for jobs in ("1", "3")
        )
        assert alone.exit_code == together.exit_code == 2, "one file cannot be linted"
        assert alone.stdout == together.stdout
        assert alone.stderr == together.stderr


def test_processes_correct_too(lint: Any, tree: Path) -> None:
    for n in range(MANY):
        write(tree / f"{n}.md", "rule 601.9\n")
    assert lint(".", "--fix", "--write", "--jobs", "2").exit_code == 0
    assert {path.read_text() for path in tree.iterdir()} == {"rule 601.7\n"}


@pytest.mark.parametrize(
    ("says", "items", "small"),
    [
        ("none", 0, True),
        ("a few", linting.FEW_FILES, True),
        ("many", linting.FEW_FILES + 1, False),
    ],
)
def test_a_few_files_start_no_process(says: str, items: int, small: bool) -> None:
    assert linting.is_small(["absent.md"] * items) is small, says


def test_two_large_files_are_worth_a_process_each_and_one_is_not() -> None:
    large = linting.Given("-", b"x" * (linting.FEW_BYTES + 1))
    assert linting.is_small([large]), "nobody else would have anything to do"
    assert not linting.is_small([large, "absent.md"])


@contextmanager
def blocked(base: Path, tree: Path) -> Iterator["tuple[subprocess.Popen[str], list[int]]"]:
    """A lint in two processes of which one waits for a pipe that nobody fills; and those two."""
    plant_many(tree)
    (tree / "3" / "0004.md").unlink()
    os.mkfifo(tree / "pipe")
    command = ["--kb", str(base), "lint", "pipe", ".", "--jobs", "2", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-c", PLAIN, *command],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        try:
            # Opening for writing waits for a reader: then a process of the lint is in the file.
            with (tree / "pipe").open("wb"):
                yield process, children(process.pid)
        finally:
            process.kill()


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


needs_proc = pytest.mark.skipif(
    not Path(f"/proc/self/task/{os.getpid()}/children").exists(),
    reason="no /proc here that lists the children of a process",
)


@needs_proc
def test_a_process_that_dies_is_told(base: Path, tree: Path) -> None:
    with blocked(base, tree) as (process, workers):
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 2
    [line] = err.splitlines()
    assert json.loads(line)["error"]["message"].startswith("a process ended before its answer")
    assert "ended before its answer" in json.loads(out)["problems"][0]["detail"]


@needs_proc
def test_control_c_ends_all_of_it(base: Path, tree: Path) -> None:
    with blocked(base, tree) as (process, workers):
        handles = [os.pidfd_open(worker) for worker in workers]
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 130
        assert "Traceback" not in err
        assert ended(handles)


@needs_proc
def test_no_process_outlives_the_first(base: Path, tree: Path) -> None:
    with blocked(base, tree) as (process, workers):
        handles = [os.pidfd_open(worker) for worker in workers]
        process.kill()
        assert len(handles) == 2
        assert ended(handles)


def ended(handles: list[int]) -> bool:
    """Whether all of these processes end within a minute."""
    for handle in handles:
        ready, _, _ = select.select([handle], [], [], 60)
        os.close(handle)
        if not ready:
            return False
    return True
