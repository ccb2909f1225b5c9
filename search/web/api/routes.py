"""The addresses of the API, for the application that serves them."""

import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from litestar import Request, Response, Router
from litestar.handlers import HTTPRouteHandler

from kb.errors import RegulaeError
from kb.store import Store
from search.lint.as_json import dumped
from search.web.api import reading
from search.web.api.endpoints import ENDPOINTS, Endpoint
from search.web.api.openapi import PREFIX, description
from search.web.api.problems import BASE, KINDS, Refusal, kind_json
from search.web.api.questions import Question
from search.web.api.sending import CORS, READING, Asking, query, refused
from search.web.api.service import Service

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
        ("/openapi.json", READING, partial(_description, service)),
        (problems, READING, partial(_problems, service)),
        (f"{problems}/{{kind:str}}", READING, partial(_problem, service)),
    ]
    handlers = [
        handler
        for path, methods, answering in routes
        for handler in (_answer(path, methods, answering), _preflight(path, methods))
    ]
    return Router(PREFIX, route_handlers=handlers)


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


def _answer(path: str, methods: tuple[str, ...], answering: Answering) -> HTTPRouteHandler:
    async def answer(request: Request[Any, Any, Any]) -> Response[bytes]:
        return await answering(request)

    return HTTPRouteHandler(path, http_method=methods, include_in_schema=False)(answer)  # type: ignore[arg-type]


def _preflight(path: str, methods: tuple[str, ...]) -> HTTPRouteHandler:
    """What the browser of another site's page asks before it reads."""
    headers = {"allow": _allowed(methods)}
    if methods == READING:
        headers |= CORS
        headers |= {
            "access-control-allow-methods": ", ".join(READING),
            "access-control-allow-headers": "accept-language, if-none-match",
            "access-control-max-age": _PREFLIGHT_SECONDS,
        }

    async def answer() -> Response[None]:
        return Response(None, status_code=204, headers=headers)

    return HTTPRouteHandler(path, http_method="OPTIONS", include_in_schema=False)(answer)


# -- about the API itself ----------------------------------------------------------------


async def _description(service: Service, request: Asking) -> Response[bytes]:
    """In one language: an address that is described should not change with the reader."""

    def making(store: Store) -> bytes:
        return dumped(description(partial(_example, service, store))).encode()

    return await _of_no_question(service, request, making)


def _example(service: Service, store: Store, endpoint: Endpoint) -> object:
    try:
        return json.loads(service.example(store, endpoint))
    except (RegulaeError, Refusal):  # this base cannot answer it
        return None


async def _problems(service: Service, request: Asking) -> Response[bytes]:
    language = service.language(request)
    kinds = {"problems": [kind_json(kind, language) for kind in KINDS]}
    return await _of_no_question(service, request, lambda store: dumped(kinds).encode())


async def _problem(service: Service, request: Asking) -> Response[bytes]:
    kind, language = str(request.path_params["kind"]), service.language(request)
    if kind not in KINDS:
        return refused(request, Refusal("not-found"), language)
    told = dumped(kind_json(kind, language)).encode()
    return await _of_no_question(service, request, lambda store: told)


async def _of_no_question(
    service: Service, request: Asking, making: Callable[[Store], bytes]
) -> Response[bytes]:
    try:
        reading.read(Question, reading.pairs(query(request)), service.language(request))
        return await service.kept(request, making)
    except Exception as error:
        return refused(request, error, service.language(request))
