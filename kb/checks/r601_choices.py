"""601.2b-c, 702.33g-h: modes, kicks, X and targets as a spell is announced."""

from collections.abc import Iterator

from msgspec import Struct

from kb.activation_cost import activations
from kb.casting_cost import Casting, castings
from kb.checks.registry import checks
from kb.facts import Fact, derived
from kb.kicked import was_kicked
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.printed import Named
from kb.replay import Game, Step
from kb.replay_announce import keyword_of
from kb.replay_stack import payments
from kb.state_ability import Slot, When
from kb.verdict import Finding, outcome_of

SINCE = "2021-04-22"
CASTING = ("cast", "cast-copy")
KICKED = RuleNumber.parse("702.33g")


@checks(
    "601.2b",
    prop="announcements-legal",
    about="announces the mode choice",
    since=SINCE,
    needs=(
        "kicked",
        "said:x",
        "said:modes",
        "said:alternative",
        "said:pays_as",
    ),
)
def announcements_legal(game: Game) -> Iterator[Finding]:
    """Kicks, X and modes are choices that this spell offers."""
    for cast in castings(game):
        event = cast.step.event
        faults = list(_faults(cast))
        for at, what, certain in faults:
            words = {"x": what, "o": cast.now.name.value or cast.spell.id}
            outcome = Outcome.VIOLATES if certain else Outcome.CANNOT_TELL
            leans = (Fact(what, at),) if certain else (cast.spell.how.kicks,)
            yield Finding(at, outcome, leans, words)
        said = (event.kicks, event.kicked, event.x, event.modes, event.alternative, event.pays_as)
        if not faults and any(part is not None for part in said) and cast.now.abilities.known:
            yield Finding(cast.step.at, Outcome.COMPLIES, (cast.now.abilities,))


@checks(
    "601.2b",
    prop="symbols-announced",
    about="hybrid mana symbols",
    since=SINCE,
    needs=(
        "choices & said:paid",
        "choices & said:total",
    ),
)
def symbols_announced(game: Game) -> Iterator[Finding]:
    """For hybrid and Phyrexian symbols some announcement fits what was asked or paid."""
    for activation in activations(game):
        mana, event = activation.ability.mana.value, activation.step.event
        entered = activation.entered_now.value
        told = event.total is not None or event.paid is not None
        if mana is None or not mana.choices or entered is None or not told:
            continue
        totals = activation.reduced if entered else activation.full
        yield Finding(activation.at, outcome_of(activation.fits(totals)), (totals,))
    for cast in castings(game):
        cost = cast.now.cost.value
        if cast.told and cost is not None and cost.choices and not cast.alternatives:
            yield Finding(cast.at, outcome_of(cast.right), (cast.totals,))


ORDER = (
    {"move"}, {"modes", "kicks", "alternative", "prototyped", "x", "symbols"}, {"targets"},
    {"divide"}, {"total"}, {"mana-abilities"}, {"pay"},
)  # fmt: skip
"""601.2a-h: inside one step the order is free."""


@checks(
    "601.2b",
    prop="order-of-announcement",
    about="announces the mode choice",
    since=SINCE,
    cites=("601.2",),
    needs=("said:order",),
)
def order_of_announcement(game: Game) -> Iterator[Finding]:
    """The parts of casting a spell come in their order."""
    for step, at, early, late in _orders(game, skip="mana-abilities"):
        words = {"a": late, "b": early}
        yield Finding(at, outcome_of(early is None), (Fact(step.event.order, at),), words)


@checks(
    "601.2g",
    prop="mana-before-pay",
    about="chance to activate mana abilities",
    since=SINCE,
    needs=("said:order",),
)
def mana_before_pay(game: Game) -> Iterator[Finding]:
    """Mana abilities are activated after the total is known and before it is paid."""
    for step in game.done(*CASTING, "activate"):
        order = step.event.order or ()
        if "mana-abilities" in order:
            place = order.index("mana-abilities")
            truth = "total" not in order[place:] and "pay" not in order[:place]
            at = step.at / "order"
            yield Finding(at, outcome_of(truth), (Fact(order, at),))


