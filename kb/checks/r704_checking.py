"""704.3: state-based actions are checked before every moment of priority."""

from collections.abc import Iterator

from kb.checks import r704_alone, r704_creatures, r704_gone, r704_permanents, r704_players
from kb.checks.features import occurring
from kb.checks.registry import Checker, checks
from kb.model import Outcome
from kb.number import RuleNumber
from kb.priority import priority_moments
from kb.replay import Game
from kb.verdict import Finding

SINCE = "2019-05-03"
ACTIONS: dict[str, tuple[Checker, tuple[str, ...]]] = {
    "704.5a": (r704_players.life_zero_lost, r704_players.LIVES),
    "704.5c": (r704_players.ten_poison_lost, r704_players.POISONED),
    "704.5d": (r704_gone.token_ceases, r704_gone.TOKENS),
    "704.5e": (r704_gone.copy_ceases, r704_gone.COPIES),
    "704.5f": (r704_creatures.toughness_zero_gone, r704_creatures.SMALL),
    "704.5g": (r704_creatures.lethal_damage_destroys, r704_creatures.HURT),
    "704.5h": (r704_creatures.deathtouch_destroys, r704_creatures.DEADLY_WORDS),
    "704.5i": (r704_permanents.loyalty_zero_gone, r704_permanents.PLANESWALKERS),
    "704.5j": (r704_alone.legend_rule, r704_alone.LEGENDS),
    "704.5k": (r704_alone.world_rule, r704_alone.WORLDS),
    "704.5q": (r704_permanents.counters_cancel, r704_permanents.MINUS),
    "704.5s": (r704_permanents.saga_finished_is_sacrificed, r704_permanents.SAGAS),
}
"""The actions whose letters are the same in all these editions, and what they need."""


@checks("704.3", prop="checked-before-priority", about="Whenever a player would get", since=SINCE,
        needs={word for _, needs in ACTIONS.values() for word in needs})  # fmt: skip
def checked_before_priority(game: Game) -> Iterator[Finding]:
    """Whenever a player gets priority, all state-based actions have been performed."""
    there = occurring(game)
    found = [
        (RuleNumber.parse(root), finding)
        for root, (check, needs) in ACTIONS.items()
        if not there.isdisjoint(needs)
        for finding in check(game)
    ]
    for root, one in found:
        if one.outcome is Outcome.VIOLATES:
            words = {**one.words, "rule": root}
            yield Finding(one.at, Outcome.VIOLATES, one.leans, words, follows=root)
    decided = [one for _, one in found if one.outcome is Outcome.COMPLIES]
    if decided and len(decided) == len(found):
        moment = priority_moments(game)
        yield Finding(moment[-1].at if moment else decided[0].at, Outcome.COMPLIES)
