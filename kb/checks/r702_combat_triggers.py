"""702, triggered keywords of combat: a table of when they trigger and what they give."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kb.checks.registry import Checker, checks
from kb.combat_triggers import (
    Bonuses,
    Fired,
    at_a_defender,
    at_a_lesser,
    at_the_richest,
    attacks,
    attacks_alone,
    battle_cry,
    becomes_blocked,
    blocked_by_other,
    blockers_of,
    blocks_or_is_blocked,
    each_n,
    exalted,
    fired,
    flanking,
    friend_attacks_alone,
    instances,
    is_unblocked,
    listed,
    melee,
    rampage,
    told,
    with_a_greater,
)
from kb.facts import Fact
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.replay import Game, Step
from kb.values import called
from kb.verdict import Finding, Word, outcome_of
from kb.world import World

SINCE = "2021-04-22"
TRIGGERS_SINCE = "2025-04-04"
"""The edition from which 509.3 is about what triggers."""
ALONE, DECLARED = RuleNumber.parse("702.83b"), RuleNumber.parse("508.3a")
AS_IT_RESOLVES, UNBLOCKED = RuleNumber.parse("702.23b"), RuleNumber.parse("702.68a")


class Keyword(NamedTuple):
    """A triggered keyword."""

    word: str
    rule: str
    about: str
    when: Callable[[Fired], bool | None]
    gives: Callable[[Fired, World], tuple[Bonuses, ...]] | None = None
    """What it may rightly give as it resolves; none where nobody can tell."""
    again: str | None = None
    """The rule by which several instances trigger separately."""
    since: str = SINCE

    @property
    def prop(self) -> str:
        return self.word.replace(" ", "-")


KEYWORDS = (
    Keyword("rampage", "702.23a", "each creature blocking it beyond", becomes_blocked, rampage,
            "702.23c"),
    Keyword("flanking", "702.25a", "blocked by a creature without", blocked_by_other, flanking,
            "702.25b"),
    Keyword("provoke", "702.39a", "target creature defending player", at_a_defender, None,
            "702.39b"),
    Keyword("bushido", "702.45a", "blocks or becomes blocked", blocks_or_is_blocked, each_n(1, 1),
            "702.45b"),
    Keyword("frenzy", "702.68a", "attacks and isn’t blocked", is_unblocked, each_n(1, 0),
            "702.68b"),
    Keyword("exalted", "702.83a", "you control attacks alone", friend_attacks_alone, exalted),
    Keyword("annihilator", "702.86a", "defending player sacrifices", attacks, None, "702.86b"),
    Keyword("battle cry", "702.91a", "each other attacking creature", attacks, battle_cry,
            "702.91b"),
    Keyword("dethrone", "702.105a", "the most life or tied", at_the_richest, None, "702.105b"),
    Keyword("myriad", "702.116a", "each opponent other than defending", attacks, None, "702.116b"),
    Keyword("melee", "702.121a", "for each opponent you attacked", attacks, melee, "702.121b"),
    Keyword("afflict", "702.130a", "defending player loses", becomes_blocked, None, "702.130b"),
    Keyword("mentor", "702.134a", "power less than this creature’s", at_a_lesser, None,
            "702.134b"),
    Keyword("training", "702.149a", "greater than this creature’s power", with_a_greater, None,
            "702.149b", since="2022-11-18"),
    Keyword("mobilize", "702.181a", "red Warrior creature tokens", attacks, since="2025-04-04"),
    Keyword("firebending", "702.189a", "until end of combat", attacks, since="2025-11-14"),
)  # fmt: skip
SEPARATELY = {row.word: RuleNumber.parse(row.again) for row in KEYWORDS if row.again}
ON_ATTACK = (
    "provoke", "annihilator", "battle cry", "dethrone", "myriad", "melee", "mentor", "training",
    "mobilize", "firebending",
)  # fmt: skip


def _fault(one: Fired) -> dict[str, object]:
    return {
        "o": called(one.source, one.world),
        "v": Word("words", "no-trigger"),
        "w": Word("words", "a-trigger"),
    }


def _when(row: Keyword, game: Game) -> Iterator[Finding]:
    for one in fired(game, row.word):
        truth = row.when(one)
        missing = (_wanted(row, one),) if truth is None else ()
        follows = None
        if truth is False:
            if row.word in ON_ATTACK and one.was_declared is False:
                follows = DECLARED
            if row.word == "exalted" and attacks_alone(one) is False:
                follows = ALONE
        yield Finding(one.at, outcome_of(truth), (), _fault(one), missing, follows=follows)


def _resolved(game: Game, word: str) -> Iterator[tuple[Fired, Step]]:
    """The triggers of this keyword with the event in which each resolves with a bonus told."""
    by_id = {one.step.event.id: one for one in fired(game, word) if one.step.event.id}
    for step in game.done("resolve") if by_id else ():
        one = by_id.get(step.event.event or "")
        if one is not None and step.event.bonus is not None:
            yield one, step


def _wanted(row: Keyword, one: Fired) -> Pointer:
    """What to add to the document where nobody can tell whether the keyword triggers."""
    if row.word == "flanking" and one.about is None:
        return one.at / "about"
    known = one.declared is not None
    return Pointer("/players") if row.word == "dethrone" and known else Pointer("/history")


def _gives(row: Keyword, game: Game) -> Iterator[Finding]:
    for one, step in _resolved(game, row.word) if row.gives is not None else ():
        right = row.gives(one, step.before) if row.gives is not None else ()
        said = told(step)
        truth = said in right if right else None
        words = {
            "o": called(one.source, one.world),
            "v": (listed(right[0], step.before) if right else "") or Word("words", "no-bonus"),
            "w": listed(said, step.before) or Word("words", "no-bonus"),
        }
        at = step.at / "bonus"
        missing = () if truth is not None else (one.at / "about",)
        follows = AS_IT_RESOLVES if truth is False and _recounted(row, one, step) else None
        yield Finding(
            at, outcome_of(truth), (Fact(listed(said, step.before), at),), words, missing,
            follows=follows,
        )  # fmt: skip


def _recounted(row: Keyword, one: Fired, step: Step) -> bool:
    """Whether rampage finds other blockers as it resolves than as it triggered."""
    then, now = (len(blockers_of(one.source, world)) for world in (one.world, step.before))
    return row.word == "rampage" and then != now


def _checker(row: Keyword) -> Checker:
    def run(game: Game) -> Iterator[Finding]:
        """The keyword triggers when it should, and gives what it should."""
        yield from _when(row, game)
        yield from _gives(row, game)

    return run


def _repeats(game: Game, word: str) -> Iterator[tuple[Fired, bool]]:
    """The triggers of a keyword; whether the same instance triggered for the same before."""
    seen: dict[tuple[int, tuple[str, int], str | None], list[str]] = {}
    for one in fired(game, word):
        about = one.about.id if one.about is not None and word == "flanking" else None
        cause = one.declared.index if one.declared is not None else -one.world.turn
        names = seen.setdefault((cause, one.source.ref, about), [])
        names.append(one.instance)
        yield one, names.count(one.instance) > 1 or len(names) > instances(one)


def _separately(row: Keyword) -> Checker:
    def run(game: Game) -> Iterator[Finding]:
        """Each of several instances triggers once."""
        for one, again in _repeats(game, row.word):
            if instances(one) > 1:
                words = {"o": called(one.source, one.world), "n": instances(one)}
                yield Finding(one.at, outcome_of(not again), (), words)

    return run


for _row in KEYWORDS:
    _needs = (f"fires:{_row.word}",)
    checks(_row.rule, prop=_row.prop, about=_row.about, since=_row.since, needs=_needs)(
        _checker(_row)
    )
    if _row.again is not None:
        checks(_row.again, prop="each-triggers-separately", about="each triggers separately",
               since=_row.since, needs=_needs)(_separately(_row))  # fmt: skip


@checks(
    "702.83b",
    prop="attacks-alone",
    about="only creature declared as an",
    since=SINCE,
    needs=("fires:exalted",),
)
def exalted_alone(game: Game) -> Iterator[Finding]:
    """What attacks alone is the only creature declared."""
    for one in fired(game, "exalted"):
        alone = attacks_alone(one)
        missing = () if alone is not None else (Pointer("/history"),)
        words = {"o": called(one.source, one.world), "n": len(one.attackers)}
        yield Finding(one.at, outcome_of(alone), (), words, missing)


@checks(
    "506.5",
    prop="only-attacker",
    about="A creature attacks alone if",
    since=SINCE,
    needs=("fires:exalted",),
)
def only_attacker(game: Game) -> Iterator[Finding]:
    """A creature attacks alone if no other was declared."""
    for one in fired(game, "exalted"):
        alone = attacks_alone(one)
        if alone is not None:
            words = {"o": called(one.source, one.world), "n": len(one.attackers)}
            follows = None if alone else ALONE
            yield Finding(one.at, outcome_of(alone), (), words, follows=follows)


@checks(
    "508.3a",
    prop="attacks-by-declaration",
    about="declared as an attacker",
    since=SINCE,
    needs=tuple(f"fires:{word}" for word in ON_ATTACK),
)
def attacks_by_declaration(game: Game) -> Iterator[Finding]:
    """What triggers when a creature attacks triggers for one that was declared."""
    for word in ON_ATTACK:
        for one in fired(game, word):
            truth = attacks(one)
            missing = () if truth is not None else (Pointer("/history"),)
            words = {"o": called(one.source, one.world)}
            yield Finding(one.at, outcome_of(truth), (), words, missing)


@checks(
    "702.23b",
    prop="rampage-as-it-resolves",
    about="calculated only once per combat",
    since=SINCE,
    needs=("fires:rampage",),
)
def rampage_as_it_resolves(game: Game) -> Iterator[Finding]:
    """Rampage counts the blockers that there are as it resolves."""
    row = KEYWORDS[0]
    for one, step in _resolved(game, row.word):
        if _recounted(row, one, step):
            right = told(step) in rampage(one, step.before)
            words = {
                "o": called(one.source, one.world),
                "n": len(blockers_of(one.source, step.before)),
            }
            yield Finding(step.at / "bonus", outcome_of(right), (), words)


@checks(
    "509.3c",
    prop="becomes-blocked-once",
    about="triggers only once each combat",
    since=TRIGGERS_SINCE,
    needs=(
        "fires:rampage",
        "fires:afflict",
        "fires:bushido",
    ),
)
def becomes_blocked_once(game: Game) -> Iterator[Finding]:
    """However many creatures block it, what triggers when it becomes blocked triggers once."""
    yield from _once(game, ("rampage", "afflict", "bushido"), blocking=False)


@checks(
    "509.3a",
    prop="blocks-once",
    about="triggers only once each combat",
    since=TRIGGERS_SINCE,
    needs=("fires:bushido",),
)
def blocks_once(game: Game) -> Iterator[Finding]:
    """What triggers when a creature blocks triggers once."""
    yield from _once(game, ("bushido",), blocking=True)


def _once(game: Game, words: tuple[str, ...], *, blocking: bool) -> Iterator[Finding]:
    for word in words:
        for one, again in _repeats(game, word):
            if bool(one.source.blocking) is blocking and one.source.in_combat:
                several = instances(one) > 1
                said = {"o": called(one.source, one.world)}
                follows = SEPARATELY[word] if again and several else None
                yield Finding(one.at, outcome_of(not again), (), said, follows=follows)


@checks(
    "509.3d",
    prop="once-for-each-blocker",
    about="once for each creature that",
    since=TRIGGERS_SINCE,
    needs=("fires:flanking",),
)
def once_for_each_blocker(game: Game) -> Iterator[Finding]:
    """Flanking triggers once for each creature that blocks."""
    for one, again in _repeats(game, "flanking"):
        if one.about is not None:
            words = {"o": called(one.source, one.world), "b": called(one.about, one.world)}
            several = again and instances(one) > 1
            follows = SEPARATELY["flanking"] if several else None
            yield Finding(one.at, outcome_of(not again), (), words, follows=follows)


@checks(
    "509.3g",
    prop="attacks-and-is-not-blocked",
    about="attacks and isn’t blocked",
    since=TRIGGERS_SINCE,
    needs=("fires:frenzy",),
)
def attacks_and_is_not_blocked(game: Game) -> Iterator[Finding]:
    """What triggers for an unblocked attacker does not for one whose blockers are gone."""
    for one in fired(game, "frenzy"):
        truth = is_unblocked(one)
        if truth is not None:
            follows = None if truth else UNBLOCKED
            words = {"o": called(one.source, one.world)}
            outcome = Outcome.COMPLIES if truth else Outcome.VIOLATES
            yield Finding(one.at, outcome, (), words, follows=follows)
