"""Tools: which question of the API each one asks, and the schemas of what goes in and comes out."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, TypedDict

import msgspec
from msgspec import Meta

from search.mcp.sentences import described, named
from search.shapes.parts import EditionJson
from search.web.api import reading
from search.web.api.endpoints import ENDPOINTS, Endpoint

PAGE = "page"
MOST_PAGES = 1_000_000
LONGEST_TEXT = 2**20
"""Bytes of a text that is read; characters are never more."""
_DEFS = "#/$defs/"
Schema = Mapping[str, Any]


class Tool(NamedTuple):
    """One tool: an endpoint of the API under a name that says what to use it for."""

    name: str
    endpoint: Endpoint
    example: Mapping[str, object]
    """Arguments that its description shows."""
    takes: str = ""
    """The parameter that holds a text, where the endpoint wants one."""

    def title(self, language: str) -> str:
        return named(language, self.name)

    def about(self, language: str) -> str:
        """What it does, with an example of its arguments."""
        return described(language, self.name, json.dumps(self.example, ensure_ascii=False))


class EnvelopeJson(TypedDict):
    """What stands around each answer."""

    about_texts: Annotated[str, Meta(description="How to take the texts of the answer.")]
    notes: Annotated[
        list[str], Meta(description="Why something is empty, missing or cut, and what to ask then.")
    ]
    page: Annotated[int, Meta(ge=1)]
    pages: Annotated[int, Meta(ge=1, description="Ask again with another page for the rest.")]
    editions: Annotated[list[EditionJson], Meta(description="On which the answer rests.")]


_PATHS = {endpoint.path: endpoint for endpoint in ENDPOINTS}


def _tool(name: str, path: str, example: Mapping[str, object], *, takes: str = "") -> Tool:
    return Tool(name, _PATHS[path], example, takes)


TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        _tool("look_up", "/show", {"what": ["702.33d"], "lang": "it"}),
        _tool("search", "/search", {"q": "can I pay kicker twice", "limit": 5}),
        _tool(
            "suggest", "/suggest", {"text": "The spell was kicked twice.", "limit": 3}, takes="text"
        ),
        _tool("complete", "/complete", {"q": "potenz", "limit": 5}),
        _tool("compare", "/compare", {"what": ["702.154"], "langs": ["it", "en"]}),
        _tool(
            "cite",
            "/cite",
            {"what": ["702.33d"], "style": "markdown", "quote": True, "lang": "it"},
        ),
        _tool("terms", "/terms", {"word": "potenziamento"}),
        _tool("glossary", "/glossary", {"term": "Kicker", "in": "en"}),
        _tool("graph", "/graph", {"what": ["702.33d"]}),
        _tool("needs", "/needs", {"what": ["702.33d"], "depth": 1}),
        _tool("path", "/path", {"from": "702.33d", "to": "702.33"}),
        _tool("diff", "/diff", {"old": "2026-04-17", "new": "2026-08-07", "what": ["702"]}),
        _tool("history", "/history", {"what": ["kicker"]}),
        _tool("phrase", "/phrase", {"phrase": "kicked", "in": "en", "limit": 3}),
        _tool("editions", "/editions", {"in": "it"}),
        _tool("extract", "/extract", {"text": "vedi regole 601.2f–h"}, takes="text"),
        _tool("lint", "/lint", {"text": "Kicker is rule 702.32."}, takes="text"),
        _tool(
            "check_terms",
            "/terms/check",
            {"text": "Ha resistenza 2.", "text_lang": "it"},
            takes="text",
        ),
        _tool("checks", "/checks", {"what": ["702.33"]}),
        _tool("verify", "/verify", {"document": "format: mtg-state/1\n…"}, takes="document"),
    )
}


@cache
def input_schema(name: str) -> Schema:
    """Of the arguments of a tool; nothing that is not named there is taken."""
    tool = TOOLS[name]
    endpoint = tool.endpoint
    properties = {key: dict(schema) for key, schema in reading.parameters(endpoint.asks).items()}
    properties["lang"]["description"] = (
        "The language of the answer (without it, the one with which the server was started)."
    )
    required = [key for key in properties if key in reading.required(endpoint.asks)]
    if tool.takes:
        assert endpoint.body is not None
        text = {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST_TEXT,
            "description": f"{endpoint.body.what} At most 1 MiB of UTF-8.",
            "examples": [endpoint.body.example],
        }
        properties = {tool.takes: text, **properties}
        required = [tool.takes, *required]
    properties[PAGE] = {
        "type": "integer",
        "minimum": 1,
        "maximum": MOST_PAGES,
        "default": 1,
        "description": "Which part of a long answer.",
    }
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


@cache
def output_schema(name: str) -> Schema:
    """Of the structured answer of a tool: under ``answer`` the shape of ``--json``."""
    (_, shape), components = msgspec.json.schema_components(
        [EnvelopeJson, TOOLS[name].endpoint.gives], ref_template=_DEFS + "{name}"
    )
    around = components.pop(EnvelopeJson.__name__)
    return {
        "type": "object",
        "properties": {**around["properties"], "answer": shape},
        "required": [*around["required"], "answer"],
        "additionalProperties": False,
        "$defs": components,
    }
