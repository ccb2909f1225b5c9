"""107.3, 107.4: X, and the symbols that mana pays."""

from collections.abc import Iterator

from kb.casting_cost import Casting, castings
from kb.checks.registry import checks
from kb.explain import totals_shown
from kb.facts import Fact, derived
from kb.mana import COLORS, Mana, can_be_paid
from kb.number import RuleNumber
from kb.printed import Named, mana_of
from kb.replay import Claim, Game
from kb.replay_announce import FREE
from kb.replay_stack import payments
from kb.state import Alternative
from kb.state_ability import Costs
from kb.target_words import by_x, trigger
from kb.targets import holds
from kb.told_triggers import told_triggers
from kb.total_cost import asked, has_x
from kb.values import called, values
from kb.verdict import Finding, outcome_of

SINCE = "2021-04-22"
CASTING = ("cast", "cast-copy")
TOTAL = RuleNumber.parse("601.2f")
PAID = RuleNumber.parse("601.2h")
FREE_X = RuleNumber.parse("107.3b")
_WILD = ("tapped", "exiled", "other", "for_")


# ---------------------------------------------------------------- X


@checks("107.3a", prop="x-as-announced", about="equals the announced value", since=SINCE,
        needs=("claim:x",))  # fmt: skip
def x_as_announced(game: Game) -> Iterator[Finding]:
    """As long as a spell is on the stack, its X is the number that was announced."""
    for claim in game.claims:
        thing = claim.thing
        if claim.said.x is None or thing.zone != "stack" or thing.how.cast.value is not True:
            continue
        x = thing.how.x
        truth = x.then(lambda real, said=claim.said.x: real == said)  # type: ignore[misc]
        yield Finding(claim.at / "x", outcome_of(truth.value), (x,), _said(claim, x.value))


def _said(claim: Claim, real: int | None) -> dict[str, object]:
    return {"o": called(claim.thing, claim.world), "v": real, "w": claim.said.x}


@checks("107.3b", prop="x-zero-when-free", about="only legal choice for X", since=SINCE,
        needs=("said:alternative & said:x",))  # fmt: skip
def x_zero_when_free(game: Game) -> Iterator[Finding]:
    """Who pays neither the mana cost nor another cost with X chooses 0 for it."""
    yield from _free(game)


@checks("601.2b", prop="x-zero-when-free", about="announces the value of that", since=SINCE,
        cites=("107.3b",), needs=("said:alternative & said:x",))  # fmt: skip
def x_zero_announced(game: Game) -> Iterator[Finding]:
    """The same, as it is announced."""
    for finding in _free(game):
        yield finding.after(FREE_X)


def _free(game: Game) -> Iterator[Finding]:
    for cast in castings(game):
        x = cast.step.event.x
        if x is None or len(cast.alternatives) != 1 or not has_x(cast.now.cost):
            continue
        costs = [cast.base, *cast.kicks]
        costs += [mana_of(more.cost, cast.step.at) for more in cast.step.event.additional]
        if any(has_x(cost) for cost in costs):
            continue  # X is chosen for what is paid
        known = all(cost.known for cost in costs) or cast.alternatives[0] == FREE
        truth = True if x == 0 else False if known else None
        at = cast.step.at / "x"
        words = {"o": cast.now.name.value or cast.spell.id, "w": x}
        unless = cast.now.unparsed if truth is False else ()
        yield Finding(at, outcome_of(truth), (Fact(x, at), *costs), words, unless=unless)


@checks("107.3g", prop="x-zero-elsewhere", about="zone other than the stack", since=SINCE,
        needs=("claim:x",))  # fmt: skip
def x_zero_elsewhere(game: Game) -> Iterator[Finding]:
    """X of a card that is not on the stack is 0."""
    for claim in game.claims:
        if claim.said.x is not None and claim.thing.zone not in ("stack", "battlefield", "none"):
            at = claim.at / "x"
            zone = Fact(claim.thing.zone, claim.thing.at / "zone")
            yield Finding(at, outcome_of(claim.said.x == 0), (zone,), _said(claim, 0))


@checks("107.3m", prop="x-of-the-spell", about="X for that permanent is", since=SINCE,
        cites=("107.3g",),
        needs=("claim:x", "claim:counters",
               "do:trigger & said:targets", "do:resolve & said:amount",))  # fmt: skip
def x_of_the_spell(game: Game) -> Iterator[Finding]:
    """What enters looks at the X of the spell that it was; X of the permanent itself is 0."""
    for claim in game.claims:
        thing = claim.thing
        if thing.zone != "battlefield" or thing.how.cast.value is not True:
            continue
        if claim.said.x is not None:
            at = claim.at / "x"
            yield Finding(at, outcome_of(claim.said.x == 0), (thing.how.cast,), _said(claim, 0))
        yield from _entered_with(claim)
    yield from _aimed_by_x(game)
    yield from _counted_by_x(game)


