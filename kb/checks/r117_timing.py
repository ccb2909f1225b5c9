"""117.1a, 301.1 to 310.1, 702.8a: when spells are cast from a hand."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from kb.casting_cost import spell_of
from kb.checks.registry import checks
from kb.facts import Fact
from kb.model import Outcome
from kb.moments import doer, moments
from kb.number import RuleNumber
from kb.replay import Game, Step
from kb.replay_announce import keyword_of
from kb.timing import Timing, as_sorcery, with_priority
from kb.values import Values, values
from kb.verdict import Finding
from kb.world import Thing

SINCE = "2021-04-22"
NEEDS = ("do:cast",)
SLOW = {
    "Creature": "302.1", "Artifact": "301.1", "Enchantment": "303.1", "Planeswalker": "306.1",
    "Sorcery": "307.1", "Battle": "310.1",
}  # fmt: skip
"""Card types that are cast in a main phase of one's own only; the first of several is the root."""
FROM_HAND = frozenset({"evoke", "overload", "bestow", "dash", "blitz", "spectacle", "surge",
                       "prowl", "emerge", "cleave", "warp", "impending", "mutate"})  # fmt: skip
"""Alternative costs that change nothing of the time; others come with a time of their own."""


class Cast(Struct, frozen=True):
    """A spell cast from a hand, with what decides when it may be."""

    step: Step
    spell: Thing
    now: Values
    types: frozenset[str]
    by: Fact[str]

    @property
    def slow(self) -> tuple[str, ...]:
        """Its types that ask for a main phase; none for an instant or a spell with flash."""
        if "Instant" in self.types or self.has_flash:
            return ()
        return tuple(kind for kind in SLOW if kind in self.types)

    @property
    def has_flash(self) -> bool:
        return "flash" in (self.now.keywords.value or ())


def _from_hand(game: Game) -> tuple[Cast, ...]:
    found: tuple[Cast, ...] | None = game.kept.get("cast from hand")
    if found is None:
        found = game.kept["cast from hand"] = tuple(_cast_from_hand(game))
    return found


def _cast_from_hand(game: Game) -> Iterator[Cast]:
    for step in game.done("cast"):
        event = step.event
        if event.object is None or event.from_ not in (None, "hand"):
            continue
        card = step.before.thing(event.object, step.at / "object")
        said = event.alternative
        usual = said is None or (not isinstance(said, tuple) and keyword_of(said) in FROM_HAND)
        if card.zone != "hand" or not usual:
            continue
        now = values(card, step.before)
        if now.types.value is not None:
            yield Cast(step, spell_of(step), now, now.types.value.types, doer(step))


def _as_sorcery(game: Game, cast: Cast) -> Timing | None:
    return as_sorcery(game, cast.step, moments(game)[cast.step.index], cast.by)


def _as_instant(game: Game, cast: Cast) -> Timing | None:
    return with_priority(game, cast.step, moments(game)[cast.step.index], cast.by)


def _shown(cast: Cast, timing: Timing, root: str | None = None) -> Finding:
    finding = timing.finding(o=cast.now.name.value or cast.spell.id)
    slow_fault = finding.outcome is Outcome.VIOLATES and timing.failed != "priority"
    if slow_fault and not cast.now.keywords.known:  # it may have flash
        leans = (cast.now.keywords.then(lambda words: words),)
        return replace(finding, outcome=Outcome.CANNOT_TELL, leans=leans)
    if slow_fault:  # that it has no flash is one of the reasons
        unless = tuple(dict.fromkeys((*finding.unless, *cast.now.unparsed)))
        finding = replace(finding, leans=(*finding.leans, cast.now.keywords), unless=unless)
    if root is None or timing.root is not None:
        return finding
    return finding.after(RuleNumber.parse(root))


def _of_type(game: Game, kind: str) -> Iterator[Finding]:
    """The spells of a type that is cast as a sorcery is."""
    for cast in _from_hand(game):
        if kind in cast.slow:
            timing = _as_sorcery(game, cast)
            if timing is not None:
                yield _shown(cast, timing, SLOW[cast.slow[0]] if cast.slow[0] != kind else None)


