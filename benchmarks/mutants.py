"""Mutants of a game state: the same document with one fact changed."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from kb.pointer import ROOT, Pointer

_ZONES = ("battlefield", "graveyard", "hand", "exile", "stack")
_LETTERS = "WUBRGC"
_KEPT = {"expect", "format", "id", "lang", "title", "notes", "note", "rules", "question"}
"""Keys that say nothing about the game."""
_KEPT_ABOVE = Pointer("/source")
"""Where the document was found; the source of damage or of a trigger says much."""
_PLAYERS = {"controller", "owner", "by", "active", "attacks"}
_SIZE = re.compile(r"([+-]?)(\d+)/([+-]?)(\d+)")


class _Names(NamedTuple):
    """What a document gives names to."""

    players: list[str]
    objects: list[str]
    abilities: list[str]
    cards: list[str]
    """What stands under ``name``."""


class Mutant(NamedTuple):
    """What was done to a document, and what became of it."""

    kind: str
    at: Pointer
    """The fact that was changed."""
    value: Any
    """What it is now; None where it was taken away."""
    document: Any


def mutants(document: Any) -> Iterator[Mutant]:
    """All documents that differ from this one in one fact, always in the same order."""
    names = _Names(
        sorted(_players(document)),
        sorted(document.get("objects", {})),
        sorted(_ability_ids(document)),
        sorted(_called(document)),
    )
    for at, value in _facts(document, ROOT):
        for kind, new in _changes(at.parts[-1], value, at, names):
            yield Mutant(kind, at, new, changed(document, at.parts, new))


def changed(document: Any, path: tuple[str, ...], new: Any) -> Any:
    """A copy with another value at a path; without it where the value is None."""
    key, *below = path
    place: Any = int(key) if isinstance(document, list) else key
    copy = document.copy()
    if below:
        copy[place] = changed(document[place], tuple(below), new)
    elif new is None:
        del copy[place]
    else:
        copy[place] = new
    return copy


def _facts(value: Any, at: Pointer) -> Iterator[tuple[Pointer, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            place = at / key
            kept = key in _KEPT and at.parts[-1:] != ("objects",)
            if not kept and not key.startswith("x-") and place != _KEPT_ABOVE:
                yield place, inner
                yield from _facts(inner, place)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield at / index, inner
            yield from _facts(inner, at / index)


def _changes(key: str, value: Any, at: Pointer, names: _Names) -> Iterator[tuple[str, Any]]:
    yield "left out", None
    if isinstance(value, bool):
        yield "truth", not value
    elif isinstance(value, int):
        yield from (("number", value + 1), ("number", value - 1))
        yield from (("number", value + 3), ("number", value + 7), ("number", 0))
    elif isinstance(value, list):
        for place in range(len(value) - 1):
            swapped = [*value[:place], value[place + 1], value[place], *value[place + 2 :]]
            yield "order", swapped
        for place, inner in enumerate(value):
            # Two events of one id would be no document.
            again = (
                {k: v for k, v in inner.items() if k != "id"} if isinstance(inner, dict) else inner
            )
            yield "repeated", [*value[: place + 1], again, *value[place + 1 :]]
        if key in ("keywords", "add_keywords"):
            yield from (("keyword", [*value, word]) for word in ("flying", "haste", "defender"))
        if key == "targets" or at.parts[-2:-1] == ("targets",):
            yield from (("target", [*value, name]) for name in names.objects if name not in value)
        if key == "applies":
            yield from (("part", [*value, name]) for name in names.abilities if name not in value)
    elif isinstance(value, dict):
        yield from (("added", new) for new in _more(value, at, names))
        yield from (("opposite", new) for new in _opposites(value))
    elif isinstance(value, str):
        yield from _texts(key, value, at, names)


def _more(value: dict[str, Any], at: Pointer, names: _Names) -> Iterator[dict[str, Any]]:
    """The value with a fact that it may have as well."""
    more: tuple[dict[str, Any], ...] = ()
    if "do" in value:
        more = (*_OF_EVENTS, *({"targets": {"t": [name]}} for name in names.objects[:1]))
    elif at.parts[-2:-1] == ("players",):
        more = _OF_PLAYERS
    elif _NAMED & value.keys():
        more = _OF_OBJECTS
    yield from ({**value, **new} for new in more if not new.keys() & value.keys())


def _opposites(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The value with a key that says the opposite."""
    for key, other in _OPPOSITE:
        if key in value and other not in value:
            yield {other if one == key else one: inner for one, inner in value.items()}


