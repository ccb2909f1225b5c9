"""Connection: what is said to OpenSearch, and its answers, bounded in size and in time."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

from opensearchpy import Transport, Urllib3HttpConnection
from opensearchpy.exceptions import (
    ConnectionError,
    ConnectionTimeout,
    OpenSearchException,
    TransportError,
)

from kb.errors import NoEngine, StoreError
from search.engines.opensearch.address import CA, PASSWORD, USER, Address

LONGEST_ANSWER = 64 * 2**20
TIMEOUT = 10.0
"""Seconds for an answer, unless a question says otherwise."""
BUSY = (429, 500, 502, 503, 504)
"""What a cluster answers that may do it a moment later; 500 too, where a node went meanwhile."""
DELAYS = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Seconds between tries."""
_BLOCK = 2**16
_TOLD = 300
"""Signs of what a server said that are told again."""


class Refused(StoreError):
    """What OpenSearch would not do, with the status that it gave."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


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
            retry_on_timeout=True,
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

        Raises Refused, or NoEngine where nothing answers at all.
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
                raise NoEngine(
                    f"OpenSearch at {self.address} gave no answer in {wait:g} seconds"
                ) from error
            except ConnectionError as error:
                if delay is None:
                    raise NoEngine(
                        f"OpenSearch at {self.address} cannot be reached ({_short(error.info)}); "
                        f"is it there, and does {CA} name who signed its certificate?"
                    ) from error
            except TransportError as error:
                if delay is None or error.status_code not in BUSY:
                    raise self._refused(error, method, path) from error
            except (OpenSearchException, ValueError, RecursionError) as error:
                raise self.odd(f"{method} {path}", error) from error
            time.sleep(delay)
        raise AssertionError("the last try answers or raises")

    def _refused(self, error: TransportError, method: str, path: str) -> Refused:
        status = error.status_code if isinstance(error.status_code, int) else 0
        said = _short(_reason(error.info) or error.error)
        advice = f"; see {USER} and {PASSWORD}" if status in (401, 403) else ""
        return Refused(
            f"OpenSearch at {self.address}: {method} {path}: {status} {said}{advice}", status
        )

    def odd(self, what: str, error: object) -> StoreError:
        """For an answer that is not as OpenSearch gives it."""
        return StoreError(
            f"OpenSearch at {self.address} answered {what} in a way that is not its own "
            f"({type(error).__name__}: {_short(error)})"
        )

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """While an answer is read: it may say anything."""
        try:
            yield
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise self.odd(what, error) from error

    def close(self) -> None:
        self._transport.close()


def _reason(info: object) -> object:
    """The first cause in what a server says of an error, however it is built."""
    at: object = info
    for name in ("error", "root_cause", 0, "reason"):
        if isinstance(at, Mapping) and name in at:
            at = at[name]
        elif isinstance(at, list) and at and name == 0:
            at = at[0]
    return at if isinstance(at, str) else None


def _short(said: object) -> str:
    return " ".join(str(said)[:_TOLD].split())


class _Bounded(Urllib3HttpConnection):
    """Reads no more than an answer may have, and follows it nowhere."""

    def _create_urllib3_pool(self) -> None:
        super()._create_urllib3_pool()
        self.pool = SimpleNamespace(urlopen=partial(_bounded, self.pool), close=self.pool.close)

    def _raise_warnings(self, warning_headers: Any) -> None:
        """Says nothing: what a server writes there would come to the terminal as it is."""


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
                raise ValueError(f"its answer has more than {LONGEST_ANSWER} bytes")
            if time.monotonic() > end:
                raise ValueError(f"its answer took more than {timeout:g} seconds")
    except BaseException:
        response.close()
        raise
    response.release_conn()
    return SimpleNamespace(data=b"".join(blocks), status=response.status, headers=response.headers)
