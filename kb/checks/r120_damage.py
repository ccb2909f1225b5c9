"""119 and 120: what damage and changes of life make of life totals, poison and counters."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from kb.changes import LIFE, Entry, dealt
from kb.checks.registry import checks
from kb.checks.state_based import resolved_in_words
from kb.facts import Fact, derived
from kb.ledger import ledger
from kb.model import Outcome
from kb.pointer import Pointer
from kb.replay import Game, Step, once
from kb.values import values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Thing

SINCE = "2021-04-22"
LIFE_TOLD = ("players",)
POISON = "poison"
_STACK = frozenset({"cast", "activate", "trigger", "resolve", "counter", "begin", "pass"})
_SAID = frozenset({"damage", "life", "counters", "move", "create", "effect", "tap", "untap"})


class Told(Struct, frozen=True):
    """A claim about the life or poison of a player, beside what the events make of it."""

    player: str
    what: str
    """life or poison."""
    said: int
    at: Pointer
    real: Fact[int]
    entries: tuple[Entry, ...]
    unread: Pointer | None
    """Words of a permanent, or what resolved in words only: it may have changed the number."""

    @property
    def blamed(self) -> str | None:
        """The cause that was left out of the number claimed, or counted twice; else the last."""
        if self.real.value is None:
            return None
        # Infect counts among the causes of life too: a wrong total has it cost life.
        counted = Counter[str]()
        for entry in self.entries:
            counted[entry.cause] += entry.by
        for sign in (-1, 1):  # left out; counted twice
            for cause, number in counted.items():
                if self.real.value + sign * number == self.said:
                    return cause
        return list(counted)[-1] if counted else None

    def findings(self, *causes: str) -> Iterator[Finding]:
        """About the rules of these causes; nothing where another cause was left out."""
        mine = [entry for entry in self.entries if entry.cause in causes]
        if not mine:
            return
        right = None if self.real.value is None else self.real.value == self.said
        field = Word("fields", self.what)
        words = {"p": self.player, "f": field, "v": self.real.value, "w": self.said}
        leans = (Fact(self.said, self.at), self.real)
        if right is False and self.unread is not None:
            unknown: Fact[int] = Fact(None, self.unread)
            yield Finding(self.at, Outcome.CANNOT_TELL, (unknown,))
        elif right is not False or self.blamed in causes:
            yield Finding(self.at, outcome_of(right), leans, words)


def told_of(game: Game, what: str) -> Iterator[Told]:
    """The claims about a player's life, or about counters of a kind."""
    book = ledger(game)
    for step in game.done("observe"):
        for player, said in (step.event.players or {}).items():
            at = step.at / "players" / player
            counters = said.counters or {}
            number = said.life if what == LIFE else counters.get(what)
            if number is None or player not in game.document.players:
                continue
            index = step.index
            real = book.life(player, index) if what == LIFE else book.counters(player, what, index)
            entries = tuple(
                e for e in book.entries(player, index) if e.what == what or e.cause == "infect"
            )
            here = at / "life" if what == LIFE else at / "counters" / what
            yield Told(player, what, number, here, real, entries, _unread(game, step))


def _unread(game: Game, seen: Step) -> Pointer | None:
    """Words that may have changed a number: of a permanent, or of what resolved untold."""
    for permanent in seen.before.on_battlefield():
        for at in values(permanent, seen.before).unparsed:
            return at
    first = _told_in_words(game)
    return first.at if first is not None and first.index < seen.index else None


@once
def _told_in_words(game: Game) -> Step | None:
    """The first event with which something resolved of which no event tells what it does."""
    for step in game.steps:
        if step.event.do != "resolve" or step.event.outcome == "illegal":
            continue
        thing = step.after.things.get((step.event.object or "").partition("@")[0])
        if thing is not None and thing.zone == "battlefield":
            continue
        following = game.steps[step.index + 1 : step.index + 2]
        if not following or following[0].event.do not in _SAID:
            return step
    return None


@checks("120.3a", prop="damage-costs-life", about="player to lose that much", since=SINCE,
        needs=LIFE_TOLD)  # fmt: skip
@checks("119.2", prop="damage-costs-life", about="player to lose that much", since=SINCE,
        needs=LIFE_TOLD, root="120.3a")  # fmt: skip
def damage_costs_life(game: Game) -> Iterator[Finding]:
    """What hits a player costs so much life, unless its source has infect."""
    for told in told_of(game, LIFE):
        yield from told.findings("damage")


@checks("120.3f", prop="lifelink-gains-life", about="source with lifelink causes", since=SINCE,
        root="702.15b", needs=("keyword:lifelink", "counter:lifelink"))  # fmt: skip
def lifelink_gains_life(game: Game) -> Iterator[Finding]:
    """Damage by a source with lifelink gains its controller as much life."""
    for told in told_of(game, LIFE):
        yield from told.findings("lifelink")


@checks("119.3", prop="life-is-adjusted", about="life total is adjusted accordingly", since=SINCE,
        needs=LIFE_TOLD)  # fmt: skip
def life_is_adjusted(game: Game) -> Iterator[Finding]:
    """A life total goes up and down by what is gained, lost and paid."""
    for told in told_of(game, LIFE):
        yield from told.findings("life", "paid")


@checks("120.3b", prop="infect-is-poison", about="give the player that many", since=SINCE,
        root="702.90b", needs=("keyword:infect",))  # fmt: skip
def infect_poisons(game: Game) -> Iterator[Finding]:
    """What hits a player from a source with infect is so many poison counters, and no life."""
    for what in (POISON, LIFE):
        for told in told_of(game, what):
            yield from told.findings("infect")


@checks("120.1a", prop="damage-needs-recipient", about="Damage can’t be dealt to", since=SINCE,
        needs=("do:damage",))  # fmt: skip
def damage_needs_recipient(game: Game) -> Iterator[Finding]:
    """Of objects only creatures, planeswalkers and battles on the battlefield are dealt damage."""
    for one in dealt(game):
        if not isinstance(one.to, Thing):
            continue
        line = values(one.to, one.step.before).types
        may = line.then(lambda known: bool(known.types & {"Battle", "Creature", "Planeswalker"}))
        there = one.to.zone == "battlefield"
        truth = derived(False, one.to.at / "zone") if not there and one.to.doubt is None else may
        crewed = resolved_in_words(game, one.to, one.step.index)
        if there and truth.value is False and crewed is not None:
            truth = Fact(None, crewed)
        words = {"o": values(one.to, one.step.before).name.value or one.to.id}
        yield Finding(one.at, outcome_of(truth.value), (truth,), words)
