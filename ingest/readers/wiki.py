"""MediaWiki markup: the source of a wiki page, or the answer of a wiki that holds it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from html import unescape

import mwparserfromhell
from mwparserfromhell.nodes import (
    Argument,
    Comment,
    ExternalLink,
    Heading,
    HTMLEntity,
    Node,
    Tag,
    Template,
    Text,
    Wikilink,
)
from mwparserfromhell.parser import ParserError
from mwparserfromhell.wikicode import Wikicode

from ingest.decode import lines
from ingest.document import Document, Line, LineKind
from ingest.readers.text import MOST_LINES, clean, is_cut, lost_letters, without_edit_link
from ingest.readers.wiki_answer import Page, is_answer, pages_of
from ingest.readers.wiki_export import exported_pages, is_export
from ingest.readers.wiki_names import picture, symbols_of, template_shown
from ingest.readers.wiki_safety import BREAK, tamed
from ingest.words import document_words
from kb.errors import Unreadable
from kb.lang import folded

LOST, _TITLE, _VALUE = "\ue000", "\ue001", "\ue002"
_OWN_SIGNS = re.compile("[\ue000-\ue003]")
_REDIRECT = re.compile(r"\s*#(?:redirect|[A-ZÀ-Ý]{4,15})\s*:?\s*\[\[([^\[\]|]{1,200})")
_PREFIX = re.compile(r"([*#:;]+)\s*")
_TABLE_REST = re.compile(r"(?:\{\||\|\}|\|-|\|\+)[^\n]*|[|!](?![|!])\s*")
_MAGIC = re.compile(r"__[A-ZÀ-Ý]+__")
_CODE = re.compile(r"[a-z]{2,3}(?:-[a-z]+)?")
_ID = re.compile(r"[1-9]\d\d(?:\.\d{1,3}[a-z]{0,2})?\.?")
_GONE = frozenset(
    ("ref", "references", "gallery", "style", "script", "templatestyles", "imagemap", "dpl")
)
_CELLS = frozenset(("td", "th", "caption"))


def read_wiki(text: str) -> Document:
    """The lines of a page, or of all pages in the answer of a MediaWiki API or in an export."""
    document = _read(text)
    return document.with_notes(lost_letters(document.lines, text))


def _read(text: str) -> Document:
    left_out = 0
    if is_export(text):
        pages, left_out = exported_pages(text)
    elif is_answer(text):
        pages = pages_of(text)
    else:
        return _read_page(Page("", text))
    documents = [_read_page(page) for page in pages]
    found: list[Line] = []
    for page, document in zip(pages, documents, strict=True):
        before = page.line - 1 if page.line else found[-1].number if found else 0
        found += [replace(line, number=line.number + before) for line in document.lines]
    if len(found) > MOST_LINES:
        raise Unreadable(f"{len(found)} lines are more than the {MOST_LINES} that are read")
    return Document(
        "wiki",
        tuple(found),
        tuple(title for document in documents for title in document.titles),
        skipped=left_out + sum(document.skipped for document in documents),
        without_rules=documents[0].without_rules if len(documents) == 1 else None,
    )


def _read_page(page: Page) -> Document:
    titles = (page.title,) if page.title else ()
    if page.is_html:
        from ingest.readers.html import read_html

        document = read_html(page.text)
        return replace(document, form="wiki", titles=(*titles, *document.titles))
    if redirect := _REDIRECT.match(page.text):
        why = f"the page only leads to another one, {redirect[1].strip()!r}"
        return Document("wiki", (), titles, without_rules=why)
    writer = _Writer()
    source = _OWN_SIGNS.sub(" ", "\n".join(lines(page.text)))
    try:
        writer.write(mwparserfromhell.parse(tamed(source)))
    except (ParserError, RecursionError) as error:
        raise Unreadable(f"the markup of the page cannot be parsed: {error}") from error
    writer.flush()
    found = tuple(_lines(writer.lines))
    if len(found) > MOST_LINES:
        raise Unreadable(f"{len(found)} lines are more than the {MOST_LINES} that are read")
    return Document("wiki", found, titles, skipped=writer.skipped)


@dataclass(frozen=True, slots=True)
class _Raw:
    """A line as a reader of the page sees it, its marks at the beginning of lines left."""

    text: str
    number: int
    fact: bool = False


@dataclass(slots=True)
class _Writer:
    """Goes through the nodes in order and knows in which line of the source it is."""

    lines: list[_Raw] = field(default_factory=list)
    buffer: list[str] = field(default_factory=list)
    line: int = 1
    began: int = 1
    skipped: int = 0

    def write(self, code: Wikicode) -> None:
        for node in code.nodes:
            start = self.line
            self.node(node)
            if not isinstance(node, Text):
                self.line = start + str(node).count("\n")

    def node(self, node: Node) -> None:
        if isinstance(node, Text):
            self.say(str(node.value))
        elif isinstance(node, Tag):
            self.tag(node)
        elif isinstance(node, Wikilink):
            self.link(node)
        elif isinstance(node, Template):
            self.template(node)
        elif isinstance(node, Heading):
            self.flush()
            self.buffer.append(_TITLE)
            self.write(node.title)
            self.flush()
        elif isinstance(node, ExternalLink):
            shown = node.title if node.title is not None else node.url
            self.write(shown)
        elif isinstance(node, HTMLEntity):
            self.buffer.append(unescape(str(node)))
        elif isinstance(node, Argument):
            if node.default is not None:
                self.write(node.default)
        elif not isinstance(node, Comment):
            self.skipped += 1

    def say(self, text: str) -> None:
        first, *rest = text.split("\n")
        self.told(first)
        for line in rest:
            self.flush(blank=True)
            self.line += 1
            self.told(line)

    def told(self, text: str) -> None:
        for place, part in enumerate(text.split(BREAK)):
            if place:
                self.flush()
            if part:
                if not self.buffer:
                    self.began = self.line
                self.buffer.append(part)

    def flush(self, *, blank: bool = False) -> None:
        """Ends a line; an empty one counts only where the source has it."""
        text = "".join(self.buffer)
        self.buffer.clear()
        if text.strip() or blank:
            self.lines.append(_Raw(text, self.began if text.strip() else self.line))
        self.began = self.line

    def shown(self, code: Wikicode | None) -> list[_Raw]:
        """What a part of the page shows, in lines; nothing of it is said yet."""
        if code is None:
            return []
        inner = _Writer(line=self.line, began=self.line)
        inner.write(code)
        inner.flush()
        self.skipped += inner.skipped
        return [raw for raw in inner.lines if raw.text.strip()]

    def told_in_one(self, code: Wikicode | None) -> str:
        return " ".join(raw.text.strip() for raw in self.shown(code))

    # -- links and templates ---------------------------------------------------------------

    def link(self, link: Wikilink) -> None:
        title = str(link.title).strip()
        space, colon, _ = title.partition(":")
        names = document_words()
        if colon and folded(space) in names.wiki_file:
            sign = picture(str(link.text or ""))
            if sign is None:
                self.skipped += 1
            self.buffer.append((sign or LOST) if sign is not None else "")
        elif colon and (
            folded(space) in names.wiki_category
            or (_CODE.fullmatch(space) is not None and link.text is None)
        ):
            self.skipped += 1
        elif link.text is not None and str(link.text).strip():
            self.write(link.text)
        else:
            self.buffer.append(title.lstrip(":"))

    def template(self, template: Template) -> None:
        name = clean(str(template.name))
        places = [self.told_in_one(p.value).strip() for p in template.params if not p.showkey]
        if (symbols := symbols_of(name, places)) is not None:
            self.buffer.append(symbols)
            return
        named = [parameter for parameter in template.params if parameter.showkey]
        alone = not "".join(self.buffer).strip(" *#:;")
        if named and alone and not places:
            for parameter in named:
                self.parameter(clean(str(parameter.name)), parameter.value)
        elif places and not name.startswith("#"):
            numbered = _ID.fullmatch(places[0]) is not None
            self.buffer.append(" ".join(filter(None, places)) if numbered or alone else places[-1])
        else:
            self.skipped += 1
            shown = template_shown(name)
            self.buffer.append(shown if shown is not None else "" if alone else LOST)

    def parameter(self, name: str, value: Wikicode) -> None:
        """A label with its value, or rules that stand in a box."""
        shown = self.shown(value)
        if len(shown) == 1 and not shown[0].text.strip()[:1].isdigit():
            label = name.replace("_", " ").strip()
            self.lines.append(_Raw(f"{label}\t{shown[0].text}", shown[0].number, fact=True))
        else:
            self.lines += shown

    # -- tags --------------------------------------------------------------------------------

    def tag(self, tag: Tag) -> None:
        name = str(tag.tag).strip().casefold()
        markup = str(tag.wiki_markup or "")
        if markup in ("*", "#", ":", ";"):
            inside = "".join(self.buffer).strip("*#:; ")
            self.told(_VALUE if inside and markup == ":" else markup)
        elif name in _GONE:
            self.skipped += 1
        elif name == "table":
            self.table(tag)
        elif name == "hr":
            self.flush()
        elif tag.contents is not None:
            self.write(tag.contents)

    def table(self, table: Tag) -> None:
        """Each row in one line where its cells are of one line each, else line by line."""
        self.flush()
        self.lines.append(_Raw("", self.line))
        self.line += _lines_before(table)
        if table.contents is not None:
            self.rows(table.contents)
        self.lines.append(_Raw("", self.line))

    def rows(self, code: Wikicode) -> None:
        """Cells before the first row are a row too."""
        cells: list[Tag] = []
        for node in code.nodes:
            name = str(node.tag).strip().casefold() if isinstance(node, Tag) else ""
            if name in _CELLS and isinstance(node, Tag):
                cells.append(node)
                continue
            self.row(cells)
            cells, start = [], self.line
            if isinstance(node, Tag) and name in ("tr", "tbody", "thead"):
                self.line = start + _lines_before(node)
                if node.contents is not None:
                    self.rows(node.contents)
            elif str(node).strip():
                self.node(node)
                self.flush()
            self.line = start + str(node).count("\n")
        self.row(cells)

    def row(self, cells: Iterable[Tag]) -> None:
        shown: list[list[_Raw]] = []
        for cell in cells:
            start = self.line
            self.line += _lines_before(cell)
            shown.append(self.shown(cell.contents))
            self.line = start + str(cell).count("\n")
        shown = [lines for lines in shown if lines]
        if not shown:
            return
        if any(len(lines) > 1 for lines in shown) or len(shown) == 1:
            self.lines += [raw for lines in shown for raw in lines]
            return
        texts = [lines[0].text.strip() for lines in shown]
        fact = len(texts) == 2 and not texts[0][:1].isdigit() and len(texts[0]) <= 60
        text = "\t".join(texts) if fact else " ".join(texts)
        self.lines.append(_Raw(text, shown[0][0].number, fact))


def _lines_before(tag: Tag) -> int:
    """Line ends between the beginning of a tag and what it holds."""
    return str(tag).count("\n") - str(tag.contents or "").count("\n")


# -- from what is shown to lines ----------------------------------------------------------------


def _lines(shown: Iterable[_Raw]) -> Iterator[Line]:
    apart, block = True, False
    term: str | None = None
    for raw in shown:
        text = _MAGIC.sub("", raw.text).strip()
        prefix = None if raw.fact else _PREFIX.match(text)
        marks = prefix[1] if prefix else ""
        text = text[prefix.end() :] if prefix else text
        if not marks and not raw.fact and (rest := _TABLE_REST.match(text)):
            text = text[rest.end() :]  # of a table that is not closed
        if not text.strip():
            apart = True
            continue
        heading = text.startswith(_TITLE)
        apart = apart or block or bool(marks) or heading
        block = bool(marks) or heading or raw.fact
        if marks.endswith(";"):
            label, pair, value = text.partition(_VALUE)
            term = clean(label)
            if not pair or not value.strip():
                continue
            text = value
        elif term is not None and not marks.endswith(":"):
            yield Line(term, raw.number, apart=True)
            term = None
        kind = LineKind.HEADING if heading else LineKind.TEXT
        if term is not None:
            text, kind = f"{term}\t{text}", LineKind.FACT
            if term[:1].isdigit():
                text, kind = f"{term} {text}".replace("\t", " "), LineKind.TEXT
            term = None
        elif raw.fact:
            kind = LineKind.FACT
        elif marks.endswith(("*", "#")):
            kind = LineKind.ITEM
        if line := _line(text, raw.number, kind, len(marks), apart=apart):
            yield line
            apart = False
    if term is not None:
        yield Line(term, raw.number)


def _line(text: str, number: int, kind: LineKind, depth: int, *, apart: bool) -> Line | None:
    lost = text.count(LOST)
    text = _OWN_SIGNS.sub(" ", text)
    if kind is LineKind.FACT:
        label, _, value = text.partition("\t")
        label, value = clean(label), clean(value)
        return Line(f"{label}\t{value}", number, kind, apart=apart) if label and value else None
    text = clean(text)
    if not text:
        return None
    bare = without_edit_link(text) if kind is LineKind.HEADING else text
    return Line(bare, number, kind, depth, 0, apart, lost, cut=is_cut(bare))
