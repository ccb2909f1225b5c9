"""Serving: the server over standard input and output, or as an application for HTTP."""

import logging
from typing import IO, Any, BinaryIO, cast

import anyio
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from search.mcp.desk import Desk
from search.mcp.server import server
from search.mcp.tools import LONGEST_TEXT

LONGEST_LINE = 8 * LONGEST_TEXT
"""Bytes of a message: JSON may say a sign of one byte with six."""
_log = logging.getLogger("regulae.mcp")


def serve_stdio(desk: Desk, incoming: BinaryIO) -> None:
    """Until the other side closes its end."""

    async def serving() -> None:
        serves = server(desk)
        lines = anyio.wrap_file(cast(IO[str], Lines(incoming)))
        async with stdio_server(stdin=lines) as (reading, writing):
            await serves.run(reading, writing, serves.create_initialization_options())

    anyio.run(serving)


class Lines:
    """Lines of UTF-8; one that is too long is passed over, and never held whole."""

    def __init__(self, incoming: BinaryIO) -> None:
        self._incoming = incoming

    def readline(self) -> str:
        line = self._incoming.readline(LONGEST_LINE)
        if len(line) < LONGEST_LINE or line.endswith(b"\n"):
            return line.decode("utf-8", "replace")
        while line and not line.endswith(b"\n"):
            line = self._incoming.readline(LONGEST_LINE)
        _log.warning("a message of over %s bytes was passed over", LONGEST_LINE)
        return "\n"


def application(desk: Desk, hosts: tuple[str, ...]) -> Any:
    """What uvicorn runs, at the path ``/mcp``; it answers readers of these hosts alone."""
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[allowed for host in hosts for allowed in (host, f"{host}:*")],
        allowed_origins=[
            f"{scheme}://{allowed}"
            for scheme in ("http", "https")
            for host in hosts
            for allowed in (host, f"{host}:*")
        ],
    )
    # No session is kept: each message has all that is needed for its answer.
    return server(desk).streamable_http_app(
        stateless_http=True,
        json_response=True,
        transport_security=security,
        max_request_body_size=LONGEST_LINE,
    )
