"""The page docs/citations.md: how well citations are read, by sentences checked by hand."""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from benchmarks.measure import ROOT
from kb.cite import citations
from kb.number import RuleNumber
from kb.terms import numbers

PAGE = ROOT / "docs/citations.md"
SET = ROOT / "tests/kb"
LANGUAGES = tuple(sorted(path.stem.split("_")[1] for path in SET.glob("citations_*.yaml")))
_INTRODUCTION = """# How well citations are read

`tests/kb/citations_en.yaml`, `citations_es.yaml` and `citations_it.yaml` hold sentences in our own
words, as judges, translators, players and programmers write them: rulings, forum answers, comments
in source code, Markdown, values of YAML, reports and chats. They cover every phrasing that the
grammar knows (`regulae extract --help`): single rules, lists, ranges, titles, chapters, house
styles, forms that are no number, invisible signs; and traps, in which nothing is cited: prices,
dates, versions, tournament documents, page and card numbers, hours, scores, telephones, addresses,
measures, style sheets, decimals in code.

What each sentence cites was written down from the grammar before the program read it: the numbers
of each citation in order, its title, and its words from the first sign to the last. Every
difference was then looked at. In the first run 10 of 582 sentences differed, for three reasons:

- a rule word counted across an empty line (`regola`, an empty line, `702.19`): a fault, mended;
- `see #702` was read as section 702, though it is a card or an issue: a fault, mended;
- a number alone in square brackets behind a name in code counts, by the grammar: the expectation
  was wrong, and says so in a comment.

Two blanks between the word and its number, which moved the first sign of the citation by one, were
found while this was made faster, and have sentences of their own since.

**Numbers** are counted one by one, ranges expanded; a **span** is right if first sign, last sign
and title are. Precision is the share of what was found that is right, recall the share of what is
there that was found. `python -m benchmarks citations` writes this page; a test holds it true, and
another holds each figure at 0.99 or more.

"""


class Read(NamedTuple):
    """One citation, as it is wanted or as it was found."""

    numbers: tuple[str, ...]
    title: str | None
    start: int
    end: int

    @property
    def span(self) -> tuple[int, int, str | None]:
        return self.start, self.end, self.title


@dataclass(frozen=True, slots=True)
class Sentence:
    id: str
    language: str
    text: str
    wanted: tuple[Read, ...]

    def found(self) -> tuple[Read, ...]:
        return tuple(
            Read(tuple(map(str, c.numbers)), c.title, c.start, c.end)
            for c in citations(self.text, language=self.language, known=_known())
        )


@cache
def _known() -> frozenset[RuleNumber]:
    """As ``regulae extract`` where there is no base."""
    return frozenset(each.number for each in numbers())


class Agreement:
    """How much of what is wanted was found, and of what was found is wanted."""

    def __init__(self) -> None:
        self.right = self.found = self.wanted = 0

    def add(self, found: Iterable[object], wanted: Iterable[object]) -> None:
        of_found, of_wanted = Counter(found), Counter(wanted)
        self.right += (of_found & of_wanted).total()
        self.found += of_found.total()
        self.wanted += of_wanted.total()

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 1.0


@dataclass(frozen=True, slots=True)
class Score:
    """What the set of one language gives."""

    language: str
    sentences: tuple[Sentence, ...]
    numbers: Agreement
    spans: Agreement
    misses: tuple[tuple[Sentence, tuple[Read, ...]], ...]
    """The sentences that were read otherwise than wanted, and how."""


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks citations", description=__doc__)
    parser.parse_args(arguments)
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")


def sentences(language: str, folder: Path = SET) -> tuple[Sentence, ...]:
    """The set of a language."""
    path = folder / f"citations_{language}.yaml"
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    return tuple(
        Sentence(entry["id"], entry["lang"], entry["text"], tuple(_wanted(entry)))
        for entry in entries
    )


def _wanted(entry: dict[str, Any]) -> Iterable[Read]:
    """The words of each citation are looked for behind the one before it."""
    end = 0
    for one in entry["expect"]:
        start = entry["text"].index(one["text"], one.get("start", end))
        end = start + len(one["text"])
        yield Read(tuple(one["numbers"]), one.get("title"), start, end)


def score(language: str) -> Score:
    """Reads the set of a language."""
    of_numbers, of_spans = Agreement(), Agreement()
    misses = []
    every = sentences(language)
    for sentence in every:
        found, wanted = sentence.found(), sentence.wanted
        of_numbers.add(_numbers(found), _numbers(wanted))
        of_spans.add((read.span for read in found), (read.span for read in wanted))
        if found != wanted:
            misses.append((sentence, found))
    return Score(language, every, of_numbers, of_spans, tuple(misses))


def _numbers(citations: Iterable[Read]) -> Iterable[str]:
    """A form that is no number counts as one."""
    return (number for read in citations for number in read.numbers or ("none",))


def page() -> str:
    """The whole page."""
    scores = [score(language) for language in LANGUAGES]
    heads = (
        *("set", "sentences", "of them traps", "citations", "numbers"),
        *("numbers: precision", "recall", "spans: precision", "recall"),
    )
    figures = _table(heads, map(_figures, scores))
    misses = [miss for score in scores for miss in score.misses]
    if not misses:
        return f"{_INTRODUCTION}{figures}\n## Misses\n\nNone.\n"
    rows = (
        (sentence.id, _words(sentence, sentence.wanted), _words(sentence, found))
        for sentence, found in misses
    )
    return f"{_INTRODUCTION}{figures}\n## Misses\n\n{_table(('sentence', 'wanted', 'found'), rows)}"


def _figures(score: Score) -> tuple[str, ...]:
    every = score.sentences
    shares = (each for a in (score.numbers, score.spans) for each in (a.precision, a.recall))
    counts = (
        len(every),
        sum(not sentence.wanted for sentence in every),
        score.spans.wanted,
        score.numbers.wanted,
    )
    return (score.language, *map(str, counts), *(f"{share:.3f}" for share in shares))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _words(sentence: Sentence, reads: Iterable[Read]) -> str:
    """What was read, in the words of the sentence."""
    return ", ".join(
        f"`{' '.join(sentence.text[r.start : r.end].split())}` ({' '.join(r.numbers)})"
        for r in reads
    )
