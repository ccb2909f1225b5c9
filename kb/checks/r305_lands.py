"""305, 116.2a: playing lands."""

from bisect import bisect_left
from collections.abc import Iterator

from kb.checks.registry import checks
from kb.facts import Fact, derived
from kb.model import Outcome
from kb.moments import Moment, doer, moments
from kb.number import RuleNumber
from kb.pointer import ROOT, Pointer
from kb.replay import Game, Step, each_once
from kb.timing import Timing, as_sorcery
from kb.unread import unread
from kb.values import called, values
from kb.verdict import Finding, outcome_of

SINCE = "2021-04-22"
OWN_TURN = RuleNumber.parse("305.3")
TIMING = RuleNumber.parse("305.1")
COUNT = RuleNumber.parse("305.2a")
CAST = RuleNumber.parse("305.9")


@each_once
def _plays(game: Game) -> Iterator[tuple[Step, Moment, Fact[str]]]:
    """The lands played, when, by whom."""
    for step in game.done("play-land"):
        yield step, moments(game)[step.index], doer(step)


@each_once
def _timings(game: Game) -> Iterator[Timing]:
    for step, moment, by in _plays(game):
        found = as_sorcery(game, step, moment, by)
        if found is not None:
            yield found


@checks(
    "305.1",
    prop="land-timing",
    about="when the stack is empty",
    since=SINCE,
    cites=("116.2a",),
    needs=("do:play-land",),
)
def land_timing(game: Game) -> Iterator[Finding]:
    """A land is played in a main phase of one's own, with nothing on the stack."""
    for timing in _timings(game):
        yield timing.finding().after(OWN_TURN if timing.failed == "turn" else None)


@checks(
    "305.3",
    prop="land-own-turn",
    about="if it isn’t their turn",
    since=SINCE,
    needs=("do:play-land",),
)
def land_own_turn(game: Game) -> Iterator[Finding]:
    """Nobody plays a land in another player's turn."""
    for step, moment, by in _plays(game):
        if moment.active.known and by.known:
            truth = moment.active.value == by.value
            words = {"p": by.value}
            yield Finding(step.at, outcome_of(truth), (moment.active, by), words)


@checks(
    "116.2a",
    prop="land-special-action",
    about="only once during each",
    since=SINCE,
    cites=("305.1", "305.2"),
    needs=("do:play-land",),
)
def land_special_action(game: Game) -> Iterator[Finding]:
    """Playing a land is a special action, with its time and its limit."""
    for timing in _timings(game):
        root = OWN_TURN if timing.failed == "turn" else TIMING
        played = _counted(game, timing.step, timing.by)
        if timing.truth is not False and played.outcome is Outcome.VIOLATES:
            yield played.after(COUNT)
        else:
            yield timing.finding().after(root)


@checks(
    "305.2", prop="land-limit", about="normally play one land", since=SINCE, needs=("do:play-land",)
)
def one_land_a_turn(game: Game) -> Iterator[Finding]:
    """One land in each of one's turns, unless effects allow more."""
    for step, _, by in _plays(game):
        yield _counted(game, step, by).after(COUNT)


@checks(
    "305.2a",
    prop="land-limit",
    about="compare the number of lands",
    since=SINCE,
    needs=("do:play-land",),
)
def lands_compared(game: Game) -> Iterator[Finding]:
    """The lands that may be played this turn are more than those played already."""
    for step, _, by in _plays(game):
        yield _counted(game, step, by)


@checks(
    "305.2b", prop="land-limit", about="equal to or less than", since=SINCE, needs=("do:play-land",)
)
def no_land_left(game: Game) -> Iterator[Finding]:
    """With none left to play not even an effect lets one play a land."""
    for step, _, by in _plays(game):
        yield _counted(game, step, by).after(COUNT)


def _counted(game: Game, step: Step, by: Fact[str]) -> Finding:
    told = _played_before(game, step, by)
    words = {"p": by.value or "?", "n": 1 if told.value is None else told.value + 1}
    truth = None if told.value is None else told.value < 1
    unless = () if truth else unread(game, step)
    return Finding(step.at, outcome_of(truth), (told,), words, unless=unless)


def _played_before(game: Game, step: Step, by: Fact[str]) -> Fact[int]:
    """How many lands this player played earlier in this turn."""
    if not by.known:
        return Fact(None, by.at)
    turn = step.before.turn
    listed = _by_turn(game).get((str(by.value), turn), [])
    mine = bisect_left(listed, step.index)
    if turn > 0:
        return derived(mine, step.at)
    player = game.document.players.get(str(by.value))
    at: Pointer = ROOT / "players" / str(by.value) / "lands_played"
    if player is not None and player.lands_played is not None:
        return derived(mine + player.lands_played, step.at, Fact(player.lands_played, at))
    if mine:  # more than one land is told, whatever came before
        return derived(mine, game.steps[listed[0]].at)
    none = game.assumed(True, at)
    return none.then(lambda _: 0)


def _by_turn(game: Game) -> dict[tuple[str, int], list[int]]:
    """The events with which each player plays a land in each turn."""
    found: dict[tuple[str, int], list[int]] | None = game.kept.get("lands played")
    if found is None:
        found = game.kept["lands played"] = {}
        for step in game.done("play-land"):
            found.setdefault((str(doer(step).value), step.before.turn), []).append(step.index)
    return found


@checks(
    "305.9",
    prop="land-not-cast",
    about="both a land and another",
    since=SINCE,
    needs=(
        "do:cast & type:Land",
        "do:play-land & type:Land",
    ),
)
def land_not_cast(game: Game) -> Iterator[Finding]:
    """What is a land is played as a land, never cast."""
    yield from _as_lands(game, None)


@checks(
    "300.2a",
    prop="land-not-cast",
    about="both a land and another",
    since=SINCE,
    cites=("305.9",),
    needs=(
        "do:cast & type:Land",
        "do:play-land & type:Land",
    ),
)
def land_of_two_types_not_cast(game: Game) -> Iterator[Finding]:
    """The same, as the rules of card types say it."""
    yield from _as_lands(game, CAST)


def _as_lands(game: Game, root: RuleNumber | None) -> Iterator[Finding]:
    for step in game.done("play-land", "cast"):
        ref = step.event.object
        if ref is None:
            continue
        thing = step.before.thing(ref, step.at / "object")
        line = values(thing, step.before).types
        two_faces = thing.own is not None and thing.own.layout == "modal-double-faced"
        if line.value is None or "Land" not in line.value.types or two_faces:
            continue  # of two faces the other may have been cast
        played = step.event.do == "play-land"
        if played and len(line.value.types) == 1:
            continue
        words = {"o": called(thing, step.before)}
        yield Finding(step.at, outcome_of(played), (line,), words).after(root)
