"""The page docs/search-quality.md: how well questions find the rules that answer them."""

import argparse
import datetime
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import log2
from typing import NamedTuple

from benchmarks.measure import ROOT, editions_folder
from ingest.pipeline import read_path
from kb import bundle
from kb.lang import ORIGINAL
from kb.number import RuleNumber
from kb.records import add
from kb.store import Store, in_memory
from search import documents, indexing, ranking
from search.documents import entries
from search.find import find
from search.index import Index
from search.words import Lexicon
from tests.search.questions import Question, questions

PAGE = ROOT / "docs/search-quality.md"
EDITION = "2026-08-07.txt"
_SHOWN = 10
_NAMES = ("R@1", "R@5", "R@10", "MRR", "nDCG@10")
_INTRODUCTION = """# How well questions find rules

`tests/search/questions/` holds two sets of questions in Italian, Spanish and English, as people
type them: names, slang, abbreviations, slips, whole questions, things that happened at a table. By
`tuning.yaml` the weights in `search/ranking.py` were chosen; `held_out.yaml` was kept apart. The
scope `named` is asked of the bundled texts in three languages, `full` of these beside the English
edition of 2026-08-07: most rules have English words alone there.

**R@1**: a rule that answers (grade 3) comes first. **R@5**, **R@10**: the share of the rules of
grade 2 and 3 among the first. **MRR**: one divided by the place of the first that answers.
**nDCG@10** counts all grades by their places. The sets are small: one question more or less moves
R@1 of a language by .03 to .05. `python -m benchmarks search-quality` writes this page.

"""
_YARDSTICK = """## Beside plain BM25

SQLite FTS5 over the English texts, with English stems, each rule with its examples. It knows no
other language.

"""
_ABLATIONS = """## What each weight is worth

Each weight was moved up and down alone on `tuning.yaml`, some rounds of a few steps each, and set
near the best of what was tried. The table says what the figures over all questions of that set
lose where it is put out of action, in hundredths; a gain has a plus. What loses less than .5 is
one question or none. Paraphrases are what people say of a rule that has other words for it
(`data/*/paraphrases.csv`): they were written for whole areas of the rules, after the questions of
`tuning.yaml` and without a look at those of `held_out.yaml`. The figures of that set were seen
beside each experiment; no weight was chosen by them.

"""
_DROPPED = """
Tried on the same set while the weights were chosen, and left out. The figure is the change of .4
R@1 + .3 R@10 + .5 nDCG@10 in hundredths, against the weights of that hour. Added up over both
scopes: the words of the headings above a rule (+.1); a part of the score of a second language
(+.0); other words of the same English stem, at .5 and .8 (-.1 and -1.3); less for bare numbers
(+.0); families raised only for names of rules, not of sections (-2.9). Over all questions: a part
for what cites the best hits, at .1 (-.1); less for a phrase of which a word is missing, at .7
(-.2); a limit to how rare a word may count, at 4 to 7 (-1.2 to +.0); rarity to the power .6 to
.85 (-.4 to -.2); less for the second to fourth rule of a family and those after it, at .6 to .95
(-2.9 to -.3); names in inflected forms do not raise their rule (-1.5); some sixty everyday words
of English more that say nothing (+.1); 300 candidates instead of 120 (+.4 before the paraphrases,
nothing on the other set), 200 instead of 120 (+.2).
"""
_OFF: Mapping[str, tuple[str, float]] = {
    "NEAR_WEIGHT": ("misspelt words are not guessed", 0.0),
    "CONCEPT_WEIGHT": ("names count by their words alone", 0.0),
    "INSIDE_NAME": ("the words of a name count in full beside it", 1.0),
    "LEAST_RARITY": ("common words are asked of the engine too", 0.0),
    "K1": ("a word repeated says nothing more", 0.0),
    "B": ("the length of a text does not matter", 0.0),
    "UNSAID": ("a word unknown in a language is as if not asked", 0.001),
    "COVERAGE": ("the share of the query covered does not matter", 0.0),
    "NEAR_BONUS": ("words side by side count no more", 0.0),
    "EXAMPLE": ("examples and rulings do not count", 0.0),
    "BOTH": ("only the better of rule and example counts", 0.0),
    "GLOSSARY": ("the glossary leads to no rule", 0.0),
    "LOOSE": ("glossary entries count as rules", 1.0),
    "SPREAD": ("nothing goes to what is cited", 0.0),
    "SPREAD_FAMILY": ("nothing goes to parent and children", 0.0),
    "HEADING_SHARE": ("a heading counts as a rule", 1.0),
    "FAMILY": ("names among other words raise no rules", 1.0),
    "NAME_BOOST": ("a name alone raises no rule", 0.0),
    "FIRST_SUBRULE": ("a name alone raises the heading only", 0.0),
}


