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
        limit_concurrency=1_000,  # connections, those that only wait for their next page too
        timeout_keep_alive=15,
        timeout_graceful_shutdown=10,
        h11_max_incomplete_event_size=16 * 1024,
    )
    accepting = listening(config)
    if workers == 1:
        uvicorn.Server(config).run(sockets=[accepting])
    else:
        Multiprocess(config, sockets=[accepting]).run()


def listening(config: uvicorn.Config) -> socket.socket:
    """The socket that all processes accept from.

    What it accepts sends each packet at once. asyncio sees to that for sockets that it made itself,
    and this one it did not: the second packet of each answer would wait 40 ms for the reader's
    system to confirm the first.
    """
    made = config.bind_socket()
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made
