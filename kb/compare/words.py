"""Words of a language for comparing: the lists under ``[compare]`` of its ``language.toml``."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from kb.errors import BadData
from kb.lang import language

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
    return tuple(word.lower().replace("’", "'") for word in language(code).words(_TABLE, key))


@cache
def values(code: str, key: str) -> Mapping[str, int]:
    """A table of words, each with a number; raises BadData where a value is none."""
    found = _table(code).get(key, {})
    if not isinstance(found, dict) or not all(isinstance(value, int) for value in found.values()):
        path = language(code).folder / "language.toml"
        raise BadData(f"{path}: [{_TABLE}.{key}] is not a table of words with a number each")
    return {word.lower(): value for word, value in found.items()}


def pattern(words: Iterable[str]) -> re.Pattern[str] | None:
    """Any of these phrases as whole words, the longest first; None where there are none."""
    phrases = sorted(words, key=lambda word: (-len(word), word))
    if not phrases:
        return None
    alternatives = "|".join(
        r"\s+".join(re.escape(part).replace("'", "['’]") for part in phrase.split())
        for phrase in phrases
    )
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)
