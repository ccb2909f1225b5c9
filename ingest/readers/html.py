"""HTML pages: wiki pages, one page for each rule, transcripts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag

from ingest.document import Document, Line, LineKind
from ingest.readers.text import MOST_LINES, clean, is_cut, lost_letters, without_edit_link
from kb.errors import Unreadable

MOST_TAGS = 100_000
"""Marks in a page; a whole edition has some twenty thousand."""

WIDEST_ICON = 60
"""Pixels of a sign in a line of text."""

_DIGITS = 9
"""Of the longest number that an attribute is believed to hold."""
_LINE = "data-source-line"
_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd"),
        *("details", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1"),
        *("h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav", "ol", "p"),
        *("pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"),
    )
)
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_GONE = frozenset(
    (
        *("script", "style", "template", "noscript", "head", "title", "select", "option"),
        *("button", "textarea", "iframe", "object"),
    )
)
_NAVIGATION = frozenset(("nav", "footer", "form"))
_CHROME = re.compile(
    r"""(?:^|[\s_-]) (?: toc | catlinks | printfooter | navbox | navigation | breadcrumbs? | sidebar
    | footer | masthead | right-rail | ad-slot | top-ads | community-header | popular-pages )
    (?:$|[\s_-])""",
    re.VERBOSE | re.IGNORECASE,
)
_EDIT = re.compile(r"(?:^|\s)(?:mw-editsection|editsection|reference|mw-jump-link)(?:$|\s)")
_BODY = ("mw-parser-output", "mw-body-content", "page-content")
_ICON = re.compile(r"(?:^|[\s_-])(?:mana|symbol|icon|ms|card-symbol)(?:$|[\s_-])", re.IGNORECASE)
_DECLARATION = re.compile(r"^\s*<\?xml[^<>]*\?>[ \t]*")
_LOST = "\ue000"
_OPENING = re.compile(
    r"<(?=(?:address|article|aside|blockquote|body|br|caption|dd|div|dt|h[1-6]|header|li|main|p|pre"
    r"|section|t[dhr]|table|ul|ol|dl)\b)([A-Za-z]\w*)",
    re.IGNORECASE,
)


def read_html(text: str) -> Document:
    """The text of a page in its blocks; raises Unreadable for one with too many marks."""
    if (marks := text.count("<")) > MOST_TAGS:
        raise Unreadable(f"{marks} marks in the page are more than the {MOST_TAGS} that are read")
    soup = BeautifulSoup(_with_lines(_DECLARATION.sub("", text, count=1)), "lxml")
    titles = tuple(clean(title.get_text()) for title in soup.find_all("title", limit=1))
    walk = _Walk()
    content = _content(soup)
    walk.read(content)
    walk.flush()
    if content is not soup:
        beside = _Walk(without=content)
        beside.read(soup)
        beside.flush()
        walk.skipped += len(beside.lines) + beside.skipped
    return Document(
        "html",
        tuple(walk.lines),
        tuple(title for title in titles if title),
        notes=lost_letters(walk.lines, text),
        skipped=walk.skipped,
    )


def _with_lines(text: str) -> str:
    """Each block's opening mark with its line in the source, which lxml would not tell us."""
    number = 1
    reached = 0
    pieces: list[str] = []
    for match in _OPENING.finditer(text):
        number += _line_ends(text, reached, match.start())
        pieces += (text[reached : match.start()], f'<{match[1]} {_LINE}="{number}" ')
        reached = match.end()
    return "".join([*pieces, text[reached:]])


def _line_ends(text: str, start: int, end: int) -> int:
    lone = text.count("\r", start, end) - text.count("\r\n", start, end)
    return text.count("\n", start, end) + lone


def _content(soup: BeautifulSoup) -> Tag:
    """The innermost element that holds the page's own text, if the page marks one."""
    for name in _BODY:
        found = soup.find_all(class_=name, limit=2)
        if (
            len(found) == 1
            and isinstance(found[0], Tag)
            and re.search(r"\d{3}", found[0].get_text())
        ):
            return found[0]
    mains = soup.find_all("main", limit=2)
    if len(mains) == 1 and isinstance(mains[0], Tag) and re.search(r"\d{3}", mains[0].get_text()):
        return mains[0]
    return soup