@checks(
    "301.1",
    prop="main-phase-timing",
    about="may cast an artifact card",
    since=SINCE,
    needs=("do:cast & type:Artifact",),
)
def artifact_timing(game: Game) -> Iterator[Finding]:
    """Artifacts are cast in a main phase of one's own, with nothing on the stack."""
    yield from _of_type(game, "Artifact")


@checks(
    "302.1",
    prop="main-phase-timing",
    about="may cast a creature card",
    since=SINCE,
    needs=(
        "do:cast & type:Creature",
        "do:cast & face:down",
    ),
)
def creature_timing(game: Game) -> Iterator[Finding]:
    """Creatures are cast in a main phase of one's own, with nothing on the stack."""
    yield from _of_type(game, "Creature")


@checks(
    "303.1",
    prop="main-phase-timing",
    about="may cast an enchantment card",
    since=SINCE,
    needs=("do:cast & type:Enchantment",),
)
def enchantment_timing(game: Game) -> Iterator[Finding]:
    """Enchantments are cast in a main phase of one's own, with nothing on the stack."""
    yield from _of_type(game, "Enchantment")


@checks(
    "306.1",
    prop="main-phase-timing",
    about="may cast a planeswalker card",
    since=SINCE,
    needs=("do:cast & type:Planeswalker",),
)
def planeswalker_timing(game: Game) -> Iterator[Finding]:
    """Planeswalkers are cast in a main phase of one's own, with nothing on the stack."""
    yield from _of_type(game, "Planeswalker")


@checks(
    "307.1",
    prop="main-phase-timing",
    about="may cast a sorcery card",
    since=SINCE,
    needs=("do:cast & type:Sorcery",),
)
def sorcery_timing(game: Game) -> Iterator[Finding]:
    """Sorceries are cast in a main phase of one's own, with nothing on the stack."""
    yield from _of_type(game, "Sorcery")


@checks(
    "310.1",
    prop="main-phase-timing",
    about="may cast a battle card",
    since="2023-11-17",
    needs=("do:cast & type:Battle",),
)
def battle_timing(game: Game) -> Iterator[Finding]:
    """Battles are cast in a main phase of one's own, with nothing on the stack."""
    yield from _of_type(game, "Battle")


@checks(
    "304.1",
    prop="instant-timing",
    about="may cast an instant card",
    since=SINCE,
    needs=("do:cast & type:Instant",),
)
def instant_timing(game: Game) -> Iterator[Finding]:
    """Who casts an instant has priority."""
    for cast in _from_hand(game):
        timing = _as_instant(game, cast) if "Instant" in cast.types else None
        if timing is not None:
            yield _shown(cast, timing)


@checks(
    "702.8a",
    prop="flash-timing",
    about="any time you could cast",
    since=SINCE,
    needs=("do:cast & keyword:flash",),
)
def flash_timing(game: Game) -> Iterator[Finding]:
    """What has flash is cast whenever an instant could be: with priority."""
    for cast in _from_hand(game):
        timing = _as_instant(game, cast) if cast.has_flash else None
        if timing is not None:
            yield _shown(cast, timing)
        elif cast.has_flash and moments(game)[cast.step.index].phase.known:
            yield Finding(cast.step.at, Outcome.COMPLIES, (cast.now.keywords,))


@checks("117.1a", prop="cast-timing", about="cast an instant spell any", since=SINCE)
def cast_timing(game: Game) -> Iterator[Finding]:
    """Instants are cast with priority, other spells in a main phase of one's own besides."""
    for cast in _from_hand(game):
        if cast.slow:
            timing, root = _as_sorcery(game, cast), SLOW[cast.slow[0]]
        else:
            timing, root = _as_instant(game, cast), "702.8a" if cast.has_flash else "304.1"
        if timing is not None:
            yield _shown(cast, timing, root)
