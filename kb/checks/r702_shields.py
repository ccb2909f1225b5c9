"""702.11, 702.16, 702.18, 702.21: permanents that may not be targeted, or not for nothing."""

from collections.abc import Iterator

from msgspec.structs import replace

from kb.checks.registry import checks
from kb.facts import Fact, every
from kb.model import Outcome
from kb.number import RuleNumber
from kb.replay import Game, Step, each_once
from kb.target_words import keyword
from kb.targets import Aiming, Target, aimings, has_quality, qualities
from kb.unread import unread
from kb.values import Values, values
from kb.verdict import Finding, outcome_of
from kb.world import Thing

SINCE = "2021-04-22"
NEEDS = ("said:targets",)
EVERYTHING = RuleNumber.parse("702.16j")


@each_once
def _permanents(game: Game) -> Iterator[tuple[Aiming, Target, Thing, Values]]:
    """The permanents that were chosen as targets."""
    for aiming in aimings(game):
        for target in aiming.targets:
            if target.thing is not None and target.thing.zone == "battlefield":
                yield aiming, target, target.thing, values(target.thing, aiming.step.before)


def _words(aiming: Aiming, thing: Thing, now: Values) -> dict[str, object]:
    return {"o": aiming.name, "x": now.name.value or thing.id, "p": aiming.by.value or "?"}


def _shown(finding: Finding, aiming: Aiming) -> Finding:
    """The finding; of a fault, the words that may let the target be chosen all the same."""
    if finding.outcome is not Outcome.VIOLATES:
        return finding
    return replace(finding, unless=unread(aiming.game, aiming.step))


@checks("702.11b", prop="hexproof", about="spells or abilities your opponents", since=SINCE)
def hexproof(game: Game) -> Iterator[Finding]:
    """A permanent with hexproof is no target for the opponents of its controller."""
    for aiming, target, thing, now in _permanents(game):
        if "hexproof" in (now.keywords.value or ()):
            opponent = aiming.is_opponent(thing.controller.value)
            truth = None if opponent is None else not opponent
            leans = (now.keywords, thing.controller, aiming.by)
            words = _words(aiming, thing, now)
            yield _shown(Finding(target.at, outcome_of(truth), leans, words), aiming)


@checks("702.11d", prop="hexproof-from", about="variant of the hexproof ability", since=SINCE)
def hexproof_from(game: Game) -> Iterator[Finding]:
    """Hexproof from a quality is hexproof against what has that quality."""
    for aiming, target, thing, now in _permanents(game):
        for text, wish in qualities(now, "hexproof-from"):
            has = None if wish is None else has_quality(aiming, wish)
            hit = every((has, aiming.is_opponent(thing.controller.value)))
            truth = None if hit is None else not hit
            words = {**_words(aiming, thing, now), "q": text}
            leans = (now.keywords, thing.controller) if truth is not None else _unclear(aiming, now)
            yield _shown(Finding(target.at, outcome_of(truth), leans, words), aiming)


@checks("702.16b", prop="protection-targeting", about="can’t be targeted by spells", since=SINCE)
def protection(game: Game) -> Iterator[Finding]:
    """A permanent with protection is no target for what has the quality."""
    for aiming, target, thing, now in _permanents(game):
        for text, wish in qualities(now, "protection"):
            has = None if wish is None else has_quality(aiming, wish)
            truth = None if has is None else not has
            words = {**_words(aiming, thing, now), "q": text}
            leans = (now.keywords,) if truth is not None else _unclear(aiming, now)
            found = _shown(Finding(target.at, outcome_of(truth), leans, words), aiming)
            yield found.after(EVERYTHING if wish is not None and wish.key == "everything" else None)


@checks("702.16j", prop="untargeted-by-anything", about="protection from each object",
        since=SINCE, cites=("702.16b",))  # fmt: skip
def protection_from_everything(game: Game) -> Iterator[Finding]:
    """A permanent with protection from everything is never a target."""
    for finding, _ in _never(game, "protection"):
        yield finding


