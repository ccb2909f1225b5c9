"""Triggers that the history tells of, with the ability as its source has it."""

from collections.abc import Iterator

from kb.printed import Named
from kb.replay import Game, Step, each_once
from kb.values import values
from kb.world import Thing


@each_once
def told_triggers(game: Game) -> Iterator[tuple[Step, Thing, Named]]:
    """Each with its source at that moment; none of an ability that nobody lists."""
    for step in game.done("trigger"):
        event = step.event
        if event.source is None or event.ability is None:
            continue
        source = step.before.thing(event.source, step.at / "source")
        part = values(source, step.before).ability(event.ability)
        if part is not None:
            yield step, source, part
