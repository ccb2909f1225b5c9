"""Linting in several processes, reported in the order of the paths all the same."""

import os
import signal
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice
from multiprocessing import parent_process
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread

from kb.errors import RegulaeError
from kb.store import open_to_read
from search.lint.report import FileReport
from search.lint.run import FileLinter, Item, Settings

_BATCH = 32
"""Files given to a process at a time."""
_AHEAD = 4
"""Batches waiting for each process."""


class ProcessEnded(RegulaeError):
    """A process of the lint that ended before its answer."""


def in_processes(
    files: Iterable[Item], folder: Path, settings: Settings, *, jobs: int
) -> Generator[FileReport, None, None]:
    """The reports in the order of ``files``; each process opens the base for itself."""
    rest = iter(files)
    batches = iter(lambda: list(islice(rest, _BATCH)), [])
    waiting: deque[Future[list[FileReport]]] = deque()
    with ProcessPoolExecutor(jobs, initializer=_start) as pool:
        try:
            for batch in batches:
                waiting.append(pool.submit(_reports, folder, settings, batch))
                if len(waiting) >= jobs * _AHEAD:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except BrokenProcessPool as error:
            raise ProcessEnded(
                "a process of the lint ended before its answer, as where memory ends; "
                "wanted all files linted; try --jobs 1, or fewer files at a time"
            ) from error
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


@cache
def _file_linter(folder: Path, settings: Settings) -> FileLinter:
    """That of this process, which lives as long."""
    return FileLinter(open_to_read(folder), settings)


def _reports(folder: Path, settings: Settings, batch: list[Item]) -> list[FileReport]:
    judge = _file_linter(folder, settings)
    return [judge.report(item) for item in batch]
