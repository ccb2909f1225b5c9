"""The addresses of the API, for the application that serves them."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from litestar import Request, Response, Router
from litestar.handlers import HTTPRouteHandler

from search.lint.as_json import dumped
from search.web.api import reading
from search.web.api.endpoints import ENDPOINTS, Endpoint
from search.web.api.openapi import PREFIX, description
from search.web.api.problems import BASE, CORS, KINDS, READING, Refusal, kind_json
from search.web.api.questions import Question
from search.web.api.sending import Asking, query, refused, sent
from search.web.api.service import JSON, Service
from search.web.cache import Ready

Answering = Callable[[Asking], Awaitable[Response[bytes]]]
_WRITING = ("POST",)
_PREFLIGHT_SECONDS = "86400"


def router(service: Service) -> Router:
    """All that stands below ``/api/v1``."""
    problems = BASE.removeprefix(PREFIX).rstrip("/")
    routes: list[tuple[str, tuple[str, ...], Answering]] = [
        (each.path, _methods(each), partial(service.answer, endpoint=each)) for each in ENDPOINTS
    ]
    routes += [
        ("/openapi.json", READING, _telling(service, _description)),
        (problems, READING, _telling(service, _problems)),
        (f"{problems}/{{kind:str}}", READING, _telling(service, _problem)),
    ]
    return Router(PREFIX, route_handlers=[_handler(*route) for route in routes])


def elsewhere(service: Service, request: Asking, error: Exception) -> Response[bytes]:
    """What no route answers."""
    response = refused(request, error, service.language(request))
    if response.status_code == 405:
        response.headers["allow"] = _allowed(_methods_at(request.url.path))
    return response


def _methods(endpoint: Endpoint) -> tuple[str, ...]:
    return READING if endpoint.body is None else _WRITING


def _methods_at(path: str) -> tuple[str, ...]:
    found = (_methods(each) for each in ENDPOINTS if PREFIX + each.path == path.rstrip("/"))
    return next(found, READING)


def _allowed(methods: tuple[str, ...]) -> str:
    return ", ".join((*methods, "OPTIONS"))


def _handler(path: str, methods: tuple[str, ...], answering: Answering) -> HTTPRouteHandler:
    async def answer(request: Request[Any, Any, Any]) -> Response[bytes]:
        if request.method == "OPTIONS":
            return _preflight(methods)
        return await answering(request)

    every: Any = (*methods, "OPTIONS")
    return HTTPRouteHandler(path, http_method=every, include_in_schema=False)(answer)


def _preflight(methods: tuple[str, ...]) -> Response[bytes]:
    """What the browser of another site's page asks before it reads."""
    headers = {"allow": _allowed(methods)}
    if methods == READING:
        headers |= CORS
        headers |= {
            "access-control-allow-methods": ", ".join(READING),
            "access-control-allow-headers": "accept-language, if-none-match",
            "access-control-max-age": _PREFLIGHT_SECONDS,
        }
    return Response(b"", status_code=204, headers=headers)


# -- about the API itself ----------------------------------------------------------------


def _description(request: Asking, language: str) -> object:
    return description()


def _problems(request: Asking, language: str) -> object:
    return {"problems": [kind_json(kind, language) for kind in KINDS]}


def _problem(request: Asking, language: str) -> object:
    kind = str(request.path_params["kind"])
    if kind not in KINDS:
        raise Refusal("not-found")
    return kind_json(kind, language)


def _telling(service: Service, tell: Callable[[Asking, str], object]) -> Answering:
    """What needs no base, and is asked nothing but a language."""

    async def answering(request: Asking) -> Response[bytes]:
        language = service.language(request)
        try:
            reading.read(Question, reading.pairs(query(request)), language)
            body = dumped(tell(request, language)).encode()
        except Exception as error:
            return refused(request, error, language)
        return sent(request, Ready(body, JSON), language)

    return answering
