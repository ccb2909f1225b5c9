"""Word-processor files: the paragraphs of a .docx, with the numbers that stand in its text."""

import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

import docx
from docx.document import Document as WordDocument
from docx.oxml.ns import qn
from docx.oxml.xmlchemy import BaseOxmlElement
from lxml import etree

from ingest.document import Document, Line, LineKind
from ingest.numbers_in_lines import start_at
from ingest.readers.archive import check_archive
from ingest.readers.docx_styles import Styles
from ingest.readers.text import MOST_LINES, clean, line_of
from kb.errors import Unreadable
from kb.model import Note, NoteKind
from kb.saying import said

MOST_PARAGRAPHS = 200_000
"""Paragraphs of a text, empty ones too; a whole edition has nine thousand."""
MOST_ELEMENTS = 3_000_000
"""Elements of a text; a whole edition has a hundred thousand."""
WIDEST_ICON = 60 * 9525
"""Width of a sign in a line of text, in the unit of the form; a wider one is a picture."""
LONGEST_HEADING = 100
_DIGITS = 9
"""Of the longest width that is looked at; a longer one is wide."""

_LOST = "\ue000"
_P, _ROW, _CELL = qn("w:p"), qn("w:tr"), qn("w:tc")
_T, _TAB, _BREAK, _RETURN = qn("w:t"), qn("w:tab"), qn("w:br"), qn("w:cr")
_HYPHEN, _SIGN, _DRAWING = qn("w:noBreakHyphen"), qn("w:sym"), qn("w:drawing")
_RUN, _NOTE, _END_NOTE = qn("w:r"), qn("w:footnoteReference"), qn("w:endnoteReference")
_SPOKEN = (_T, _TAB, _BREAK, _RETURN, _HYPHEN, _SIGN, _DRAWING, _NOTE, _END_NOTE)
_BOX = qn("w:txbxContent")
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_STRUCK = (qn("w:del"), qn("w:moveFrom"))
"""What was taken out while changes were being tracked."""
_HIDDEN = (qn("w:vanish"), qn("w:webHidden"))


def read_docx(content: bytes) -> Document:
    """The paragraphs of the text in order; raises Unreadable where the file may not be unpacked."""
    check_archive(content)
    word = _opened(content)
    body = getattr(word.element, "body", None)
    if body is None:
        raise Unreadable(said("read.docx_no_text"))
    elements = sum(1 for _ in body.iter())
    if elements > MOST_ELEMENTS:
        raise Unreadable(said("read.too_many_elements", count=elements, most=MOST_ELEMENTS))
    if (count := sum(1 for _ in body.iter(_P))) > MOST_PARAGRAPHS:
        raise Unreadable(said("read.too_many_paragraphs", count=count, most=MOST_PARAGRAPHS))
    reading = _Reading(Styles.of(word))
    _without_what_is_not_shown(body)
    reading.read(body)
    return reading.document()


def _opened(content: bytes) -> WordDocument:
    try:
        return docx.Document(io.BytesIO(content))
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
        raise Unreadable(said("read.archive", why=error)) from error
    except (etree.LxmlError, docx.exceptions.PythonDocxError) as error:
        raise Unreadable(said("read.docx_damaged", why=error)) from error
    except (KeyError, ValueError, AttributeError, TypeError, LookupError, OSError) as error:
        # the package asks for parts that the archive has not, or has of another kind
        raise Unreadable(said("read.no_docx", why=str(error)[:200])) from error


def _without_what_is_not_shown(body: BaseOxmlElement) -> None:
    """Takes out deleted and hidden words; puts the paragraphs of a box behind its own paragraph."""
    for gone in [*body.iter(_FALLBACK, *_STRUCK)]:
        _remove(gone)
    for hidden in [*body.iter(*_HIDDEN)]:
        run = next(hidden.iterancestors(_RUN), None)
        if run is not None and hidden.get(qn("w:val")) not in ("0", "false"):
            _remove(run)
    for box in [*body.iter(_BOX)]:
        outer = next(box.iterancestors(_P), None)
        if outer is not None:
            for paragraph in reversed([*box]):
                outer.addnext(paragraph)
    for paragraph in reversed([*body.iter(_P)]):
        # no form has a paragraph in another one, which would say its words again
        if outers := [*paragraph.iterancestors(_P)]:
            outers[-1].addnext(paragraph)


