"""Claims about objects beside what is true of them: what several groups of checkers compare."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from kb.facts import Fact
from kb.mana import ManaCost
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.printed import Size, color_set
from kb.replay import Claim, Game
from kb.values import Values, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Copiable, Thing

SIZES = ("base_pt", "power", "toughness")
FIELDS = ("cost", "mana_value", *SIZES)
FRAME = (*FIELDS, "colors")
REST = ("name", "supertypes", "types", "subtypes", "keywords")


class Compared(Struct, frozen=True):
    """One claim about a value of an object."""

    claim: Claim
    key: str
    said: Any
    fact: Fact[Any]
    """What it really is."""
    now: Values

    @property
    def at(self) -> Pointer:
        return self.claim.at / self.key

    @property
    def thing(self) -> Thing:
        return self.claim.thing

    @property
    def true(self) -> bool | None:
        value = self.fact.value
        if value is None or (isinstance(value, Size) and None in (value.power, value.toughness)):
            return None
        if self.key == "keywords":  # a subset test
            return bool(self.said <= value)
        return bool(value == self.said)

    def finding(self, *leans: Fact[Any], follows: RuleNumber | None = None) -> Finding:
        truth = self.true
        thing = self.thing
        words: dict[str, object] = {
            "o": self.now.name.value or thing.id,
            "p": thing.copied.of if thing.copied is not None else thing.id,
            "f": Word("fields", self.key),
            "v": self.fact.value,
            "w": self.said,
            "zone": Word("zones", thing.zone),
        }
        missing = (self.fact.missing or (self.fact.at,)) if truth is None else ()
        unless = self.now.unparsed if self.key in SIZES and truth is not None else ()
        return Finding(
            self.at, outcome_of(truth), (Fact(self.said, self.at), self.fact, *leans), words,
            missing, unless, follows if truth is False else None,
        )  # fmt: skip


def compared(game: Game, keys: tuple[str, ...]) -> tuple[Compared, ...]:
    """The claims about these values, of objects that there are."""
    name = f"compared {keys}"
    found: tuple[Compared, ...] | None = game.kept.get(name)
    if found is None:
        found = game.kept[name] = tuple(_compared(game, keys))
    return found


def _compared(game: Game, keys: tuple[str, ...]) -> Iterator[Compared]:
    for claim in game.claims:
        thing = claim.thing
        if thing.zone == "none":
            continue
        now = values(thing, claim.world)
        for key in keys:
            said = _said(claim, key)
            if said is not None:
                yield Compared(claim, key, said, real(now, key), now)


def source_of(thing: Thing, key: str) -> tuple[Copiable | None, str | None]:
    """The copiable values that a value comes from; and where copied, what was copied."""
    copied = thing.copied
    if copied is None:
        return thing.own_values, None
    kept = "base_pt" if key in SIZES else key
    if kept in copied.keeps:  # 707.9c
        return thing.own_values, None
    excepted = copied.excepted.given if copied.excepted is not None else frozenset()
    return (None if kept in excepted else copied.values), copied.kind


def _said(claim: Claim, key: str) -> Any:
    said = getattr(claim.said, key)
    if said is None or said == "?":
        return None
    if key == "cost":
        return ManaCost.parse(said)
    if key == "base_pt":
        return Size.parse(said)
    if key == "colors":
        return color_set(said)
    if key == "keywords":
        return frozenset(word.casefold() for word in said)
    return frozenset(said) if isinstance(said, tuple) else said


def real(now: Values, key: str) -> Fact[Any]:
    """The current value that a claim of this name is about."""
    if key == "base_pt":
        return now.base
    if key in ("supertypes", "types", "subtypes"):
        return now.types.then(lambda line: getattr(line, key))
    fact: Fact[Any] = getattr(now, key)
    return fact
