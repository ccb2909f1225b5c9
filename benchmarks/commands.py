"""The table of costs of questions and of the build.

The commands take turns, so that a machine that slows down slows all of them; each figure is the
median of the rounds. Quote the ratios, not the milliseconds.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import Row, installed, print_rows


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks commands", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="runs of each quick command")
    parser.add_argument("--builds", type=int, default=3, help="runs of each build")
    args = parser.parse_args(arguments)
    regulae = installed()
    with tempfile.TemporaryDirectory() as scratch:
        base = str(Path(scratch) / "base")
        subprocess.run([regulae, "--kb", base, "build"], check=True, capture_output=True)
        quick = [
            Row("python -c pass", [sys.executable, "-c", "pass"]),
            Row("python -c 'import click'", [sys.executable, "-c", "import click"]),
            *(
                Row(f"regulae {' '.join(words)}", [regulae, "--kb", base, *words], goal)
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
            builds[1].command = [regulae, "--kb", str(Path(scratch) / f"new{n}"), "build"]
            for row in builds:
                row.run()
    print_rows("Questions, cold, base built", quick, yardsticks=quick[:2])
    print_rows("Build from nothing", builds, yardsticks=[quick[0], builds[0]])
