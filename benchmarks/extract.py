"""The speed of extraction alone, of two kinds of text, against a plain search for numbers.

Quote the ratios, not the megabytes: both sides run in turn in one process.
"""

import argparse
import re
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from benchmarks.lint import CITATIONS, FILES, MEGABYTES, Sources, numbers
from benchmarks.measure import editions_folder
from ingest.decode import decode
from kb.cite import citations

_PLAIN = re.compile(r"[1-9][0-9]{2}\.[0-9]{1,3}[a-z]?")
_FILES_READ = 1000


@dataclass
class Side:
    """One way to go through the texts, and what its rounds took."""

    count: Callable[[str], int]
    seconds: list[float] = field(default_factory=list)
    found: int = 0

    def run(self, texts: Sequence[str]) -> None:
        start = time.process_time()
        self.found = sum(map(self.count, texts))
        self.seconds.append(time.process_time() - start)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks extract", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args(arguments)
    heads = ("MB", "found", "a MB", "MB/s", "plain MB/s", "× plain")
    print(f"{'':28}" + "".join(f"{head:>12}" for head in heads))
    measure("source code, as lint's tree", source_code(), rounds=args.rounds)
    measure("the newest rules", [rules()], rounds=args.rounds)
    measure("the same, a line each", rules().splitlines(), rounds=args.rounds)


def source_code() -> list[str]:
    """Some of the files of the benchmark of the lint, with as many citations a megabyte."""
    sources = Sources(numbers())
    shares = (CITATIONS * (n + 1) // FILES - CITATIONS * n // FILES for n in range(_FILES_READ))
    size = MEGABYTES * 10**6 // FILES
    return [sources.file(size=size, cited=share)[1] for share in shares]


def rules() -> str:
    return decode(max(editions_folder().glob("*.txt")).read_bytes()).text


def measure(name: str, texts: Sequence[str], *, rounds: int) -> None:
    ours = Side(lambda text: sum(1 for _ in citations(text, language="en")))
    plain = Side(lambda text: sum(1 for _ in _PLAIN.finditer(text)))
    for _ in range(rounds):
        ours.run(texts)
        plain.run(texts)
    size = sum(map(len, texts)) / 1e6
    speed, plain_speed = size / ours.median, size / plain.median
    print(
        f"{name:28}{size:12.1f}{ours.found:12}{ours.found / size:12.0f}{speed:12.1f}"
        f"{plain_speed:12.1f}{plain_speed / speed:12.1f}"
    )
