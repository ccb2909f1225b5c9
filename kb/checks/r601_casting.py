"""601.2f-h, 118.9, 702.33a-b: what a spell costs in all, and whether that was paid."""

from collections.abc import Iterator

from kb.casting_cost import Casting, castings
from kb.checks.registry import checks
from kb.explain import totals_shown
from kb.facts import Fact, derived
from kb.model import Outcome
from kb.number import RuleNumber
from kb.replay import Game, Step
from kb.replay_stack import payments
from kb.state_ability import Costs
from kb.total_cost import Totals, asked, fits, pays, told_at, x_of
from kb.values import values
from kb.verdict import Finding, outcome_of

SINCE = "2021-04-22"
CASTING = ("cast", "cast-copy")
_DONE = {"sacrifice": "sacrificed", "discard": "discarded", "exile": "exiled", "tap": "tapped"}
KICK_COST = RuleNumber.parse("702.33a")


def told(game: Game) -> Iterator[Casting]:
    """The spells cast of which total or payment is told."""
    return (cast for cast in castings(game) if cast.told)


def _words(cast: Casting) -> dict[str, object]:
    event = cast.step.event
    claimed = event.total if event.total is not None else getattr(event.paid, "mana", None)
    kicks = [str(fact.value) for fact in cast.kicks if fact.value is not None]
    return {
        "v": totals_shown(cast.totals.value),
        "w": totals_shown(claimed),
        "total": totals_shown(claimed),
        "cost": " + ".join(kicks),
    }


def _on_total(cast: Casting, follows: RuleNumber | None = None) -> Finding:
    outcome = outcome_of(cast.right)
    wrong = outcome is Outcome.VIOLATES
    unless = cast.now.unparsed if wrong else ()
    leans = (cast.totals,)
    if outcome is Outcome.CANNOT_TELL and cast.totals.known:
        leans = (Fact(None, cast.at),)
    return Finding(
        cast.at, outcome, leans, _words(cast), unless=unless, follows=follows if wrong else None
    )


def _kicked(cast: Casting) -> bool:
    kicks = cast.spell.how.kicks.value
    return kicks is not None and kicks.kicked


@checks(
    "601.2f",
    prop="total-cost",
    about="determines the total cost",
    since=SINCE,
    needs=("said:total",),
)
def total_cost(game: Game) -> Iterator[Finding]:
    """The total is mana cost or alternative, additions and kicks, increases less reductions."""
    for cast in told(game):
        if cast.step.event.total is not None:
            yield _on_total(cast, KICK_COST if _kicked(cast) else None)
    for step in game.done("activate"):
        found = activation_totals(step)
        if found is not None:
            words = {"v": totals_shown(found.value), "w": totals_shown(step.event.total)}
            yield Finding(told_at(step), outcome_of(fits(step, found)), (found,), words)


def activation_totals(step: Step) -> Fact[Totals] | None:
    """The possible totals of an ordinary activated ability to which nothing is added."""
    event = step.event
    if event.total is None or event.object is None or event.ability is None:
        return None
    thing = step.before.thing(event.object, step.at / "object")
    ability = values(thing, step.before).ability(event.ability)
    if ability is None or ability.kind != "activated":
        return None
    if event.increases or event.reductions or event.additional or event.sets:
        return None
    mine = (None, "activated")
    for force in step.before.effects:
        effect = force.effect
        only = effect.only.ability if effect.only is not None else None
        if (effect.cost_increase is not None or effect.cost_reduction is not None) and only in mine:
            return None
    cost, x = ability.mana, x_of(step)
    if cost.value is None or (cost.value.variables and not x.known):
        return derived(None, step.at, cost, x)
    return derived(frozenset(cost.value.readings(x=x.value or 0)), step.at, cost)


@checks(
    "702.33a",
    prop="kick-cost-in-total",
    about="pay an additional",
    since=SINCE,
    cites=("601.2f",),
    needs=(
        "kicked & said:paid",
        "kicked & said:total",
    ),
)
def kick_cost_in_total(game: Game) -> Iterator[Finding]:
    """The total contains the cost of every kick that was declared."""
    for cast in told(game):
        if _kicked(cast):
            yield _on_total(cast)


@checks(
    "702.33b",
    prop="and-or-normalised",
    about="means the same thing as",
    since=SINCE,
    needs=("ability:kicker",),
)
def and_or_normalised(game: Game) -> Iterator[Finding]:
    """Kicker "A and/or B" is two kickers, to be declared and paid each by itself."""
    for cast in castings(game):
        if not any(isinstance(kicker.written.kicker, tuple) for kicker in cast.kickers):
            continue
        if cast.told and _kicked(cast):
            yield _on_total(cast, KICK_COST)
        else:
            yield Finding(cast.step.at, Outcome.COMPLIES, (cast.spell.how.kicks,))


