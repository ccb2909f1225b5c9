"""608.2h, 107.3m: what an effect looks up as it resolves."""

from collections.abc import Iterator

from kb.checks.r702_154_bonus import bonuses
from kb.checks.registry import checks
from kb.facts import Fact
from kb.kicked import linked_kicks
from kb.replay import Game
from kb.values import values
from kb.verdict import Finding, outcome_of
from kb.world import Thing

SINCE = "2021-04-22"


@checks(
    "608.2h",
    prop="last-known-information",
    about="uses the current information",
    since=SINCE,
    needs=(
        "do:resolve & enlists",
        "do:resolve & said:amount",
    ),
)
def last_known_information(game: Game) -> Iterator[Finding]:
    """Of an object that is gone, what it had last counts."""
    for row in bonuses(game):
        if row.gone:
            words = {"v": row.power.value, "w": row.said.power}
            yield Finding(row.at, outcome_of(row.right.value), (row.power,), words)
    for step in game.done("resolve"):
        stacked = step.before.abilities.get(step.event.event or "")
        said = step.event.amount
        if stacked is None or stacked.ability is None or said is None:
            continue
        ability = values(stacked.source, step.before).ability(stacked.ability)
        written = ability.written.triggered if ability is not None else None
        about = stacked.about or stacked.source
        if written is None or written.amount is None or step.before.current(about) is not None:
            continue
        real = _looked_up(written.amount, step.before.last_known(about), game, step.index)
        if real is not None:
            truth = None if real.value is None else real.value == said
            at = step.at / "amount"
            words = {"v": real.value, "w": said}
            yield Finding(at, outcome_of(truth), (Fact(said, at), real), words)


def _looked_up(amount: str, thing: Thing, game: Game, index: int) -> Fact[int] | None:
    factor, star, name = amount.rpartition("*")
    times = int(factor) if star else 1
    if name == "kicks":
        kicks = linked_kicks(thing)
        return kicks.then(lambda k: None if k.times is None else times * k.times)
    if name in ("power", "mana_value"):
        now = values(thing, game.steps[index].before)
        found: Fact[int] = now.power if name == "power" else now.mana_value
        return found.then(lambda value: times * max(0, value))
    return None
