"""The speed of the search: our engines beside others, over the same words, in one run.

Prints the tables of docs/search.md, as Markdown. All engines are asked each question in turn, and
their time is that of the processor, median / 95th of a hundred; quote the ratios. The corpus is
the newest edition of the shared rules with the bundled texts; the questions are those of
tests/search/questions, as `find` asks them.
"""

import argparse
import platform
import random
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.measure import editions_folder, installed
from benchmarks.search_whole import (
    editions_table,
    header,
    hostile_table,
    kinds,
    opened,
    questions_table,
    row,
    spread,
    starts_table,
    timed,
)
from benchmarks.search_yardsticks import Asking, Yardstick, words_of, yardsticks
from kb.store import Store, open_to_read
from search.documents import documents
from search.engine import MOST_MATCHES, NO_LIMITS, AnyOf, Document, Limits, Match, Part, Word
from search.engines import chosen
from search.find import find


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks search", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each question")
    parser.add_argument("--starts", type=int, default=15, help="runs of each command")
    parser.add_argument("--base", type=Path, help="a base to ask (default: made, which takes 20 s)")
    parser.add_argument("--editions", type=Path, help="a base of all editions, for the growth")
    args = parser.parse_args(arguments)
    random.seed(6)
    print(f"{date.today()}, {platform.machine()}, Python {platform.python_version()}")
    with tempfile.TemporaryDirectory() as scratch:
        base = args.base or new_base(Path(scratch))
        with open_to_read(base) as store:
            corpus = tuple(documents(store))
            asked = Asked(store)
            engines_table(Path(scratch), corpus, asked, rounds=args.rounds)
            agreement(corpus, asked)
            growth_table(Path(scratch), corpus, asked, rounds=args.rounds)
            questions_table(store, rounds=args.rounds)
            hostile_table(store)
        starts_table(base, rounds=args.starts)
        if args.editions:
            editions_table(args.editions, rounds=args.rounds)


def new_base(scratch: Path) -> Path:
    """The bundled texts and the newest edition."""
    newest = max(editions_folder().glob("*.txt"))
    base = scratch / "base"
    command = [installed(), "--kb", str(base), "ingest", str(newest)]
    subprocess.run(command, check=True, capture_output=True)
    return base


class Recorder:
    """An engine that remembers what it was asked."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self.asked: list[Part] = []
        self.found: list[tuple[Match, ...]] = []

    def search(
        self, asked: Part, limits: Limits = NO_LIMITS, *, limit: int = MOST_MATCHES
    ) -> tuple[Match, ...]:
        self.asked.append(asked)
        found: tuple[Match, ...] = self._engine.search(asked, limits, limit=limit)
        self.found.append(found)
        return found


class Asked:
    """The words that `find` asks of an engine for each question, by kind."""

    def __init__(self, store: Store) -> None:
        index = opened(store)
        recorder = Recorder(index._engine)
        index._engine = recorder
        self.words: dict[str, list[tuple[Word, ...]]] = {}
        for kind, query in kinds():
            recorder.asked.clear()
            find(store, index, query, language="en")
            words = tuple(word for part in recorder.asked for word in words_of(part))
            if words:
                self.words.setdefault(kind, []).append(words)


def engines_table(scratch: Path, corpus: Sequence[Document], asked: Asked, *, rounds: int) -> None:
    """Build, size, and p50/p95 of each engine for each kind of question."""
    vocabulary = sorted({word for each in corpus for word in each.body if word.isalpha()})
    starts = [word[:5] for word in random.sample(vocabulary, 400) if len(word) > 6][:40]
    misspelt = [word[:-1] + "q" for word in random.sample(vocabulary, 400) if len(word) > 6][:40]
    header("engine", "build s", "MB", *(f"{kind} ms" for kind in (*asked.words, "prefix", "fuzzy")))
    sticks = list(yardsticks())
    asking: dict[str, Asking] = {}
    cost: dict[str, tuple[float, float]] = {}
    for stick in sticks:
        asking[stick.name], *spent = written(stick, scratch, corpus)
        cost[stick.name] = (spent[0], spent[1])
    times: dict[str, dict[str, list[float]]] = {stick.name: {} for stick in sticks}
    for _ in range(rounds):
        for kind, queries in asked.words.items():
            for words in queries:
                for name, each in asking.items():
                    times[name].setdefault(kind, []).append(timed(each.words, words))
        for kind, texts in (("prefix", starts), ("fuzzy", misspelt)):
            for text in texts:
                for name, each in asking.items():
                    native = each.prefix if kind == "prefix" else each.fuzzy
                    if native is not None:
                        times[name].setdefault(kind, []).append(timed(native, text))
                    elif kind == "prefix" and name.startswith("regulae"):
                        words = tuple(Word(w) for w in vocabulary if w.startswith(text))[:50]
                        times[name].setdefault(kind, []).append(timed(each.words, words))
    for name, by_kind in times.items():
        build_s, size = cost[name]
        cells = [spread(by_kind.get(kind, ())) for kind in (*asked.words, "prefix", "fuzzy")]
        row(name, f"{build_s:.2f}", f"{size:.1f}", *cells)


def written(
    stick: Yardstick, scratch: Path, corpus: Sequence[Document]
) -> tuple[Asking, float, float]:
    folder = Path(tempfile.mkdtemp(dir=scratch))
    start = time.process_time()
    stick.write(folder, corpus)
    spent = time.process_time() - start
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
    return stick.open(folder), spent, size


def agreement(corpus: Sequence[Document], asked: Asked) -> None:
    """How far the first ten of whoosh and of tantivy are the same, of all questions."""
    one, other = (chosen.maker(name).in_memory(corpus) for name in chosen.NAMES)
    same = shared = total = count = 0
    for queries in asked.words.values():
        for words in queries:
            first = [match[:6] for match in one.search(AnyOf(words))[:10]]
            second = [match[:6] for match in other.search(AnyOf(words))[:10]]
            count += 1
            same += first == second
            shared += len({*first} & {*second})
            total += len(first)
    print(
        f"\nOf {count} questions whoosh and tantivy give the same ten in the same order for {same};"
        f" {shared / total:.1%} of the hits of the one are among those of the other."
    )


def growth_table(scratch: Path, corpus: Sequence[Document], asked: Asked, *, rounds: int) -> None:
    """Our engines over the texts many times over, as if each language held as many."""
    header("engine", "texts", "build s", "MB", *(f"{kind} ms" for kind in asked.words))
    for times in (1, 3, 17):
        grown = [each for n in range(times) for each in copies(corpus, n)]
        for stick in list(yardsticks())[:2]:
            asking, seconds, size = written(stick, scratch, grown)
            took: dict[str, list[float]] = {}
            for _ in range(rounds):
                for kind, queries in asked.words.items():
                    took.setdefault(kind, []).extend(
                        timed(asking.words, words) for words in queries
                    )
            cells = [spread(took[kind]) for kind in asked.words]
            row(stick.name, f"{len(grown):,}", f"{seconds:.2f}", f"{size:.1f}", *cells)


def copies(corpus: Sequence[Document], n: int) -> Iterator[Document]:
    """The same texts as of another language or edition: one word in four is another there."""
    for each in corpus:
        body = tuple(f"{word}{n}" if n and hash(word) % 4 == 0 else word for word in each.body)
        yield each._replace(body=body)
