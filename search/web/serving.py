"""Serving: uvicorn with as many processes as are asked for."""

import socket

import uvicorn
from uvicorn.supervisors import Multiprocess


def serve(app: str, *, host: str, port: int, workers: int) -> None:
    """Until a signal ends it; ``app`` names what makes the application: ``module:function``."""
    config = uvicorn.Config(
        app,
        factory=True,
        host=host,
        port=port,
        workers=workers,
        access_log=False,
        server_header=False,
        limit_concurrency=256,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=10,
        h11_max_incomplete_event_size=16 * 1024,
    )
    listening = config.bind_socket()
    # What it accepts inherits this. asyncio sets it on sockets that it made itself, and this one
    # it did not: each answer would wait 40 ms for the reader's system to confirm its beginning.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if workers == 1:
        uvicorn.Server(config).run(sockets=[listening])
    else:
        Multiprocess(config, sockets=[listening]).run()
