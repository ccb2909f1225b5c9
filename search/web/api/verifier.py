"""The verifier: keeps workers for documents of strangers, and ends those that take too much."""

import multiprocessing
import time
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import NamedTuple

from search.web.api.problems import Refusal
from search.web.api.worker import ANSWER, MEMORY, READY, work

_LARGEST = 64 * 2**20
"""Bytes of an answer."""
_START_SECONDS = 60.0
"""In which a worker is ready, on a machine that has much else to do."""
_USES = 500
"""Orders after which a worker is replaced: whatever it has kept by then is given back."""


class Limits(NamedTuple):
    """What one order may take."""

    seconds: float = 10.0
    memory: int = 768 * 2**20
    """Bytes of addresses of the whole process, of which Python and the checkers are a part."""


LIMITS = Limits()


class Verifier:
    """Shared by threads; as many workers as threads ask at once."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._idle: SimpleQueue[_Worker] = SimpleQueue()

    def answer(self, order: bytes) -> bytes:
        """The verdicts in JSON; raises Refusal and TimeoutError."""
        try:
            worker = self._idle.get_nowait()
        except Empty:
            worker = _Worker(self._limits)
        try:
            answer = worker.answer(order, self._limits.seconds)
        except BaseException:
            worker.end()
            raise
        if worker.uses < _USES:
            self._idle.put(worker)
        else:
            worker.end()
        return answer

    def close(self) -> None:
        """End those that wait."""
        while True:
            try:
                self._idle.get_nowait().end()
            except Empty:
                return


class _Worker:
    def __init__(self, limits: Limits) -> None:
        # Spawned, not forked: this process has threads, which a fork would leave in mid-air.
        spawning = multiprocessing.get_context("spawn")
        ours, theirs = spawning.Pipe()
        self.uses = 0
        self._pipe: Connection = ours
        self._process = spawning.Process(
            target=work, args=(theirs, limits.memory, int(limits.seconds) + 2), daemon=True
        )
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
        kind, rest = answer[:1], answer[1:]
        if kind == MEMORY:
            raise Refusal("too-costly")
        if kind != ANSWER:
            raise Refusal("failed")
        return rest

    def end(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.join()
