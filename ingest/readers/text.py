"""Plain text, one line or paragraph a line."""

import re
import unicodedata
from collections.abc import Iterable

from ingest.decode import lines
from ingest.document import Document, Line, LineKind
from ingest.words import document_words
from kb.errors import Unreadable
from kb.model import Note, NoteKind
from kb.saying import said

MOST_LINES = 50_000
"""Lines of a text; a whole edition has ten thousand."""

_UNSEEN = re.compile("[\u200e\u200f\u2060\ufeff]+")
_RARE = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeffﬀ-ﬄ]")
_GONE = re.compile("[\u00ad\u200b]")
_LIGATURES = {ord("ﬀ"): "ff", ord("ﬁ"): "fi", ord("ﬂ"): "fl", ord("ﬃ"): "ffi", ord("ﬄ"): "ffl"}
_BULLET = re.compile(r"(?:[•·▪◦‣●○■]\s*|[*\-–]\s+)+")
_FACT = re.compile(r"\s*([^\t]{1,60}?)\s*\t+\s*(\S.*)")
_SHORT = 80


def read_text(text: str) -> Document:
    """Lines as they stand; a blank one is kept as the distance of the next."""
    found: list[Line] = []
    apart = True
    source = lines(text)
    if len(source) > MOST_LINES:
        raise Unreadable(said("read.too_many_lines", count=len(source), most=MOST_LINES))
    for number, raw in enumerate(source, start=1):
        line = line_of(raw, number=number, apart=apart)
        apart = line is None
        if line is not None:
            found.append(line)
    return Document("text", tuple(found))


def clean(text: str) -> str:
    """NFC, single blanks, no soft hyphens, ligature signs written out; all else as printed.

    >>> clean(" inﬁ\\u00adnite  mana\\u00a0")
    'infinite mana'
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
        if _RARE.search(text):
            text = _UNSEEN.sub(" ", _GONE.sub("", text).translate(_LIGATURES))
    return " ".join(text.split())


def lost_letters(found: Iterable[Line], source: str) -> tuple[Note, ...]:
    """A note on signs that the source names by a number and that no letter has."""
    sign = "\N{REPLACEMENT CHARACTER}"
    lost = sum(line.text.count(sign) for line in found) - source.count(sign)
    detail = said("note.letters_named", count=lost)
    return (Note(NoteKind.DAMAGED_TEXT, detail),) if lost > 0 else ()


def line_of(raw: str, *, number: int, apart: bool) -> Line | None:
    """One line of a form that has no marks but signs; None for a blank one."""
    if not raw or not (text := clean(raw)):
        return None
    indent = len(raw) - len(raw.lstrip(" \t\u00a0"))
    cut = is_cut(text)
    if "\u00ad" in raw and raw.rstrip().endswith("\u00ad"):
        text, cut = text + "-", True  # a soft hyphen at the end of a line cuts a word for certain
    if "\t" in raw and (fact := _FACT.fullmatch(raw.rstrip())):
        label, value = clean(fact[1]), clean(fact[2])
        if label and value and not label[0].isdigit() and not _BULLET.match(label):
            return Line(f"{label}\t{value}", number, LineKind.FACT, apart=apart)
    bullet = None if text[0].isalnum() else _BULLET.match(text)
    if bullet and bullet.end() < len(text):
        text = text[bullet.end() :]
        return Line(text, number, LineKind.ITEM, 1 + indent // 2, indent, apart, cut=cut)
    bare = without_edit_link(text)
    kind = LineKind.TEXT if bare == text else LineKind.HEADING
    return Line(bare, number, kind, 0, indent, apart, cut=cut)


def is_cut(text: str) -> bool:
    """Whether the end of a line may cut a word."""
    return text[-1] in "-‐" and text[-2:-1].isalpha()


def without_edit_link(text: str) -> str:
    """A heading without the edit links that a wiki leaves at its end."""
    if len(text) > 200 or not (text[-1].isalpha() or text[-1] == "]"):
        return text
    words = document_words()
    if text.endswith("]"):
        bare = words.edit.sub("", text)
        return bare or text
    bare = words.glued_edit.sub("", text)
    return bare if bare != text and len(bare) <= _SHORT and bare[-1] not in ".,;:" else text
