"""A build that is killed, runs out of disk, or meets another: the base is whole or absent."""

import json
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kb.bundle import counts
from kb.store import exists, open_to_read

ROOT = Path(__file__).resolve().parents[1]

# Ends the process without any tidying after so many steps of SQLite inside transactions.
DYING = """
import os, sys
import kb.store
connect, left = kb.store._connect, [int(sys.argv[1])]
def dying(*args):
    db = connect(*args)
    def step():
        left[0] -= db.in_transaction
        if left[0] < 0:
            os._exit(9)
    db.set_progress_handler(step, 200)
    return db
kb.store._connect = dying
from search.cli import main
main(sys.argv[2:], prog_name="regulae")
"""
PLAIN = "import sys; from search.cli import main; main(sys.argv[1:], prog_name='regulae')"


def start(script: str, *args: str, file_size: int | None = None) -> "subprocess.Popen[str]":
    def limited() -> None:
        if file_size is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))

    return subprocess.Popen(
        [sys.executable, "-c", script, *args],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=limited,
    )


def run(script: str, *args: str, file_size: int | None = None) -> tuple[int, str, str]:
    with start(script, *args, file_size=file_size) as process:
        out, err = process.communicate()
    return process.returncode, out, err


def is_whole_or_absent(folder: Path) -> bool:
    if not exists(folder):
        return True
    with open_to_read(folder) as store:
        assert store.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return not store.version or len(counts(store)) == 3


@pytest.mark.parametrize("steps", [3, 400])
def test_a_killed_build(tmp_path: Path, steps: int) -> None:
    code, _, _ = run(DYING, str(steps), "--kb", str(tmp_path), "build")
    assert code == 9, "it was to be killed in the middle"
    assert is_whole_or_absent(tmp_path)
    code, out, _ = run(PLAIN, "--kb", str(tmp_path), "show", "702.33d", "--lang", "it", "--json")
    assert code == 0
    assert json.loads(out)["results"][0]["text"]


def test_a_killed_ingest_loses_nothing(tmp_path: Path) -> None:
    base = str(tmp_path / "base")
    run(PLAIN, "--kb", base, "build")
    page = str(ROOT / "docs/examples/arruolare.html")
    code, _, _ = run(DYING, "2", "--kb", base, "ingest", page)
    assert code == 9
    code, out, _ = run(PLAIN, "--kb", base, "show", "702.154a", "--lang", "it", "--json")
    assert json.loads(out)["results"][0]["edition"]["kind"] == "ours"
    assert run(PLAIN, "--kb", base, "ingest", page)[0] == 0
    code, out, _ = run(PLAIN, "--kb", base, "show", "702.154a", "--lang", "it", "--json")
    assert json.loads(out)["results"][0]["edition"]["date"] == "2022-09-09"


@pytest.mark.parametrize("size", [300_000])
def test_a_full_disk(tmp_path: Path, size: int) -> None:
    """A limit on the size of files stands in for the disk: writes fail in the same place."""
    code, out, err = run(PLAIN, "--kb", str(tmp_path), "build", file_size=size)
    assert code == 2, out
    assert len(err.splitlines()) == 1 and "room on the disk" in err, err
    assert is_whole_or_absent(tmp_path)
    assert run(PLAIN, "--kb", str(tmp_path), "build")[0] == 0


def test_two_builds_at_once(tmp_path: Path) -> None:
    both = [start(PLAIN, "--kb", str(tmp_path), "build", "--json") for _ in range(2)]
    answers = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], answers
    assert json.loads(answers[0][0]) == json.loads(answers[1][0])


def test_a_base_of_a_newer_schema(tmp_path: Path) -> None:
    run(PLAIN, "--kb", str(tmp_path), "build")
    with open_to_read(tmp_path) as store:
        folder = store.folder
    assert folder is not None
    import sqlite3

    with sqlite3.connect(folder / "base.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    for command in (["show", "702.33"], ["search", "x"], ["build"], ["extract", "README.md"]):
        code, _, err = run(PLAIN, "--kb", str(tmp_path), *command)
        assert code == 2
        assert len(err.splitlines()) == 1 and "update regulae" in err, err
