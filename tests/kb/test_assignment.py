"""Assignment: the best whole, held against all possible ones."""

import random
from collections.abc import Mapping

import pytest

from kb.diff.assignment import assign

Weights = dict[int, dict[int, float]]


def best(weights: Mapping[int, Mapping[int, float]]) -> float:
    """The greatest sum, by trying every choice."""

    def rest(rows: tuple[int, ...], free: frozenset[int]) -> float:
        if not rows:
            return 0.0
        first, *others = rows
        after = tuple(others)
        taken = [w + rest(after, free - {c}) for c, w in weights[first].items() if c in free]
        return max([rest(after, free), *taken])

    return rest(tuple(weights), frozenset(c for row in weights.values() for c in row))


@pytest.mark.parametrize("seed", range(200))
def test_no_other_choice_is_better(seed: int) -> None:
    chance = random.Random(seed)
    columns = chance.randrange(1, 6)
    weights: Weights = {
        row: {
            column: chance.choice([0.5, 1.0, chance.random() + 0.01])
            for column in range(columns)
            if chance.random() < 0.7
        }
        for row in range(chance.randrange(1, 6))
    }
    pairs = assign(weights)
    assert len(set(pairs.values())) == len(pairs)
    assert sum(weights[row][column] for row, column in pairs.items()) == pytest.approx(
        best(weights)
    )


@pytest.mark.parametrize(
    ("says", "weights", "pairs"),
    [
        ("nothing to choose from", {}, {}),
        ("nobody suits", {1: {}}, {}),
        ("the nearest is given up for the whole", {1: {7: 0.9, 8: 0.8}, 2: {7: 0.8}}, {1: 8, 2: 7}),
        ("one of two must stay alone", {1: {7: 0.4}, 2: {7: 0.6}}, {2: 7}),
        (
            "a chain of three moves over",
            {1: {7: 0.9}, 2: {7: 0.8, 8: 0.7}, 3: {8: 0.9, 9: 0.6}},
            {1: 7, 2: 8, 3: 9},
        ),
    ],
)
def test_choices(says: str, weights: Weights, pairs: dict[int, int]) -> None:
    assert assign(weights) == pairs, says
