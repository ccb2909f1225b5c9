"""The form of a source, told from its content."""

import re
from collections.abc import Callable, Mapping

from ingest.document import Document
from ingest.readers.text import read_text
from kb.errors import Unreadable

Reader = Callable[[str], Document]


def _read_html(text: str) -> Document:
    from ingest.readers.html import read_html  # its parser is slow to import

    return read_html(text)


READERS: Mapping[str, Reader] = {"text": read_text, "html": _read_html}
"""What reads a decoded text of each form."""
NOT_YET = ("wiki", "docx", "pdf", "po")
FORMS = (*READERS, *NOT_YET)

_SNIFF = re.compile(
    r"<!doctype\s+html|<html[\s>]|<body[\s>]|<head[\s>]"
    r"|<(?:p|div|ul|ol|li|table|h[1-6]|span|br|dl|section|article)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_PO = re.compile(r"^msgid\s+\".*\n(?:\".*\n)*msgstr\s+\"", re.MULTILINE)


def form_of_bytes(content: bytes) -> str | None:
    """A form that is told by its first bytes; None for what must be decoded first."""
    if content.lstrip()[:5] == b"%PDF-":
        return "pdf"
    if content.startswith(b"PK\x03\x04"):
        return "docx"
    if content.lstrip()[:5] == b"{\\rtf":
        return "rtf"
    return None


def form_of_text(text: str) -> str:
    """html, po, or text where nothing speaks for another."""
    if looks_like_html(text):
        return "html"
    return "po" if _PO.search(text[:20_000]) else "text"


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
    if form in NOT_YET:
        raise Unreadable(f"the form {form} cannot be read yet; text and html can")
    raise Unreadable(f"the form {form} cannot be read; save it as text or html")
