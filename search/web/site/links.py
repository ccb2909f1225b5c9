"""Links: the addresses on a page that a server sends, as they are where files stand."""

import re
from collections.abc import Mapping
from html import escape, unescape
from urllib.parse import urlsplit

from kb.lang import codes

ORIGIN = "https://site.invalid"
"""Before lasting addresses while the pages are made; the name belongs to nobody."""

_LINK = re.compile(
    r'(?P<open><(?P<tag>li|p)\b[^>]*>)?<a\b(?P<before>[^>]*?) href="(?P<to>[^"]*)"(?P<after>[^>]*)>'
    r"(?P<inner>(?:(?!</a>).)*)</a>(?P<close></(?:li|p)>)?",
    re.DOTALL,
)
_CLASS = re.compile(r' class="[^"]*"')
_EMPTY = re.compile(r"<nav\b[^>]*>\s*<ul>\s*</ul>\s*</nav>\n?")
_FORM = re.compile(r'<form\b[^>]* action="(?P<to>[^"]*)".*?</form>\n?', re.DOTALL)
_HEAD = re.compile(r'<(?:link|script)\b[^>]*? (?:href|src)="(?P<to>[^"]*)"[^>]*>\n?')
_META = re.compile(r'<meta property="og:(?:url|image)" content="(?P<to>[^"]*)">\n?')
_GO = re.compile(r'(?<= data-rules=")[^"]*')
_LASTING = re.compile(rf'(?<=[">]){re.escape(ORIGIN)}(?P<to>[^"<]*)')


class Links:
    """Turns addresses to where a site has their pages, and takes out those that it has not."""

    def __init__(self, places: Mapping[str, str], base: str | None) -> None:
        """``places`` says where each address leads inside the site.

        ``base`` is the whole address of the site; without one all links are relative.
        """
        self._places = places
        self.base = base.rstrip("/") if base else None

    def root(self, folder: str) -> str:
        """What leads from a page in a folder to the site, with a slash at its end."""
        if self.base is not None:
            return urlsplit(self.base).path + "/"
        return "../" * (folder.count("/") + 1 if folder else 0) or "./"

    def page(self, html: str, folder: str) -> str:
        """A page as it is in a folder.

        A list item or a paragraph that is only a link to what the site lacks goes with it; of any
        other such link the words stay. Forms that a program would have to answer go too.
        """
        root = self.root(folder)

        def linked(match: re.Match[str]) -> str:
            address = self._found(match["to"], root)
            opened, closed = match["open"] or "", match["close"] or ""
            if address is not None:
                before, after = match["before"], match["after"]
                link = f'<a{before} href="{address}"{after}>{match["inner"]}</a>'
                return f"{opened}{link}{closed}"
            if opened and closed:
                return ""
            named = _CLASS.search(match["before"] + match["after"])
            return f"{opened}<span{named[0] if named else ''}>{match['inner']}</span>{closed}"

        def asked(match: re.Match[str]) -> str:
            address = self._found(match["to"], root)
            if address is None:
                return ""
            return match[0].replace(f'action="{match["to"]}"', f'action="{address}"', 1)

        def needed(match: re.Match[str]) -> str:
            address = self._found(match["to"], root)
            return (
                "" if address is None else match[0].replace(f'"{match["to"]}"', f'"{address}"', 1)
            )

        head, body, rest = html.partition("<body")
        head = _META.sub(needed, _HEAD.sub(needed, head))
        rest = _EMPTY.sub("", _LINK.sub(linked, _FORM.sub(asked, rest)))
        rest = _GO.sub(lambda match: f"{root}{match[0].lstrip('/')}", rest, count=1)
        return head + body + rest

    def document(self, text: str) -> str:
        """A feed or a map, all of whose addresses are whole; the site must have a base."""

        def lasting(match: re.Match[str]) -> str:
            found = self._found(ORIGIN + match["to"], "")
            return found if found is not None else f"{self.base}{match['to']}"

        return _LASTING.sub(lasting, text)

    def _found(self, escaped: str, root: str) -> str | None:
        """The address as it is to be written; None where the site lacks what it leads to."""
        address = unescape(escaped)
        if address.startswith(ORIGIN):
            if self.base is None:
                return None
            address, root = address.removeprefix(ORIGIN), f"{self.base}/"
        elif not address.startswith("/"):
            return escaped  # elsewhere, or on the page itself
        place = self._place(address)
        return None if place is None else escape(root + place)

    def _place(self, address: str) -> str | None:
        whole, mark, fragment = address.partition("#")
        place = self._places.get(whole)
        if place is not None:
            return f"{place.partition('#')[0]}{mark}{fragment}" if mark else place
        path, _, query = whole.partition("?")
        first, _, name = path.lstrip("/").partition("/")
        if first in codes() and name == "search":  # the script of the page reads the query
            return f"{first}/search/" + (f"?{query}" if query else "")
        if first == "static":
            return path.lstrip("/")
        if path.endswith((".xml", ".atom")) and self.base is not None:
            return path.lstrip("/")
        return None
