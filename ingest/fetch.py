"""Fetching: a document from the net, politely and within limits, or what was kept of it."""

import email.utils
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from ssl import SSLCertVerificationError
from urllib.parse import urljoin

import hishel
import httpcore
import httpx
import stamina
from hishel.httpx import CacheTransport

from ingest.decode import LARGEST
from ingest.fetch_body import unpacked
from ingest.fetch_net import Clock, Connections, Resolve, Transport, is_public, look_up
from ingest.fetch_robots import Robots, robots_address
from ingest.fetched import Arrival, Fetched
from ingest.sources import checked_address
from kb.errors import Unfetched, Unreadable
from kb.saying import said

# Both say on stderr what we say ourselves, in one line, where it matters.
for _name in ("hishel", "stamina"):
    logging.getLogger(_name).addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is taken from the net, and how long it is waited for."""

    largest: int = LARGEST
    """Bytes of a document, unpacked."""
    seconds: float = 120.0
    """For one answer, from asking to its last byte."""
    silence: float = 20.0
    """Seconds without a byte."""
    redirects: int = 5
    attempts: int = 4
    apart: float = 1.0
    """Seconds between two questions to one host."""
    patience: float = 120.0
    """The longest wait that a host may ask for before the next try."""
    delay: float = 60.0
    """The longest wait between questions that a host may ask for in its robots.txt."""


_MOVED = frozenset((301, 302, 303, 307, 308))
_LATER = frozenset((408, 429, 500, 502, 503, 504))
_LARGEST_ROBOTS = 512 * 1024
_REASONS = {401: "password", 403: "forbidden", 404: "no_page", 410: "gone", 451: "law"}
_BROKEN = (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError)


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    address: str
    content: bytes = b""
    location: str | None = None


class _Later(Exception):
    """The host, or the way to it, is out of order; ``after`` are the seconds it asks for."""

    def __init__(self, reason: str, after: float | None = None) -> None:
        super().__init__(reason)
        self.after = after


def product() -> str:
    """What we call ourselves: our name and version."""
    try:
        return f"regulae/{version('regulae')}"
    except PackageNotFoundError:  # run from a clone that is not installed
        return "regulae"


class Fetcher:
    """Asks hosts for documents: once a second, only what their robots.txt allows, never twice
    for what has not changed; what arrives is kept."""

    def __init__(
        self,
        fetched: Fetched,
        *,
        offline: bool = False,
        allow_private: bool = False,
        clock: Clock | None = None,
        limits: Limits | None = None,
        resolve: Resolve = look_up,
        public: Callable[[str], bool] = is_public,
    ) -> None:
        self.fetched = fetched
        self.offline = offline
        self._clock = clock or Clock()
        self._limits = limits or Limits()
        self._connections = Connections(
            clock=self._clock, allow_private=allow_private, public=public, resolve=resolve
        )
        self._robots = Robots(product=product())
        self._last_asked: dict[str, float] = {}
        self._client: httpx.Client | None = None

    def __enter__(self) -> "Fetcher":
        return self

    def __exit__(self, *_: object) -> None:
        if self._client is not None:
            self._client.close()

    def fetch(self, address: str, *, source: str | None = None) -> tuple[Arrival, bytes]:
        """The document at an address, now or, when offline, as it was fetched last.

        Raises Unfetched with the reason; whatever was kept before stays.
        """
        address = checked_address(address)
        if self.offline:
            return self._kept(address)
        answer = self._document(address)
        arrival = self.fetched.keep(
            answer.content,
            address=address,
            answered=answer.address,
            wall=self._clock.wall(),
            source=source,
        )
        return arrival, answer.content

    def _kept(self, address: str) -> tuple[Arrival, bytes]:
        arrival = self.fetched.last(address)
        if arrival is None:
            raise Unfetched(said("fetch.never"))
        return arrival, self.fetched.content(arrival)

    def _document(self, address: str) -> _Answer:
        """Where an address leads to in the end."""
        seen = [address]
        while True:
            self._heed_robots(address)
            answer = self._patiently(address)
            if answer.location is None:
                if answer.status == 200:
                    return answer
                reason = _REASONS.get(answer.status, "none")
                reason = said(f"fetch.status_{reason}")
                raise Unfetched(said("fetch.status", reason=reason, status=answer.status))
            address = _next(address, answer.location, seen, self._limits.redirects)

    def _heed_robots(self, address: str) -> None:
        place = robots_address(address)
        if not self._robots.knows(place):
            self._robots.learn(place, self._robots_text(place))
        if not self._robots.allow(place, address):
            raise Unfetched(said("fetch.robots"))
        if (delay := self._robots.delay(place)) > self._limits.delay:
            raise Unfetched(
                said("fetch.delay", delay=f"{delay:.0f}", most=f"{self._limits.delay:.0f}")
            )

    def _robots_text(self, place: str) -> bytes:
        """What is written there; raises Unfetched where nobody can say, as RFC 9309 wants it."""
        address, seen = place, [place]
        try:
            while True:
                answer = self._patiently(address, robots=True)
                if answer.location is None:
                    break
                address = _next(address, answer.location, seen, self._limits.redirects)
        except Unfetched as error:
            raise Unfetched(said("fetch.no_robots", error=error)) from error
        return answer.content if answer.status == 200 else b""

    def _patiently(self, address: str, *, robots: bool = False) -> _Answer:
        """One answer, asked for again where the host is out of order, each time later."""
        number, back_off = 0, 0.0

        def again(error: Exception) -> bool | float:
            if not isinstance(error, _Later) or number >= self._limits.attempts:
                return False
            wait = back_off if error.after is None else max(error.after, back_off)
            if wait > self._limits.patience:
                return False
            self._clock.sleep(wait)
            return 0.0  # waited already, on our own clock

        try:
            for attempt in stamina.retry_context(
                on=again, attempts=self._limits.attempts, timeout=None, wait_initial=1.0,
                wait_max=30.0, wait_jitter=0.0,
            ):  # fmt: skip
                number, back_off = attempt.num, attempt.next_wait
                with attempt:
                    return self._once(address, robots=robots)
        except _Later as error:
            if error.after is not None and error.after > self._limits.patience:
                raise Unfetched(
                    said("fetch.later", error=error.args[0], seconds=f"{error.after:.0f}")
                ) from error
            raise Unfetched(said("fetch.asked", error=error.args[0], count=number)) from error
        raise AssertionError("the loop ends with an answer or an error")

    def _once(self, address: str, *, robots: bool) -> _Answer:
        self._connections.until = self._clock.now() + self._limits.seconds
        # What is kept is asked about anew each time: an old edition must not pass for the newest.
        headers = {} if robots else {"Cache-Control": "no-cache"}
        with _network(), self._opened().stream("GET", address, headers=headers) as response:
            status = response.status_code
            if status in _LATER:
                after = _seconds(response.headers.get("retry-after"), self._clock.wall())
                raise _Later(said("fetch.busy", status=status), after)
            if status in _MOVED and (location := response.headers.get("location")):
                return _Answer(status, address, location=location)
            if status != 200:
                return _Answer(status, address)
            largest = _LARGEST_ROBOTS if robots else self._limits.largest
            told = response.headers.get("content-length", "")
            if not robots and told.isdecimal() and int(told[:20]) > largest:
                raise Unfetched(said("read.too_large", count=told, most=largest))
            content = unpacked(
                self._in_time(response.iter_raw()),
                encoding=response.headers.get("content-encoding", ""),
                largest=largest,
                cut=robots,
            )
            return _Answer(status, address, content)

    def _in_time(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            yield piece
            self._connections.left()

    def _opened(self) -> httpx.Client:
        if self._client is None:
            folder = self.fetched.folder
            folder.mkdir(parents=True, exist_ok=True)
            self._client = httpx.Client(
                transport=CacheTransport(
                    Transport(self._connections, self._turn),
                    storage=_storage(folder, self._limits.largest),
                    rfc=hishel.CacheOptions(shared=False, allow_stale=False),
                ),
                headers={
                    "User-Agent": product(),
                    "Accept": "text/html, text/plain, application/pdf, */*;q=0.5",
                    "Accept-Encoding": "gzip",
                },
                timeout=httpx.Timeout(self._limits.silence, connect=10.0),
                follow_redirects=False,
                trust_env=False,  # a proxy would look names up where we cannot check them
            )
        return self._client

    def _turn(self, host: str) -> None:
        """Wait until this host may be asked again."""
        apart = max(self._limits.apart, min(self._robots.delay_of(host), self._limits.delay))
        last = self._last_asked.get(host)
        if last is not None and (wait := last + apart - self._clock.now()) > 0:
            self._clock.sleep(wait)
        self._last_asked[host] = self._clock.now()
        self._connections.until = self._clock.now() + self._limits.seconds


def _storage(folder: Path, largest: int) -> hishel.SqliteStorage:
    return hishel.SqliteStorage(
        database_path=folder / "cache.sqlite", max_stream_size=largest, max_size=256 * 2**20
    )


def _next(address: str, location: str, seen: list[str], most: int) -> str:
    """Where a redirect leads, if one may follow it; it is added to ``seen``."""
    try:
        target = checked_address(urljoin(address, location))
    except Unreadable as error:
        raise Unfetched(said("fetch.leads_nowhere", why=error)) from error
    except ValueError as error:
        raise Unfetched(said("fetch.leads_nowhere", why=repr(location))) from error
    if address.lower().startswith("https:") and not target.lower().startswith("https:"):
        raise Unfetched(said("fetch.leads_to_http", target=target))
    if target in seen:
        raise Unfetched(said("fetch.circle", way=" → ".join((*seen, target))))
    if len(seen) > most:
        raise Unfetched(said("fetch.leads_on", most=most, target=target))
    seen.append(target)
    return target


def _seconds(retry_after: str | None, wall: float) -> float | None:
    """The seconds of a Retry-After, which may be a number or a date."""
    if retry_after is None:
        return None
    text = retry_after.strip()
    if text.isdecimal() and text.isascii():
        return float(text[:12])
    try:
        moment = email.utils.parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    return max(0.0, moment.timestamp() - wall)


@contextmanager
def _network() -> Iterator[None]:
    """What goes wrong on the way to a host, in our words; what may pass is ``_Later``."""
    try:
        yield
    except httpcore.TimeoutException as error:
        raise _Later(said("fetch.silent", why=str(error) or "timeout")) from error
    except _BROKEN as error:
        if isinstance(error.__cause__ or error.__context__, SSLCertVerificationError):
            raise Unfetched(said("fetch.certificate", why=error)) from error
        raise _Later(said("fetch.broken", why=str(error) or type(error).__name__)) from error
    except (httpcore.UnsupportedProtocol, httpx.HTTPError, httpx.InvalidURL) as error:
        raise Unfetched(said("fetch.unaskable", why=error)) from error