class Base(NamedTuple):
    """What the questions of one scope are asked of."""

    store: Store
    searched: Index


Ask = Callable[[Question], Sequence[RuleNumber]]
Figures = tuple[float, ...]


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks search-quality", description=__doc__
    )
    parser.add_argument("--quick", action="store_true", help="print the figures, without the page")
    args = parser.parse_args(arguments)
    bases = {"named": base(with_edition=False), "full": base(with_edition=True)}
    ask = asking(bases)
    if args.quick:
        print("".join(_figures(name, ask) for name in ("tuning", "held_out")))
        return
    PAGE.write_text("".join(page(bases, ask)), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")


def base(*, with_edition: bool) -> Base:
    """The bundle, perhaps with the edition by which the questions were graded."""
    store = in_memory()
    bundle.install(store)
    if with_edition:
        texts = read_path(str(editions_folder() / EDITION))
        with store.writing():
            add(store, texts, digest=EDITION, analyse=bundle.analyse)
    return Base(store, indexing.in_memory(store))


def asking(bases: Mapping[str, Base]) -> Ask:
    """The rules among the first hits of our search."""

    def ask(question: Question) -> Sequence[RuleNumber]:
        store, index = bases[question.scope]
        hits = find(store, index, question.query, language=ORIGINAL, limit=_SHOWN).hits
        return list(dict.fromkeys(hit.number for hit in hits if hit.number))

    return ask


def page(bases: Mapping[str, Base], ask: Ask) -> Iterator[str]:
    yield _INTRODUCTION
    yield f"Last run: {datetime.date.today()}.\n\n"
    for name in ("held_out", "tuning"):
        yield _figures(name, ask)
    plain = plain_bm25(bases["full"].store)
    rows = []
    for name in ("held_out", "tuning"):
        asked = [q for q in questions(name) if q.scope == "full"]
        for code in ("en", "it", "es"):
            some = [question for question in asked if question.lang == code]
            rows.append((f"`{name}`, {code}, plain BM25", *_cells(_mean(some, plain))))
            rows.append((f"`{name}`, {code}, regulae", *_cells(_mean(some, ask))))
    yield _YARDSTICK + _table(("", *_NAMES), rows) + "\n"
    rows = [*_of_the_index(bases), *_ablations(ask)]
    yield _ABLATIONS + _table(("weight", "without it", *_NAMES), rows) + _DROPPED


def _figures(name: str, ask: Ask) -> str:
    every = questions(name)
    found = {question.id: ask(question) for question in every}
    wrong = sum(number in q.not_first for q in every for number in found[q.id][:1])
    text = f"## `{name}.yaml`: {len(every)} questions, {wrong} with a false friend first\n\n"

    def told(question: Question) -> Sequence[RuleNumber]:
        return found[question.id]

    rows = []
    for scope in ("named", "full"):
        asked = [question for question in every if question.scope == scope]
        for code in ("all", *dict.fromkeys(question.lang for question in every)):
            some = [question for question in asked if code in ("all", question.lang)]
            rows.append((scope, code, str(len(some)), *_cells(_mean(some, told))))
    text += _table(("scope", "language", "questions", *_NAMES), rows) + "\n"
    kinds = []
    for kind in sorted({question.kind for question in every}):
        some = [question for question in every if question.kind == kind]
        kinds.append((kind, str(len(some)), *_cells(_mean(some, told))))
    return text + _table(("kind", "questions", *_NAMES), kinds) + "\n"


def _of_the_index(bases: Mapping[str, Base]) -> Iterator[tuple[str, ...]]:
    """What stands in the index: it is made anew without."""
    asked = questions("tuning")
    whole = _mean(asked, asking(bases))
    repeats = f"`TITLE_REPEATS` = {ranking.TITLE_REPEATS}"
    without: tuple[tuple[str, str, str, object], ...] = (
        ("paraphrases", "a rule has its own words alone", "paraphrases", lambda code: {}),
        (repeats, "a heading counts once", "TITLE_REPEATS", 1),
    )
    for name, says, what, instead in without:
        held = getattr(documents, what)
        setattr(documents, what, instead)
        anew = {
            scope: Base(each.store, indexing.in_memory(each.store)) for scope, each in bases.items()
        }
        setattr(documents, what, held)
        yield name, says, *_lost(whole, asked, asking(anew))


def _ablations(ask: Ask) -> Iterator[tuple[str, ...]]:
    asked = questions("tuning")
    whole = _mean(asked, ask)
    with _without_senses():
        yield "lexica", "no word has a meaning in another language", *_lost(whole, asked, ask)
    for name, (says, value) in _OFF.items():
        held = getattr(ranking, name)
        setattr(ranking, name, value)
        yield f"`{name}` = {held:g}", says, *_lost(whole, asked, ask)
        setattr(ranking, name, held)


def _lost(whole: Figures, asked: Sequence[Question], ask: Ask) -> Iterator[str]:
    now = _mean(asked, ask)
    yield from (f"{100 * (one - other):+.1f}" for one, other in zip(now, whole, strict=True))


@contextmanager
def _without_senses() -> Iterator[None]:
    held = Lexicon.senses
    Lexicon.senses = lambda self, words, language: {}  # type: ignore[method-assign]
    try:
        yield
    finally:
        Lexicon.senses = held  # type: ignore[method-assign]


def _mean(asked: Sequence[Question], ask: Ask) -> Figures:
    every = [_measured(question, ask(question)) for question in asked]
    return tuple(sum(column) / len(every) for column in zip(*every, strict=True))


def _measured(question: Question, found: Sequence[RuleNumber]) -> Figures:
    grades = question.relevant
    needed = {number for number, grade in grades.items() if grade >= 2}
    answers = [at for at, number in enumerate(found, start=1) if grades.get(number) == 3]
    gain = sum((2 ** grades.get(number, 0) - 1) / log2(at + 2) for at, number in enumerate(found))
    best = sorted(grades.values(), reverse=True)[:_SHOWN]
    ideal = sum((2**grade - 1) / log2(at + 2) for at, grade in enumerate(best))
    return (
        float(answers[:1] == [1]),
        len(needed.intersection(found[:5])) / len(needed),
        len(needed.intersection(found)) / len(needed),
        1 / answers[0] if answers else 0.0,
        gain / ideal,
    )


def plain_bm25(store: Store) -> Ask:
    """SQLite FTS5 with English stems over the English texts."""
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE text USING fts5(number UNINDEXED, body, tokenize='porter')")
    bodies: dict[str, list[str]] = {}
    for entry in entries(store):
        if entry.language == ORIGINAL and entry.number:
            bodies.setdefault(entry.number, []).append(entry.text)
    db.executemany(
        "INSERT INTO text VALUES (?, ?)", ((key, "\n".join(each)) for key, each in bodies.items())
    )

    def ask(question: Question) -> Sequence[RuleNumber]:
        words = re.findall(r"\w+", question.query)
        rows = db.execute(
            "SELECT number FROM text WHERE text MATCH ? ORDER BY rank LIMIT ?",
            (" OR ".join(f'"{word}"' for word in words), _SHOWN),
        )
        return [RuleNumber.parse(row[0]) for row in rows]

    return ask


def _cells(figures: Iterable[float]) -> Iterator[str]:
    return (f"{figure:.3f}".removeprefix("0") for figure in figures)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
