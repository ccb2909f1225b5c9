"""118, 119.4, 601.2h: whether costs can be paid, and are paid with things that are there."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from kb.casting_cost import castings
from kb.checks.claimed import compared
from kb.checks.r202_values import root_of
from kb.checks.r601_choices import symbols_announced
from kb.checks.registry import checks
from kb.explain import totals_shown
from kb.facts import Fact, derived, every
from kb.ledger import ledger
from kb.moments import doer
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.replay import Game, Step, each_once
from kb.replay_stack import payments
from kb.state_ability import Costs
from kb.values import called, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Thing

SINCE = "2021-04-22"
PAYING = ("cast", "cast-copy", "activate", "attack", "block")
CASTING = ("cast", "cast-copy")
IN_FULL = RuleNumber.parse("118.3")
ONCE = RuleNumber.parse("118.10")
LIFE = RuleNumber.parse("119.4")
ADDITIONAL = RuleNumber.parse("118.8d")
UNPAYABLE = RuleNumber.parse("118.6")
_MOVED = ("sacrificed", "discarded", "exiled")


class Resource(Struct, frozen=True):
    """One thing with which a cost was paid."""

    step: Step
    thing: Thing
    how: str
    """tapped, sacrificed, discarded or exiled."""
    payer: Fact[str]
    at: Pointer

    @property
    def conditions(self) -> dict[str, Fact[bool]]:
        """What must hold for it to pay, each under the name of its fault."""
        thing, zone = self.thing, self._zone
        mine = None
        if thing.controller.known and self.payer.known:
            mine = thing.controller.value == self.payer.value
        whose = derived(mine, self.at, thing.controller, self.payer)
        if self.how == "tapped":
            return {
                "place": zone.then(lambda z: z == "battlefield"),
                "tapped": thing.tapped.then(lambda tapped: not tapped),
                "controller": whose,
            }
        if self.how == "sacrificed":
            return {"place": zone.then(lambda z: z == "battlefield"), "controller": whose}
        return {}

    @property
    def _zone(self) -> Fact[str]:
        doubt = self.thing.doubt
        return (
            Fact(None, doubt)
            if doubt is not None
            else Fact(self.thing.zone, self.thing.at / "zone")
        )


def _resources(step: Step) -> Iterator[Resource]:
    by = doer(step)
    rows = payments(step.event)
    several = isinstance(step.event.paid, tuple)
    for place, row in enumerate(rows):
        at = step.at / "paid" / place if several else step.at / "paid"
        payer = by if row.by is None else Fact(row.by, at / "by")
        for how in ("tapped", *_MOVED):
            for number, ref in enumerate(getattr(row, how) or ()):
                here = at / how / number
                yield Resource(step, step.before.thing(ref, here), how, payer, here)


def _source(step: Step) -> Resource | None:
    """The permanent that taps for its own ability."""
    event = step.event
    if event.do != "activate" or event.object is None or event.ability is None:
        return None
    thing = step.before.thing(event.object, step.at / "object")
    ability = values(thing, step.before).ability(event.ability)
    cost = ability.cost if ability is not None else None
    if ability is None or not isinstance(cost, Costs) or not cost.tap_self:
        return None
    return Resource(step, thing, "tapped", thing.controller, ability.cost_at / "tap_self")


# ---------------------------------------------------------------- resources


@checks(
    "118.3",
    prop="resources-in-full",
    about="having the necessary resources to",
    since=SINCE,
    needs=(
        "said:paid",
        "do:activate",
    ),
)
def resources_in_full(game: Game) -> Iterator[Finding]:
    """What is tapped or sacrificed as a cost is there, is one's own and untapped."""
    for finding, again in _paid_with(game):
        yield finding.after(ONCE if again else None)
    short = {"x": Word("resources", "life"), "reason": Word("resources", "few")}
    for finding in _lives(game):
        yield replace(finding, words=short).after(LIFE)


