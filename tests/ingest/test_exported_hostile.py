"""Exports that are damaged, forged or none: refused with the place, and never half read."""

import csv
import io
import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.exported import exported
from kb.edition import EditionDate, EditionKind
from kb.export_csv import write_csv
from kb.export_json import OPENING, write_json
from kb.export_po import as_po
from kb.model import EditionTexts, GlossaryEntry, Note, NoteKind, Ruling, SourceTexts
from kb.number import RuleNumber
from kb.store import in_memory
from tests.factories import document, edition, put, rule

KICKER = RuleNumber.parse("702.33")
PAGE = document(
    rule("702.33", title="Potenziamento"),
    rule("702.33a", "Vedi regola 601.2b.", examples=("Uno.", "Due.")),
    rulings=[Ruling("Detto una volta.", KICKER)],
    glossary=[GlossaryEntry("Potenziamento", "Vedi regola 702.33.")],
)
PAGE = SourceTexts(
    PAGE.source, "html", "it", PAGE.editions, (("type", "x"),),
    (Note(NoteKind.ODD_NUMBER, "printed 702.33.a", KICKER, 7),),
)  # fmt: skip
ENGLISH = document(
    rule("702.33", title="Kicker"),
    rule("702.33a", "See rule 601.2b.", examples=("One.", "Two.")),
    of=edition("en", "2026-08-07", digest="en"),
)


def json_of(*sources: SourceTexts) -> bytes:
    file = io.BytesIO()
    write_json(sources, file)
    return file.getvalue()


def po_of(*sources: SourceTexts) -> str:
    with in_memory() as store:
        put(store, *sources)
        return as_po(store, "it").content


def read(place: Path, *, form: str = "auto") -> list[SourceTexts]:
    found = exported(str(place), form=form)
    assert found is not None, "not known as an export"
    return list(found)


def refusal(sources: list[SourceTexts]) -> str:
    assert sources[-1].refused
    assert not sources[-1].editions
    return sources[-1].notes[-1].detail


# -- JSON ------------------------------------------------------------------------------------


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    """The export of a page, with its one document changed and laid out as it was."""
    made = json.loads(json_of(PAGE))["documents"][0]
    change(made)
    return OPENING + json.dumps(made).encode() + b"\n]}\n"


def in_rule(key: str, value: object) -> bytes:
    return changed(lambda made: made["editions"][0]["rules"][1].update({key: value}))


def in_edition(key: str, value: object) -> bytes:
    return changed(lambda made: made["editions"][0].update({key: value}))


DEEP = b"[" * 100_000


