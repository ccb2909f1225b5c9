"""718 and 702.160, prototype: which of the two sets of characteristics is in force."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kb.activation_cost import activations
from kb.checks.registry import checks
from kb.facts import Fact, derived
from kb.mana import ManaCost
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.printed import Size, color_set
from kb.replay import Claim, Game, Step
from kb.values import Values, altered, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Copiable, Thing

SINCE = "2022-11-18"
FIELDS = ("cost", "mana_value", "base_pt", "power", "toughness")
FRAME = (*FIELDS, "colors")
REST = ("name", "supertypes", "types", "subtypes", "keywords")


@dataclass(frozen=True, slots=True)
class Compared:
    """One claim about an object that has, or copies, a second set of characteristics."""

    claim: Claim
    key: str
    said: Any
    fact: Fact[Any]
    """What it really is."""
    source: Copiable
    """The values that it comes from: the object's own, or those it copied."""
    copied: str | None
    """spell, permanent or card, where the value was copied."""

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
        return bool(value == self.said)

    def finding(self, follows: RuleNumber | None = None) -> Finding:
        now = values(self.thing, self.claim.world)
        leans = (Fact(self.said, self.at), self.fact, self.source.prototyped)
        words: dict[str, object] = {
            "o": now.name.value or self.thing.id,
            "p": self.thing.copied.of if self.thing.copied is not None else self.thing.id,
            "f": Word("fields", self.key),
            "v": self.fact.value,
            "w": self.said,
            "zone": Word("zones", self.thing.zone),
        }
        number = self.key in ("base_pt", "power", "toughness")
        truth = self.true
        missing = self.fact.missing or ((self.fact.at,) if truth is None else ())
        return Finding(
            self.at, outcome_of(truth), leans, words, missing if truth is None else (),
            now.unparsed if number and truth is not None else (), follows,
        )  # fmt: skip


def compared(game: Game, keys: tuple[str, ...] = FRAME) -> Iterator[Compared]:
    for claim in game.claims:
        thing = claim.thing
        if thing.face != "front" or thing.doubt is not None or thing.zone == "none":
            continue
        now = values(thing, claim.world)
        for key in keys:
            said = _said(claim, key)
            if said is None:
                continue
            source, copied = _source(thing, key)
            if source is not None and source.prototype.value:
                yield Compared(claim, key, said, _real(now, key), source, copied)


def _source(thing: Thing, key: str) -> tuple[Copiable | None, str | None]:
    """Where a value of the object comes from."""
    copied = thing.copied
    if copied is None:
        return thing.own_values, None
    kept = {"base_pt": "base_pt", "power": "base_pt", "toughness": "base_pt"}.get(key, key)
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
    return frozenset(said) if isinstance(said, tuple) else said


def _real(now: Values, key: str) -> Fact[Any]:
    if key == "base_pt":
        return now.base
    if key in ("supertypes", "types", "subtypes"):
        return now.types.then(lambda line: getattr(line, key))
    fact: Fact[Any] = getattr(now, key)
    return fact


@checks(
    "718.3b", prop="alternative-set-in-force", about="only its alternative set",
    since=SINCE, cites=("202.3", "718.2"),
)  # fmt: skip
def alternative_set_in_force(game: Game) -> Iterator[Finding]:
    """A prototyped spell and its permanent have the mana cost, power and toughness of the frame."""
    for row in compared(game, FIELDS):
        if row.copied is None and row.thing.on_board and row.source.prototyped.value is not False:
            yield _certain(row)
    yield from _used(game)
    yield from _used_to_reduce(game)


def _certain(row: Compared, follows: RuleNumber | None = None) -> Finding:
    """Cannot-tell where nobody said whether it was prototyped."""
    finding = row.finding(follows)
    known = row.source.prototyped
    if known.known:
        return finding
    return replace(finding, outcome=Outcome.CANNOT_TELL, leans=(known,), missing=(), unless=())


