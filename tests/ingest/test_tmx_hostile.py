"""Translation memories that are damaged, forged or none: refused with a reason, in good time."""

import io
import re
import tempfile
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.exported import exported
from ingest.readers.exported_tmx import LARGEST, MOST_MARKS, MOST_TEXTS, MOST_UNITS
from kb.edition import EditionDate, EditionKind
from kb.model import NoteKind, SourceTexts
from kb.store import in_memory
from search.exchange.as_tmx import memory, write_tmx
from tests.factories import document, edition, put, rule


def whole() -> bytes:
    english = edition("en", "2024-11-08", kind=EditionKind.OFFICIAL, digest="en")
    with in_memory() as store:
        put(
            store,
            document(rule("100.1", "One."), rule("100.2a", "Two.", examples=("Ex.",)), of=english),
        )
        put(store, document(rule("100.1", "Uno."), rule("100.2a", "Due.", examples=("Es.",))))
        file = io.BytesIO()
        write_tmx(memory(store, ["it"]), file)
    return file.getvalue()


WHOLE = whole()


def memory_of(*units: str, before: str = "", header: str = "") -> bytes:
    body = "".join(units)
    return f'{before}<tmx version="1.4"><header>{header}</header><body>{body}</body></tmx>'.encode()


def unit(tuid: str, *variants: str) -> str:
    return f'<tu tuid="{tuid}">{"".join(variants)}</tu>'


def variant(language: str, text: str, **said: str) -> str:
    props = "".join(f'<prop type="x-{name}">{value}</prop>' for name, value in said.items())
    return f'<tuv xml:lang="{language}">{props}<seg>{text}</seg></tuv>'


def read(
    content: bytes, place: Path, *, form: str = "auto", language: str | None = None
) -> list[SourceTexts]:
    path = place / "memory.tmx"
    path.write_bytes(content)
    found = exported(str(path), form=form, language=language)
    assert found is not None, "not known as a translation memory"
    return list(found)


LAUGHS = "<!DOCTYPE tmx [<!ENTITY a 'xxxxxxxxxx'>{}]>".format(
    "".join(f"<!ENTITY {after} '{f'&{name};' * 10}'>" for name, after in pairwise("abcdefghi"))
)
ELSEWHERE = '<!DOCTYPE tmx [<!ENTITY e SYSTEM "file:///etc/hostname">]>'