@dataclass(slots=True)
class _Walk:
    """One pass over the tree without recursion: blocks become lines."""

    lines: list[Line] = field(default_factory=list)
    skipped: int = 0
    buffer: list[str] = field(default_factory=list)
    line: int = 1
    kind: LineKind = LineKind.TEXT
    depth: int = 0
    apart: bool = True
    row: list[str] | None = None
    label: str | None = None
    in_pre: int = 0
    without: Tag | None = None
    """A part that is read by itself."""

    def read(self, root: Tag) -> None:
        stack: list[tuple[Tag, Iterator[object]]] = [(root, iter(root.children))]
        self.enter(root)
        while stack:
            tag, children = stack[-1]
            child = next(children, None)
            if child is None:
                self.leave(tag)
                stack.pop()
            elif isinstance(child, Tag):
                if self.takes(child):
                    self.enter(child)
                    stack.append((child, iter(child.children)))
            elif isinstance(child, NavigableString) and not isinstance(child, PreformattedString):
                self.say(str(child))

    def takes(self, tag: Tag) -> bool:
        """Whether what is inside belongs to the text; counts what does not."""
        names = f"{_attribute(tag, 'class')} {_attribute(tag, 'id')}"
        if tag.name in _GONE or _EDIT.search(names) or tag is self.without:
            return False
        infobox = "infobox" in names
        if tag.name in _NAVIGATION or (not infobox and _CHROME.search(names)):
            self.skipped += 1
            return False
        if tag.name == "aside" and not infobox:
            self.skipped += 1
            return False
        if tag.name in ("img", "svg") or (_ICON.search(names) and _is_empty(tag)):
            self.icon(tag)
            return False
        return True

    def icon(self, tag: Tag) -> None:
        """Its alternative text, else a sign that one is lost; a picture is no icon."""
        width = _attribute(tag, "width").removesuffix("px")
        if width.isdecimal() and (len(width) > _DIGITS or int(width) > WIDEST_ICON):
            return
        inner = tag.find("title") if tag.name == "svg" else None
        said = (
            _attribute(tag, "alt")
            or _attribute(tag, "aria-label")
            or _attribute(tag, "title")
            or (inner.get_text() if isinstance(inner, Tag) else "")
        )
        self.buffer.append(said.strip() or _LOST)

    def enter(self, tag: Tag) -> None:
        if tag.name not in _BLOCKS:
            return
        cell = tag.name in ("td", "th")
        classes = _attribute(tag, "class")
        if not (cell and self.row is not None):
            self.flush(broken=tag.name == "br")
        place = _attribute(tag, _LINE)
        # a block that we do not mark may bring such an attribute of its own
        self.line = int(place) if place.isdecimal() and len(place) <= _DIGITS else self.line
        if tag.name == "tr":
            self.row = []
        elif tag.name in _HEADINGS and "pi-data-label" not in classes and "pi-item" not in classes:
            self.kind = LineKind.HEADING
        elif tag.name == "li":
            self.kind, self.depth = LineKind.ITEM, self.depth + 1
        elif tag.name == "pre":
            self.in_pre += 1

    def leave(self, tag: Tag) -> None:
        if tag.name not in _BLOCKS or tag.name == "br":
            return
        if tag.name in ("td", "th") and self.row is not None:
            self.row.append(clean("".join(self.buffer)))
            self.buffer.clear()
            return
        if tag.name == "tr" and self.row is not None:
            self.end_row()
            return
        classes = _attribute(tag, "class").split()
        if "pi-data-label" in classes or tag.name == "dt":
            self.end_label()
            return
        if ("pi-data-value" in classes or tag.name == "dd") and self.label:
            self.buffer = [f"{self.label}\t{clean(''.join(self.buffer))}"]
            self.label, self.kind = None, LineKind.FACT
        self.flush()
        if tag.name == "li":
            self.depth -= 1
        elif tag.name == "pre":
            self.in_pre -= 1

    def end_row(self) -> None:
        """Two cells are a label with its value, or a number with its text."""
        self.flush_row([cell for cell in self.row or [] if cell])
        self.row = None
        self.kind = LineKind.TEXT

    def flush_row(self, cells: list[str]) -> None:
        fact = len(cells) == 2 and not cells[0][:1].isdigit() and len(cells[0]) <= 60
        if cells:
            self.kind = LineKind.FACT if fact else LineKind.TEXT
            self.buffer = ["\t".join(cells) if fact else " ".join(cells)]
        self.flush()

    def end_label(self) -> None:
        """A label waits for its value; a number in its place stands before the text."""
        label = clean("".join(self.buffer))
        self.buffer.clear()
        if label[:1].isdigit():
            self.buffer.append(label + " ")
        else:
            self.label = label

    def say(self, text: str) -> None:
        if self.in_pre and "\n" in text:
            first, *rest = text.split("\n")
            self.buffer.append(first)
            for line in rest:
                self.flush(broken=True)
                self.line += 1
                self.buffer.append(line)
        elif self.label is None or text.strip():
            self.buffer.append(text)

    def flush(self, *, broken: bool = False) -> None:
        """What was said so far is a line; after a break the next is not apart from it."""
        raw = "".join(self.buffer)
        self.buffer.clear()
        kind = self.kind
        if kind is LineKind.FACT:
            label, _, value = raw.partition("\t")
            text = f"{clean(label)}\t{clean(value)}"
        else:
            text = clean(raw)
        said = clean(text.replace(_LOST, " ")) if _LOST in text else text
        if said.strip():
            lost = text.count(_LOST)
            bare = without_edit_link(said) if kind is LineKind.HEADING else said
            place = (self.line, kind, self.depth, 0, self.apart, lost)
            self.lines.append(Line(bare, *place, cut=is_cut(bare)))
            if len(self.lines) > MOST_LINES:
                raise Unreadable(f"more than the {MOST_LINES} lines that are read")
        if said.strip() or not broken:
            self.apart = not broken
        if not broken and (said.strip() or kind is not LineKind.ITEM):
            self.kind = LineKind.TEXT


def _is_empty(tag: Tag) -> bool:
    """Whether an element is drawn by its style alone."""
    return all(isinstance(child, NavigableString) and not child.strip() for child in tag.contents)


def _attribute(tag: Tag, name: str) -> str:
    value = tag.get(name)
    return " ".join(value) if isinstance(value, list) else str(value or "")
