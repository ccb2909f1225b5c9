"""The commands with workers: what they say, what they leave, and what plain ones do not load."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import dask
import psutil  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner, Result
from distributed import Client

from kb.store import open_to_write
from search.cli import main, spreading
from tests.distributed import making
from tests.factories import put
from tests.test_light import modules
from tests.test_lint_corrections import NEW, OLD

RUN = "import sys; from search.cli import main; main(sys.argv[1:], prog_name='regulae')"
GOOD = '{"format": "mtg-state/1", "objects": {"a": {"type": "Creature", "owner": "Ada"}}}'


@pytest.fixture
def scheduler(processes: Client) -> Iterator[str]:
    """The address of the scheduler of the tests, its certificates in the configuration of Dask."""
    told = processes.security
    keys = {
        "distributed.comm.tls.ca-file": told.tls_ca_file,
        **{
            f"distributed.comm.tls.{who}.{what}": getattr(told, f"tls_{who}_{what}")
            for who in ("client", "scheduler", "worker")
            for what in ("key", "cert")
        },
    }
    with dask.config.set(keys):
        yield str(processes.scheduler_info()["address"])


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args, prog_name="regulae")


def test_verify_leaves_what_the_serial_run_says(scheduler: str, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in making.lines()[:40]) + b"{\n")
    out = tmp_path / "out"
    alone = run("verify", str(path), "--json", "--lang", "en")
    assert scheduler.startswith("tls://")
    result = run("verify", str(path), "--scheduler", scheduler, "--out", str(out), "--lang", "en")
    assert result.exit_code == alone.exit_code == 2
    assert result.stdout == f"Parts in {out}: 1 (0 were there already).\n"
    assert result.stderr == alone.stderr  # the problem, and the counts
    told = json.loads(alone.stdout)
    assert making.answers(making.rows(str(out))) == (told["documents"], told["errors"])
    again = run(
        "verify", str(path), "--scheduler", scheduler, "--out", str(out), "--json", "--lang", "en"
    )
    assert again.exit_code == 2
    answer = json.loads(again.stdout)
    assert answer["rows"] == 41 and answer["unread"] == 1 and answer["failed"] == []


def test_lint_leaves_what_the_serial_run_says(scheduler: str, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    (folder / "sub").mkdir(parents=True)
    with open_to_write(tmp_path / "base") as store:
        put(store, OLD, NEW)
    (folder / "a.md").write_text("See rules 601.2, 601.9 and 999.1.\n")
    (folder / "b.java").write_bytes("// CR 799.1, CR 601.2 è".encode("utf-16"))
    (folder / "c.bin").write_bytes(b"\0")
    (folder / "d.md").write_text("<!-- regulae: edition latest -->\nrule 999.1\n")
    (folder / "sub" / "e.yaml").write_text("rule: 601.9\n")
    (folder / "sub" / ".gitignore").write_text("f.md\n")
    (folder / "sub" / "f.md").write_text("rule 999.1\n")
    args = ("--kb", str(tmp_path / "base"), "lint", str(folder), "--lang", "it")
    alone = run(*args, "--format", "json", "--jobs", "1")
    out = tmp_path / "out"
    more = ("--scheduler", scheduler, "--out", str(out), "--parts", "parquet")
    result = run(*args, *more)
    assert result.exit_code == alone.exit_code == 2, result.stderr  # `latest` is no edition
    told = json.loads(alone.stdout)
    found = making.rows(str(out))
    answers = [json.loads(row["answer"]) for row in found]
    assert [each for row in answers for each in row["findings"]] == told["findings"]
    assert len(told["findings"]) >= 4
    assert result.stderr == alone.stderr
    errors = [f"{each['file']}: {each['detail']}" for each in told["problems"]]
    assert [row["error"] for row in found if row["error"]] == errors
    assert [Path(row["file"]).name for row in found] == [
        *("a.md", "b.java", "c.bin", "d.md", ".gitignore", "e.yaml")
    ]


def test_ingest_leaves_what_the_serial_run_says(
    scheduler: str, bundled_folder: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text("702.33. Kicker\n\n702.33a Kicker is an ability.\n")
    (folder / "b.txt").write_text("Nothing that is a rule.\n")
    base = str(bundled_folder)
    assert (
        run("--kb", base, "export", "json", str(folder / "c.json"), "--lang", "it").exit_code == 0
    )
    args = ("--kb", base, "ingest", str(folder), "--dry-run")
    alone = run(*args, "--json")
    out = tmp_path / "out"
    result = run(*args, "--scheduler", scheduler, "--out", str(out))
    assert result.exit_code == alone.exit_code == 1, result.stderr  # one is refused
    found = making.answers(making.rows(str(out)))
    assert found.answers == json.loads(alone.stdout)["documents"]
    assert len(found.errors) == 1 and found.errors[0].startswith(f"{folder}/b.txt: ")


def test_workers_of_this_machine_are_quiet(tmp_path: Path) -> None:
    """As a user starts it: nothing of Dask on the terminal."""
    path = making.log(tmp_path / "log.jsonl", 30)
    done = subprocess.run(
        [
            *(sys.executable, "-W", "error", "-c", RUN, "verify", str(path), "--workers", "1"),
            *("--out", str(tmp_path / "out"), "--lang", "en"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == f"Parts in {tmp_path}/out: 1 (0 were there already).\n"
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("30 documents"), done.stderr
    alone = making.serial(str(path), replace(making.SETTINGS, spoken="en"))
    assert making.answers(making.rows(str(tmp_path / "out"))) == alone


def test_control_c_in_a_terminal_is_told_once(tmp_path: Path) -> None:
    """It comes to all processes of the command, also to workers that only just begin."""
    path = making.log(tmp_path / "log.jsonl", 30)
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", RUN, "verify", str(path), "--workers", "2"),
            *("--out", str(tmp_path / "out"), "--lang", "en"),
        ],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    first = psutil.Process(process.pid)
    while process.poll() is None and len(first.children()) < 3:  # what tracks them, and two workers
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and not out, err
    assert err == "Broken off. What is done is kept: run the same command again to go on.\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["verify", "a.jsonl", "--workers", "2"], "wanted --out FOLDER too"),
        (["verify", "a.jsonl", "--out", "o"], "--out without workers"),
        (["verify", "a.jsonl", "--parts", "parquet"], "--parts without workers"),
        (["verify", "a", "--workers", "2", "--scheduler", "tls://a:1"], "wanted one of the two"),
        (["verify", "-", "--workers", "1", "--out", "o"], "cannot be spread over workers"),
        (["verify", "a", "--workers", "1", "--jobs", "2", "--out", "o"], "--jobs and workers"),
        (["verify", "ssh://a/b", "--workers", "1", "--out", "o"], "no address that is read here"),
        (["verify", "a", "--workers", "1", "--out", "sftp://o"], "no address that is read here"),
        (["lint", "-", "--workers", "1", "--out", "o"], "wanted files, folders or addresses"),
        (["lint", ".", "--fix", "--workers", "1", "--out", "o"], "--fix and workers"),
        (["lint", ".", "--format", "sarif", "--workers", "1", "--out", "o"], "--format and"),
        (["ingest", ".", "--workers", "1", "--out", "o"], "wanted --dry-run too"),
        (["ingest", "--all", "--dry-run", "--workers", "1", "--out", "o"], "--all and workers"),
        (["ingest", "en-rules", "--dry-run", "--workers", "1", "--out", "o"], "once a second"),
        (["ingest", "https://a.example/", "--dry-run", "--workers", "1", "--out", "o"], "once a"),
    ],
)
def test_wrong_usage_is_one_line(
    args: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("--kb", str(tmp_path / "kb"), *args)
    assert result.exit_code == 2
    assert said in result.stderr and result.stderr.count("\n") == 1, result.stderr
    assert not (tmp_path / "o").exists()


def test_it_is_refused_in_the_language_of_the_answer(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("")
    (tmp_path / "a.json").write_text(GOOD)
    args = ("verify", str(tmp_path / "a.json"), "--out", str(out), "--lang", "it")
    assert "serve anche --workers o --scheduler" in run(*args).stderr
    result = run(*args, "--workers", "1")
    assert result.exit_code == 2
    assert result.stderr == f"regulae: --out {out}: è un file; serve una cartella per le parti\n"


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "find_spec", lambda name: None if name == "pyarrow" else name)
    result = run("verify", "a", "--workers", "1", "--out", "o", "--lang", "en")
    assert result.exit_code == 2
    assert "not installed (pyarrow)" in result.stderr and "'.[distributed]'" in result.stderr


@pytest.mark.parametrize("command", ["verify", "lint", "ingest"])
def test_a_plain_command_loads_nothing_of_it(
    command: str, bundled_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.json").write_text(GOOD)
    more = ["--dry-run"] if command == "ingest" else []
    _, names = modules("--kb", str(bundled_folder), command, str(tmp_path / "a.json"), *more)
    assert not names & {"dask", "distributed", "fsspec", "pyarrow", "tornado"}
