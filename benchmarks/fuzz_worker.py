"""A reading in a process of its own, under limits of time and memory."""

import json
import multiprocessing
import resource
import signal
import tempfile
import time
import traceback
import warnings
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from benchmarks.fuzz_oracle import digest, faults, read, store
from benchmarks.fuzz_seeds import Sample

ADDRESSES = 1536 * 2**20
"""Bytes of memory that a reading may ask for."""
MEMORY = 2**30
"""Bytes that it may really have at once."""
SECONDS = 5.0
"""Of the processor; a slower one is a finding."""
PATIENCE = 20
"""Seconds of the processor after which it is ended."""
_WALL = 120.0
"""Seconds by the clock after which it is ended, on a machine that others use too."""
_PAGES = "5"
"""Written there, the system forgets the peak of the memory that a process had."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one source."""

    fault: str | None
    """Why it is a finding; None where all is as it must be."""
    seconds: float
    mebibytes: float
    refused: bool = False


class Worker:
    """Reads sources one after the other, in a process that is made anew where one breaks."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def read(self, sample: Sample, *, twice: bool = False) -> Outcome:
        """``twice``: again, to see that the answer is the same, and into a base."""
        if self._process is None:
            self._begin()
        assert self._process is not None and self._line is not None
        begin = time.monotonic()
        head = {"reader": sample.reader, "names": [name for name, _ in sample.files]}
        try:
            self._line.send_bytes(json.dumps({**head, "twice": twice}).encode())
            for _, content in sample.files:
                self._line.send_bytes(content)
            if self._line.poll(_WALL):
                return Outcome(**json.loads(self._line.recv_bytes()))
            fault = f"hang: no answer in {_WALL:.0f} s by the clock"
        except (EOFError, ConnectionError):
            self._process.join(_WALL)
            code = self._process.exitcode
            slow = code == -signal.SIGPROF
            fault = f"hang: over {PATIENCE} s" if slow else f"crash: the process ended with {code}"
        self._end()
        return Outcome(fault, time.monotonic() - begin, 0.0)

    def renew(self) -> None:
        """The next source is read by a new process, so that no memory adds up."""
        self._end()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def _end(self) -> None:
        if self._process is not None and self._line is not None:
            self._process.kill()
            self._process.join()
            self._line.close()
        self._process = self._line = None


def _serve(line: Connection) -> None:
    warnings.simplefilter("ignore")  # of a parser about the page, which is meant to be strange
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    with tempfile.TemporaryDirectory() as place:
        while True:
            try:
                head = json.loads(line.recv_bytes())
            except EOFError:
                return
            files = tuple((name, line.recv_bytes()) for name in head["names"])
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            outcome = _outcome(Sample(head["reader"], files), Path(place), twice=head["twice"])
            signal.setitimer(signal.ITIMER_PROF, 0)
            line.send_bytes(json.dumps(asdict(outcome)).encode())


def _outcome(sample: Sample, folder: Path, *, twice: bool) -> Outcome:
    Path("/proc/self/clear_refs").write_text(_PAGES)
    begin = _processor()
    refused, seconds = False, 0.0
    try:
        reading = read(sample, folder)
        name = digest(reading)
        seconds = _processor() - begin
        refused = any(texts.refused for texts in reading.documents)
        fault = next(faults(reading, sample), None)
        if fault is None and twice:
            store(reading)
            again = digest(read(sample, folder))
            fault = None if again == name else "two answers: a second reading gives another"
    except Exception as error:  # whatever leaves a reader is a finding, and the next must be read
        fault = _told(error)
    seconds = seconds or _processor() - begin
    peak = _peak()
    if fault is None and seconds > SECONDS:
        fault = f"slow: {seconds:.1f} s"
    if fault is None and peak > MEMORY:
        fault = f"memory: {peak / 2**20:.0f} MiB"
    return Outcome(fault, round(seconds, 3), round(peak / 2**20, 1), refused)


def _told(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "site-packages" not in frame.filename] or frames
    last = ours[-1]
    where = f"{Path(last.filename).name}:{last.lineno} {last.name}"
    return f"crash: {type(error).__name__} in {where}: {str(error)[:160]}"


def _processor() -> float:
    """Seconds of the processor, with those of programs that have ended."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    programs = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + programs.ru_utime + programs.ru_stime


def _peak() -> int:
    """Bytes of memory that were in use at once since the last source began."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0
