"""The table of costs: ``python -m benchmarks``.

The commands take turns, so that a machine that slows down slows all of them; each figure is the
median of the rounds. Quote the ratios, not the milliseconds.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
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

    def run(self) -> None:
        start = time.perf_counter()
        process = subprocess.Popen(
            self.command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        self.seconds.append(time.perf_counter() - start)
        self.mebibytes.append(usage.ru_maxrss / 1024)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            sys.exit(f"{' '.join(self.command)}: exit code {process.returncode}")

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="runs of each quick command")
    parser.add_argument("--builds", type=int, default=3, help="runs of each build")
    args = parser.parse_args()
    if not REGULAE.exists():
        sys.exit(f"no {REGULAE}: install the project first (make test)")
    with tempfile.TemporaryDirectory() as scratch:
        base = str(Path(scratch) / "base")
        subprocess.run([str(REGULAE), "--kb", base, "build"], check=True, capture_output=True)
        quick = [
            Row("python -c pass", [sys.executable, "-c", "pass"]),
            Row("python -c 'import click'", [sys.executable, "-c", "import click"]),
            *(
                Row(f"regulae {' '.join(words)}", [str(REGULAE), "--kb", base, *words], goal)
                for words, goal in (
                    (("show", "702.33d"), "110 ms where pass takes 10"),
                    (("show", "potenziamento", "--json"), ""),
                    (("search", "costo di potenziamento"), "130 ms where pass takes 10"),
                    (("search", "mareo de invocación", "--json"), ""),
                )
            ),
        ]
        for row in quick:
            row.run()  # the first run warms the caches of the disk
            row.seconds.clear()
            row.mebibytes.clear()
        for _ in range(args.rounds):
            for row in quick:
                row.run()
        builds = [
            Row("python -c 'import spacy'", [sys.executable, "-c", "import spacy"]),
            Row("regulae build", [], "6 s with the import of spaCy"),
        ]
        for n in range(args.builds):
            builds[1].command = [str(REGULAE), "--kb", str(Path(scratch) / f"new{n}"), "build"]
            for row in builds:
                row.run()
    _print("Questions, cold, base built", quick, yardsticks=quick[:2])
    _print("Build from nothing", builds, yardsticks=[quick[0], builds[0]])


def _print(title: str, rows: list[Row], *, yardsticks: list[Row]) -> None:
    heads = ["median ms", *(f"× {yardstick.name}" for yardstick in yardsticks), "peak MiB", "goal"]
    print(f"\n{title}\n{'':44}" + "".join(f"{head:>26}" for head in heads))
    for row in rows:
        ratios = [row.median / yardstick.median for yardstick in yardsticks]
        cells = [f"{row.median * 1000:.1f}", *(f"{ratio:.2f}" for ratio in ratios)]
        cells += [f"{max(row.mebibytes):.0f}", row.goal]
        print(f"{row.name:44}" + "".join(f"{cell:>26}" for cell in cells))


if __name__ == "__main__":
    main()
