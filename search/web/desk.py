"""The desk: takes what a reader asks, and sends the page, a kept one where there is one."""

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any
from urllib.parse import quote

from litestar import Request, Response

from kb.as_of import turn_back
from kb.edition import EditionDate
from kb.errors import BadDate, StoreError, UnknownEdition
from kb.holdings import Holdings
from kb.lang import codes
from kb.store import Store
from search.held_sources import HeldSource
from search.web.addresses import Addresses, quoted
from search.web.asking import Answer, Asking, Missing, Page, PageOf, Redirect
from search.web.cache import Ready, Shelf
from search.web.lanes import Lane
from search.web.pages import missing, results
from search.web.room import Room
from search.web.sentences import preferred
from search.web.settings import Settings
from search.web.templating import Reader, rendered

Sources = Callable[[], tuple[HeldSource, ...]]
Making = Callable[[Store, str], Ready]
"""Makes what is no page, such as a feed, from the base and the origin of the addresses."""

_HTML = "text/html"
PACKED = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")
"""Whether an Accept-Encoding takes gzip."""
_ETAG = re.compile(r'"[^"]*"')
_LONGER = frozenset(("edition", "page"))
"""With these the base is turned back to a day first, or much is found and not shown."""
_log = logging.getLogger("regulae.web")


class Desk:
    """One for each process that serves."""

    def __init__(self, settings: Settings, sources: Sources) -> None:
        self.settings = settings
        self.room = Room(settings)
        self._sources = sources
        self._shelf = Shelf(settings.cache_bytes)

    # -- what is asked -------------------------------------------------------------------

    def language(self, request: Request[Any, Any, Any]) -> str:
        """That of the path, else the one that the reader likes best."""
        first = request.url.path.split("/")[1]
        if first in codes():
            return first
        header = request.headers.get("accept-language", "")
        return preferred(header, otherwise=self.settings.language)

    def origin(self, request: Request[Any, Any, Any]) -> str:
        if self.settings.public is not None:
            return self.settings.public.rstrip("/")
        return f"{request.url.scheme}://{request.headers['host']}"

    async def page(
        self, request: Request[Any, Any, Any], page_of: PageOf, lane: Lane = Lane.PAGE
    ) -> Response[bytes]:
        """The page, from those kept ready if the base is still the same."""
        readers = (datetime.now(UTC).date(), self.origin(request), self.language(request))
        if _LONGER.intersection(request.query_params):
            lane = Lane.LONG
        return await self._kept(request, readers, self._making(request, page_of), lane)

    async def fresh(self, request: Request[Any, Any, Any], page_of: PageOf) -> Response[bytes]:
        """A page for this reader alone: it answers what they sent, and is kept nowhere."""
        try:
            ready = await self.room.ask(self._making(request, page_of))
        except (StoreError, TimeoutError) as error:
            _log.warning("%s: %s", request.url.path, error)
            return _busy()
        return _sent(ready, request, {"cache-control": "no-store"})

    def _making(self, request: Request[Any, Any, Any], page_of: PageOf) -> Callable[[Store], Ready]:
        language, origin = self.language(request), self.origin(request)
        today = datetime.now(UTC).date()
        parameters = {k: str(v) for k, v in request.path_params.items()}
        query = {name: request.query_params[name] for name in request.query_params}

        def making(store: Store) -> Ready:
            with store.snapshot():
                asking = Asking(
                    store=store,
                    language=language,
                    path=_behind(request.url.path, language),
                    parameters=parameters,
                    query=query,
                    at=None,
                    today=today,
                    sources=self._sources,
                    origin=origin,
                    kept=self.room.kept(store),
                )
                return _made(asking, page_of, origin)

        return making

    async def made(self, request: Request[Any, Any, Any], making: Making) -> Response[bytes]:
        """A feed or a list of pages, kept ready as pages are."""
        origin = self.origin(request)
        return await self._kept(request, (origin,), lambda store: making(store, origin))

    async def _kept(
        self,
        request: Request[Any, Any, Any],
        readers: tuple[object, ...],
        making: Callable[[Store], Ready],
        lane: Lane = Lane.PAGE,
    ) -> Response[bytes]:
        """For all of whom the same is true, as long as the base is the same."""
        key = (*readers, request.url.path, str(request.url.query))
        try:
            kept = self._shelf.get((self.room.version(), key))
            if kept is not None:
                return _sent(kept, request, {})
            version, ready = await self.room.ask(partial(_with_version, making), lane)
            if ready.status == 200:
                self._shelf.put((version, key), ready)
        except (StoreError, TimeoutError) as error:
            _log.warning("%s: %s", request.url.path, error)
            return _busy()
        return _sent(ready, request, {})

    def in_their_language(self, request: Request[Any, Any, Any]) -> Response[bytes]:
        """To the same page in the language that the reader likes best."""
        number = request.path_params.get("number")
        path = f"/rules/{quoted(str(number))}" if number else "/"
        edition = request.query_params.get("edition")
        there = Addresses(self.language(request)).page(path, edition=edition)
        return _sent(Ready(b"", _HTML, 302, {"location": there}), request, {})

    def asset(
        self, request: Request[Any, Any, Any], ready: Ready, *, lasting: bool
    ) -> Response[bytes]:
        """A file; ``lasting`` where its address changes with its content."""
        for_ever = {"cache-control": "public, max-age=31536000, immutable"}
        return _sent(ready, request, for_ever if lasting else {})


