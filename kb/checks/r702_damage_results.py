"""702.15, 702.80, 702.90, 702.164: what damage does beside being marked, as far as it is told.

A document tells it in one of two ways, or in both: by ``life`` and ``counters`` events right behind
the damage, which are read here, or by what it observes later, which the ledger of all that happened
is compared with.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from kb.changes import LIFE, Entry
from kb.checks.r120_damage import POISON, Told, told_of
from kb.checks.r122_counters import Borne, borne
from kb.checks.registry import checks
from kb.combat_damage import Share, is_combat, shares_of, steps_of, toxic_of
from kb.facts import Fact
from kb.ledger import ledger
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.replay import Game, Step, each_once
from kb.values import called, values
from kb.verdict import Finding, outcome_of
from kb.world import Thing, World

SINCE = "2021-04-22"
NEEDS = ("do:damage",)
ONCE, SUM = RuleNumber.parse("702.15f"), RuleNumber.parse("702.164b")
MINUS = "-1/-1"


class Hit(Struct, frozen=True):
    """Damage that one source deals to one player or permanent."""

    source: Thing
    share: Share
    words: frozenset[str]
    """The keywords of the source; none where nobody said."""
    world: World
    combat: bool

    def has(self, word: str) -> bool:
        return word in self.words

    @property
    def toxic(self) -> list[int]:
        return toxic_of(self.source, self.words) if self.combat else []


class Results(Struct, frozen=True):
    """What the events behind the damage say that a player or a permanent got of it."""

    said: int
    at: Pointer
    results: bool
    """Each of these events says just what some damage before it does."""

    def right(self, due: int) -> bool:
        return self.said == due or self.results


class Volley(Struct, frozen=True):
    """Damage events in a row, with what is told of their results right behind them."""

    game: Game
    hits: tuple[Hit, ...]
    steps: tuple[Step, ...]

    def told(self, whom: str | None, kind: str, key: str = LIFE) -> Iterator[Results]:
        """What ``life`` or ``counters`` events say that a player, or a permanent, got."""
        found: list[tuple[int, Step, Pointer]] = []
        for step in self.steps:
            event = step.event
            if event.do != kind or event.event is not None or event.for_ is not None:
                continue  # of an ability, not of the damage itself
            if kind == "life" and event.by == whom and (event.amount or 0) > 0:
                found.append((event.amount or 0, step, step.at / "amount"))
            if kind == "counters" and (event.object or event.by) == whom:
                count = (event.counters or {}).get(key)
                if count is not None:
                    found.append((count, step, step.at / "counters" / key))
        if found:
            results = ledger(self.game).results
            yield Results(
                sum(count for count, _, _ in found),
                found[0][2],
                all((step.index, key) in results for _, step, _ in found),
            )


@each_once
def volleys(game: Game) -> Iterator[Volley]:
    clocks = steps_of(game)
    hits: list[Hit] = []
    steps: list[Step] = []
    for step in (*game.steps, None):
        kind = step.event.do if step is not None else None
        goes_on = kind == "damage" or (bool(steps) and kind in ("life", "counters", "observe"))
        anew = kind == "damage" and bool(steps) and steps[-1].event.do != "damage"
        if (step is None or not goes_on or anew or step.event.at is not None) and hits:
            yield Volley(game, tuple(hits), tuple(steps))
            hits, steps = [], []
        if step is not None and goes_on and not step.taken_back:
            steps.append(step)
            if kind == "damage":
                hits += _hits(step, clocks[step.index])


def _hits(step: Step, clock: str | None) -> Iterator[Hit]:
    event, world = step.event, step.before
    if event.source is None:
        return
    source = world.thing(event.source, step.at / "source")
    words = values(source, world).keywords.value or frozenset()
    combat = is_combat(step, clock, source)
    for share in shares_of(step):
        if share.amount:
            yield Hit(source, share, words, world, combat)


def _players(volley: Volley) -> list[str]:
    players = volley.game.document.players
    return sorted({hit.share.to for hit in volley.hits if hit.share.to in players})


def _total(entries: Iterable[Entry], *causes: str) -> int:
    return sum(entry.by for entry in entries if entry.cause in causes)


# ------------------------------------------------------------------ lifelink


def _gains(volley: Volley) -> Counter[str]:
    """702.15b: what each player gains."""
    found: Counter[str] = Counter()
    for hit in volley.hits:
        if hit.has("lifelink") and hit.source.controller.value is not None:
            found[hit.source.controller.value] += hit.share.amount
    return found


def _more(volley: Volley, player: str) -> int:
    """What it would be more if each of several instances of lifelink gave life."""
    return sum(
        hit.share.amount * (_listed(hit.source) - 1)
        for hit in volley.hits
        if hit.has("lifelink") and hit.source.controller.value == player
    )


def _listed(thing: Thing) -> int:
    """How often lifelink is written on it."""
    words = thing.own.listed_keywords if thing.own is not None else ()
    return max(1, sum(one.casefold() == "lifelink" for one in words))


def _more_of(game: Game, told: Told) -> int:
    """The same of all that a claim about life counts."""
    found = 0
    for entry in told.entries:
        source = game.steps[entry.step].event.source
        if entry.cause == "lifelink" and source is not None:
            thing = game.steps[entry.step].before.thing(source, entry.at)
            found += entry.by * (_listed(thing) - 1)
    return found


@checks("702.15b", prop="lifelink", about="to gain that much life", since=SINCE, cites=("120.3",))
def lifelink(game: Game) -> Iterator[Finding]:
    """The controller of a source with lifelink gains as much life as it deals damage."""
    for volley in volleys(game):
        for player, due in _gains(volley).items():
            more = _more(volley, player)
            for told in volley.told(player, "life"):
                follows = ONCE if more and told.said == due + more else None
                words = {"p": player, "n": due, "m": told.said}
                outcome = outcome_of(told.right(due))
                finding = Finding(told.at, outcome, (Fact(told.said, told.at),), words)
                yield finding.after(follows)
    for claim in told_of(game, LIFE):
        due, more = _total(claim.entries, "lifelink"), _more_of(game, claim)
        for finding in claim.findings("lifelink"):
            wrong = claim.said - (claim.real.value or 0)
            words = {"p": claim.player, "n": due, "m": due + wrong}
            yield replace(finding, words=words).after(ONCE if more and wrong == more else None)


@checks("702.15f", prop="lifelink-once", about="instances of lifelink on the", since=SINCE)
def lifelink_once(game: Game) -> Iterator[Finding]:
    """Lifelink twice on one object gains life once."""
    for volley in volleys(game):
        for player, due in _gains(volley).items():
            more = _more(volley, player)
            for told in volley.told(player, "life") if more else ():
                if told.said in (due, due + more):
                    words = {"p": player, "n": due, "m": told.said}
                    leans = (Fact(told.said, told.at),)
                    yield Finding(told.at, outcome_of(told.said == due), leans, words)
    for claim in told_of(game, LIFE):
        more, real = _more_of(game, claim), claim.real.value
        if more and real is not None and claim.said in (real, real + more):
            due = _total(claim.entries, "lifelink")
            words = {"p": claim.player, "n": due, "m": due + claim.said - real}
            facts = (Fact(claim.said, claim.at), claim.real)
            yield Finding(claim.at, outcome_of(claim.said == real), facts, words)


# ------------------------------------------------------------------ poison


def _poisoned(volley: Volley, player: str) -> tuple[int, int]:
    """Poison counters for a player by infect, and by toxic."""
    mine = [hit for hit in volley.hits if hit.share.to == player]
    infect = sum(hit.share.amount for hit in mine if hit.has("infect"))
    return infect, sum(sum(hit.toxic) for hit in mine)


def _several_toxic(game: Game, told: Told) -> bool:
    """Whether a creature with several toxic abilities is among the causes."""
    causes = (game.steps[entry.step] for entry in told.entries if entry.cause == "toxic")
    return any(len(hit.toxic) > 1 for step in causes for hit in _hits(step, _DEALT_IN_COMBAT))


_DEALT_IN_COMBAT = "combat-damage"
"""The ledger has asked already whether it is combat damage."""


@checks(
    "702.90b", prop="infect-costs-no-life", about="player that many poison counters", since=SINCE,
    cites=("120.3b",),
)  # fmt: skip
def infect_poisons(game: Game) -> Iterator[Finding]:
    """Damage of infect to a player is poison counters and no loss of life."""
    for volley in volleys(game):
        for player in _players(volley):
            infect, toxic = _poisoned(volley, player)
            for told in volley.told(player, "counters", POISON) if infect else ():
                words = {"p": player, "n": infect + toxic}
                outcome = outcome_of(told.right(infect + toxic))
                yield Finding(told.at, outcome, (Fact(told.said, told.at),), words)
    for what in (POISON, LIFE):
        for claim in told_of(game, what):
            words = {"p": claim.player, "n": _total(claim.entries, "infect", "toxic")}
            yield from (replace(found, words=words) for found in claim.findings("infect"))


@checks(
    "702.164c", prop="toxic-poisons", about="total toxic value, in addition", since="2023-11-17",
    cites=("120.3g",),
)  # fmt: skip
def toxic_poisons(game: Game) -> Iterator[Finding]:
    """Combat damage of toxic N to a player gives N poison counters beside the loss of life."""
    yield from _of_toxic(game, only_several=False)


@checks("702.164b", prop="toxic-adds-up", about="the sum of all N", since="2023-11-17")
def toxic_adds_up(game: Game) -> Iterator[Finding]:
    """Several toxic abilities of one creature add up."""
    yield from _of_toxic(game, only_several=True)


def _of_toxic(game: Game, *, only_several: bool) -> Iterator[Finding]:
    for volley in volleys(game):
        for player in _players(volley):
            infect, toxic = _poisoned(volley, player)
            several = any(len(hit.toxic) > 1 for hit in volley.hits if hit.share.to == player)
            for told in volley.told(player, "counters", POISON) if toxic else ():
                if several or not only_several:
                    words = {"p": player, "n": infect + toxic}
                    outcome = outcome_of(told.right(infect + toxic))
                    finding = Finding(told.at, outcome, (Fact(told.said, told.at),), words)
                    yield finding.after(SUM if several and not only_several else None)
    for claim in told_of(game, POISON):
        several = _several_toxic(game, claim)
        for finding in claim.findings("toxic") if several or not only_several else ():
            words = {"p": claim.player, "n": _total(claim.entries, "infect", "toxic")}
            root = SUM if several and not only_several else None
            yield replace(finding, words=words).after(root)


# ------------------------------------------------------------------ -1/-1 counters


def _shrunk(game: Game, word: str) -> Iterator[Finding]:
    """Damage of this keyword to a creature puts as many -1/-1 counters on it."""
    for volley in volleys(game):
        due: Counter[str] = Counter()
        mine: set[str] = set()
        for hit in volley.hits:
            if hit.has("infect") or hit.has("wither"):
                due[hit.share.to] += hit.share.amount
                mine |= {hit.share.to} if hit.has(word) else set()
        world = volley.hits[0].world
        for to in sorted(mine):
            thing = world.things.get(to.partition("@")[0])
            if thing is None or values(thing, world).is_creature.value is not True:
                continue
            words = {"o": called(thing, world), "n": due[to]}
            for told in volley.told(thing.id, "counters", MINUS):
                outcome = outcome_of(told.right(due[to]))
                yield Finding(told.at, outcome, (Fact(told.said, told.at),), words)
    for row in borne(game):
        if row.kind == MINUS and any(entry.cause == word for entry in row.entries):
            yield from _observed(row, word)


def _observed(row: Borne, word: str) -> Iterator[Finding]:
    finding = row.finding()
    if finding.outcome is not Outcome.VIOLATES or row.blamed == word:
        due = _total(row.entries, "infect", "wither")
        yield replace(finding, words={**finding.words, "n": due})


@checks(
    "702.90c", prop="infect-shrinks", about="damage dealt to a creature", since=SINCE,
    cites=("120.3d",),
)  # fmt: skip
def infect_shrinks(game: Game) -> Iterator[Finding]:
    """Damage of infect to a creature is -1/-1 counters."""
    yield from _shrunk(game, "infect")


@checks(
    "702.80a", prop="wither-shrinks", about="damage dealt to a creature", since=SINCE,
    cites=("120.3d",),
)  # fmt: skip
def wither_shrinks(game: Game) -> Iterator[Finding]:
    """Damage of wither to a creature is -1/-1 counters."""
    yield from _shrunk(game, "wither")
