"""Sending: answers and problems with the headers that caches and other sites want."""

from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException

from search.web.api.problems import CORS, MEDIA_TYPE, READING, Refusal
from search.web.api.refusing import refusal
from search.web.cache import Ready
from search.web.desk import PACKED, is_named

Asking = Request[Any, Any, Any]
_WAIT = "5"
"""Seconds after which to ask again."""
_KINDS = {404: "not-found", 405: "other-method", 413: "too-large", 415: "media-type"}


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
        headers |= {**CORS, "cache-control": "public, no-cache", "etag": ready.validator}
        if is_named(ready.etag, request.headers.get("if-none-match", "")):
            return Response(b"", status_code=304, headers=headers)
    body = ready.body
    if ready.packed is not None and PACKED.search(request.headers.get("accept-encoding", "")):
        body = ready.packed
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=ready.media_type, status_code=200, headers=headers)


def refused(request: Asking, error: Exception, language: str) -> Response[bytes]:
    """The problem that an error is to whoever asked."""
    refused_for = _refusal(error, request.url.path, language)
    headers = {"content-language": language, "cache-control": "no-store"}
    if request.method in READING:
        headers |= CORS
    if refused_for.status == 503:
        headers["retry-after"] = _WAIT
    if isinstance(error, HTTPException):
        headers |= {name.lower(): value for name, value in (error.headers or {}).items()}
    asked = query(request).decode("ascii", "replace")
    instance = request.url.path + (f"?{asked}" if asked else "")
    return Response(
        refused_for.body(language, instance),
        media_type=MEDIA_TYPE,
        status_code=refused_for.status,
        headers=headers,
    )


def _refusal(error: Exception, path: str, language: str) -> Refusal:
    if isinstance(error, HTTPException) and error.status_code < 500:
        return Refusal(_KINDS.get(error.status_code, "bad-request"))
    return refusal(error, path, language)
