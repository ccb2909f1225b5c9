"""The description of the API (OpenAPI 3.1), made from the questions and shapes of its endpoints."""

from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec

from search.web.api import problems, reading
from search.web.api.endpoints import ENDPOINTS, Endpoint
from search.web.api.examples import examples
from search.web.api.questions import Question

PREFIX = "/api/v1"
_SCHEMAS = "#/components/schemas/"
_EVERYWHERE = (400, 404, 414, 421, 422, 500, 503)
_WITH_BODY = (413, 415)

_ABOUT = """\
The answers of the command line `regulae` as JSON, in the same shapes. GET is answered to pages of
any site (CORS), HEAD like GET. Each answer has an ETag: send it back as If-None-Match, and only
what has changed is sent again. Sentences are in the language of `lang`, else of Accept-Language.
An answer may be empty where nothing is called so: that is no error. Errors are problems (RFC 9457).
Of every text the edition is told, and whether it is official.
"""


@cache
def description() -> Mapping[str, Any]:
    """The whole document."""
    shapes = [endpoint.gives for endpoint in ENDPOINTS]
    shapes += [problems.ProblemJson, problems.ProblemKindJson, problems.ProblemsJson]
    references, components = msgspec.json.schema_components(
        shapes, ref_template=_SCHEMAS + "{name}"
    )
    schemas = {
        _name(name): _renamed(schema) | {"title": _name(name)}
        for name, schema in components.items()
    }
    references = tuple(map(_renamed, references))
    paths = {
        PREFIX + endpoint.path: _path(endpoint, reference)
        for endpoint, reference in zip(ENDPOINTS, references, strict=False)
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "regulae",
            "version": "1",
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths | _problem_paths(*references[-2:]),
        "components": {"schemas": schemas, "responses": _problems(references[-3])},
    }


def _path(endpoint: Endpoint, reference: Mapping[str, Any]) -> dict[str, Any]:
    about = endpoint.asks.__doc__ or ""
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": about,
        "parameters": _parameters(endpoint),
    }
    if endpoint.command:
        operation["description"] = f"As `regulae {endpoint.command} --json`."
    content = {"schema": reference, "example": examples()[endpoint.path]}
    answered = {"description": "The answer.", "content": {"application/json": content}}
    statuses: tuple[int, ...] = _EVERYWHERE
    if endpoint.body is None:
        answered["headers"] = {"ETag": {"schema": {"type": "string"}, "required": True}}
        operation["responses"] = {
            "200": answered,
            "304": {"description": "The same as what If-None-Match names."},
        }
    else:
        statuses += _WITH_BODY
        operation["responses"] = {"200": answered}
        operation["requestBody"] = {
            "required": True,
            "description": endpoint.body.what,
            "content": {
                media_type: {
                    "schema": {"type": "string", "minLength": 1},
                    "example": endpoint.body.example,
                }
                for media_type in endpoint.body.media_types
            },
        }
    operation["responses"] |= _refusals(statuses)
    return {"get" if endpoint.body is None else "post": operation}


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        _parameter(
            name, schema, name in reading.required(endpoint.asks), endpoint.example.get(name)
        )
        for name, schema in reading.parameters(endpoint.asks).items()
    ]


def _parameter(
    name: str, schema: Mapping[str, Any], required: bool, example: object
) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": name,
        "in": "query",
        "required": required,
        "description": schema["description"],
        "schema": {key: value for key, value in schema.items() if key != "description"},
    }
    if example is not None:
        told["example"] = int(str(example)) if schema["type"] == "integer" else example
    return told


def _problem_paths(one: Mapping[str, Any], every: Mapping[str, Any]) -> dict[str, Any]:
    lang = _parameter("lang", reading.parameters(Question)["lang"], False, None)
    kind = {
        "name": "kind",
        "in": "path",
        "required": True,
        "description": "The last part of the type of a problem.",
        "schema": {"type": "string", "enum": list(problems.KINDS)},
    }

    def path(name: str, about: str, schema: Mapping[str, Any], *parameters: object) -> Any:
        answered = {
            "description": "The answer.",
            "content": {"application/json": {"schema": schema}},
        }
        return {
            "get": {
                "operationId": name,
                "summary": about,
                "parameters": [*parameters, lang],
                "responses": {
                    "200": answered,
                    "304": {"description": "The same as what If-None-Match names."},
                    **_refusals(_EVERYWHERE),
                },
            }
        }

    base = problems.BASE.rstrip("/")
    return {
        base: path("problems", "List the kinds of problems.", every),
        base + "/{kind}": path("problem", "Explain a kind of problem.", one, kind),
    }


def _refusals(statuses: tuple[int, ...]) -> dict[str, Any]:
    return {
        str(status): {"$ref": f"#/components/responses/Problem{status}"}
        for status in sorted(statuses)
    }


def _problems(reference: Mapping[str, Any]) -> dict[str, Any]:
    """For each status the problems that it may be."""
    found: dict[str, Any] = {}
    for status in sorted({*_EVERYWHERE, *_WITH_BODY}):
        kinds = [kind for kind, of in problems.KINDS.items() if of.value == status]
        answered: dict[str, Any] = {
            "description": f"{HTTPStatus(status).phrase}: {', '.join(kinds)}.",
            "content": {problems.MEDIA_TYPE: {"schema": reference}},
        }
        if status == HTTPStatus.SERVICE_UNAVAILABLE:
            answered["headers"] = {"Retry-After": {"schema": {"type": "string"}, "required": True}}
        found[f"Problem{status}"] = answered
    return found


def _renamed(value: Any) -> Any:
    """References to shapes by the names of the things that they are shapes of."""
    if isinstance(value, dict):
        return {
            key: _name(part) if key == "$ref" else _renamed(part) for key, part in value.items()
        }
    return [_renamed(part) for part in value] if isinstance(value, list) else value


def _name(shape: str) -> str:
    return shape.removesuffix("Json")
