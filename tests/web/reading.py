"""Reading pages: strictly, so that a tag that is left open is found."""

from html.parser import HTMLParser
from typing import NamedTuple

_VOID = frozenset(("br", "hr", "img", "input", "link", "meta"))
_DRAWN = frozenset(("path", "circle", "rect"))
"""Of an SVG, which may close themselves."""
_NOT_IN_P = frozenset(
    (
        *("article", "aside", "div", "dl", "footer", "form", "h1", "h2", "h3", "header", "main"),
        *("nav", "ol", "p", "section", "table", "ul"),
    )
)


class Element(NamedTuple):
    tag: str
    attributes: dict[str, str]
    text: str


class Read(HTMLParser):
    """A page, read; ``faults`` says what is wrong with its markup."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.faults: list[str] = []
        self.words: list[str] = []
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self._self_closed = False
        self.feed(page)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag, _, _ in self._open]
        ids = [each.attributes["id"] for each in self.elements if "id" in each.attributes]
        self.faults += [f"id {each!r} twice" for each in set(ids) if ids.count(each) > 1]
        if not page.startswith("<!DOCTYPE html>"):
            self.faults.append("no doctype")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names):
            self.faults.append(f"<{tag}> has an attribute twice")
        attributes = {name: value or "" for name, value in attrs}
        if tag in _NOT_IN_P and any(each[0] == "p" for each in self._open):
            self.faults.append(f"<{tag}> inside <p>")
        if tag == "a" and any(each[0] == "a" for each in self._open):
            self.faults.append("a link inside a link")
        if tag in _VOID or self._self_closed:
            self.elements.append(Element(tag, attributes, ""))
        else:
            self._open.append((tag, attributes, []))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _DRAWN:
            self.faults.append(f"<{tag}/> closes itself")
        self._self_closed = True
        self.handle_starttag(tag, attrs)
        self._self_closed = False

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            self.faults.append(f"</{tag}> where {[each[0] for each in self._open]} are open")
            return
        _, attributes, words = self._open.pop()
        self.elements.append(Element(tag, attributes, "".join(words)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        for _, _, words in self._open:
            words.append(data)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        return [
            each
            for each in self.elements
            if each.tag == tag
            and all(each.attributes.get(name.rstrip("_")) == v for name, v in attributes.items())
        ]

    def one(self, tag: str, **attributes: str) -> Element:
        (found,) = self.all(tag, **attributes)
        return found

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())
