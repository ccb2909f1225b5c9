"""Rows of the bundled tables: cells read with the place that a fault is told by."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from kb.edition import EditionDate
from kb.errors import BadData, RegulaeError
from kb.number import RuleNumber

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table; its readers raise BadData with the place."""

    path: Path
    line: int
    cells: Mapping[str, str]

    def fault(self, what: str) -> BadData:
        return BadData(f"{self.path}:{self.line}: {what}")

    def text(self, column: str) -> str:
        cell = self.cells[column]
        if not cell:
            raise self.fault(f"{column} is empty")
        return cell

    def optional(self, column: str) -> str | None:
        return self.cells[column] or None

    def several(self, column: str) -> tuple[str, ...]:
        cell = self.cells[column]
        words = tuple(cell.split("|")) if cell else ()
        if not all(word and word == word.strip() for word in words):
            raise self.fault(f"{column} wants words with one | between them, got {cell!r}")
        return words

    def number(self, column: str) -> RuleNumber:
        try:
            return RuleNumber.parse(self.text(column))
        except RegulaeError as error:
            raise self.fault(f"{column}: {error}") from error

    def date(self, column: str) -> EditionDate:
        try:
            return EditionDate.parse(self.text(column))
        except RegulaeError as error:
            raise self.fault(f"{column}: {error}") from error

    def one_of(self, column: str, choices: type[Choice]) -> Choice:
        cell = self.text(column)
        if cell not in list(choices):
            raise self.fault(f"{column} is {cell!r}; wanted one of {', '.join(choices)}")
        return choices(cell)


def rows(path: Path, columns: tuple[str, ...]) -> Iterator[Row]:
    """The rows below the heads; raises BadData where these are others or a row is not whole."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: cannot be read: {error}") from error
    lines = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        if tuple(next(lines, ())) != columns:
            raise BadData(f"{path}:1: wanted the columns {','.join(columns)}")
        for cells in lines:
            if len(cells) != len(columns):
                raise BadData(
                    f"{path}:{lines.line_num}: {len(cells)} cells instead of {len(columns)}"
                )
            yield Row(path, lines.line_num, dict(zip(columns, cells, strict=True)))
    except csv.Error as error:
        raise BadData(f"{path}:{lines.line_num}: {error}") from error
