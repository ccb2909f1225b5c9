"""The real English editions: every one is read, whole, and with the counts that are known."""

from pathlib import Path

import pytest

from ingest.answer import document
from ingest.pipeline import read_path
from ingest.since import heading_since
from kb.edition import EditionDate, EditionKind
from kb.lang import folded
from kb.model import EditionTexts, NoteKind, SourceTexts

pytestmark = pytest.mark.real_text

FILES = [
    *("2003-03-15", "2004-02-01", "2006-07-15", "2009-07-11", "2011-06-17", "2013-04-29"),
    *("2016-11-11", "2019-05-03", "2021-04-19", "2022-11-18", "2023-11-17", "2025-04-04"),
    *("2025-07-25", "2025-11-14", "2026-01-16", "2026-04-17", "2026-08-07"),
]
IN_FORCE = {"2013-04-29": "2013-05-01", "2021-04-19": "2021-04-22"}
UNFIT = {
    NoteKind.GLUED_NUMBER,
    NoteKind.INFERRED_NUMBER,
    NoteKind.DUPLICATE_NUMBER,
    NoteKind.UNKNOWN_EDITION,
    NoteKind.SEVERAL_EDITIONS,
    NoteKind.EDITION_CLASH,
    NoteKind.TRUNCATED,
    NoteKind.LOST_SYMBOL,
    NoteKind.UNKNOWN_SYMBOL,
    NoteKind.DAMAGED_TEXT,
    NoteKind.DUPLICATE_TEXT,
    NoteKind.NEWER_REFERENCE,
    NoteKind.TERM_MISMATCH,
    NoteKind.REFUSED,
}


def read(shared: Path, name: str) -> SourceTexts:
    return read_path(str(shared / "cr" / f"{name}.txt"))


@pytest.mark.parametrize("name", FILES)
def test_every_edition(shared: Path, name: str) -> None:
    source = read(shared, name)
    (texts,) = source.editions
    assert source.language == "en"
    assert texts.edition.date == EditionDate.parse(IN_FORCE.get(name, name))
    assert texts.edition.kind is EditionKind.OFFICIAL
    assert len({rule.number for rule in texts.rules}) == len(texts.rules) > 500
    assert not {note.kind for note in source.notes} & UNFIT
    assert all(rule.text for rule in texts.rules)
    chapters = [rule.number for rule in texts.rules if rule.number.is_chapter]
    assert chapters == sorted(chapters)
    assert [rule.number for rule in texts.rules] == sorted(rule.number for rule in texts.rules)


@pytest.mark.parametrize(
    ("name", "chapters", "sections", "rules", "examples"),
    [("2026-01-16", 9, 146, 3114, 276), ("2026-08-07", 9, 147, 3162, 277)],
)
def test_counts(
    shared: Path, name: str, chapters: int, sections: int, rules: int, examples: int
) -> None:
    (texts,) = read(shared, name).editions
    numbers = [rule.number for rule in texts.rules]
    assert sum(number.is_chapter for number in numbers) == chapters
    assert sum(number.is_section for number in numbers) == sections
    assert sum(number.rule is not None for number in numbers) == rules
    assert sum(len(rule.examples) for rule in texts.rules) == examples
    assert name != "2026-01-16" or len(texts.glossary) == 725


def test_faults_that_are_known(shared: Path) -> None:
    got = document(read(shared, "2026-01-16"))
    told = {(note["kind"], note["number"]) for note in got["notes"]}
    assert {("odd-number", "119.1d"), ("odd-number", "606.5")} <= told
    assert any(kind == "dangling-reference" for kind, _ in told)
    cites = {rule["number"]: rule["cites"] for rule in got["rules"]}
    assert cites["702.33a"] == ["601.2b", "601.2f", "601.2g", "601.2h"]
    assert cites["718.3"] == ["702.160"]


@pytest.mark.parametrize("name", ["2011-06-17", "2021-04-19", "2026-08-07"])
def test_headings_stand_where_the_table_says(shared: Path, name: str) -> None:
    newest = {rule.number: rule.title for rule in read(shared, "2026-08-07").editions[0].rules}
    (texts,) = read(shared, name).editions
    titles = {rule.number: rule.title for rule in texts.rules}
    date = texts.edition.date
    assert date is not None
    held = [number for number, since in heading_since().items() if since <= date]
    assert len(held) > 100
    for number in held:
        then, now = titles.get(number) or "", newest[number] or ""
        assert folded(then).replace("_", "") == folded(now), number


@pytest.mark.parametrize("form", ["docx", "pdf"])
def test_three_forms_of_one_edition_say_the_same(shared: Path, form: str) -> None:
    (plain,) = read(shared, "2026-01-16").editions
    source = read_path(str(shared / "cr" / f"2026-01-16.{form}"))
    (other,) = source.editions
    assert source.form == form
    assert not {note.kind for note in source.notes} & UNFIT
    assert other.edition.date == plain.edition.date
    assert other.edition.kind is EditionKind.OFFICIAL

    def said(texts: EditionTexts) -> list[tuple[object, ...]]:
        return [(rule.number, rule.title, rule.text, rule.examples) for rule in texts.rules]

    assert said(other) == said(plain)
    assert other.glossary == plain.glossary
