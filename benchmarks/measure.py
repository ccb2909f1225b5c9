"""Measuring: a command run many times in a process of its own, and tables of what it took."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REGULAE = Path(sys.executable).with_name("regulae")


@dataclass
class Row:
    """One command: its name, what to run, and what its runs took."""

    name: str
    command: Sequence[str]
    goal: str = ""
    seconds: list[float] = field(default_factory=list)
    mebibytes: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)
    """Seconds of the processor, which others on the machine hardly lengthen."""

    def run(self) -> None:
        start = time.perf_counter()
        process = subprocess.Popen(
            self.command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        self.seconds.append(time.perf_counter() - start)
        self.mebibytes.append(usage.ru_maxrss / 1024)
        self.worked.append(usage.ru_utime + usage.ru_stime)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            sys.exit(f"{' '.join(self.command)}: exit code {process.returncode}")

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def print_rows(title: str, rows: list[Row], *, yardsticks: list[Row]) -> None:
    heads = ["median ms", *(f"× {yardstick.name}" for yardstick in yardsticks), "peak MiB", "goal"]
    print(f"\n{title}\n{'':44}" + "".join(f"  {head:>24}" for head in heads))
    for row in rows:
        ratios = [row.median / yardstick.median for yardstick in yardsticks]
        cells = [f"{row.median * 1000:.1f}", *(f"{ratio:.2f}" for ratio in ratios)]
        cells += [f"{max(row.mebibytes):.0f}", row.goal]
        print(f"{row.name:44}" + "".join(f"  {cell:>24}" for cell in cells))


def installed() -> str:
    """The command to measure; ends the run where it is not installed."""
    if not REGULAE.exists():
        sys.exit(f"no {REGULAE}: install the project first (make test)")
    return str(REGULAE)


def editions_folder() -> Path:
    """The real rules, in the folder that REGULAE_SHARED names or in ``shared`` beside the clone."""
    named = os.environ.get("REGULAE_SHARED")
    folder = (Path(named) if named else ROOT.parent / "shared") / "cr"
    if not folder.is_dir():
        sys.exit(f"no real rules in {folder}: set REGULAE_SHARED to the folder that holds them")
    return folder
