"""Arguments: what a tool is called with, checked and turned into a question of the API."""

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kb.lang import codes
from search.mcp.sentences import wanted as wanted_here
from search.mcp.tools import LONGEST_TEXT, PAGE, Schema, Tool, input_schema
from search.web.api import reading
from search.web.api.problems import Refusal, wanted
from search.web.api.questions import Question

_SHOWN = 60


class Call(NamedTuple):
    """A call of a tool whose arguments are as its schema has them."""

    tool: Tool
    question: Question
    pairs: list[tuple[str, str]]
    """The same as the parameters of an address, to be handed to another process."""
    text: str
    page: int
    language: str


def called(tool: Tool, arguments: Mapping[str, object], *, otherwise: str) -> Call:
    """The call; ``otherwise`` is the language where it names none. Raises Refusal."""
    language = language_of(arguments, otherwise=otherwise)
    schemas: Mapping[str, Schema] = input_schema(tool.name)["properties"]
    for name, value in arguments.items():
        if name not in schemas:
            raise Refusal(
                "unknown-parameter", parameter=_short(name), known=", ".join(sorted(schemas))
            )
        if not _is_of_type(value, schemas[name]):
            raise _bad(name, value, wanted_here(language, _type(schemas[name])))
    page = arguments.get(PAGE, 1)
    if not isinstance(page, int) or not 1 <= page <= schemas[PAGE]["maximum"]:
        most = schemas[PAGE]["maximum"]
        raise _bad(PAGE, page, wanted(language, "whole", low=1, high=most))
    text = _text(tool, arguments, language)
    pairs = [
        (name, each)
        for name, value in arguments.items()
        if name not in (PAGE, tool.takes)
        for each in _texts(value)
    ]
    question = reading.read(tool.endpoint.asks, pairs, language)
    return Call(tool, question, pairs, text, page, language)


def language_of(arguments: Mapping[str, object], *, otherwise: str) -> str:
    """That of the answer, where the arguments name one that there is."""
    named = arguments.get("lang")
    return named if isinstance(named, str) and named in codes() else otherwise


def _text(tool: Tool, arguments: Mapping[str, object], language: str) -> str:
    if not tool.takes:
        return ""
    if tool.takes not in arguments:
        raise Refusal("missing-parameter", parameter=tool.takes)
    text = str(arguments[tool.takes])
    if not 0 < len(text.encode("utf-8", "surrogatepass")) <= LONGEST_TEXT:
        raise _bad(tool.takes, text, wanted_here(language, "body", most=LONGEST_TEXT))
    return text


def _is_of_type(value: object, schema: Schema) -> bool:
    """Whether it is of the type that the schema has; its bounds are looked at later."""
    kind = _type(schema)
    if kind == "array":
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str)


def _type(schema: Schema) -> str:
    return str(schema["type"])


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, list):
        yield from value
    elif isinstance(value, bool):
        yield "true" if value else "false"
    else:
        yield str(value)


def bad_page(page: int, pages: int, language: str) -> Refusal:
    """That a page is asked for which the answer has not."""
    return _bad(PAGE, page, wanted(language, "whole", low=1, high=pages))


def _bad(name: str, value: object, what: str) -> Refusal:
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return Refusal("bad-parameter", parameter=name, value=_short(shown), wanted=what)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
