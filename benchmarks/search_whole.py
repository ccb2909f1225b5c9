"""The speed of whole questions: from what somebody types to the hits that are shown."""

import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from benchmarks.measure import Row, installed
from kb.errors import RegulaeError
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store, open_to_read
from search.engines import chosen
from search.find import find
from search.index import Index, open_index
from search.indexing import build
from search.look import look_up
from tests.search.questions import SETS, questions

NAME_KINDS = ("keyword", "concept", "glossary", "number", "abbreviation")
HOSTILE: Mapping[str, str] = {
    "100 kB of one word": "a" * 100_000,
    "100 kB of words": "island " * 14_000,
    "100 kB of different words": " ".join(f"w{n}" for n in range(16_000)),
    "10,000 brackets": "(" * 10_000 + "island" + ")" * 10_000,
    "10,000 quotes": '"' * 10_000,
    "wildcards only": "* ? ** ?* *?* " * 500,
    "a wildcard at each letter": "*".join("abcdefghijklmnopqrstuvwxyz" * 50),
    "a pattern that never ends": "(a+)+$ (.*)*b (x|xx)*y " * 100,
    "fuzzy with everything": " ".join(f"creature~{n}" for n in range(2_000)),
    "NULs": "\0kicker\0" * 5_000,
    "every plane": "".join(chr(at) for at in range(0x20, 0x110000, 64) if not 0xD7FF < at < 0xE000),
    "accents without end": "a" + "\u0301" * 50_000,
    "halves of signs": "\ud83d" * 10_000,
    "operators only": "AND OR NOT " * 5_000,
    "colons": "rule: in: kind: cites: since: " * 2_000,
}


_NUMBERS = ("702.33d", "704.5f", "100.1", "601.2b", "903.4", "702.154a", "508.1", "613.7c")
_MOST_MS = 200
_ALLOWED = (RegulaeError, RecursionError)
"""What the command line tells in one line."""
T = TypeVar("T")


def kinds() -> Iterator[tuple[str, str]]:
    """All questions, and whether each is a name or a sentence."""
    for name in SETS:
        for question in questions(name):
            yield ("name" if question.kind in NAME_KINDS else "natural"), question.query


def opened(store: Store, engine: str | None = None) -> Index:
    build(store, engine=engine)
    index = open_index(store, engine=engine)
    assert index is not None
    return index


def questions_table(store: Store, *, rounds: int) -> None:
    """Each question as ``search`` answers it, but for the printing."""
    header("question", "ms")
    for engine in chosen.NAMES:
        asking = partial(_find, store, opened(store, engine))
        took: dict[str, list[float]] = {}
        for _ in range(rounds):
            for kind, query in kinds():
                took.setdefault(kind, []).append(timed(asking, query))
        for kind, each in took.items():
            row(f"{kind}, {engine}", spread(each))
    holdings = Holdings(store)
    for says, ask in (("the text of a rule by its number", _text), ("all that `show` shows", _all)):
        looking = partial(ask, holdings)
        row(says, spread([timed(looking, number) for _ in range(rounds) for number in _NUMBERS]))


def _find(store: Store, index: Index, text: str) -> object:
    return find(store, index, text, language="en")


def _text(holdings: Holdings, number: str) -> object:
    return holdings.rule(RuleNumber.parse(number), "en")


def _all(holdings: Holdings, number: str) -> object:
    return look_up(holdings, (number,), language="en")


def hostile_table(store: Store) -> None:
    """The worst that a stranger may type, answered or refused: the goal is 200 ms."""
    header("question", *(f"{engine} ms" for engine in chosen.NAMES), "answer")
    indexes = {engine: opened(store, engine) for engine in chosen.NAMES}
    for says, text in HOSTILE.items():
        cells = []
        for index in indexes.values():
            start = time.process_time()
            try:
                answer = f"{find(store, index, text, language='en').total} rules"
            except _ALLOWED as error:
                answer = type(error).__name__
            spent = (time.process_time() - start) * 1000
            cells.append(f"{spent:.0f}" + (" (too long)" if spent > _MOST_MS else ""))
        row(says, *cells, answer)


def starts_table(base: Path, *, rounds: int) -> None:
    """From the shell to the answer."""
    regulae = [installed(), "--kb", str(base)]
    rows = [
        Row("python -c pass", [sys.executable, "-c", "pass"]),
        Row("python -c 'import click'", [sys.executable, "-c", "import click"]),
        Row("regulae show 702.33d", [*regulae, "show", "702.33d"]),
        *(
            Row(f"regulae search … --engine {engine}", [*regulae, "search", query, *named])
            for engine in chosen.NAMES
            for named in [("--engine", engine)]
            for query in ("costo di potenziamento",)
        ),
    ]
    for each in rows:
        each.run()  # makes the index where there is none
        each.seconds.clear()
        each.worked.clear()
    for _ in range(rounds):
        for each in rows:
            each.run()
    header("command", "ms", "ms of the processor", "× pass", "× click")
    worked = [statistics.median(each.worked) * 1000 for each in rows]
    for each, ms in zip(rows, worked, strict=True):
        ratios = (f"{ms / worked[0]:.2f}", f"{ms / worked[1]:.2f}")
        row(each.name, f"{each.median * 1000:.0f}", f"{ms:.0f}", *ratios)


def editions_table(base: Path, *, rounds: int) -> None:
    """A base that holds many editions: the index holds the newest of each language."""
    with open_to_read(base) as store:
        (held,) = store.db.execute("SELECT count(*) FROM edition").fetchone()
        print(f"\nWith {held} editions held:")
        questions_table(store, rounds=rounds)
        for engine in chosen.NAMES:
            index = opened(store, engine)
            size = sum(path.stat().st_size for path in place(index).iterdir()) / 1e6
            print(f"index of {engine}: {size:.1f} MB")


def place(index: Index) -> Path:
    assert index.place is not None
    return index.place


def timed(ask: Callable[[T], object], question: T) -> float:
    """Milliseconds of the processor: others on the machine hardly lengthen these."""
    start = time.process_time()
    ask(question)
    return (time.process_time() - start) * 1000


def spread(took: Sequence[float]) -> str:
    """The median and the 95th part of a hundred."""
    if len(took) < 2:
        return "–"
    return f"{statistics.median(took):.2f} / {statistics.quantiles(took, n=20)[-1]:.2f}"


def header(*heads: str) -> None:
    print()
    row(*heads)
    row(*("---" for _ in heads))


def row(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)