# -- what is sent ------------------------------------------------------------------------


def _with_version(making: Callable[[Store], Ready], store: Store) -> tuple[str, Ready]:
    """The version is read first: a page that is newer than its key is no harm, an older one is."""
    version, ready = store.version, making(store)
    _ = ready.packed  # in this thread, where no other reader waits for it
    return version, ready


def _behind(path: str, language: str) -> str:
    """The language: what is left of a path, all of it where it names none."""
    return path.removeprefix(f"/{language}") if path.split("/")[1] == language else path


def _made(asking: Asking, page_of: PageOf, origin: str) -> Ready:
    """The page rendered, or where it stands, or what is near where there is none."""
    answer, asking = _as_of(asking, page_of)
    if isinstance(answer, Missing):
        answer = (results.without if page_of is results.search else missing.page)(asking, answer)
    if isinstance(answer, Redirect):
        return Ready(b"", _HTML, 302, {"location": answer.address})
    assert isinstance(answer, Page)
    reader = Reader(asking.language, origin, asking.addresses, asking.today)
    return Ready(rendered(answer, reader).encode(), _HTML, answer.status)


def _as_of(asking: Asking, page_of: PageOf) -> tuple[Answer, Asking]:
    """The answer of the day that the reader names, if any."""
    named = asking.query.get("edition", "")
    if not named:
        return page_of(asking), asking
    dates = _dates(asking.store)
    try:
        day = EditionDate.parse(named).latest
        turn_back(asking.store, day)
    except (BadDate, UnknownEdition):
        return Missing(named, dates), asking
    at = EditionDate.parse(asking.store.as_of)
    if str(at) != named:  # one address for all the days on which it was in force
        query = {**asking.query, "edition": str(at)}
        return Redirect(asking.addresses.page(quote(asking.path), **query)), asking
    turned = replace(asking, at=at, kept=asking.kept.on(str(at)))
    return page_of(turned), turned


def _dates(store: Store) -> tuple[EditionDate, ...]:
    dates = {edition.date for edition in Holdings(store).editions() if edition.date}
    return tuple(sorted(dates, reverse=True))


def _busy() -> Response[bytes]:
    return Response(
        b"Too much is asked at this moment, or the base cannot be read. Ask again.\n",
        media_type="text/plain",
        status_code=503,
        headers={"retry-after": "5", "cache-control": "no-store"},
    )


def is_named(etag: str, header: str) -> bool:
    """Whether an If-None-Match names what would be sent; weakly, as RFC 9110 has it."""
    return header.strip() == "*" or etag in _ETAG.findall(header)


def _sent(
    ready: Ready, request: Request[Any, Any, Any], headers: Mapping[str, str]
) -> Response[bytes]:
    """With what a browser needs to ask only whether it has changed."""
    said = {"cache-control": "no-cache", "etag": ready.validator, "vary": "accept-encoding"}
    if request.url.path.split("/")[1] not in codes():
        said["vary"] += ", accept-language"
    said |= ready.headers or {}
    said |= headers
    if ready.status != 200:
        said["cache-control"] = "no-store"
        del said["etag"]
    elif is_named(ready.etag, request.headers.get("if-none-match", "")):
        return Response(b"", status_code=304, headers=said)
    body = ready.body
    if ready.packed is not None and PACKED.search(request.headers.get("accept-encoding", "")):
        body = ready.packed
        said["content-encoding"] = "gzip"
    return Response(body, media_type=ready.media_type, status_code=ready.status, headers=said)


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Our own fault: the reader learns that it is one, whoever serves learns which."""
    _log.error("%s", request.url.path, exc_info=error)
    return Response(
        b"An error of regulae; whoever serves this finds it in the log.\n",
        media_type="text/plain",
        status_code=500,
        headers={"cache-control": "no-store"},
    )
