"""The guard at the door: whom it lets in, how long they may take, what every answer says."""

import asyncio
from collections.abc import Iterable
from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send

from kb.lang import ORIGINAL
from search.web.api.problems import CORS, MEDIA_TYPE, READING, Refusal, is_of_the_api
from search.web.sentences import preferred
from search.web.settings import Settings

LONGEST_TARGET = 2_000
"""Bytes of path and query."""
LARGEST_BODY = 2**20
PROBLEMS = {413: "too-large", 414: "too-long", 421: "other-host", 503: "too-slow"}
"""What the API calls the ones whom the guard turns away."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"),
)
_BYTES = tuple((name.encode(), value.encode()) for name, value in HEADERS)


class Guard:
    """Stands before the whole application, so that no answer goes out without its headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = str(scope["type"])  # wider than its type says: the application starts and ends too
        if kind == "lifespan":
            await self._app(scope, receive, send)
            return
        if kind != "http":  # there are no websockets here
            await send({"type": "websocket.close", "code": 1008, "reason": None})
            return
        refused = self._refusal(scope)
        if refused is not None:
            await _say(scope, send, *refused)
            return
        begun = False

        async def headed(message: Any) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*_without(message.get("headers", ())), *_BYTES]
            await send(message)

        try:
            # A little longer than a question may take: that one has a page to say so.
            async with asyncio.timeout(self._settings.seconds + 5):
                await self._app(scope, _counted(receive), headed)
        except TimeoutError:
            if not begun:
                await _say(scope, send, 503, "This took too long.")
        except TooLarge:
            if not begun:
                await _say(scope, send, 413, f"Wanted a body of at most {LARGEST_BODY} bytes.")

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers: list[tuple[bytes, bytes]] = list(scope["headers"])
        hosts = [value for name, value in headers if name == b"host"]
        if len(hosts) != 1 or not self._settings.allows(hosts[0].decode("latin-1")):
            return 421, "This server does not answer for that host; see --allow-host."
        path = (scope.get("raw_path") or scope["path"].encode()).partition(b"?")[0]
        if not path.startswith(b"/"):
            return 400, "Wanted an address that begins with a slash."
        query = scope["query_string"]
        if len(path) + len(query) + bool(query) > LONGEST_TARGET:  # the question mark counts
            return 414, f"Wanted an address of at most {LONGEST_TARGET} bytes."
        for name, value in headers:
            if name == b"content-length" and (
                not value.isdigit() or len(value) > 12 or int(value) > LARGEST_BODY
            ):
                return 413, f"Wanted a body of at most {LARGEST_BODY} bytes."
        return None


class TooLarge(Exception):
    """More of a body came than is read."""


def _counted(receive: Receive) -> Receive:
    """A body without a length is counted as it comes."""
    total = 0

    async def counting() -> Any:
        nonlocal total
        message = await receive()
        if message["type"] == "http.request":
            total += len(message.get("body", b""))
            if total > LARGEST_BODY:
                raise TooLarge
        return message

    return counting


def _without(headers: Iterable[tuple[bytes, bytes]]) -> Iterable[tuple[bytes, bytes]]:
    ours = {name for name, _ in _BYTES}
    return (header for header in headers if header[0].lower() not in ours)


async def _say(scope: Scope, send: Send, status: int, sentence: str) -> None:
    body, kind = f"{sentence}\n".encode(), b"text/plain; charset=utf-8"
    more: tuple[tuple[bytes, bytes], ...] = ()
    if is_of_the_api(scope["path"]):
        body, kind = _problem(scope, status), MEDIA_TYPE.encode()
        if scope.get("method") in READING:
            more = tuple((name.encode(), value.encode()) for name, value in CORS.items())
    if status == 503:
        more = (*more, (b"retry-after", b"5"))
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), *more]
    # Wrapped in a dict of Any: the types of the messages are many, and say the same.
    start: Any = {
        "type": "http.response.start",
        "status": status,
        "headers": [*headers, *_BYTES],
    }
    rest: Any = {"type": "http.response.body", "body": body, "more_body": False}
    await send(start)
    await send(rest)


def _problem(scope: Scope, status: int) -> bytes:
    headers = dict(scope["headers"])
    liked = preferred(headers.get(b"accept-language", b"").decode("latin-1"), otherwise=ORIGINAL)
    return Refusal(PROBLEMS[status]).body(liked, scope["path"])
