"""Comparison: the texts of some rules side by side in several languages, with what differs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kb.edition import EditionDate, EditionKind
from kb.holdings import HeldRule, Holdings
from kb.number import RuleNumber


class FindingKind(StrEnum):
    """In what the texts of one rule may differ."""

    MISSING = "missing"
    EDITION = "edition"
    """One side is older than the newest, or nobody knows from when it is."""
    CITATIONS = "citations"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that a translator should look at."""

    kind: FindingKind
    number: RuleNumber
    languages: tuple[str, ...]
    """The languages that lack it, lag behind, or stand alone."""
    date: EditionDate | None = None
    """For an edition: its date; None where it is unknown."""
    newest: EditionDate | None = None
    only: tuple[RuleNumber, ...] = ()
    """For citations: the numbers that the other texts do not cite."""


@dataclass(frozen=True, slots=True)
class Row:
    """One number and its text in each language; None where a language has none."""

    number: RuleNumber
    texts: Mapping[str, HeldRule | None]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Some rules with all below them, side by side."""

    numbers: tuple[RuleNumber, ...]
    """What was asked for."""
    rows: tuple[Row, ...]
    findings: tuple[Difference, ...]


def compare(
    holdings: Holdings,
    numbers: Sequence[RuleNumber],
    languages: Sequence[str],
    *,
    exact: bool = False,
) -> Comparison:
    """The current texts of ``numbers`` in these languages, with all below unless ``exact``."""
    wanted = (
        numbers
        if exact
        else [part for number in numbers for part in holdings.numbers_in(number, languages)]
    )
    texts = {code: _texts(holdings, wanted, code) for code in languages}
    rows = tuple(
        Row(number, {code: texts[code].get(number) for code in languages})
        for number in dict.fromkeys(wanted)
    )
    found = [difference for row in rows for difference in _missing(row)]
    found += _editions(rows, languages)
    found += [difference for row in rows for difference in _citations(holdings, row)]
    return Comparison(tuple(numbers), rows, tuple(found))


def _texts(
    holdings: Holdings, numbers: Sequence[RuleNumber], language: str
) -> dict[RuleNumber, HeldRule]:
    """The texts of a language; ours only where it has no other, lest they hide what is missing."""
    found = {number: holdings.rule(number, language) for number in numbers}
    held = {number: text for number, text in found.items() if text is not None}
    others = {n: text for n, text in held.items() if text.edition.kind is not EditionKind.OURS}
    return others or held


def _missing(row: Row) -> list[Difference]:
    lacking = tuple(code for code, held in row.texts.items() if held is None)
    return [Difference(FindingKind.MISSING, row.number, lacking)] if lacking else []


def _editions(rows: Sequence[Row], languages: Sequence[str]) -> list[Difference]:
    """One finding a language and date, at the first rule that has it; not one for each rule."""
    held = [text for row in rows for text in row.texts.values() if text is not None]
    dates = [text.edition.date for text in held if text.edition.date is not None]
    newest = max(dates, default=None)
    found: dict[tuple[str, EditionDate | None], Difference] = {}
    for row in rows:
        for code in languages:
            text = row.texts[code]
            if text is None or (text.edition.date is not None and text.edition.date == newest):
                continue
            found.setdefault(
                (code, text.edition.date),
                Difference(FindingKind.EDITION, row.number, (code,), text.edition.date, newest),
            )
    return list(found.values())


def _citations(holdings: Holdings, row: Row) -> list[Difference]:
    """What one text cites and some other does not."""
    cited = {code: holdings.cites(held) for code, held in row.texts.items() if held is not None}
    everywhere = set.intersection(*map(set, cited.values())) if cited else set()
    return [
        Difference(FindingKind.CITATIONS, row.number, (code,), only=only)
        for code, numbers in cited.items()
        if (only := tuple(number for number in numbers if number not in everywhere))
    ]
