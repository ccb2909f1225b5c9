"""The form of a source, told from its content."""

import re
from collections.abc import Callable, Mapping

from ingest.document import Document
from ingest.readers.html import looks_like_html, read_html
from ingest.readers.text import read_text
from kb.errors import Unreadable

Reader = Callable[[str], Document]

READERS: Mapping[str, Reader] = {"text": read_text, "html": read_html}
"""What reads a decoded text of each form."""
NOT_YET = ("wiki", "docx", "pdf", "po")
FORMS = ("auto", *READERS, *NOT_YET)

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


def reader_for(form: str) -> Reader:
    """What reads a text of this form; raises Unreadable where nothing does."""
    if form in READERS:
        return READERS[form]
    if form in NOT_YET:
        raise Unreadable(f"the form {form} cannot be read yet; text and html can")
    raise Unreadable(f"the form {form} cannot be read; save it as text or html")
