"""603, 405.3, 608.2a: when abilities trigger, for whom, and in which order they are put down."""

from collections.abc import Iterator

from msgspec import Struct

from kb.checks.registry import checks
from kb.facts import Fact, derived
from kb.kicked import linked_kicks, was_kicked
from kb.moments import moments
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.printed import Named
from kb.replay import Game, Step
from kb.state_ability import Slot, Triggered
from kb.target_words import trigger
from kb.unread import unread
from kb.values import called, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Thing, World

SINCE = "2021-04-22"
NEEDS = ("do:trigger",)
KICKER = RuleNumber.parse("702.33e")
ORDER = RuleNumber.parse("603.3b")
CONDITION = RuleNumber.parse("603.4")
_OWN = frozenset({"enters", "dies", "leaves", "cast"})
"""Events of which the object itself sees one only."""
_SINGLE = frozenset({"move", "play-land", "cast"})
"""Events that happen to one object."""


class Put(Struct, frozen=True):
    """A triggered ability as it is put on the stack."""

    step: Step
    source: Thing
    ability: Named
    written: Triggered

    @property
    def when(self) -> str | None:
        """A key of the trigger words; None where they are not read."""
        return trigger(self.written.when)

    @property
    def words(self) -> dict[str, object]:
        return {"o": called(self.source, self.step.before), "a": self.ability.id}


def triggers(game: Game) -> tuple[Put, ...]:
    """The triggered abilities that the document lists."""
    found: tuple[Put, ...] | None = game.kept.get("triggers")
    if found is None:
        found = game.kept["triggers"] = tuple(_triggers(game))
    return found


def _triggers(game: Game) -> Iterator[Put]:
    for step in game.done("trigger"):
        event = step.event
        if event.source is None or event.ability is None:
            continue
        source = step.before.thing(event.source, step.at / "source")
        ability = _ability(source, step.before, event.ability)
        if ability is not None and ability.written.triggered is not None:
            yield Put(step, source, ability, ability.written.triggered)


def _ability(source: Thing, world: World, name: str) -> Named | None:
    """The ability of an object; of one that is gone, as it last was (603.10a)."""
    found = values(source, world).ability(name)
    before = _last_permanent(world, source) if found is None else None
    return found if before is None else values(before, world).ability(name)


# ---------------------------------------------------------------- when


@checks("603.2b", prop="trigger-at-its-step", about="When a phase or step", since=SINCE)
def trigger_at_its_step(game: Game) -> Iterator[Finding]:
    """What triggers at the beginning of a step triggers in that step."""
    for put in triggers(game):
        key, _, wanted = (put.when or "").partition(":")
        moment = moments(game)[put.step.index]
        if key != "step" or not (moment.step.known or moment.phase.known):
            continue
        if moment.step.known:
            truth: bool | None = moment.step.value == wanted
            told = moment.step
        else:  # the phase alone shows only what is impossible
            truth = None if moment.phase.value in _phases(wanted) else False
            told = moment.phase
        leans: tuple[Fact[object], ...] = (told.then(lambda t: t),)
        if truth is None:
            leans = (moment.step.then(lambda s: s),)
        words = {**put.words, "v": Word("steps", wanted)}
        yield Finding(put.step.at, outcome_of(truth), leans, words)


def _phases(step: str) -> frozenset[str]:
    place = {"upkeep": "beginning", "draw": "beginning", "end": "ending"}.get(step, "combat")
    return frozenset({place})


