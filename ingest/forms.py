"""The form of a source, told from its content, with what reads it."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from ingest.decode import lines
from ingest.document import Document
from ingest.readers.text import read_text
from ingest.readers.wiki_export import is_export
from kb.errors import Unreadable
from kb.saying import said

Reader = Callable[[str], Document]
ByteReader = Callable[[bytes], Document]


def _read_html(text: str) -> Document:
    from ingest.readers.html import read_html  # its parser is slow to import

    return read_html(text)


def _read_wiki(text: str) -> Document:
    from ingest.readers.wiki import read_wiki  # as above

    return read_wiki(text)


def _read_po(text: str) -> Document:
    from ingest.readers.po import read_po

    return read_po(text)


def _read_docx(content: bytes) -> Document:
    from ingest.readers.docx import read_docx  # as above

    return read_docx(content)


def _read_pdf(content: bytes) -> Document:
    from ingest.readers.pdf import read_pdf

    return read_pdf(content)


READERS: Mapping[str, Reader] = {
    "text": read_text,
    "html": _read_html,
    "wiki": _read_wiki,
    "po": _read_po,
}
"""What reads a decoded text of each form."""
BYTE_READERS: Mapping[str, ByteReader] = {"docx": _read_docx, "pdf": _read_pdf}
"""What reads the bytes of forms that are no text."""
FORMS = (*READERS, *BYTE_READERS)
LARGEST_FILE = 32 * 2**20
"""Bytes of a file; the largest edition known, a PDF, has 2.5 million."""

_ELSE = ("rtf", "doc", "odt", "epub", "zip", "gzip")
"""Forms that are known and not read; ``read.form_rtf`` and so on say what to do."""

_SNIFF = re.compile(
    r"<!doctype\s+html|<html[\s>]|<body[\s>]|<head[\s>]"
    r"|<(?:p|div|ul|ol|li|table|h[1-6]|span|br|dl|section|article)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_PO = re.compile(r"^msgid\s+\".*\n(?:\".*\n)*msgstr(?:\[0\])?\s+\"", re.MULTILINE)
_WIKI_ANSWER = re.compile(
    r"""
    \s* \{ .{0,4000}?
    "(?: query | parse | wikitext | expandtemplates | batchcomplete | content_model | servedby )"
    \s* :
    """,
    re.VERBOSE | re.DOTALL,
)


def form_of_bytes(content: bytes) -> str | None:
    """A form that is told by its first bytes; None for what must be decoded first."""
    start = content[:1024].lstrip()
    if start.startswith(b"%PDF-") or (b"%PDF-" in start and b"\0" in content[:4096]):
        return "pdf"
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _form_of_archive(content)
    if content.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return "doc"
    if content.startswith(b"\x1f\x8b"):
        return "gzip"
    return "rtf" if start.startswith(b"{\\rtf") else None


def _form_of_archive(content: bytes) -> str:
    """By the names in it, which stand in the archive unpacked."""
    if content[30:38] == b"mimetype":
        return "epub" if b"application/epub" in content[:200] else "odt"
    return "docx" if b"word/" in content or b"[Content_Types].xml" in content else "zip"


def form_of_name(path: str) -> str | None:
    """A form that no content tells from plain text, where the name of the file says it."""
    if "://" in path:
        return None  # there it may be the end of the name of a host
    return "wiki" if path.lower().endswith((".wiki", ".mediawiki")) else None


def holds_wiki_answer(file: Path) -> bool:
    """Whether a file of a folder is the answer or the export of a wiki, told by its beginning."""
    if file.suffix.lower() not in (".json", ".xml") or not file.is_file():
        return False
    with file.open("rb") as opened:
        start = opened.read(8192).decode("utf-8", errors="replace")
    return _WIKI_ANSWER.match(start) is not None or is_export(start)


def form_of_text(text: str) -> str:
    """html, wiki, po, or text where nothing speaks for another."""
    if _WIKI_ANSWER.match(text) or is_export(text):
        return "wiki"
    if looks_like_html(text):
        return "html"
    return "po" if _PO.search("\n".join(lines(text[:20_000]))) else "text"


def looks_like_html(text: str) -> bool:
    """Whether the text opens as a page does, or has marks enough to be a part of one."""
    start = text[:2000].lstrip()
    if re.match(r"<!doctype\s+html|<html[\s>]|<\?xml[^>]*\?>\s*<(?:!doctype\s+)?html", start, re.I):
        return True
    return len(_SNIFF.findall(text[:20_000])) >= 2 and re.search(r"</\w+\s*>", text) is not None


def reader_for(form: str) -> Reader:
    """What reads a text of this form; raises Unreadable where nothing does."""
    if form in READERS:
        return READERS[form]
    raise Unreadable(said(f"read.form_{form}") if form in _ELSE else said("read.form", form=form))


def read_bytes(form: str, content: bytes) -> Document:
    """A document of a form that is no text; raises Unreadable with the reason."""
    if len(content) > LARGEST_FILE:
        raise Unreadable(said("read.too_large", count=len(content), most=LARGEST_FILE))
    return BYTE_READERS[form](content)
