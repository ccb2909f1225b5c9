"""The report of what to translate and to review: a table that a spreadsheet can open."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from kb.export_tables import cell, number_cell
from kb.number import RuleNumber
from kb.originals import Part
from kb.translations import State, Unit
from search.exchange.reasons import days_behind, in_own_words, reason

COLUMNS = (
    *("number", "part", "state", "reason", "days_behind", "cited_by"),
    *("english_now", "english_then", "translation"),
)
_FIRST = (State.CHANGED, State.MISSING, State.UNKNOWN, State.MOVED, State.GONE)
"""What says something else than the rules misleads, so it comes before what is only missing."""


def write_review(
    units: Iterable[Unit], file: BinaryIO, *, cited: Mapping[RuleNumber, int], language: str
) -> None:
    """The most urgent first; what is up to date is left out. ``language`` is that of the reasons.

    Cells are written as in the tables of ``export csv``: none of them runs.
    """
    text = io.TextIOWrapper(file, "utf-8-sig", newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(_row(unit, cited, language) for unit in to_do(units, cited))
    text.detach()


def to_do(units: Iterable[Unit], cited: Mapping[RuleNumber, int]) -> list[Unit]:
    """By state, then those that most rules cite."""
    wanted = [unit for unit in units if unit.state is not State.TRANSLATED]
    return sorted(
        wanted,
        key=lambda unit: (_FIRST.index(_urgency(unit)), -cited.get(unit.part.number, 0), unit.part),
    )


def _urgency(unit: Unit) -> State:
    """Where we only have our own words, the rules are still to be translated."""
    return State.MISSING if in_own_words(unit) else unit.state


def _row(unit: Unit, cited: Mapping[RuleNumber, int], language: str) -> Iterator[str]:
    days = days_behind(unit)
    yield number_cell(unit.part.number)
    yield _part(unit.part, named=unit.named)
    yield unit.state
    yield cell(reason(unit, language))
    yield "" if days is None else str(days)
    yield "" if unit.state is State.GONE else str(cited.get(unit.part.number, 0))
    yield cell(unit.original)
    yield cell(unit.was)
    yield cell(unit.held.text if unit.held else None)


def _part(part: Part, *, named: bool) -> str:
    if part.example:
        return f"example {part.example}"
    return "name" if named else "text"
