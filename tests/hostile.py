"""Hostile sources made for a test: archives that lie, trees without end, entities upon entities."""

import io
import zipfile
from itertools import pairwise
from random import Random

from docx.oxml.ns import nsdecls

from tests.ingest.making import paragraphs, with_part

W = nsdecls("w", "wp")
_SEED = 2026
LAUGHS = "<!DOCTYPE x [<!ENTITY a 'xxxxxxxxxx'>{}]>".format(
    "".join(f"<!ENTITY {after} '{f'&{name};' * 10}'>" for name, after in pairwise("abcdefghi"))
)


def body(inner: str, *, before: str = "") -> bytes:
    """A word-processor file with this text of its main part."""
    part = f"{before}<w:document {W}><w:body>{inner}</w:body></w:document>".encode()
    return with_part(paragraphs(), "word/document.xml", part)


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def understated() -> bytes:
    """An archive that says its largest part is small."""
    content = bytearray(body(paragraph("702.9a Vola.") + " " * 2**22))
    entry = content.rfind(b"PK\x01\x02", 0, content.rindex(b"word/document.xml"))
    content[entry + 24 : entry + 28] = (1000).to_bytes(4, "little")
    return bytes(content)


def mixed(*parts: str, times: int) -> str:
    """In an order that does not pack well, or its steepness alone would be the reason."""
    return "".join(Random(_SEED).choices(parts, k=times))


def styles(count: int) -> bytes:
    listed = "".join(f'<w:style w:styleId="{n}"/>' for n in range(count))
    part = f"<w:styles {W}>{listed}</w:styles>".encode()
    return with_part(paragraphs("702.9a Uno."), "word/styles.xml", part)


def overlapping(names: int) -> bytes:
    """An archive with many entries of one content."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"a" * 900_000)
    content = file.getvalue()
    begin, end = content.index(b"PK\x01\x02"), content.index(b"PK\x05\x06")
    listed, tail = content[begin:end] * names, bytearray(content[end:])
    tail[8:12] = names.to_bytes(2, "little") * 2
    tail[12:16] = len(listed).to_bytes(4, "little")
    return content[:begin] + listed + bytes(tail)


def page_tree(levels: int) -> bytes:
    """A PDF whose one page hangs below so many nodes."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>"]
    objects += [
        b"<< /Type /Pages /Kids [%d 0 R] /Count 1 /Parent %d 0 R >>" % (3 + n, max(2, 1 + n))
        for n in range(levels)
    ]
    objects.append(b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] >>" % (levels + 1))
    made, places = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, start=1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    made += b"".join(b"%010d 00000 n \n" % place for place in places)
    made += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        start,
    )
    return bytes(made)
