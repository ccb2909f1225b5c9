"""Reading an address: the parameters of a question, each checked by its own schema."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec

from kb.lang import codes
from search.web.api.problems import Refusal, wanted
from search.web.api.questions import DAY_PATTERN, Question

_MOST_FIELDS = 200
_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_FLAGS = {"true": True, "false": False}
Asked = TypeVar("Asked", bound=Question)
Schema = Mapping[str, Any]


@cache
def parameters(asks: type[Question]) -> Mapping[str, Schema]:
    """The JSON Schema of each parameter of a question, by its name in the address."""
    (_,), components = msgspec.json.schema_components([asks])
    properties: Mapping[str, Schema] = components[asks.__name__]["properties"]
    # What every endpoint may be asked stands last.
    own = [name for name in properties if name != "lang"]
    return {
        name: {
            key: value
            for key, value in properties[name].items()
            if key != "default" or _is_sent(value)
        }
        for name in (*own, "lang")
    }


def _is_sent(default: object) -> bool:
    """Whether a default is a value to send; what is empty, or 0, only says that nothing was."""
    return default is False or bool(default)


@cache
def required(asks: type[Question]) -> frozenset[str]:
    """The parameters without which nothing is asked."""
    (_,), components = msgspec.json.schema_components([asks])
    return frozenset(components[asks.__name__].get("required", ()))


def pairs(query: bytes) -> list[tuple[str, str]]:
    """What stands behind the question mark, in its order; raises Refusal."""
    try:
        return parse_qsl(
            query.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=_MOST_FIELDS,
        )
    except ValueError as error:  # bytes that are no UTF-8, or too many fields
        raise Refusal("unreadable-address") from error


def read(asks: type[Asked], asked: Iterable[tuple[str, str]], language: str) -> Asked:
    """The question that an address asks; raises Refusal for what is not as the schema has it.

    ``language`` is that of the refusal.
    """
    schemas = parameters(asks)
    found: dict[str, list[str]] = {}
    for name, text in asked:
        if name not in schemas:
            raise Refusal("unknown-parameter", parameter=name, known=", ".join(schemas))
        found.setdefault(name, []).append(text)
    for name in schemas:
        if name in required(asks) and name not in found:
            raise Refusal("missing-parameter", parameter=name)
    values = {name: _value(name, schemas[name], texts, language) for name, texts in found.items()}
    return msgspec.convert(values, asks)


def _value(name: str, schema: Schema, texts: list[str], language: str) -> object:
    if schema["type"] == "array":
        most = schema.get("maxItems", _MOST_FIELDS)
        if len(texts) > most:
            raise Refusal("repeated-parameter", parameter=name, count=len(texts), most=most)
        return [_one(name, schema["items"], text, language) for text in texts]
    if len(texts) > 1:
        raise Refusal("repeated-parameter", parameter=name, count=len(texts), most=1)
    return _one(name, schema, texts[0], language)


def _one(name: str, schema: Schema, text: str, language: str) -> object:
    value: object = text
    if schema["type"] == "boolean":
        value = _FLAGS.get(text)
        fits = value is not None
    elif schema["type"] == "integer":
        value = int(text) if _WHOLE.fullmatch(text) else None
        fits = value is not None and schema["minimum"] <= value <= schema["maximum"]
    else:
        fits = _fits(schema, text)
    if not fits:
        raise Refusal(
            "bad-parameter", parameter=name, value=_shown(text), wanted=_wanted(schema, language)
        )
    return value


def _fits(schema: Schema, text: str) -> bool:
    if text not in schema.get("enum", (text,)):
        return False
    if not schema.get("minLength", 0) <= len(text) <= schema.get("maxLength", len(text)):
        return False
    # ``$`` of Python stands before a line feed at the end too, that of a schema does not.
    pattern = schema.get("pattern", "").replace("$", r"\Z")
    return re.search(pattern, text) is not None


def _wanted(schema: Schema, language: str) -> str:
    if schema["type"] == "boolean":
        return wanted(language, "flag")
    if schema["type"] == "integer":
        return wanted(language, "whole", low=schema["minimum"], high=schema["maximum"])
    if "enum" in schema:
        return wanted(language, "one_of", choices=", ".join(schema["enum"]))
    if schema.get("pattern") == DAY_PATTERN:
        return wanted(language, "day")
    if "pattern" in schema and schema["pattern"].endswith("://"):
        return wanted(language, "address", high=schema["maxLength"])
    return wanted(language, "text", low=schema["minLength"], high=schema["maxLength"])


def _shown(text: str) -> str:
    """So much of a value as a sentence can hold."""
    return text if len(text) <= 60 else f"{text[:60]}…"


def language(query: bytes, *, otherwise: str) -> str:
    """The language that the address names, where it names one that there is, and one alone."""
    named = {value for name, value in _readable(query) if name == "lang"}
    return named.pop() if len(named) == 1 and named <= set(codes()) else otherwise


def _readable(query: bytes) -> list[tuple[str, str]]:
    try:
        return pairs(query)
    except Refusal:  # which is said in the language that is looked for here
        return []
