"""The cost of comparing editions, of following a rule, and of looking for a phrase.

A base takes in the real editions, the oldest first; at each size the questions are asked in
processes of their own, of a fresh copy where they are to be the first ones. Quote the ratios to
the yardstick, not the milliseconds.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from benchmarks.measure import Row, editions_folder, installed
from kb.diff.phrases import find_phrase
from kb.store import open_to_read

SIZES = (2, 4, 8, 12)
_PHRASES = ("kicker", "state-based actions are checked", "the", "once more")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks diff", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="editions in a base")
    args = parser.parse_args(arguments)
    files = sorted(editions_folder().glob("*.txt"))
    with tempfile.TemporaryDirectory() as scratch:
        base = Path(scratch) / "base"
        regulae(base, "build")
        taken = 0
        for size in sorted({*(n for n in args.sizes if n < len(files)), len(files)}):
            regulae(base, "ingest", *map(str, files[taken:size]))
            taken = size
            measured(base, Path(scratch), size, args.rounds)


def regulae(base: Path, *words: str) -> None:
    subprocess.run([installed(), "--kb", str(base), *words], check=True, capture_output=True)


def measured(base: Path, scratch: Path, size: int, rounds: int) -> None:
    """The table of one size, and what a phrase costs within a process."""
    dates = days(base)
    old, before, new = dates[0], dates[-2], dates[-1]
    indexed = scratch / "indexed"
    shutil.copytree(base, indexed)
    regulae(indexed, "history", "kicker")
    regulae(indexed, "diff", old, new, "--summary")
    yardsticks = [Row("python -c pass", [sys.executable, "-c", "pass"])]
    fresh = scratch / "fresh"
    first = [
        row(fresh, "first diff, neighbours", "diff", before, new, "--summary", goal="1.5 s"),
        row(fresh, "first diff, oldest and newest", "diff", old, new, "--summary", goal="10 s"),
        row(fresh, "first history", "history", "kicker", goal="10 s"),
    ]
    kept = [
        row(indexed, "diff again, oldest and newest", "diff", old, new, "--summary"),
        row(indexed, "the whole of it, as a page", "diff", old, new, "--html", "-"),
        row(indexed, "history of one rule", "history", "kicker", goal="200 ms"),
        row(indexed, "history of a phrase", "history", "--phrase", "kicker"),
    ]
    for _ in range(rounds):
        yardsticks[0].run()
        for question in first:
            shutil.copytree(base, fresh)
            question.run()
            shutil.rmtree(fresh)
        for question in kept:
            question.run()
    print(f"\n{size} editions, {old} to {new}")
    print_costs([*yardsticks, *first, *kept])
    phrases(indexed, rounds)
    shutil.rmtree(indexed)


def print_costs(rows: Sequence[Row]) -> None:
    """The first row is the yardstick; with others on the machine the processor's time counts."""
    heads = ("median ms", "processor ms", "× pass", "peak MiB", "goal")
    print(f"{'':32}" + "".join(f"{head:>14}" for head in heads))
    yardstick = statistics.median(rows[0].worked)
    for each in rows:
        worked = statistics.median(each.worked)
        cells = [f"{each.median * 1000:.0f}", f"{worked * 1000:.0f}", f"{worked / yardstick:.1f}"]
        cells += [f"{max(each.mebibytes):.0f}", each.goal]
        print(f"{each.name:32}" + "".join(f"{cell:>14}" for cell in cells))


def row(base: Path, name: str, *words: str, goal: str = "") -> Row:
    return Row(name, [installed(), "--kb", str(base), *words, "--lang", "en"], goal)


def days(base: Path) -> list[str]:
    with open_to_read(base) as store:
        rows = store.db.execute("SELECT date FROM edition WHERE kind = 'official' ORDER BY date")
        return [date for (date,) in rows]


def phrases(base: Path, rounds: int) -> None:
    """The query alone, in this process; the yardstick is to read all that it looks through."""
    with open_to_read(base) as store:
        whole = median(rounds, lambda: store.db.execute("SELECT folded FROM phrase").fetchall())
        texts = store.db.execute("SELECT count(*) FROM phrase").fetchone()[0]
        print(
            f"\n{'a phrase, within a process':32}{'processor ms':>14}{'× reading':>14}{'goal':>14}"
        )
        print(f"{f'reading all {texts} texts':32}{whole * 1000:14.1f}{1:14.2f}")
        for phrase in _PHRASES:
            taken = median(rounds, partial(find_phrase, store, phrase, ["en"], limit=10))
            name = f"“{phrase}”"
            print(f"{name:32}{taken * 1000:14.1f}{taken / whole:14.2f}{'20 ms':>14}")


def median(rounds: int, work: Callable[[], object]) -> float:
    """Seconds of the processor."""
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return statistics.median(taken)