def _entered_with(claim: Claim) -> Iterator[Finding]:
    """The counters that it entered with, as long as the document tells all their changes."""
    thing, said = claim.thing, claim.said.counters
    kinds = {
        kind
        for part in values(thing, claim.world).abilities.value or ()
        if part.written.per == "X"
        for kind in part.written.counters or ()
    }
    for kind in sorted(kinds & set(said or {})):
        real = thing.counters.then(lambda there, k=kind: there.get(k, 0))  # type: ignore[misc]
        told = (said or {})[kind]
        truth = None if real.value is None else real.value == told
        at = claim.at / "counters" / kind
        words = {"o": called(thing, claim.world), "v": real.value, "w": told}
        # Words may have added counters or taken them away.
        before = values(thing, claim.world).unparsed if truth is False else ()
        yield Finding(at, outcome_of(truth), (real, thing.how.x), words, unless=before)


def _enters(part: Named | None) -> bool:
    written = part.written.triggered if part is not None else None
    return written is not None and trigger(written.when) == "enters"


def _aimed_by_x(game: Game) -> Iterator[Finding]:
    """Targets that an enters ability measures by X."""
    for step, source, part in told_triggers(game):
        event, x = step.event, source.how.x
        if not _enters(part):
            continue
        written = part.written.triggered
        assert written is not None
        wish = by_x(written.effect, x.value or 0)
        if wish is None:
            continue
        for slot in written.targets:
            for place, ref in enumerate((event.targets or {}).get(slot.id, ())):
                target = step.before.things.get(ref.partition("@")[0])
                if target is None:
                    continue
                fit = holds(target, values(target, step.before), wish) if x.known else None
                at = step.at / "targets" / slot.id / place
                words = {
                    "o": called(source, step.before),
                    "v": x.value,
                    "w": called(target, step.before),
                }
                yield Finding(at, outcome_of(fit), (x,), words)


def _counted_by_x(game: Game) -> Iterator[Finding]:
    """Numbers that an enters ability takes from X as it resolves."""
    for step in game.done("resolve"):
        stacked = step.before.abilities.get(step.event.event or "")
        said = step.event.amount
        if stacked is None or said is None or stacked.ability is None:
            continue
        part = values(stacked.source, step.before).ability(stacked.ability)
        written = part.written.triggered if part is not None else None
        if written is None or not _enters(part) or not (written.amount or "").endswith("X"):
            continue
        factor = int((written.amount or "").partition("*")[0]) if "*" in str(written.amount) else 1
        real = stacked.source.how.x.then(lambda x, n=factor: n * x)  # type: ignore[misc]
        truth = None if real.value is None else real.value == said
        at = step.at / "amount"
        words = {"o": called(stacked.source, step.before), "v": real.value, "w": said}
        yield Finding(at, outcome_of(truth), (real, Fact(said, at)), words)


# ---------------------------------------------------------------- symbols


@checks("107.4e", prop="hybrid-payment", about="in one of two ways", since=SINCE, cites=("601.2b",),
        needs=("choices & said:paid", "choices & said:total",))  # fmt: skip
def hybrid_payment(game: Game) -> Iterator[Finding]:
    """A hybrid symbol is paid with one of its halves."""
    for cast in _told(game):
        if any("P" not in sign for sign in _choices(cast)) and cast.right is not None:
            found = Finding(cast.at, outcome_of(cast.right), (cast.totals,), _totals(cast))
            yield found.after(TOTAL)


@checks("107.4f", prop="phyrexian-payment", about="by paying 2 life", since=SINCE,
        cites=("601.2b",), needs=("choices & said:paid", "choices & said:total",))  # fmt: skip
def phyrexian_payment(game: Game) -> Iterator[Finding]:
    """A Phyrexian symbol is paid with one mana of its colour or with 2 life."""
    for cast in _told(game):
        if not any("P" in sign for sign in _choices(cast)) or cast.totals.value is None:
            continue
        rows = payments(cast.step.event)
        if not rows:
            found = Finding(cast.at, outcome_of(cast.right), (cast.totals,), _totals(cast))
            yield found.after(TOTAL)
        elif not any(getattr(row, key) for row in rows for key in _WILD):
            life = sum(row.life or 0 for row in rows) - _other_life(cast)
            free = any(row.any_type for row in rows)
            letters = _letters(cast)
            paying = {
                total.life == life
                for total in cast.totals.value
                if can_be_paid(total, letters, any_type=free) is not False
            }
            truth: bool | None = True in paying
            leans: tuple[Fact[object], ...] = (cast.totals.then(lambda t: t),)
            key = "life" if paying else "mana"
            if not truth and all(getattr(row, key) is None for row in rows):
                truth, leans = None, (Fact(None, cast.step.at / "paid" / key),)
            at = cast.step.at / "paid"
            words = {**_totals(cast), "n": max(0, life)}
            if cast.base.value is not None and any("P" in s for s in cast.base.value.choices):
                words["v"] = cast.base.value
            yield Finding(at, outcome_of(truth), leans, words)


