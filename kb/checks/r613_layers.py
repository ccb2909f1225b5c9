"""613.1d, e, f and 105.3: types, colours and abilities as effects have changed them."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from kb.checks.claimed import Compared, compared, real
from kb.checks.registry import checks
from kb.checks.state_based import others_words
from kb.facts import Fact
from kb.model import Outcome
from kb.replay import Game
from kb.state import Effect
from kb.values import altered
from kb.verdict import Finding
from kb.world import InForce

SINCE = "2021-04-22"
TYPES = ("types", "subtypes", "supertypes")


def changes_colors(effect: Effect) -> bool:
    return effect.colors is not None or bool(effect.add_colors)


def _changes_types(effect: Effect) -> bool:
    return effect.types is not None or bool(effect.add_types)


def _changes_keywords(effect: Effect) -> bool:
    return bool(effect.add_keywords or effect.lose)


def upon(row: Compared, changes: Callable[[Effect], bool]) -> list[InForce]:
    """The effects of a kind upon the object of a claim."""
    thing = row.thing
    return [
        force
        for force in row.claim.world.effects
        if changes(force.effect) and (thing.ref in force.upon or thing.id in force.names)
    ]


def unchanged(row: Compared, changes: Callable[[Effect], bool]) -> Any:
    """What the value claimed would be without such effects; None where there are none upon it."""
    thing, world, mine = row.thing, row.claim.world, upon(row, changes)
    if not mine or thing.face != "front" or thing.doubt is not None:
        return None
    plain = replace(world, effects=tuple(f for f in world.effects if f not in mine))
    before: Fact[Any] = real(altered(thing.copiable, thing, plain), row.key)
    return before.value


def unless_said(row: Compared) -> Finding:
    """The finding of a claim; uncertain where another permanent may say otherwise in words."""
    words = others_words(row.thing, row.claim.world) if row.true is False else ()
    return Finding(row.at, Outcome.CANNOT_TELL, missing=words) if words else row.finding()


def _changed(
    game: Game, keys: tuple[str, ...], changes: Callable[[Effect], bool]
) -> Iterator[Finding]:
    """Claims of values that effects have changed; of wrong ones those that leave them out."""
    for row in compared(game, keys):
        before = unchanged(row, changes)
        if before is None or before == row.fact.value:
            continue
        if row.true is not False or row.said == before:
            yield unless_said(row)


@checks("613.1d", prop="types-as-changed", about="Type-changing effects are applied", since=SINCE,
        needs=("effect:types", "effect:add_types"))  # fmt: skip
def types_as_changed(game: Game) -> Iterator[Finding]:
    """Effects that change types count for what an object is."""
    yield from _changed(game, TYPES, _changes_types)


@checks("105.3", prop="colors-as-changed", about="change an object’s color", since=SINCE,
        needs=("effect:colors",))  # fmt: skip
@checks("613.1e", prop="colors-as-changed", about="Color-changing effects are applied",
        since=SINCE, needs=("effect:colors",), root="105.3")  # fmt: skip
def colors_as_changed(game: Game) -> Iterator[Finding]:
    """A new colour takes the place of the colours before, unless it comes in addition."""
    yield from _changed(game, ("colors",), changes_colors)


@checks("613.1f", prop="abilities-as-changed",
        about="keyword counters, ability-removing effects", since=SINCE,
        needs=("effect:add_keywords", "effect:lose"))  # fmt: skip
def abilities_as_changed(game: Game) -> Iterator[Finding]:
    """Keywords that an effect adds are there, those that it takes away are not."""
    for row in compared(game, ("keywords",)):
        named = {
            word.casefold()
            for force in upon(row, _changes_keywords)
            for word in (*force.effect.add_keywords, *force.effect.lose)
        }
        touched = frozenset(row.said & named)
        if not touched or row.fact.value is None:
            continue
        gone = touched - row.fact.value
        finding = row.finding()
        if row.true:
            yield finding
        elif gone and others_words(row.thing, row.claim.world):
            yield unless_said(row)
        elif gone:
            yield replace(finding, words={**finding.words, "w": gone})
