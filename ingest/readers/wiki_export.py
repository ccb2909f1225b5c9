"""The export of a wiki: XML with the source of pages."""

import re
from typing import TYPE_CHECKING, Any

from ingest.readers.wiki_answer import MOST_PAGES, Page
from kb.errors import Unreadable

if TYPE_CHECKING:
    from lxml.etree import _Element

_START = re.compile(
    r"""
    \s* (?: <\?xml [^>]{0,200} \?> \s* )?   # its encoding is ours by now
    (?> <!-- .{0,2000}? --> \s* )*+        # each up to its first end, or it takes for ever
    (?= <mediawiki [\s>] )
    """,
    re.VERBOSE | re.DOTALL,
)
_ARTICLES = "0"
"""The namespace of pages that are read; the others hold talk, users and templates."""


def is_export(text: str) -> bool:
    return _START.match(text) is not None


def exported_pages(text: str) -> tuple[list[Page], int]:
    """Its pages, each as it was last, and how many pages of other kinds were left out.

    Raises Unreadable for damaged XML and for one without a page.
    """
    from lxml import etree  # slow to import, and the form is told without it

    start = _START.match(text)
    body = text[start.end() if start else 0 :]
    above = text.count("\n", 0, start.end() if start else 0)
    # No entity is followed and nothing is fetched; without huge_tree lxml stops at depth 256.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True
    )
    try:
        root = etree.fromstring(body.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError as error:
        raise Unreadable(f"no export of a wiki: damaged XML ({str(error)[:100]})") from error
    pages: list[Page] = []
    left_out = 0
    for page in root.iter("{*}page"):
        if page.findtext("{*}ns", _ARTICLES).strip() != _ARTICLES:
            left_out += 1
            continue
        source = _last_source(page)
        if source is not None and (source.text or "").strip():
            title = page.findtext("{*}title", "").strip()
            line: Any = source.sourceline  # which the stubs leave open
            pages.append(Page(title, str(source.text), line=(line or 1) + above))
    if len(pages) > MOST_PAGES:
        raise Unreadable(f"{len(pages)} pages are more than the {MOST_PAGES} that are read")
    if not pages:
        raise Unreadable("the export of the wiki holds no text of a page")
    return pages, left_out


def _last_source(page: "_Element") -> "_Element | None":
    """The text of the newest revision: a full history is not in one order everywhere."""
    revisions = page.findall("{*}revision")
    if not revisions:
        return None
    newest = max(
        enumerate(revisions), key=lambda each: (each[1].findtext("{*}timestamp", ""), each[0])
    )
    return newest[1].find("{*}text")
