"""Connections: names looked up once, addresses checked, nothing waited for beyond a deadline."""

import ipaddress
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from ssl import SSLContext
from typing import Any

import httpcore
import httpx

from kb.errors import Unfetched
from kb.saying import said

Resolve = Callable[[str, int], Iterable[str]]
"""Host and port to the IP addresses that the name has."""

_NAT64 = ipaddress.ip_network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class Clock:
    """Time and how to let it pass; tests bring their own."""

    now: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    """Seconds since 1970."""
    sleep: Callable[[float], None] = time.sleep


def look_up(host: str, port: int) -> tuple[str, ...]:
    """What the system says; raises Unfetched for a name that nobody has."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        if error.errno == socket.EAI_AGAIN:
            raise httpcore.ConnectError(f"{host}: {error.strerror}") from error
        raise Unfetched(said("fetch.no_host", host=host)) from error
    except (OSError, UnicodeError) as error:
        raise Unfetched(said("fetch.no_look_up", host=host, why=error)) from error
    return tuple(dict.fromkeys(str(each[4][0]) for each in found))


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public net, however it is wrapped.

    >>> is_public("127.0.0.1"), is_public("::ffff:10.0.0.1"), is_public("169.254.169.254")
    (False, False, False)
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if found in _NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if found.is_site_local:
            return False
    return found.is_global and not (found.is_multicast or found.is_reserved)


class Connections(httpcore.NetworkBackend):
    """Opens connections to the very addresses that were checked, so no name can change in between.

    ``until`` is the moment of ``clock.now`` at which whatever is read or written is given up.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        allow_private: bool = False,
        public: Callable[[str], bool] = is_public,
        resolve: Resolve = look_up,
    ) -> None:
        self.until = float("inf")
        self._clock = clock
        self._may: Callable[[str], bool] = (lambda _: True) if allow_private else public
        self._resolve = resolve
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        addresses = tuple(self._resolve(host, port))
        for address in addresses:
            if not self._may(address):
                name = host if host == address else f"{host} ({address})"
                raise Unfetched(said("fetch.private", name=name))
        failed: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in addresses:
            try:
                stream = self._sockets.connect_tcp(address, port, self.left(timeout), local_address)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
            else:
                return _Timed(stream, self)
        raise failed

    def left(self, timeout: float | None = None) -> float | None:
        """What may still be waited: no longer than to the deadline; raises Unfetched after it."""
        seconds = self.until - self._clock.now()
        if seconds <= 0:
            raise Unfetched(said("fetch.slow"))
        if seconds == float("inf"):
            return timeout
        return seconds if timeout is None else min(timeout, seconds)


class _Timed(httpcore.NetworkStream):
    """A connection that reads and writes no longer than its deadline lets it."""

    def __init__(self, stream: httpcore.NetworkStream, connections: Connections) -> None:
        self._stream = stream
        self._connections = connections

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._connections.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._connections.left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        left = self._connections.left(timeout)
        return _Timed(self._stream.start_tls(ssl_context, server_hostname, left), self._connections)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class Transport(httpx.BaseTransport):
    """Requests over these connections; ``before`` is called with the host before each of them."""

    def __init__(self, connections: Connections, before: Callable[[str], None]) -> None:
        self._before = before
        self._pool = httpcore.ConnectionPool(
            ssl_context=_certificates(),
            max_connections=4,
            keepalive_expiry=5.0,
            network_backend=connections,
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self._before(request.url.host)
        response = self._pool.handle_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        return httpx.Response(
            status_code=response.status,
            headers=response.headers,
            stream=_Body(response),
            extensions=response.extensions,
        )

    def close(self) -> None:
        self._pool.close()


@cache
def _certificates() -> SSLContext:
    """Whom to believe about names; read once, since that takes a while."""
    return httpx.create_ssl_context()


class _Body(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()
