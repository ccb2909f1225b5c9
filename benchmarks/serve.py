"""Pages a second and how long a reader waits, against a bare Litestar page of the same size.

Both servers run with the same workers and are asked in turn by one client on this machine, which
takes its share of the processors. Quote the ratios. What takes long is asked by two readers, with
another question each time. With --last, all kinds of pages are asked in turn for so many seconds at
the end, and the memory of the processes is told before it and five times meanwhile.
"""

import argparse
import asyncio
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, cycle, islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote_plus

from benchmarks.measure import ROOT
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import open_to_read
from search.base import build

_SIZE = "REGULAE_BENCHMARK_SIZE"
_START_SECONDS = 60
_FEW = 100
"""Rule pages that all are kept ready."""
_OURS = "from search.cli import main; main(prog_name='regulae')"
_BARE = """
import sys
from search.web.serving import listening, serve
serve("benchmarks.serve:bare", listening("127.0.0.1", int(sys.argv[1])), workers=int(sys.argv[2]))
"""
KINDS = {
    "a section": "/it/rules/702",
    "a rule as of a day": "/it/rules/702.33d?edition={new}",
    "history": "/it/history/702.33d",
    "side by side": "/it/compare/702.33",
    "what changed": "/it/diff/{old}/{new}/702",
    "a graph": "/it/graph/702.33",
    "what to read before": "/en/graph/702.19?depth=1",
    "citations": "/it/cite?what=702.33d,601.2b",
    "checkers": "/it/checks/702.33",
    "all checkers": "/it/checks",
    "sources and editions": "/it/editions",
    "the form of verify": "/it/verify?new=attack",
}
"""Pages that were not there at first, none of them kept; the days are those of the base."""
_EVERYTHING = 20_000
_PARTS = 5
_DEAR = 2
"""Readers of these at once."""
_NAMES = "SELECT DISTINCT title FROM rule WHERE title IS NOT NULL ORDER BY title"
_ROUNDS = 20
WORDS = ("potenziamento", "mareo de invocación", "damage to each creature", "costo di mana")


