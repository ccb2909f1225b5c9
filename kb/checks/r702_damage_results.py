"""702.15, 702.80, 702.90, 702.164: what damage does beside being marked, as far as it is told."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kb.blocks import named
from kb.checks.registry import when
from kb.combat_damage import CALM, FIRST, SECOND, Share, shares_of, steps_of
from kb.facts import Fact
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.printed import integer
from kb.replay import Game, Step
from kb.values import values
from kb.verdict import Finding, outcome_of
from kb.world import Thing, World

checks = when("do:damage")

SINCE = "2021-04-22"
ONCE, SUM = RuleNumber.parse("702.15f"), RuleNumber.parse("702.164b")
MINUS, POISON = "-1/-1", "poison"


@dataclass(frozen=True, slots=True)
class Hit:
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
        """The N of each toxic ability (702.164b), as often as it is listed."""
        listed = self.source.own.listed_keywords if self.source.own is not None else ()
        words = [word.casefold() for word in listed if word.casefold() in self.words]
        words += [word for word in self.words if word not in words]
        found = (integer(word[len("toxic") :]) for word in words if word.startswith("toxic "))
        return [number for number in found if number is not None and number > 0]


@dataclass(frozen=True, slots=True)
class Volley:
    """Damage events in a row, with what is told of their results right behind them."""

    game: Game
    hits: tuple[Hit, ...]
    steps: tuple[Step, ...]
    start: int
    """The index of its first event."""

    def told(self, player: str | None, kind: str, key: str) -> tuple[int, Pointer] | None:
        """What events say that a player, or a permanent, got; None where none does."""
        found: list[tuple[int, Pointer]] = []
        for step in self.steps:
            event = step.event
            if event.do != kind or event.event is not None or event.for_ is not None:
                continue  # of an ability, not of the damage itself
            if kind == "life" and event.by == player and (event.amount or 0) > 0:
                found.append((event.amount or 0, step.at / "amount"))
            whom = event.object or event.by
            if kind == "counters" and whom == player and key in (event.counters or {}):
                found.append(((event.counters or {})[key], step.at / "counters" / key))
        return (sum(count for count, _ in found), found[0][1]) if found else None

    @property
    def calm(self) -> bool:
        """Whether nothing before it can have changed life or counters of a player."""
        return all(step.event.do in CALM for step in self.game.steps[: self.start])


def volleys(game: Game) -> Iterator[Volley]:
    if "damage" not in game.kinds:
        return
    clocks = steps_of(game)
    hits: list[Hit] = []
    steps: list[Step] = []
    for step in (*game.steps, None):
        kind = step.event.do if step is not None else None
        goes_on = kind == "damage" or (bool(steps) and kind in ("life", "counters", "observe"))
        if (step is None or not goes_on or step.event.at is not None) and hits:
            yield Volley(game, tuple(hits), tuple(steps), steps[0].index)
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
    own = event.ability is None and event.event is None and event.for_ is None
    combat = own and clock in (FIRST, SECOND) and source.in_combat
    for share in shares_of(step):
        if share.amount:
            yield Hit(source, share, words, world, combat)


def _players(volley: Volley) -> list[str]:
    players = volley.game.document.players
    return sorted({hit.share.to for hit in volley.hits if hit.share.to in players})


def _gains(volley: Volley) -> Counter[str]:
    """702.15b: what each player gains."""
    found: Counter[str] = Counter()
    for hit in volley.hits:
        if hit.has("lifelink") and hit.source.controller.value is not None:
            found[hit.source.controller.value] += hit.share.amount
    return found


def _claimed(volley: Volley, player: str) -> Iterator[tuple[Step, int | None, int | None]]:
    """What is observed of a player's life and poison behind the damage."""
    for step in volley.steps:
        said = (step.event.players or {}).get(player)
        if step.event.do == "observe" and said is not None:
            yield step, said.life, (said.counters or {}).get(POISON)


def _life(volley: Volley, player: str) -> int | None:
    """The player's life before the damage; None where the document does not tell."""
    given = volley.game.document.players.get(player)
    if not volley.calm or given is None:
        return None
    return given.life if given.life is not None else None if volley.game.strict else 20


def _lost(volley: Volley, player: str) -> int:
    """120.3a: damage is loss of life, but that of infect."""
    mine = [hit for hit in volley.hits if hit.share.to == player and not hit.has("infect")]
    return sum(hit.share.amount for hit in mine)


@checks("702.15b", prop="lifelink", about="to gain that much life", since=SINCE, cites=("120.3",))
def lifelink(game: Game) -> Iterator[Finding]:
    """The controller of a source with lifelink gains as much life as it deals damage."""
    for volley in volleys(game):
        for player, due in _gains(volley).items():
            doubled = _doubled(volley, player)
            for said, at in _said_gains(volley, player, due):
                follows = ONCE if said != due and doubled and said in doubled else None
                words = {"p": player, "n": due, "m": said}
                yield Finding(at, outcome_of(said == due), (Fact(said, at),), words,
                              follows=follows)  # fmt: skip


def _said_gains(volley: Volley, player: str, due: int) -> Iterator[tuple[int, Pointer]]:
    """How much life the player is said to have gained, and where."""
    told = volley.told(player, "life", "")
    if told is not None:
        yield told
    life = _life(volley, player)
    for step, said, _ in _claimed(volley, player) if life is not None else ():
        if said is not None and life is not None:
            yield said - life + _lost(volley, player), step.at / "players" / player / "life"


