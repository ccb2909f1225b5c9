"""Lanes: threads in which questions are answered, quick ones apart from those that take long."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from enum import Enum
from threading import BoundedSemaphore
from typing import NamedTuple, TypeVar

from kb.errors import StoreBusy

T = TypeVar("T")


class Width(NamedTuple):
    threads: int
    waiting: int
    """Questions that may wait; one more would hardly be answered in time."""


class Lane(Enum):
    """What a question is answered beside.

    More threads would not answer quick questions sooner: only one at a time has the interpreter,
    and each look into the base hands it on, which costs as much as the look.
    """

    PAGE = Width(1, 400)
    """A few looks into the base: some milliseconds."""
    SEARCH = Width(1, 120)
    """The index, which may have to be made first: no page is to wait for that."""
    LONG = Width(2, 14)
    """Differences, graphs, the base as of a day: what takes from a tenth of a second to many."""


class Threads:
    """Those of one lane."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._pool = ThreadPoolExecutor(lane.value.threads, thread_name_prefix=lane.name.lower())
        self._room = BoundedSemaphore(sum(lane.value))

    async def run(self, work: Callable[[], T], seconds: float) -> T:
        """What the work gives; raises TimeoutError, and StoreBusy where too many wait already."""
        if not self._room.acquire(blocking=False):
            raise StoreBusy(
                f"{self._lane.value.waiting} questions wait already for those that take "
                f"{self._lane.name.lower()} threads; ask again in a few seconds"
            )
        try:
            future = self._pool.submit(work)
        except RuntimeError:  # the room is closed
            self._room.release()
            raise
        # Not when nobody waits any longer, but when the thread is free again.
        future.add_done_callback(self._left)
        return await asyncio.wait_for(asyncio.wrap_future(future), seconds)

    def _left(self, future: Future[T]) -> None:
        self._room.release()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
