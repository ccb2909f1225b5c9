"""702.3, 702.10, 702.20: defender, haste and vigilance as attackers are declared."""

from collections.abc import Iterator

from kb.checks.r508_attackers import attacks, said_to_tap, walled
from kb.checks.registry import checks
from kb.facts import Fact
from kb.model import Outcome
from kb.replay import Game
from kb.verdict import Finding, outcome_of

SINCE = "2021-04-22"


@checks(
    "702.3b",
    prop="defender",
    about="A creature with defender",
    since=SINCE,
    cites=("508.1c",),
    needs=("do:attack & keyword:defender",),
)
def defender(game: Game) -> Iterator[Finding]:
    """What has defender does not attack, unless an effect lets it."""
    for attack in attacks(game):
        has = attack.now.keywords.then(lambda words: "defender" in words)
        if has.value:
            wall = walled(attack.thing, attack.step.before)
            unless = attack.now.unparsed if wall.value else ()
            outcome = outcome_of(not wall.value)
            yield Finding(attack.at, outcome, (has, wall), {"o": attack.name}, unless=unless)


@checks(
    "702.10b",
    prop="haste",
    about="it can attack even if",
    since="2021-04-22",
    cites=("302.6", "508.1a"),
    needs=(
        "do:attack & keyword:haste",
        "do:attack & counter:haste",
    ),
)
def haste(game: Game) -> Iterator[Finding]:
    """What has haste attacks in the turn in which it came."""
    for attack in attacks(game):
        since, turn = attack.thing.since, attack.step.before.turn
        has = attack.now.keywords.then(lambda words: "haste" in words)
        if has.value and since.value is not None and since.value >= turn:
            yield Finding(attack.at, Outcome.COMPLIES, (has, since), {"o": attack.name})


@checks(
    "702.20b",
    prop="vigilance",
    about="Attacking doesn’t cause creatures",
    since=SINCE,
    cites=("508.1f",),
    needs=(
        "do:attack & keyword:vigilance",
        "do:attack & counter:vigilance",
    ),
)
def vigilance(game: Game) -> Iterator[Finding]:
    """What has vigilance is not tapped by attacking."""
    for attack in attacks(game):
        has = attack.now.keywords.then(lambda words: "vigilance" in words)
        said = said_to_tap(game, attack) if has.value else None
        if said is not None:
            taps, at = said
            yield Finding(at, outcome_of(not taps), (Fact(taps, at), has), {"o": attack.name})
