"""Sending: answers and problems with the headers that caches and other sites want."""

import logging
import re
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException

from kb.errors import (
    BadDate,
    BadRange,
    RegulaeError,
    StoreError,
    UnknownLanguage,
    UnknownRule,
    Unreadable,
)
from search.web.api.problems import MEDIA_TYPE, Refusal
from search.web.cache import Ready
from search.web.desk import PACKED

Asking = Request[Any, Any, Any]
READING = ("GET", "HEAD")
CORS = {"access-control-allow-origin": "*", "access-control-expose-headers": "ETag, Retry-After"}
_WAIT = "5"
"""Seconds after which to ask again."""
_KINDS = {404: "not-found", 405: "other-method", 413: "too-large", 415: "media-type"}
_ETAG = re.compile(r'"[^"]*"')
_log = logging.getLogger("regulae.web")


def query(request: Asking) -> bytes:
    """What stands behind the question mark, as it came."""
    return bytes(request.scope["query_string"])


def sent(request: Asking, ready: Ready, language: str) -> Response[bytes]:
    """An answer; only that it is the same, where the reader has it already."""
    headers = {"content-language": language, "vary": "accept-encoding, accept-language"}
    if request.method not in READING:
        headers["cache-control"] = "no-store"
    else:
        # Kept as long as one likes, but asked for each time: the base may change at any moment.
        headers |= {**CORS, "cache-control": "public, no-cache", "etag": ready.etag}
        if _has(request.headers.get("if-none-match", ""), ready.etag):
            return Response(b"", status_code=304, headers=headers)
    body = ready.body
    if ready.packed is not None and PACKED.search(request.headers.get("accept-encoding", "")):
        body = ready.packed
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=ready.media_type, status_code=200, headers=headers)


def _has(header: str, etag: str) -> bool:
    """Whether an If-None-Match names what would be sent; weakly, as RFC 9110 has it."""
    return header.strip() == "*" or etag in _ETAG.findall(header)


def refused(request: Asking, error: Exception, language: str) -> Response[bytes]:
    """The problem that an error is to whoever asked."""
    refusal = _refusal(error, request.url.path)
    headers = {"content-language": language, "cache-control": "no-store"}
    if request.method in READING:
        headers |= CORS
    if refusal.status == 503:
        headers["retry-after"] = _WAIT
    if isinstance(error, HTTPException):
        headers |= {name.lower(): value for name, value in (error.headers or {}).items()}
    asked = query(request).decode("ascii", "replace")
    instance = request.url.path + (f"?{asked}" if asked else "")
    return Response(
        refusal.body(language, instance),
        media_type=MEDIA_TYPE,
        status_code=refusal.status,
        headers=headers,
    )


def _refusal(error: Exception, path: str) -> Refusal:
    if isinstance(error, Refusal):
        return error
    if isinstance(error, TimeoutError):
        return Refusal("too-slow")
    if isinstance(error, StoreError):
        _log.warning("%s: %s", path, error)
        return Refusal("busy")
    if isinstance(error, Unreadable):
        return Refusal("unreadable-text", reason=str(error).removeprefix("-: "))
    wrong = (BadDate, BadRange, UnknownLanguage, UnknownRule)
    if isinstance(error, wrong) or type(error) is RegulaeError:
        return Refusal("unreadable-question", reason=str(error))
    if isinstance(error, HTTPException) and error.status_code < 500:
        return Refusal(_KINDS.get(error.status_code, "bad-request"))
    _log.error("%s", path, exc_info=error)
    return Refusal("failed")
