"""Word-processor files: paragraphs, lists, tables, what is not shown, what is refused."""

import io
import zipfile
from collections.abc import Callable

import pytest
from docx.document import Document as WordDocument
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from ingest.readers.archive import LARGEST_PART, MOST_PARTS, STEEPEST
from tests.ingest.making import paragraphs, with_part, word
from tests.ingest.reading import answered, notes, numbers, rule

W = nsdecls("w")


def test_paragraphs_are_lines_with_their_own_count() -> None:
    got = answered(
        paragraphs(
            "Queste regole sono valide dal 27 settembre 2024.",
            "",
            "702.9. Volare",
            "702.9a Chi vola passa sopra. (Vedi regola 509.1b.)",
            "Esempio: Un uccello vola.",
            "702.9b Chi vola non è fermato dalle creature che camminano.",
        )
    )
    assert (got["form"], got["language"]) == ("docx", "it")
    assert [edition["date"] for edition in got["editions"]] == ["2024-09-27"]
    assert numbers(got) == ["702.9", "702.9a", "702.9b"]
    assert rule(got, "702.9a")["line"] == 4
    assert rule(got, "702.9a")["examples"] == ["Un uccello vola."]


def test_a_number_in_two_runs_and_a_broken_line() -> None:
    def fill(document: WordDocument) -> None:
        paragraph = document.add_paragraph()
        paragraph.add_run("702.")
        paragraph.add_run("9a").bold = True
        paragraph.add_run(" Chi vola\tpassa").add_break()
        paragraph.add_run("sopra.")

    got = answered(word(fill))
    assert rule(got, "702.9a")["text"] == "Chi vola passa sopra."


def test_words_that_are_not_shown() -> None:
    def fill(document: WordDocument) -> None:
        paragraph = document.add_paragraph("702.9a Chi vola ")
        for xml in (
            f"<w:del {W}><w:r><w:delText>mai </w:delText></w:r></w:del>",
            f"<w:moveFrom {W}><w:r><w:t>altrove </w:t></w:r></w:moveFrom>",
            f"<w:r {W}><w:rPr><w:vanish/></w:rPr><w:t>nascosto </w:t></w:r>",
            f"<w:ins {W}><w:r><w:t>passa </w:t></w:r></w:ins>",
            f"<w:hyperlink {W}><w:r><w:t>sopra</w:t></w:r></w:hyperlink>",
            f"<w:r {W}><w:t>.</w:t></w:r>",
        ):
            paragraph._p.append(parse_xml(xml))

    assert rule(answered(word(fill)), "702.9a")["text"] == "Chi vola passa sopra."


def test_a_text_box_follows_its_paragraph() -> None:
    box = (
        f"<w:r {W}><w:pict><w:txbxContent>"
        "<w:p><w:r><w:t>702.9b Riquadro.</w:t></w:r></w:p>"
        "</w:txbxContent></w:pict></w:r>"
    )

    def fill(document: WordDocument) -> None:
        document.add_paragraph("702.9a Prima ")._p.append(parse_xml(box))
        document.paragraphs[0].add_run("e dopo.")

    got = answered(word(fill))
    assert rule(got, "702.9a")["text"] == "Prima e dopo."
    assert rule(got, "702.9b")["text"] == "Riquadro."


def test_tables() -> None:
    def fill(document: WordDocument) -> None:
        table = document.add_table(rows=2, cols=2)
        for place, texts in enumerate([("Tipo", "Statica"), ("702.9a", "Si vola.")]):
            for cell, text in zip(table.rows[place].cells, texts, strict=True):
                cell.text = text

    got = answered(word(fill))
    assert got["facts"] == {"type": "Statica"}
    assert rule(got, "702.9a")["text"] == "Si vola."


def test_bullets_are_rulings_and_need_no_number() -> None:
    def fill(document: WordDocument) -> None:
        document.add_heading("Regolamento")
        document.add_paragraph("Si può volare da soli.", style="List Bullet")
        document.add_paragraph("Si può volare in due.", style="List Bullet")
        document.add_paragraph("702.9. Volare")

    got = answered(word(fill))
    assert len(got["rulings"]) == 2
    assert not notes(got, "damaged-text")


