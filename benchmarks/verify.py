"""What verifying game states costs: documents a second and core, on two processes, and memory.

The documents are those under data/scenarios and the shared cases, one after the other and over and
over, as JSON Lines: no two next to one another are alike. Each row is one run of the command; the
time of the one with a single document is taken off those with many, so that a rate is that of the
work and not of the start. The rate of a core is that of the processor, which others on the machine
lengthen less than the time on the clock; beside it stands how many documents are verified in the
time of ``python -c pass``, which can be compared from one machine to another.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import chain, cycle, islice
from pathlib import Path

from benchmarks.long_games import grown
from benchmarks.measure import ROOT, Row, editions_folder, installed, print_rows
from kb.state_text import documents

_SCENARIOS = ROOT / "data" / "scenarios"
_FEW = 1_000


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks verify", description=__doc__)
    parser.add_argument("--documents", type=int, default=10_000, help="for the rates")
    parser.add_argument("--up-to", type=int, default=100_000, help="for the memory: ten times more")
    parser.add_argument("--rounds", type=int, default=5, help="runs of one document")
    parser.add_argument(
        "--long", type=int, metavar="EVENTS", help="only: one document of so many, and of twice"
    )
    args = parser.parse_args(arguments)
    if args.long:
        for line in grown(args.long):
            print(line, flush=True)
        return
    regulae = installed()
    lines = _lines()
    with tempfile.TemporaryDirectory() as scratch:
        path = _SCENARIOS / "enlist" / "not-eligible.yaml"
        bare = Row("python -c pass", [sys.executable, "-c", "pass"])
        one = Row("one hand-written YAML file", [regulae, "verify", str(path)], "250 ms cold")
        for _ in range(args.rounds):
            bare.run()
            one.run()
        sizes = [_FEW]
        while sizes[-1] * 10 <= args.up_to:
            sizes.append(sizes[-1] * 10)
        log = Path(scratch) / "log.jsonl"
        rows, peaks_of = {}, {}
        for many in sorted({*sizes, args.documents}):
            with log.open("w", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in islice(cycle(lines), many))
            command = [regulae, "verify", str(log), "--json", "--jobs"]
            if many in sizes:
                peaks_of[many] = _peak([*command, "1"])
            for jobs in (1, 2) if many == args.documents else ():
                rows[jobs] = Row(f"{many} documents, --jobs {jobs}", [*command, str(jobs)])
                rows[jobs].run()
    print_rows("Verify", [bare, one, *rows.values()], yardsticks=[bare])
    alone, shared = rows[1], rows[2]
    core = args.documents / (alone.worked[0] - min(one.worked))
    size = sum(map(len, lines)) / len(lines)
    print(f"\n{core:.0f} documents a second and core ({size:.0f} bytes each), ", end="")
    print(f"{core * min(bare.worked):.1f} in the time of python -c pass")
    ratio = (alone.median - one.median) / (shared.median - one.median)
    print(f"--jobs 2 is {ratio:.2f} times as fast")
    peaks = ", ".join(f"{many}: {peak:.0f}" for many, peak in peaks_of.items())
    print(f"peak MiB by documents: {peaks}")


_LAUNCHER = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
"""


def _peak(command: Sequence[str]) -> float:
    """MiB at the most, started by a process of few: what starts a process counts as its own."""
    launched = [sys.executable, "-c", _LAUNCHER, *command]
    return float(subprocess.run(launched, capture_output=True, text=True, check=True).stdout)


def _lines() -> list[str]:
    """The documents as lines of JSON: scenarios of ours, then the shared cases."""
    cases = (editions_folder().parent / "state" / "cases").glob("*.yaml")
    return [
        json.dumps(raw.value)
        for path in chain(sorted(_SCENARIOS.glob("*/*.yaml")), sorted(cases))
        for raw in documents(path.read_text(encoding="utf-8"), name=path.name)
    ]
