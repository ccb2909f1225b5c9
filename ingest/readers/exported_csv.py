"""Exported tables read back, also after a spreadsheet has saved them."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from kb.edition import Edition, EditionKind
from kb.errors import Unreadable
from kb.export_marks import MANIFEST, MARK, VERSION
from kb.export_shapes import MOST, date, language, told, told_hash
from kb.export_tables import LARGEST, LATER, MOST_ROWS, MOST_ROWS_IN_ALL, TABLES, YES, said
from kb.files import read_bytes
from kb.model import EditionTexts, GlossaryEntry, Note, NoteKind, RuleText, Ruling, SourceTexts
from kb.number import RuleNumber

_SEPARATORS = ",;\t"
"""A spreadsheet saves with the second where the comma is for decimals, with the third as text."""
_LONGEST_COUNT = 10
_Key = TypeVar("_Key", int, str)
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class _Row:
    """One row of a table; every fault that it tells names the file and the line."""

    table: str
    line: int
    heading: tuple[str, ...]
    cells: tuple[str, ...]

    def at(self, column: str) -> str:
        return f"{self.table}.csv, line {self.line}, {column}"

    def _cell(self, column: str) -> str:
        return self.cells[self.heading.index(column)]

    def raw(self, column: str) -> str:
        return self._cell(column).strip()

    def text(self, column: str) -> str:
        return said(self._cell(column)) or ""

    def maybe(self, column: str) -> str | None:
        return said(self._cell(column))

    def count(self, column: str) -> int:
        text = self.raw(column)
        digits = text.isascii() and text.isdigit() and len(text) <= _LONGEST_COUNT
        if not digits or int(text) > MOST:
            raise Unreadable(f"{self.at(column)}: {text!r:.60} is no whole number up to {MOST}")
        return int(text)

    def maybe_count(self, column: str) -> int | None:
        return self.count(column) if self.raw(column) else None

    def number(self, column: str) -> RuleNumber:
        text = self.text(column).strip()
        number = told(RuleNumber.parse, text, self.at(column))
        if number.rule is not None and number.letter is None and not text.endswith("."):
            raise Unreadable(
                f"{self.at(column)}: {text} lacks its final dot; write {text}. (without it a "
                f"spreadsheet makes {number.section}.1 of {number.section}.10)"
            )
        return number

    def maybe_number(self, column: str) -> RuleNumber | None:
        return self.number(column) if self.raw(column) else None


@dataclass(slots=True)
class _Edition:
    row: _Row
    rules: dict[int, _Row] = field(default_factory=dict)
    examples: dict[int, dict[int, _Row]] = field(default_factory=dict)
    translates: dict[int, dict[int, _Row]] = field(default_factory=dict)
    rulings: dict[int, _Row] = field(default_factory=dict)
    glossary: dict[int, _Row] = field(default_factory=dict)


@dataclass(slots=True)
class _Document:
    row: _Row
    editions: list[_Edition] = field(default_factory=list)
    facts: dict[int, _Row] = field(default_factory=dict)
    notes: dict[int, _Row] = field(default_factory=dict)


@dataclass(slots=True)
class _Tables:
    """The tables of a folder, and how many of their rows were read."""

    folder: Path
    read: int = 0

    def rows(self, table: str) -> Iterator[_Row]:
        for row in _rows(self.folder, table):
            self.read += 1
            if self.read > MOST_ROWS_IN_ALL:
                raise Unreadable(f"over {MOST_ROWS_IN_ALL} rows in all tables; split the export")
            yield row


def read_csv(folder: Path) -> Iterator[tuple[SourceTexts, str | None]]:
    """Each document with its seal; raises Unreadable with file and line before the first."""
    _check_version(folder)
    tables = _Tables(folder)
    documents: dict[str, _Document] = {}
    for row in tables.rows("documents"):
        _once(documents, row.raw("document"), row, "document", _Document(row))
    editions: dict[str, _Edition] = {}
    for row in tables.rows("editions"):
        made = _Edition(row)
        _once(editions, row.raw("edition"), row, "edition", made)
        _named(documents, row, "document").editions.append(made)
    for row in tables.rows("rules"):
        _place(_named(editions, row, "edition").rules, row)
    for row in tables.rows("examples"):
        _beside(_edition_of_rule(editions, row).examples, row, "example")
    for row in tables.rows("translates"):
        edition = _edition_of_rule(editions, row)
        if row.count("part") > len(edition.examples.get(row.count("place"), {})):
            raise Unreadable(f"{row.at('part')}: the rule has no example {row.raw('part')}")
        _beside(edition.translates, row, "part")
    for row in tables.rows("rulings"):
        _place(_named(editions, row, "edition").rulings, row)
    for row in tables.rows("glossary"):
        _place(_named(editions, row, "edition").glossary, row)
    for row in tables.rows("facts"):
        _place(_named(documents, row, "document").facts, row)
    for row in tables.rows("notes"):
        _place(_named(documents, row, "document").notes, row)
    read = [(_texts(document), document.row.maybe("seal")) for document in documents.values()]
    yield from read


def _edition_of_rule(editions: Mapping[str, _Edition], row: _Row) -> _Edition:
    """The edition in which a row stands beside a rule."""
    edition = _named(editions, row, "edition")
    rule = edition.rules.get(row.count("place"))
    if rule is None or rule.number("number") != row.number("number"):
        raise Unreadable(
            f"{row.at('place')}: no rule {row.raw('number')} stands at place "
            f"{row.raw('place')} of its edition in rules.csv"
        )
    return edition


def _beside(rows: dict[int, dict[int, _Row]], row: _Row, column: str) -> None:
    _once(rows.setdefault(row.count("place"), {}), row.count(column), row, column, row)


def _texts(document: _Document) -> SourceTexts:
    row = document.row
    code = row.maybe("language")
    return SourceTexts(
        source=row.text("source"),
        form=row.text("form"),
        language=None if code is None else language(code, row.at("language")),
        editions=tuple(_edition(edition) for edition in document.editions),
        facts=tuple((one.text("key"), one.text("value")) for one in _in_order(document.facts)),
        notes=tuple(_note(one) for one in _in_order(document.notes)),
    )


def _edition(edition: _Edition) -> EditionTexts:
    row = edition.row
    return EditionTexts(
        edition=Edition(
            language=language(row.text("language"), row.at("language")),
            date=date(row.maybe("date"), row.at("date")),
            label=row.maybe("label"),
            source=row.text("source"),
            kind=EditionKind(_one_of(row, "kind", EditionKind)),
            hash=row.text("hash"),
        ),
        rules=tuple(
            _rule(
                edition.rules[place],
                edition.examples.get(place, {}),
                edition.translates.get(place, {}),
            )
            for place in sorted(edition.rules)
        ),
        rulings=tuple(
            Ruling(one.text("text"), one.maybe_number("about"))
            for one in _in_order(edition.rulings)
        ),
        glossary=tuple(
            GlossaryEntry(one.text("term"), one.text("text")) for one in _in_order(edition.glossary)
        ),
    )


def _rule(row: _Row, examples: dict[int, _Row], translates: dict[int, _Row]) -> RuleText:
    return RuleText(
        number=row.number("number"),
        text=row.text("text"),
        title=row.maybe("title"),
        examples=tuple(one.text("text") for one in _in_order(examples)),
        inferred=_one_of(row, "inferred", ("", YES)) == YES,
        line=row.maybe_count("line"),
        translates=tuple(
            told_hash(translates[part].text("original"), translates[part].at("original"))
            if part in translates
            else ""
            for part in range(max(translates, default=-1) + 1)
        ),
    )


def _note(row: _Row) -> Note:
    return Note(
        kind=NoteKind(_one_of(row, "kind", NoteKind)),
        detail=row.text("detail"),
        number=row.maybe_number("number"),
        line=row.maybe_count("line"),
    )


def _one_of(row: _Row, column: str, words: Iterable[str]) -> str:
    text = row.text(column).strip()
    if text not in tuple(words):
        wanted = ", ".join(word or "nothing" for word in words)
        raise Unreadable(f"{row.at(column)}: {text!r:.60}; wanted one of {wanted}")
    return text


def _in_order(rows: Mapping[int, _Row]) -> list[_Row]:
    return [rows[place] for place in sorted(rows)]


def _place(rows: dict[int, _Row], row: _Row) -> None:
    _once(rows, row.count("place"), row, "place", row)


def _once(found: dict[_Key, _Made], key: _Key, row: _Row, column: str, made: _Made) -> None:
    if key in found:
        raise Unreadable(f"{row.at(column)}: {key} stands twice; each wants its own")
    found[key] = made


def _named(found: Mapping[str, _Made], row: _Row, column: str) -> _Made:
    key = row.raw(column)
    if key not in found:
        raise Unreadable(f"{row.at(column)}: {key!r:.60} does not stand in {column}s.csv")
    return found[key]


def _check_version(folder: Path) -> None:
    rows = list(csv.reader(io.StringIO(_decoded(folder, MANIFEST, largest=1000), newline="")))
    said_there = rows[1][0] if len(rows) > 1 and rows[0] == [MARK] and rows[1] else None
    if said_there != str(VERSION):
        raise Unreadable(
            f"{MANIFEST}: version {said_there!r}, this regulae reads {VERSION}: update regulae"
        )


def _rows(folder: Path, table: str) -> Iterator[_Row]:
    """The rows below the heading of a table that say anything."""
    if table in LATER and not (folder / f"{table}.csv").exists():
        return
    text = _decoded(folder, f"{table}.csv", largest=LARGEST)
    columns = TABLES[table]
    first = text.splitlines()[0] if text else ""
    separator = max(_SEPARATORS, key=first.count)
    with _long_cells():
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        try:
            heading = tuple(name.strip() for name in next(reader, []))
            read = 0
            if sorted(filter(None, heading)) != sorted(columns):
                raise Unreadable(
                    f"{table}.csv: its columns are {', '.join(heading)[:200]!r}; "
                    f"wanted {', '.join(columns)}"
                )
            for cells in reader:
                if not any(cells):
                    continue
                if len(cells) < len(heading) or any(cells[len(heading) :]):
                    raise Unreadable(
                        f"{table}.csv, line {reader.line_num}: {len(cells)} cells; "
                        f"wanted {len(heading)}"
                    )
                read += 1
                if read > MOST_ROWS:
                    raise Unreadable(f"{table}.csv: over {MOST_ROWS} rows; split the export")
                yield _Row(table, reader.line_num, heading, tuple(cells))
        except csv.Error as error:
            raise Unreadable(f"{table}.csv, line {reader.line_num}: {error}") from error


@contextmanager
def _long_cells() -> Iterator[None]:
    """A text may be as long as a table; the limit is one of the module csv, so it is put back."""
    before = csv.field_size_limit(LARGEST)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _decoded(folder: Path, name: str, *, largest: int) -> str:
    path = folder / name
    content = read_bytes(str(path), largest=largest, wanted="table")
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise Unreadable(
            f"{name}: byte {error.start}: {error.reason}; save the table as CSV in UTF-8"
        ) from error
