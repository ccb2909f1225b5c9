"""The glossary: its terms by letter, and one entry."""

from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from kb.edition import Edition
from kb.glossary import Entry
from kb.lang import codes, folded
from search.web.asking import Answer, Asking, Missing, Page
from search.web.sentences import said
from search.web.texts import Texts, shortened

_DESCRIPTION = 180


class Letter(NamedTuple):
    sign: str
    entries: tuple[tuple[str, str], ...]
    """Terms, each with its address."""


class IndexContent(NamedTuple):
    letters: tuple[Letter, ...]
    edition: Edition | None
    """None where no glossary is held."""
    terms: int


class EntryContent(NamedTuple):
    term: str
    text: Markup
    edition: Edition
    before: str | None
    after: str | None
    """Terms beside it."""


def index(asking: Asking) -> Answer:
    entries = asking.entries(asking.language)
    listed = sorted(entries.items())
    letters = tuple(
        Letter(
            sign,
            tuple((entry.term, asking.addresses.entry(entry.term)) for _, entry in group),
        )
        for sign, group in groupby(listed, key=lambda item: _letter(item[0]))
    )
    first = listed[0][1].edition if listed else None
    return Page(
        template="glossary.html",
        title=said(asking.language, "glossary_title"),
        content=IndexContent(
            letters, asking.holdings.edition(first) if first is not None else None, len(listed)
        ),
        path="/glossary",
        description=said(asking.language, "glossary_description"),
    )


def entry(asking: Asking) -> Answer:
    wanted = folded(asking.parameters["term"].removeprefix("/"))  # a term may have one inside
    entries = asking.entries(asking.language)
    found = entries.get(wanted)
    if found is None:
        return Missing(wanted)
    keys = sorted(entries)
    place = keys.index(wanted)
    edition = asking.holdings.edition(found.edition)
    return Page(
        template="entry.html",
        title=found.term,
        content=EntryContent(
            found.term,
            Texts(asking).marking.other(found.text, edition.language),
            edition,
            entries[keys[place - 1]].term if place else None,
            entries[keys[place + 1]].term if place + 1 < len(keys) else None,
        ),
        path=asking.addresses.entry(found.term).removeprefix(f"/{asking.language}"),
        languages=_paths(asking, found),
        description=shortened(found.text, _DESCRIPTION),
    )


def _paths(asking: Asking, found: Entry) -> dict[str, str]:
    """The same term in each language whose glossary has it; else its whole glossary."""
    path = asking.addresses.entry(found.term).removeprefix(f"/{asking.language}")
    return {
        code: path if folded(found.term) in asking.entries(code) else "/glossary"
        for code in codes()
    }


def _letter(key: str) -> str:
    first = key.lstrip("\"“'(¡¿+ ")[:1].upper()
    return first if first.isalpha() else "#"
