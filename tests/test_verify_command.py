"""The command verify: many documents, in any form, and what cannot be read among them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kb import templates
from kb.lang import codes
from kb.paths import data_dir
from kb.state_text import documents
from search.cli import main
from tests.factories import verify_text

SCENARIOS = sorted((data_dir() / "scenarios").glob("*/*.yaml"))
GOOD = '{"format": "mtg-state/1", "objects": {"a": {"type": "Creature", "owner": "Ada"}}}'
RUN = "import sys; from search.cli import main; main(sys.argv[1:], prog_name='regulae')"


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["verify", *args], input=stdin, prog_name="regulae")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All scenarios, as an engine would write them: JSON, a document a line."""
    raws = [raw for path in SCENARIOS for raw in documents(path.read_text("utf-8"), name="-")]
    path = tmp_path_factory.mktemp("log") / "log.jsonl"
    path.write_text("".join(f"{json.dumps(raw.value)}\n" for raw in raws * 5), "utf-8")
    return path


def test_several_processes_give_what_one_gives(log: Path) -> None:
    alone, shared = (run(str(log), "--json", "--jobs", jobs) for jobs in ("1", "3"))
    assert alone.stdout == shared.stdout
    assert len(json.loads(alone.stdout)["documents"]) == 5 * len(SCENARIOS)
    assert alone.exit_code == shared.exit_code == 0  # every scenario expects what it breaks


def test_files_come_in_their_order_whatever_reads_them(log: Path, tmp_path: Path) -> None:
    for name in "dbac":
        (tmp_path / f"{name}.json").write_text(GOOD)
    (tmp_path / "bb.jsonl").write_text(f"{GOOD}\n{GOOD}\n")
    (tmp_path / "notes.txt").write_text("not asked for")
    answer = json.loads(run(str(tmp_path), "--json", "--jobs", "2").stdout)
    names = [Path(found["file"]).name for found in answer["documents"]]
    assert names == ["a.json", "b.json", "bb.jsonl", "bb.jsonl", "c.json", "d.json"]


