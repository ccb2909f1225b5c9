"""Round trips: what is in a base, exported and read back, is what was there."""

import csv
import datetime
import io
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ingest.exported import exported
from kb.edition import Edition, EditionDate, EditionKind
from kb.errors import UnknownEdition
from kb.export import documents
from kb.export_csv import write_csv
from kb.export_json import write_json
from kb.export_po import as_po
from kb.lang import codes
from kb.model import EditionTexts, GlossaryEntry, Note, NoteKind, RuleText, Ruling, SourceTexts
from kb.moves import today
from kb.number import LETTERS, RuleNumber
from kb.store import in_memory
from tests.factories import document, edition, put, rule

Write = Callable[[Sequence[SourceTexts], Path], None]


def _json(sources: Sequence[SourceTexts], place: Path) -> None:
    with place.open("wb") as file:
        write_json(sources, file)


def _csv(sources: Sequence[SourceTexts], place: Path) -> None:
    place.mkdir()
    write_csv(sources, place)


WRITERS: dict[str, Write] = {"json": _json, "csv": _csv}


def held(*sources: SourceTexts) -> list[SourceTexts]:
    """Into a base and out of it again."""
    with in_memory() as store:
        put(store, *sources)
        return list(documents(store))


def back(place: Path) -> list[SourceTexts]:
    found = exported(str(place))
    assert found is not None, "not known as an export"
    return list(found)


@contextmanager
def folder() -> Iterator[Path]:
    """A new folder for each example of a property."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


thorough = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no fault of a round trip."""

# What spreadsheets, line ends and quotes could change, beside any text.
TRICKY = (
    *("=1+1", "+1/+1", "-2", "@x", "'", "''x", "\t=1", "＝1", " x ", "\ufeff", "½", "TRUE"),
    *("2024-11-23", "702.10", "1e5", "1/2", "May 5", "", "\r", "\n", "a\r\nb", '"', 'a"b', "a;b,c"),
)
TEXTS = st.sampled_from(TRICKY) | st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
LETTER = st.sampled_from(LETTERS)
NUMBERS = (
    st.integers(1, 9).map(RuleNumber)
    | st.integers(100, 999).map(RuleNumber)
    | st.builds(
        RuleNumber,
        st.integers(100, 999),
        st.integers(1, 999),
        st.none() | LETTER | LETTER.map(lambda letter: f"a{letter}"),
    )
)
DAYS = st.dates(datetime.date(1990, 1, 1), datetime.date(2100, 12, 31))
DATES = st.builds(lambda day, month: EditionDate(day.year, day.month, None if month else day.day),
                  DAYS, st.booleans())  # fmt: skip
LINES = st.none() | st.integers(0, 2**31)
HASHES = st.just("") | st.text("0123456789abcdef", min_size=16, max_size=16)
EDITIONS = st.builds(
    Edition,
    language=st.sampled_from(codes()),
    date=st.none() | DATES,
    label=st.none() | TEXTS,
    source=TEXTS,
    kind=st.sampled_from(EditionKind),
    hash=TEXTS,
)
RULES = st.builds(
    RuleText,
    number=NUMBERS,
    text=TEXTS,
    title=st.none() | TEXTS,
    examples=st.lists(TEXTS, max_size=3).map(tuple),
    inferred=st.booleans(),
    line=LINES,
).flatmap(
    lambda rule: st.lists(HASHES, max_size=1 + len(rule.examples)).map(
        lambda hashes: replace(rule, translates=tuple(hashes))
    )
)
EDITION_TEXTS = st.builds(
    EditionTexts,
    edition=EDITIONS,
    rules=st.lists(RULES, max_size=4).map(tuple),
    rulings=st.lists(st.builds(Ruling, TEXTS, st.none() | NUMBERS), max_size=2).map(tuple),
    glossary=st.lists(st.builds(GlossaryEntry, TEXTS, TEXTS), max_size=2).map(tuple),
)
SOURCES = st.builds(
    SourceTexts,
    source=TEXTS,
    form=TEXTS,
    language=st.none() | st.sampled_from(codes()),
    editions=st.lists(EDITION_TEXTS, max_size=3).map(tuple),
    facts=st.lists(st.tuples(TEXTS, TEXTS), max_size=3).map(tuple),
    notes=st.lists(
        st.builds(Note, st.sampled_from(NoteKind), TEXTS, st.none() | NUMBERS, LINES), max_size=3
    ).map(tuple),
)


@thorough
@given(source=SOURCES)
def test_a_base_gives_back_what_it_took_in(source: SourceTexts) -> None:
    assert held(source) == [source]


@pytest.mark.parametrize("form", WRITERS)
@thorough
@given(sources=st.lists(SOURCES, min_size=1, max_size=3))
def test_nothing_is_lost(form: str, sources: list[SourceTexts]) -> None:
    with folder() as place:
        WRITERS[form](sources, place / "export")
        assert back(place / "export") == sources


@pytest.mark.parametrize("form", WRITERS)
def test_from_base_to_base(form: str, tmp_path: Path) -> None:
    page = document(
        rule("702.33", title="Potenziamento"),
        rule("702.33a", "Vedi regola 601.2b.", examples=("Uno.", "=Due")),
        rulings=[Ruling("Detto una volta.", RuleNumber.parse("702.33"))],
        glossary=[GlossaryEntry("Potenziamento", "Vedi regola 702.33.")],
    )
    book = document(rule("702.10", "Haste."), of=edition("en", digest="2", kind=EditionKind.OURS))
    WRITERS[form](held(page, book), tmp_path / "one")
    read = back(tmp_path / "one")
    WRITERS[form](held(*read), tmp_path / "two")
    assert back(tmp_path / "two") == read == [page, book]