@pytest.mark.parametrize(
    ("says", "content", "place"),
    [
        ("a number that is none", in_rule("number", "702.33o"), r"rules\[1\]\.number: '702.33o'"),
        ("a text that is a number", in_rule("text", 5), r"rules\[1\]\.text: Expected `str`"),
        ("a line that is a text", in_rule("line", "7"), r"rules\[1\]\.line: Expected"),
        ("a line below all lines", in_rule("line", -1), r"rules\[1\]\.line: Expected"),
        ("a line of many digits", in_rule("line", 10**4000), r"rules\[1\]\.line: "),
        ("a line with a fraction", in_rule("line", 1.5), r"rules\[1\]\.line: "),
        ("an example that is a list", in_rule("examples", [["x"]]), r"examples\[0\]: Expected"),
        ("a key that nobody knows", in_rule("cites", []), r"rules\[1\]: .*`cites`"),
        ("a language without a folder", in_edition("language", "../it"), r"\.language: no lang"),
        ("a day that is none", in_edition("date", "2024-02-30"), r"\[0\]\.date: '2024-02-30'"),
        ("a kind that is none", in_edition("kind", "holy"), r"\[0\]\.kind: Invalid enum value"),
        ("no rules but nothing", in_edition("rules", None), r"\[0\]\.rules: Expected `array`"),
        (
            "a note of no kind",
            changed(lambda made: made["notes"][0].update(kind="x")),
            r"notes\[0\]\.kind: ",
        ),
        (
            "a document without a source",
            changed(lambda made: made.pop("source")),
            r"documents\[0\]: .*`source`",
        ),
        ("nested without end", OPENING + DEEP + b"\n]}\n", r"documents\[0\]: "),
        (
            "nested without end in a place for a text",
            OPENING + b'{"source":"x","form":"x","language":' + DEEP + b"\n]}\n",
            r"documents\[0\].*: ",
        ),
        ("no document", OPENING + b"\n]}\n", "holds no document"),
        ("no JSON", OPENING + b"{]\n]}\n", r"documents\[0\]: JSON is malformed"),
        ("no UTF-8", OPENING + b'{"source":"\xff"}\n]}\n', r"documents\[0\].*: .*UTF-8"),
        ("a half surrogate", OPENING + b'{"source":"\\ud800"}\n]}\n', r"documents\[0\].*: "),
        ("another after the end", json_of(PAGE) + json_of(PAGE), "something follows"),
        ("a newer version", b'{"regulae-export": 2, "documents": {}}', "is 2, .*update regulae"),
        ("a version that is none", b'{"regulae-export": "x"}', "regulae-export: Expected `int`"),
        ("the version alone", b'{"regulae-export": 1}', "`documents`"),
    ],
)
def test_json_is_refused(says: str, content: bytes, place: str, tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    path.write_bytes(content)
    detail = refusal(read(path))
    assert re.search(place, detail), f"{says}: {detail}"


def test_a_document_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.readers.exported_json.LARGEST_DOCUMENT", 2**20)
    path = tmp_path / "export.json"
    path.write_bytes(OPENING + b'{"source":"' + b"x" * 2**20 + b'"}\n]}\n')
    assert "documents[0]: over 1 MiB" in refusal(read(path))


def test_what_stands_before_the_fault_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    content = json_of(ENGLISH, PAGE)
    path.write_bytes(content[: content.rindex(b'"glossary"')])
    first, second = read(path)
    assert first == ENGLISH
    assert "documents[1]: the file ends here" in refusal([second])


def test_json_that_another_program_has_laid_out(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    whole = json.loads(json_of(ENGLISH, PAGE))
    laid_out = json.dumps(whole, indent=4).replace("\n", "\r\n")
    path.write_text(laid_out, encoding="utf-8-sig", newline="")
    assert read(path) == [ENGLISH, PAGE]
    path.write_text(json.dumps(whole, sort_keys=True), encoding="utf-8")
    assert read(path, form="json") == [ENGLISH, PAGE]


def test_other_json_is_no_export(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"query": {"pages": {}}}', encoding="utf-8")
    assert exported(str(path)) is None
    assert "regulae-export" in refusal(read(path, form="json"))


# -- tables ----------------------------------------------------------------------------------


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    place = tmp_path / "tables"
    place.mkdir()
    write_csv([PAGE, ENGLISH], place)
    return place


def rows_of(path: Path) -> list[list[str]]:
    return [*csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline=""))]


def write_rows(path: Path, rows: list[list[str]], *, separator: str = ",") -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=separator).writerows(rows)


