"""A short part of the fuzz, hostile sources of every form, and what the fuzz has found."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from benchmarks.fuzz import PAGE, PAGES, random_of, smallest
from benchmarks.fuzz_seeds import READERS, Sample, Seeds, seeds
from benchmarks.fuzz_worker import PATIENCE, Worker
from benchmarks.mutations import mutated
from ingest import decode, forms
from ingest.document import Document
from ingest.readers import (
    archive,
    docx,
    docx_styles,
    exported_csv,
    exported_json,
    exported_tmx,
    html,
    pdf_layer,
    po,
    text,
    wiki_answer,
    wiki_safety,
)
from ingest.rules import segment
from kb import export_tables
from tests.hostile import (
    LAUGHS,
    body,
    mixed,
    overlapping,
    page_tree,
    paragraph,
    styles,
    understated,
)
from tests.ingest.making import pdf
from tests.ingest.reading import answered, kinds, notes, numbers, rule

SEED = 2026
SAMPLES = 8
LONG = 50_000


@pytest.fixture(scope="module")
def found() -> Seeds:
    return seeds(None, PAGES)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as at_work:
        yield at_work


def one(reader: str, content: bytes) -> Sample:
    return Sample(reader, ((f"source.{reader}", content),))


# -- the slice -----------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", READERS)
def test_mutated_sources(reader: str, found: Seeds, worker: Worker) -> None:
    for place in range(SAMPLES):
        sample = found.sample(reader, random_of(SEED, reader, place))
        outcome = worker.read(sample, twice=place == 0)
        fault = outcome.fault or ""
        assert not fault or fault.startswith("slow"), f"{SEED} {reader} {place}: {fault}"


def test_a_source_follows_from_its_place_in_the_run(found: Seeds) -> None:
    first, again, other = (
        found.sample("html", random_of(seed, "html", 5)) for seed in (SEED, SEED, SEED + 1)
    )
    assert first == again != other


def test_the_oracle_sees_what_is_lost(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A segmenter that forgets is found out; else the fuzz would be content with anything."""
    from benchmarks import fuzz_oracle

    text = "702.9a Chi vola passa sopra i muri più alti.\nUn merlo che canta non è di nessuno."
    sample = one("txt", text.encode())
    assert not [*fuzz_oracle.faults(fuzz_oracle.read(sample, tmp_path), sample)]

    def forgetful(document: Document) -> object:
        return segment(Document(document.form, document.lines[:1]))

    monkeypatch.setattr("ingest.pipeline.segment", forgetful)
    monkeypatch.setattr(fuzz_oracle, "segment", forgetful)
    (fault,) = fuzz_oracle.faults(fuzz_oracle.read(sample, tmp_path), sample)
    assert "lost by the segmenter" in fault


def test_a_finding_is_made_small() -> None:
    made = smallest(one("txt", b"x" * 500 + b"!" + b"y" * 500), lambda each: b"!" in each.content)
    assert made.content == b"!"


def test_a_mutation_changes_something() -> None:
    content = PAGES.joinpath("it_keyword.html").read_bytes()
    for place in range(20):
        assert mutated(content, Random(place), other=content, marks="html")


# -- hostile sources -----------------------------------------------------------------------------


_COMMAND = "from search.cli import main; main()"
EXTERNAL = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
QUADRATIC = f'<!DOCTYPE x [<!ENTITY a "{"x" * 100_000}">]>'
BOOK = pdf([(60, 700, "702.9a Uno vola.")])
LISTS = b"<html><body><p>702.9a Uno.</p>" + b"<ul><li>" * 100_000


