"""The largest number of requirements, against every declaration there is (508.1d, 509.1c)."""

import random
from itertools import chain, combinations, product

import pytest

from kb.requirements import MOST_WAYS, most_attacking, most_blocking

NAMES = ("a", "b", "c", "d", "e")


def every_attack(
    wanted: dict[str, int], able: list[str], not_alone: list[str], at_most: int
) -> int:
    """All sets of creatures, one by one: those that are legal, and the best of them."""
    best = 0
    for chosen in chain.from_iterable(combinations(NAMES, n) for n in range(len(NAMES) + 1)):
        legal = (
            set(chosen) <= set(able)
            and len(chosen) <= at_most
            and not (len(chosen) == 1 and chosen[0] in not_alone)
        )
        if legal:
            best = max(best, sum(wanted.get(name, 0) for name in chosen))
    return best


def every_block(
    wanted: set[tuple[str, str]], legal: set[tuple[str, str]], by_two: list[str],
    blockers: tuple[str, ...], attackers: tuple[str, ...],
) -> int:  # fmt: skip
    """Each blocker blocks each attacker or none, lawful or not; the lawful ones are compared."""
    best = 0
    for way in product((None, *attackers), repeat=len(blockers)):
        blocks = {(b, a) for b, a in zip(blockers, way, strict=True) if a is not None}
        lonely = any(way.count(attacker) == 1 for attacker in by_two)
        if blocks <= legal and not lonely:
            best = max(best, len(blocks & wanted))
    return best


def some(source: random.Random, names: tuple[str, ...]) -> list[str]:
    return [name for name in names if source.random() < 0.6]


def test_the_best_attack_is_that_of_brute_force() -> None:
    source = random.Random(508)
    for _ in range(3000):
        wanted = {name: source.randint(1, 3) for name in some(source, NAMES)}
        able, alone = some(source, NAMES), some(source, NAMES)
        at_most = source.randint(0, len(NAMES))
        found = most_attacking(wanted, able, alone, at_most)
        assert found == every_attack(wanted, able, alone, at_most), (wanted, able, alone, at_most)


def test_the_best_block_is_that_of_brute_force() -> None:
    source = random.Random(509)
    blockers, attackers = ("p", "q", "r", "s"), ("x", "y", "z")
    pairs = list(product(blockers, attackers))
    for _ in range(1500):
        wanted = {pair for pair in pairs if source.random() < 0.3}
        legal = {pair for pair in pairs if source.random() < 0.7}
        by_two = some(source, attackers)
        found = most_blocking(wanted, legal, by_two)
        assert found == every_block(wanted, legal, by_two, blockers, attackers), (wanted, legal)


@pytest.mark.parametrize(
    ("says", "wanted", "able", "not_alone", "at_most", "most"),
    [
        ("nothing is asked", {}, ["a"], [], 1, 0),
        ("one that must, and may", {"a": 1}, ["a"], [], 1, 1),
        ("one that must and cannot", {"a": 1}, ["b"], [], 1, 0),
        ("two must, one may attack at most", {"a": 1, "b": 2}, ["a", "b"], [], 1, 2),
        ("not alone, and nobody to go with", {"a": 1}, ["a"], ["a"], 5, 0),
        ("not alone, with somebody else", {"a": 1}, ["a", "b"], ["a"], 5, 1),
        ("no attack is allowed", {"a": 1}, ["a"], [], 0, 0),
    ],
)
def test_most_attacking(
    says: str, wanted: dict[str, int], able: list[str], not_alone: list[str], at_most: int,
    most: int,
) -> None:  # fmt: skip
    assert most_attacking(wanted, able, not_alone, at_most) == most, says


def test_too_many_ways_to_block_are_not_tried() -> None:
    blockers = [f"b{number}" for number in range(16)]
    wanted = {(name, "a") for name in blockers}
    assert 2 ** len(blockers) > MOST_WAYS
    assert most_blocking(wanted, wanted, []) is None