@pytest.mark.parametrize(
    ("says", "table", "row", "column", "value", "place"),
    [
        ("no number", "rules", 2, "number", "702.33o", r"rules.csv, line 3, number: '702.33o'"),
        ("what 702.10 becomes", "rules", 2, "number", "702.1", r"line 3, number: .* final dot"),
        ("a place twice", "rules", 2, "place", "1", r"line 3, place: 1 stands twice"),
        ("a place that is none", "rules", 2, "place", "٣", r"line 3, place: .* whole number"),
        ("a place of many digits", "rules", 2, "place", "9" * 5000, r"line 3, place: .* whole"),
        ("a line out of bounds", "rules", 2, "line", "9999999999", r"line 3, line: .* whole"),
        ("an unknown edition", "rules", 2, "edition", "x", r"line 3, edition: 'x' does not stand"),
        ("neither yes nor nothing", "rules", 2, "inferred", "no", r"line 3, inferred: 'no'"),
        ("an example of no rule", "examples", 1, "place", "9", r"examples.csv, line 2, place: no"),
        ("of another rule", "examples", 1, "number", "702.33b", r"line 2, place: no rule 702.33b"),
        ("a day that is none", "editions", 1, "date", "'2024-13-01", r"line 2, date: '2024-13-01'"),
        ("a day of a spreadsheet", "editions", 1, "date", "23/11/2024", r"date: '23/11/2024'"),
        ("no such language", "editions", 1, "language", "xx", r"line 2, language: no language"),
        ("no such kind", "editions", 1, "kind", "holy", r"line 2, kind: 'holy'; wanted one of"),
        ("an edition twice", "editions", 2, "edition", "it 2024-11-23 (1)", r"stands twice"),
        ("an edition of nothing", "editions", 1, "document", "9", r"'9' does not stand in docum"),
        ("no such note", "notes", 1, "kind", "x", r"notes.csv, line 2, kind: 'x'"),
        ("a ruling about nothing", "rulings", 1, "about", "x", r"rulings.csv, line 2, about: 'x'"),
        ("a fact of nothing", "facts", 1, "document", "", r"facts.csv, line 2, document: ''"),
    ],
)
def test_a_cell_is_refused(
    says: str, table: str, row: int, column: str, value: str, place: str, tables: Path
) -> None:
    path = tables / f"{table}.csv"
    rows = rows_of(path)
    rows[row][rows[0].index(column)] = value
    write_rows(path, rows)
    detail = refusal(read(tables))
    assert re.search(place, detail), f"{says}: {detail}"


@pytest.mark.parametrize(
    ("says", "table", "content", "place"),
    [
        ("a table of other columns", "rules", b"a,b\r\n1,2\r\n", r"rules.csv: its columns are"),
        ("an empty table", "rules", b"", r"rules.csv: its columns are"),
        ("an old code page", "facts", b"\xe0", r"facts.csv: byte 0: .*UTF-8"),
        ("a quote without end", "facts", b'document,place,key,value\r\n1,1,"x', r"facts.csv, line"),
        ("a row too short", "facts", b"document,place,key,value\r\n1,1\r\n", r"line 2: 2 cells"),
        ("a row too long", "facts", b"document,place,key,value\r\n1,1,a,b,c\r\n", r"2: 5 cells"),
        ("a newer version", "regulae-export", b"regulae-export\r\n2\r\n", r"version '2'"),
        ("no version", "regulae-export", b"\r\n", r"regulae-export.csv: version None"),
    ],
)
def test_a_table_is_refused(
    says: str, table: str, content: bytes, place: str, tables: Path
) -> None:
    (tables / f"{table}.csv").write_bytes(content)
    detail = refusal(read(tables))
    assert re.search(place, detail), f"{says}: {detail}"


def test_a_table_that_was_lost(tables: Path) -> None:
    (tables / "examples.csv").unlink()
    assert "examples.csv" in refusal(read(tables))


def test_a_table_that_is_too_long(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.readers.exported_csv.LARGEST", 2**20)
    (tables / "rules.csv").write_bytes(b"x" * (2**20 + 1))
    assert "rules.csv: over 1 MiB" in refusal(read(tables))


def test_a_folder_without_the_mark_is_no_export(tables: Path) -> None:
    (tables / "regulae-export.csv").unlink()
    assert "wanted what" in refusal(read(tables, form="csv"))


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_tables_as_a_spreadsheet_saves_them(separator: str, tables: Path) -> None:
    """Sorted, with other separators, in other columns, with blank rows and cells at the end."""
    for path in tables.glob("*.csv"):
        heading, *rows = rows_of(path)
        table = [heading, *sorted(rows, reverse=path.stem not in ("documents", "editions"))]
        if path.stem == "rules":
            table = [row[::-1] for row in table]
        if path.stem != "regulae-export":
            table = [[*row, "", ""] for row in table] + [[""] * len(heading)]
        write_rows(path, table, separator=separator)
    assert read(tables) == [PAGE, ENGLISH]


def test_tables_in_utf_16(tables: Path) -> None:
    for path in tables.glob("*.csv"):
        path.write_text(path.read_text("utf-8-sig"), encoding="utf-16", newline="")
    assert read(tables) == [PAGE, ENGLISH]


def test_one_table_stands_for_its_folder(tables: Path) -> None:
    assert read(tables / "rules.csv") == [PAGE, ENGLISH]


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "\t=1", "\r=1"])
def test_no_cell_runs_in_a_spreadsheet(text: str, tmp_path: Path) -> None:
    """Whatever a source says, wherever it says it."""
    nasty = document(
        rule("702.33", text, title=text, examples=(text,)),
        rulings=[Ruling(text)],
        glossary=[GlossaryEntry(text, text)],
        of=edition(source=text, digest=text),
    )
    write_csv([nasty], tmp_path)
    for path in tmp_path.glob("*.csv"):
        for row in csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")):
            assert not any(cell.startswith(tuple("=+-@\t\r\n")) for cell in row)
    assert read(tmp_path) == [nasty]