def _choices(cast: Casting) -> tuple[str, ...]:
    """The symbols of the costs to be paid that leave a choice."""
    costs = [cast.base, *cast.kicks]
    return tuple(sign for cost in costs if cost.value is not None for sign in cost.value.choices)


def _other_life(cast: Casting) -> int:
    """Life that other parts of the cost ask for."""
    costs = [more.cost for more in cast.step.event.additional]
    costs += [said.cost for said in cast.alternatives if isinstance(said, Alternative)]
    kicks = cast.spell.how.kicks.value
    counts = kicks.counts if kicks is not None else None
    costs += [
        kicker.cost for kicker in cast.kickers for _ in range((counts or {}).get(kicker.id, 0))
    ]
    return sum(c.life for c in costs if isinstance(c, Costs) and isinstance(c.life, int))


def _told(game: Game) -> Iterator[Casting]:
    return (cast for cast in castings(game) if cast.told)


def _totals(cast: Casting) -> dict[str, object]:
    claimed = cast.step.event.total
    return {"v": totals_shown(cast.totals.value), "w": totals_shown(claimed or _letters(cast) or 0)}


def _letters(cast: Casting) -> str:
    mana = "".join(str(row.mana or "") for row in payments(cast.step.event))
    return "".join(sign for sign in mana if sign in COLORS + "C")


def _due(cast: Casting) -> list[Mana] | None:
    """What had to be paid, in each reading; None where the mana is not all that was told."""
    rows = payments(cast.step.event)
    if not rows or any(getattr(row, key) for row in rows for key in _WILD):
        return None
    totals = asked(cast.step) if cast.step.event.total is not None else cast.totals.value
    return list(totals) if totals is not None else None


@checks("107.4a", prop="colored-payment", about="Colored mana in costs can", since=SINCE,
        cites=("601.2h",), needs=("said:paid",))  # fmt: skip
def colored_payment(game: Game) -> Iterator[Finding]:
    """Coloured mana of a cost is paid with mana of that colour."""
    for cast in castings(game):
        yield from _typed(cast, slice(0, len(COLORS)))


@checks("107.4c", prop="colorless-payment", about="paid only with one colorless", since=SINCE,
        cites=("601.2h",), needs=("said:paid",))  # fmt: skip
def colorless_payment(game: Game) -> Iterator[Finding]:
    """{C} in a cost is paid with colourless mana."""
    for cast in castings(game):
        yield from _typed(cast, slice(len(COLORS), None))


def _typed(cast: Casting, signs: slice) -> Iterator[Finding]:
    due = _due(cast)
    wanted = (COLORS + "C")[signs]
    if due is None or not any(sum(total.typed[signs]) for total in due):
        return
    letters, at = _letters(cast), cast.step.at / "paid"
    free = any(row.any_type for row in payments(cast.step.event))
    truth = free or any(
        all(
            letters.count(sign) >= need
            for sign, need in zip(wanted, total.typed[signs], strict=True)
        )
        for total in due
    )
    words = {"p": letters or "0", "v": totals_shown(frozenset(due))}
    yield Finding(at, outcome_of(truth), (Fact(letters, at),), words).after(PAID)


@checks("118.14", prop="any-type-payment", about="mana of any type can", since="2023-11-17",
        cites=("601.2h",), needs=("said:paid",))  # fmt: skip
def any_type_payment(game: Game) -> Iterator[Finding]:
    """Where mana of any type may be spent, the number alone must be right."""
    for cast in castings(game):
        due = _due(cast)
        if due is None or not any(row.any_type for row in payments(cast.step.event)):
            continue
        letters, at = _letters(cast), cast.step.at / "paid"
        truth = any(len(letters) == total.total for total in due)
        words = {"p": letters or "0", "v": totals_shown(frozenset(due))}
        yield Finding(at, outcome_of(truth), (Fact(letters, at),), words).after(PAID)


@checks("107.4h", prop="snow-payment", about="produced by a snow source", since=SINCE,
        cites=("601.2h",), needs=("said:paid",))  # fmt: skip
def snow_payment(game: Game) -> Iterator[Finding]:
    """{S} in a cost is paid with mana from a snow source."""
    for cast in castings(game):
        due = _due(cast)
        told = [row.snow for row in payments(cast.step.event) if row.snow is not None]
        if due is None or not told or not any(total.snow for total in due):
            continue
        at = cast.step.at / "paid"
        truth = any(sum(told) >= total.snow for total in due)
        words = {"n": sum(told), "v": totals_shown(frozenset(due))}
        leans: tuple[Fact[object], ...] = (derived(sum(told), at / "snow"),)
        yield Finding(at, outcome_of(truth), leans, words).after(PAID)
