"""The room: the base as the pages ask it, and always the newest one."""

import os
import threading
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from kb.errors import StoreBusy, StoreError
from kb.store import FILE, Store, explained, open_to_read
from search.web.kept import Kept
from search.web.lanes import Lane, Threads
from search.web.settings import Settings

T = TypeVar("T")
_STEPS = 20_000
"""Of SQLite's machine, after which a question looks at the clock: about a millisecond."""

_TRIES = 4
_LOOP_MILLISECONDS = 20


class _File(NamedTuple):
    """Which file a connection reads; another one may take its place at any time."""

    device: int
    node: int
    changed: int
    """Where SQLite may write nothing beside the file, it does not see what others write to it."""


class _Own(threading.local):
    """What a thread keeps between two questions."""

    store: Store | None = None
    file: _File | None = None


class Room:
    """Answers questions in threads, each with a connection of its own."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lanes = {lane: Threads(lane) for lane in Lane}
        self._own = _Own()
        self._kept = Kept()
        self._watched: tuple[int, int] = (0, 0)
        self._watch: Store | None = None
        self._last = ""

    def close(self) -> None:
        for threads in self._lanes.values():
            threads.close()
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
        file = self._file()[:2]
        if self._watch is None or file != self._watched:  # another file took its place
            self._leave()
            self._watch, self._watched = open_to_read(self.settings.folder), file
            self._last = ""
            self._watch.db.execute(f"PRAGMA busy_timeout = {_LOOP_MILLISECONDS}")
        return self._watch.version

    def _leave(self) -> None:
        if self._watch is not None:
            self._watch.db.close()
            self._watch = None

    def _file(self) -> _File:
        status = os.stat(self.settings.folder / FILE)
        return _File(status.st_dev, status.st_ino, status.st_mtime_ns)

    def kept(self, store: Store) -> Kept:
        """What was read of the same version of the base before."""
        kept = self._kept
        if kept.version != store.version:
            kept = self._kept = Kept(store.version)
        return kept

    async def ask(self, question: Callable[[Store], T], lane: Lane = Lane.PAGE) -> T:
        """What a question gives; raises TimeoutError where that takes too long."""
        seconds = self.settings.seconds
        limit = time.monotonic() + seconds
        return await self._lanes[lane].run(lambda: self._answered(question, limit), seconds)

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
        with explained(self.settings.folder):
            store = self._taken()
            # The thread of a question that was given up must not go on for nobody.
            store.db.set_progress_handler(lambda: time.monotonic() > limit, _STEPS)
            try:
                answer = question(store)
            except BaseException:
                store.db.close()
                raise
            if store.as_of or store.db.in_transaction:  # it will answer of no other day
                store.db.close()
            else:
                self._own.store = store
            return answer

    def _taken(self) -> Store:
        """The connection of this thread, opened anew where the base is another file by now."""
        own, file = self._own, self._file()
        store, own.store = own.store, None
        if store is not None:
            if own.file == file:
                return store
            store.db.close()
        own.file = file
        return open_to_read(self.settings.folder)