@pytest.mark.parametrize(
    ("says", "reader", "content", "refused"),
    [
        ("entities upon entities", "docx", body(paragraph("&a;" * 20_000), before=QUADRATIC), True),
        ("an archive that lies", "docx", understated(), True),
        ("one content, many names", "docx", overlapping(1900), True),
        ("boxes in boxes", "docx", body("<w:p><w:txbxContent>" * 20_000), True),
        ("empty paragraphs", "docx", body(mixed("<w:p/>", "<w:p> </w:p>", times=300_000)), True),
        ("styles without end", "docx", styles(150_000), True),
        ("laughs in a page", "html", f"{LAUGHS}<p>702.9a Uno. &i;</p><p>".encode(), False),
        ("a hundred thousand lists", "html", LISTS, True),
        ("a million lines", "html", b"<pre>702.9a Uno\n" + b"x\n" * 10**6 + b"</pre><p>", True),
        (
            "an attribute without end",
            "html",
            b"<html><p " + b"a=b " * 10**6 + b">702.9a Uno.",
            False,
        ),
        ("a page tree of a thousand levels", "pdf", page_tree(1000), True),
        ("pages without number", "pdf", BOOK.replace(b"/Count 1", b"/Count 2147483647"), False),
        ("a page below itself", "pdf", BOOK.replace(b"[4 0 R]", b"[2 0 R]"), True),
        ("a stream without end", "pdf", BOOK.replace(b"/Length ", b"/Length 999999999"), False),
        ("lists in lists", "pdf", BOOK.replace(b"[4 0 R]", b"[" * 100_000), True),
        ("objects in objects", "json", b'{"query":' + b'{"a":' * 200_000, True),
        ("elements in elements", "xml", b"<mediawiki>" + b"<page>" * 100_000, True),
        ("laughs in an export", "xml", f"{LAUGHS}<mediawiki>&i;</mediawiki>".encode(), True),
        ("entries without end", "po", b'msgid "a"\nmsgstr "b"\n\n' * 60_000, True),
        ("marks on no letter", "txt", "\u0301".encode() * LONG, True),
        ("lost letters alone", "txt", "\ufffd".encode() * LONG, True),
        ("NULs", "txt", b"\0" * LONG, True),
        ("half signs in UTF-16", "txt", b"\xff\xfe7\x000\x002\x00.\x00" + b"\x00\xd8" * 99, True),
        ("half signs in UTF-8", "txt", b"702.9a Uno \xed\xa0\x80 due.\n" * 9, False),
        ("UTF-32", "txt", "702.9a Uno.\n".encode("utf-32"), True),
        *(
            (f"{sign!r} without end", "txt", f"702.9a Uno. {sign * LONG}".encode(), False)
            for sign in ("7", ".", "“", '"', "(", ")", "[", "a", "É", "7.", "702.9a–", "- ", "&lt;")
        ),
    ],
)
def test_hostile(says: str, reader: str, content: bytes, refused: bool, worker: Worker) -> None:
    outcome = worker.read(one(reader, content))
    fault = outcome.fault or ""
    assert not fault or fault.startswith("slow"), f"{says}: {fault}"
    assert outcome.seconds < PATIENCE, says
    assert outcome.refused == refused, says


def test_nothing_is_read_from_this_machine() -> None:
    inner = paragraph("702.9a Chi vola &a; passa sopra.")
    got = answered(body(inner, before=EXTERNAL))
    assert "root:" not in str(got)


