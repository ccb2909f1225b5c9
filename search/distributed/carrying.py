"""Carrying out: what a worker does with an order, whatever the command."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from socket import gethostname

from kb.errors import RegulaeError
from kb.saying import said
from search.distributed import orders
from search.distributed.addresses import Place, place_of
from search.distributed.errors import OtherWorker
from search.distributed.orders import Carried, Failed, Order, Record
from search.distributed.parts import Row, being_written, name_of, put
from search.distributed.program import program

WORK = "work.json"
DONE = "done"


@dataclass(slots=True)
class Tally:
    """What is counted besides the rows."""

    counts: Counter[str] = field(default_factory=Counter)
    contents: list[str] = field(default_factory=list)
    """SHA-256 of each file of a bunch, in their order."""


Answers = Callable[[Order, Tally], Iterator[Row]]
"""The rows of a partition; raises RegulaeError where it cannot be done."""


def carried_out(order: bytes, answers: Answers) -> bytes:
    """Writes the part, then the record of it; done twice, it comes to the same.

    What no other try would mend is answered; the rest is raised, for the scheduler to try again.
    """
    told = orders.read(order, Order)
    try:
        return orders.written(Carried(_done(told, answers)))
    except RegulaeError as error:
        partition = told.partition.called().told(told.language)
        return orders.written(Failed(told.number, partition, error.told(told.language)))


def record_name(number: int) -> str:
    return f"{DONE}/{number:06}.json"


def _done(order: Order, answers: Answers) -> Record:
    out = place_of(order.out)
    _same_work(order, out)
    tally = Tally()
    name = name_of(order.number, order.form)
    scratch = out.below(name).scratch(out)
    with being_written(scratch, order.form) as sink:
        for row in answers(order, tally):
            sink.write(row)
    part = put(scratch, out, name)
    record = Record(
        number=order.number,
        partition=order.partition,
        part=part.name,
        bytes=part.bytes,
        digest=part.digest,
        rows=sink.rows,
        unread=sink.unread,
        findings=sink.findings,
        counts={key: int(tally.counts[key]) for key in sorted(tally.counts)},
        contents=tuple(tally.contents),
        problems=tuple(sink.problems),
    )
    write_whole(out, record_name(order.number), [orders.written(record)])
    return record


def write_whole(folder: Place, name: str, pieces: Iterable[bytes]) -> None:
    """A file that is there as a whole or not at all."""
    scratch = folder.below(name).scratch(folder)
    with open(scratch, "wb") as file:
        file.writelines(pieces)
    folder.below(name).put(scratch)


def _same_work(order: Order, out: Place) -> None:
    if order.program != program():
        raise OtherWorker(
            said("spread.other_program", host=gethostname(), worker=program(), driver=order.program)
        )
    if _work_seen(order.out, order.work) != order.work:
        raise OtherWorker(said("spread.other_work", out=order.out, host=gethostname(), file=WORK))


@lru_cache(maxsize=8)
def _work_seen(out: str, wanted: str) -> str:
    """What was seen once is not looked for again; ``wanted`` tells one work from the next."""
    place = place_of(out).below(WORK)
    if place.there() is None:
        raise OtherWorker(said("spread.no_work", out=out, host=gethostname(), file=WORK))
    return hashlib.sha256(place.read(2**20)).hexdigest()