@checks(
    "601.2h",
    prop="resources-in-full",
    about="Partial payments are not allowed",
    since=SINCE,
    cites=("118.3",),
    needs=("said:paid",),
)
def spell_paid_in_full(game: Game) -> Iterator[Finding]:
    """The same for the cost of a spell."""
    for finding, again in _paid_with(game, *CASTING):
        yield finding.after(ONCE if again else IN_FULL)


def _paid_with(game: Game, *kinds: str) -> Iterator[tuple[Finding, bool]]:
    """One finding for each event; and whether the same thing had paid something before."""
    for step in game.done(*(kinds or PAYING)):
        rows = list(_resources(step))
        own = _source(step)
        rows += [own] if own is not None else []
        rows = [row for row in rows if row.conditions]
        if not rows:
            continue
        facts = [(row, key, fact) for row in rows for key, fact in row.conditions.items()]
        truth = every(fact.value for _, _, fact in facts)
        worst, reason, _ = next((one for one in facts if one[2].value is truth), facts[0])
        leans = tuple(fact for _, _, fact in facts if fact.value is truth)
        words = {
            "x": called(worst.thing, step.before),
            "reason": Word("resources", reason),
        }
        again = worst.thing.zone != "battlefield" and _spent_before(game, worst)
        yield Finding(worst.at, outcome_of(truth), leans, words), again


def _spent_before(game: Game, row: Resource) -> bool:
    """Whether it was sacrificed, discarded or exiled for another cost."""
    return any(
        other.how in _MOVED and other.thing.id == row.thing.id
        for step in game.done(*PAYING)
        if step.index < row.step.index
        for other in _resources(step)
    )


@checks(
    "118.10",
    prop="resource-once",
    about="payment of a cost applies",
    since=SINCE,
    needs=("said:paid",),
)
def resource_once(game: Game) -> Iterator[Finding]:
    """One and the same thing pays one cost only."""
    spent: dict[str, tuple[int, Pointer]] = {}
    for step in game.done(*PAYING):
        seen: set[tuple[str, bool]] = set()
        for row in _resources(step):
            name = row.thing.id
            earlier = spent.get(name)
            # An id that was spent and has not come back since names the object that is gone.
            gone = earlier is not None and earlier[0] == row.thing.number
            twice = (name, row.how == "tapped") in seen
            seen.add((name, row.how == "tapped"))
            words = {"x": called(row.thing, step.before)}
            fact = Fact(name, row.at)
            yield Finding(row.at, outcome_of(not twice and not gone), (fact,), words)
            if row.how in _MOVED:
                spent[name] = (row.thing.number + 1, row.at)


@checks(
    "119.4",
    prop="life-enough",
    about="their life total is greater",
    since=SINCE,
    cites=("118.3",),
    needs=("paid:life",),
)
def life_enough(game: Game) -> Iterator[Finding]:
    """Nobody pays more life than there is."""
    yield from _lives(game)


def _lives(game: Game) -> Iterator[Finding]:
    for step in game.done(*PAYING):
        by = doer(step).value
        payers = {row.by or by for row in payments(step.event) if row.life}
        for player in sorted(name for name in payers if name is not None):
            paid = _life_paid(step, player)
            life = ledger(game).life(player, step.index)
            truth = life.then(lambda there, n=paid: there >= n)  # type: ignore[misc]
            words = {"p": player, "n": paid, "m": life.value}
            at = step.at / "paid"
            yield Finding(at, outcome_of(truth.value), (Fact(paid, at), life), words)


def _life_paid(step: Step, player: str) -> int:
    """What a player pays in an event."""
    rows = payments(step.event)
    if not rows:
        return 0
    payer = doer(step).value
    return sum(row.life or 0 for row in rows if (row.by or payer) == player)


# ---------------------------------------------------------------- what cannot be paid


