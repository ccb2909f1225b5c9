"""What activating a power-up ability may cost: with its reduction and without it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kb.facts import Fact, derived
from kb.lazily import once_asked
from kb.mana import MOST_CHOICES, Mana, ManaCost
from kb.pointer import Pointer
from kb.printed import Named, mana_of
from kb.replay import Game, Step, each_once
from kb.state import Change
from kb.state_ability import Costs
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
from kb.world import Thing


@dataclass(frozen=True)
class Activation:
    """One activation of a power-up ability."""

    step: Step
    source: Thing
    ability: Named
    values: Values

    @property
    def at(self) -> Pointer:
        return told_at(self.step)

    @property
    def entered_now(self) -> Fact[bool]:
        """702.193a: whether this object entered the battlefield this turn."""
        source = self.source
        if source.doubt is not None:
            return Fact(None, source.doubt)
        return source.entered.then(lambda turn: turn == self.step.before.turn)

    @once_asked
    def full(self) -> Fact[Totals]:
        """601.2f: the possible totals without the reduction of power-up."""
        return self._totals(derived(frozenset({Mana()}), self.step.at))

    @once_asked
    def reduced(self) -> Fact[Totals]:
        """The possible totals less the permanent's mana cost."""
        return self.less(self.values.cost)

    def less(self, cost: Fact[ManaCost]) -> Fact[Totals]:
        """The possible totals less a mana cost."""
        return self._totals(cost.then(self._reductions))

    def _reductions(self, cost: ManaCost) -> Totals | None:
        if len(cost.choices) > MOST_CHOICES:
            return None
        # A mana cost that is not there takes nothing off; 118.6 is about costs made from it.
        return frozenset(cost.as_reduction(chosen=self._halves(cost)))

    def _halves(self, cost: ManaCost) -> dict[int, str]:
        """118.7e: the halves that the player said, by the place of the symbol."""
        said: dict[int, str] = {}
        for change in self.step.event.reductions:
            symbols = _symbols(change)
            if change.chosen is None or len(symbols) != 1:
                continue
            free = [i for i, s in enumerate(cost.choices, 1) if s == symbols[0] and i not in said]
            if free:
                said[free[0]] = change.chosen.strip("{}")
        return said

    def _totals(self, reductions: Fact[Totals]) -> Fact[Totals]:
        cost, x = self.ability.mana, x_of(self.step)
        leans: list[Fact[Any]] = [cost, reductions, *((x,) if has_x(cost) else ())]
        increases = list(changed(self.step.event.increases, self.step.at / "increases"))
        leans += increases
        leans += changed(self.step.event.reductions, self.step.at / "reductions")
        leans += reductions_in_force(self.step)
        if self.step.event.sets:
            leans.append(Fact(None, self.step.at / "sets"))
        if any(not fact.known for fact in leans):
            return derived(None, self.step.at, *leans)
        assert cost.value is not None and reductions.value is not None
        if len(cost.value.choices) > MOST_CHOICES:
            return derived(None, cost.at)
        said = {int(p): how for p, how in (self.step.event.pays_as or {}).items() if p.isdigit()}
        parts = [cost.value.readings(x=x.value or 0, chosen=said)]
        parts += [more.value.readings(x=0) for more in increases if more.value is not None]
        dear, off = sums(parts), sums((reductions.value, *self._others()))
        if dear is None or off is None:
            return derived(None, self.step.at, *leans)
        return derived(frozenset(d.less(less) for d in dear for less in off), self.step.at, *leans)

    def _others(self) -> Iterator[frozenset[Mana]]:
        """What other reductions may come to: those of effects may apply or not."""
        for change in self.step.event.reductions:
            if change.chosen is not None:
                continue
            mana = reduced_by(mana_of(change.cost, self.step.at).value)
            # One without a cause may be power-up's own reduction, written out.
            yield mana if change.effect is not None else mana | {NOTHING}
        listed = {change.effect for change in self.step.event.reductions}
        for force in self.step.before.effects:
            only = force.effect.only.ability if force.effect.only is not None else None
            named = force.effect.id is not None and force.effect.id in listed
            if force.effect.cost_reduction is not None and not named and only != "mana":
                yield reduced_by(mana_of(force.effect.cost_reduction, force.at).value) | {NOTHING}

    def fits(self, totals: Fact[Totals]) -> bool | None:
        """Whether what was asked or paid is one of the totals; None where that is not known."""
        return fits(self.step, totals)

    @property
    def rest_untouched(self) -> bool:
        """Whether the parts of the cost that are not mana are asked as they stand."""
        total, cost = self.step.event.total, self.ability.cost
        if not isinstance(total, Costs):
            return True
        mine = cost if isinstance(cost, Costs) else None
        keys = [key for key in Costs.__struct_fields__ if key != "mana"]
        return all(
            (getattr(total, key) or None) == (getattr(mine, key, None) or None) for key in keys
        )


@each_once
def activations(game: Game) -> Iterator[Activation]:
    """The activations of power-up abilities."""
    for step in game.done("activate"):
        event = step.event
        if event.object is None or event.ability is None:
            continue
        source = step.before.thing(event.object, step.at / "object")
        now = values(source, step.before)
        ability = now.ability(event.ability)
        if ability is not None and ability.kind == "power_up":
            yield Activation(step, source, ability, now)


def _symbols(change: Change) -> tuple[str, ...]:
    cost = mana_of(change.cost, Pointer(""))
    return cost.value.symbols if cost.value is not None else ()
