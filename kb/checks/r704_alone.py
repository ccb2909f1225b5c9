"""704.5j, k: the legend rule and the world rule."""

from collections.abc import Iterator

from kb.checks.registry import checks
from kb.checks.state_based import alone
from kb.replay import Game
from kb.values import values
from kb.verdict import Finding
from kb.world import Thing, World

SINCE = "2019-05-03"
LEGENDS = ("type:Legendary",)
WORLDS = ("type:World",)


@checks("704.5j", prop="legend-rule", about="legendary permanents with the same", since=SINCE,
        needs=LEGENDS)  # fmt: skip
@checks("205.4d", prop="legend-rule", about="also called the “legend rule”", since=SINCE,
        needs=LEGENDS, root="704.5j")  # fmt: skip
def legend_rule(game: Game) -> Iterator[Finding]:
    """Of legendary permanents of one name each player keeps one."""
    yield from alone(game, _legend, own=True)


def _legend(game: Game, thing: Thing, world: World, index: int) -> object | None:
    now = values(thing, world)
    line = now.types.value
    # 704.5j compares the English names; nothing has no name and is legendary at once but by chance.
    if line is None or "Legendary" not in line.supertypes or not now.name.value:
        return None
    return (now.name.value, thing.controller.value) if thing.controller.known else None


@checks("704.5k", prop="world-rule", about="have the supertype world", since=SINCE,
        needs=WORLDS)  # fmt: skip
@checks("205.4f", prop="world-rule", about="also called the “world rule”", since=SINCE,
        needs=WORLDS, root="704.5k")  # fmt: skip
def world_rule(game: Game) -> Iterator[Finding]:
    """One world permanent is on the battlefield, whoever controls it."""
    yield from alone(game, _world, own=True)


def _world(game: Game, thing: Thing, world: World, index: int) -> object | None:
    line = values(thing, world).types.value
    return "World" if line is not None and "World" in line.supertypes else None