def _orders(game: Game, *, skip: str) -> Iterator[tuple[Step, Pointer, str | None, str | None]]:
    """Each order told: the first part that comes too early and the one it should follow."""
    for step in game.done(*CASTING, "activate"):
        order = [part for part in step.event.order or () if part != skip]
        if not order:
            continue
        ranks = [next(n for n, parts in enumerate(ORDER) if part in parts) for part in order]
        early: str | None = None
        late: str | None = None
        for place in range(1, len(order)):
            if ranks[place] < ranks[place - 1] and early is None:
                early, late = order[place - 1], order[place]
        yield step, step.at / "order", early, late


def _faults(cast: Casting) -> Iterator[tuple[Pointer, str, bool]]:
    """Where something was chosen that is not offered, what, and whether that is certain."""
    event, at = cast.step.event, cast.step.at
    kicks = cast.spell.how.kicks.value
    for kicker in cast.kickers:
        least, times = kicker.written.x_min, kicks.of(kicker.id) if kicks is not None else None
        if least is not None and times != 0 and event.x is not None and event.x < least:
            yield at / "x", f"X = {event.x}", times is not None
    for part in cast.now.abilities.value or ():
        offered = part.written.modes
        if offered is None or event.modes is None:
            continue
        for place, mode in enumerate(event.modes):
            if mode not in offered:
                yield at / "modes" / place, mode, True
        most = _most_modes(cast, part)
        if most is not None and len(event.modes) > most:
            yield at / "modes", ", ".join(event.modes), kicks is not None


ENTWINE = "702.42a"


def _most_modes(cast: Casting, part: Named) -> int | None:
    """How many modes may be chosen, without a kick where nobody knows; None for any number."""
    if any(more.rule == ENTWINE for more in cast.step.event.additional):
        return None
    kicks = cast.spell.how.kicks.value
    text = part.written.choose
    if part.written.choose_kicked is not None and kicks is not None and kicks.kicked:
        text = part.written.choose_kicked
    return int(text) if text is not None and text.isdigit() else None


class Wanted(Struct, frozen=True):
    """A word "target" of a spell, whether it is in force, and how many were chosen for it."""

    slot: Slot
    active: Fact[bool]
    chosen: int
    at: Pointer

    @property
    def most(self) -> int | None:
        return self.slot.max if isinstance(self.slot.max, int) else None

    @property
    def right(self) -> bool | None:
        inside = self.slot.min <= self.chosen and (self.most is None or self.chosen <= self.most)
        none = self.chosen == 0
        if self.active.value is None:
            return inside if inside is none else None
        return inside if self.active.value else none

    @property
    def words(self) -> dict[str, object]:
        bounds = {"min": self.slot.min, "max": "∞" if self.most is None else self.most}
        return {"t": self.slot.id, "n": self.chosen, **bounds}


def wanted(cast: Casting) -> Iterator[tuple[Named, Wanted]]:
    """The targets of the parts of an instant or sorcery."""
    parts = [part for part in cast.now.abilities.value or () if part.kind == "spell"]
    overloaded = any(keyword_of(said) == "overload" for said in cast.alternatives)
    for part in () if overloaded else parts:  # 702.96b
        active = _in_force(cast, part.written.if_, part.at / "if")
        for other in parts:
            replaces = other.written.instead_of == part.id and other.written.targets
            if replaces:
                instead = _in_force(cast, other.written.if_, other.at / "if")
                active = _both(active, instead.then(lambda applies: not applies))
        for place, slot in enumerate(part.written.targets):
            own = _in_force(cast, slot.if_, part.at / "targets" / place / "if")
            chosen = len((cast.step.event.targets or {}).get(slot.id, ()))
            at = cast.step.at / "targets" / slot.id
            yield part, Wanted(slot, _both(active, own), chosen, at)


def _both(one: Fact[bool], other: Fact[bool]) -> Fact[bool]:
    if one.value is False or other.value is False:
        return one if one.value is False else other
    if not one.known:
        return one
    return derived(other.value, other.at, one, other)


def _in_force(cast: Casting, when: When | None, at: Pointer) -> Fact[bool]:
    """601.2c: whether a part, or a target, is there for the kicks and modes announced."""
    if when is None:
        return derived(True, at)
    facts: list[Fact[bool]] = []
    if when.kicked is not None:
        facts.append(was_kicked(cast.spell.how.kicks, when.kicked))
    if when.mode is not None:
        modes = cast.step.event.modes
        facts.append(Fact(None if modes is None else when.mode in modes, cast.step.at / "modes"))
    if when.prototyped is not None:
        facts.append(cast.spell.how.prototyped.then(lambda yes: yes is when.prototyped))
    if when.other is not None:
        facts.append(Fact(None, at))
    found = facts[0]
    for fact in facts[1:]:
        found = _both(found, fact)
    return found


