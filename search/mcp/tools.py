"""Tools: which question of the API each one asks, and the schemas of what goes in and comes out."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, TypedDict

import msgspec
from msgspec import Meta

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
    title: str
    about: str
    """What it does, with an example of its arguments."""
    endpoint: Endpoint
    takes: str = ""
    """The parameter that holds a text, where the endpoint wants one."""


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


def _tool(name: str, title: str, path: str, about: str, takes: str = "") -> Tool:
    return Tool(name, title, about, _PATHS[path], takes)


TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        _tool(
            "look_up",
            "Look up rules",
            "/show",
            'What a rule says, by number, range, section or name in any language. {"what":'
            ' ["702.33d"], "lang": "it"} or {"what": ["potenziamento"]}.',
        ),
        _tool(
            "search",
            "Search the rules",
            "/search",
            "Find the rules that answer a question, in the words of any language."
            ' {"q": "can I pay kicker twice", "limit": 5}.',
        ),
        _tool(
            "compare",
            "Compare languages",
            "/compare",
            "Set the texts of rules in several languages side by side and list where they differ."
            ' {"what": ["702.154"], "langs": ["it", "en"]}.',
        ),
        _tool(
            "cite",
            "Cite a rule",
            "/cite",
            "Write a citation with its edition, to paste; with the words of the rule if quote is"
            ' true. {"what": ["702.33d"], "style": "markdown", "quote": true, "lang": "it"}.',
        ),
        _tool(
            "terms",
            "Names of rules in all languages",
            "/terms",
            "What the languages call a rule, with false friends; takes a word of any language or a"
            ' number. {"word": "potenziamento"}.',
        ),
        _tool(
            "glossary",
            "Look up the glossary",
            "/glossary",
            'What the glossary says of a term. {"term": "Kicker", "in": "en"}.',
        ),
        _tool(
            "diff",
            "Compare editions",
            "/diff",
            "What the rules became from one edition to another, word by word."
            ' {"old": "2026-04-17", "new": "2026-08-07", "what": ["702"]}.',
        ),
        _tool(
            "history",
            "Follow a rule through editions",
            "/history",
            'A rule through its moves over all editions held. {"what": ["kicker"]}.',
        ),
        _tool(
            "editions",
            "List editions",
            "/editions",
            'The editions of the rules that are held. {"in": "it"}.',
        ),
        _tool(
            "extract",
            "Find citations in a text",
            "/extract",
            'The citations of rules in a text, ranges expanded. {"text": "vedi regole 601.2f–h"}.',
            "text",
        ),
        _tool(
            "lint",
            "Find rotten citations in a text",
            "/lint",
            "The citations in a text that the newest official edition does not bear out."
            ' {"text": "Kicker is rule 702.32."}.',
            "text",
        ),
        _tool(
            "check_terms",
            "Check the terms of a translation",
            "/terms/check",
            "Words in a text that its language does not use for the concept."
            ' {"text": "Ha resistenza 2.", "text_lang": "it"}.',
            "text",
        ),
        _tool(
            "verify",
            "Verify a game state",
            "/verify",
            "Whether a game state (YAML or JSON, format mtg-state/1) follows the rules: a verdict"
            ' for each rule, with its evidence. {"document": "format: mtg-state/1\\n…"}.',
            "document",
        ),
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
