"""The front page, and what a search finds."""

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup, escape

from kb.edition import EditionDate
from kb.lang import codes
from kb.number import RuleNumber
from kb.overview import text_counts
from search.hits import Found, Hit
from search.query.faults import QueryError
from search.sentences import friend_sentence
from search.snippet import MARK
from search.web.asking import Answer, Asking, Missing, Page, Redirect, page_asked
from search.web.indexes import index_of
from search.web.sentences import said
from search.web.symbols import pictured
from search.web.texts import Texts

KINDS = ("rule", "glossary", "ruling", "example")
_LONGEST = 300
"""Signs of a query."""
_ON_A_PAGE = 20
_MOST_PAGES = 25
"""What is found there, nobody looks for."""


class Form(NamedTuple):
    """What the fields of the search form hold."""

    query: str
    within: str
    """A language, or nothing for all."""
    kind: str
    edition: str
    dates: tuple[EditionDate, ...]


class HomeContent(NamedTuple):
    form: Form
    chapters: tuple[tuple[RuleNumber, str], ...]
    texts: Mapping[str, int]
    """How many rules have a text, by language."""


class Result(NamedTuple):
    hit: Hit
    address: str
    snippet: Markup | None
    """None where it would only say the name again."""


class ResultsContent(NamedTuple):
    form: Form
    found: Found
    fault: str
    """What is wrong with the query; else empty."""
    results: tuple[Result, ...]
    friends: tuple[str, ...]
    meant: tuple[tuple[str, str], ...]
    """Queries that may have been meant, with their addresses."""
    pages: tuple[tuple[int, str], ...]
    page: int
    shown: str
    """Which of all hits: ``20``, or ``21–40``."""


def home(asking: Asking) -> Answer:
    texts = Texts(asking)
    chapters = tuple(RuleNumber(chapter) for chapter in range(1, 10))
    return Page(
        template="home.html",
        title=said(asking.language, "home_title"),
        content=HomeContent(
            form=_form(asking),
            chapters=texts.names([n for n in chapters if asking.holdings.known(n)]),
            texts=text_counts(asking.store),
        ),
        path="/",
        description=said(asking.language, "home_description"),
    )


def search(asking: Asking) -> Answer:
    """A number alone leads to its rule; without any word the form is shown again."""
    form = _form(asking)
    if not form.query:
        return Redirect(asking.addresses.page("/"))
    number = RuleNumber.read(form.query)
    if number is not None and asking.holdings.known(number) and not (form.kind or form.within):
        return Redirect(asking.addresses.rule(number))
    return _results(asking, form)


def _results(asking: Asking, form: Form) -> Answer:
    from search.find import find
    from search.query.meaning import day_of
    from search.query.reading import read

    at = page_asked(asking, _MOST_PAGES)
    again = {"q": form.query, "in": form.within, "kind": form.kind, "edition": form.edition}
    found, fault = Found(form.query, 0, (), ()), ""
    try:
        day = day_of(read(form.query), form.query)
        if day is not None and not form.edition:
            # The day belongs to the address, where every link of the page keeps it.
            return Redirect(asking.addresses.page("/search", **{**again, "edition": day}))
        with index_of(asking.store, asking.kept) as index:
            found = find(
                asking.store,
                index,
                form.query,
                language=asking.language,
                within=form.within or None,
                kind=form.kind or None,
                limit=at * _ON_A_PAGE,
            )
    except QueryError as error:
        fault = str(error.in_language(asking.language))
    hits = found.hits[(at - 1) * _ON_A_PAGE :]
    if at > 1 and not hits and not fault:
        return Redirect(asking.addresses.page("/search", **again))
    first = (at - 1) * _ON_A_PAGE + 1
    count = min(_MOST_PAGES, -(-found.total // _ON_A_PAGE)) if len(hits) == _ON_A_PAGE else at
    return Page(
        template="results.html",
        title=said(asking.language, "results_title", query=form.query),
        content=ResultsContent(
            form=form,
            found=found,
            fault=fault,
            results=tuple(_result(hit, asking) for hit in hits),
            pages=tuple(
                (each, asking.addresses.page("/search", **again, page=each if each > 1 else ""))
                for each in range(1, count + 1)
            ),
            page=at,
            shown=str(len(hits)) if at == 1 else f"{first}–{first + len(hits) - 1}",
            friends=tuple(friend_sentence(each, asking.language) for each in found.warnings),
            meant=tuple(
                (each, asking.addresses.page("/search", **{**again, "q": each}))
                for each in found.did_you_mean
            ),
        ),
        path="/search",
        indexed=False,
        status=400 if fault else 200,
        query={name: value for name, value in again.items() if value}
        | ({"page": str(at)} if at > 1 else {}),
    )


def without(asking: Asking, missing: Missing) -> Answer:
    """What was asked for, to be asked again, where no edition of the day is held."""
    form = _form(asking)
    told = said(asking.language, "missing_edition", date=missing.wanted)
    return Page(
        template="results.html",
        title=said(asking.language, "results_title", query=form.query),
        content=ResultsContent(
            form=form,
            found=Found(form.query, 0, (), ()),
            fault=f"{told} {', '.join(map(str, missing.dates))}.",
            results=(),
            friends=(),
            meant=(),
            pages=(),
            page=1,
            shown="0",
        ),
        path="/search",
        indexed=False,
        status=404,
    )


def _form(asking: Asking) -> Form:
    query = " ".join(asking.query.get("q", "").split())[:_LONGEST]
    within, kind = asking.query.get("in", ""), asking.query.get("kind", "")
    dates = {edition.date for edition in asking.holdings.editions() if edition.date}
    return Form(
        query,
        within if within in codes() else "",
        kind if kind in KINDS else "",
        str(asking.at or ""),
        tuple(sorted(dates, reverse=True)),
    )


def _result(hit: Hit, asking: Asking) -> Result:
    if hit.number is not None:
        address = asking.addresses.rule(hit.number)
    elif hit.title is not None:
        address = asking.addresses.entry(hit.title)
    else:
        address = asking.addresses.page("/glossary")
    says_more = hit.snippet.replace(MARK, "") != hit.title
    return Result(hit, address, _snippet(hit.snippet, asking.language) if says_more else None)


def _snippet(text: str, code: str) -> Markup:
    """What matched as ``mark``; the stars stand in pairs, unless a text has such of its own."""
    parts = text.split(MARK)
    if len(parts) % 2 == 0:
        return Markup(escape(text))
    shown = [pictured(part, code) for part in parts]
    return Markup(
        "".join(f"<mark>{part}</mark>" if place % 2 else part for place, part in enumerate(shown))
    )