@checks(
    "601.2c",
    prop="required-targets",
    about="each target the spell requires",
    since=SINCE,
    cites=("115.1",),
    needs=(
        "do:cast & ability:spell",
        "do:cast-copy & ability:spell",
    ),
)
def required_targets(game: Game) -> Iterator[Finding]:
    """Every target in force is chosen in its number, and no other."""
    for cast in castings(game):
        rows = list(wanted(cast))
        replaced = {part.written.instead_of for part, _ in rows}
        for part, row in rows:
            leans = (derived(row.chosen, row.at), row.active)
            kicked = part.when is not None and part.when.kicked is not None
            outcome = outcome_of(row.right)
            # One fault, one root: targets that depend on a kick are those of 702.33g.
            linked = outcome is Outcome.VIOLATES and (kicked or part.id in replaced)
            yield Finding(row.at, outcome, leans, row.words, follows=KICKED if linked else None)


@checks(
    "702.33g",
    prop="instead-targets",
    about="chooses those targets only if",
    since=SINCE,
    cites=("601.2c",),
    needs=("ability:spell & kicked",),
)
def instead_targets(game: Game) -> Iterator[Finding]:
    """Where a kicked part with targets replaces another, one of the two sets is chosen."""
    for cast in castings(game):
        rows = list(wanted(cast))
        for part, row in rows:
            if part.written.instead_of is None or part.when is None or part.when.kicked is None:
                continue
            replaced = [r for p, r in rows if p.id == part.written.instead_of]
            truths = [row.right, *(r.right for r in replaced)]
            truth = False if False in truths else None if None in truths else True
            words = {"t": ", ".join(r.slot.id for r in replaced), "u": row.slot.id}
            at = next((r.at for r in (row, *replaced) if r.right is False), row.at)
            yield Finding(at, outcome_of(truth), (row.active,), words)


@checks(
    "702.33h",
    prop="ticket-if-kicked",
    about="you get a ticket counter",
    since=SINCE,
    needs=("ability:sticker_kicker",),
)
def ticket_if_kicked(game: Game) -> Iterator[Finding]:
    """A spell kicked with a sticker kicker gives one ticket counter as a cost, else none."""
    for cast in castings(game):
        kicks = cast.spell.how.kicks
        stickers = [k.id for k in cast.kickers if k.kind == "sticker_kicker"]
        if not stickers or kicks.value is None:
            continue
        at = cast.step.at / "paid" / "counters"
        counts = [(row.counters or {}).get("ticket") for row in payments(cast.step.event)]
        got = sum(count for count in counts if count is not None)
        told = any(count is not None for count in counts)
        due = any(kicks.value.of(name) for name in stickers)
        if due and not told:
            unknown: Fact[int] = Fact(None, at)
            yield Finding(at, Outcome.CANNOT_TELL, (unknown,))
        else:
            yield Finding(at, outcome_of(got == int(due)), (Fact(got, at), kicks))


@checks(
    "702.33h",
    prop="sticker-kicker-expands",
    about="represents a kicker ability",
    since=SINCE,
    needs=("ability:sticker_kicker",),
)
def sticker_kicker_expands(game: Game) -> Iterator[Finding]:
    """A sticker kicker is a kicker: what was declared for it makes the spell kicked."""
    for claim in game.claims:
        how, said = claim.thing.how, claim.said.kicked
        abilities = claim.thing.copiable.abilities.value or ()
        if said in (None, "?") or not any(a.kind == "sticker_kicker" for a in abilities):
            continue
        if claim.thing.on_board:
            truth = how.kicks.then(lambda known, s=said: known.kicked is bool(s))  # type: ignore[misc]
            outcome = outcome_of(truth.value)
            follows = RuleNumber.parse("702.33d") if outcome is Outcome.VIOLATES else None
            yield Finding(claim.at / "kicked", outcome, (how.kicks,), follows=follows)
