"""Problems: what a question that gets no answer is told instead (RFC 9457)."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from kb.messages import WEB, message

MEDIA_TYPE = "application/problem+json"
BASE = "/api/v1/problems/"
READING = ("GET", "HEAD")
CORS = {"access-control-allow-origin": "*", "access-control-expose-headers": "ETag, Retry-After"}
"""Pages of any site may read what is answered, refusals too."""
_TABLE = "problem"

KINDS: Mapping[str, HTTPStatus] = MappingProxyType(
    {
        "bad-parameter": HTTPStatus.BAD_REQUEST,
        "missing-parameter": HTTPStatus.BAD_REQUEST,
        "unknown-parameter": HTTPStatus.BAD_REQUEST,
        "repeated-parameter": HTTPStatus.BAD_REQUEST,
        "unreadable-address": HTTPStatus.BAD_REQUEST,
        "no-text": HTTPStatus.BAD_REQUEST,
        "unreadable-text": HTTPStatus.UNPROCESSABLE_ENTITY,
        "unknown-language": HTTPStatus.UNPROCESSABLE_ENTITY,
        "unreadable-question": HTTPStatus.UNPROCESSABLE_ENTITY,
        "unknown-edition": HTTPStatus.NOT_FOUND,
        "not-found": HTTPStatus.NOT_FOUND,
        "other-method": HTTPStatus.METHOD_NOT_ALLOWED,
        "media-type": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "too-costly": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "too-long": HTTPStatus.REQUEST_URI_TOO_LONG,
        "other-host": HTTPStatus.MISDIRECTED_REQUEST,
        "too-slow": HTTPStatus.SERVICE_UNAVAILABLE,
        "busy": HTTPStatus.SERVICE_UNAVAILABLE,
        "bad-request": HTTPStatus.BAD_REQUEST,
        "failed": HTTPStatus.INTERNAL_SERVER_ERROR,
    }
)
"""Each kind of problem, by the last part of its address, with its status."""


def is_of_the_api(path: str) -> bool:
    """Whether whoever asks for a path wants a problem where there is no answer, and no page."""
    return path == "/api" or path.startswith("/api/")


class ProblemJson(TypedDict):
    """Why there is no answer (RFC 9457)."""

    type: Annotated[str, Meta(description="The address of the kind, where it is explained.")]
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: str
    instance: Annotated[str, Meta(description="The address that was asked for.")]
    parameter: NotRequired[str]
    reason: NotRequired[Annotated[str, Meta(description="As the command line says it.")]]
    held: NotRequired[Annotated[list[str], Meta(description="Days of the editions held.")]]


class ProblemKindJson(TypedDict):
    """A kind of problem, explained."""

    type: str
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]


class ProblemsJson(TypedDict):
    """All kinds of problems."""

    problems: list[ProblemKindJson]


class Refusal(Exception):
    """That a question gets no answer: the kind of problem, and what its sentence names."""

    def __init__(
        self,
        kind: str,
        *,
        parameter: str | None = None,
        reason: str | None = None,
        held: tuple[str, ...] | None = None,
        **values: object,
    ) -> None:
        super().__init__(kind)
        self.kind = kind
        self.parameter = parameter
        self.reason = reason
        self.held = held
        self.values = values

    @property
    def status(self) -> int:
        return KINDS[self.kind].value

    def packed(self) -> bytes:
        """To be handed to another process."""
        told = (self.kind, self.parameter, self.reason, self.held, self.values)
        return json.dumps(told).encode()

    @classmethod
    def unpacked(cls, content: bytes) -> "Refusal":
        kind, parameter, reason, held, values = json.loads(content)
        days = None if held is None else tuple(held)
        return cls(kind, parameter=parameter, reason=reason, held=days, **values)

    def body(self, language: str, instance: str) -> bytes:
        named: dict[str, object] = {"parameter": self.parameter, **self.values}
        kind = kind_json(self.kind, language)
        answer: ProblemJson = {
            "type": kind["type"],
            "title": kind["title"],
            "status": kind["status"],
            "detail": _said(language, f"{self.kind}_detail", named),
            "instance": instance,
        }
        if self.parameter is not None:
            answer["parameter"] = self.parameter
        if self.reason is not None:
            answer["reason"] = self.reason
        if self.held is not None:
            answer["held"] = list(self.held)
        return json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace")


def kind_json(kind: str, language: str) -> ProblemKindJson:
    return {
        "type": f"{BASE}{kind}",
        "title": _said(language, kind, {}),
        "status": KINDS[kind].value,
    }


def wanted(language: str, key: str, **values: object) -> str:
    """What a parameter must be, in a few words."""
    return _said(language, f"wanted_{key}", values)


def _said(language: str, key: str, values: Mapping[str, object]) -> str:
    sentence = message(language, _TABLE, key, file=WEB)
    return sentence.format_map({name: str(value) for name, value in values.items()})
