"""The command lint in several processes."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from search.lint import run as linting
from tests.lint.planting import PLAIN, ROOT, write

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
                # The first may be there before the second.
                while len(workers := children(process.pid)) < 2:
                    time.sleep(0.01)
                yield process, workers
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
        assert process.returncode == 130, err
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