def test_the_lines_of_an_automatic_contents_list() -> None:
    def fill(document: WordDocument) -> None:
        style = document.styles.add_style("toc 1", 1)
        document.add_paragraph("Indice")
        document.add_paragraph("702. Abilità\t12", style=style)
        document.add_paragraph("702. Abilità")
        document.add_paragraph("702.1. Le abilità con un nome stanno qui.")

    assert numbers(answered(word(fill))) == ["702", "702.1"]


def listed(*, told: bool) -> Callable[[WordDocument], None]:
    def fill(document: WordDocument) -> None:
        if told:
            document.add_paragraph("702.9. Volare")
            document.add_paragraph("702.9a Chi vola passa sopra.")
        document.add_paragraph("Chi vola passa sopra.", style="List Number")

    return fill


def test_automatic_numbers_are_the_reason_of_a_refusal() -> None:
    got = answered(word(listed(told=False)))
    (refused,) = notes(got, "refused")
    assert "automatic list style" in refused["detail"]
    assert not got["rules"]


def test_headings_alone_do_not_make_up_for_automatic_numbers() -> None:
    def fill(document: WordDocument) -> None:
        document.add_paragraph("702. Abilità definite da parola chiave")
        for _ in range(3):
            document.add_paragraph("Chi vola passa sopra.", style="List Number")

    got = answered(word(fill))
    assert "automatic" in notes(got, "refused")[0]["detail"]
    assert not got["rules"]


def test_some_automatic_numbers_are_told() -> None:
    got = answered(word(listed(told=True)))
    assert numbers(got)[:2] == ["702.9", "702.9a"]
    (note,) = notes(got, "damaged-text")
    assert "1 paragraphs" in note["detail"] and note["line"] == 3


def archive(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, part in parts.items():
            made.writestr(name, part)
    return file.getvalue()


def encrypted(content: bytes) -> bytes:
    """The archive with the mark of encryption on its first file."""
    place = content.index(b"PK\x01\x02") + 8
    return content[:place] + bytes([content[place] | 1]) + content[place + 1 :]


GOOD = paragraphs("702.9a Chi vola passa sopra.")
DEEP = b"<w:p>" * 3000


@pytest.mark.parametrize(
    ("says", "content", "reason"),
    [
        ("a part too large", with_part(GOOD, "word/document.xml", b" " * (LARGEST_PART + 1)), "at"),
        ("a steep part", with_part(GOOD, "word/styles.xml", b" " * 2**22), str(STEEPEST)),
        ("many files", archive({f"word/{n}": b"" for n in range(MOST_PARTS + 1)}), "files"),
        ("no document in it", archive({"word/x": b"x"}), "no word-processor"),
        ("cut off", GOOD[: len(GOOD) // 2], "damaged archive"),
        ("encrypted", encrypted(GOOD), "password"),
        ("damaged XML", with_part(GOOD, "word/document.xml", b"<w:document"), "damaged"),
        ("no element of it", with_part(GOOD, "word/document.xml", b"<x/>"), "no word-processor"),
        (
            "elements without end",
            with_part(GOOD, "word/document.xml", f"<w:document {W}>".encode() + DEEP),
            "damaged",
        ),
        ("nothing written", paragraphs(), "holds no text"),
        ("an old file", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "save it as docx"),
        (
            "OpenDocument",
            archive({"mimetype": b"application/vnd.oasis.opendocument.text"}),
            "OpenDocument",
        ),
        ("an archive of pages", archive({"a.html": b"<p>"}), "unpack it"),
    ],
)
def test_refused(says: str, content: bytes, reason: str) -> None:
    got = answered(content)
    (refused,) = notes(got, "refused")
    assert reason in refused["detail"], f"{says}: {refused['detail']}"
    assert not got["rules"], says


def test_entities_are_not_unfolded() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "702.9b Mai.">' + b"".join(
        b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 20) for n in range(8)
    )
    text = (
        bomb
        + f"]><w:document {W}><w:body><w:p><w:r><w:t>702.9a Si vola. &i;</w:t></w:r></w:p>"
        "</w:body></w:document>".encode()
    )
    assert "Mai" not in str(answered(with_part(GOOD, "word/document.xml", text))["rules"])