# -- PO --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "old", "new", "place"),
    [
        ("a context that is no number", 'msgctxt "702.33a"', 'msgctxt "x"', r"line \d+, msgctxt"),
        ("no context", 'msgctxt "702.33a"\n', "", r"line \d+, msgctxt: ''"),
        ("a day that is none", "#. it 2024-11-23", "#. it 2024-11-99", r"line \d+, edition: "),
        ("a language without a folder", "Language: it", "Language: xx", r"Language: no language"),
        ("a newer version", "Export: 1", "Export: 2", r"is '2', this regulae reads 1"),
        ("no PO", 'msgid "Kicker"', 'msgid "Kic"ker"', r"line \d+: no PO"),
    ],
)
def test_po_is_refused(says: str, old: str, new: str, place: str, tmp_path: Path) -> None:
    content = po_of(ENGLISH, PAGE)
    assert old in content
    path = tmp_path / "it.po"
    path.write_text(content.replace(old, new, 1), encoding="utf-8")
    detail = refusal(read(path))
    assert re.search(place, detail), f"{says}: {detail}"


def test_what_is_not_translated_is_missing_and_never_english(tmp_path: Path) -> None:
    path = tmp_path / "it.po"
    path.write_text(
        po_of(ENGLISH, PAGE).replace('msgstr "Vedi regola 601.2b."', 'msgstr ""'), encoding="utf-8"
    )
    [texts] = read(path)
    assert [str(each.number) for each in texts.editions[0].rules] == ["702.33"]
    kinds = [(note.kind, str(note.number)) for note in texts.notes]
    assert (NoteKind.MISSING_NUMBER, "702.33a") in kinds
    # Its examples are translated, and belong to nothing now.
    assert kinds.count((NoteKind.OTHER_TEXT, "702.33a")) == 2


def test_a_translator_fills_in_what_was_missing(tmp_path: Path) -> None:
    """It is of the edition of the original, since that is what was translated."""
    path = tmp_path / "it.po"
    content = po_of(ENGLISH, document(rule("702.34", "Altra.")))
    filled = content.replace('msgid "Kicker"\nmsgstr ""', 'msgid "Kicker"\nmsgstr "Potenziamento"')
    path.write_text(filled, encoding="utf-8")
    [texts] = read(path)
    made, kept = texts.editions
    assert [str(each.number) for each in kept.rules] == ["702.34"]
    assert made.edition.date == EditionDate.parse("2026-08-07")
    assert (made.edition.language, made.rules[0].title) == ("it", "Potenziamento")


def test_fuzzy_and_obsolete_entries_are_no_texts(tmp_path: Path) -> None:
    path = tmp_path / "it.po"
    english = EditionTexts(
        edition("en", kind=EditionKind.OFFICIAL, digest="en"), ENGLISH.editions[0].rules
    )
    content = po_of(SourceTexts("en.txt", "text", "en", (english,)), PAGE)
    assert "fuzzy" not in content, "it was made for this very text"
    content = content.replace('\nmsgctxt "702.33"', '\n#, fuzzy\nmsgctxt "702.33"', 1)
    path.write_text(content + '\n#~ msgctxt "702.34"\n#~ msgid "x"\n#~ msgstr "y"\n', "utf-8")
    [texts] = read(path)
    assert [str(each.number) for each in texts.editions[0].rules] == ["702.33a"]
    assert {note.kind for note in texts.notes} == {NoteKind.MISSING_NUMBER, NoteKind.OTHER_TEXT}


