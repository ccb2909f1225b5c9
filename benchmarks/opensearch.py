"""OpenSearch under load: three nodes on this machine, 400,000 documents, 50 questions a second.

The documents are the rules of every edition of the shared rules, none left out that says the same
as another, over and over up to their number. The questions are those of tests/search/questions, as
`find` asks them. They come on time, whether the one before is answered or not, and a time counts
from when a question should have come. Then the alias is switched under the same load, and a node is
killed under it: each answer is compared with what it was before.
"""

import argparse
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import count, cycle, islice
from pathlib import Path

from benchmarks.measure import editions_folder
from benchmarks.search import Asked, new_base
from benchmarks.search_whole import header, row
from kb.errors import RegulaeError
from kb.number import RuleNumber
from kb.store import Store, open_to_read
from kb.tokens import tokens
from search.engine import AnyOf, Document, Match, Part
from search.engines.opensearch.address import Address, address
from search.engines.opensearch.connection import Cluster
from search.engines.opensearch.filling import lines
from search.engines.opensearch.health import health
from search.engines.opensearch.keeping import keep, keep_written
from search.engines.opensearch.searcher import Searcher
from search.ranking import CANDIDATES
from search.words import Lexicon
from tests.opensearch.nodes import LASTING, Nodes, cluster, missing

_ASKING = 16
"""Questions that wait for an answer at a time, at most."""


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks opensearch", description=__doc__)
    parser.add_argument("--documents", type=int, default=400_000)
    parser.add_argument("--rate", type=float, default=50.0, help="questions a second")
    parser.add_argument("--seconds", type=float, default=40.0, help="of each part of the load")
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--replicas", type=int, default=1)
    parser.add_argument("--base", type=Path, help="for questions (default: made, which takes 20 s)")
    args = parser.parse_args(arguments)
    why = missing()
    if why is not None:
        sys.exit(why)
    with tempfile.TemporaryDirectory() as scratch:
        with open_to_read(args.base or new_base(Path(scratch))) as store:
            questions = [AnyOf(words) for each in Asked(store).words.values() for words in each]
            documents = list(islice(repeated(list(every_edition(store))), args.documents))
        with cluster(3, options=LASTING) as nodes:
            layout = replace(address(nodes.urls, {}), shards=args.shards, replicas=args.replicas)
            run(nodes, layout, documents, questions, rate=args.rate, seconds=args.seconds)


def every_edition(store: Store) -> Iterator[Document]:
    """The rules of each edition, a document each, in the words of the index."""
    lemmas = Lexicon(store).table("en")
    key = count(1)
    for edition, path in enumerate(sorted(editions_folder().glob("*.txt"))):
        text = path.read_bytes().decode("utf-8", "replace")
        for line in text.splitlines():
            number = RuleNumber.read(line.split(" ", 1)[0].rstrip("."))
            if number is not None and number.rule:
                body = tuple(lemmas.get(token.form, token.form) for token in tokens(line))
                yield Document(body, "rule", str(number), "en", edition, next(key), None)


def repeated(documents: Sequence[Document]) -> Iterator[Document]:
    for key, document in enumerate(cycle(documents)):
        yield document._replace(text_key=key)


def run(
    nodes: Nodes,
    layout: Address,
    documents: Sequence[Document],
    questions: Sequence[AnyOf],
    *,
    rate: float,
    seconds: float,
) -> None:
    cluster_ = Cluster(layout)
    header("what", "figures")
    row("layout", f"3 nodes, shards: {layout.shards}, further copies: {layout.replicas}")
    start = time.monotonic()
    kept = keep(cluster_, documents)
    took = time.monotonic() - start
    row(
        "indexed", f"{kept.documents:,} documents in {took:.0f} s, {kept.documents / took:,.0f} a s"
    )
    row("sent again", str(health(cluster_, kept).sent_again))
    searcher = Searcher(cluster_, layout.prefix, kept.documents)  # by the alias
    load = Load(searcher, questions, rate)
    row("each question once, one at a time", load.first())
    row(f"{rate:g} a second, as they come", load.during(lambda: time.sleep(seconds)))
    # Written before: it is the processes of the nodes that compete with the questions, not ours.
    smaller, whole = (tuple(lines(each)) for each in (documents[: len(documents) // 10], documents))

    def switch() -> None:
        keep_written(cluster_, smaller)
        keep_written(cluster_, whole)

    load.compares = False  # another index is meant to answer otherwise
    row("while another is built, switched to and back", load.during(switch))
    load.compares = True

    def kill() -> None:
        time.sleep(seconds / 4)
        nodes.running[-1].kill()
        time.sleep(seconds * 3 / 4)

    row("while a node is killed", load.during(kill))
    left = health(cluster_, kept)
    row("afterwards", f"{left.state}, {left.nodes} nodes, {left.documents:,} documents")


@dataclass
class Load:
    """Questions at a rate, whoever answers how late."""

    searcher: Searcher
    questions: Sequence[AnyOf]
    rate: float
    compares: bool = True
    expected: dict[int, tuple[Match, ...]] = field(default_factory=dict)

    def first(self) -> str:
        took = []
        for n, question in enumerate(self.questions):
            start = time.monotonic()
            self.expected[n] = self._ask(question)
            took.append(time.monotonic() - start)
        return told(took, [], 0)

    def during(self, work: Callable[[], None]) -> str:
        """Ask all the while that something else is done."""
        took: list[float] = []
        errors: list[str] = []
        wrong: list[int] = []
        done = threading.Event()

        def ask(n: int, due: float) -> None:
            try:
                found = self._ask(self.questions[n])
            except RegulaeError as error:
                errors.append(str(error))
                return
            took.append(time.monotonic() - due)
            if self.compares and found != self.expected[n]:
                wrong.append(n)

        def come() -> None:
            start = time.monotonic()
            with ThreadPoolExecutor(_ASKING) as pool:
                for nth in count():
                    due = start + nth / self.rate
                    if done.wait(max(0.0, due - time.monotonic())):
                        return
                    pool.submit(ask, nth % len(self.questions), due)

        coming = threading.Thread(target=come)
        coming.start()
        try:
            work()
        finally:
            done.set()
            coming.join()
        return told(took, errors, len(wrong) if self.compares else None)

    def _ask(self, question: Part) -> tuple[Match, ...]:
        return self.searcher.search(question, limit=CANDIDATES)


def told(took: Sequence[float], errors: Sequence[str], wrong: int | None) -> str:
    cuts = statistics.quantiles(took, n=100)
    spread = ", ".join(f"p{n} {cuts[n - 1] * 1000:.0f} ms" for n in (50, 95, 99))
    failed = f"{len(errors)} errors" + (f" ({errors[0]})" if errors else "")
    compared = "" if wrong is None else f", {wrong} wrong answers"
    return f"{len(took)} questions: {spread}; {failed}{compared}"
