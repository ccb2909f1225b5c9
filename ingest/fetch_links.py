"""Links of a page that leads to a document."""

import re
from html.parser import HTMLParser
from urllib.parse import quote, urljoin

from kb.errors import Unfetched
from kb.saying import said

MOST_LINKS = 20_000


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.base: str | None = None
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href")
        if href is None or len(self.found) >= MOST_LINKS:
            return
        if tag == "base" and self.base is None:
            self.base = href
        elif tag in ("a", "area"):
            self.found.append(href)


def links(page: str, *, address: str) -> tuple[str, ...]:
    """The addresses that a page links to, whole, in its order, each once.

    >>> links('<a href="/a b.txt">x</a>', address="https://example.org/rules")
    ('https://example.org/a%20b.txt',)
    """
    parser = _Links()
    parser.feed(page)
    parser.close()
    base = _joined(address, parser.base or "")
    whole = (_joined(base or address, link.strip()) for link in parser.found)
    return tuple(dict.fromkeys(link for link in whole if link))


def document_link(page: str, *, address: str, pattern: str) -> str:
    """The first link whose address has the pattern in it; raises Unfetched where none has."""
    wanted = re.compile(pattern)
    found = links(page, address=address)
    for link in found:
        if link.startswith(("http://", "https://")) and wanted.search(link.partition("?")[0]):
            return link
    raise Unfetched(said("fetch.no_link", count=len(found), pattern=pattern))


def _joined(base: str, link: str) -> str | None:
    try:
        whole = urljoin(base, link).partition("#")[0]
    except ValueError:  # a bracket that makes no IPv6 address
        return None
    return quote(whole, safe="!$%&'()*+,/:;=?@[]~")
