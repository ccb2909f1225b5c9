"""The envelope: what stands around an answer, so that it can be trusted, cited and asked on."""

import re
from collections.abc import Iterator
from typing import Any

from kb.holdings import Holdings
from kb.store import Store
from search.as_json import edition_json
from search.mcp.arguments import Call, bad_page
from search.mcp.cutting import LONGEST_TEXT, cut
from search.mcp.reasons import notes
from search.mcp.sentences import note

_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_EDITION = frozenset(("language", "date", "label", "source", "kind", "official", "hash"))


def enveloped(store: Store, call: Call, answer: Any) -> dict[str, Any]:
    """A page of the answer with its editions and what is to be said of it; raises Refusal."""
    page = cut(answer, call.page)
    if call.page > page.pages:
        raise bad_page(call.page, page.pages, call.language)
    shown = without_paths(page.answer)
    said = list(notes(store, call, answer))
    if page.pages > call.page:
        said.append(
            note(call.language, "page", page=call.page, pages=page.pages, next=call.page + 1)
        )
    elif page.pages > 1:
        said.append(note(call.language, "last_page", pages=page.pages))
    if page.shortened:
        said.append(note(call.language, "text_cut", most=LONGEST_TEXT))
    editions = list(_editions(shown)) or list(newest(Holdings(store)))
    return {
        "about_texts": note(call.language, "quoted"),
        "notes": said,
        "page": call.page,
        "pages": page.pages,
        "editions": list({edition["hash"]: edition for edition in editions}.values()),
        "answer": shown,
    }


def without_paths(value: Any) -> Any:
    """The same, with no more of a path that was given to ingest than the name of the file."""
    if isinstance(value, list):
        return [without_paths(part) for part in value]
    if not isinstance(value, dict):
        return value
    shown = {key: without_paths(part) for key, part in value.items()}
    if shown.keys() >= _EDITION:
        shown["source"] = source_name(shown["source"])
    return shown


def source_name(source: str) -> str:
    r"""An address whole, of a path the last part.

    >>> source_name("/home/ada/rules/2026.txt"), source_name("C:\\rules\\2026.txt")
    ('2026.txt', '2026.txt')
    """
    if _ADDRESS.match(source):
        return source
    return next(filter(None, reversed(re.split(r"[\\/]", source))), "-")


def newest(holdings: Holdings) -> Iterator[dict[str, Any]]:
    """Of each language the newest edition, an official one before others of its day."""
    for code in holdings.languages():
        held = [edition for edition in holdings.editions(code) if edition.date]
        if held:
            best = max(held, key=lambda edition: (str(edition.date), edition.official))
            yield without_paths(dict(edition_json(best)))


def _editions(value: Any) -> Iterator[dict[str, Any]]:
    """The editions that are named anywhere in an answer."""
    if isinstance(value, list):
        for part in value:
            yield from _editions(part)
    elif isinstance(value, dict):
        if value.keys() >= _EDITION:
            yield {key: value[key] for key in value if key in _EDITION}
        for part in value.values():
            yield from _editions(part)
