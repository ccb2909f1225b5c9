"""Logs of game states for the tests, and what one process answers to them."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import fsspec  # type: ignore[import-untyped]
import msgspec
from distributed import Client

from kb.paths import data_dir
from kb.state_text import documents
from search.distributed.addresses import place_of
from search.distributed.cutting import partitions
from search.distributed.listing import files
from search.distributed.run import Job, OnRecord, Totals, run
from search.distributed.verifying import Options, verify_part
from search.verifying.found import SUFFIXES, batches, paths
from search.verifying.work import Settings, done

SETTINGS = Settings("en", for_programs=True)


class Serial(NamedTuple):
    """What `regulae verify --json` answers without workers."""

    answers: list[Any]
    errors: list[str]


@cache
def lines() -> tuple[bytes, ...]:
    """A document a line: some scenarios, short ones first."""
    found = [
        json.dumps(raw.value).encode()
        for path in sorted((data_dir() / "scenarios").glob("*/*.yaml"))
        for raw in documents(path.read_text("utf-8"), name="-")
    ]
    return tuple(sorted(found, key=len)[:120])


def log(path: Path, count: int) -> Path:
    """So many lines, over and over."""
    every = lines()
    path.write_bytes(b"".join(every[at % len(every)] + b"\n" for at in range(count)))
    return path


def serial(name: str, settings: Settings = SETTINGS) -> Serial:
    came = [done(settings, batch) for batch in batches([name])]
    answers = [json.loads(written) for each in came for written in each.written]
    return Serial(answers, [problem for each in came for problem in each.problems])


def job(*names: str, settings: Settings = SETTINGS, size: int = 2**14, form: str = "jsonl") -> Job:
    """Verifying these; a partition has some ten documents."""
    found = files(names, lambda name: paths([name]), suffixes=SUFFIXES, wanted="state")
    cut = partitions(found, by_lines=lambda name: name.endswith(".jsonl"), size=size)
    options = json.dumps(msgspec.to_builtins(Options.of(settings)))
    return Job("verify", verify_part, options, cut, form, size)


def silent(record: object) -> None:
    """Where nobody looks at the records."""


def ran(client: Client, work: Job, out: str, on_record: OnRecord = silent) -> Totals:
    return run(client, work, out, on_record=on_record)


def rows(out: str) -> list[dict[str, Any]]:
    """All rows of all parts in the order of the parts, JSON Lines or Parquet."""
    found: list[dict[str, Any]] = []
    for stat in place_of(out).below("parts").files():
        with place_of(out)._replace(path=stat.path).open() as file:
            if stat.path.endswith(".jsonl"):
                found += map(json.loads, file)
            else:
                import pyarrow.parquet as pq  # type: ignore[import-untyped]

                found += pq.read_table(file).to_pylist()
    return found


def answers(found: Sequence[dict[str, Any]]) -> Serial:
    told = [row["answer"] for row in found if row["answer"] is not None]
    told = [json.loads(each) if isinstance(each, str) else each for each in told]
    return Serial(told, [row["error"] for row in found if row["error"] is not None])


def put(address: str, content: bytes) -> None:
    protocol = address.partition("://")[0]
    fsspec.filesystem(protocol).pipe_file(address, content)
