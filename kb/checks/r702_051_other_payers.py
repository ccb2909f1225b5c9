"""702.51, 702.66, 702.126, 702.132: creatures, artifacts, cards and players that pay mana."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from kb.casting_cost import Casting, castings
from kb.checks.registry import checks
from kb.explain import totals_shown
from kb.facts import Fact, derived, every
from kb.mana import COLORS, TYPES, Mana
from kb.moments import zone_told
from kb.pointer import Pointer
from kb.replay import Game
from kb.replay_stack import payments
from kb.state import Payment
from kb.total_cost import asked
from kb.values import Values, called, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Thing

SINCE = "2021-04-22"
NEEDS = ("do:cast", "do:cast-copy", "do:activate")
MOST = 40
"""More mana than this in one cost is not matched with what pays for it."""


class Helper(Struct, frozen=True):
    """A thing that pays for one mana."""

    thing: Thing
    now: Values
    at: Pointer


Colors = Callable[[Helper], Fact[frozenset[str]]]
"""The colours of mana that a thing may stand for, beside generic mana."""


class Helped(Struct, frozen=True):
    """A spell for which things pay mana."""

    cast: Casting
    helpers: tuple[Helper, ...]

    @property
    def due(self) -> list[Mana] | None:
        """The total, in each reading."""
        if self.cast.step.event.total is not None:
            mine = asked(self.cast.step)
            return list(mine) if mine is not None else None
        totals = self.cast.totals.value
        return list(totals) if totals is not None else None

    @property
    def mana(self) -> str:
        rows = payments(self.cast.step.event)
        return "".join(c for row in rows for c in str(row.mana or "") if c in TYPES)

    def covered(self, colors: Colors) -> Fact[bool]:
        """Whether mana and helpers together are what one of the totals asks for."""
        due, at = self.due, self.cast.step.at / "paid"
        if due is None or len(self.mana) + len(self.helpers) > MOST:
            return Fact(None, self.cast.step.at / "total")
        known = [colors(helper) for helper in self.helpers]
        truths = {
            _covered(due, self.mana, [fact.value if fact.known else unknown for fact in known])
            for unknown in (frozenset(), frozenset(COLORS))
        }
        return derived(truths.pop() if len(truths) == 1 else None, at, *known)

    @property
    def mana_told(self) -> bool:
        return any(row.mana is not None for row in payments(self.cast.step.event))

    @property
    def words(self) -> dict[str, object]:
        due = self.due
        return {
            "o": self.cast.now.name.value or self.cast.spell.id,
            "n": len(self.helpers),
            "v": totals_shown(frozenset(due)) if due is not None else "?",
            "p": self.mana or "0",
        }


def _covered(due: list[Mana], mana: str, helpers: Iterable[frozenset[str] | None]) -> bool:
    offers = [frozenset(letter) for letter in mana] + [h or frozenset() for h in helpers]
    return any(
        len(offers) == total.total and not total.snow and _matched(total, offers) for total in due
    )


def _matched(total: Mana, offers: list[frozenset[str]]) -> bool:
    """Whether every typed mana finds an offer of its own; the rest pays what is generic."""
    needs = [sign for sign, count in zip(TYPES, total.typed, strict=True) for _ in range(count)]
    taken: dict[int, int] = {}

    def place(need: int, tried: set[int]) -> bool:
        for number, offer in enumerate(offers):
            if needs[need] in offer and number not in tried:
                tried.add(number)
                if number not in taken or place(taken[number], tried):
                    taken[number] = need
                    return True
        return False

    return all(place(need, set()) for need in range(len(needs)))


def _helped(game: Game, keyword: str, how: str) -> Iterator[Helped]:
    """The spells with a keyword for which things were tapped or exiled."""
    for cast in castings(game):
        event = cast.step.event
        if event.paid is None or keyword not in (cast.now.keywords.value or ()):
            continue
        several = isinstance(event.paid, tuple)
        helpers = []
        for place, row in enumerate(payments(event)):
            at = cast.step.at / "paid" / place if several else cast.step.at / "paid"
            if row.for_ is not None and row.for_.casefold() != keyword:
                continue
            for number, ref in enumerate(getattr(row, how) or ()):
                thing = cast.step.before.thing(ref, at / how / number)
                now = values(thing, cast.step.before)
                helpers.append(Helper(thing, now, at / how / number))
        if helpers:
            yield Helped(cast, tuple(helpers))


def _paid(helped: Helped, kind: Callable[[Helper], Fact[bool]], colors: Colors) -> Finding:
    """Each helper is of the right kind, and with the mana they cover the total."""
    for helper in helped.helpers:
        fact = kind(helper)
        if fact.value is not True:
            words = {**helped.words, "x": called(helper.thing, helped.cast.step.before)}
            words["reason"] = Word("resources", "kind")
            return Finding(helper.at, outcome_of(fact.value), (fact,), words)
    covered = helped.covered(colors)
    at = helped.cast.step.at / "paid"
    if covered.value is False and not helped.mana_told:
        covered = Fact(None, at / "mana")
    words = {**helped.words, "x": called(helped.helpers[0].thing, helped.cast.step.before)}
    words["reason"] = Word("resources", "total")
    return Finding(at, outcome_of(covered.value), (covered,), words)


def _untapped(helped: Helped, helper: Helper, kind: str) -> Fact[bool]:
    """702.51a, 702.126a: an untapped permanent of this kind that the caster controls."""
    thing, by = helper.thing, helped.cast.spell.controller
    mine = None
    if thing.controller.known and by.known:
        mine = thing.controller.value == by.value
    right = helper.now.types.then(lambda line: kind in line.types)
    untapped = thing.tapped.then(lambda tapped: not tapped)
    there = thing.zone == "battlefield"
    truth = every((right.value, mine, untapped.value, there))
    facts: tuple[Fact[object], ...] = (
        right.then(lambda r: r), thing.controller.then(lambda c: c), untapped.then(lambda u: u),
    )  # fmt: skip
    return Fact(truth, helper.at, leans=facts)


def _colorless(helper: Helper) -> Fact[frozenset[str]]:
    return derived(frozenset(), helper.at)


@checks("702.51a", prop="convoke-payment", about="tap an untapped creature you", since=SINCE,
        cites=("601.2h",))  # fmt: skip
def convoke(game: Game) -> Iterator[Finding]:
    """An untapped creature pays for one generic mana or one of its colours."""
    for helped in _helped(game, "convoke", "tapped"):
        yield _paid(
            helped,
            lambda helper, h=helped: _untapped(h, helper, "Creature"),  # type: ignore[misc]
            lambda helper: helper.now.colors,
        )


@checks("702.126a", prop="improvise-payment", about="tap an untapped artifact you", since=SINCE,
        cites=("601.2h",))  # fmt: skip
def improvise(game: Game) -> Iterator[Finding]:
    """An untapped artifact pays for one generic mana."""
    for helped in _helped(game, "improvise", "tapped"):
        yield _paid(
            helped,
            lambda helper, h=helped: _untapped(h, helper, "Artifact"),  # type: ignore[misc]
            _colorless,
        )


@checks("702.66a", prop="delve-payment", about="exile a card from your", since=SINCE,
        cites=("601.2h",))  # fmt: skip
def delve(game: Game) -> Iterator[Finding]:
    """A card exiled from one's graveyard pays for one generic mana."""
    for helped in _helped(game, "delve", "exiled"):
        by = helped.cast.spell.controller.value
        yield _paid(
            helped,
            lambda helper, b=by: _own_grave(game, helper.thing, b),  # type: ignore[misc]
            _colorless,
        )


