"""702, evasion abilities: one predicate over a block, with a row of a table an ability."""

from collections.abc import Callable, Iterator

from kb.blocks import Pair, defending, pairs, pairs_of
from kb.checks.r509_blockers import gangs
from kb.checks.registry import Checker, checks
from kb.evasion import EACH_COLOR, EVASIONS, FROM, Evasion, has_quality, qualities, walks
from kb.facts import some
from kb.model import Outcome
from kb.number import RuleNumber
from kb.replay import Game
from kb.values import called, values
from kb.verdict import Finding, outcome_of

FLYING = RuleNumber.parse("702.9b")
SINCE = "2021-04-22"
NEEDS = ("do:block",)
PROTECTION = RuleNumber.parse("702.16f")
FROM_EVERYTHING, FROM_PLAYER = RuleNumber.parse("702.16j"), RuleNumber.parse("702.16k")
EVERYTHING = "protection from everything"
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
            wrong = allows.value is False
            unless = pair.unparsed if wrong else ()
            follows = _more_specific(row, pair) if wrong else None
            yield Finding(
                pair.at, outcome_of(allows.value), (concerns, allows), pair.words,
                unless=unless, follows=follows,
            )  # fmt: skip

    return run


def _more_specific(row: Evasion, pair: Pair) -> RuleNumber | None:
    """The rule of a variant of protection, where that alone forbids the block."""
    if row.rule != PROTECTION:
        return None
    broken = [one for one in _qualities(pair) if has_quality(one, pair).value]
    if "everything" in broken:
        return FROM_EVERYTHING
    return FROM_PLAYER if all(_is_player(one, pair) for one in broken) else None


def _qualities(pair: Pair) -> list[str]:
    return qualities(pair.a.keywords.value or frozenset())


for _row in EVASIONS:
    if _row.rule == DECAYED:
        continue  # what has it blocks nothing at all: see below
    checks(str(_row.rule), prop=_row.prop, about=_row.about, since=_row.since, cites=("509.1b",))(
        _checker(_row)
    )


@checks(
    "702.17b", prop="reach", about="blocked except by creatures with", since=SINCE,
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
    "702.14d", prop="landwalk-not-cancelled", about="Landwalk abilities don’t", since=SINCE,
    cites=("702.14c", "509.1b"),
)  # fmt: skip
def landwalk_not_cancelled(game: Game) -> Iterator[Finding]:
    """That the blocker has the same landwalk does not let it block."""
    landwalk = next(row for row in EVASIONS if row.rule == LANDWALK)
    for pair in pairs(game):
        mine, theirs = pair.a.keywords, pair.b.keywords
        both = (mine.value or frozenset()) & (theirs.value or frozenset())
        if not walks(both):
            continue
        allows = landwalk.allows(pair)
        wrong = allows.value is False
        unless = pair.unparsed if wrong else ()
        yield Finding(
            pair.at, outcome_of(allows.value), (mine, theirs, allows), pair.words, unless=unless,
            follows=LANDWALK if wrong else None,
        )  # fmt: skip


def _qualified(
    game: Game, meant: Callable[[str, Pair], bool], root: RuleNumber | None = None
) -> Iterator[Finding]:
    """Blocks of what has protection from such a quality, by creatures with it or without."""
    for pair in pairs(game):
        for quality in (one for one in _qualities(pair) if meant(one, pair)):
            fact = has_quality(quality, pair)
            truth = None if fact.value is None else not fact.value
            unless = pair.unparsed if truth is False else ()
            follows = root if truth is False else None
            yield Finding(
                pair.at, outcome_of(truth), (pair.a.keywords, fact), pair.words,
                unless=unless, follows=follows,
            )  # fmt: skip


def _is_player(quality: str, pair: Pair) -> bool:
    return quality in {name.casefold() for name in pair.game.document.players}


@checks(
    "702.16h", prop="protection-from-each", about="each possible quality the listed", since=SINCE
)
def protection_from_each(game: Game) -> Iterator[Finding]:
    """Protection from each colour is protection from all five, and so from no colourless thing."""
    yield from _qualified(game, lambda quality, _: quality in EACH_COLOR, PROTECTION)


@checks(
    "702.16k", prop="protection-from-player", about="protection from a specific player", since=SINCE
)
def protection_from_player(game: Game) -> Iterator[Finding]:
    """What has protection from a player is not blocked by that player's creatures."""
    yield from _qualified(game, _is_player)


@checks(
    "702.16g", prop="protection-from-both", about="two separate protection abilities", since=SINCE
)
def protection_from_both(game: Game) -> Iterator[Finding]:
    """Protection from two qualities keeps off what has either."""
    for pair in pairs(game):
        words = pair.a.keywords.value or frozenset()
        for word in sorted(word for word in words if word.startswith(FROM)):
            parts = qualities(frozenset({word}))
            if len(parts) < 2:
                continue
            facts = [has_quality(part, pair) for part in parts]
            hit = some(fact.value for fact in facts)
            truth = None if hit is None else not hit
            follows = PROTECTION if truth is False else None
            unless = pair.unparsed if truth is False else ()
            leans = tuple(fact for fact in facts if fact.value is hit)
            yield Finding(
                pair.at, outcome_of(truth), leans, pair.words, unless=unless, follows=follows
            )


@checks(
    "702.16j",
    prop="protection-from-everything",
    about="from each object regardless of",
    since=SINCE,
)
def protection_from_everything(game: Game) -> Iterator[Finding]:
    """What has protection from everything is not blocked at all."""
    for step in game.done("block"):
        blocked = {pair.attacker.ref: pair for pair in reversed(list(pairs_of(game, step)))}
        for thing in step.before.on_battlefield():
            words = values(thing, step.before).keywords
            if not thing.attacking or EVERYTHING not in (words.value or ()):
                continue
            pair = blocked.get(thing.ref)
            said = {"o": called(thing, step.before)}
            at = pair.at if pair is not None else step.at
            yield Finding(at, outcome_of(pair is None), (words,), said)


@checks(
    "702.111b", prop="menace", about="by two or more creatures", since=SINCE,
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
                words = {"b": called(thing, step.before)}
                at = pair.at if pair is not None else step.at
                yield Finding(at, outcome_of(pair is None), (has,), words)
