"""Exported CSV: a folder with one file a table, which a spreadsheet can open and save."""

import csv
import io
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.errors import Unwritable
from kb.export_marks import MANIFEST, MARK, VERSION
from kb.export_shapes import seal_of
from kb.export_tables import (
    LARGEST,
    MOST_ROWS,
    MOST_ROWS_IN_ALL,
    TABLES,
    YES,
    cell,
    number_cell,
)
from kb.model import EditionTexts, SourceTexts
from kb.saying import said

Row = tuple[str, ...]


@dataclass(slots=True)
class _Count:
    """The rows of all tables together."""

    rows: int = 0

    def add(self) -> None:
        self.rows += 1
        if self.rows > MOST_ROWS_IN_ALL:
            raise Unwritable(said("export.too_many_rows", most=MOST_ROWS_IN_ALL))


class _Table:
    """One file; its rows end as RFC 4180 says, and a mark tells a spreadsheet that it is UTF-8."""

    def __init__(self, folder: Path, name: str, files: ExitStack, count: "_Count") -> None:
        self._name = name
        self._count = count
        self._file = files.enter_context((folder / f"{name}.csv").open("wb"))
        text = io.TextIOWrapper(self._file, "utf-8-sig", newline="")
        self._writer: Any = csv.writer(files.enter_context(text))
        self._writer.writerow(TABLES[name])
        self._rows = 0

    def write(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._writer.writerow(row)
            self._rows += 1
            self._count.add()
        if self._file.tell() > LARGEST or self._rows > MOST_ROWS:
            raise Unwritable(
                said("export.too_large", name=self._name, size=LARGEST // 2**20, rows=MOST_ROWS)
            )


def write_csv(documents: Iterable[SourceTexts], folder: Path) -> None:
    """All tables into a folder that is there; raises Unwritable where one grows too large."""
    with ExitStack() as files:
        count = _Count()
        tables = {name: _Table(folder, name, files, count) for name in TABLES}
        editions = 0
        for place, texts in enumerate(documents, start=1):
            key = str(place)
            row = (key, cell(texts.source), cell(texts.form), cell(texts.language))
            tables["documents"].write([(*row, cell(seal_of(texts)))])
            tables["facts"].write(
                (key, str(n), cell(name), cell(value))
                for n, (name, value) in enumerate(texts.facts, start=1)
            )
            tables["notes"].write(_notes(texts, key))
            for edition in texts.editions:
                editions += 1
                _write_edition(tables, edition, key, editions)
    with (folder / MANIFEST).open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows([(MARK,), (str(VERSION),)])


def is_csv_export(folder: Path) -> bool:
    """Whether the folder holds the tables of an export, and nothing else."""
    names = {f"{name}.csv" for name in TABLES} | {MANIFEST}
    return (folder / MANIFEST).is_file() and {path.name for path in folder.iterdir()} <= names


def _notes(texts: SourceTexts, key: str) -> Iterator[Row]:
    for place, note in enumerate(texts.notes, start=1):
        where = (number_cell(note.number), _count(note.line))
        yield (key, str(place), note.kind, *where, cell(note.detail))


def _write_edition(tables: dict[str, _Table], texts: EditionTexts, document: str, n: int) -> None:
    edition = texts.edition
    date = str(edition.date) if edition.date else None
    # Every row of a text names its edition by this, so it says which one that is.
    key = f"{edition.language} {date or 'unknown'} ({n})"
    named = (edition.label, edition.source, edition.kind, edition.hash)
    row = (key, document, cell(edition.language), cell(date), *map(cell, named))
    tables["editions"].write([row])
    for place, rule in enumerate(texts.rules, start=1):
        number = number_cell(rule.number)
        tables["rules"].write(
            [
                (
                    key,
                    str(place),
                    number,
                    cell(rule.title),
                    cell(rule.text),
                    YES if rule.inferred else "",
                    _count(rule.line),
                )
            ]
        )
        tables["examples"].write(
            (key, str(place), number, str(n), cell(text))
            for n, text in enumerate(rule.examples, start=1)
        )
        tables["translates"].write(
            (key, str(place), number, str(part), cell(original))
            for part, original in enumerate(rule.translates)
        )
    tables["rulings"].write(
        (key, str(place), number_cell(ruling.about), cell(ruling.text))
        for place, ruling in enumerate(texts.rulings, start=1)
    )
    tables["glossary"].write(
        (key, str(place), cell(entry.term), cell(entry.text))
        for place, entry in enumerate(texts.glossary, start=1)
    )


def _count(line: int | None) -> str:
    return "" if line is None else str(line)
