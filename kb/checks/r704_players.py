"""704.5a, c: players who have lost, and the rules that say so in other places."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping

from kb.changes import LIFE
from kb.checks.registry import checks
from kb.facts import Fact, derived
from kb.ledger import ledger
from kb.model import Outcome
from kb.pointer import ROOT
from kb.priority import PriorityMoment, priority_moments
from kb.replay import Game, Step, once
from kb.verdict import Finding

SINCE = "2019-05-03"
LIVES = ("has:life", "do:life", "do:damage", "paid:life")
POISONED = ("counter:poison", "keyword:infect", "keyword:toxic")
_ACTS = frozenset({"cast", "cast-copy", "activate", "play-land", "pass", "attack", "block"})


@checks("704.5a", prop="life-zero-lost", about="player has 0 or less", since=SINCE, needs=LIVES)
@checks("104.3b", prop="life-zero-lost", about="life total is 0 or", since=SINCE,
        needs=LIVES, root="704.5a")  # fmt: skip
@checks("119.6", prop="life-zero-lost", about="player has 0 or less", since="2021-04-22",
        needs=LIVES, root="704.5a")  # fmt: skip
def life_zero_lost(game: Game) -> Iterator[Finding]:
    """A player with 0 life or less has lost when a player would next have priority."""
    for player in game.document.players:
        yield from _lost(game, player, LIFE)


@checks("704.5c", prop="ten-poison-lost", about="ten or more poison counters", since=SINCE,
        needs=POISONED)  # fmt: skip
@checks("104.3d", prop="ten-poison-lost", about="ten or more poison counters", since=SINCE,
        needs=POISONED, root="704.5c")  # fmt: skip
@checks("122.1f", prop="ten-poison-lost", about="ten or more poison counters", since="2022-11-18",
        needs=POISONED, root="704.5c")  # fmt: skip
def ten_poison_lost(game: Game) -> Iterator[Finding]:
    """A player with ten poison counters has lost when a player would next have priority."""
    # 704.6b: teams that share their poison lose by another number
    teams = [player for player in game.document.players.values() if player.team is not None]
    for name in game.document.players if not teams else ():
        yield from _lost(game, name, "poison")


def _lost(game: Game, player: str, what: str) -> Iterator[Finding]:
    """Findings about a player: at a moment of priority they have lost and do nothing any more."""
    given = game.document.players[player]
    at = ROOT / "players" / player / ("life" if what == LIFE else "counters")
    applies = given.life is not None if what == LIFE else given.counters is not None
    good, book = False, ledger(game).sum_of(player, what)
    moments: dict[int, list[PriorityMoment]] = {}
    for moment in priority_moments(game):
        moments.setdefault(moment.index, []).append(moment)
    for index in range(len(game.steps) + 1):
        value, entries = book.value(index)
        applies = applies or entries > 0
        if value is not None and not _is_lost(value, what):
            good = True
            continue
        for moment in moments.get(index, ()):
            if given.left or not applies:
                continue
            still = _plays_on(game, player, moment)
            if still is None:
                continue
            total = book.at(index)
            lost = total.then(lambda n: _is_lost(n, what))
            if lost.value is None or not still.known:
                yield Finding(at, Outcome.CANNOT_TELL, (lost, still))
            else:
                words = {"p": player, "n": total.value}
                yield Finding(at, Outcome.VIOLATES, (lost, still), words)
            return
    lost = book.at(len(game.steps)).then(lambda n: _is_lost(n, what))
    if applies and (good or given.left or lost.value):
        yield Finding(at, Outcome.COMPLIES, (lost,), {"p": player})


def _is_lost(number: int, what: str) -> bool:
    return number <= 0 if what == LIFE else number >= 10


def _plays_on(game: Game, player: str, moment: PriorityMoment) -> Fact[bool] | None:
    """That the player is in the game at the moment; None where the document does not say it.

    No event says that a player lost: only what they do later shows that they did not. A position
    in which a player has priority shows it of all who have not left.
    """
    if not moment.shown.known or (moment.index == 0 and moment.shown.at == moment.at):
        return moment.shown
    acts = _acts(game).get(player, ())
    place = bisect_left(acts, moment.index)
    return derived(True, game.steps[acts[place]].at) if place < len(acts) else None


@once
def _acts(game: Game) -> Mapping[str | None, list[int]]:
    """The indices of the events that only a player who is still in the game does."""
    found: dict[str | None, list[int]] = {}
    for step in game.steps:
        if step.event.do in _ACTS and not step.taken_back:
            found.setdefault(_who(step), []).append(step.index)
    return found


def _who(step: Step) -> str | None:
    if step.event.by is not None:
        return step.event.by
    thing = step.before.things.get((step.event.object or "").partition("@")[0])
    return thing.controller.value if thing is not None else step.before.active.value
