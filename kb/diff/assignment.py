"""Assignment: pairs of old and new, each in one pair at most, chosen for the best whole."""

from collections.abc import Mapping
from heapq import heappop, heappush
from math import inf

Weights = Mapping[int, Mapping[int, float]]
"""For each old one, the new ones that it may be, and how well they suit it (above 0)."""


def assign(weights: Weights) -> dict[int, int]:
    """The pairs with the greatest sum of weights; who is better left alone is in none.

    By shortest augmenting paths (Jonker and Volgenant, 1987), over the pairs that may be only:
    a path seldom leaves the few rules that are like one another.

    >>> assign({1: {10: 0.9, 11: 0.8}, 2: {10: 0.8}})
    {1: 11, 2: 10}
    """
    highest = max((w for row in weights.values() for w in row.values()), default=0.0)
    solver = _Solver(
        {
            # each may also stay alone, which is a column of its own
            row: [*((column, highest - w) for column, w in columns.items()), (-1 - row, highest)]
            for row, columns in weights.items()
        }
    )
    for row in weights:
        solver.add(row)
    pairs = ((row, column) for column, row in solver.row_of.items() if column >= 0)
    return dict(sorted(pairs))


class _Solver:
    """Rows that have a column each, at the lowest cost for those added so far."""

    def __init__(self, costs: Mapping[int, list[tuple[int, float]]]) -> None:
        self._costs = costs
        self._of_row = dict.fromkeys(costs, 0.0)
        self._of_column: dict[int, float] = {}
        self._column_of: dict[int, int] = {}
        self.row_of: dict[int, int] = {}

    def add(self, root: int) -> None:
        """Dijkstra over the reduced costs, to the nearest column that is free."""
        nearest: dict[int, float] = {}
        came_from: dict[int, int] = {}
        done: set[int] = set()
        heap: list[tuple[float, int]] = []
        row, length = root, 0.0
        while True:
            base = length - self._of_row[row]
            for column, cost in self._costs[row]:
                if column not in done:
                    reach = base + cost - self._of_column.get(column, 0.0)
                    if reach < nearest.get(column, inf):
                        nearest[column] = reach
                        came_from[column] = row
                        heappush(heap, (reach, column))
            length, end = heappop(heap)
            while end in done:
                length, end = heappop(heap)
            done.add(end)
            if end not in self.row_of:
                break
            row = self.row_of[end]
        self._of_row[root] += length
        for column in done - {end}:
            self._of_column[column] = self._of_column.get(column, 0.0) - length + nearest[column]
            self._of_row[self.row_of[column]] += length - nearest[column]
        self._turn(end, came_from)

    def _turn(self, column: int, came_from: Mapping[int, int]) -> None:
        """Give each row on the path the column before it, up to the root, which had none."""
        while True:
            row = came_from[column]
            former = self._column_of.get(row)
            self._column_of[row], self.row_of[column] = column, row
            if former is None:
                return
            column = former