@checks("603.2c", prop="once-per-occurrence", about="triggers only once each time", since=SINCE)
def once_per_occurrence(game: Game) -> Iterator[Finding]:
    """An object enters, leaves or is cast once, and what looks for that triggers once."""
    first: dict[tuple[tuple[str, int], str, str | None], Pointer] = {}
    single = {s.event.id for s in game.done(*_SINGLE) if s.event.id is not None}
    for put in triggers(game):
        own, cause = put.when in _OWN, put.step.event.for_
        if not own and cause not in single:
            continue
        source = _as_it_was(game, put) if put.when in ("dies", "leaves") else put.source
        if source is None:
            continue
        key = (source.ref, put.ability.id, None if own else cause)
        at = first.setdefault(key, put.step.at)
        truth = at == put.step.at
        unless = () if truth else unread(game, put.step)  # 603.2d
        leans = (derived(put.ability.id, at),)
        yield Finding(put.step.at, outcome_of(truth), leans, put.words, unless=unless)


@checks("603.6a", prop="enters-needs-entering", about="trigger when a permanent enters",
        since=SINCE)  # fmt: skip
def enters_needs_entering(game: Game) -> Iterator[Finding]:
    """What triggers as its object enters does so for an object that has entered."""
    for put in triggers(game):
        if put.when == "enters" and not _doubtful(put):
            there = put.source.zone == "battlefield"
            truth = there or _last_permanent(put.step.before, put.source) is not None
            zone = Fact(put.source.zone, put.source.at / "zone")
            yield Finding(put.step.at, outcome_of(truth), (zone,), put.words)


@checks("603.10a", prop="leaves-looks-back", about="zone-change triggers look back", since=SINCE)
def leaves_looks_back(game: Game) -> Iterator[Finding]:
    """What triggers as its object dies or leaves looks back to a permanent that did."""
    for put in triggers(game):
        if put.when not in ("dies", "leaves") or _doubtful(put):
            continue
        if put.source.number == 1 and put.source.zone != "battlefield":
            continue  # it was gone before the history begins
        was = _as_it_was(game, put)
        truth = was is not None
        if was is not None and put.when == "dies":
            after = _next(put.step.before, was)
            truth = after is not None and after.zone in ("graveyard", "none")
        zone = Fact(put.source.zone, put.source.at / "zone")
        yield Finding(put.step.at, outcome_of(truth), (zone,), put.words)


def _doubtful(put: Put) -> bool:
    """Whether nobody knows what became of the object on its way here."""
    past = (put.step.before.past.get((put.source.id, n)) for n in range(1, put.source.number))
    return any(thing is not None and thing.doubt is not None for thing in (put.source, *past))


def _as_it_was(game: Game, put: Put) -> Thing | None:
    """The permanent that left, of which the ability is; None where none did."""
    world, source = put.step.before, put.source
    if source.zone == "battlefield":
        return source if world.current(source) is None else None
    return _last_permanent(world, source)


def _last_permanent(world: World, thing: Thing) -> Thing | None:
    """The last incarnation before this one that was on the battlefield."""
    for number in range(thing.number - 1, 0, -1):
        was = world.past.get((thing.id, number))
        if was is not None and was.zone == "battlefield":
            return was
    return None


def _next(world: World, thing: Thing) -> Thing | None:
    """What the object became as it changed zones."""
    now = world.things.get(thing.id)
    if now is not None and now.number == thing.number + 1:
        return now
    return world.past.get((thing.id, thing.number + 1))


# ---------------------------------------------------------------- whose, in which order


@checks("603.3a", prop="trigger-controller", about="the player who controlled its",
        since=SINCE)  # fmt: skip
def trigger_controller(game: Game) -> Iterator[Finding]:
    """Who controls the source controls what it triggers."""
    for put in triggers(game):
        by = put.step.event.by
        if by is None:
            continue
        source = _as_it_was(game, put) if put.when in ("dies", "leaves") else put.source
        whose = (source or put.source).controller
        truth = whose.then(lambda player, b=by: player == b)  # type: ignore[misc]
        at = put.step.at / "by"
        words = {**put.words, "p": whose.value or "?", "q": by}
        yield Finding(at, outcome_of(truth.value), (Fact(by, at), whose), words)


@checks("603.3b", prop="apnap", about="each player, in APNAP order", since=SINCE, cites=("101.4",))
def apnap(game: Game) -> Iterator[Finding]:
    """Of what triggered together the active player's is put on the stack first."""
    yield from _apnap(game)


