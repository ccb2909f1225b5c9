"""The desk: takes a call of a tool, and gives its answer out of the base or from a worker."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from kb.store import Store
from search.mcp.arguments import Call, called, language_of
from search.mcp.envelope import enveloped
from search.mcp.refusing import Refused, refused, told
from search.mcp.tools import Tool
from search.web.api.given import Given
from search.web.api.making import made
from search.web.api.problems import Refusal
from search.web.api.worker import Order
from search.web.api.workers import LIMITS, Limits, TellLanguage, Workers
from search.web.room import Room
from search.web.settings import Settings

T = TypeVar("T")
_AT_ONCE = 2
"""Texts that are read at the same time; the others wait."""
_WAITING = 16
"""Texts that are read or wait; one more would be answered too late."""


class Desk:
    """One for each process that serves."""

    def __init__(
        self, settings: Settings, told_language: TellLanguage, limits: Limits = LIMITS
    ) -> None:
        self.settings = settings
        self._room = Room(settings)
        self._workers = Workers(settings.folder, told_language, limits)
        self._reading = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="reading")
        self._waiting = 0
        self._asked = 0

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits for an answer."""
        return self._asked > 0

    def close(self) -> None:
        self._room.close()
        self._reading.shutdown(wait=False, cancel_futures=True)
        self._workers.close()

    async def answer(self, tool: Tool, arguments: Mapping[str, object]) -> dict[str, Any]:
        """The answer in its envelope; raises Refused."""
        with self._at_work():
            return await self._answer(tool, arguments)

    async def _answer(self, tool: Tool, arguments: Mapping[str, object]) -> dict[str, Any]:
        language = language_of(arguments, otherwise=self.settings.language)
        try:
            call = called(tool, arguments, otherwise=self.settings.language)
            return await (self._of_text(call) if tool.takes else self._of_the_base(call))
        except Exception as error:
            refusal = refused(error, tool.name, language)
            folder = self.settings.folder
            told_why = told(refusal, language=language, folder=folder, tool=tool.name)
            raise Refused(told_why) from error

    async def ask(self, question: Callable[[Store], T]) -> T:
        """What a question gives, of the base as it is now; raises Refused."""
        try:
            with self._at_work():
                return await self._room.ask(question)
        except Refused:
            raise
        except Exception as error:
            language, folder = self.settings.language, self.settings.folder
            refusal = refused(error, "resources", language)
            told_why = told(refusal, language=language, folder=folder)
            raise Refused(told_why, is_ours=refusal.status >= 500) from error

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        self._asked += 1
        try:
            yield
        finally:
            self._asked -= 1

    async def _of_the_base(self, call: Call) -> dict[str, Any]:
        limit = time.monotonic() + self.settings.seconds

        def answered(store: Store) -> dict[str, Any]:
            kept = self._room.kept(store)
            given = Given(store, call.language, lambda: (), lambda text: None, limit, kept=kept)
            answer = json.loads(made(call.tool.endpoint, call.question, given))
            return enveloped(store, call, answer)

        return await self._room.ask(answered)

    async def _of_text(self, call: Call) -> dict[str, Any]:
        """Read by a process of its own, that is ended where it takes too much."""
        if self._waiting >= _WAITING:
            raise Refusal("busy")
        body = call.text.encode("utf-8", "surrogatepass")
        order = Order(call.tool.endpoint.path, call.pairs, call.language, body)
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            answering = loop.run_in_executor(self._reading, self._workers.answer, order)
            content = await asyncio.wait_for(answering, self.settings.seconds)
        finally:
            self._waiting -= 1
        return await self._room.ask(lambda store: enveloped(store, call, json.loads(content)))
