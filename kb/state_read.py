"""Reading a game state: from a text to typed documents, every refusal with its place and remedy."""

import difflib
import re
from collections.abc import Iterator
from functools import cache, reduce
from typing import Any

import msgspec
import msgspec.inspect

import kb.state
import kb.state_ability
from kb.edition import EditionDate
from kb.errors import BadDate, BadState
from kb.lang import codes
from kb.pointer import ROOT, Pointer
from kb.state import FORMAT, Document, Event
from kb.state_text import Raw, documents
from kb.state_words import SUPERTYPES, TYPES, WORDED, canonical, unknown_types

# Maps from names of the author's choice: there a key that begins with x- is a name.
_NAMED = {
    "players", "cards", "objects", "counters", "kicks", "targets", "divided", "pays_as", "bonus",
}  # fmt: skip
_COSTS = {
    "cost", "mana", "kicker", "multikicker", "sticker_kicker", "total",
    "cost_increase", "cost_reduction",
}  # fmt: skip
_SYMBOL = re.compile(r"[0-9WUBRGCXYZSP/]+", re.ASCII)
_PLACE = re.compile(r"(?P<message>.*) - at (?P<key>`key` in )?`\$(?P<path>.*)`", re.DOTALL)
_STEP = re.compile(r"\.(?P<key>[^.\[]+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")
_SHAPES = {
    r"^[A-Za-z][A-Za-z0-9_-]*$": "an id (a letter, then letters, digits, _ or -)",
    r"^[A-Za-z][A-Za-z0-9_-]*(@[0-9]+)?$": "an id, or an id and a number (hero@2)",
    r"^[1-9](\d\d(\.\d+[a-km-np-z]?)?)?$": "a rule number (702.33d, 718.4, 718; no final dot)",
    r"^[^/]+/[^/]+$": "power/toughness (3/2, */*, +2/+0)",
    r"^\d{4}-\d{2}-\d{2}$": "the date of an edition (2026-01-16)",
    r"^(before-turn|this-turn|\?)$": "a turn number, before-turn, this-turn or ?",
    r"^(colorless|\?)$": "a list of W, U, B, R, G, or colorless, or ?",
    r"^([WUBRGC]|\{[WUBRGC0]\})*$": "mana that was spent (letters WUBRGC, or 0)",
    kb.state_ability.MANA_SHAPE: "a mana cost (2RR, {2}{R}{R}, 0, none or ?)",
}
_PARTS = tuple(
    part
    for module in (kb.state, kb.state_ability)
    for part in vars(module).values()
    if isinstance(part, type) and issubclass(part, msgspec.Struct)
)
_KEYS = sorted({name for part in _PARTS for name in part.__struct_encode_fields__})
_NAMES = {"str": "a text", "int": "an integer", "bool": "true or false", "array": "a list",
          "object": "a map"}  # fmt: skip
_UNION = msgspec.inspect.UnionType
_LONGEST_SHOWN = 60


def _forms(kind: msgspec.inspect.Type) -> set[str]:
    """The words that a value of this type may be, or what it must look like."""
    if isinstance(kind, msgspec.inspect.UnionType):
        return {word for inner in kind.types for word in _forms(inner)}
    if isinstance(kind, msgspec.inspect.LiteralType):
        return {str(value) for value in kind.values}
    if isinstance(kind, msgspec.inspect.BoolType):
        return {"true", "false"}
    shape = _SHAPES.get(kind.pattern or "") if isinstance(kind, msgspec.inspect.StrType) else None
    return {shape} if shape is not None else set()


@cache
def _forms_of(key: str, *, listed: bool) -> tuple[str, ...]:
    """What fields of this name may be, or the members of their lists."""
    found: set[str] = set()
    for part in _PARTS:
        shape = msgspec.inspect.type_info(part)
        assert isinstance(shape, msgspec.inspect.StructType)
        for member in shape.fields:
            if member.encode_name != key:
                continue
            kinds = member.type.types if isinstance(member.type, _UNION) else (member.type,)
            lists = [kind for kind in kinds if isinstance(kind, msgspec.inspect.VarTupleType)]
            for kind in [inner.item_type for inner in lists] if listed else kinds:
                found |= _forms(kind)
    return tuple(sorted(found))


