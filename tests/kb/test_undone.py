"""Events that were undone, and what stands at a moment without them."""

from typing import Any

import pytest

from kb.ledger import ledger
from kb.replay import Game, replay
from kb.state_read import typed
from kb.state_text import Raw
from kb.undone import Row, undone


def game(*history: dict[str, Any]) -> Game:
    document: dict[str, Any] = {
        "format": "mtg-state/1",
        "players": {"Ada": {"life": 20}, "Bruno": {"life": 20}},
        "turn": {"number": 1, "active": "Ada"},
        "objects": {
            "snake": {"type": "Creature", "pt": "1/1", "keywords": ["deathtouch"], "owner": "Ada"},
            "bear": {"type": "Creature", "pt": "2/2", "owner": "Bruno"},
            "hero": {"type": "Planeswalker", "counters": {"loyalty": 3}, "owner": "Bruno"},
        },
        "history": list(history),
    }
    return replay(typed(Raw(document), name="-"))


def loss(name: str) -> dict[str, Any]:
    return {"do": "life", "id": name, "by": "Ada", "amount": -1}


def undo(name: str) -> dict[str, Any]:
    return {"do": "undo", "event": name}


@pytest.mark.parametrize(
    ("says", "history", "found", "life"),
    [
        ("nothing was undone", [loss("a"), loss("b")], {}, [20, 19, 18]),
        ("the last one", [loss("a"), loss("b"), undo("b")], {1: 2}, [20, 19, 18, 19]),
        ("all since the first", [loss("a"), loss("b"), undo("a")], {0: 2, 1: 2}, [20, 19, 18, 20]),
        (
            "one after the other, then something new",
            [loss("a"), loss("b"), undo("b"), undo("a"), loss("c")],
            {0: 3, 1: 2, 2: 3},
            [20, 19, 18, 19, 20, 19],
        ),
        (
            "what was undone stays so where it is undone again",
            [loss("a"), undo("a"), loss("b"), undo("a")],
            {0: 1, 1: 3, 2: 3},
            [20, 19, 20, 19, 20],
        ),
    ],
)
def test_life_without_what_was_undone(
    says: str, history: list[dict[str, Any]], found: dict[int, int], life: list[int]
) -> None:
    told = game(*history)
    assert undone(told) == found, says
    at = [ledger(told).life("Ada", index) for index in range(len(history) + 1)]
    assert [fact.value for fact in at] == life, says
    # The start and each loss that stands; of the start alone there is nothing to lean on.
    assert [len(fact.leans) for fact in at] == [0 if n == 20 else 21 - n for n in life], says


def test_loyalty_and_deathtouch_without_what_was_undone() -> None:
    hits = [
        {"do": "damage", "id": f"hit{n}", "source": "snake", "object": whom, "amount": 1}
        for n, whom in enumerate(["hero", "bear", "hero", "bear"])
    ]
    told = game(*hits, undo("hit2"), undo("hit1"))
    book, things = ledger(told), told.start.things
    hero, bear = things["hero"], things["bear"]
    loyalty = [(book.bearing(hero, index).counters.value or {})["loyalty"] for index in range(7)]
    assert loyalty == [3, 2, 2, 1, 1, 2, 2]
    first = [book.deadly_since(bear.ref, 0, index) for index in range(7)]
    assert [entry.step if entry else None for entry in first] == [None, None, 1, 1, 1, 1, None]
    later = book.deadly_since(bear.ref, 2, 4)
    assert later is not None and later.step == 3
    assert book.deadly_since(bear.ref, 2, 5) is None


def test_a_row_is_what_remains_of_all_changes() -> None:
    taken = {1: 3, 2: 3, 4: 6, 0: 6}
    steps = [0, 1, 2, 4, 5, 7]
    row = Row(steps, int, taken | {5: 6, 3: 6})
    for index in range(10):
        stand = [
            n
            for n, s in enumerate(steps)
            if s < index and not (taken | {5: 6}).get(s, index) < index
        ]
        assert list(row.places(index)) == stand, index
        assert row.top(index) == (stand[-1] if stand else -1), index
