"""The fuzz of the readers: mutated sources until the time is up, and what came of them.

Each source follows from the seed, its reader and its place in the run, so that a finding can be
made again; what is found is kept as files beside its reason.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from benchmarks.fuzz_seeds import READERS, Sample, Seeds, seeds
from benchmarks.fuzz_worker import Outcome, Worker
from benchmarks.measure import ROOT

PAGE = ROOT / "docs/fuzz.md"
PAGES = ROOT / "tests/ingest/pages"
TWICE = 10
"""Of so many sources one is read again, to see that the answer is the same."""
_FRESH = 400
"""Sources after which a new process reads on."""
_RUNS = "runs.jsonl"
_BEGIN, _END = "<!-- figures: python -m benchmarks fuzz --page -->\n", "<!-- end of figures -->\n"
_HEADS = ("reader", "minutes", "sources", "read", "refused", "findings", "slowest s", "most MiB")


@dataclass(slots=True)
class Figures:
    """What the sources of one reader came to."""

    reader: str
    seed: int
    seconds: float = 0.0
    """By the clock, with making and looking through them."""
    sources: int = 0
    refused: int = 0
    findings: int = 0
    slowest: float = 0.0
    largest: float = 0.0
    """Mebibytes."""

    def add(self, outcome: Outcome, seconds: float) -> None:
        self.seconds += seconds
        self.sources += 1
        self.refused += outcome.refused
        self.findings += outcome.fault is not None
        self.slowest = max(self.slowest, outcome.seconds)
        self.largest = max(self.largest, outcome.mebibytes)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="all readers together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reader", choices=READERS, action="append", help="only this one")
    parser.add_argument("--keep", type=Path, help="folder for findings and figures")
    parser.add_argument("--replay", action="store_true", help="only read what was kept there")
    parser.add_argument("--page", action="store_true", help="figures kept there to docs/fuzz.md")
    args = parser.parse_args(arguments)
    keep = args.keep or Path(tempfile.mkdtemp(prefix="fuzz-"))
    keep.mkdir(parents=True, exist_ok=True)
    if args.page:
        write_page(keep)
    elif args.replay:
        sys.exit(replay(keep))
    else:
        readers = args.reader or READERS
        figures = run(shared_seeds(), readers, minutes=args.minutes, seed=args.seed, keep=keep)
        with (keep / _RUNS).open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(asdict(each)) + "\n" for each in figures)
        print("".join(_table(figures)), end="")
        print(f"kept in {keep}")
        sys.exit(any(each.findings for each in figures))


def shared_seeds() -> Seeds:
    """With the real sources, where the folder that REGULAE_SHARED names is there."""
    named = os.environ.get("REGULAE_SHARED")
    folder = Path(named) if named else ROOT.parent / "shared"
    return seeds(folder if (folder / "cr").is_dir() else None, PAGES)


def run(
    found: Seeds, readers: Sequence[str], *, minutes: float, seed: int, keep: Path
) -> list[Figures]:
    """Readers take turns, the one that had least time first."""
    figures = {reader: Figures(reader, seed) for reader in readers}
    reasons: set[str] = set()
    end = time.monotonic() + minutes * 60
    with Worker() as worker:
        while (begin := time.monotonic()) < end:
            at = min(figures.values(), key=lambda each: each.seconds)
            sample = found.sample(at.reader, random_of(seed, at.reader, at.sources))
            outcome = worker.read(sample, twice=at.sources % TWICE == 0)
            if outcome.fault is not None:
                name = f"{at.reader}-{seed}-{at.sources}"
                _keep(keep / name, sample, outcome, worker, reasons)
            at.add(outcome, time.monotonic() - begin)
            if sum(each.sources for each in figures.values()) % _FRESH == 0:
                worker.renew()
    return list(figures.values())


def random_of(seed: int, reader: str, place: int) -> Random:
    return Random(f"{seed} {reader} {place}")


# -- findings ------------------------------------------------------------------------------------


def _keep(
    folder: Path, sample: Sample, outcome: Outcome, worker: Worker, reasons: set[str]
) -> None:
    """The files of a finding with its reason; the first of its kind also as small as it gets."""
    fault = outcome.fault or ""
    print(f"{folder.name}: {fault}", flush=True)
    kind = _kind(fault)
    folder.mkdir(exist_ok=True)
    if kind not in reasons and outcome.seconds < 1 and len(sample.files) == 1:
        small = smallest(sample, lambda made: _kind(worker.read(made).fault or "") == kind)
        (folder / "small").write_bytes(small.content)
    reasons.add(kind)
    for name, content in sample.files:
        (folder / name).write_bytes(content)
    told = {"reader": sample.reader, **asdict(outcome)}
    (folder / "reason.json").write_text(json.dumps(told, indent=1), encoding="utf-8")


def _kind(fault: str) -> str:
    """A reason without what differs from source to source."""
    return ":".join(fault.split(":")[: 3 if fault.startswith("crash") else 1])


def smallest(sample: Sample, fails: Callable[[Sample], bool], *, seconds: float = 20.0) -> Sample:
    """Parts taken out as long as it still fails, halves first."""
    ((name, content),) = sample.files
    end, step = time.monotonic() + seconds, len(content) // 2
    while step and time.monotonic() < end:
        place = 0
        while place < len(content) and time.monotonic() < end:
            shorter = content[:place] + content[place + step :]
            if fails(Sample(sample.reader, ((name, shorter),))):
                content = shorter
            else:
                place += step
        step //= 2
    return Sample(sample.reader, ((name, content),))


def replay(keep: Path) -> int:
    """How many of the findings kept are still found."""
    still = 0
    with Worker() as worker:
        for reason in sorted(keep.glob("*/reason.json")):
            reader = json.loads(reason.read_text(encoding="utf-8"))["reader"]
            paths = sorted(set(reason.parent.iterdir()) - {reason, reason.parent / "small"})
            files = tuple((path.name, path.read_bytes()) for path in paths)
            outcome = worker.read(Sample(reader, files), twice=True)
            still += outcome.fault is not None
            print(f"{reason.parent.name}: {outcome.fault or 'mended'}")
    return still


# -- figures -------------------------------------------------------------------------------------


def write_page(keep: Path) -> None:
    """The figures of all runs kept in a folder, put in their place of the page."""
    told = (keep / _RUNS).read_text(encoding="utf-8").splitlines()
    runs = [Figures(**json.loads(line)) for line in told]
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(_BEGIN)
    _, _, after = rest.partition(_END)
    used = ", ".join(map(str, sorted({each.seed for each in runs})))
    minutes = sum(each.seconds for each in runs) / 60
    said = f"Seeds {used}; {minutes:.0f} minutes in all.\n\n"
    table = "".join(_table(runs))
    PAGE.write_text(f"{before}{_BEGIN}{said}{table}{_END}{after}", encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")


def _table(runs: Iterable[Figures]) -> list[str]:
    of = {reader: [each for each in runs if each.reader == reader] for reader in READERS}
    rows = [_HEADS, tuple("---" for _ in _HEADS)]
    rows += [_row(reader, found) for reader, found in of.items() if found]
    return [f"| {' | '.join(row)} |\n" for row in rows]


def _row(reader: str, found: Sequence[Figures]) -> tuple[str, ...]:
    sources = sum(each.sources for each in found)
    refused = sum(each.refused for each in found)
    return (
        reader,
        f"{sum(each.seconds for each in found) / 60:.1f}",
        f"{sources}",
        f"{sources - refused}",
        f"{refused}",
        f"{sum(each.findings for each in found)}",
        f"{max(each.slowest for each in found):.1f}",
        f"{max(each.largest for each in found):.0f}",
    )