@checks("405.3", prop="apnap", about="put on lowest, followed by", since=SINCE, cites=("603.3b",))
def apnap_on_the_stack(game: Game) -> Iterator[Finding]:
    """The same, as the rules of the stack say it."""
    for finding in _apnap(game):
        yield finding.after(ORDER)


def _apnap(game: Game) -> Iterator[Finding]:
    """Triggers next to one another that name the same event as their cause."""
    previous: tuple[Step, str] | None = None
    for step in game.steps:
        event = step.event
        if event.do != "trigger" or step.taken_back or event.source is None or event.for_ is None:
            previous = None
            continue
        source = step.before.thing(event.source, step.at / "source")
        player = event.by or source.controller.value
        active = step.before.active
        together = previous is not None and previous[0].event.for_ == event.for_
        if previous is not None and together and player is not None and active.known:
            first = previous[1]
            if first != player and active.value in (first, player):
                truth = first == active.value
                words = {"p": active.value, "q": first}
                leans = (active, derived(first, previous[0].at))
                yield Finding(step.at, outcome_of(truth), leans, words)
        previous = (step, player) if player is not None else None


@checks("603.3d", prop="trigger-targets", about="for putting a triggered ability", since=SINCE,
        cites=("601.2c",))  # fmt: skip
def trigger_targets(game: Game) -> Iterator[Finding]:
    """The targets of a triggered ability are chosen, in their number, as it is put down."""
    for put in triggers(game):
        chosen = put.step.event.targets
        if chosen is None:
            continue
        for slot in put.written.targets:
            if slot.if_ is None:
                yield _in_number(put, slot, len(chosen.get(slot.id, ())))


def _in_number(put: Put, slot: Slot, number: int) -> Finding:
    most = slot.max if isinstance(slot.max, int) else None
    truth = slot.min <= number and (most is None or number <= most)
    at = put.step.at / "targets" / slot.id
    words = {"t": slot.id, "n": number, "min": slot.min, "max": "∞" if most is None else most}
    return Finding(at, outcome_of(truth), (derived(number, at),), words)


# ---------------------------------------------------------------- intervening "if"


@checks("603.4", prop="intervening-if", about="checks whether the stated condition", since=SINCE)
def intervening_if(game: Game) -> Iterator[Finding]:
    """With an "if" behind its event an ability triggers only where that is true."""
    for put in triggers(game):
        met = _met(put.source, put.written)
        if met is not None:
            found = Finding(put.step.at, outcome_of(met.value), (met,), put.words)
            kicked = put.written.if_ is not None and put.written.if_.kicked is not None
            yield found.after(KICKER if kicked else None)


@checks("608.2a", prop="if-checked-again", about="has an intervening “if” clause", since=SINCE,
        cites=("603.4",))  # fmt: skip
def if_checked_again(game: Game) -> Iterator[Finding]:
    """The "if" is asked again as the ability resolves: where it is false nothing happens."""
    asked = {put.step.event.id: put for put in triggers(game) if put.written.if_ is not None}
    for step in game.done("resolve") if asked else ():
        event = step.event
        put = asked.get(event.event) if event.event is not None else None
        met = _met(put.source, put.written) if put is not None else None
        if put is None or met is None:
            continue
        did = bool(event.bonus or event.tokens or event.amount or event.applies)
        truth = True if met.value or not did else met.value
        yield Finding(step.at, outcome_of(truth), (met,), put.words).after(CONDITION)


def _met(source: Thing, written: Triggered) -> Fact[bool] | None:
    """Whether a condition that a program can read holds; None where there is no such."""
    when = written.if_
    if when is None or when.other is not None or when.mode is not None:
        return None
    if when.kicked is not None:
        return was_kicked(linked_kicks(source), when.kicked)
    if when.prototyped is not None:
        return source.how.prototyped.then(lambda yes: yes is when.prototyped)
    return None