def _remove(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


@dataclass(slots=True)
class _Reading:
    """Goes through the paragraphs; ``number`` is the last one's, from 1."""

    styles: Styles
    lines: list[Line] = field(default_factory=list)
    number: int = 0
    apart: bool = True
    skipped: int = 0
    automatic: list[int] = field(default_factory=list)
    """Paragraphs whose number is made by a list style, and not by their text."""
    told: int = 0
    """Paragraphs whose number stands in their text."""

    def read(self, body: BaseOxmlElement) -> None:
        in_row: set[etree._Element] = set()
        for element in body.iter(_P, _ROW):
            if element.tag == _ROW:
                in_row |= self.row(element)
            else:
                self.number += 1
                if element not in in_row:
                    self.paragraph(element)
                if len(self.lines) > MOST_LINES:
                    raise Unreadable(said("read.over_lines", most=MOST_LINES))

    def paragraph(self, paragraph: etree._Element) -> None:
        text = self.text(paragraph)
        style = self.styles.of_paragraph(paragraph)
        if style.contents:
            text = _with_leaders(text)
        if style.numbered and text.strip():
            self.automatic.append(self.number)
        first = True
        for raw in text.split("\n"):
            line = self.line(raw)
            if line is None:
                self.apart = first or self.apart
                continue
            if style.bullet and first and line.kind is LineKind.TEXT:
                line = replace(line, kind=LineKind.ITEM, depth=style.depth)
            elif style.heading and line.kind is LineKind.TEXT and len(line.text) <= LONGEST_HEADING:
                line = replace(line, kind=LineKind.HEADING)
            self.told += start_at(line.text) is not None
            self.lines.append(line)
            self.apart = first = False

    def line(self, raw: str) -> Line | None:
        lost = raw.count(_LOST)
        line = line_of(raw.replace(_LOST, " "), number=self.number, apart=self.apart)
        return replace(line, lost=lost) if line is not None and lost else line

    def row(self, row: etree._Element) -> set[etree._Element]:
        """A row of single paragraphs as one line; the paragraphs that it has told."""
        # two tell that there are more: a cell may hold tables in tables
        cells = [[*islice(cell.iter(_P), 2)] for cell in row.iterchildren(_CELL)]
        if len(cells) < 2 or any(len(paragraphs) != 1 for paragraphs in cells):
            return set()
        texts = [text for (one,) in cells if (text := clean(self.text(one).replace(_LOST, " ")))]
        if texts:
            label = texts[0]
            fact = len(texts) == 2 and not label[:1].isdigit() and len(label) <= 60
            kind = LineKind.FACT if fact else LineKind.TEXT
            text = "\t".join(texts) if fact else " ".join(texts)
            self.lines.append(Line(text, self.number + 1, kind))
            self.told += start_at(text) is not None
        self.apart = True
        return {paragraph for (paragraph,) in cells}

    def text(self, paragraph: etree._Element) -> str:
        return "".join(self.said(paragraph))

    def said(self, paragraph: etree._Element) -> Iterator[str]:
        for element in paragraph.iter(*_SPOKEN):
            tag = element.tag
            if tag == _T:
                yield element.text or ""
            elif tag == _TAB:
                # the tab of a text, not a stop among the properties of its paragraph
                yield "\t" if element.get(qn("w:pos")) is None else ""
            elif tag in (_BREAK, _RETURN):
                yield "\n"
            elif tag == _HYPHEN:
                yield "-"
            elif tag == _SIGN:
                yield _LOST
            elif tag == _DRAWING:
                yield self.drawn(element)
            else:
                self.skipped += 1

    def drawn(self, drawing: etree._Element) -> str:
        """The alternative text of a sign, else a mark that one is lost; a picture is no sign."""
        extent = next(drawing.iter(qn("wp:extent")), None)
        width = extent.get("cx", "") if extent is not None else ""
        if width.isdecimal() and (len(width) > _DIGITS or int(width) > WIDEST_ICON):
            self.skipped += 1
            return ""
        named = next(drawing.iter(qn("wp:docPr")), None)
        return (named.get("descr") if named is not None else None) or _LOST

    def document(self) -> Document:
        notes: tuple[Note, ...] = ()
        why = None
        if self.automatic:
            count = len(self.automatic)
            made = said("note.automatic", count=count)
            if self.told < count:
                why = said("read.automatic", made=made)
            notes = (Note(NoteKind.DAMAGED_TEXT, made, None, self.automatic[0]),)
        elif not self.lines:
            why = said("read.docx_empty")
        return Document(
            "docx", tuple(self.lines), notes=notes, skipped=self.skipped, without_rules=why
        )


def _with_leaders(text: str) -> str:
    """A line of an automatic contents list, its page behind a tab, as it is printed."""
    name, tab, page = text.rstrip().rpartition("\t")
    return f"{name} ..... {page}" if tab and page.strip().isdigit() else text
