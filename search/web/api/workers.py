"""Workers: kept ready for the texts of strangers; those that take too much are ended."""

import logging
import multiprocessing
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple

from search.web.api.problems import Refusal
from search.web.api.worker import MEMORY, READY, REFUSAL, Order, Place, work

TellLanguage = Callable[[str], str | None]
_LARGEST = 64 * 2**20
"""Bytes of an answer."""
_START_SECONDS = 8.0
"""In which a worker is ready; whoever asks is told to ask again where it is not."""
_LAST_START_SECONDS = 60.0
"""After which one is given up, on a machine that has much else to do."""
_USES = 500
"""Orders after which a worker is replaced: whatever it has kept by then is given back."""


_LAST_SECONDS = 0.5
"""In which one that has closed its end of the pipe is gone."""
_WITHOUT_MEMORY = [
    getattr(signal, name) for name in ("SIGKILL", "SIGSEGV", "SIGABRT") if hasattr(signal, name)
]
_log = logging.getLogger("regulae.web")


class Limits(NamedTuple):
    """What one order may take."""

    seconds: float = 15.0
    memory: int = 512 * 2**20
    """Bytes of addresses of the whole process, of which Python and the checkers are a part."""


LIMITS = Limits()


class Workers:
    """Shared by threads; as many workers as threads ask at once."""

    def __init__(self, folder: Path, told_language: TellLanguage, limits: Limits) -> None:
        self._limits = limits
        self._place = Place(folder, told_language, limits.memory, int(limits.seconds))
        self._idle: SimpleQueue[_Worker] = SimpleQueue()

    def answer(self, order: Order) -> bytes:
        """The answer in JSON; raises Refusal and TimeoutError."""
        try:
            worker = self._idle.get_nowait()
        except Empty:
            worker = _Worker(self._place)
        if not worker.ready(_START_SECONDS):
            if worker.is_starting:
                self._idle.put(worker)  # for whoever asks next
            else:
                _log.error("%s: no worker is there (%s)", order.path, worker.end())
            raise Refusal("busy")
        try:
            answer = worker.answer(order.packed(), self._limits.seconds)
        except _Ended as error:
            raise _refusal(order, worker.end()) from error
        except BaseException:
            worker.end()
            raise
        if worker.uses < _USES:
            self._idle.put(worker)
        else:
            worker.end()
        if answer[:1] == REFUSAL:
            raise Refusal.unpacked(answer[1:])
        return answer[1:]

    def close(self) -> None:
        """End those that wait."""
        while True:
            try:
                self._idle.get_nowait().end()
            except Empty:
                return


class _Ended(Exception):
    """A worker that gave no answer."""


def _refusal(order: Order, code: int | None) -> Exception:
    """What it is to whoever asked that a worker ended over an order, by its exit code.

    Where memory ends inside the machine of Python, or of a library, the process ends without a
    word; whoever serves finds how in the log.
    """
    _log.error("%s: a worker ended (%s) over %d bytes", order.path, code, len(order.body))
    if code is not None and -code == getattr(signal, "SIGXCPU", None):
        return TimeoutError()
    if code is not None and -code in _WITHOUT_MEMORY:
        return Refusal("too-costly")
    return Refusal("failed")


class _Worker:
    def __init__(self, place: Place) -> None:
        # Spawned, not forked: this process has threads, which a fork would leave in mid-air.
        spawning = multiprocessing.get_context("spawn")
        ours, theirs = spawning.Pipe()
        self.uses = 0
        self._pipe: Connection = ours
        self._process = spawning.Process(target=work, args=(theirs, place), daemon=True)
        self._process.start()
        theirs.close()
        self._is_ready = False
        self._given_up = time.monotonic() + _LAST_START_SECONDS

    def ready(self, seconds: float) -> bool:
        """Whether it can be given orders by then."""
        if not self._is_ready:
            try:
                self._is_ready = self._pipe.poll(seconds) and self._pipe.recv_bytes() == READY
            except (EOFError, OSError):
                self._given_up = 0.0
        return self._is_ready

    @property
    def is_starting(self) -> bool:
        return time.monotonic() < self._given_up

    def answer(self, order: bytes, seconds: float) -> bytes:
        """An answer or a refusal, with its first byte."""
        self.uses += 1
        limit = time.monotonic() + seconds
        try:
            self._pipe.send_bytes(order)
            if not self._pipe.poll(max(0.0, limit - time.monotonic())):
                raise TimeoutError
            answer = self._pipe.recv_bytes(_LARGEST)
        except (EOFError, OSError) as error:
            if isinstance(error, TimeoutError):
                raise
            raise _Ended from error
        if answer == MEMORY:
            raise Refusal("too-costly")
        return answer

    def end(self) -> int | None:
        """Its exit code, negative of the signal that ended it; None where it had to be ended."""
        self._pipe.close()
        self._process.join(_LAST_SECONDS)
        code = self._process.exitcode
        if code is None:
            self._process.kill()
            self._process.join()
        return code