def test_what_only_repeats_the_original_is_no_translation(tmp_path: Path) -> None:
    """A name may be the same in both languages, a sentence is English that was left."""
    same = document(
        rule("702.33", title="Kicker"), rule("702.33a", "See rule 601.2b.", examples=("Uno.",))
    )
    content = po_of(ENGLISH, same)
    assert 'msgid "See rule 601.2b."\nmsgstr ""' in content
    assert 'msgid "Kicker"\nmsgstr "Kicker"' in content
    copied = content.replace(
        'msgid "See rule 601.2b."\nmsgstr ""',
        'msgid "See rule 601.2b."\nmsgstr "See rule 601.2b."',
    )
    for each in (content, copied):
        (tmp_path / "it.po").write_text(each, encoding="utf-8")
        [texts] = read(tmp_path / "it.po")
        assert [str(each.number) for each in texts.editions[0].rules] == ["702.33"]


def test_texts_without_an_original_are_kept_and_counted() -> None:
    with in_memory() as store:
        put(store, ENGLISH, PAGE, document(rule("702.34", "Altra."), of=edition(digest="3")))
        made = as_po(store, "it")
    assert (made.rules, made.translated, made.gone) == (2, 2, 1)
    assert '#~ msgctxt "702.34"' in made.content
    assert '#~ msgstr "Altra."' in made.content


# -- what holds for all ----------------------------------------------------------------------


def test_options_that_an_export_answers_itself(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    path.write_bytes(json_of(PAGE))
    for language, date, wanted in (
        ("es", None, "leave out --lang"),
        (None, EditionDate.parse("2024-01-01"), "leave out --date"),
    ):
        found = exported(str(path), language=language, date=date)
        assert found is not None
        assert wanted in refusal(list(found))
    found = exported(str(path), language="it")
    assert found is not None
    assert list(found) == [PAGE]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    form=st.sampled_from(["json", "po", "csv"]),
    place=st.floats(0, 1, exclude_max=True),
    cut=st.integers(0, 40),
    put_in=st.binary(max_size=8) | st.sampled_from([b'"', b"{", b"\n", b",", b"\xff\xfe", b"\0"]),
)
def test_damage_is_refused_or_read(form: str, place: float, cut: int, put_in: bytes) -> None:
    """Whatever happens to a file, it ends in documents and perhaps a refusal, not in an error."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if form == "csv":
            write_csv([PAGE, ENGLISH], folder)
            path = sorted(folder.iterdir())[cut % 9]
        else:
            path = folder / "export"
            content = json_of(PAGE, ENGLISH) if form == "json" else po_of(ENGLISH, PAGE).encode()
            path.write_bytes(content)
        content = path.read_bytes()
        at = int(place * len(content))
        path.write_bytes(content[:at] + put_in + content[at + cut :])
        found = exported(str(folder if form == "csv" else path))
        for texts in found or ():
            assert texts.refused or texts.editions


@pytest.mark.parametrize("form", ["csv", "po"])
def test_more_than_any_rules_have(form: str, tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tables
    if form == "csv":
        monkeypatch.setattr("ingest.readers.exported_csv.MOST_ROWS", 3)
    else:
        monkeypatch.setattr("ingest.readers.exported_po.MOST_LINES", 20)
        place = tables / "it.po"
        place.write_text(po_of(ENGLISH, PAGE), encoding="utf-8")
    assert "over " in refusal(read(place))


def test_a_document_of_more_parts_than_any_source_has(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    path.write_bytes(changed(lambda made: made.update(facts=[["a", "b"]] * 100_001)))
    assert "documents[0].facts: " in refusal(read(path))
