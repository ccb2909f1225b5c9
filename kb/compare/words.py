"""Words of a language for comparing: the lists under ``[compare]`` of its ``language.toml``."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from kb.errors import BadData
from kb.lang import language
from kb.phrases import plain

_TABLE = "compare"


@cache
def _table(code: str) -> Mapping[str, Any]:
    """Empty where a language has none: less is found in it, and nothing breaks."""
    return language(code).tables.get(_TABLE, {})


@cache
def listed(code: str, key: str) -> tuple[str, ...]:
    """A list of words in small letters with straight apostrophes; empty where there is none."""
    if key not in _table(code):
        return ()
    return tuple(map(plain, language(code).words(_TABLE, key)))


@cache
def values(code: str, key: str) -> Mapping[str, int]:
    """A table of words, each with a number; raises BadData where a value is none."""
    found = _table(code).get(key, {})
    if not isinstance(found, dict) or not all(isinstance(value, int) for value in found.values()):
        path = language(code).folder / "language.toml"
        raise BadData(f"{path}: [{_TABLE}.{key}] is not a table of words with a number each")
    return {plain(word): value for word, value in found.items()}
