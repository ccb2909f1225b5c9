"""The cost of reading editions, and of taking them into a base.

One edition is read in this process, against its bytes and its lines in the same rounds; bases
grow in processes of their own, from editions that are the newest one with other dates. Quote the
ratios, not the seconds.
"""

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.measure import Row, editions_folder, installed
from ingest.decode import decode, lines
from ingest.pipeline import read_path
from kb.cite import kept

SIZES = (1, 10, 25, 50, 100)
_EFFECTIVE = re.compile(r"(effective as of )\w+ \d{1,2}, \d{4}")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks ingest", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="readings of one edition")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="editions in a base")
    args = parser.parse_args(arguments)
    newest = max(editions_folder().glob("*.txt"))
    one_edition(newest, rounds=args.rounds)
    if args.sizes:
        growth(newest, args.sizes)


def one_edition(path: Path, *, rounds: int) -> None:
    """Reading one edition, against a bare Python, its bytes and its lines."""
    text = decode(path.read_bytes()).text
    python = Row("python -c pass", [sys.executable, "-c", "pass"])
    steps: dict[str, Callable[[], object]] = {
        "its bytes": path.read_bytes,
        "its lines": lambda: lines(text),
        "read_path": lambda: read_path(str(path)),
    }
    start = time.perf_counter()
    read_path(str(path))
    first = time.perf_counter() - start
    taken: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(rounds):
        python.run()
        for name, step in steps.items():
            kept.cache_clear()  # else a second reading finds the citations of the first
            start = time.perf_counter()
            step()
            taken[name].append(time.perf_counter() - start)
    print(f"\n{path.name}: median of {rounds} rounds, best in brackets")
    read = statistics.median(taken["read_path"])
    print(
        f"{'python -c pass':24}{python.median * 1000:10.1f} ms ({min(python.seconds) * 1000:.1f})"
    )
    for name, seconds in taken.items():
        median = statistics.median(seconds)
        against = "" if name == "read_path" else f"   read_path takes {read / median:.1f} ×"
        print(f"{name:24}{median * 1000:10.1f} ms ({min(seconds) * 1000:.1f}){against}")
    print(f"{'the first read_path':24}{first * 1000:10.1f} ms, the tables of words included")
    best = min(taken["read_path"]) / min(python.seconds)
    print(f"read_path / python -c pass: {read / python.median:.1f} (best {best:.1f}); goal 25")


def growth(newest: Path, sizes: Sequence[int]) -> None:
    """Bases of several sizes, each in one command; then the same once more, which is a no-op."""
    regulae = installed()
    print(f"\n{'editions':>10}{'seconds':>10}{'each':>8}{'peak MiB':>10}{'again':>8}{'base MB':>9}")
    with tempfile.TemporaryDirectory() as scratch:
        empty = Path(scratch) / "empty"
        subprocess.run([regulae, "--kb", str(empty), "build"], check=True, capture_output=True)
        for size in sizes:
            folder, base = Path(scratch) / f"{size}", Path(scratch) / f"base{size}"
            write_editions(newest, folder, size)
            shutil.copytree(empty, base)
            row = Row(f"{size}", [regulae, "--kb", str(base), "ingest", str(folder)])
            row.run()
            row.run()
            first, again = row.seconds
            megabytes = sum(file.stat().st_size for file in base.rglob("*")) / 1e6
            print(
                f"{size:10}{first:10.1f}{first / size:8.2f}{row.mebibytes[0]:10.0f}"
                f"{again:8.1f}{megabytes:9.1f}"
            )
            shutil.rmtree(base)


def write_editions(newest: Path, folder: Path, count: int) -> None:
    """Editions with the text of the newest one, in force from other days."""
    text = decode(newest.read_bytes()).text
    folder.mkdir()
    for n in range(count):
        year, month = 2010 + n // 12, n % 12
        dated, found = _EFFECTIVE.subn(rf"\g<1>{_MONTHS[month]} 1, {year}", text)
        if not found:
            sys.exit(f"{newest}: no line says from which day it is in force")
        (folder / f"{year}-{month + 1:02}-01.txt").write_text(dated, encoding="utf-8")