@checks(
    "118.9",
    prop="alternative-replaces-mana-cost",
    about="rather than paying the spell’s",
    since=SINCE,
    needs=(
        "said:alternative & said:paid",
        "said:alternative & said:total",
    ),
)
def alternative_replaces_mana_cost(game: Game) -> Iterator[Finding]:
    """With an alternative cost the total is built on that cost."""
    for cast in told(game):
        if len(cast.alternatives) == 1:
            yield _on_total(cast, RuleNumber.parse("601.2f"))


@checks(
    "118.9d",
    prop="additional-on-top-of-alternative",
    about="applied to that alternative cost",
    since=SINCE,
    cites=("601.2f",),
    needs=(
        "said:alternative & said:paid",
        "said:alternative & said:total",
    ),
)
def additional_on_top(game: Game) -> Iterator[Finding]:
    """Kicks, additions, increases and reductions come on top of an alternative cost."""
    for cast in told(game):
        event = cast.step.event
        more = event.additional or event.increases or event.reductions or _kicked(cast)
        if len(cast.alternatives) == 1 and more:
            yield _on_total(cast)


@checks(
    "118.9a",
    prop="one-alternative-cost",
    about="Only one alternative cost",
    since=SINCE,
    needs=("said:alternative",),
)
def one_alternative_cost(game: Game) -> Iterator[Finding]:
    """A spell is cast with one alternative cost at most; prototyped is none."""
    yield from _alternatives(game)


@checks(
    "601.2b",
    prop="one-alternative-cost",
    about="two alternative methods of casting",
    since=SINCE,
    cites=("118.9a",),
    needs=("said:alternative",),
)
def one_alternative_announced(game: Game) -> Iterator[Finding]:
    """The same, as it is announced."""
    yield from _alternatives(game)


def _alternatives(game: Game) -> Iterator[Finding]:
    for cast in castings(game):
        if cast.alternatives:
            at = cast.step.at / "alternative"
            leans = (Fact(len(cast.alternatives), at),)
            yield Finding(at, outcome_of(len(cast.alternatives) == 1), leans)


def _payment(cast: Casting) -> tuple[bool | None, tuple[Fact[object], ...]]:
    """Whether what was paid is what had to be paid, and what is missing to tell."""
    step, event = cast.step, cast.step.event
    for place, row in enumerate(payments(event)):
        stranger = row.by is not None and row.by != cast.spell.controller.value
        if stranger and row.for_ is None:
            unknown: Fact[object] = Fact(None, step.at / "paid" / place / "for")
            return None, (unknown,)
    mine = asked(step)
    if mine is None:
        totals: Fact[Totals] = cast.totals if event.total is None else Fact(None, step.at / "total")
    else:
        totals = Fact(mine, step.at / "total")
    if totals.value is None:
        return None, (totals.then(lambda _: None),)
    truth = pays(step, totals.value)
    if truth is None:
        return None, (Fact(None, step.at / "paid"),)
    if truth and isinstance(event.total, Costs):
        life = sum(row.life or 0 for row in payments(event))
        if isinstance(event.total.life, int) and life != event.total.life:
            truth = False
        for key, done in _DONE.items():
            told_of = any(getattr(row, done) for row in payments(event))
            if truth and getattr(event.total, key) is not None and not told_of:
                return None, (Fact(None, step.at / "paid" / done),)
    return truth, (totals.then(lambda t: t),)


@checks(
    "601.2h",
    prop="payment-matches",
    about="pays the total cost",
    since=SINCE,
    cites=("118.3",),
    needs=("said:paid",),
)
def payment_matches(game: Game) -> Iterator[Finding]:
    """What was paid, over all payers, is the total: nothing more, nothing less."""
    for cast in castings(game):
        if cast.step.event.paid is None:
            continue
        truth, leans = _payment(cast)
        paid = "".join(str(row.mana or "") for row in payments(cast.step.event)) or "0"
        total = cast.step.event.total
        due = totals_shown(total if total is not None else cast.totals.value)
        yield Finding(cast.step.at / "paid", outcome_of(truth), leans, {"p": paid, "v": due})


@checks(
    "707.12",
    prop="cast-copy-fresh",
    about="the rules for casting spells",
    since=SINCE,
    needs=("do:cast-copy",),
)
def cast_copy_fresh(game: Game) -> Iterator[Finding]:
    """The copy of a card is cast and paid for like any other spell."""
    for cast in castings(game, "cast-copy"):
        truths: list[bool | None] = [cast.right] if cast.told else []
        if cast.step.event.paid is not None:
            truths.append(_payment(cast)[0])
        if truths:
            wrong = False in truths
            truth = False if wrong else None if None in truths else True
            yield Finding(cast.step.at, outcome_of(truth), (cast.totals,), _words(cast))
