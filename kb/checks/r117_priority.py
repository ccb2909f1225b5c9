"""117.3, 117.4, 405.5: who has priority, and what resolves when all pass."""

from collections.abc import Iterator

from kb.checks.registry import checks
from kb.facts import Fact, derived
from kb.moments import ACTIONS, NOBODY_KNOWS, Stacked, doer, makes_mana, moments, on_stack
from kb.number import RuleNumber
from kb.replay import Game, Step, each_once
from kb.values import called
from kb.verdict import Finding, outcome_of
from kb.world import World

SINCE = "2021-04-22"
TOP = RuleNumber.parse("405.5")


@checks(
    "117.3a",
    prop="active-player-first",
    about="receives priority at the beginning",
    since=SINCE,
    needs=(
        "do:begin & at:priority",
        "do:pass",
    ),
)
def active_player_first(game: Game) -> Iterator[Finding]:
    """As a step begins the active player gets priority first, and nobody does as one untaps."""
    for step in game.done("begin"):
        clock = step.event.at
        if clock is None or clock.priority in (None, "none") or not step.before.active.known:
            continue
        truth = clock.step != "untap" and clock.priority == step.before.active.value
        said = Fact(clock.priority, step.at / "at" / "priority")
        words = {"p": step.before.active.value, "q": clock.priority}
        yield Finding(said.at, outcome_of(truth), (said, step.before.active), words)
    yield from _given_by(game, "117.3a")


@checks(
    "117.3b",
    prop="active-after-resolution",
    about="after a spell or ability",
    since=SINCE,
    needs=("do:pass",),
)
def active_after_resolution(game: Game) -> Iterator[Finding]:
    """After something has resolved the active player gets priority."""
    yield from _given_by(game, "117.3b")


@checks(
    "117.3c",
    prop="same-player-after-acting",
    about="that player receives priority afterward",
    since=SINCE,
    needs=("do:pass",),
)
def same_player_after_acting(game: Game) -> Iterator[Finding]:
    """Who has cast, activated or played something has priority again."""
    yield from _given_by(game, "117.3c")


@checks(
    "117.3d",
    prop="next-player-after-pass",
    about="chooses not to take any",
    since=SINCE,
    needs=("do:pass",),
)
def next_player_after_pass(game: Game) -> Iterator[Finding]:
    """After a player has passed the next one has priority."""
    yield from _given_by(game, "117.3d")


def _given_by(game: Game, rule: str) -> Iterator[Finding]:
    """The actions of which a rule says whose they are, in a document that tells of passing."""
    for step in game.done(*ACTIONS, "pass"):
        moment = moments(game)[step.index]
        if moment.cause != rule or (step.event.do == "pass" and step.event.by is None):
            continue  # a pass without a name is that of whoever has priority
        if step.event.do == "activate" and makes_mana(step) is not False:
            continue
        by = doer(step)
        if moment.priority.known and by.known:
            truth = moment.priority.value == by.value
            words = {"p": moment.priority.value, "q": by.value}
            yield Finding(step.at, outcome_of(truth), (moment.priority, by), words)


@checks(
    "117.1b",
    prop="activate-with-priority",
    about="may activate an activated ability",
    since=SINCE,
    needs=(
        "do:activate & priority",
        "do:activate & at:priority",
        "do:activate & do:pass",
    ),
)
def activate_with_priority(game: Game) -> Iterator[Finding]:
    """Who activates an ability has priority, unless it makes mana."""
    for step in game.done("activate"):
        moment, by = moments(game)[step.index], doer(step)
        truth = moment.has_priority(by)
        if truth is None or makes_mana(step) is not False:
            continue
        root = RuleNumber.parse(moment.cause) if moment.cause is not None else None
        words = {"p": moment.priority.value, "q": by.value}
        yield Finding(step.at, outcome_of(truth), (moment.priority, by), words).after(root)


@checks(
    "117.4",
    prop="all-pass-first",
    about="all players pass in succession",
    since=SINCE,
    needs=("do:resolve & do:pass",),
)
def all_pass_first(game: Game) -> Iterator[Finding]:
    """The top of the stack resolves once all players have passed one after the other."""
    players = {name for name, player in game.document.players.items() if not player.left}
    for step in game.done("resolve"):
        passed = moments(game)[step.index].passed
        # Where nobody is said to have passed, it goes without saying that all have.
        told = bool(passed) or game.document.covers != "listed"
        if passed is None or not told or not players or NOBODY_KNOWS in passed:
            continue
        missing = sorted(players - set(passed[-len(players) :]))
        words = {"q": ", ".join(missing)}
        leans = (derived(", ".join(passed), step.at),)
        yield Finding(step.at, outcome_of(not missing), leans, words)


@checks(
    "405.5",
    prop="top-resolves-first",
    about="the top (last-added) spell",
    since=SINCE,
    needs=("do:resolve",),
)
def top_resolves_first(game: Game) -> Iterator[Finding]:
    """Of several spells and abilities on the stack the last one put there resolves."""
    for finding, _ in _resolved(game):
        yield finding


@checks(
    "405.2",
    prop="top-resolves-first",
    about="on top of all objects",
    since=SINCE,
    needs=("do:resolve",),
)
def put_on_top(game: Game) -> Iterator[Finding]:
    """What is put on the stack is put on top of what is there."""
    for finding, _ in _resolved(game):
        yield finding.after(TOP)


@checks(
    "608.1",
    prop="top-resolves-first",
    about="on top of the stack",
    since=SINCE,
    needs=("do:resolve",),
)
def top_of_the_stack_resolves(game: Game) -> Iterator[Finding]:
    """The same, as the rules of resolving say it."""
    for finding, _ in _resolved(game):
        yield finding.after(TOP)


@checks(
    "117.7",
    prop="response-resolves-first",
    about="in response to",
    since=SINCE,
    needs=("do:resolve",),
)
def response_resolves_first(game: Game) -> Iterator[Finding]:
    """What was cast or activated in response resolves before what it answers."""
    for finding, answers in _resolved(game):
        if any(step.event.do in ("cast", "activate") for step in answers):
            yield finding.after(TOP)


@each_once
def _resolved(game: Game) -> Iterator[tuple[Finding, list[Step]]]:
    """What resolved while something else was on the stack; the events that put the answers there.

    The answers are what lies above it, or it itself where nothing does.
    """
    for step in game.done("resolve"):
        moment = moments(game)[step.index]
        there = on_stack(game, moment)
        name = step.event.event or (step.event.object or "").partition("@")[0]
        place = next((n for n, one in enumerate(there) if one.name == name), None)
        if place is None or len(there) < 2 or sum(map(_listed, there)) > 1:
            continue
        above = there[place + 1 :]
        leans = tuple(derived(one.name, one.at) for one in there)
        words = {
            "o": _called(name, step.before),
            "q": _called(above[-1].name if above else name, step.before),
        }
        answers = above or there[place:]  # what resolves in its turn answers what lies below it
        put = [game.steps[one.put] for one in answers if one.put is not None]
        yield Finding(step.at, outcome_of(not above), leans, words), put


def _called(name: str, world: World) -> str:
    """The name of a spell; an ability has no more than its id."""
    spell = world.things.get(name)
    return called(spell, world) if spell is not None and name not in world.abilities else name


def _listed(one: Stacked) -> bool:
    """Whether it was there from the start: of several such nobody told the order."""
    return one.put is None