_OPPOSITE = (("add_keywords", "lose"), ("lose", "add_keywords"))
_NAMED = {"who", "type", "card"}
_OF_PLAYERS: tuple[dict[str, Any], ...] = (
    {"lands_played": 1}, {"life": 1}, {"life": 0}, {"counters": {"poison": 10}}, {"left": True},
)  # fmt: skip
"""Facts that a player may have as well."""
_OF_EVENTS: tuple[dict[str, Any], ...] = ({"prototyped": True}, {"outcome": "illegal"}, {"x": 2})
"""Facts that an event may have as well."""
_OF_OBJECTS: tuple[dict[str, Any], ...] = (
    {"tapped": True}, {"controlled_since": "this-turn"}, {"phased_out": True},
    {"damage": 9}, {"counters": {"-1/-1": 9}}, {"counters": {"+1/+1": 1}},
    {"zone": "graveyard"}, {"face": "down"}, {"token": True},
    {"keywords": ["defender"]}, {"keywords": ["flying"]}, {"keywords": ["shroud"]},
    {"keywords": ["hexproof"]},
)  # fmt: skip
"""Facts that an object may have as well."""


def _texts(key: str, value: str, at: Pointer, names: _Names) -> Iterator[tuple[str, Any]]:
    players, objects = names.players, names.objects
    if value in players:
        yield from (("player", other) for other in players if other != value)
    if value in objects or value.partition("@")[0] in objects:
        yield from (("object", other) for other in objects if other != value)
        yield from (("both", [value, other]) for other in objects if other != value)
    if key == "alternative":
        yield "both", [value, "flashback"]
    if key in ("zone", "to", "from"):
        yield from (("zone", zone) for zone in _ZONES if zone != value)
    size = _SIZE.fullmatch(value)
    if size:
        first, power, second, toughness = size.groups()
        for more in (1, 3):
            yield "size", f"{first}{int(power) + more}/{second}{toughness}"
            yield "size", f"{first}{power}/{second}{int(toughness) + more}"
        yield "size", f"{first}{power}/{second}0"
    elif re.fullmatch(r"(?:\{[^{}]+\}|[0-9WUBRGCXS])+", value):
        yield from (("symbol", value + sign) for sign in ("1", *_LETTERS) if sign + "0" != value)
        for place, sign in enumerate(value):
            if sign in _LETTERS:
                other = _LETTERS[(_LETTERS.index(sign) + 1) % len(_LETTERS)]
                yield "symbol", f"{value[:place]}{other}{value[place + 1 :]}"
                yield "symbol", f"{value[:place]}{value[place + 1 :]}" or "0"
    elif key == "type":
        yield from (("type", line) for line in ("Artifact", "Creature", "Land", "Instant"))
        for kind, other in _TYPES:
            if kind in value:
                yield "type", value.replace(kind, other)
    elif key == "name":
        yield from (("name", name) for name in (*names.cards, f"{value} Else") if name != value)
    elif key in _WORDS:
        yield from (("word", word) for word in _WORDS[key] if word != value)
    elif at.parts[-2:-1] in (("keywords",), ("add_keywords",)):
        yield "keyword", "cycling"
    elif value in ("once", "this-turn", "before-turn", "illegal", "end-of-turn"):
        other_words = ("this-turn", "before-turn")
        yield from (("word", word) for word in other_words if word != value)


_TYPES = (
    ("Creature", "Artifact"), ("Creature", "Instant"), ("Artifact", "Creature"),
    ("Land", "Artifact"), ("Enchantment", "Instant"), ("Instant", "Creature"),
    ("Sorcery", "Creature"),
)  # fmt: skip
"""A card type within the type line, and what is put in its place."""
_WORDS = {
    "phase": ("precombat-main", "combat", "ending"),
    "step": ("upkeep", "declare-attackers", "declare-blockers", "combat-damage", "cleanup"),
    "do": ("cast", "play-land", "resolve", "counter", "tap", "untap"),
}
"""Keys whose words stand for one another."""


def _called(value: Any) -> set[str]:
    """The names of cards."""
    if isinstance(value, dict):
        own = {value["name"]} if isinstance(value.get("name"), str) else set[str]()
        return own.union(*map(_called, value.values()))
    return set[str]().union(*map(_called, value)) if isinstance(value, list) else set()


def _players(value: Any) -> set[str]:
    """Whoever is named as a player anywhere."""
    if isinstance(value, dict):
        found = {name for key, name in value.items() if key in _PLAYERS and isinstance(name, str)}
        found |= set(value.get("players", {})) if isinstance(value.get("players"), dict) else set()
        return found.union(*map(_players, value.values()))
    return set[str]().union(*map(_players, value)) if isinstance(value, list) else set()


def _ability_ids(value: Any) -> set[str]:
    """The ids that abilities were given."""
    if isinstance(value, dict):
        parts = value.get("abilities")
        listed = parts if isinstance(parts, list) else []
        own = {part["id"] for part in listed if isinstance(part, dict) and "id" in part}
        return own.union(*map(_ability_ids, value.values()))
    return set[str]().union(*map(_ability_ids, value)) if isinstance(value, list) else set()


def as_text(value: Any) -> str:
    """A value of a document in one line."""
    return json.dumps(value, ensure_ascii=False)
