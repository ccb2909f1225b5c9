"""Work spread over several processes, its results in the order of what was given."""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import TypeVar

from kb.errors import RegulaeError
from kb.saying import said

Batch = TypeVar("Batch")
Result = TypeVar("Result")

_AHEAD = 4
"""Batches waiting for each process, so that memory does not grow with their number."""


class ProcessEnded(RegulaeError):
    """A process that ended before its answer."""


def in_processes(
    work: Callable[[Batch], Result], batches: Iterable[Batch], *, jobs: int
) -> Generator[Result, None, None]:
    """What ``work`` makes of each batch; raises ProcessEnded where a process dies over one."""
    waiting: deque[Future[Result]] = deque()
    with ProcessPoolExecutor(jobs, initializer=_start) as pool:
        try:
            for batch in batches:
                waiting.append(pool.submit(work, batch))
                if len(waiting) >= jobs * _AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool as error:
            raise ProcessEnded(said("base.process_ended")) from error
        finally:
            pool.shutdown(cancel_futures=True)


def _start() -> None:
    # Ctrl-C reaches all processes; these have nothing to tidy and nothing to say.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_the_first, daemon=True).start()


def _end_with_the_first() -> None:
    """Nobody else would end this process where the one that started it was killed."""
    first = parent_process()
    if first is not None:
        wait([first.sentinel])
        os._exit(2)