@checks(
    "118.6",
    prop="no-unpayable",
    about="This represents an unpayable cost",
    since=SINCE,
    cites=("202.1b",),
    needs=(
        "do:cast",
        "do:cast-copy",
    ),
)
def no_unpayable(game: Game) -> Iterator[Finding]:
    """A card without a mana cost is cast for an alternative cost only."""
    for finding, _ in _unpayable(game):
        yield finding


@checks(
    "118.6a",
    prop="unpayable-stays-unpayable",
    about="the cost is still unpayable",
    since=SINCE,
    cites=("118.6",),
    needs=(
        "do:cast",
        "do:cast-copy",
    ),
)
def unpayable_stays(game: Game) -> Iterator[Finding]:
    """More to pay does not make a missing cost payable; an alternative cost does."""
    for finding, more in _unpayable(game):
        if more:
            yield finding.after(UNPAYABLE)


@checks(
    "601.2h",
    prop="no-unpayable",
    about="Unpayable costs can’t be paid",
    since=SINCE,
    cites=("118.6",),
    needs=(
        "do:cast",
        "do:cast-copy",
    ),
)
def unpayable_not_paid(game: Game) -> Iterator[Finding]:
    """The same, as a spell is paid for."""
    for finding, _ in _unpayable(game):
        yield finding.after(UNPAYABLE)


@each_once
def _unpayable(game: Game) -> Iterator[tuple[Finding, bool]]:
    for cast in castings(game):
        cost, line = cast.now.cost, cast.now.types.value
        if cost.value is None or cost.value.exists or cast.spell.face != "front":
            continue
        if line is not None and "Land" in line.types:
            continue
        event = cast.step.event
        truth = bool(cast.alternatives)
        words = {"o": cast.now.name.value or cast.spell.id}
        more = truth or bool(event.additional or event.increases)
        yield Finding(cast.step.at, outcome_of(truth), (cost,), words), more


# ---------------------------------------------------------------- additional and alternative


@checks(
    "118.8",
    prop="additional-in-total",
    about="must pay at the same",
    since=SINCE,
    cites=("601.2f",),
    needs=(
        "said:additional & said:paid",
        "said:additional & said:total",
    ),
)
def additional_in_total(game: Game) -> Iterator[Finding]:
    """An additional cost is part of the total."""
    for cast in castings(game):
        if cast.told and cast.step.event.additional and cast.right is not None:
            words = {
                "v": totals_shown(cast.totals.value),
                "w": totals_shown(cast.step.event.total),
            }
            found = Finding(cast.at, outcome_of(cast.right), (cast.totals,), words)
            yield found.after(RuleNumber.parse("601.2f"))


@checks(
    "118.9c",
    prop="alternative-keeps-mana-cost",
    about="alternative cost doesn’t change",
    since=SINCE,
    cites=("202.3",),
    needs=(
        "said:alternative & claim:cost",
        "said:alternative & claim:mana_value",
    ),
)
def alternative_keeps_mana_cost(game: Game) -> Iterator[Finding]:
    """What was paid instead changes neither mana cost nor mana value."""
    otherwise = {cast.spell.id: cast for cast in castings(game) if cast.alternatives}
    for row in compared(game, ("cost", "mana_value")) if otherwise else ():
        cast = otherwise.get(row.thing.id)
        if cast is not None and row.thing.on_board:
            event = cast.step.event
            more = event.additional or event.kicks or event.kicked
            yield row.finding(follows=root_of(row) or (ADDITIONAL if more else None))


@checks(
    "118.13a",
    prop="symbols-announced",
    about="contains a mana symbol that",
    since=SINCE,
    cites=("601.2b",),
    needs=(
        "choices & said:paid",
        "choices & said:total",
    ),
)
def ways_to_pay_announced(game: Game) -> Iterator[Finding]:
    """How a symbol that can be paid in several ways is paid is said as the spell is proposed."""
    for finding in symbols_announced(game):
        yield finding.after(RuleNumber.parse("601.2b"))
