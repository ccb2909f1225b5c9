"""The runs of the benchmark `distributed`: one against two workers, and a long one."""

import json
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

import msgspec
import psutil  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
from distributed import Client

from benchmarks.generated import PROTOCOL, Register, register
from search.distributed.cluster import workers_here
from search.distributed.cutting import partitions
from search.distributed.listing import files
from search.distributed.run import Job, Totals, run
from search.distributed.verifying import Options, verify_part
from search.verifying.work import Settings

_MIB = 2**20
_WARMING = 1_300
_LOOK_SECONDS = 1.0


def one_against_two(many: int, rounds: int, size: int) -> None:
    # Small partitions, so that the last one does not decide the time of so few.
    small = min(size, _MIB // 2)
    rates: dict[int, list[float]] = {1: [], 2: []}
    worked: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for workers, found in rates.items():
            with _warm(workers) as client, tempfile.TemporaryDirectory() as scratch:
                begun, before = time.perf_counter(), _processor_time()
                _verified(client, many, Path(scratch) / "out", small)
                found.append(many / (time.perf_counter() - begun))
                worked[workers].append((_processor_time() - before) / many)
    one, two = (statistics.median(found) for found in rates.values())
    ratios = ", ".join(f"{b / a:.2f}" for a, b in zip(*rates.values(), strict=True))
    print(f"\n{many} documents, documents a second: one worker {one:.0f}, two {two:.0f}")
    print(f"two are {two / one:.2f} times as fast (by round: {ratios})")
    cost, shared = (statistics.median(found) * 1000 for found in worked.values())
    print(f"ms of the processor for a document: one worker {cost:.2f}, two {shared:.2f}; ", end="")
    print(f"{2 * cost / shared:.2f} times as fast where each has a core of its own")


def long_run(many: int, workers: int, kill_every: float, size: int, out: Path | None) -> None:
    with _warm(workers) as client, tempfile.TemporaryDirectory() as scratch:
        out = out or Path(scratch) / "out"
        with _watched(workers, kill_every) as watch:
            begun = time.perf_counter()
            totals = _verified(client, many, out, size)
            seconds = time.perf_counter() - begun
        gaps = _gaps(out, many)
    print(f"\n{many} documents, {workers} workers: {seconds:.0f} s", end="")
    print("" if totals.kept else f", {many / seconds:.0f} a second")
    print(f"{totals.parts} parts, {totals.kept} of them from before, ", end="")
    print(f"{totals.bytes / _MIB:.0f} MiB; workers killed: {watch.killed}")
    print("MiB by quarters of the time, driver and largest worker: ", end="")
    print("; ".join(f"{driver:.0f} and {worker:.0f}" for driver, worker in watch.quarters()))
    if gaps or totals.failed:
        sys.exit(f"lost or doubled: {gaps[:10]}; failed: {totals.failed[:3]}")
    print("each document stands there once, in its order")


def _verified(client: Client, many: int, out: Path, size: int) -> Totals:
    address = f"{PROTOCOL}://{many}.jsonl"
    cut = partitions(
        files([address], lambda name: (), wanted="states_spread"),
        by_lines=lambda name: True,
        size=size,
    )
    options = json.dumps(msgspec.to_builtins(Options.of(Settings("en"))))
    job = Job("verify", verify_part, options, cut, "parquet", size)
    return run(client, job, str(out), on_record=lambda record: None)


@contextmanager
def _warm(workers: int) -> Iterator[Client]:
    """Workers that have imported what they need, and filled their caches."""
    register()
    with workers_here(workers) as client, tempfile.TemporaryDirectory() as scratch:
        client.register_plugin(Register())
        _verified(client, _WARMING * workers, Path(scratch) / "out", _MIB // 4)
        yield client


def _gaps(out: Path, many: int) -> list[str]:
    """Where the numbers of the lines are not one after the other."""
    wrong, expected = [], 1
    for path in sorted((out / "parts").iterdir()):
        numbers = pq.read_table(path, columns=["number"]).column("number").to_pylist()
        if numbers != list(range(expected, expected + len(numbers))):
            wrong.append(f"{path.name}: from {expected}")
        expected += len(numbers)
    return wrong if expected == many + 1 else [*wrong, f"{expected - 1} of {many}"]


@dataclass
class _Watch:
    """What was seen of the processes, and which of them were killed."""

    killed: int = 0
    seen: list[tuple[float, float]] = field(default_factory=list)

    def quarters(self) -> Iterator[tuple[float, float]]:
        """The highest of driver and workers in each quarter of the time."""
        step = max(1, len(self.seen) // 4)
        for start in range(0, step * 4, step):
            some = self.seen[start : start + step]
            if some:
                yield max(driver for driver, _ in some), max(worker for _, worker in some)


@contextmanager
def _watched(workers: int, kill_every: float) -> Iterator[_Watch]:
    watch, ended = _Watch(), Event()

    def look() -> None:
        driver = psutil.Process()
        last = time.monotonic()
        while not ended.wait(_LOOK_SECONDS):
            alive = list(_workers(driver))
            sizes = [each.memory_info().rss / _MIB for each in alive if each.is_running()]
            watch.seen.append((driver.memory_info().rss / _MIB, max(sizes, default=0.0)))
            now = time.monotonic()
            if kill_every and now - last >= kill_every and alive:
                os.kill(alive[watch.killed % len(alive)].pid, signal.SIGKILL)
                watch.killed += 1
                last = now

    thread = Thread(target=look, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        ended.set()
        thread.join()


def _processor_time() -> float:
    """Seconds that the driver and its workers have worked."""
    driver = psutil.Process()
    times = [each.cpu_times() for each in (driver, *_workers(driver))]
    return sum(float(each.user + each.system) for each in times)


def _workers(driver: "psutil.Process") -> Iterator["psutil.Process"]:
    """The processes of workers; what only looks after the memory they share is none."""
    for child in driver.children():
        try:
            if "--multiprocessing-fork" in child.cmdline():
                yield child
        except psutil.Error:  # it has just ended
            continue