def read(text: str, *, name: str = "-") -> Iterator[Document]:
    """All documents of a file or stream, in order; raises BadState at the first that is none."""
    for raw in documents(text, name=name):
        yield typed(raw, name=name)


def typed(raw: Raw, *, name: str = "-") -> Document:
    """Raises BadState, saying line (of YAML) and place, what came and what was wanted."""
    reading = _Reading(raw, name)
    value = reading.prepared()
    try:
        found = msgspec.convert(value, Document, strict=True)
    except msgspec.ValidationError as error:
        raise reading.refusal(error, value) from error
    except UnicodeEncodeError as error:  # msgspec names the half of a pair, and not where it is
        came = error.object.encode("utf-8", "backslashreplace").decode()
        message = f"the text '{came}', which is no Unicode, in a place for something else"
        raise reading.fail(ROOT, f"{message}; wanted whole characters") from error
    reading.examine(found)
    return found


_Path = tuple["_Path", str | int] | None
"""Where something stands, as the steps to it: a pointer is only made of it for a refusal."""


def _pointer(path: _Path) -> Pointer:
    return ROOT if path is None else _pointer(path[0]) / path[1]


class _Reading:
    """One document on its way from plain values to typed ones."""

    def __init__(self, raw: Raw, name: str) -> None:
        self.raw = raw
        self.name = name

    def fail(self, at: Pointer, message: str) -> BadState:
        line = self.raw.line_of(at) or self.raw.line
        return BadState(f"{self.name}:{line}: {at or '/'}: {message}")

    def prepared(self) -> Any:
        value = self.raw.value
        if not isinstance(value, dict):
            raise self.fail(ROOT, f"{_shown(value)}; wanted a map with format: {FORMAT}")
        if value.get("format") != FORMAT:
            came = _shown(value["format"]) if "format" in value else "no format"
            raise self.fail(ROOT / "format", f"{came}; wanted format: {FORMAT}")
        return self._part(value, None, "")

    def _part(self, value: Any, path: "_Path", key: str) -> Any:
        """The value without x- keys; bare costs and words of other languages made canonical."""
        if value is None:
            raise self.fail(
                _pointer(path), 'nothing (null); leave the key out, or write "?" for not known'
            )
        if isinstance(value, list):
            worded = key in WORDED
            return [
                (canonical(key, part) if worded else part)
                if isinstance(part, str)
                else self._part(part, (path, place), key)
                for place, part in enumerate(value)
            ]
        if not isinstance(value, dict):
            return canonical(key, value)
        if key in _COSTS and len(value) == 1:
            [(symbol, nothing)] = value.items()
            if nothing is None and _SYMBOL.fullmatch(symbol):  # cost: {2} without quotes
                return f"{{{symbol}}}"
        named = key in _NAMED
        found = {}
        for inner, part in value.items():
            # Below an id the key says nothing about what the value is.
            below = "" if named else inner
            if not named and inner.startswith("x-") and inner != "x-touches":
                continue
            kind = type(part)
            if kind is str:  # most are
                found[inner] = canonical(below, part) if below in WORDED else part
            elif kind is int or kind is bool:
                found[inner] = part
            elif part is None and not named and inner not in _KEYS:
                raise self.fail(
                    _pointer((path, inner)),
                    f"unknown key {inner!r} without a value (inside {{...}} a text with a comma "
                    "needs quotes)",
                )
            else:
                found[inner] = self._part(part, (path, inner), below)
        return found

    def refusal(self, error: msgspec.ValidationError, value: Any) -> BadState:
        match = _PLACE.fullmatch(str(error))
        message, path = (match["message"], match["path"]) if match else (str(error), "")
        at = self._located(path, value)
        if match and match["key"]:
            bad = next(
                (key for key in _at(value, at) if not re.fullmatch(_pattern(message), key)), None
            )
            return self.fail(at / str(bad), f"{_shown(bad)}; wanted {_wanted(message)}")
        unknown = re.search(r"unknown field `(?P<key>.*)`", message)
        if unknown:
            return self.fail(at / unknown["key"], self._unknown(unknown["key"]))
        if message.startswith("Object missing"):
            return self.fail(at, f"no {message.split('`')[1]}, which is wanted here")
        came = _at(value, at)
        remedy = ""
        if isinstance(came, str) and came.lower() in ("yes", "no", "on", "off"):
            remedy = " (write true or false)"
        if not message.startswith(("Expected", "Invalid")):  # said by the part itself
            return self.fail(at, message)
        key = next((part for part in reversed(at.parts) if not part.isdigit()), "")
        forms = _forms_of(key, listed=at.parts[-1].isdigit())
        vague = "enum" in message or message.startswith("Expected `str")
        wanted = ", ".join(forms) if vague and forms else _wanted(message)
        return self.fail(at, f"{_shown(came)}; wanted {wanted}{remedy}")

    def _unknown(self, key: str) -> str:
        if key in _KEYS:
            return f"unknown key {key!r} in this place; docs/game-states.md says where it stands"
        near = ["upon"] if key == "on" else difflib.get_close_matches(key, _KEYS, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        return f"unknown key {key!r}{hint} (own keys begin with x-)"

    def _located(self, path: str, value: Any) -> Pointer:
        """The pointer for a path of msgspec, which hides the keys of maps: they are tried."""
        at = ROOT
        for step in _STEP.finditer(path):
            if step["any"]:
                at = at / self._culprit(at, value, path[: step.end()])
            else:
                at = at / (step["key"] or step["index"])
        return at

    def _culprit(self, at: Pointer, value: Any, path: str) -> str:
        """The key of the map at ``at`` that fails when it is the only one there."""
        keys = list(_at(value, at))
        for key in keys:
            try:
                msgspec.convert(_with_only(value, at, key), Document, strict=True)
            except msgspec.ValidationError as error:
                if f"`${path}" in str(error):
                    return str(key)
        return str(keys[0])

    def examine(self, found: Document) -> None:
        """What a type cannot say."""
        if found.rules is not None:
            try:
                EditionDate.parse(found.rules)
            except BadDate as error:
                raise self.fail(ROOT / "rules", str(error)) from error
        if found.lang is not None and found.lang not in codes():
            wanted = ", ".join(codes())
            raise self.fail(ROOT / "lang", f"{_shown(found.lang)}; wanted one of {wanted}")
        for title in (found.title, *(row.why for row in found.expect or ())):
            if isinstance(title, dict) and not (title and title.keys() <= set(codes())):
                wanted = ", ".join(codes())
                raise self.fail(ROOT / "title", f"{_shown(title)}; wanted texts by {wanted}")
        for place, thing in found.objects.items():
            if thing.card is not None and thing.card not in found.cards:
                at = ROOT / "objects" / place / "card"
                raise self.fail(at, f"{_shown(thing.card)}; wanted a key of cards")
        several = len(found.players) > 1
        for place, thing in found.objects.items():
            if several and thing.owner is None and thing.controller is None:
                at = ROOT / "objects" / place
                raise self.fail(
                    at, "no owner and no controller; wanted one, there are several players"
                )
        for card, *path in _cards(found):
            if card.type is not None:
                self._examine_types(card.type, path)
        self._examine_references(found)
        ids: set[str | None] = set()
        for index, event in enumerate(found.history):
            if event.id is not None and event.id in ids:
                at = ROOT / "history" / index / "id"
                raise self.fail(at, f"{_shown(event.id)}; wanted an id that no other event has")
            ids.add(event.id)

    def _examine_types(self, line: str, path: list[str | int]) -> None:
        for word in unknown_types(line):
            near = difflib.get_close_matches(word, (*TYPES, *SUPERTYPES), 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise self.fail(
                reduce(Pointer.__truediv__, (*path, "type"), ROOT),
                f"{_shown(word)} is no card type and no supertype{hint} "
                "(subtypes stand behind a dash: Creature — Golem)",
            )

    def _examine_references(self, found: Document) -> None:
        """Every object that an event names is in the document by then."""
        known = set(found.objects)
        for place, thing in found.objects.items():
            if thing.copy_of is not None:
                self._known(thing.copy_of, known, "objects", place, "copy_of")
        for index, event in enumerate(found.history):
            for ref, *path in _references(event):
                if ref not in known:  # most are without the number of an incarnation
                    self._known(ref, known, "history", index, *path)
            if event.new:
                known.add(event.new)
            known.update(event.tokens or ())

    def _known(self, ref: str, known: set[str], *path: str | int) -> None:
        if ref.partition("@")[0] not in known:
            at = reduce(Pointer.__truediv__, path, ROOT)
            raise self.fail(at, f"{_shown(ref)}; wanted an object of the document")


def _references(event: Event) -> Iterator[tuple[Any, ...]]:
    """Each reference to an object, with the steps to it from the event."""
    if event.as_ is not None and event.as_.copy_of is not None:
        yield event.as_.copy_of, "as", "copy_of"
    if event.object is not None:
        yield event.object, "object"
    if event.of is not None:
        yield event.of, "of"
    if event.source is not None:
        yield event.source, "source"
    if event.about is not None:
        yield event.about, "about"
    for row, ref in enumerate(event.taps or ()):
        yield ref, "taps", row
    for row, ref in enumerate(event.touches):
        yield ref, "x-touches", row
    for row, attacker in enumerate(event.attackers or ()):
        yield attacker.who, "attackers", row, "who"
        for number, enlisting in enumerate(attacker.enlist):
            taps = enlisting.taps
            for ref in (taps,) if isinstance(taps, str) else taps:
                yield ref, "attackers", row, "enlist", number, "taps"
    for row, blocker in enumerate(event.blockers or ()):
        yield blocker.who, "blockers", row, "who"
        for number, ref in enumerate(blocker.blocks):
            yield ref, "blockers", row, "blocks", number
    for ref in event.objects or ():
        yield ref, "objects", ref


def _cards(found: Document) -> Iterator[tuple[Any, ...]]:
    """All that have printed values, each with the steps to it."""
    for name, card in found.cards.items():
        yield card, "cards", name
    for name, thing in found.objects.items():
        yield thing, "objects", name
    for index, event in enumerate(found.history):
        if event.as_ is not None:
            yield event.as_, "history", index, "as"


def _at(value: Any, at: Pointer) -> Any:
    for part in at.parts if at != ROOT else ():
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def _with_only(value: Any, at: Pointer, key: str) -> Any:
    """A copy of the document in which the map at ``at`` has one key."""
    if at == ROOT:
        return {key: value[key]}
    first, *rest = at.parts
    below = ROOT
    for part in rest:
        below = below / part
    if isinstance(value, list):
        place = int(first)
        return [*value[:place], _with_only(value[place], below, key), *value[place + 1 :]]
    return {**value, first: _with_only(value[first], below, key)}


def _pattern(message: str) -> str:
    match = re.search(r"matching regex '(?P<pattern>.*)'", message)
    return match["pattern"].replace("\\\\", "\\") if match else ".*"


def _wanted(message: str) -> str:
    """What msgspec wanted, in words."""
    if "matching regex" in message:
        pattern = _pattern(message)
        return _SHAPES.get(pattern, f"a text like {pattern}")
    if message.startswith("Expected "):
        wanted = message.removeprefix("Expected ").partition(", got")[0]
        bare = wanted.replace("`", "").replace(" | null", "").replace(" | ", " or ")
        return re.sub(r"\w+", lambda name: _NAMES.get(name[0], name[0]), bare)
    return (
        message.removeprefix("Invalid enum value ").partition("'")[0] or "one of the words for it"
    )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
