"""The cost of texts that cite very much: twice the text against the text, and their memory.

A ratio of 2 is that of reading on; 4 would be that of looking back over all that was read. Quote
the ratios, not the seconds.
"""

import argparse
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import Row, editions_folder, installed

CITATIONS = 100_000
_TEXTS = (
    ("one line", "txt", "", "CR 702.33a "),
    ("one list", "txt", "rules ", "702.33a, "),
    ("names", "txt", "", "CR 702.33a (Kicker) "),
    ("findings, a line each", "txt", "", "CR 799.1\n"),
    ("a list in YAML", "yaml", "rules:\n", "- 702.33a\n"),
)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks odd-files", description=__doc__)
    parser.add_argument("--citations", type=int, default=CITATIONS)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args(arguments)
    regulae, newest = installed(), max(editions_folder().glob("*.txt"))
    with tempfile.TemporaryDirectory() as scratch:
        base = str(Path(scratch) / "base")
        for prepare in (["build"], ["ingest", str(newest)]):
            subprocess.run([regulae, "--kb", base, *prepare], check=True, capture_output=True)
        print(f"{'':44}{'× half of it':>14}{'peak MiB':>10}{'of half':>10}")
        for name, suffix, head, one in _TEXTS:
            half, whole = (Path(scratch) / f"{size}.{suffix}" for size in ("half", "whole"))
            half.write_text(head + one * args.citations, encoding="utf-8")
            whole.write_text(head + one * (2 * args.citations), encoding="utf-8")
            for command in (("lint", "--jobs", "1"), ("extract", "--json")):
                rows = [
                    Row(f"{command[0]}: {name}", [regulae, "--kb", base, *command, str(path)])
                    for path in (half, whole)
                ]
                for _ in range(args.rounds):
                    for row in rows:
                        row.run()
                print_growth(*rows)


def print_growth(half: Row, whole: Row) -> None:
    growth = whole.median / half.median
    print(f"{whole.name:44}{growth:14.1f}{max(whole.mebibytes):10.0f}{max(half.mebibytes):10.0f}")
