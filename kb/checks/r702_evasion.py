"""702, evasion abilities: one predicate over a block, with a row of a table an ability."""

from collections.abc import Iterator

from kb.blocks import defending, named, pairs, pairs_of
from kb.checks.r509_blockers import gangs
from kb.checks.registry import Checker, checks
from kb.evasion import EVASIONS, Evasion
from kb.model import Outcome
from kb.number import RuleNumber
from kb.replay import Game
from kb.values import values
from kb.verdict import Finding, outcome_of

FLYING = RuleNumber.parse("702.9b")
DECAYED = RuleNumber.parse("702.147a")
LANDWALK = RuleNumber.parse("702.14c")


def _checker(row: Evasion) -> Checker:
    def run(game: Game) -> Iterator[Finding]:
        """No block is declared that the ability forbids."""
        for pair in pairs(game):
            concerns = row.concerns(pair)
            if not concerns.value:
                continue
            allows = row.allows(pair)
            unless = pair.unparsed if allows.value is False else ()
            leans = (concerns, allows)
            yield Finding(pair.at, outcome_of(allows.value), leans, pair.words, unless=unless)

    return run


for _row in EVASIONS:
    if _row.rule == DECAYED:
        continue  # what has it blocks nothing at all: see below
    checks(str(_row.rule), prop=_row.prop, about=_row.about, since=_row.since, cites=("509.1b",))(
        _checker(_row)
    )


@checks(
    "702.17b", prop="reach", about="blocked except by creatures with", since="2021-04-22",
    cites=("702.9b", "509.1b"),
)  # fmt: skip
def reach(game: Game) -> Iterator[Finding]:
    """A creature without flying blocks one with flying only if it has reach."""
    for pair in pairs(game):
        flies = pair.a.keywords.then(lambda words: "flying" in words)
        earthbound = pair.b.keywords.then(lambda words: "flying" not in words)
        if not flies.value or earthbound.value is False:
            continue
        reaches = pair.b.keywords.then(lambda words: "reach" in words or "flying" in words)
        outcome = outcome_of(reaches.value)
        wrong = outcome is Outcome.VIOLATES
        yield Finding(
            pair.at, outcome, (flies, reaches), pair.words,
            unless=pair.unparsed if wrong else (), follows=FLYING if wrong else None,
        )  # fmt: skip


@checks(
    "702.14d", prop="landwalk-not-cancelled", about="Landwalk abilities don’t", since="2021-04-22",
    cites=("702.14c", "509.1b"),
)  # fmt: skip
def landwalk_not_cancelled(game: Game) -> Iterator[Finding]:
    """That the blocker has the same landwalk does not let it block."""
    landwalk = next(row for row in EVASIONS if row.rule == LANDWALK)
    for pair in pairs(game):
        mine, theirs = pair.a.keywords, pair.b.keywords
        both = (mine.value or frozenset()) & (theirs.value or frozenset())
        if not any(word.endswith("walk") for word in both):
            continue
        allows = landwalk.allows(pair)
        wrong = allows.value is False
        unless = pair.unparsed if wrong else ()
        yield Finding(
            pair.at, outcome_of(allows.value), (mine, theirs, allows), pair.words, unless=unless,
            follows=LANDWALK if wrong else None,
        )  # fmt: skip


@checks(
    "702.111b", prop="menace", about="by two or more creatures", since="2021-04-22",
    cites=("509.1b",),
)  # fmt: skip
def menace(game: Game) -> Iterator[Finding]:
    """What has menace is blocked by two or more creatures, or by none."""
    for gang in gangs(game):
        if not gang.menace.value:
            continue
        first = gang.pairs[0]
        unless = first.unparsed if gang.alone else ()
        yield Finding(
            first.at, outcome_of(not gang.alone), (gang.menace,), first.words, unless=unless
        )


@checks(
    "702.147a", prop="decayed-do-not-block", about="This creature can’t block", since="2022-11-18",
    cites=("509.1b",),
)  # fmt: skip
def decayed_do_not_block(game: Game) -> Iterator[Finding]:
    """What has decayed is no blocker."""
    for step in game.done("block"):
        rows = {pair.blocker.id: pair for pair in reversed(list(pairs_of(game, step)))}
        by = defending(game, step)
        for thing in step.before.on_battlefield():
            has = values(thing, step.before).keywords.then(lambda words: "decayed" in words)
            mine = by.value is None or thing.controller.value == by.value
            if has.value and mine:
                pair = rows.get(thing.id)
                words = {"b": named(thing, step.before)}
                at = pair.at if pair is not None else step.at
                yield Finding(at, outcome_of(pair is None), (has,), words)
