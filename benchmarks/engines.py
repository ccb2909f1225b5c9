"""The engines side by side: the first ten of 200 questions on whoosh, tantivy and OpenSearch.

Prints the tables of docs/opensearch.md, as Markdown: how often all hits are the same in the same
order, and each question where they are not, with why. Engines get the same words, and what they
find is ranked alike; so only what an engine leaves out of its candidates can make a difference.
OpenSearch runs as three nodes of the tests unless --url names another.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.search import Recorder, new_base
from benchmarks.search_whole import header, opened, row
from kb.store import Store, open_to_read
from search.engine import Match
from search.engines import chosen
from search.find import find
from search.ranking import CANDIDATES
from tests.opensearch.nodes import cluster, missing
from tests.search.questions import SETS, Question, questions

FIRST = 10


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks engines", description=__doc__)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--base", type=Path, help="a base to ask (default: made, which takes 20 s)")
    parser.add_argument("--url", help="an OpenSearch to ask (default: started)")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch, _urls(args.url) as urls:
        base = args.base or new_base(Path(scratch))
        with open_to_read(base) as store:
            compare(store, urls, most=args.questions)


@contextmanager
def _urls(named: str | None) -> Iterator[str]:
    if named:
        yield named
        return
    why = missing()
    if why is not None:
        sys.exit(why)
    with cluster(3) as nodes:
        yield nodes.urls


class Answer(NamedTuple):
    """What somebody sees of an answer, and what the engine gave for it."""

    hits: tuple[tuple[str, float], ...]
    """The first ten: a rule or what else is shown, and its score."""
    candidates: tuple[Match, ...]

    def shown(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.hits)


def compare(store: Store, urls: str, *, most: int) -> None:
    every = [question for name in SETS for question in questions(name)][:most]
    engines = {name: name for name in chosen.NAMES} | {chosen.REMOTE: f"{chosen.REMOTE}:{urls}"}
    answers = {name: list(_answers(store, said, every)) for name, said in engines.items()}
    first, *others = answers
    header(
        "engine", "questions", "same ten, same order", "same ten", "same first", "same candidates"
    )
    for name in others:
        pairs = list(zip(answers[first], answers[name], strict=True))
        row(
            f"{name}, beside {first}",
            str(len(pairs)),
            str(sum(one.shown() == other.shown() for one, other in pairs)),
            str(sum({*one.shown()} == {*other.shown()} for one, other in pairs)),
            str(sum(one.shown()[:1] == other.shown()[:1] for one, other in pairs)),
            f"{sum(map(_shared, pairs)) / len(pairs):.1%}",
        )
    for name in others:
        _differences(every, first, name, answers)


def _answers(store: Store, engine: str, every: Sequence[Question]) -> Iterator[Answer]:
    index = opened(store, engine)
    recorder = Recorder(index._engine)
    index._engine = recorder
    for question in every:
        recorder.found.clear()
        found = find(store, index, question.query, language=question.lang, limit=FIRST)
        hits = tuple((str(hit.number or hit.title), hit.score) for hit in found.hits)
        yield Answer(hits, tuple(islice((m for each in recorder.found for m in each), CANDIDATES)))


def _shared(pair: tuple[Answer, Answer]) -> float:
    """The part of the candidates that both have."""
    one, other = ({match[:6] for match in answer.candidates} for answer in pair)
    return len(one & other) / (len(one) or 1) if one else 1.0


def _differences(
    every: Sequence[Question], first: str, name: str, answers: Mapping[str, Sequence[Answer]]
) -> None:
    print(f"\nWhere {name} differs from {first}:")
    header("question", "place", first, name, "why")
    for question, one, other in zip(every, answers[first], answers[name], strict=True):
        if one.shown() != other.shown():
            place = next(
                at for at in range(FIRST) if one.shown()[at : at + 1] != other.shown()[at : at + 1]
            )
            row(
                question.query,
                str(place + 1),
                _hit(one, place),
                _hit(other, place),
                _why(one, other),
            )


def _hit(answer: Answer, place: int) -> str:
    if place >= len(answer.hits):
        return "–"
    name, score = answer.hits[place]
    return f"{name} ({score:.3f})"


def _why(one: Answer, other: Answer) -> str:
    """Texts that only one engine has among its candidates, with their places there."""
    keys = [[match[:6] for match in answer.candidates] for answer in (one, other)]
    only = [
        [at + 1 for at, key in enumerate(mine) if key not in set(theirs)]
        for mine, theirs in (keys, keys[::-1])
    ]
    if not any(only):
        return "the same candidates, with other scores"
    least = min(at for places in only for at in places)
    return f"{len(only[0])} of {len(keys[0])} candidates are others, the best at place {least}"
