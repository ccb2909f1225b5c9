"""Connection: what is said to OpenSearch, and its answers, bounded in size and in time."""

import re
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from threading import Timer
from types import SimpleNamespace
from typing import Any

from opensearchpy import Transport, Urllib3HttpConnection
from opensearchpy.exceptions import (
    ConnectionError,
    ConnectionTimeout,
    OpenSearchException,
    TransportError,
)
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ReadTimeoutError

from kb.errors import StoreError
from kb.saying import Saying, said
from search.engines.opensearch.address import CA, PASSWORD, USER, Address

LONGEST_ANSWER = 64 * 2**20
TIMEOUT = 10.0
"""Seconds for an answer, unless a question says otherwise."""
BUSY = (429, 500, 502, 503, 504)
"""What a cluster answers that may do it a moment later; 500 too, where a node went meanwhile."""
DELAYS = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Seconds between tries."""
_NOT_LET = (401, 403)
_BLOCKED = "_block_exception"
"""403 too, but of a disk that is full or a cluster that takes no index: no other login mends it."""
_BLOCK = 2**16
_OBJECT = re.compile(r"^\w+\(host=.*?\): ")
"""How urllib3 calls a connection, where its address is told already."""
_TOLD = 300
"""Signs of what a server said that are told again."""


class Refused(StoreError):
    """What OpenSearch would not do, with the status that it gave."""

    def __init__(self, message: Saying, status: int) -> None:
        super().__init__(message)
        self.status = status


class Unreachable(StoreError):
    """A cluster of which no node answers."""


class Cluster:
    """The nodes of one address; each question goes to one of them, and to another if it is gone."""

    def __init__(self, address: Address, *, delays: tuple[float, ...] = DELAYS) -> None:
        self.address = address
        self._delays = delays
        tls = {"verify_certs": True}
        if address.ca is not None:
            tls["ca_certs"] = str(address.ca)  # type: ignore[assignment]
        hosts = [
            {
                "host": host.name,
                "port": host.port,
                "url_prefix": host.path,
                "use_ssl": host.is_tls,
                **(tls if host.is_tls else {}),
            }
            for host in address.hosts
        ]
        self._transport = Transport(
            hosts,
            connection_class=_Bounded,
            http_auth=address.login,
            timeout=TIMEOUT,
            pool_maxsize=16,
            max_retries=len(hosts),
            retry_on_timeout=len(hosts) > 1,
            retry_on_status=(),  # those are asked again here, after a while
        )

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        wait: float = TIMEOUT,
        delays: tuple[float, ...] | None = None,
        **parameters: str,
    ) -> Any:
        """The answer as JSON; asked again where the cluster is busy or a node has gone.

        Raises Refused, or Unreachable where nothing answers at all.
        """
        headers = {"content-type": "application/x-ndjson"} if isinstance(body, bytes) else None
        request = partial(
            self._transport.perform_request, method, path,
            params=parameters, body=body, timeout=wait, headers=headers,
        )  # fmt: skip
        for delay in (*(self._delays if delays is None else delays), None):
            try:
                return request()
            except ConnectionTimeout as error:  # each node of the address was waited for
                raise Unreachable(
                    said("opensearch.silent", address=self.address, seconds=f"{wait:g}")
                ) from error
            except ConnectionError as error:
                if delay is None:
                    raise Unreachable(self._unreachable(error.info)) from error
            except TransportError as error:
                if delay is None or error.status_code not in BUSY:
                    raise self._refused(error, method, path) from error
            except (OpenSearchException, ValueError, RecursionError) as error:
                raise self.odd(f"{method} {path}", error) from error
            time.sleep(delay)
        raise AssertionError("the last try answers or raises")

    def _unreachable(self, error: object) -> Saying:
        why = _OBJECT.sub("", _short(error))
        if any(host.is_tls for host in self.address.hosts):
            return said("opensearch.unreachable_tls", address=self.address, why=why, setting=CA)
        return said("opensearch.unreachable", address=self.address, why=why)

    def _refused(self, error: TransportError, method: str, path: str) -> Refused:
        status = error.status_code if isinstance(error.status_code, int) else 0
        kind = str(error.error)
        why = _short(": ".join(filter(None, (kind, _reason(error.info))))) or "–"
        asked = f"{method} {path}"
        if status in _NOT_LET and not kind.endswith(_BLOCKED):
            told = said(
                "opensearch.not_let", address=self.address, asked=asked, status=status, why=why,
                user=USER, password=PASSWORD,
            )  # fmt: skip
        else:
            told = said(
                "opensearch.refused", address=self.address, asked=asked, status=status, why=why
            )
        return Refused(told, status)

    def odd(self, asked: str, error: object) -> StoreError:
        """For an answer that is not as OpenSearch gives it."""
        why = f"{type(error).__name__.lstrip('_')}: {_short(error)}"
        return StoreError(said("opensearch.odd", address=self.address, asked=asked, why=why))

    @contextmanager
    def reading(self, asked: str) -> Iterator[None]:
        """While the answer to what was asked is read: it may say anything."""
        try:
            yield
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            raise self.odd(asked, error) from error

    def close(self) -> None:
        self._transport.close()


def _reason(info: object) -> str | None:
    """The first cause in what a server says of an error, however it is built."""
    at: object = info
    for name in ("error", "root_cause", 0, "reason"):
        if isinstance(at, Mapping) and name in at:
            at = at[name]
        elif isinstance(at, list) and at and name == 0:
            at = at[0]
    return at if isinstance(at, str) else None


def _short(told: object) -> str:
    return plain(" ".join(str(told)[:_TOLD].split()))


def plain(told: str) -> str:
    """What a server said without the signs that lead a terminal or a log."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in told)


