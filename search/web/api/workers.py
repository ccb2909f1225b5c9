"""Workers: kept ready for the texts of strangers; those that take too much are ended."""

import multiprocessing
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
_START_SECONDS = 60.0
"""In which a worker is ready, on a machine that has much else to do."""
_USES = 500
"""Orders after which a worker is replaced: whatever it has kept by then is given back."""


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
        try:
            answer = worker.answer(order.packed(), self._limits.seconds)
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
        try:
            is_ready = self._pipe.poll(_START_SECONDS) and self._pipe.recv_bytes() == READY
        except EOFError:
            is_ready = False
        if not is_ready:
            self.end()
            raise Refusal("busy")

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
            # It ended over the order, as where memory ends inside the machine of Python.
            raise Refusal("too-costly") from error
        if answer == MEMORY:
            raise Refusal("too-costly")
        return answer

    def end(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.join()
