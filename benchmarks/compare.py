"""The table of what comparing costs: one rule, the largest section, all rules of all languages.

The base holds every real edition and the owner's documents. The commands take turns; quote the
ratios to ``show`` of one rule on the same base, not the milliseconds.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import Row, editions_folder, installed, print_rows

_COMMANDS = (
    (("show", "702.33a"), ""),
    (("compare", "702.33", "--json"), "0.5 s"),
    (("compare", "702", "--langs", "it,en", "--json"), ""),
    (("compare", "--all", "--langs", "it,es"), "10 s"),
    (("compare", "--all", "--langs", "it,es", "--csv", "-"), "10 s"),
)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks compare", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each command")
    parser.add_argument("--kb", help="a base that holds the editions already (default: a new one)")
    args = parser.parse_args(arguments)
    regulae = installed()
    editions = editions_folder()
    with tempfile.TemporaryDirectory() as scratch:
        base = args.kb or str(Path(scratch) / "base")
        if args.kb is None:
            texts = map(str, sorted(editions.glob("*.txt")))
            ingest = [regulae, "--kb", base, "ingest", *texts, str(editions.parent / "seeds")]
            subprocess.run(ingest, check=True, capture_output=True)
        rows = [
            Row(f"regulae {' '.join(words)}", [regulae, "--kb", base, *words], goal)
            for words, goal in _COMMANDS
        ]
        empty = Row("python -c pass", [sys.executable, "-c", "pass"])
        for row in (empty, *rows):
            row.run()  # the first run warms the caches of the disk
            row.seconds.clear()
            row.mebibytes.clear()
        for _ in range(args.rounds):
            for row in (empty, *rows):
                row.run()
    print_rows("Comparing, all editions held", [empty, *rows], yardsticks=[empty, rows[0]])
