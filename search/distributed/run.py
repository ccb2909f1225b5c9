"""A run: partitions cut, sent where they are not done, counted; the manifest at the end."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import NamedTuple

from distributed import Client

from kb.lang import ORIGINAL
from search.distributed import orders
from search.distributed.driver import Sent, outcomes
from search.distributed.folder import Parts, Work, opened
from search.distributed.orders import Failed, Order, Partition, Record
from search.distributed.program import program


class Job(NamedTuple):
    """What is to be done with which partitions."""

    command: str
    work: Callable[[bytes], bytes]
    options: str
    partitions: Iterable[Partition]
    form: str
    size: int
    language: str = ORIGINAL
    """Of what is told where a partition cannot be done."""


@dataclass(slots=True)
class Totals:
    """What all partitions together came to."""

    parts: int = 0
    kept: int = 0
    """Those that were done already."""
    rows: int = 0
    unread: int = 0
    findings: int = 0
    bytes: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    failed: list[Failed] = field(default_factory=list)

    def add(self, record: Record) -> None:
        self.parts += 1
        self.rows += record.rows
        self.unread += record.unread
        self.findings += record.findings
        self.bytes += record.bytes
        self.counts.update(record.counts)

    def as_json(self) -> dict[str, object]:
        return {
            "parts": self.parts,
            "rows": self.rows,
            "unread": self.unread,
            "findings": self.findings,
            "bytes": self.bytes,
            "counts": dict(sorted(self.counts.items())),
        }


OnRecord = Callable[[Record], None]


def run(client: Client, job: Job, out: str, *, on_record: OnRecord) -> Totals:
    """Go on with the work in ``out``, or begin it; the manifest comes when nothing failed.

    ``on_record`` is told of each partition that is done now, as it comes.
    """
    work = Work(job.command, program(), job.options, job.form, job.size)
    parts = opened(out, work)
    totals = Totals()
    cut = _Cut(parts, job, totals)
    with closing(outcomes(client, job.work, cut)) as answered:
        for outcome in answered:
            if isinstance(outcome, Failed):
                totals.failed.append(outcome)
                continue
            totals.add(outcome.record)
            on_record(outcome.record)
    if not totals.failed:
        parts.close(cut.partitions, totals.as_json())
    return totals


class _Cut:
    """The orders for what is not done, made when they are asked for."""

    def __init__(self, parts: Parts, job: Job, totals: Totals) -> None:
        self._parts = parts
        self._job = job
        self._totals = totals
        self.partitions = 0

    def __iter__(self) -> Iterator[Sent]:
        for number, partition in enumerate(self._job.partitions):
            self.partitions = number + 1
            record = self._parts.finished(number, partition)
            if record is not None:
                self._totals.add(record)
                self._totals.kept += 1
                continue
            order = Order(
                number=number,
                partition=partition,
                out=self._parts.address,
                work=self._parts.work,
                form=self._job.form,
                program=program(),
                options=self._job.options,
                language=self._job.language,
            )
            called = partition.called().told(self._job.language)
            yield Sent(number, called, orders.written(order))
