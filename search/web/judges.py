"""The judges: processes that read game states of strangers, so that this one stays unharmed."""

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from enum import StrEnum
from math import ceil

import msgspec

from search.verifying.judged import ENDED, READY, Answer, Question

LARGEST = 200_000
"""Bytes of a text."""
MEMORY = 256 * 2**20
SECONDS = 2.0
_START = 30.0
"""Seconds in which a process must be there."""
_LONGEST_ANSWER = 4 * 2**20
_WAITING = 8
"""Questions that may wait for each judge."""
_SERVES = 200
"""Questions after which a judge is let go, with what it remembered."""
_LAST = 2_000
"""Signs of what a judge said before it ended."""
_LAST_SECONDS = 0.5
_GRACE = 3
"""Seconds after its time in which a judge that nobody kills ends by itself."""


_log = logging.getLogger("regulae.web")


class Failed(StrEnum):
    """Why there is no answer."""

    TIME = "time"
    MEMORY = "memory"
    CRASH = "crash"
    """The process ended and cannot say why: our own fault, which is in the log."""
    BUSY = "busy"


class _OutOfMemory(Exception):
    """The process says that it has no memory left."""


class _Ended(Exception):
    """The process gave no answer, and does not say why."""


class Judges:
    """Answers so many questions at once, each in a process; for one event loop."""

    def __init__(self, count: int = 2, *, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self._count = count
        self._seconds = seconds
        self._memory = memory
        self._free = asyncio.Semaphore(count)
        self._idle: list[tuple[Process, int]] = []
        self._asked = 0
        self._warming: asyncio.Task[None] | None = None
        self._closed = False

    async def judge(self, question: Question) -> Answer | Failed:
        """The verdicts, or why there are none; the text has at most ``LARGEST`` bytes."""
        if self._asked >= self._count * (1 + _WAITING):
            return Failed.BUSY
        self._asked += 1
        try:
            async with self._free:
                return await self._judged(question)
        finally:
            self._asked -= 1

    def warm(self) -> None:
        """Have a judge ready for a reader who is about to ask."""
        at_work = self._warming is not None and not self._warming.done()
        if not self._idle and not at_work and not self._asked:
            self._warming = asyncio.get_running_loop().create_task(self._one_more())

    async def close(self) -> None:
        """Let all of them go."""
        self._closed = True
        if self._warming is not None:
            self._warming.cancel()
        while self._idle:
            process, _ = self._idle.pop()
            await _end(process)

    async def _one_more(self) -> None:
        try:
            started = await self._started()
        except (_Ended, OSError, TimeoutError):
            return  # whoever asks is told
        await self._put(started, 0)

    async def _put(self, process: Process, served: int) -> None:
        """Beside those that have nothing to do, if there are not enough of them."""
        if self._closed or len(self._idle) >= self._count or served >= _SERVES:
            await _end(process)
        else:
            self._idle.append((process, served))

    async def _judged(self, question: Question) -> Answer | Failed:
        try:
            process, served = self._waiting() or (await self._started(), 0)
        except (_Ended, OSError, TimeoutError):
            return Failed.BUSY
        found: Answer | Failed | None = None
        try:
            async with asyncio.timeout(self._seconds):
                found = await _answered(process, question)
        except TimeoutError:
            found = Failed.TIME
        except _OutOfMemory:
            found = Failed.MEMORY
        except (_Ended, OSError, msgspec.DecodeError):
            found = await _cause(process)
        finally:
            if isinstance(found, Answer):
                await self._put(process, served + 1)
            else:
                _log.warning("verify: %d signs, %s", len(question.text), found or "given up")
                await _end(process)
        return found

    def _waiting(self) -> tuple[Process, int] | None:
        """A judge that has nothing to do; one that somebody ended meanwhile is none."""
        while self._idle:
            process, served = self._idle.pop()
            if process.returncode is None:
                return process, served
        return None

    async def _started(self) -> Process:
        seconds = ceil(self._seconds) + _GRACE
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "search.verifying.judge", str(self._memory), str(seconds)),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            limit=_LONGEST_ANSWER,
            env=_surroundings(),
            start_new_session=True,  # Ctrl-C is for the server, which ends its judges
        )
        try:
            async with asyncio.timeout(_START):
                if await _line(process) != READY:
                    raise _Ended
        except (_Ended, TimeoutError) as error:
            last = await _last_words(process)
            _log.error("verify: no judge is there %s", last or f"({type(error).__name__})")
            await _end(process)
            raise
        except BaseException:
            await _end(process)
            raise
        return process


def _surroundings() -> dict[str, str]:
    """What a judge knows of its surroundings: where to find the program and its data."""
    known = {
        name: os.environ[name] for name in ("REGULAE_DATA", "SYSTEMROOT") if name in os.environ
    }
    return known | {
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONUTF8": "1",
    }


async def _answered(process: Process, question: Question) -> Answer:
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(question) + b"\n")
    await process.stdin.drain()
    line = await _line(process)
    if line == ENDED:
        raise _OutOfMemory
    if not line.endswith(b"\n"):
        raise _Ended
    return msgspec.json.decode(line, type=Answer)


async def _line(process: Process) -> bytes:
    assert process.stdout is not None
    try:
        return await process.stdout.readline()
    except ValueError as error:  # longer than any answer may be
        raise _Ended from error


async def _cause(process: Process) -> Failed:
    """Why a process gave no answer; it is ended if it is still there."""
    said = await _last_words(process)
    code = process.returncode  # None of one that lives: it said what is no answer
    await _end(process)
    if code is not None and -code == getattr(signal, "SIGALRM", None):
        return Failed.TIME  # its own clock was quicker than ours
    if "MemoryError" in said or (code is not None and -code == getattr(signal, "SIGKILL", None)):
        return Failed.MEMORY  # nobody but a system without memory kills it so
    _log.error("verify: a judge ended (%s): %s", code, said or "without a word")
    return Failed.CRASH


async def _last_words(process: Process) -> str:
    """What it wrote for whoever runs it, the end of it; the text of a reader is not in there."""
    assert process.stderr is not None
    try:
        async with asyncio.timeout(_LAST_SECONDS):
            said = await process.stderr.read()
            await process.wait()
    except TimeoutError:  # it lives
        return ""
    return said.decode("utf-8", "replace")[-_LAST:].strip()


async def _end(process: Process) -> None:
    if process.returncode is None:
        try:
            process.kill()
        except ProcessLookupError:
            return
    await process.wait()
