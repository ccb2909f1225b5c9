"""The application: addresses, what answers them, and the guard before it all."""

from collections.abc import Awaitable
from functools import partial
from http import HTTPStatus
from typing import Any, cast

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp, ControllerRouterHandler, Receive, Scope, Send

from kb.lang import codes
from search.web import assets, feeds
from search.web.api.problems import is_of_the_api
from search.web.api.routes import elsewhere, router
from search.web.api.service import Service, nobody_tells
from search.web.api.workers import TellLanguage
from search.web.desk import Desk, Making, Sources, failed
from search.web.forms import fields
from search.web.guard import LARGEST_BODY, Guard, TooLarge
from search.web.judges import Judges
from search.web.pages import verify
from search.web.routes import ELSEWHERE, ROUTES, Route
from search.web.settings import Settings


def make_app(
    settings: Settings, sources: Sources, *, told_language: TellLanguage = nobody_tells
) -> ASGIApp:
    """What uvicorn runs; ``sources`` tells where rules are published, when it is asked.

    ``told_language`` tells the language of a text from its words.
    """
    desk, judges = Desk(settings, sources), Judges()
    service = Service(desk, sources, told_language)
    handlers: list[ControllerRouterHandler] = [
        _made(desk, "/sitemap.xml", feeds.sitemaps),
        _made(desk, "/robots.txt", feeds.robots),
        _by_language(desk, "/"),
        _by_language(desk, "/r/{number:str}"),
        _asset(desk),
        router(service),
    ]
    for code in codes():
        handlers += [_page(desk, f"/{code}{route.path}", route) for route in ROUTES]
        handlers += _verifying(desk, judges, f"/{code}/verify")
        handlers += [
            _made(desk, f"/{code}{each.path}", partial(each.making, code)) for each in feeds.FEEDS
        ]
    app = Litestar(
        route_handlers=handlers,
        openapi_config=None,
        logging_config=None,
        request_max_body_size=LARGEST_BODY,
        exception_handlers={Exception: partial(_refused, desk, service)},
        on_shutdown=[desk.room.close, judges.close, service.close],
    )
    return Guard(cast(ASGIApp, app), settings)


def _get(path: str, **options: Any) -> HTTPRouteHandler:
    return HTTPRouteHandler(path, http_method=["GET", "HEAD"], include_in_schema=False, **options)


def _page(desk: Desk, path: str, route: Route) -> HTTPRouteHandler:
    async def answer(request: Request[Any, Any, Any]) -> Response[bytes]:
        return await desk.page(request, route.page, route.lane)

    return _get(path)(answer)


def _verifying(desk: Desk, judges: Judges, path: str) -> list[ControllerRouterHandler]:
    """The form, and what it sends."""

    async def shown(request: Request[Any, Any, Any]) -> Response[bytes]:
        judges.warm()
        return await desk.page(request, verify.page)

    async def answer(request: Request[Any, Any, Any]) -> Response[bytes]:
        form = fields(request.headers.get("content-type", ""), await request.body())
        if form is None:
            raise HTTPException(status_code=HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        sent = await verify.sent(judges, form, desk.language(request))
        return await desk.fresh(request, partial(verify.answered, sent))

    posted = HTTPRouteHandler(path, http_method="POST", include_in_schema=False)
    return [_get(path)(shown), posted(answer)]


def _made(desk: Desk, path: str, making: Making) -> HTTPRouteHandler:
    async def answer(request: Request[Any, Any, Any]) -> Response[bytes]:
        return await desk.made(request, making)

    return _get(path)(answer)


def _by_language(desk: Desk, path: str) -> HTTPRouteHandler:
    """``/`` and ``/r/702.33d`` lead to the page in the language that the reader likes best."""

    async def answer(request: Request[Any, Any, Any]) -> Response[bytes]:
        return desk.in_their_language(request)

    return _get(path)(answer)


def _asset(desk: Desk) -> HTTPRouteHandler:
    async def answer(request: Request[Any, Any, Any]) -> Response[bytes]:
        name = str(request.path_params["name"])
        ready = assets.assets().get(name)
        if ready is None:
            return await desk.page(request, ELSEWHERE)
        # A page that was kept from before an update asks for a file of another name.
        return desk.asset(request, ready, lasting=request.path_params["digest"] == assets.digest())

    return _get("/static/{digest:str}/{name:str}")(answer)


def _refused(
    desk: Desk, service: Service, request: Request[Any, Any, Any], error: Exception
) -> Response[bytes]:
    """What no route answers: there is no such page, another method, our own fault."""
    if is_of_the_api(request.url.path):
        return elsewhere(service, request, error)
    if isinstance(error, NotFoundException):
        return _NearPage(desk)
    if isinstance(error, TooLarge):
        error = HTTPException(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if not isinstance(error, HTTPException) or error.status_code >= 500:
        return failed(request, error)
    return Response(
        f"{HTTPStatus(error.status_code).phrase}.\n".encode(),
        media_type="text/plain",
        status_code=error.status_code,
        headers={"cache-control": "no-store", **(error.headers or {})},
    )


class _NearPage(Response[bytes]):
    """Says what is near; Litestar's handlers of errors cannot wait for the base, this can."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(b"", status_code=404)
        self._desk = desk

    def to_asgi_response(
        self, app: Litestar | None, request: Request[Any, Any, Any], **options: Any
    ) -> ASGIResponse:
        return _Awaited(self._desk.page(request, ELSEWHERE), request)


class _Awaited(ASGIResponse):
    def __init__(self, page: Awaitable[Response[bytes]], request: Request[Any, Any, Any]) -> None:
        super().__init__(status_code=404)
        self._page = page
        self._request = request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = (await self._page).to_asgi_response(None, self._request)
        await answer(scope, receive, send)
