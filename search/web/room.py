"""The room: the base as the pages ask it, a connection a question, and always the newest one."""

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from kb.errors import StoreBusy, StoreError
from kb.store import FILE, Store, explained, open_to_read
from search.web.settings import Settings

T = TypeVar("T")
_STEPS = 20_000
"""Of SQLite's machine, after which a question looks at the clock: about a millisecond."""

_TRIES = 4
_LOOP_MILLISECONDS = 20


class Room:
    """Answers questions in threads of its own, each with a connection of its own."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._pool = ThreadPoolExecutor(settings.threads, thread_name_prefix="question")
        self._watched: tuple[int, int] = (0, 0)
        self._watch: Store | None = None
        self._last = ""

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._leave()

    def version(self) -> str:
        """Of the base as it is now, while somebody locks it as it was; raises StoreError.

        Asked by the thread of the loop alone, which must not wait.
        """
        try:
            with explained(self.settings.folder):
                self._last = self._read_version()
        except StoreBusy:
            if not self._last:
                raise
        return self._last

    def _read_version(self) -> str:
        folder = self.settings.folder
        status = os.stat(folder / FILE)
        file = status.st_dev, status.st_ino
        if self._watch is None or file != self._watched:  # another file took its place
            self._leave()
            self._watch, self._watched, self._last = open_to_read(folder), file, ""
            self._watch.db.execute(f"PRAGMA busy_timeout = {_LOOP_MILLISECONDS}")
        return self._watch.version

    def _leave(self) -> None:
        if self._watch is not None:
            self._watch.db.close()
            self._watch = None

    async def ask(self, question: Callable[[Store], T]) -> T:
        """What a question gives; raises TimeoutError where that takes too long."""
        loop = asyncio.get_running_loop()
        limit = time.monotonic() + self.settings.seconds
        future = loop.run_in_executor(self._pool, self._answered, question, limit)
        return await asyncio.wait_for(future, self.settings.seconds)

    def _answered(self, question: Callable[[Store], T], limit: float) -> T:
        """Asked again of the newer base where the older one, or its index, went meanwhile."""
        for tries_left in reversed(range(_TRIES)):
            try:
                return self._asked_once(question, limit)
            except StoreError:
                if not tries_left or time.monotonic() > limit:
                    raise
        raise AssertionError("the last try returns or raises")

    def _asked_once(self, question: Callable[[Store], T], limit: float) -> T:
        with explained(self.settings.folder), open_to_read(self.settings.folder) as store:
            # The thread of a question that was given up must not go on for nobody.
            store.db.set_progress_handler(lambda: time.monotonic() > limit, _STEPS)
            return question(store)