class Waited(NamedTuple):
    """How long each reader waited, in seconds, and how long all of it took."""

    each: tuple[float, ...]
    whole: float
    failed: int

    @property
    def rate(self) -> float:
        return len(self.each) / self.whole

    @property
    def slowest(self) -> float:
        return max(self.each)

    @property
    def late(self) -> float:
        """What 95 of 100 did not wait longer than."""
        return statistics.quantiles(self.each, n=20)[-1]


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks serve", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--readers", type=int, default=8, help="Who ask at once, without a rest.")
    parser.add_argument("--rate", type=int, default=400, help="Pages a second, asked evenly.")
    parser.add_argument("--search-rate", type=int, default=150, help="Searches a second.")
    parser.add_argument("--last", type=float, default=0, help="Seconds of everything in turn.")
    parser.add_argument("--kb", type=Path, help="The base (default: the bundled texts).")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as made:
        folder = args.kb or Path(made) / "base"
        build(folder)
        rules = list(_rule_paths(folder))
        rule = "/it/rules/702.33d"
        searches = [f"/it/search?q={quote_plus(word)}" for word in WORDS]
        fresh = list(_fresh(folder))
        ours = [sys.executable, "-c", _OURS, "--kb", str(folder), "serve"]
        server = _serving([*ours, "--workers", str(args.workers)], option="--port")
        with server as (port, process):
            size = asyncio.run(_size(port, rule))
            measured = {
                f"one rule page ({size / 1000:.0f} kB)": _load(port, [rule], args),
                "all rule pages in turn": _load(port, rules, args),
                "four searches, kept": _load(port, searches, args),
                "searches, none kept": _load(port, fresh, args),
            }
            asked = asyncio.run(_paced(port, fresh[::-1], args.search_rate, args.seconds))
            few = rules[:_FEW]
            _load(port, few, args)  # they are ready in both workers then
            paced = asyncio.run(_paced(port, few, args.rate, args.seconds))
            dear = {
                name: asyncio.run(_busy(port, _anew(path), _DEAR, args.seconds / 4))
                for name, path in _kinds(folder).items()
            }
            last: list[Waited] = []
            memory = []
            if args.last:
                whole = _everything(folder, rules, fresh)
                asyncio.run(_busy(port, whole, args.readers, args.seconds))
                memory.append(_memory(process))
                for part in range(_PARTS):
                    some = whole[part * len(whole) // _PARTS :]
                    last.append(asyncio.run(_busy(port, some, args.readers, args.last / _PARTS)))
                    memory.append(_memory(process))
        os.environ[_SIZE] = str(size)
        with _serving([sys.executable, "-c", _BARE], str(args.workers)) as (port, _):
            bare = _load(port, ["/"], args)
    print(f"{'':32}{'a second':>10}{'p50 ms':>10}{'p95 ms':>10}{'failed':>8}{'× bare':>8}")
    for name, waited in {"a bare Litestar page": bare, **measured}.items():
        print(_row(name, waited) + f"{waited.rate / bare.rate:8.2f}")
    print(_row(f"{_FEW} rule pages at {args.rate}/s", paced))
    print(_row(f"searches at {args.search_rate}/s, none kept", asked))
    for name, waited in dear.items():
        print(_row(name, waited))
    for part, waited in enumerate(last, start=1):
        name = f"everything, {args.last / _PARTS:.0f} s, part {part}"
        print(_row(name, waited) + f"  slowest {waited.slowest:.1f} s")
    if last:
        print("MiB of the processes, before and after each part:", *memory)


def bare() -> object:
    """The yardstick: one handler, one page that never changes."""
    from litestar import Litestar, get

    body = "x" * int(os.environ[_SIZE])

    @get("/", media_type="text/html")
    async def page() -> str:
        return body

    return Litestar([page], openapi_config=None)


def _rule_paths(folder: Path) -> Iterator[str]:
    with open_to_read(folder) as store:
        for chapter in range(1, 10):
            for number in Holdings(store).numbers_in(RuleNumber(chapter), ["it", "en"]):
                if number.rule is not None:
                    yield f"/it/rules/{number}"


def _fresh(folder: Path) -> Iterator[str]:
    """Searches of two names each, and more of them than are asked: no page is there already."""
    with open_to_read(folder) as store:
        names = dict.fromkeys(title for (title,) in store.db.execute(_NAMES))
    for n in range(_ROUNDS):
        for name in names:
            for word in WORDS:
                yield f"/it/search?q={quote_plus(f'{word} {name}')}&x={n}"


def _kinds(folder: Path) -> dict[str, str]:
    """The pages of ``KINDS`` with two days of the base; without what it has no two editions for."""
    with open_to_read(folder) as store:
        editions = Holdings(store).editions()
    days = sorted({str(each.date) for each in editions if each.date and each.official})
    old, new = (days[0], days[-1]) if days else ("", "")
    if len(days) < 2:
        return {name: path for name, path in KINDS.items() if "{" not in path}
    return {name: path.format(old=old, new=new) for name, path in KINDS.items()}


def _anew(path: str) -> list[str]:
    """The same page by many addresses, so that none is kept."""
    sign = "&" if "?" in path else "?"
    return [f"{path}{sign}x={n}" for n in range(2_000)]


def _everything(folder: Path, rules: Sequence[str], searches: Sequence[str]) -> list[str]:
    """Rules and searches mostly, each of another address, and every so often what takes long."""
    dear = list(chain.from_iterable(zip(*map(_anew, _kinds(folder).values()), strict=True)))
    found = []
    for n in range(_EVERYTHING):
        rule = f"{rules[n % len(rules)]}?x={n}"
        found += [rule, rule, searches[n % len(searches)]]
        if n % 8 == 0:
            found.append(dear[n // 8 % len(dear)])
    return found


def _memory(process: subprocess.Popen[bytes]) -> list[int]:
    """MiB of the processes that serve, the smallest first: one of them only watches the others."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            told = dict(line.split(":", 1) for line in status.read_text().splitlines())
        except (OSError, ValueError):  # it has ended
            continue
        if process.pid in (int(told["Pid"]), int(told["PPid"])):
            found.append(int(told.get("VmRSS", "0 kB").split()[0]) // 1024)
    return sorted(found)


def _row(name: str, waited: Waited) -> str:
    middle = statistics.median(waited.each) * 1000
    return f"{name:32}{waited.rate:10.0f}{middle:10.1f}{waited.late * 1000:10.1f}{waited.failed:8}"


@contextmanager
def _serving(
    command: Sequence[str], *rest: str, option: str | None = None
) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server in a process of its own, on a port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    whole = [*command, *([option] if option else []), str(port), *rest]
    process = subprocess.Popen(
        whole, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        limit = time.monotonic() + _START_SECONDS
        while time.monotonic() < limit:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        time.sleep(1)  # the other worker
        yield port, process
    finally:
        process.terminate()
        process.wait()


class _Client:
    """One connection that is kept."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> tuple[int, int]:
        """Status and size of the body."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        host = f"127.0.0.1:{self._port}"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
        return int(head.split(b" ")[1]), length

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


async def _size(port: int, path: str) -> int:
    client = _Client(port)
    _, length = await client.get(path)
    client.close()
    return length


def _load(port: int, paths: Sequence[str], args: argparse.Namespace) -> Waited:
    return asyncio.run(_busy(port, paths, args.readers, args.seconds))


async def _busy(port: int, paths: Sequence[str], readers: int, seconds: float) -> Waited:
    """So many readers, each asking again as soon as it has its answer."""
    waits: list[float] = []
    failed = 0
    begin = time.perf_counter()

    async def reader(first: int) -> None:
        nonlocal failed
        client = _Client(port)
        for path in islice(cycle(paths), first * len(paths) // readers, None):
            start = time.perf_counter()
            if start - begin > seconds:
                break
            try:
                status, _ = await client.get(path)
            except (OSError, asyncio.IncompleteReadError):
                failed += 1
                client.close()
                client = _Client(port)
                continue
            failed += status != 200
            waits.append(time.perf_counter() - start)
        client.close()

    await asyncio.gather(*map(reader, range(readers)))
    return Waited(tuple(waits), time.perf_counter() - begin, failed)


async def _paced(port: int, paths: Sequence[str], rate: int, seconds: float) -> Waited:
    """Readers who come at an even pace, whether or not those before them have their answers."""
    waits: list[float] = []
    failed = 0
    free: list[_Client] = []

    async def reader(path: str, due: float) -> None:
        nonlocal failed
        client = free.pop() if free else _Client(port)
        try:
            status, _ = await client.get(path)
        except (OSError, asyncio.IncompleteReadError):
            failed += 1
            return
        failed += status != 200
        waits.append(time.perf_counter() - due)
        free.append(client)

    begin = time.perf_counter()
    readers = []
    for n, path in enumerate(islice(cycle(paths), int(rate * seconds))):
        due = begin + n / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        readers.append(asyncio.create_task(reader(path, due)))
    await asyncio.gather(*readers)
    for client in free:
        client.close()
    return Waited(tuple(waits), time.perf_counter() - begin, failed)