@pytest.mark.parametrize(
    ("says", "content", "reason"),
    [
        ("no end", WHOLE[: len(WHOLE) // 2], r"damaged XML"),
        ("no unit", memory_of(), r"no text of a numbered unit"),
        ("no number", memory_of(unit("x", variant("it", "Uno."))), r"line 1, tuid: 'x' is not a"),
        ("a number with blanks", memory_of(unit("100 1", variant("it", "Uno."))), r"is no unit"),
        (
            "units without ids",
            memory_of("<tu><tuv xml:lang='it'><seg>U</seg></tuv></tu>"),
            r"no text",
        ),
        ("no known language", memory_of(unit("100.1", variant("xx", "Uno."))), r"no text"),
        ("nothing in it", memory_of(unit("100.1", variant("it", " "))), r"no text"),
        (
            "a day that is none",
            memory_of(
                unit(
                    "100.1", variant("it", "Uno.", edition="2024-02-30", **{"edition-kind": "ours"})
                )
            ),
            r"x-edition: '2024-02-30'",
        ),
        (
            "a hash that is none",
            memory_of(unit("100.1", variant("it", "Uno.", translates="zz"))),
            r"x-translates: 'zz' is no hash",
        ),
        (
            "a move from nowhere",
            memory_of(unit("100.1", variant("it", "Uno.", **{"moved-from": "x"}))),
            r"x-moved-from: 'x'",
        ),
        ("a newer version", memory_of(header='<prop type="x-regulae-export">2</prop>'), r"reads 1"),
        ("laughs", memory_of(unit("100.1", variant("it", "&i;")), before=LAUGHS), r"XML|entities"),
        ("a file", memory_of(unit("100.1", variant("it", "&e;")), before=ELSEWHERE), r"entities"),
        ("elements without end", memory_of("<tu>" * 300_000), r"damaged XML"),
        ("too many elements", memory_of("<tu/>" * (MOST_MARKS + 1)), r"elements and attributes"),
        ("too many units", memory_of("<tu/>" * (MOST_UNITS + 1)), r"over 50000 units"),
        (
            "too many texts",
            memory_of(unit("100.1", *([variant("it", "U")] * (MOST_TEXTS + 1)))),
            r"line 1: over 200 texts",
        ),
        ("too much", memory_of("<tu/>", " " * LARGEST), r"over 24 MiB"),
        ("an encoding that is none", WHOLE.replace(b'"UTF-8"', b'"UTF-9"'), r"damaged XML"),
        ("bytes that are no UTF-8", WHOLE.replace(b"Uno.", b"Un\xff."), r"damaged XML"),
    ],
)
def test_refused(says: str, content: bytes, reason: str, tmp_path: Path) -> None:
    [*before, refused] = read(content, tmp_path)
    assert not before
    assert refused.refused, says
    assert re.search(reason, refused.notes[-1].detail), f"{says}: {refused.notes[-1].detail}"
    assert "hostname" not in refused.notes[-1].detail


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_in_any_encoding(encoding: str, tmp_path: Path) -> None:
    text = WHOLE.decode().replace('encoding="UTF-8"', f'encoding="{encoding[:6]}"')
    assert [each.language for each in read(text.encode(encoding), tmp_path)] == ["en", "it"]


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    content = memory_of(
        unit(
            "100.1", variant("en", "One."), variant("it-IT", "Uno <ph x='1'>{1}</ph><hi>due</hi>.")
        ),
        unit("100.1@0123456789abcdef", variant("en", "Former."), variant("it", "Di prima.")),
        unit("100.2/example-1", variant("it", "Un esempio senza regola.")),
        unit("100.3", variant("xx", "Unknown."), variant("it", "")),
        "<tu><tuv xml:lang='it'><seg>Senza numero.</seg></tuv></tu>",
    )
    english, italian = read(content, tmp_path)
    assert [rule.text for rule in italian.editions[0].rules] == ["Uno due.", "Di prima."]
    assert [rule.text for rule in english.editions[0].rules] == ["One."]
    notes = [(note.kind, note.detail) for each in (english, italian) for note in each.notes]
    for kind, detail in (
        (NoteKind.OTHER_TEXT, "units without a number: 1"),
        (NoteKind.OTHER_TEXT, "former English texts, beside translations: 1"),
        (NoteKind.OTHER_TEXT, "texts of languages that are not known here: 1"),
        (NoteKind.OTHER_TEXT, "parts of segments that are no text but codes of a tool: 1"),
        (NoteKind.MISSING_NUMBER, "100.3: an empty segment"),
        (NoteKind.DUPLICATE_NUMBER, "100.1 stands twice in an edition without a date"),
    ):
        assert (kind, detail) in notes
    assert any("an example of a rule that is not translated" in detail for _, detail in notes)


def test_a_page_is_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<html><body><p>What is <tmx >?</p></body></html>", encoding="utf-8")
    assert exported(str(path)) is None


@pytest.mark.parametrize("before", ["<!---->", "<?x?>", "<!DOCTYPE a [ ]>", "<!DOCTYPE a "])
def test_what_a_memory_is_not_is_told_at_once(before: str, tmp_path: Path) -> None:
    path = tmp_path / "page.xml"
    path.write_text(f"{before * 500}<page/>", encoding="utf-8")
    assert exported(str(path)) is None


def test_what_is_said_to_be_a_memory_and_is_none(tmp_path: Path) -> None:
    [refused] = read(b"<page/>", tmp_path, form="tmx")
    assert "no TMX: its root is 'page'" in refused.notes[-1].detail


def test_days_are_its_own(tmp_path: Path) -> None:
    path = tmp_path / "memory.tmx"
    path.write_bytes(WHOLE)
    found = exported(str(path), date=EditionDate.parse("2024-01-01"))
    assert found is not None
    [refused] = found
    assert "leave out --date" in refused.notes[-1].detail


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    place=st.floats(0, 1, exclude_max=True),
    cut=st.integers(0, 60),
    put_in=st.binary(max_size=8) | st.sampled_from([b"<", b"&", b'"', b"</tu>", b"<tu>", b"\0"]),
)
def test_damage_is_refused_or_read(place: float, cut: int, put_in: bytes) -> None:
    """Whatever happens to a file, it ends in documents and perhaps a refusal, not in an error."""
    at = int(place * len(WHOLE))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.tmx"
        path.write_bytes(WHOLE[:at] + put_in + WHOLE[at + cut :])
        for texts in exported(str(path), form="tmx") or ():
            assert texts.refused or texts.editions
