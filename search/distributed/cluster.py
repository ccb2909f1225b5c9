"""The cluster: workers on this machine, or those of a scheduler somewhere else."""

# mypy: allow-untyped-calls

import asyncio
import logging
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from multiprocessing import resource_tracker
from typing import Any

import dask
from distributed import Client, LocalCluster, Security
from distributed.core import rpc

from kb.saying import said
from search.distributed.errors import NoScheduler, OtherWorker
from search.distributed.program import program

WAIT = 20.0
"""Seconds within which a scheduler has to answer and to have a worker."""
_SCHEDULER = re.compile(r"(?P<protocol>tcp|tls)://[^\s/@]+:(?P<port>\d{1,5})", re.ASCII)
_LOUD = ("distributed", "distributed.client")
"""Loggers that tell with a traceback what is said here in a line."""
_SETTINGS: dict[str, Any] = {
    # A partition may be on several machines that die before anybody calls it the culprit.
    "distributed.scheduler.allowed-failures": 10,
    # No pages and no figures over HTTP.
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    # Nobody looks at what a worker was doing ten milliseconds ago.
    "distributed.worker.profile.enabled": False,
    # A worker that dies is started again; that is no news.
    "logging": {"distributed": "critical", "tornado": "critical", "asyncio": "critical"},
}


def can_be_private() -> bool:
    """Whether workers on this machine can be shielded from its other users."""
    return find_spec("cryptography") is not None


@contextmanager
def workers_here(count: int, *, processes: bool = True) -> Iterator[Client]:
    """A scheduler and workers on the loopback alone, without a dashboard.

    What they say to each other is under keys made for this run, where these can be made: whoever
    may speak to a scheduler may run anything. ``processes``: not so in tests of stores in memory.
    """
    security = Security.temporary() if processes and can_be_private() else None
    with ExitStack() as stack:
        stack.enter_context(dask.config.set(_SETTINGS))
        with _deaf_children():
            cluster = LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                processes=processes,
                host="127.0.0.1" if processes else None,
                protocol=None if security is None else "tls://",
                security=security,
                dashboard_address="127.0.0.1:0",
                worker_dashboard_address="127.0.0.1:0",
                scheduler_kwargs={"dashboard": False},
                silence_logs=logging.CRITICAL,
            )
        stack.enter_context(cluster)
        yield stack.enter_context(Client(cluster))


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Threads that begin here, and all processes that these start, do not hear Ctrl-C.

    A terminal sends it to each process of a command: the driver ends the workers, and none of
    them tells with a traceback where it was. It reaches the driver when the block has ended.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which, where it starts later, lets the signal through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def workers_of(address: str, *, wait: float = WAIT) -> Iterator[Client]:
    """Those of a scheduler, which has to be a trusted one; raises NoScheduler.

    The certificates for tls:// are those of the configuration of Dask.
    """
    match = _SCHEDULER.fullmatch(address)
    if match is None or not 0 < int(match["port"]) < 2**16:
        raise NoScheduler(said("spread.bad_scheduler", address=address))
    if match["protocol"] == "tls" and not dask.config.get("distributed.comm.tls.ca-file"):
        raise NoScheduler(said("spread.no_certificates", address=address))
    for name in _LOUD:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        asyncio.run(_answers(address, wait))
        client = Client(address, timeout=wait)
    except (OSError, TimeoutError, ValueError, RuntimeError, TypeError) as error:
        why = " ".join(str(error).split())[:200] or type(error).__name__
        silent = said("spread.no_scheduler", address=address, seconds=f"{wait:.0f}", why=why)
        raise NoScheduler(silent) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=wait)
        except TimeoutError as error:
            alone = said("spread.no_worker", address=address, seconds=f"{wait:.0f}")
            raise NoScheduler(alone) from error
        _can_work(client, address, wait)
        yield client


def _can_work(client: Client, address: str, wait: float) -> None:
    """Raises OtherWorker where scheduler and workers have not the program that is here."""
    try:
        found = client.submit(program, pure=False).result(timeout=wait)
    except Exception as error:  # whatever they raise, they cannot do it
        why = f"{type(error).__name__}: {' '.join(str(error).split())[:120]}"
        lacking = said("spread.no_program", address=address, why=why, driver=program())
        raise OtherWorker(lacking) from error
    if found != program():
        other = said("spread.scheduler_program", address=address, worker=found, driver=program())
        raise OtherWorker(other)


async def _answers(address: str, wait: float) -> None:
    """Raises where nobody says who they are; a client would wait for them without end."""
    asked = rpc(address, timeout=wait, connection_args=Security().get_connection_args("client"))
    try:
        await asyncio.wait_for(asked.identity(), wait)
    finally:
        await asked.close_rpc()