def test_a_bad_document_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(f"{GOOD}\n{{\n\xff\n{GOOD}\n\n[]\n{GOOD}".encode("latin-1"))
    result = run(str(path), str(tmp_path / "nowhere.yaml"), "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 2
    assert len(answer["documents"]) == 3
    *told, summary = result.stderr.splitlines()
    assert [line.split(": ")[1] for line in told] == [
        *(f"{path}:{line}" for line in (2, 3, 6)), str(tmp_path / "nowhere.yaml"),
    ]  # fmt: skip
    assert answer["errors"] == [line.removeprefix("regulae: ") for line in told]
    assert "3 documents" in summary and "4 could not be read" in summary


def test_the_documents_of_one_yaml_stream_are_apart() -> None:
    text = f"{GOOD}\n---\nformat: mtg-state/1\nobjects: {{a: {{zone: moon}}}}\n---\n{GOOD}\n"
    result = run("-", "--json", stdin=text)
    assert len(json.loads(result.stdout)["documents"]) == 2
    assert "-:4: /objects/a/zone: 'moon'" in result.stderr
    assert result.exit_code == 2


def test_each_line_of_a_stream_is_answered_as_it_comes() -> None:
    """A program that writes a document and waits for its verdict is not kept waiting."""
    with subprocess.Popen(
        [sys.executable, "-c", RUN, "verify", "-", "--lang", "en"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for _ in range(2):  # it takes two lines to see that it is a stream of them
            process.stdin.write(f"{GOOD}\n")
            process.stdin.flush()
        for _ in range(3):
            assert process.stdout.readline() == "-\n"
            assert process.stdout.readline() == "  No rule with a checker applies.\n"
            process.stdin.write(f"{GOOD}\n")
            process.stdin.flush()
        process.stdin.close()
        process.stdout.read()
        assert process.wait() == 0


def test_a_line_that_is_too_long_is_refused_and_the_next_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(f'{{"x-long": "{"x" * 33_000_000}"}}\n{GOOD}\n')
    result = run(str(path), "--json")
    assert len(json.loads(result.stdout)["documents"]) == 1
    assert result.stderr.startswith(f"regulae: {path}:1: over 16000000 bytes")


def test_a_name_of_a_document_does_not_speak_to_the_terminal(tmp_path: Path) -> None:
    text = (data_dir() / "scenarios/enlist/not-eligible.yaml").read_text("utf-8")
    result = run("-", stdin=text.replace("Ferry Novice", '"\\e[2J"'))
    assert result.stdout and "\x1b" not in result.stdout


# ------------------------------------------------------------------ --rule


@pytest.mark.parametrize(
    ("says", "what", "rules"),
    [
        ("a number", ["702.154c"], {"702.154c"}),
        ("a range", ["702.154a-b"], {"702.154a", "702.154b"}),
        ("a name", ["arruolare"], {"702.154", *(f"702.154{letter}" for letter in "abcd")}),
        ("several", ["718.4", "107.1b"], {"718.4", "107.1b"}),
    ],
)
def test_what_is_asked(says: str, what: list[str], rules: set[str]) -> None:
    path = data_dir() / "scenarios/enlist/not-eligible.yaml"
    options = [part for one in what for part in ("--rule", one)]
    [found] = json.loads(run(str(path), "--json", *options).stdout)["documents"]
    assert set(found["rules"]) == rules, says


# ------------------------------------------------------------------ --explain


def explained(text: str, *args: str) -> Any:
    [found] = json.loads(run("-", "--json", "--explain", *args, stdin=text).stdout)["documents"]
    return found["steps"]


CLONED = """
format: mtg-state/1
turn: {number: 3, active: Ada}
players: {Ada: {}, Bruno: {}}
objects:
  bear: {type: Creature, pt: 2/2, owner: Ada, zone: hand, cost: 1G}
  thief: {type: Creature, pt: 1/1, owner: Bruno}
history:
  - {do: cast, object: bear, by: Ada}
  - {do: resolve, object: bear}
  - {do: control, object: bear, by: Bruno, outcome: illegal}
  - {do: effect, effect: {id: up, upon: [bear], pt: +1/+1}}
"""


def test_the_replay_step_by_step() -> None:
    cast, resolve, control, effect = explained(CLONED)
    changes = {(c["object"], c["key"]): (c["before"], c["after"]) for c in cast["changes"]}
    assert changes["bear@2", "zone"] == ("hand", "stack")
    assert (resolve["do"], resolve["object"]) == ("resolve", "bear")
    assert {"object": "bear@3", "key": "zone", "before": "stack", "after": "battlefield"} in (
        resolve["changes"]
    )
    assert (control["taken_back"], control["changes"]) == (True, [])
    grown = {c["key"]: (c["before"], c["after"]) for c in effect["changes"]}
    assert grown == {"power": (2, 3), "toughness": (2, 3)}


@pytest.mark.parametrize("code", codes())
def test_the_replay_as_a_table(code: str) -> None:
    lines = run("-", "--explain", "--lang", code, stdin=CLONED).stdout.splitlines()
    column = lines[2].index("bear@2")
    steps = [line for line in lines if line.startswith("  ") and line.find("bear@", 4) == column]
    assert len(steps) >= 3
    assert len([line for line in lines if line[2:3].isdigit() and line[3] == " "]) == 4


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_scenario_can_be_explained(path: Path) -> None:
    text = path.read_text("utf-8")
    [raw] = documents(text, name="-")
    assert len(explained(text)) == len(raw.value.get("history", []))
    for code in codes():
        assert run(str(path), "--explain", "--lang", code).exit_code == 0


# ------------------------------------------------------------------ --new


@pytest.mark.parametrize("name", templates.names())
@pytest.mark.parametrize("code", codes())
def test_a_template_is_a_document_that_is_right(code: str, name: str) -> None:
    result = run("--new", name, "--lang", code)
    assert result.exit_code == 0
    [found] = verify_text(result.stdout, name="new.yaml")
    assert (found.met, found.failed) == (2, ())
    assert found.language == code
    assert not any(verdict.outcome == "violates" for verdict in found.verdicts)
    assert result.stdout.count("#") >= 5, "it is commented"


def test_the_templates_are_the_same_documents_in_every_language() -> None:
    told = ("title", "lang", "name", "effect", "spell", "is")

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: bare(part) for key, part in value.items() if key not in told}
        return [bare(part) for part in value] if isinstance(value, list) else value

    for name in templates.names():
        forms = [
            next(documents(templates.template(code, name), name="-")).value for code in codes()
        ]
        assert all(bare(form) == bare(forms[0]) for form in forms), name


@pytest.mark.parametrize(
    ("says", "args", "part"),
    [
        ("nothing at all", [], "no file"),
        ("a file besides", ["--new", "cast", "a.yaml"], "it reads nothing"),
        ("no such template", ["--new", "nonsense"], "power-up"),
        ("a folder without states", ["kb/checks"], "no game state in this folder"),
    ],
)
def test_wrong_usage(says: str, args: list[str], part: str) -> None:
    result = run(*args)
    assert result.exit_code == 2, says
    assert part in result.stderr and len(result.stderr.splitlines()) == 1, says


def test_only_some_verdicts_the_worst_first() -> None:
    path = str(data_dir() / "scenarios" / "enlist" / "not-eligible.yaml")

    def shown(*only: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(run(path, "--json", *only).stdout)["documents"][0]
        return found

    whole, faults = shown(), shown("--only", "violates")
    both = shown("--only", "complies", "--only", "violates")
    said = [verdict["verdict"] for verdict in both["verdicts"]]
    assert said == sorted(said, reverse=True) and set(said) == {"violates", "complies"}
    assert {verdict["verdict"] for verdict in faults["verdicts"]} == {"violates"}
    assert faults["left_out"] == len(whole["verdicts"]) - len(faults["verdicts"]) > 0
    # what is not shown counts all the same
    assert faults["rules"] == whole["rules"] and faults["expected"] == whole["expected"]
    assert "left_out" not in whole


@pytest.mark.parametrize("code", codes())
def test_what_only_leaves_out_is_counted(code: str) -> None:
    state = "format: mtg-state/1\nobjects: {a: {type: Creature, pt: 2/2, damage: 1}}"
    result = run("-", "--only", "violates", "--lang", code, stdin=state)
    whole = run("-", "--lang", code, stdin=state)
    assert result.exit_code == whole.exit_code == 0
    assert len(result.stdout.splitlines()) == 2 < len(whole.stdout.splitlines())
    assert not any(word in result.stdout for word in ("{", "704.5g"))


def test_only_changes_no_exit_code() -> None:
    state = "format: mtg-state/1\nturn: {priority: Ada}\nplayers: {Ada: {life: 0}}"
    codes_ = [run("-", *only, stdin=state).exit_code for only in ((), ("--only", "complies"))]
    assert codes_ == [1, 1]
