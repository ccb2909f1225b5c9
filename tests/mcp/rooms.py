"""Clients of the server: in this process, and over each of its transports."""

import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import anyio
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

from search.cli.session import told_language
from search.mcp.desk import Desk
from search.mcp.server import server
from search.web.api.workers import LIMITS, Limits
from search.web.settings import Settings

T = TypeVar("T")


def ran(talking: Callable[[], Awaitable[T]]) -> T:
    """What a client gets to know; its error alone, not the groups of tasks that it went through."""
    try:
        return anyio.run(talking)
    except BaseExceptionGroup as group:
        error: BaseException = group
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise error from None


Talk = Callable[[Client], Awaitable[T]]
REGULAE = "from search.cli import main; main(prog_name='regulae')"
ROOT = Path(__file__).resolve().parents[2]


def talked(folder: Path, talk: Talk[T], *, limits: Limits = LIMITS, **settings: Any) -> T:
    """What a client gets to know that is connected in this process."""

    async def talking() -> T:
        desk = Desk(Settings(folder=folder, **settings), told_language, limits)
        async with Client(server(desk)) as client:
            return await talk(client)

    return ran(talking)


def call(folder: Path, tool: str, **arguments: Any) -> Any:
    """The envelope of one answer."""
    return envelope(raw_call(folder, tool, arguments))


def raw_call(folder: Path, tool: str, arguments: dict[str, Any], **more: Any) -> CallToolResult:
    return talked(folder, lambda client: client.call_tool(tool, arguments), **more)


def envelope(result: CallToolResult) -> Any:
    assert not result.is_error, said(result)
    return result.structured_content


def said(result: CallToolResult) -> str:
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


def over_stdio(folder: Path, talk: Talk[T], *arguments: str, mode: str = "auto") -> T:
    """The same as another program starts it."""
    started = StdioServerParameters(
        command=sys.executable,
        args=["-c", REGULAE, "--kb", str(folder), "mcp", *arguments],
        cwd=ROOT,
        env={"LANG": "C.UTF-8"},
    )

    async def talking() -> T:
        async with Client(started, mode=mode) as client:
            return await talk(client)

    return ran(talking)


def over_http(address: str, talk: Talk[T], *, mode: str = "auto") -> T:
    async def talking() -> T:
        async with Client(address, mode=mode) as client:
            return await talk(client)

    return ran(talking)


@contextmanager
def listening(folder: Path, *arguments: str) -> Iterator[str]:
    """A process that serves HTTP on a free port of the loopback; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", REGULAE, "--kb", str(folder), "mcp"]
    place = f"127.0.0.1:{port}"
    process = subprocess.Popen(
        [*command, "--http", place, *arguments], cwd=ROOT, stderr=subprocess.PIPE
    )
    try:
        _wait(port)
        yield f"http://{place}/mcp"
    finally:
        process.terminate()
        told = process.communicate(timeout=60)[1].decode()
    assert "Traceback" not in told


def _wait(port: int) -> None:
    limit = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < limit, "the server never listened"
            time.sleep(0.05)
