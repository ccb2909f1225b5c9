"""Word-processor files and PDFs made for a test."""

import io
import zipfile
from collections.abc import Callable, Sequence

import docx
from docx.document import Document as WordDocument


def word(fill: Callable[[WordDocument], object]) -> bytes:
    """A .docx that ``fill`` has written into."""
    document = docx.Document()
    fill(document)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def paragraphs(*texts: str) -> bytes:
    return word(lambda document: [document.add_paragraph(text) for text in texts])


def with_part(content: bytes, name: str, part: bytes) -> bytes:
    """The archive with one file replaced."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as before,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as after,
    ):
        for kept in before.namelist():
            after.writestr(kept, part if kept == name else before.read(kept))
    return file.getvalue()


def pdf(*pages: Sequence[tuple[float, float, str]], extra: bytes = b"") -> bytes:
    """A PDF whose pages have lines (left, height above the foot, text) in Helvetica of 10 points.

    A text in Latin letters goes in as it is; ``extra`` stands behind the lines of each page.
    """
    return pdf_of_streams(*(_shown(page) + extra for page in pages))


def pdf_of_streams(*streams: bytes, entries: bytes = b"", trailer: bytes = b"") -> bytes:
    count = len(streams)
    kids = b" ".join(b"%d 0 R" % (4 + 2 * index) for index in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for index, stream in enumerate(streams):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R >> >> >>" % (5 + 2 * index)
        )
        objects.append(
            b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(stream), entries, stream)
        )
    made = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places: list[int] = []
    for number, content in enumerate(objects, start=1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    made += b"".join(b"%010d 00000 n \n" % place for place in places)
    made += b"trailer\n<< /Size %d /Root 1 0 R %s >>\n" % (len(objects) + 1, trailer)
    made += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(made)


def _shown(lines: Sequence[tuple[float, float, str]]) -> bytes:
    shown = [b"BT /F1 10 Tf"]
    for left, height, text in lines:
        sign = text.encode("cp1252")
        for mark in (b"\\", b"(", b")"):
            sign = sign.replace(mark, b"\\" + mark)
        shown.append(b"1 0 0 1 %.1f %.1f Tm (%s) Tj" % (left, height, sign))
    return b"\n".join([*shown, b"ET"])
