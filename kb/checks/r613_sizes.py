"""208.3, 613.4 and 122.1a: power and toughness, and what has none."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kb.checks.claimed import Compared, compared, source_of
from kb.checks.r613_layers import unless_said
from kb.checks.registry import checks
from kb.checks.state_based import others_words, resolved_in_words
from kb.facts import Fact, derived
from kb.ledger import ledger
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.printed import Size
from kb.replay import Claim, Game
from kb.values import Values, altered, called, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Thing, World

SINCE = "2021-04-22"
SIZES = ("claim:power", "claim:toughness")
KEYS = ("power", "toughness")
COUNTERS = RuleNumber.parse("122.1a")


class Sized(Struct, frozen=True):
    """A claim about the power or toughness of a creature, beside what it would be otherwise."""

    row: Compared
    thing: Thing
    real: Fact[int]
    uncounted: Any
    """Without its counters."""
    unset: Any
    """Without effects that set the size."""
    counters: bool
    modified: bool
    set: bool

    @property
    def right(self) -> bool | None:
        return None if self.real.value is None else bool(self.real.value == self.row.said)

    def finding(self, follows: RuleNumber | None = None) -> Finding:
        words = {
            "o": called(self.thing, self.row.claim.world),
            "f": Word("fields", self.row.key), "v": self.real.value, "w": self.row.said,
        }  # fmt: skip
        unless = self.row.now.unparsed if self.right is not None else ()
        leans = (Fact(self.row.said, self.row.at), self.real)
        if self.right is False and self.words:
            return Finding(self.row.at, Outcome.CANNOT_TELL, missing=self.words)
        return Finding(
            self.row.at, outcome_of(self.right), leans, words, unless=unless, follows=follows
        )

    @property
    def words(self) -> tuple[Pointer, ...]:
        """Words of other permanents that may change the size too."""
        return others_words(self.row.thing, self.row.claim.world)

    @property
    def without_counters(self) -> bool:
        return self.counters and self.row.said == self.uncounted != self.real.value

    @property
    def without_set(self) -> bool:
        return self.set and self.row.said == self.unset != self.real.value


def _sized(game: Game) -> tuple[Sized, ...]:
    found: tuple[Sized, ...] | None = game.kept.get("sizes")
    if found is None:
        found = game.kept["sizes"] = tuple(_work_out(game))
    return found


def _work_out(game: Game) -> Iterator[Sized]:
    for row in compared(game, KEYS):
        thing, world = row.thing, row.claim.world
        if not _plain(row):
            continue
        borne = ledger(game).bearing(thing, row.claim.index)
        kinds = [kind for kind, n in (borne.counters.value or {}).items() if "/" in kind and n]
        upon = [f for f in world.effects if thing.ref in f.upon or thing.id in f.names]
        sets = tuple(force for force in upon if force.effect.base_pt is not None)
        modified = any(force.effect.pt is not None for force in upon)
        if not kinds and not sets and not modified:
            continue
        plain = replace(world, effects=tuple(f for f in world.effects if f not in sets))
        yield Sized(
            row, thing, _size(borne, world, row.key),
            _size(replace(borne, counters=derived({}, thing.at)), world, row.key).value,
            _size(borne, plain, row.key).value, bool(kinds), modified, bool(sets),
        )  # fmt: skip


def _plain(row: Compared) -> bool:
    """Whether it is a creature whose size no rule about prototype, copies or faces decides."""
    thing = row.thing
    source, _ = source_of(thing, row.key)
    framed = source is not None and source.prototype.value is not False
    if thing.zone != "battlefield" or thing.copied is not None or framed:
        return False
    return row.now.is_creature.value is True and thing.face != "back"


def _size(thing: Thing, world: World, key: str) -> Fact[int]:
    now: Values = (
        altered(thing.copiable, thing, world) if thing.face == "front" else values(thing, world)
    )
    found: Fact[int] = getattr(now, key)
    return found


@checks("122.1a", prop="counters-change-size", about="adds X to that object’s", since=SINCE,
        needs=SIZES)  # fmt: skip
def counters_change_size(game: Game) -> Iterator[Finding]:
    """+X/+Y and -X/-Y counters change power and toughness of the creature that has them."""
    for one in _sized(game):
        if one.counters and (one.right is not False or one.without_counters):
            yield one.finding()


@checks("613.1g", prop="size-is-modified", about="toughness-changing effects are applied",
        since=SINCE, needs=SIZES, root="613.4c")  # fmt: skip
@checks("613.4c", prop="size-is-modified", about="counters that modify power", since=SINCE,
        needs=SIZES)  # fmt: skip
def size_is_modified(game: Game) -> Iterator[Finding]:
    """Effects and counters that add to power and toughness all count."""
    for one in _sized(game):
        if (one.counters or one.modified) and not one.without_set:
            yield one.finding(COUNTERS if one.without_counters else None)


@checks("208.4b", prop="base-ignores-modifiers", about="creature’s base power and/or",
        since="2022-11-18", needs=("claim:base_pt",))  # fmt: skip
def base_ignores_modifiers(game: Game) -> Iterator[Finding]:
    """The base size is what is printed or set, without what counters and effects add."""
    for row in compared(game, ("base_pt",)):
        now = row.now
        if not _plain(row) or now.base.value is None or now.power.value is None:
            continue
        total = Size(now.power.value, now.toughness.value)
        if total != now.base.value and row.said in (total, now.base.value):
            yield unless_said(row)


@checks("613.4b", prop="size-is-set", about="set power and/or toughness to", since=SINCE,
        needs=("effect:base_pt",))  # fmt: skip
def size_is_set(game: Game) -> Iterator[Finding]:
    """Effects that set power and toughness take the place of the printed numbers."""
    for one in _sized(game):
        if one.set and (one.right is not False or one.without_set):
            yield one.finding()


# ------------------------------------------------------------------ what has no size


@checks("208.3", prop="only-creatures-have-size", about="has no power or toughness", since=SINCE,
        needs=SIZES)  # fmt: skip
def only_creatures_have_size(game: Game) -> Iterator[Finding]:
    """A permanent that is no creature has no power or toughness, printed or not."""
    for claim in game.claims:
        thing, now = claim.thing, values(claim.thing, claim.world)
        if now.is_creature.value is not False or thing.zone in ("none", "stack"):
            continue
        if resolved_in_words(game, thing, claim.index) is not None:
            continue
        # Elsewhere than on the battlefield what is printed counts.
        has = thing.zone != "battlefield" and now.base.known
        yield from _size_claimed(claim, now, has)


@checks("301.7a", prop="only-creatures-have-size", about="Vehicle has a printed power",
        since=SINCE, needs=("type:Vehicle",), root="208.3")  # fmt: skip
def vehicle_has_size_as_creature(game: Game) -> Iterator[Finding]:
    """A Vehicle has its printed power and toughness only while it is a creature."""
    for claim in game.claims:
        now = values(claim.thing, claim.world)
        line = now.types.value
        crewed = resolved_in_words(game, claim.thing, claim.index) is not None
        vehicle = line is not None and "Vehicle" in line.subtypes and not crewed
        if vehicle and line is not None and claim.thing.zone == "battlefield":
            yield from _size_claimed(claim, now, "Creature" in line.types)


def _size_claimed(claim: Claim, now: Values, has: bool) -> Iterator[Finding]:
    """About each claim of a number where the object has one, or has none."""
    for key in KEYS:
        said = getattr(claim.said, key)
        if isinstance(said, int):
            words = {"o": called(claim.thing, claim.world), "f": Word("fields", key)}
            leans = (Fact(said, claim.at / key), now.types)
            at = claim.at / key
            yield Finding(at, outcome_of(has), leans, words, unless=now.unparsed)