def _doubled(volley: Volley, player: str) -> set[int]:
    """What it would be if each of several instances of lifelink gave life."""
    total = 0
    several = False
    for hit in volley.hits:
        if hit.has("lifelink") and hit.source.controller.value == player:
            count = _listed(hit.source, "lifelink")
            several = several or count > 1
            total += hit.share.amount * count
    return {total} if several else set()


def _listed(thing: Thing, word: str) -> int:
    words = thing.own.listed_keywords if thing.own is not None else ()
    return max(1, sum(one.casefold() == word for one in words))


@checks("702.15f", prop="lifelink-once", about="instances of lifelink on the", since=SINCE)
def lifelink_once(game: Game) -> Iterator[Finding]:
    """Lifelink twice on one object gains life once."""
    for volley in volleys(game):
        for player, due in _gains(volley).items():
            doubled = _doubled(volley, player)
            for said, at in _said_gains(volley, player, due) if doubled else ():
                truth = True if said == due else False if said in doubled else None
                if truth is not None:
                    words = {"p": player, "n": due, "m": said}
                    yield Finding(at, outcome_of(truth), (Fact(said, at),), words)


def _poisoned(volley: Volley, player: str) -> tuple[int, int]:
    """Poison counters for a player by infect, and by toxic."""
    mine = [hit for hit in volley.hits if hit.share.to == player]
    infect = sum(hit.share.amount for hit in mine if hit.has("infect"))
    return infect, sum(sum(hit.toxic) for hit in mine if hit.combat)


def _said_poison(volley: Volley, player: str) -> Iterator[tuple[int, Pointer]]:
    told = volley.told(player, "counters", POISON)
    if told is not None:
        yield told
    given = volley.game.document.players.get(player)
    known = volley.calm and given is not None
    if volley.game.strict and given is not None and given.counters is None:
        known = False
    before = (given.counters or {}).get(POISON, 0) if given is not None else 0
    for step, _, said in _claimed(volley, player) if known else ():
        if said is not None:
            yield said - before, step.at / "players" / player / "counters" / POISON


@checks(
    "702.90b", prop="infect-costs-no-life", about="player that many poison counters", since=SINCE,
    cites=("120.3b",),
)  # fmt: skip
def infect_poisons(game: Game) -> Iterator[Finding]:
    """Damage of infect to a player is poison counters and no loss of life."""
    for volley in volleys(game):
        for player in _players(volley):
            infect, toxic = _poisoned(volley, player)
            if not infect:
                continue
            words = {"p": player, "n": infect + toxic}
            for said, at in _said_poison(volley, player):
                truth = outcome_of(said == infect + toxic)
                yield Finding(at, truth, (Fact(said, at),), words)
            life = _life(volley, player)
            gained = _gains(volley)[player]
            for step, claimed, _ in _claimed(volley, player) if life is not None else ():
                if claimed is not None and life is not None:
                    at = step.at / "players" / player / "life"
                    right = claimed == life - _lost(volley, player) + gained
                    yield Finding(at, outcome_of(right), (Fact(claimed, at),), words)


@checks(
    "702.164c", prop="toxic-poisons", about="total toxic value, in addition", since="2023-11-17",
    cites=("120.3g",),
)  # fmt: skip
def toxic_poisons(game: Game) -> Iterator[Finding]:
    """Combat damage of toxic N to a player gives N poison counters beside the loss of life."""
    for volley in volleys(game):
        for player in _players(volley):
            infect, toxic = _poisoned(volley, player)
            several = any(len(hit.toxic) > 1 for hit in volley.hits if hit.share.to == player)
            for said, at in _said_poison(volley, player) if toxic else ():
                right = said == infect + toxic
                words = {"p": player, "n": infect + toxic}
                follows = SUM if several and not right else None
                yield Finding(at, outcome_of(right), (Fact(said, at),), words, follows=follows)


@checks(
    "702.164b", prop="toxic-adds-up", about="the sum of all N", since="2023-11-17",
)  # fmt: skip
def toxic_adds_up(game: Game) -> Iterator[Finding]:
    """Several toxic abilities of one creature add up."""
    for volley in volleys(game):
        for player in _players(volley):
            infect, toxic = _poisoned(volley, player)
            mine = [h for h in volley.hits if h.share.to == player and h.combat]
            if not any(len(hit.toxic) > 1 for hit in mine):
                continue
            for said, at in _said_poison(volley, player):
                words = {"p": player, "n": infect + toxic}
                yield Finding(at, outcome_of(said == infect + toxic), (Fact(said, at),), words)


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
            words = {"o": named(thing, world), "n": due[to]}
            for said, at in _said_minus(volley, thing):
                yield Finding(at, outcome_of(said == due[to]), (Fact(said, at),), words)


def _said_minus(volley: Volley, thing: Thing) -> Iterator[tuple[int, Pointer]]:
    told = volley.told(thing.id, "counters", MINUS)
    if told is not None:
        yield told
        return
    before = thing.counters.value
    for step in volley.steps if before is not None else ():
        said = (step.event.objects or {}).get(thing.id)
        if said is None or said.counters is None or before is None:
            continue
        if step.event.do == "observe":
            at = step.at / "objects" / thing.id / "counters"
            yield said.counters.get(MINUS, 0) - before.get(MINUS, 0), at


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
