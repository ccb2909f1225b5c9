"""Comparisons for people: columns where the terminal is wide, else one text below the other."""

import sys
from collections.abc import Iterator, Sequence

import click

from kb.compare.findings import Comparison, Difference, Row
from kb.holdings import HeldRule
from kb.number import RuleNumber
from search.compare.said import difference_sentence
from search.render import marked, printable, width, wrapped
from search.sentences import edition_words, words
from search.snippet import MARK, snippet

WIDEST = 400
_COLUMN = 34
"""Signs that a language needs to be read in a column of its own."""
_NUMBERS = 12
"""Signs that the column of the numbers takes."""
_DEEP = " " * 6
_SNIPPET = 180
_LONGEST_SNIPPET = 480

Spans = dict[tuple[RuleNumber, str], list[tuple[int, int]]]


def show_comparison(answer: Comparison, languages: Sequence[str], language: str) -> None:
    """The texts on stdout with the words in question marked, the findings below them."""
    spans: Spans = {}
    for finding in answer.findings:
        for passage in finding.evidence:
            place = finding.number, passage.language
            spans.setdefault(place, []).append((passage.start, passage.end))
    if width(WIDEST) >= _NUMBERS + _COLUMN * len(languages):
        from search.tables import comparison_table  # draws with rich

        comparison_table(answer, languages, language, spans)
    else:
        for row in answer.rows:
            click.echo("\n".join(_stacked(row, language, spans)))
    click.echo()
    if not answer.findings:
        click.echo(words(language, "no_findings"))
        return
    click.echo(click.style(f"{words(language, 'findings')}: {len(answer.findings)}", bold=True))
    for finding in answer.findings:
        click.echo("\n".join(_finding(finding, answer, language)))


def _stacked(row: Row, language: str, spans: Spans) -> Iterator[str]:
    yield click.style(str(row.number), bold=True)
    for code, held in row.texts.items():
        if held is None:
            yield wrapped(f"{code}  {words(language, 'lacking')}")
            continue
        yield click.style(f"  [{about(held, row, language)}]", dim=True)
        text = held.text
        if sys.stdout.isatty():
            text = _starred(text, spans.get((row.number, code), []))
        yield marked(wrapped(text, indent=_DEEP[:4]))
        for example in held.examples:
            yield wrapped(f"{words(language, 'example')}: {example}", indent=_DEEP)
    yield ""


def about(held: HeldRule, row: Row, language: str) -> str:
    """The edition of a text; and its number where it is another one than that of the row."""
    told = edition_words(held.edition, language)
    if held.edition.language in row.portions and row.number.parent is not None:
        part = words(language, "compare_portion", number=row.number.parent)
        return f"{told}; {part}"
    return told if held.number == row.number else f"{told}; {held.number}"


def _starred(text: str, spans: Sequence[tuple[int, int]]) -> str:
    parts, at = [], 0
    for start, end in sorted(set(spans)):
        if start >= at:
            parts += [text[at:start], MARK, text[start:end], MARK]
            at = end
    return "".join((*parts, text[at:]))


def _finding(finding: Difference, answer: Comparison, language: str) -> Iterator[str]:
    sentence = difference_sentence(finding, language)
    first, *rest = wrapped(sentence).split("\n")
    yield "\n".join([first, *(f"  {line}" for line in rest)])
    row = next((row for row in answer.rows if row.number == finding.number), None)
    for code in dict.fromkeys(passage.language for passage in finding.evidence):
        held = row and row.texts.get(code)
        spans = [(one.start, one.end) for one in finding.evidence if one.language == code]
        if held and all(
            held.text[p.start : p.end] == p.text for p in finding.evidence if p.language == code
        ):
            yield marked(wrapped(f"{code}: {_snippet(held.text, spans)}", indent=_DEEP))


def _snippet(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Wide enough to hold all marks, if they are not too far apart."""
    apart = tuple(sorted(set(spans)))
    room = apart[-1][1] - apart[0][0] + _SNIPPET // 2
    return snippet(printable(text), apart, width=min(max(_SNIPPET, room), _LONGEST_SNIPPET))
