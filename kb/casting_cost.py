"""What casting a spell may cost: base, additional costs and kicks, changes by effects (601.2f)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from kb.facts import Fact, derived, every
from kb.lazily import once_asked
from kb.mana import MOST_CHOICES, Mana, ManaCost
from kb.pointer import Pointer
from kb.printed import Named, TypeLine, color_set, mana_of
from kb.replay import Game, Step
from kb.replay_announce import FREE, keyword_of, kickers
from kb.state import Alternative, CastOnlyIf, Event
from kb.state_ability import Filter
from kb.total_cost import (
    NOTHING,
    Totals,
    changed,
    fits,
    has_x,
    reduced_by,
    reductions_in_force,
    sums,
    told_at,
    x_of,
)
from kb.values import Values, values
from kb.world import InForce, Thing

BESTOW = "bestow"
MOST_KICKS = 200
"""More kicks than this are not added up."""


@dataclass(frozen=True)
class Casting:
    """One spell as it is cast; what it costs is worked out once."""

    step: Step
    spell: Thing
    """On the stack, with its announcements."""
    now: Values

    @property
    def at(self) -> Pointer:
        return told_at(self.step)

    @property
    def told(self) -> bool:
        return self.step.event.total is not None or self.step.event.paid is not None

    @once_asked
    def kickers(self) -> tuple[Named, ...]:
        return kickers(self.now.abilities).value or ()

    @property
    def alternatives(self) -> tuple[str | Alternative, ...]:
        return _alternatives(self.step.event)

    @once_asked
    def base(self) -> Fact[ManaCost]:
        """The mana cost, or the alternative cost instead (118.9)."""
        at = self.step.at / "alternative"
        if not self.alternatives:
            cost = self.now.cost
            # 118.6: without a mana cost there is nothing that could be paid.
            return derived(None, cost.at) if cost.value and not cost.value.exists else cost
        if len(self.alternatives) > 1:
            return Fact(None, at)
        [said] = self.alternatives
        if said == FREE or (isinstance(said, Alternative) and said.kind == FREE):
            return derived(ManaCost(), at)
        if isinstance(said, Alternative) and said.cost is not None:
            return mana_of(said.cost, at / "cost")
        return Fact(None, at)

    @once_asked
    def kicks(self) -> list[Fact[ManaCost]]:
        """The declared kicker costs, each as often as it was declared."""
        kicks = self.spell.how.kicks
        if kicks.value is None or kicks.value.counts is None:
            return [] if kicks.value is not None and not kicks.value.kicked else [_nothing(kicks)]
        if sum(kicks.value.counts.values()) > MOST_KICKS:
            return [derived(None, kicks.at)]
        found: list[Fact[ManaCost]] = []
        for name, times in kicks.value.counts.items():
            kicker = next((k for k in self.kickers if k.id == name), None)
            found += [kicker.mana if kicker is not None else derived(None, kicks.at)] * times
        return found

    @once_asked
    def totals(self) -> Fact[Totals]:
        """601.2f: the possible totals."""
        event, at = self.step.event, self.step.at
        parts = [self.base, *changed(event.additional, at / "additional"), *self.kicks]
        parts += changed(event.increases, at / "increases")
        x = x_of(self.step)
        leans: list[Fact[Any]] = [*parts]
        if any(has_x(part) for part in parts):
            leans.append(x)
        if event.sets or any(c.per is not None for c in (*event.increases, *event.reductions)):
            leans.append(Fact(None, at / "sets"))
        leans += changed(event.reductions, at / "reductions")
        leans += reductions_in_force(self.step)
        choices = sum(len(part.value.choices) for part in parts if part.value is not None)
        if choices > MOST_CHOICES or any(not fact.known for fact in leans):
            return derived(None, self.at, *leans)
        said = {int(p): how for p, how in (event.pays_as or {}).items() if p.isdigit()}
        dear = sums(
            part.value.readings(x=x.value or 0, chosen=said if not place else {})
            for place, part in enumerate(parts)
            if part.value is not None
        )
        off = sums(self._reductions())
        if dear is None or off is None:
            return derived(None, self.at, *leans)
        return derived(frozenset(d.less(less) for d in dear for less in off), self.at, *leans)

    def _reductions(self) -> Iterator[frozenset[Mana]]:
        """What each reduction may come to; one that may or may not apply is nothing as well."""
        effects = {force.effect.id: force for force in self.step.before.effects if force.effect.id}
        listed = set()
        for change in self.step.event.reductions:
            mana = reduced_by(mana_of(change.cost, self.step.at).value, change.chosen)
            force = effects.get(change.effect or "")
            if change.effect is not None:
                listed.add(change.effect)
            applies = True if force is None else applies_to(force.effect.spells, self.now)
            if applies is not False:
                yield mana if applies else mana | {NOTHING}
        for force in self.step.before.effects:
            reduction = force.effect.cost_reduction
            if reduction is None or force.effect.id in listed or force.effect.only is not None:
                continue
            if applies_to(force.effect.spells, self.now) is not False:
                yield reduced_by(mana_of(reduction, force.at).value) | {NOTHING}

    @once_asked
    def right(self) -> bool | None:
        """Whether what was asked or paid is a possible total; None where it is not known."""
        increased = [f for f in self.step.before.effects if f.effect.cost_increase is not None]
        truth = fits(self.step, self.totals)
        # An increase by an effect that nobody listed may be what makes the difference.
        return None if truth is False and increased else truth


def castings(game: Game, *kinds: str) -> tuple[Casting, ...]:
    """The spells cast in a game that were not taken back; of one kind of event, or of both."""
    found: tuple[Casting, ...] | None = game.kept.get("castings")
    if found is None:
        found = game.kept["castings"] = tuple(_castings(game))
    return tuple(cast for cast in found if cast.step.event.do in kinds) if kinds else found


def _alternatives(event: Event) -> tuple[str | Alternative, ...]:
    said = event.alternative
    return () if said is None else said if isinstance(said, tuple) else (said,)


def _castings(game: Game) -> Iterator[Casting]:
    for step in game.done("cast", "cast-copy"):
        spell = spell_of(step)
        now = values(spell, step.attempt)
        if BESTOW in map(keyword_of, _alternatives(step.event)):
            now = replace(now, types=now.types.then(_bestowed))
        yield Casting(step, spell, now)


def _bestowed(line: TypeLine) -> TypeLine:
    """702.103b: a spell cast bestowed is an Aura and no creature."""
    return TypeLine(line.supertypes, line.types - {"Creature"}, line.subtypes | {"Aura"})


def spell_of(step: Step) -> Thing:
    """The spell that a cast put on the stack."""
    event = step.event
    name = event.new if event.do == "cast-copy" else event.object
    return step.attempt.things[str(name).partition("@")[0]]


def _nothing(fact: Fact[Any]) -> Fact[ManaCost]:
    return derived(None, fact.at, fact)


def applies_to(said: Filter | CastOnlyIf | None, now: Values) -> bool | None:
    """Whether an object passes a filter; None where a value is not known."""
    if said is None:
        return True
    truths: list[bool | None] = []
    if said.max_mana_value is not None:
        most = said.max_mana_value
        truths.append(now.mana_value.then(lambda value: value <= most).value)
    if said.mana_value_parity is not None:
        odd = said.mana_value_parity == "odd"
        truths.append(now.mana_value.then(lambda value: (value % 2 == 1) is odd).value)
    if said.colors is not None:
        wanted = color_set(said.colors)
        truths.append(
            None
            if wanted is None
            else now.colors.then(lambda has: bool(has & wanted) if wanted else not has).value
        )
    if said.types is not None:
        kinds = frozenset(said.types)
        truths.append(now.types.then(lambda line: bool(line.types & kinds)).value)
    if said.max_power is not None:
        strongest = said.max_power
        truths.append(now.power.then(lambda power: power <= strongest).value)
    if isinstance(said, Filter) and said.max_power_or_toughness is not None:
        truths.append(None)
    return every(truths)


def permissions(step: Step, by: str | None) -> list[InForce]:
    """Effects that let this player cast spells of a kind only."""
    return [f for f in step.before.effects if by in f.names and f.effect.cast_only_if is not None]