def _own_grave(game: Game, thing: Thing, by: str | None) -> Fact[bool]:
    mine = thing.owner in (by, None)
    return zone_told(game, thing).then(lambda zone: zone == "graveyard" and mine)


@checks("702.51b", prop="paid-after-total", about="applies only after the total", since=SINCE,
        cites=("601.2f",))  # fmt: skip
def convoke_after_total(game: Game) -> Iterator[Finding]:
    """Convoke changes nothing of the total, only how it is paid."""
    yield from _after_total(game, "convoke", "tapped")


@checks("702.66b", prop="paid-after-total", about="applies only after the total", since=SINCE,
        cites=("601.2f",))  # fmt: skip
def delve_after_total(game: Game) -> Iterator[Finding]:
    """Delve changes nothing of the total, only how it is paid."""
    yield from _after_total(game, "delve", "exiled")


@checks("702.126b", prop="paid-after-total", about="applies only after the total", since=SINCE,
        cites=("601.2f",))  # fmt: skip
def improvise_after_total(game: Game) -> Iterator[Finding]:
    """Improvise changes nothing of the total, only how it is paid."""
    yield from _after_total(game, "improvise", "tapped")


def _after_total(game: Game, keyword: str, how: str) -> Iterator[Finding]:
    for helped in _helped(game, keyword, how):
        cast = helped.cast
        if cast.step.event.total is not None and cast.right is not None:
            words = {
                **helped.words,
                "v": totals_shown(cast.totals.value),
                "w": totals_shown(cast.step.event.total),
            }
            yield Finding(cast.at, outcome_of(cast.right), (cast.totals,), words)


@checks("702.132a", prop="assist-pays-generic", about="any amount of the generic", since=SINCE,
        cites=("601.2h",))  # fmt: skip
def assist(game: Game) -> Iterator[Finding]:
    """With assist one other player may pay generic mana of the total."""
    for cast in castings(game, "cast"):
        by = cast.spell.controller.value
        others = [
            (place, row)
            for place, row in enumerate(payments(cast.step.event))
            if row.by is not None and row.by != by
        ]
        if others and _assists(cast, others):
            yield _assisted(cast, others)


def _assists(cast: Casting, others: list[tuple[int, Payment]]) -> bool:
    """Whether the payment of another player is put down to assist."""
    has = "assist" in (cast.now.keywords.value or ())
    return any(
        (row.for_ or "").casefold() == "assist" or (has and not row.for_) for _, row in others
    )


def _assisted(cast: Casting, others: list[tuple[int, Payment]]) -> Finding:
    at = cast.step.at / "paid"
    totals = cast.totals.value
    due = asked(cast.step) if cast.step.event.total is not None else totals
    spent = sum(sum(c in COLORS + "C" for c in str(row.mana or "")) for _, row in others)
    words = {
        "o": cast.now.name.value or cast.spell.id,
        "p": ", ".join(sorted({str(row.by) for _, row in others})),
        "n": spent,
        "v": totals_shown(due) if due is not None else "?",
    }
    keywords = cast.now.keywords
    truths = [
        keywords.then(lambda has: "assist" in has).value,
        len({row.by for _, row in others}) == 1,
        None if due is None else any(spent <= total.generic for total in due),
    ]
    leans: tuple[Fact[object], ...] = (keywords.then(lambda k: k), Fact(spent, at))
    if due is None:
        leans = (cast.totals.then(lambda t: t),)
    return Finding(at, outcome_of(every(truths)), leans, words)
