"""The driver: orders given to workers, never more at a time than these can soon begin with."""

# mypy: allow-untyped-calls

import time
from collections.abc import Callable, Generator, Iterable
from typing import NamedTuple
from uuid import uuid4

from distributed import Client, Future, wait
from distributed.client import ClosedClientError, FuturesCancelledError
from distributed.comm.core import CommClosedError

from kb.saying import said
from search.distributed import orders
from search.distributed.errors import NoScheduler
from search.distributed.orders import Failed, Outcome

Answer = Future[bytes]
AHEAD = 2
"""Orders for each thread of a worker: one that it works on, one that it finds when it is done."""
_RETRIES = 3
"""How often a partition is tried again where a store or a disk failed."""
_LOOK_SECONDS = 5.0
"""After which one looks how many workers there are now."""
_PATIENCE_SECONDS = 120.0
"""How long nobody need be working before the work is broken off."""


class Sent(NamedTuple):
    """An order, with what to call it where it fails."""

    number: int
    partition: str
    order: bytes


def outcomes(
    client: Client, work: Callable[[bytes], bytes], sent: Iterable[Sent]
) -> Generator[Outcome, None, None]:
    """As they come, not in order; ``sent`` is only drawn from when there is room for one more."""
    rest, waiting = iter(sent), dict[Answer, Sent]()
    crew = _Crew(client)
    run = uuid4().hex  # nobody else's answers, not even those of a run that was broken off
    try:
        while True:
            while len(waiting) < max(1, crew.threads() * AHEAD):
                if (one := next(rest, None)) is None:
                    break
                key = (f"regulae-{work.__name__}", run, one.number)
                future = client.submit(work, one.order, key=key, pure=False, retries=_RETRIES)
                waiting[future] = one
            if not waiting:
                return
            for future in _finished(waiting, crew):
                yield _outcome(future, waiting.pop(future))
    except (CommClosedError, ClosedClientError) as error:
        raise NoScheduler(said("spread.scheduler_gone")) from error
    finally:
        if waiting and client.status == "running":
            client.cancel(list(waiting), force=True)


def _finished(waiting: dict[Answer, Sent], crew: "_Crew") -> list[Answer]:
    """At least one that is done; raises NoScheduler where nobody is left to do any."""
    while True:
        try:
            with crew.client.as_current():  # else of two in a program the newer one would wait
                wait(list(waiting), timeout=_LOOK_SECONDS, return_when="FIRST_COMPLETED")
        except TimeoutError:
            crew.look()
        except FuturesCancelledError:  # as their states say below
            pass
        done = [future for future in waiting if future.status != "pending"]
        if done:
            return done


def _outcome(future: Answer, sent: Sent) -> Outcome:
    if future.status == "finished":
        return orders.read_outcome(future.result())
    if future.status == "error":
        error = future.exception()
        reason = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
        return Failed(sent.number, sent.partition, reason)
    raise NoScheduler(said("spread.scheduler_gone"))


class _Crew:
    """How many threads of workers there are, asked now and then."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._threads = 0
        self._looked = 0.0
        self._last_seen = time.monotonic()

    def threads(self) -> int:
        if time.monotonic() - self._looked > _LOOK_SECONDS:
            self.look()
        return self._threads

    def look(self) -> None:
        """Raises NoScheduler where there has been no worker for long."""
        self._threads = sum(self.client.nthreads().values())
        self._looked = time.monotonic()
        if self._threads:
            self._last_seen = self._looked
        elif self._looked - self._last_seen > _PATIENCE_SECONDS:
            seconds = f"{_PATIENCE_SECONDS:.0f}"
            raise NoScheduler(said("spread.workers_gone", seconds=seconds))