def _used(game: Game) -> Iterator[Finding]:
    """Effects that used a number of the normal set where the alternative one is in force."""
    for step in game.done("resolve"):
        seen = _looked_at(step)
        if seen is None:
            continue
        thing, key = seen
        own = thing.own_values
        if thing.copied is not None or own is None or own.normal is None:
            continue
        at, said = step.at / "amount", step.event.amount
        # 608.2h: of an object that is gone, effects upon it are seen as they were.
        right = getattr(values(thing, step.before), key)
        wrong = getattr(altered(own.normal, thing, step.before), key)
        words = {
            "o": own.name.value or thing.id, "f": Word("fields", key), "v": right.value, "w": said,
        }  # fmt: skip
        leans = (Fact(said, at), right, own.prototyped)
        if right.value == said:
            yield Finding(at, Outcome.COMPLIES, leans, words)
        elif wrong.value == said and right.known:
            yield Finding(at, Outcome.VIOLATES, leans, words)


def _used_to_reduce(game: Game) -> Iterator[Finding]:
    """Power-up reductions that used the mana cost of the normal set."""
    for activation in activations(game.done("activate")):
        own = activation.source.own_values
        if activation.source.copied is not None or own is None or own.normal is None:
            continue
        if activation.entered_now.value is not True:
            continue
        right, wrong = activation.reduced(), activation.reduced(own.normal.cost)
        words = {
            "o": own.name.value or activation.source.id, "f": Word("fields", "cost"),
            "v": own.cost.value, "w": own.normal.cost.value,
        }  # fmt: skip
        leans = (own.cost, own.prototyped)
        if activation.fits(right):
            yield Finding(activation.at, Outcome.COMPLIES, leans, words)
        elif activation.fits(right) is False and activation.fits(wrong):
            yield Finding(activation.at, Outcome.VIOLATES, leans, words)


def _looked_at(step: Step) -> tuple[Thing, str] | None:
    """The object whose power or mana value an effect used as it resolved, and which."""
    event, world = step.event, step.before
    if event.amount is None:
        return None
    stacked = world.abilities.get(event.event or "")
    if stacked is None or stacked.ability is None:
        return None
    ability = values(stacked.source, world).ability(stacked.ability)
    written = ability.written.triggered if ability is not None else None
    if written is None or written.amount not in ("power", "mana_value"):
        return None
    return world.last_known(stacked.about or stacked.source), written.amount


@checks(
    "718.3b", prop="alternative-color", about="that color or colors",
    since=SINCE, cites=("105.2",),
)  # fmt: skip
def alternative_color(game: Game) -> Iterator[Finding]:
    """A prototyped spell and its permanent have the colours of the frame's mana cost."""
    for row in compared(game, ("colors",)):
        if row.copied is None and row.thing.on_board and row.source.prototyped.value is not False:
            yield _certain(row)


@checks(
    "718.4", prop="normal-elsewhere", about="only its normal characteristics",
    since=SINCE, cites=("718.2",),
)  # fmt: skip
def normal_elsewhere(game: Game) -> Iterator[Finding]:
    """In other zones, and where it was not cast prototyped, a card has its normal values."""
    for row in compared(game):
        if row.source.prototyped.value is not True:
            yield _certain(row)


@checks("718.3c", prop="spell-copy-prototyped", about="also a prototyped spell", since=SINCE)
def spell_copy_prototyped(game: Game) -> Iterator[Finding]:
    """The copy of a prototyped spell is one too, and so is the token that it becomes."""
    for row in compared(game):
        if row.copied == "spell" and row.source.prototyped.value is not False:
            yield _certain(row)


@checks(
    "718.3d", prop="permanent-copy-takes-alternative", about="copy has the alternative power",
    since=SINCE, cites=("707.2",),
)  # fmt: skip
def permanent_copy_takes_alternative(game: Game) -> Iterator[Finding]:
    """The copy of a permanent that was a prototyped spell has the values of the frame."""
    for row in compared(game):
        if row.copied in ("permanent", "card") and row.source.prototyped.value is not False:
            yield _certain(row)