@pytest.mark.parametrize("form", WRITERS)
@thorough
@given(source=SOURCES.filter(lambda source: any(one.rules for one in source.editions)))
def test_what_was_changed_is_a_text_of_its_own(form: str, source: SourceTexts) -> None:
    """Otherwise an edited text would pass for the official one, or for one held already."""
    with folder() as place:
        export = place / "export"
        WRITERS[form]([source], export)
        _change_the_seal(export)
        [read] = back(export)
    assert [texts.rules for texts in read.editions] == [texts.rules for texts in source.editions]
    assert read.notes[-1].kind is NoteKind.EDITION_CLASH
    for one, before in zip(read.editions, source.editions, strict=True):
        assert one.edition.kind is EditionKind.TRANSLATION
        assert one.edition.hash != before.edition.hash
        assert (one.edition.date, one.edition.source) == (before.edition.date, str(export))


def _change_the_seal(export: Path) -> None:
    """As good as any change: the seal and the text no longer agree."""
    path = export / "documents.csv" if export.is_dir() else export
    content = path.read_bytes()
    if export.is_dir():
        rows = [*csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))]
        rows[1][-1] = "0"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
    else:
        start, seal = content.rsplit(b'"seal":"', 1)
        path.write_bytes(start + b'"seal":"0' + seal)


# -- parts of a base -------------------------------------------------------------------------


def test_one_language_and_one_day() -> None:
    old = document(rule("702.33", "Old."), of=edition("en", "2019-05-03", digest="1"))
    new = document(rule("702.33", "New."), of=edition("en", "2026-01-16", digest="2"))
    page = document(rule("702.33", "Pagina."), of=edition("it", "2024-11-23", digest="3"))
    undated = document(rule("702.33", "Página."), of=edition("es", None, digest="4"))
    with in_memory() as store:
        put(store, old, new, page, undated)

        def found(language: str | None, day: str | None) -> list[SourceTexts]:
            at = EditionDate.parse(day) if day else None
            return list(documents(store, language=language, at=at))

        assert found("en", None) == [old, new]
        assert found("en", "2026-01-15") == [old]
        assert found(None, "2026-08-07") == [new, page]
        assert found("es", None) == [undated]
        for language, day in (("en", "2019-05-02"), ("es", "2026-08-07"), (None, "2001-01-01")):
            with pytest.raises(UnknownEdition, match="no edition in force"):
                found(language, day)


def test_of_a_page_with_two_editions_the_one_in_force() -> None:
    old = EditionTexts(edition(date="2011-09"), (rule("702.33", "Vecchia."),))
    new = EditionTexts(edition(date="2024-11-23"), (rule("702.33", "Nuova."),))
    both = SourceTexts("page.html", "html", "it", editions=(old, new), facts=(("type", "x"),))
    with in_memory() as store:
        put(store, both)
        [part] = documents(store, at=EditionDate.parse("2024-11-22"))
    assert part.editions == (old,)
    assert part.facts == both.facts


# -- beside the original ---------------------------------------------------------------------

WORDS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12)
FOLDED = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)
"""Texts as ingest leaves them: blanks are single."""


@st.composite
def pairs(draw: st.DrawFn) -> tuple[SourceTexts, SourceTexts]:
    """An English edition and its translation: no text the same, but numbers and examples."""
    numbers = draw(st.lists(NUMBERS, min_size=1, max_size=5, unique=True).map(sorted))
    label = draw(st.none() | FOLDED)
    day = draw(st.none() | DATES)
    # Of a text so old that its number is another rule's by now, none is current.
    days = (day, edition("en").date)
    assume(all(today(number, then) == number for number in numbers for then in days))
    sides: list[list[RuleText]] = [[], []]
    for number in numbers:
        named = draw(st.booleans())
        examples = 0 if named else draw(st.integers(0, 2))
        for side, opening in zip(sides, ("One", "Uno"), strict=True):
            text = f"{opening} {draw(FOLDED)}"
            each = tuple(f"{opening} {draw(FOLDED)}" for _ in range(examples))
            side.append(RuleText(number, text, text if named else None, each))
    italian = Edition("it", day, label, "page.html", EditionKind.TRANSLATION, "2")
    return (
        document(*sides[0], of=edition("en", digest="1")),
        document(*sides[1], of=italian),
    )


@thorough
@given(pair=pairs())
def test_a_translation_beside_its_original(pair: tuple[SourceTexts, SourceTexts]) -> None:
    english, italian = pair
    with in_memory() as store, folder() as place:
        put(store, english, italian)
        made = as_po(store, "it")
        (place / "it.po").write_text(made.content, encoding="utf-8", newline="")
        [read] = back(place / "it.po")
    count = len(english.editions[0].rules)
    assert (made.rules, made.translated, made.gone) == (count, count, 0)
    [texts], [before] = read.editions, italian.editions
    assert (read.form, read.language) == ("po", "it")
    assert (texts.edition.date, texts.edition.label) == (before.edition.date, before.edition.label)
    assert [_without_line(each) for each in texts.rules] == list(before.rules)


def _without_line(rule: RuleText) -> RuleText:
    return RuleText(rule.number, rule.text, rule.title, rule.examples)
