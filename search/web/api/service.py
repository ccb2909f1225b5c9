"""The service: takes a question over HTTP, and sends the answer, a kept one where there is one."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from litestar import Response

from kb.store import Store
from search.web.api import reading
from search.web.api.endpoints import Endpoint
from search.web.api.given import Given
from search.web.api.making import made
from search.web.api.problems import Refusal
from search.web.api.questions import Question
from search.web.api.sending import Asking, query, refused, sent
from search.web.api.worker import Order
from search.web.api.workers import LIMITS, Limits, TellLanguage, Workers
from search.web.cache import Ready, Shelf
from search.web.desk import Desk, Sources
from search.web.guard import TooLarge
from search.web.lanes import Lane
from search.web.sentences import preferred

JSON = "application/json"
_AT_ONCE = 2
"""Texts that are read at the same time; the others wait."""
_WAITING = 16
"""Texts that are read or wait; one more would be answered too late."""


def nobody_tells(text: str) -> None:
    """The language of a text, where nobody can tell it."""


class Service:
    """One for each process that serves; it asks the base of the desk."""

    def __init__(
        self,
        desk: Desk,
        sources: Sources,
        told_language: TellLanguage,
        limits: Limits = LIMITS,
    ) -> None:
        self._desk = desk
        self._sources = sources
        self._shelf = Shelf(desk.settings.cache_bytes // 4)
        self._workers = Workers(desk.settings.folder, told_language, limits)
        self._waiting = 0
        self._reading = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="reading")

    def close(self) -> None:
        self._reading.shutdown(wait=False, cancel_futures=True)
        self._workers.close()

    def language(self, request: Asking) -> str:
        """That of the parameter, where there is such a one, else the one that is liked best."""
        accepted = request.headers.get("accept-language", "")
        liked = preferred(accepted, otherwise=self._desk.settings.language)
        return reading.language(query(request), otherwise=liked)

    # -- what is asked -------------------------------------------------------------------

    async def answer(self, request: Asking, endpoint: Endpoint) -> Response[bytes]:
        """The answer, or the problem that stands in its way."""
        language = self.language(request)
        try:
            question = reading.read(endpoint.asks, reading.pairs(query(request)), language)
            if endpoint.body is not None:
                return await self._of_text(request, endpoint)
            return await self._of_the_base(request, endpoint, question)
        except Exception as error:
            return refused(request, error, language)

    async def _of_the_base(
        self, request: Asking, endpoint: Endpoint, question: Question
    ) -> Response[bytes]:
        """Kept ready, unless it tells of today, as long as the base is the same."""
        language = self.language(request)
        key = (request.url.path, query(request), language)
        held = self._shelf.get((self._desk.room.version(), key))
        if held is not None:
            return sent(request, held, language)
        limit = time.monotonic() + self._desk.settings.seconds

        def answered(store: Store) -> tuple[str, Ready, str]:
            # The base may become another one before the question is asked, or while it is.
            kept = self._desk.room.kept(store)
            given = Given(store, language, self._sources, nobody_tells, limit, kept=kept)
            return store.version, _ready(made(endpoint, question, given)), store.version

        lane = Lane.LONG if getattr(question, "edition", "") else endpoint.lane
        before, ready, after = await self._desk.room.ask(answered, lane)
        if endpoint.is_of_the_base and before == after:
            self._shelf.put((before, key), ready)
        return sent(request, ready, language)

    async def _of_text(self, request: Asking, endpoint: Endpoint) -> Response[bytes]:
        """Of what is sent along; nobody asks the same twice, so that none is kept."""
        body, language = await _body(request, endpoint), self.language(request)
        if self._waiting >= _WAITING:
            raise Refusal("busy")
        order = Order(endpoint.path, reading.pairs(query(request)), language, body)
        loop = asyncio.get_running_loop()
        self._waiting += 1
        try:
            answer = loop.run_in_executor(self._reading, self._workers.answer, order)
            made = await asyncio.wait_for(answer, self._desk.settings.seconds)
        finally:
            self._waiting -= 1
        return sent(request, Ready(made, JSON), language)


async def _body(request: Asking, endpoint: Endpoint) -> bytes:
    assert endpoint.body is not None
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type not in endpoint.body.media_types:
        raise Refusal(
            "media-type", came=media_type or "–", wanted=", ".join(endpoint.body.media_types)
        )
    try:
        body = await request.body()
    except TooLarge as error:
        raise Refusal("too-large") from error
    if not body:
        raise Refusal("no-text")
    return body


def _ready(body: bytes) -> Ready:
    ready = Ready(body, JSON)
    _ = ready.packed, ready.etag  # here, where no other reader waits for them
    return ready