def _unclear(aiming: Aiming, now: Values) -> tuple[Fact[object], ...]:
    """What is missing to tell whether the source has the quality."""
    for fact in (aiming.looks.colors, aiming.looks.types):
        if not fact.known:
            return (fact.then(lambda known: known),)
    return (Fact(None, now.keywords.at),)


@checks("702.18a", prop="shroud", about="can’t be the target of", since=SINCE)
def shroud(game: Game) -> Iterator[Finding]:
    """A permanent with shroud is never a target, whoever controls it."""
    for finding, _ in _never(game, "shroud"):
        yield finding


def _never(game: Game, what: str) -> Iterator[tuple[Finding, Thing]]:
    """The targets chosen while a permanent is there that may never be one."""
    for aiming in aimings(game) if _mentioned(game, what) else ():
        world = aiming.step.before
        out = [t for t in world.on_battlefield() if _out(values(t, world), what)]
        for target in aiming.targets if out else ():
            hit = target.thing is not None and any(t.ref == target.thing.ref for t in out)
            thing = target.thing if hit and target.thing is not None else out[0]
            now = values(thing, world)
            words = _words(aiming, thing, now)
            found = Finding(target.at, outcome_of(not hit), (now.keywords,), words)
            yield _shown(found, aiming), thing


def _mentioned(game: Game, what: str) -> bool:
    """Whether any object or effect has the keyword at all."""
    document = game.document
    cards = [*document.cards.values(), *document.objects.values()]
    cards += [event.as_ for event in document.history if event.as_ is not None]
    effects = [*document.effects, *(e.effect for e in document.history if e.effect is not None)]
    words = {word for card in cards for word in card.keywords or ()}
    words |= {word for effect in effects for word in effect.add_keywords}
    return any(word.casefold() == what or (keyword(word) or ("",))[0] == what for word in words)


def _out(now: Values, what: str) -> bool:
    if what == "shroud":
        return "shroud" in (now.keywords.value or ())
    return any(wish is not None and wish.key == "everything" for _, wish in qualities(now, what))


@checks("702.21a", prop="ward-triggers", about="Ward is a triggered ability", since=SINCE)
def ward_triggers(game: Game) -> Iterator[Finding]:
    """Ward triggers for an opponent's spell or ability before that resolves, for no other."""
    for aiming, target, thing, now in _permanents(game):
        if not any((keyword(word) or ("", ""))[0] == "ward" for word in now.keywords.value or ()):
            continue
        opponent = aiming.is_opponent(thing.controller.value)
        triggered = _ward_trigger(game, aiming, thing)
        words = _words(aiming, thing, now)
        if opponent is False:
            at = triggered.at if triggered is not None else target.at
            leans = (thing.controller, aiming.by)
            yield Finding(at, outcome_of(triggered is None), leans, words)
        elif opponent and triggered is not None:
            yield Finding(triggered.at, Outcome.COMPLIES, (now.keywords,), words)
        elif opponent and (late := _resolved(game, aiming)) is not None:
            yield Finding(late.at, Outcome.VIOLATES, (now.keywords,), words)


def _ward_trigger(game: Game, aiming: Aiming, thing: Thing) -> Step | None:
    """The trigger of the permanent for this spell or ability, told before that resolves."""
    end = _resolved(game, aiming)
    for step in game.steps[aiming.step.index + 1 : end.index if end is not None else None]:
        event = step.event
        if event.do != "trigger" or event.source is None or step.taken_back:
            continue
        mine = event.source.partition("@")[0] == thing.id
        if mine and (
            None in (event.for_, aiming.step.event.id) or event.for_ == aiming.step.event.id
        ):
            ability = values(thing, step.before).ability(event.ability or "")
            if ability is None or ability.written.triggered is None:  # the keyword's own
                return step
    return None


def _resolved(game: Game, aiming: Aiming) -> Step | None:
    """The event with which the spell or ability resolves."""
    for step in game.steps[aiming.step.index + 1 :]:
        event = step.event
        if event.do == "resolve" and not step.taken_back:
            name = event.event or (event.object or "").partition("@")[0]
            if name == aiming.own_id:
                return step
    return None