@checks(
    "718.2a", prop="alternative-is-copiable", about="part of the object’s copiable values",
    since=SINCE, cites=("707.2",),
)  # fmt: skip
def alternative_is_copiable(game: Game) -> Iterator[Finding]:
    """A copy has the second set too, and the same set in force."""
    for row in compared(game):
        if row.copied is not None:
            yield _certain(row, _root(row))


def _root(row: Compared) -> RuleNumber | None:
    """One fault, one root: the more special rule has it."""
    if row.true is not False or not row.source.prototyped.known:
        return None
    if not row.source.prototyped.value:
        return RuleNumber.parse("718.4")
    return RuleNumber.parse("718.3c" if row.copied == "spell" else "718.3d")


@checks("718.5", prop="rest-unchanged", about="remain the same whether", since=SINCE)
def rest_unchanged(game: Game) -> Iterator[Finding]:
    """Name, types and abilities are the same prototyped or not."""
    for row in compared(game, REST):
        if row.key == "keywords":
            real: Fact[frozenset[str]] = row.fact
            said = frozenset(word.casefold() for word in row.said)
            has: Fact[bool] = real.then(lambda words, said=said: said <= words)  # type: ignore[misc]
            leans = (Fact(row.said, row.at), real)
            words = {"f": Word("fields", row.key)}
            yield Finding(row.at, outcome_of(has.value), leans, words, missing=has.missing)
        else:
            yield row.finding()


@checks("718.3", prop="choice-at-casting", about="As a player casts", since=SINCE)
def choice_at_casting(game: Game) -> Iterator[Finding]:
    """Only as it is cast does a card become prototyped."""
    for step in game.steps:
        if step.taken_back:
            continue
        if step.event.do in ("cast", "cast-copy"):
            if _cast_with_frame(step):
                yield Finding(step.at, Outcome.COMPLIES, (_spell(step).how.prototyped,))
        elif step.event.prototyped is True:
            at = step.at / "prototyped"
            yield Finding(at, Outcome.VIOLATES, (Fact(True, at),))


@checks("702.160a", prop="choice-is-free", about="may cast this card", since=SINCE)
def choice_is_free(game: Game) -> Iterator[Finding]:
    """A card with prototype may be cast either way."""
    for step in game.done("cast", "cast-copy"):
        if _cast_with_frame(step):
            yield Finding(step.at, Outcome.COMPLIES, (_spell(step).how.prototyped,))


@checks("702.160a", prop="prototyped-needs-prototype", about="Prototype is a static", since=SINCE)
def prototyped_needs_prototype(game: Game) -> Iterator[Finding]:
    """Only what has prototype is cast prototyped."""
    for step in game.done("cast", "cast-copy"):
        if step.event.prototyped is True:
            spell = _spell(step)
            abilities = values(spell, step.attempt).abilities
            has = abilities.then(lambda all_: any(a.kind == "prototype" for a in all_))
            words = {"o": values(spell, step.attempt).name.value or spell.id}
            yield Finding(step.at / "prototyped", outcome_of(has.value), (has,), words)


@checks("718.1", prop="secondary-set-complete", about="second set of power", since=SINCE)
def secondary_set_complete(game: Game) -> Iterator[Finding]:
    """A prototype card has exactly one second set."""
    for thing in game.start.things.values():
        frames = [
            a
            for a in (thing.own.abilities.value or () if thing.own is not None else ())
            if a.kind == "prototype"
        ]
        if frames:
            fact = derived(len(frames), frames[-1].at)
            yield Finding(frames[-1].at, outcome_of(len(frames) == 1), (fact,))


def _spell(step: Step) -> Thing:
    event = step.event
    return step.attempt.things[str(event.new if event.do == "cast-copy" else event.object)]


def _cast_with_frame(step: Step) -> bool:
    abilities = values(_spell(step), step.attempt).abilities.value or ()
    return any(a.kind == "prototype" for a in abilities)
