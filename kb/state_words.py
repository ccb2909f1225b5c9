"""Words that a document may use, also those of other languages: types, zones, keywords."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from kb.lang import codes, folded, language

_NUMBERED = re.compile(r"(\D+) (\d{1,9})", re.ASCII)
_DASH = re.compile(r"\s+[-–—]\s+")

TYPES = frozenset(
    {
        "Artifact", "Battle", "Conspiracy", "Creature", "Dungeon", "Enchantment", "Instant",
        "Kindred", "Land", "Phenomenon", "Plane", "Planeswalker", "Scheme", "Sorcery", "Vanguard",
    }
)  # fmt: skip
SUPERTYPES = frozenset({"Basic", "Legendary", "Ongoing", "Snow", "World"})
TOKEN = "Token"
"""Printed in the type line of tokens; no type (111.1)."""
_BEFORE_THE_DASH = TYPES | SUPERTYPES | {TOKEN}


_TABLES = {
    "type": "types", "types": "types", "supertypes": "types", "add_types": "types",
    "zone": "zones", "to": "zones", "from": "zones",
    "keywords": "keywords", "add_keywords": "keywords", "lose": "keywords", "grants": "keywords",
}  # fmt: skip
"""The table of words for the values of a key."""
WORDED = frozenset(_TABLES)
"""The keys whose values may be words of another language."""


def canonical(key: str, value: Any) -> Any:
    """The English word where ``value`` is one of another language; else the value itself.

    >>> canonical("type", "Creatura artefatto — Golem"), canonical("zone", "cementerio")
    ('Creature Artifact — Golem', 'graveyard')
    >>> canonical("keywords", "tossico 2"), canonical("keywords", "protección contra rojo")
    ('toxic 2', 'protection from red')
    """
    table = _TABLES.get(key)
    if table is None or not isinstance(value, str):
        return value
    if key == "type":
        line = _DASH.split(value, maxsplit=1)
        words = " ".join(_words(table).get(folded(word), word) for word in line[0].split())
        return words if len(line) == 1 else f"{words} — {line[1]}"
    word = _NUMBERED.fullmatch(value) if table == "keywords" else None
    if word is not None:  # a keyword with its number: "tossico 2"
        return f"{_words(table).get(folded(word[1]), word[1])} {word[2]}"
    return _words(table).get(folded(value), value)


def triggered_by(ability: str) -> str:
    """The keyword that the id of an ability may be of.

    >>> triggered_by("battle-cry2")
    'battle cry'
    """
    return ability.rstrip("0123456789").replace("-", " ")


def unknown_types(line: str) -> tuple[str, ...]:
    """The words before the dash of a type line that are no card type and no supertype.

    >>> unknown_types("Legendary Creture — Golem")
    ('Creture',)
    """
    words = _DASH.split(line, maxsplit=1)[0].split()
    return tuple(word for word in words if word not in _BEFORE_THE_DASH)


@cache
def _words(table: str) -> Mapping[str, str]:
    """Folded word of any language to its English word."""
    english_types = (*TYPES, *SUPERTYPES, TOKEN) if table == "types" else ()
    found = {folded(word): word for word in english_types}
    for code in codes():
        words = language(code).tables.get("state", {}).get(table, {})
        found |= {folded(word): english for word, english in words.items()}
    return found