@pytest.mark.parametrize("endless", ["a file", "a stream"])
def test_one_line_without_end(endless: str, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    with path.open("wb") as file:
        file.write(b"702.9a Uno.")
        file.truncate(2**30)  # holes of a file take no room
    stream = Path("/dev/zero")
    if endless == "a stream" and not stream.exists():
        pytest.skip("this system has no file that never ends")
    with stream.open("rb") if endless == "a stream" else path.open("rb") as given:
        done = subprocess.run(
            [sys.executable, "-c", _COMMAND, "ingest", "--dry-run", "-"],
            stdin=given,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert "bytes are more than" in done.stderr


# -- what was found ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "text", "form"),
    [
        ("half of a sign in JSON", '{"parse": {"wikitext": "702.9a Uno \\ud800 due."}}', "auto"),
        ("halves", '{"parse": {"title": "\\udc00", "wikitext": "702.9a \\ud83d."}}', "auto"),
        ("a number of no letter in markup", "702.9a Uno&#xD800; due.", "wiki"),
        ("a number of no letter in a page", "<p>702.9a Uno&#xD800; due.</p><p>Tre.</p>", "auto"),
    ],
)  # fmt: skip
def test_a_letter_that_cannot_be_written(says: str, text: str, form: str) -> None:
    got = answered(text, form=form)
    str(got).encode("utf-8")  # a half that was let through cannot be written, nor held in a base
    assert "damaged-text" in kinds(got), says


def test_an_error_page_without_a_line() -> None:
    got = answered("<html><head><title>Page not found</title></head><body></body></html>")
    assert "Page not found" in notes(got, "refused")[0]["detail"]


DIGITS = "9" * 5000
EXTENT = f'<w:drawing><wp:inline><wp:extent cx="{DIGITS}"/></wp:inline></w:drawing>'
LEVEL = f'<w:numPr><w:ilvl w:val="{DIGITS}"/><w:numId w:val="1"/></w:numPr>'


@pytest.mark.parametrize(
    ("says", "content", "form"),
    [
        ("a picture of a page", f'<p>702.9a Uno.<img width="{DIGITS}"></p><p>', "auto"),
        ("a line that a page names", '<html><hr data-source-line="x">702.9a Uno.', "auto"),
        ("a picture of a wiki", f"702.9a Uno.[[File:x.png|{DIGITS}px|alt=x]]", "wiki"),
        ("a drawing", body(f"<w:p><w:r><w:t>702.9a Uno.</w:t>{EXTENT}</w:r></w:p>"), "auto"),
        (
            "the level of a list",
            body(f"<w:p><w:pPr>{LEVEL}</w:pPr><w:r><w:t>702.9a Uno.</w:t></w:r></w:p>"),
            "auto",
        ),
    ],
)  # fmt: skip
def test_numbers_that_are_too_long_to_be_read(says: str, content: str | bytes, form: str) -> None:
    assert rule(answered(content, form=form), "702.9a")["text"] == "Uno.", says


def test_an_export_of_too_many_strings(found: Seeds, worker: Worker) -> None:
    """Each takes twenty times its room in memory."""
    start, _, end = found.of["json"][0].content.partition(b'"examples":[]')
    assert end, "the export has a rule without an example"
    many = b'"examples":[' + b'"a",' * exported_json.MOST_STRINGS + b'"a"]'
    outcome = worker.read(one("json", start + many + end))
    assert (outcome.fault, outcome.refused) == (None, True)


def test_exported_tables_of_too_many_rows(
    found: Seeds, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from ingest.exported import exported

    for name, content in found.of["csv"][0].files:
        (tmp_path / name).write_bytes(content)
    monkeypatch.setattr(exported_csv, "MOST_ROWS_IN_ALL", 10)
    documents = exported(str(tmp_path))
    assert documents is not None
    (refused,) = documents
    assert "over 10 rows in all tables" in refused.notes[0].detail


def test_a_label_with_two_values() -> None:
    got = answered("Tipo\tStatica\nTipo\tInnescata\n702.9a Chi vola passa sopra.")
    assert got["facts"] == {"type": "Statica"}
    assert "lines of other text: 1" in notes(got, "other-text")[0]["detail"]


def test_examples_behind_a_copy_of_their_rule() -> None:
    text = "702.9a Chi vola passa sopra i muri.\nEsempio: Un merlo.\n"
    got = answered(text + "702.9b Due.\n" + text.replace("merlo", "corvo") + text)
    assert rule(got, "702.9a")["examples"] == ["Un merlo.", "Un corvo."]
    assert "duplicate-text" in kinds(got)


def test_many_copies_with_an_example_each() -> None:
    begin = time.process_time()
    copies = "".join(f"702.9a Chi vola passa sopra.\nEsempio: {n}.\n" for n in range(20_000))
    got = answered(copies)
    assert len(rule(got, "702.9a")["examples"]) == 20_000
    assert time.process_time() - begin < 15


def test_text_beside_the_part_that_a_page_marks_is_counted() -> None:
    got = answered(
        '<html><body><p>702.8a Di fianco.</p><div class="mw-parser-output"><p>702.9a Uno.</p></div>'
        "<p>702.9b Dietro.</p></body></html>"
    )
    assert numbers(got) == ["702.9a"]
    assert "navigation: 2" in notes(got, "navigation")[0]["detail"]


def test_tables_in_tables_and_paragraphs_in_paragraphs() -> None:
    """Each paragraph is read once, and not again for each table or paragraph around it."""
    begin = time.process_time()
    many = mixed(*(paragraph(f"702.9{letter} Uno.") for letter in "abc"), times=10_000)
    tables = "<w:tbl><w:tr><w:tc>" * 60 + many + "</w:tc><w:tc/></w:tr></w:tbl>" * 60
    nested = "<w:p>" * 100 + many + "</w:p>" * 100
    for inner in (tables, nested):
        got = answered(body(inner))
        assert sorted(numbers(got)) == ["702.9a", "702.9b", "702.9c"]
    assert time.process_time() - begin < 15


@pytest.mark.parametrize(
    ("says", "markup"),
    [
        ("blank lines", "\n" * 100_000),
        ("signs that open no tag", "* x <1 [[sta|fermo]].\n" * 1500),
        ("tags of no letter", "* x <,> [[sta|fermo]].\n" * 1500),
    ],
)
def test_markup_that_held_the_parser_up(says: str, markup: str) -> None:
    begin = time.process_time()
    got = answered(f"702.9a Uno.\n{markup}", form="wiki")
    assert numbers(got) == ["702.9a"], says
    assert time.process_time() - begin < 15, says


@pytest.mark.parametrize(
    ("mark", "reason"),
    [
        ("; a : b\n", "marks"),
        ("----\n", "marks"),
        ("mailto:a ", "marks"),
        ("x\n" * 4 + "\n", "lines of markup"),
    ],
)
def test_markup_that_was_not_counted(mark: str, reason: str) -> None:
    got = answered("702.9a Uno.\n" + mark * 45_000, form="wiki")
    assert reason in notes(got, "refused")[0]["detail"]


def test_a_sign_that_opens_no_tag_is_text() -> None:
    got = answered("702.9a Se X <1 o Y < 2, niente.", form="wiki")
    assert rule(got, "702.9a")["text"] == "Se X <1 o Y < 2, niente."


@pytest.mark.parametrize(
    "limit",
    [
        *(text.MOST_LINES, html.MOST_TAGS, archive.MOST_PARTS, archive.STEEPEST),
        *(docx.MOST_ELEMENTS, wiki_safety.MOST_MARKS, wiki_safety.DEEPEST, wiki_safety.PATIENCE),
        *(wiki_safety.MOST_LINES, docx.MOST_PARAGRAPHS, docx_styles.MOST_ELEMENTS),
        *(wiki_answer.MOST_PAGES, pdf_layer.MOST_PAGES, pdf_layer.MOST_SIGNS, po.MOST_ENTRIES),
        *(pdf_layer.SECONDS, exported_json.MOST_REWRITTEN, exported_json.MOST_STRINGS),
        *(export_tables.MOST_ROWS_IN_ALL, export_tables.MOST_ROWS, po.MOST_OF_ONE),
        *(exported_tmx.MOST_MARKS, exported_tmx.MOST_UNITS, exported_tmx.MOST_TEXTS),
    ],
)
def test_the_page_names_the_limits(limit: int) -> None:
    assert f" {limit:,} " in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "limit",
    [
        *(decode.LARGEST, forms.LARGEST_FILE, archive.LARGEST_PART, archive.LARGEST_WHOLE),
        *(wiki_safety.LARGEST, pdf_layer.MEMORY, exported_json.LARGEST_REWRITTEN),
        exported_tmx.LARGEST,
    ],
)
def test_the_page_names_the_sizes(limit: int) -> None:
    assert f" {limit // 2**20} MiB" in PAGE.read_text(encoding="utf-8")
