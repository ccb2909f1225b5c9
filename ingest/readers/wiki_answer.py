"""The answers of a MediaWiki API: JSON with the source or the shown text of pages."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kb.errors import Unreadable

MOST_PAGES = 500
"""Pages of one answer, as many as an API gives at once."""
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_HALVES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Page:
    """The text of one page; ``is_html`` where it is shown, not source."""

    title: str
    text: str
    is_html: bool = False
    line: int | None = None
    """Where it begins in the source; None where it stands there in one line with all else."""


def is_answer(text: str) -> bool:
    return text.lstrip()[:1] == "{" and text.lstrip()[:2] not in ("{{", "{|")


def pages_of(text: str) -> list[Page]:
    """The pages of an answer; raises Unreadable for an error, a missing page or another JSON."""
    try:
        answer = json.loads(text)
        if _HALF.search(text):  # half of a sign, which JSON can name and nothing can write
            shown = json.dumps(answer, ensure_ascii=False)
            answer = json.loads(_HALVES.sub("\N{REPLACEMENT CHARACTER}", shown))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"no answer of a wiki: damaged JSON ({str(error)[:100]})") from error
    if not isinstance(answer, dict):
        raise Unreadable("no answer of a wiki: the JSON is no object")
    if fault := answer.get("error") or answer.get("errors") or answer.get("errorKey"):
        raise Unreadable(f"the wiki answered with an error: {_told(fault)}")
    pages = [page for page in _pages(answer) if page.text.strip()]
    if len(pages) > MOST_PAGES:
        raise Unreadable(f"{len(pages)} pages are more than the {MOST_PAGES} that are read")
    if not pages:
        raise Unreadable(f"the answer of the wiki holds no text of a page{_missing(answer)}")
    return pages


def _told(fault: Any) -> str:
    first = fault[0] if isinstance(fault, list) and fault else fault
    if isinstance(first, dict):
        said = [str(first[key]) for key in ("code", "info", "text", "html") if first.get(key)]
        return ": ".join(said)[:200]
    return str(first)[:200]


def _missing(answer: dict[str, Any]) -> str:
    absent = [
        str(page.get("title", ""))
        for page in _entries(answer)
        if "missing" in page or "invalid" in page
    ]
    return f"; there is no page {absent[0][:100]!r}" if absent else ""


def _entries(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The pages of a query, which are a list or an object by their ids."""
    query = answer.get("query")
    pages = query.get("pages") if isinstance(query, dict) else None
    found = pages.values() if isinstance(pages, dict) else pages if isinstance(pages, list) else ()
    yield from (page for page in found if isinstance(page, dict))


def _pages(answer: dict[str, Any]) -> Iterator[Page]:
    for page in _entries(answer):
        title = str(page.get("title", ""))
        revisions = page.get("revisions")
        last = revisions[0] if isinstance(revisions, list) and revisions else {}
        if text := _content(last):
            yield Page(title, text)
        elif isinstance(extract := page.get("extract"), str):
            yield Page(title, extract, "<p" in extract or "<h" in extract)
    parsed = answer.get("parse")
    if isinstance(parsed, dict):
        title = str(parsed.get("title", ""))
        if text := _string(parsed.get("wikitext")):
            yield Page(title, text)
        elif text := _string(parsed.get("text")):
            yield Page(title, text, is_html=True)
    if isinstance(expanded := answer.get("expandtemplates"), dict):
        yield Page("", _string(expanded.get("wikitext")) or _string(expanded))
    if isinstance(source := answer.get("source"), str):
        yield Page(str(answer.get("title", "")), source)
    elif isinstance(html := answer.get("html"), str):
        yield Page(str(answer.get("title", "")), html, is_html=True)


def _content(revision: Any) -> str:
    """The source in a revision, in the old or the new shape."""
    if not isinstance(revision, dict):
        return ""
    slots = revision.get("slots")
    slot = slots.get("main") if isinstance(slots, dict) else revision
    if not isinstance(slot, dict):
        return ""
    return _string(slot.get("content")) or _string(slot.get("*"))


def _string(value: Any) -> str:
    """A text that stands alone, or under the star of the old shape."""
    if isinstance(value, dict):
        value = value.get("*")
    return value if isinstance(value, str) else ""
