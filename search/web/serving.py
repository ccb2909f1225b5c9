"""Serving: uvicorn with as many processes as are asked for."""

import asyncio
import ctypes
import socket
import sys
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

_M_ARENA_MAX = -8
"""Of mallopt, as malloc.h of glibc has it."""


class FairLoop(asyncio.SelectorEventLoop):
    """Accepts one connection at a time.

    asyncio takes as many at once as may wait: the first process to wake up would take all the
    connections of a proxy, which lets them live long, and the others would have none.
    """

    async def create_server(
        self, *args: Any, backlog: int = 100, sock: socket.socket | None = None, **options: Any
    ) -> asyncio.Server:
        if sock is None:
            return await super().create_server(*args, backlog=backlog, **options)
        server = await super().create_server(*args, backlog=1, sock=sock, **options)
        sock.listen(backlog)
        return server


def share_heap() -> None:
    """Let all threads of this process take memory from one heap, before any is started.

    glibc gives each thread its own, and what one has given back the others do not get: the
    threads that answer what takes long make the process grow long after all is kept that is kept.
    """
    with suppress(AttributeError, OSError, TypeError):  # another C library
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def serve(app: str, accepting: socket.socket, *, workers: int) -> None:
    """Until a signal ends it; ``app`` names what makes the application: ``module:function``."""
    config = uvicorn.Config(
        app,
        factory=True,
        loop="auto" if sys.platform == "win32" else f"{__name__}:{FairLoop.__name__}",
        workers=workers,
        access_log=False,
        server_header=False,
        limit_concurrency=1_000,  # connections, those that only wait for their next page too
        timeout_keep_alive=15,
        timeout_graceful_shutdown=10,
        # A process that does not tell in this time that it lives is ended, with all its answers:
        # on a machine that has much else to do, one that computes may be silent for seconds.
        timeout_worker_healthcheck=60,
        h11_max_incomplete_event_size=16 * 1024,
    )
    if workers == 1:
        uvicorn.Server(config).run(sockets=[accepting])
    else:
        Multiprocess(config, sockets=[accepting]).run()


def listening(host: str, port: int) -> socket.socket:
    """The socket that all processes accept from; raises OSError.

    What it accepts sends each packet at once. asyncio sees to that for sockets that it made itself,
    and this one it did not: the second packet of each answer would wait 40 ms for the reader's
    system to confirm the first.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made.bind(address)
        made.set_inheritable(True)
    except OSError:
        made.close()
        raise
    return made


def address_of(accepting: socket.socket) -> str:
    """As one types it into a browser on this machine."""
    host, port, *_ = accepting.getsockname()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
