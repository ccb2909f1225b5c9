"""The cost of linting a large tree of sources, against grep and a bare Python.

The tree is generated from a seed: invented code in six languages, with citations that are right
but for a few. Quote the ratios, not the seconds. The peak of memory is that of the largest
process of each command.
"""

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.measure import Row, editions_folder, installed
from kb.cite import citations

FILES = 40_000
MEGABYTES = 250
CITATIONS = 90_000
_STALE = 100
"""One citation of so many names a number that no edition has."""
_FILES_A_FOLDER = 100
_PATTERN = "[1-9][0-9]{2}\\.[0-9]{1,3}[a-z]?"
_WORDS = (
    *("attack", "block", "card", "choose", "controller", "count", "damage", "effect", "event"),
    *("filter", "game", "hand", "index", "layer", "library", "life", "mana", "owner", "permanent"),
    *("player", "priority", "source", "spell", "stack", "state", "target", "token", "turn", "zone"),
)


class Sources:
    """Files of invented code, each with some citations; the same seed gives the same files."""

    def __init__(self, numbers: Sequence[str], *, seed: int = 4) -> None:
        self._random = random.Random(seed)
        self._numbers = numbers
        self._kinds: tuple[tuple[str, str, Callable[[], str]], ...] = (
            ("java", "    // {}", lambda: f"    game.{self._word()}({self._call()});"),
            ("py", "    # {}", lambda: f"    {self._word()} = self.{self._call()}"),
            ("rs", "    /// {}", lambda: f"    let {self._word()} = {self._call()};"),
            ("ts", "  // {}", lambda: f"  const {self._word()} = this.{self._call()};"),
            ("yaml", "  # {}", lambda: f"  {self._word()}_{self._word()}: {self._value()}"),
            ("md", "{}.", lambda: " ".join(self._word() for _ in range(12)) + "."),
        )

    def file(self, *, size: int, cited: int) -> tuple[str, str]:
        """Suffix and content of the next file."""
        suffix, comment, statement = self._random.choice(self._kinds)
        lines = [statement() for _ in range(40)]
        count = max(1, size // (sum(map(len, lines)) // len(lines) + 1))
        text = [self._random.choice(lines) for _ in range(count)]
        for line in self._random.sample(range(count), min(cited, count)):
            text[line] = comment.format(self._citation())
        return suffix, "\n".join(text) + "\n"

    def _word(self) -> str:
        return self._random.choice(_WORDS)

    def _value(self) -> str:
        """A number for one in three, as long as those of code are."""
        if self._random.randrange(3):
            return self._word()
        return self._random.choice(("0", "1", "20", "250", "1024", "0.125", "17.5"))

    def _call(self) -> str:
        return f"{self._word()}_{self._word()}({self._word()}, {self._value()})"

    def _citation(self) -> str:
        number = self._random.choice(self._numbers)
        if self._random.randrange(_STALE) == 0:
            number = f"799.{self._random.randrange(1, 10)}"
        return self._random.choice(("CR {}", "rule {}", "see rule {}", "[CR {}]")).format(number)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks lint", description=__doc__)
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--megabytes", type=int, default=MEGABYTES)
    parser.add_argument("--citations", type=int, default=CITATIONS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args(arguments)
    regulae, newest = installed(), max(editions_folder().glob("*.txt"))
    with tempfile.TemporaryDirectory() as scratch:
        base, tree = str(Path(scratch) / "base"), Path(scratch) / "tree"
        subprocess.run([regulae, "--kb", base, "build"], check=True, capture_output=True)
        ingest = [regulae, "--kb", base, "ingest", str(newest)]
        subprocess.run(ingest, check=True, capture_output=True)
        size = plant(tree, args.files, args.megabytes * 10**6, args.citations)
        lint = [regulae, "--kb", base, "lint"]
        one = next(tree.rglob("*.md"))
        print(f"{args.files} files, {size / 1e6:.0f} MB, {args.citations} citations")
        rows = [
            Row("python -c pass", [sys.executable, "-c", "pass"]),
            Row("grep -rE of the numbers", ["grep", "-rE", _PATTERN, str(tree)]),
            Row("regulae lint, one file", [*lint, str(one)]),
            Row(f"regulae lint --jobs {args.jobs}", [*lint, str(tree), "--jobs", str(args.jobs)]),
            Row("regulae lint --jobs 1", [*lint, str(tree), "--jobs", "1"]),
        ]
        for _ in range(args.rounds):
            for row in rows:
                row.run()
        print_costs(rows, size)
        extraction(tree)


def plant(tree: Path, files: int, size: int, cited: int) -> int:
    """Write the tree; gives its bytes."""
    sources = Sources(numbers())
    written = 0
    for n in range(files):
        folder = tree / f"module{n // _FILES_A_FOLDER:03}"
        folder.mkdir(parents=True, exist_ok=True)
        share = cited * (n + 1) // files - cited * n // files
        suffix, text = sources.file(size=size // files, cited=share)
        path = folder / f"source{n % _FILES_A_FOLDER:02}.{suffix}"
        written += path.write_bytes(text.encode())
    return written


def numbers() -> list[str]:
    """Rules and subrules of the bundled table: right citations, without a name beside them."""
    from kb.terms import numbers as known

    return [str(each.number) for each in known() if each.number.rule is not None]


def print_costs(rows: Sequence[Row], size: int) -> None:
    python, grep = rows[0], rows[1]
    print(f"{'':32}{'seconds':>10}{'× grep':>10}{'× pass':>10}{'MB/s':>10}{'peak MiB':>10}")
    for row in rows:
        whole = f"{size / 1e6 / row.median:.1f}" if row is not python and row is not rows[2] else ""
        print(
            f"{row.name:32}{row.median:10.2f}{row.median / grep.median:10.1f}"
            f"{row.median / python.median:10.0f}{whole:>10}{max(row.mebibytes):10.0f}"
        )


def extraction(tree: Path) -> None:
    """Extraction alone, in this process, of a part of the tree."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(tree.rglob("*.*"))[:4000]]
    size = sum(map(len, texts))
    taken = []
    for _ in range(3):
        start = time.perf_counter()
        found = sum(len(citation.mentions) for text in texts for citation in citations(text))
        taken.append(time.perf_counter() - start)
    speed = size / 1e6 / statistics.median(taken)
    print(f"extraction alone: {speed:.1f} MB/s a core ({found} numbers in {size / 1e6:.0f} MB)")
