"""Sources without rules: error pages, text layers whose signs mean other letters."""

import re
from collections.abc import Iterator, Sequence

from ingest.document import Document, LineKind
from ingest.words import document_words, head

_WORD = re.compile(r"\S{3,}")
_BROKEN = re.compile(r"[^\W\d_][^\w\s'’\-–./]+[^\W\d_]")
_NUMBER = re.compile(r"\d{3}\.")
FEWEST_WORDS = 50


def unreadable_layer(texts: Sequence[str]) -> bool:
    """Whether many words have strange signs among their letters and no number can be read."""
    words = [word for text in texts for word in _WORD.findall(text)][:5000]
    if len(words) < FEWEST_WORDS or any(_NUMBER.search(word) for word in words):
        return False
    return sum(_BROKEN.search(word) is not None for word in words) * 5 > len(words)


def is_error_page(document: Document) -> bool:
    """Whether a title or an early heading says that a page was not found."""
    lines = document.lines[:5]
    opening = [*document.titles, *(line.text for line in lines if line.kind is LineKind.HEADING)]
    errors = document_words().error
    return any(part in errors for title in opening for part in _parts(title))


def _parts(title: str) -> Iterator[str]:
    """A title whole, and its parts between bars, dashes and colons."""
    yield head(title)
    for sign in "|–:—":
        title = title.replace(sign, "-")
    yield from map(head, title.split("-"))