class _TooLong(ValueError):
    """An answer that has no end, or might as well have none."""


class _Bounded(Urllib3HttpConnection):
    """Reads no more than an answer may have, and follows it nowhere."""

    def _create_urllib3_pool(self) -> None:
        super()._create_urllib3_pool()
        pool: Any = self.pool
        pool.ConnectionCls = _TimedTls if pool.scheme == "https" else _Timed
        self.pool = SimpleNamespace(urlopen=partial(_bounded, pool), close=pool.close)

    def perform_request(self, *request: Any, **options: Any) -> Any:
        try:
            return super().perform_request(*request, **options)
        except ConnectionError as error:
            # What came is wrong, and not the way to it: another try would bring the same.
            if isinstance(error.info, _TooLong | UnicodeDecodeError):
                raise error.info from None
            raise

    def _raise_warnings(self, warning_headers: Any) -> None:
        """Says nothing: what a server writes there would come to the terminal as it is."""


class _Timed(HTTPConnection):
    """Waits for the head of an answer no longer than for a sign of it, if it comes sign by sign."""

    def getresponse(self) -> Any:
        late = False
        at = self.sock

        def cut() -> None:
            nonlocal late
            late = True
            socket.socket.shutdown(at, socket.SHUT_RDWR)

        timer = Timer(self.timeout or TIMEOUT, cut)
        timer.daemon = True
        timer.start()
        try:
            response = super().getresponse()
        except Exception as error:
            if late:
                raise TimeoutError("the head of the answer") from error
            raise
        finally:
            timer.cancel()
        if late:  # a head that is cut off counts as a whole one
            response.close()
            raise TimeoutError("the head of the answer")
        return response


class _TimedTls(_Timed, HTTPSConnection):
    """The same with TLS."""


def _bounded(pool: Any, *request: Any, timeout: Any = TIMEOUT, **options: Any) -> SimpleNamespace:
    """As ``urlopen`` of a pool, with all of an answer read, in time."""
    end = time.monotonic() + timeout
    response = pool.urlopen(
        *request, timeout=timeout, redirect=False, preload_content=False, decode_content=False,
        **options,
    )  # fmt: skip
    blocks, size = [], 0
    try:
        while block := response.read1(_BLOCK):
            blocks.append(block)
            size += len(block)
            if size > LONGEST_ANSWER:
                raise _TooLong(f"more than {LONGEST_ANSWER} bytes")
            if time.monotonic() > end:
                raise ReadTimeoutError(pool, "", "the answer comes too slowly")
    except BaseException:
        response.close()
        raise
    response.release_conn()
    return SimpleNamespace(data=b"".join(blocks), status=response.status, headers=response.headers)
