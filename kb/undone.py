"""Events that were undone, and of changes in a row those that stand at a moment."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from kb.replay import Game, once

Entry = TypeVar("Entry")


@once
def undone(game: Game) -> Mapping[int, int]:
    """By the index of each event that was undone that of the event that undid it first."""
    places = {s.event.id: s.index for s in reversed(game.steps) if s.event.id is not None}
    undoing = {step.index: places.get(step.event.event or "") for step in game.done("undo")}
    found: dict[int, int] = {}
    standing: list[int] = []
    for step in game.steps if undoing else ():
        first = undoing.get(step.index)
        while first is not None and standing and standing[-1] >= first:
            found[standing.pop()] = step.index
        standing.append(step.index)
    return found


class Row(Generic[Entry]):
    """Changes in the order of their events, each with the one that it came on top of.

    An undo takes back all that came since some event: so what stands is a stack, and what stood at
    any moment is found from the change that was its top.
    """

    def __init__(
        self, entries: Sequence[Entry], step_of: Callable[[Entry], int], undone: Mapping[int, int]
    ) -> None:
        self.entries = entries
        self.below: list[int] = []
        """The place of the change under each; -1 for none."""
        self._moments: list[int] = []
        self._tops: list[int] = []
        self._whole = True
        top = -1
        for place, entry in enumerate(entries):
            step = step_of(entry)
            top = self._taken_off(top, step_of, undone, step)
            self.below.append(top)
            top = place
            self._mark(step, top)
        self._taken_off(top, step_of, undone, None)

    def _taken_off(
        self,
        top: int,
        step_of: Callable[[Entry], int],
        undone: Mapping[int, int],
        until: int | None,
    ) -> int:
        """The top, once all is taken off that was undone by the event of this index."""
        while undone and top >= 0:
            when = undone.get(step_of(self.entries[top]))
            if when is None or (until is not None and when > until):
                break
            top = self.below[top]
            self._whole = False
            self._mark(when, top)
        return top

    def _mark(self, step: int, top: int) -> None:
        if self._moments and self._moments[-1] == step:
            self._tops[-1] = top
        else:
            self._moments.append(step)
            self._tops.append(top)

    def top(self, index: int) -> int:
        """The place of the last change that stands before the event of this index; -1 for none."""
        at = bisect_left(self._moments, index)
        return self._tops[at - 1] if at else -1

    def places(self, index: int) -> Sequence[int]:
        """Those of all changes that stand before the event of this index, in their order."""
        top = self.top(index)
        if self._whole:
            return range(top + 1)
        found = []
        while top >= 0:
            found.append(top)
            top = self.below[top]
        return found[::-1]
