"""Serving: the server over standard input and output, or as an application for HTTP."""

import logging
from typing import IO, Any, BinaryIO, cast

import anyio
import mcp.types as wire
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.message import SessionMessage

from search.mcp.desk import Desk
from search.mcp.lines import LONGEST_LINE, Lines
from search.mcp.sentences import fault
from search.mcp.server import server

_log = logging.getLogger("regulae.mcp")
_LOOK_SECONDS = 0.05


def serve_stdio(desk: Desk, incoming: BinaryIO) -> None:
    """Until the other side closes its end."""

    async def serving() -> None:
        serves = server(desk)
        lines = anyio.wrap_file(cast(IO[str], Lines(incoming)))
        async with (
            stdio_server(stdin=lines) as (coming, writing),
            anyio.create_task_group() as group,
        ):
            forward, reading = anyio.create_memory_object_stream[SessionMessage | Exception](0)

            async def refusing() -> None:
                """Hand on what can be read; of the rest the SDK would say nothing."""
                async with forward:
                    async for item in coming:
                        if isinstance(item, Exception):
                            await writing.send(_unreadable(desk.settings.language))
                        else:
                            await forward.send(item)
                    await _answered(desk)

            group.start_soon(refusing)
            await serves.run(reading, writing, serves.create_initialization_options())

    try:
        anyio.run(serving)
    except* (BrokenPipeError, anyio.ClosedResourceError, anyio.BrokenResourceError):
        _log.info("nobody reads the answers any more")


async def _answered(desk: Desk) -> None:
    """Wait for the answers on their way: who pipes questions in closes the pipe at their end."""
    with anyio.move_on_after(desk.settings.seconds):
        quiet = 0
        while quiet < 2:  # one that just came in, or is just being sent, is in neither hand
            await anyio.sleep(_LOOK_SECONDS)
            quiet = 0 if desk.is_busy else quiet + 1


def _unreadable(language: str) -> SessionMessage:
    """The answer to what is no message; whose it is nobody can tell."""
    told = wire.ErrorData(
        code=wire.PARSE_ERROR, message=fault(language, "no_message", most=LONGEST_LINE)
    )
    return SessionMessage(wire.JSONRPCError(jsonrpc="2.0", id=None, error=told))


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
