"""What verifying game states costs: documents a second, on one process and on two, and memory.

The documents are those under data/scenarios, over and over, as JSON Lines. Each row is one run of
the command; the time of the one with a single document is taken off those with many, so that a
rate is that of the work and not of the start.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

from benchmarks.measure import ROOT, Row, installed, print_rows
from kb.state_text import Raw, documents

_SCENARIOS = ROOT / "data" / "scenarios"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks verify", description=__doc__)
    parser.add_argument("--documents", type=int, default=20_000, help="of the largest stream")
    parser.add_argument("--rounds", type=int, default=5, help="runs of one document")
    args = parser.parse_args(arguments)
    regulae = installed()
    lines = [json.dumps(raw.value) for raw in _raws()]
    with tempfile.TemporaryDirectory() as scratch:
        path = _SCENARIOS / "enlist" / "not-eligible.yaml"
        bare = Row("python -c pass", [sys.executable, "-c", "pass"])
        one = Row("one hand-written YAML file", [regulae, "verify", str(path)], "250 ms cold")
        for _ in range(args.rounds):
            bare.run()
            one.run()
        rows = []
        for jobs, many in ((1, args.documents // 10), (1, args.documents), (2, args.documents)):
            log = Path(scratch) / f"{many}.jsonl"
            with log.open("w", encoding="utf-8") as file:  # what is held here would count there
                file.writelines(f"{line}\n" for line in islice(cycle(lines), many))
            command = [regulae, "verify", str(log), "--json", "--jobs", str(jobs)]
            row = Row(f"{many} documents, --jobs {jobs}", command)
            row.run()
            rows.append(row)
    print_rows("Verify", [bare, one, *rows], yardsticks=[bare])
    few, alone, shared = (row.median - one.median for row in rows)
    size = sum(map(len, lines)) / len(lines)
    print(f"\n{args.documents / alone:.0f} documents a second and core ({size:.0f} bytes each)")
    print(f"--jobs 2 is {alone / shared:.2f} times as fast")
    print(f"ten times the documents: {alone / few:.1f} times the time, ", end="")
    print(f"{rows[1].mebibytes[0] / rows[0].mebibytes[0]:.2f} times the memory")


def _raws() -> list[Raw]:
    return [
        raw
        for path in sorted(_SCENARIOS.glob("*/*.yaml"))
        for raw in documents(path.read_text(encoding="utf-8"), name=path.name)
    ]
