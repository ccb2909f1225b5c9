"""How the time of one document grows with its events, kind by kind."""

import time
from collections.abc import Callable, Iterator
from typing import Any

from kb.checks import verify
from kb.state_read import typed
from kb.state_text import Raw

Event = dict[str, Any]
_OBJECTS: dict[str, Event] = {
    "bear": {"type": "Creature", "pt": "2/2", "owner": "Ada"},
    "wall": {"type": "Creature", "pt": "0/9", "owner": "Bruno"},
    "snake": {"type": "Creature", "pt": "1/1", "keywords": ["deathtouch"], "owner": "Ada"},
    "hero": {"type": "Planeswalker", "counters": {"loyalty": 5}, "owner": "Bruno"},
    "siege": {"type": "Battle — Siege", "counters": {"defense": 5}, "owner": "Bruno"},
    "bolt": {"type": "Instant", "cost": "R", "owner": "Ada", "zone": "hand"},
    "glyph": {"type": "Enchantment — Aura", "owner": "Ada", "attached_to": "bear"},
}


def _hit(source: str, whom: str) -> Event:
    return {"do": "damage", "source": source, "object": whom, "amount": 1}


_PASS = {"do": "pass", "by": "Ada"}
KINDS: dict[str, Callable[[int], tuple[Event, ...]]] = {
    "turns": lambda n: ({"do": "begin", "at": {"number": n + 2, "step": "upkeep"}},),
    "spells": lambda n: (
        {"do": "cast", "object": "bolt", "by": "Ada", "paid": {"mana": "R"}},
        {"do": "resolve", "object": "bolt"},
        {"do": "move", "object": "bolt", "to": "hand"},
    ),
    "tokens": lambda n: (
        {"do": "create", "new": f"t{n}", "by": "Ada", "as": {"type": "Creature", "pt": "1/1"}},
    ),
    "fights": lambda n: (
        {"do": "begin", "at": {"number": n + 2, "active": "Ada", "step": "declare-attackers"}},
        {"do": "attack", "attackers": [{"who": "bear", "attacks": "Bruno"}]},
        {"do": "block", "by": "Bruno", "blockers": [{"who": "wall", "blocks": ["bear"]}]},
        _hit("bear", "wall"),
    ),
    "damage to a creature": lambda n: (_hit("bear", "wall"),),
    "deathtouch": lambda n: (_hit("snake", "wall"), _PASS),
    "damage to a planeswalker": lambda n: (_hit("bear", "hero"), _PASS),
    "damage and counters of a planeswalker": lambda n: (
        _hit("bear", "hero"),
        {"do": "counters", "object": "hero", "counters": {"loyalty": 1}},
    ),
    "damage to a battle": lambda n: (_hit("bear", "siege"), _PASS),
    "life": lambda n: ({"do": "life", "by": "Bruno", "amount": -1}, _PASS),
    "undone": lambda n: (
        {"do": "life", "by": "Bruno", "amount": -1, "id": f"e{n}"},
        {"do": "undo", "event": f"e{n}"},
    ),
    "undone, the first again and again": lambda n: (
        {"do": "life", "by": "Bruno", "amount": -1, "id": f"e{n}"},
        {"do": "undo", "event": "e0"},
    ),
    "effects that all go on": lambda n: (
        {"do": "effect", "effect": {"upon": ["bear"], "pt": "+1/+1", "until": "end-of-turn"}},
    ),
}


def _seconds(make: Callable[[int], tuple[Event, ...]], events: int) -> float:
    history = [event for n in range(events // len(make(0))) for event in make(n)]
    value = {
        "format": "mtg-state/1",
        "turn": {"number": 1, "active": "Ada"},
        "players": {"Ada": {"life": 20}, "Bruno": {"life": 20}},
        "objects": _OBJECTS,
        "history": history,
    }
    document = typed(Raw(value))
    start = time.process_time()
    verify(document)
    return time.process_time() - start


def grown(events: int) -> Iterator[str]:
    """A line a kind: milliseconds for so many events and for twice as many; 2 is in proportion."""
    yield f"{'events':40}  {events:>9}  {2 * events:>9}   times"
    for kind, make in KINDS.items():
        _seconds(make, 8)  # imports its checkers
        one, two = _seconds(make, events), _seconds(make, 2 * events)
        yield f"{kind:40}  {one * 1000:6.0f} ms  {two * 1000:6.0f} ms  {two / one:6.2f}"
