"""Comparisons for people: the texts one below the other, and the findings with what they saw."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from kb.compare.findings import Comparison, Difference, Row
from kb.compare.reading import is_heading
from kb.edition import EditionKind
from kb.holdings import HeldRule
from kb.number import RuleNumber
from search.compare.said import difference_sentence
from search.render import marked, printable, width, wrapped
from search.sentences import edition_words, words
from search.snippet import MARK, snippet

Paint = Callable[..., str]
"""As ``click.style``."""
Places = Mapping[tuple[RuleNumber, str], Sequence[tuple[int, int]]]
"""What the findings speak of, by rule and language: the start and end of each."""

WIDEST = 400
"""Columns of a terminal beyond which a line is not read to its end."""
_COLUMN = 40
"""Signs that a language needs to be read in a column of its own."""
_NUMBERS = 12
"""Signs that the column of the numbers takes."""
_TEXT = " " * 4
_DEEP = " " * 6
_SNIPPET = 180
_LONGEST_SNIPPET = 480


def fits_in_columns(languages: Sequence[str]) -> bool:
    """Whether the terminal is wide enough for the texts side by side."""
    return width(WIDEST) >= _NUMBERS + _COLUMN * len(languages)


def places(answer: Comparison) -> Places:
    found: dict[tuple[RuleNumber, str], list[tuple[int, int]]] = {}
    for finding in answer.findings:
        for passage in finding.evidence:
            key = finding.number, passage.language
            found.setdefault(key, []).append((passage.start, passage.end))
    return {key: _apart(spans) for key, spans in found.items()}


def _apart(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    kept: list[tuple[int, int]] = []
    for start, end in sorted(set(spans)):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return tuple(kept)


def stacked_text(answer: Comparison, language: str, paint: Paint, *, stars: bool) -> str:
    """The texts one below the other; ``stars`` marks in them what the findings speak of."""
    spans = places(answer) if stars else {}
    return "\n\n".join("\n".join(_row(row, language, paint, spans)) for row in answer.rows)


def _row(row: Row, language: str, paint: Paint, spans: Places) -> Iterator[str]:
    yield paint(str(row.number), bold=True)
    for code, held in row.texts.items():
        if held is None:
            yield paint(f"  [{code}]", dim=True) + f" {words(language, 'lacking')}"
            continue
        yield paint(f"  [{about(held, row, language)}]", dim=True)
        text = _starred(held.text, spans.get((row.number, code), ()))
        yield marked(wrapped(text, indent=_TEXT)) if spans else wrapped(text, indent=_TEXT)
        for example in held.examples:
            yield wrapped(f"{words(language, 'example')}: {example}", indent=_DEEP)


def about(held: HeldRule, row: Row, language: str) -> str:
    """The edition of a text; and its number where it is another one than that of the row."""
    told = edition_words(held.edition, language)
    if held.edition.language in row.portions and row.number.parent is not None:
        return f"{told}; {words(language, 'compare_portion', number=row.number.parent)}"
    return told if held.number == row.number else f"{told}; {held.number}"


def _starred(text: str, spans: Sequence[tuple[int, int]]) -> str:
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], MARK, text[start:end], MARK]
        at = end
    return "".join((*parts, text[at:]))


def findings_text(answer: Comparison, language: str, paint: Paint) -> str:
    if not any(_ours_beside_others(row) for row in answer.rows):
        return _findings(answer, language, paint)
    apart = wrapped(words(language, "compare_ours_apart"), indent="")
    # That nothing was found would be read as if all had been compared.
    return f"{_findings(answer, language, paint)}\n{apart}" if answer.findings else apart


def _ours_beside_others(row: Row) -> bool:
    """Whether a row has texts that are hardly compared, so that no finding says little."""
    held = [each for each in row.texts.values() if each is not None and not is_heading(each)]
    return len({each.edition.kind is EditionKind.OURS for each in held}) > 1


def _findings(answer: Comparison, language: str, paint: Paint) -> str:
    if not answer.findings:
        return words(language, "no_findings")
    texts = {row.number: row.texts for row in answer.rows}
    lines = [paint(f"{words(language, 'findings')}: {len(answer.findings)}", bold=True)]
    for finding in answer.findings:
        lines += _finding(finding, texts.get(finding.number, {}), language)
    return "\n".join(lines)


def _finding(
    finding: Difference, texts: Mapping[str, HeldRule | None], language: str
) -> Iterator[str]:
    yield wrapped(difference_sentence(finding, language))
    for code in dict.fromkeys(passage.language for passage in finding.evidence):
        held = texts.get(code)
        spans = _apart([(one.start, one.end) for one in finding.evidence if one.language == code])
        if held is not None:
            yield marked(wrapped(f"{code}: {_around(held.text, spans)}", indent=_DEEP))


def _around(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """A part of the text wide enough to hold all spans, if they are not too far apart."""
    room = spans[-1][1] - spans[0][0] + _SNIPPET // 2
    return snippet(printable(text), spans, width=min(max(_SNIPPET, room), _LONGEST_SNIPPET))
