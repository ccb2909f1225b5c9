"""Games played by the rules, move by move: no checker may find a fault in them."""

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from kb.checks import verify
from kb.explain import because
from kb.model import Outcome
from kb.state import Document

GAMES = 120
PLAYERS = ("A", "B")
COSTS: list[tuple[str, int | None, dict[str, Any]]] = [
    ("G", None, {"mana": "G"}),
    ("1G", None, {"mana": "UG"}),
    ("{R/G}", None, {"mana": "R"}),
    ("{2/W}", None, {"mana": "BB"}),
    ("2RR", None, {"mana": "RRGG"}),
    ("1C", None, {"mana": "GC"}),
    ("{W/U}{W/U}", None, {"mana": "WU"}),
    ("0", None, {"mana": 0}),
    ("XG", 2, {"mana": "GRR"}),
    ("{B/P}1", None, {"mana": "W", "life": 2}),
    ("{U/P}", None, {"mana": "U"}),
    ("1S", None, {"mana": "UU", "snow": 1}),
]
"""Mana costs, the X announced, and what pays them."""
TARGETS = ["creature", "creature you control", "criatura", "creatura", "any target"]


@dataclass
class Body:
    """A permanent as the players see it."""

    controller: str
    creature: bool
    keywords: tuple[str, ...]
    abilities: list[dict[str, Any]]
    since: int
    used: Counter[str] = field(default_factory=Counter)

    def open_to(self, player: str) -> bool:
        """Whether a player may target it."""
        if "shroud" in self.keywords:
            return False
        return player == self.controller or "hexproof" not in self.keywords


class Table:
    """Two players who know the rules, and dice instead of plans."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.objects: dict[str, dict[str, Any]] = {}
        self.events: list[dict[str, Any]] = []
        self.bodies: dict[str, Body] = {}
        self.stack: list[tuple[str, str, Any]] = []
        self.turn, self.active, self.phase = 4, "A", "precombat-main"
        self.lands = 0

    # ---------------------------------------------------------------- the game

    def play(self) -> dict[str, Any]:
        for turn in range(4, 7):
            self.turn, self.active = turn, PLAYERS[turn % 2]
            self.lands = 0
            for body in self.bodies.values():
                kept = {key: n for key, n in body.used.items() if key.endswith(" once")}
                tapped = body.used["tapped"] if body.controller != self.active else 0
                body.used = Counter({**kept, "tapped": tapped})
            for phase, step in (
                ("beginning", "upkeep"), ("precombat-main", None), ("combat", "end-of-combat"),
                ("postcombat-main", None), ("ending", "end"),
            ):  # fmt: skip
                self.begin(phase, step)
                self.round()
        return {
            "format": "mtg-state/1",
            "rules": "2026-08-07",
            "covers": "turn",
            "players": {name: {"life": 90, "lands_played": 0} for name in PLAYERS},
            "objects": self.objects,
            "history": self.events,
        }

    def begin(self, phase: str, step: str | None) -> None:
        self.phase = phase
        at = {"number": self.turn, "active": self.active, "phase": phase, "priority": self.active}
        self.events.append({"do": "begin", "at": at | ({"step": step} if step else {})})

    def round(self) -> None:
        """117.3, 117.4: until all have passed with nothing on the stack."""
        holder, passed, moves = self.active, 0, 0
        while True:
            if moves < 6 and self.dice.random() < 0.45 and self.act(holder):
                moves, passed = moves + 1, 0
                continue
            self.events.append({"do": "pass", "by": holder})
            passed, holder = passed + 1, PLAYERS[1 - PLAYERS.index(holder)]
            if passed == len(PLAYERS):
                if not self.stack:
                    return
                self.resolve()
                holder, passed = self.active, 0

    def act(self, player: str) -> bool:
        slow = self.phase.endswith("main") and player == self.active and not self.stack
        if slow and self.lands == 0 and self.dice.random() < 0.3:
            return self.land(player)
        if self.dice.random() < 0.3:
            return self.activate(player, slow)
        return self.cast(player, slow)

    # ---------------------------------------------------------------- the moves

    def new(self, **card: Any) -> str:
        name = f"o{len(self.objects)}"
        self.objects[name] = card
        return name

    def land(self, player: str) -> bool:
        name = self.new(type="Land", owner=player, zone="hand")
        self.events.append({"do": "play-land", "by": player, "object": name})
        self.lands += 1
        self.bodies[name] = Body(player, False, (), [], self.turn)
        return True

    def targets(self, player: str, wish: str) -> str | None:
        """Something that may be chosen for these words."""
        found = [
            name
            for name, body in self.bodies.items()
            if body.creature and body.open_to(player)
            and (wish != "creature you control" or body.controller == player)
        ]  # fmt: skip
        if wish == "any target":
            found += PLAYERS
        return self.dice.choice(found) if found else None

    def cast(self, player: str, slow: bool) -> bool:
        kind = self.dice.choice(("Creature", "Artifact", "Enchantment", "Sorcery", "Instant"))
        flash = kind != "Instant" and self.dice.random() < 0.2
        if not slow and kind != "Instant" and not flash:
            return False
        cost, x, paid = self.dice.choice(COSTS)
        words = [w for w in ("hexproof", "shroud", "haste") if self.dice.random() < 0.15]
        words += ["flash"] if flash else []
        card: dict[str, Any] = {
            "cost": cost, "type": kind, "owner": player, "zone": "hand", "keywords": words,
            "pt": "2/2", "abilities": [],
        }  # fmt: skip
        event: dict[str, Any] = {"do": "cast", "by": player, "total": cost, "from": "hand"}
        event |= {"paid": paid} | ({"x": x} if x is not None else {})
        if kind in ("Sorcery", "Instant"):
            wish = self.dice.choice(TARGETS)
            target = self.targets(player, wish)
            if target is None:
                return False
            card["abilities"] = [{"spell": "x", "id": "s", "targets": [{"id": "t", "is": wish}]}]
            event["targets"] = {"t": [target]}
        else:
            card["abilities"] = self.abilities()
        name = self.new(**card)
        self.events.append({**event, "object": name})
        self.stack.append((name, "spell", (player, card, event.get("targets"))))
        if self.dice.random() < 0.4:
            said: dict[str, Any] = {"zone": "stack", "controller": player, "cast": True}
            said |= {"x": x} if x is not None else {}
            self.events.append({"do": "observe", "objects": {name: said}})
        return True

    def abilities(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        if self.dice.random() < 0.5:
            slot = {"id": "t", "is": self.dice.choice(TARGETS)}
            found.append({"triggered": {"when": "enters", "targets": [slot]}, "id": "enter"})
        limit = self.dice.choice(("once", "once-per-turn", "sorcery-speed", None))
        ability = {"cost": self.dice.choice((1, {"mana": 0, "tap_self": True}))}
        found.append({"activated": ability | ({"limit": limit} if limit else {}), "id": "act"})
        if self.dice.random() < 0.3:
            found.append({"activated": {"cost": 0, "mana_ability": True}, "id": "mana"})
        return found

    def activate(self, player: str, slow: bool) -> bool:
        mine = [n for n, b in self.bodies.items() if b.controller == player and b.abilities]
        if not mine:
            return False
        name = self.dice.choice(mine)
        body = self.bodies[name]
        entry = self.dice.choice([a for a in body.abilities if "activated" in a])
        ability, limit = entry["activated"], entry["activated"].get("limit")
        taps = isinstance(ability["cost"], dict)
        key = f"{entry['id']} {limit}"
        new = body.creature and "haste" not in body.keywords and body.since >= self.turn - 1
        if (limit == "sorcery-speed" and not slow) or (taps and (body.used["tapped"] or new)):
            return False
        if limit in ("once", "once-per-turn") and body.used[key]:
            return False
        body.used[key] += 1
        body.used["tapped"] += taps
        event = {"do": "activate", "by": player, "object": name, "ability": entry["id"]}
        if ability.get("mana_ability"):
            self.events.append(event)
            return True
        event["id"] = f"e{len(self.events)}"
        self.events.append(event)
        self.stack.append((event["id"], "ability", None))
        return True

    def resolve(self) -> None:
        name, kind, what = self.stack.pop()
        done: dict[str, Any] = {"do": "resolve", "id": f"r{len(self.events)}"}
        if kind == "ability":
            self.events.append({**done, "event": name})
            return
        player, card, targets = what
        self.events.append({**done, "object": name})
        if card["type"] in ("Sorcery", "Instant"):
            target = targets["t"][0]
            if target in self.bodies and self.dice.random() < 0.4:  # what it does: it is gone
                self.events.append({"do": "move", "object": target, "to": "graveyard"})
                del self.bodies[target]
            return
        body = Body(player, card["type"] == "Creature", tuple(card["keywords"]),
                    [a for a in card["abilities"] if "activated" in a], self.turn)  # fmt: skip
        self.bodies[name] = body
        for entry in card["abilities"]:
            if "triggered" in entry:
                self.trigger(player, name, entry, done["id"])

    def trigger(self, player: str, name: str, entry: dict[str, Any], cause: str) -> None:
        target = self.targets(player, entry["triggered"]["targets"][0]["is"])
        if target is None:  # 603.3d: it is removed
            return
        event = {
            "do": "trigger", "id": f"e{len(self.events)}", "by": player, "source": name,
            "ability": entry["id"], "for": cause, "targets": {"t": [target]},
        }  # fmt: skip
        self.events.append(event)
        self.stack.append((event["id"], "ability", None))


def faults(document: dict[str, Any], *, strict: bool = False) -> list[str]:
    state = msgspec.convert(document, Document)
    return [
        f"{verdict.rule} {verdict.prop} {verdict.at}: {because(verdict, 'en')}"
        for verdict in verify(state, strict=strict)
        if verdict.outcome is Outcome.VIOLATES
    ]


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_fault_is_found_in_a_game_by_the_rules(seed: int) -> None:
    game = Table(seed).play()
    assert faults(game) == []
    assert faults(game, strict=True) == []


@pytest.mark.parametrize("seed", range(0, GAMES, 4))
def test_nor_where_nobody_told_of_passing_or_of_the_clock(seed: int) -> None:
    game = Table(seed).play()
    game["covers"] = "listed"
    game["history"] = [event for event in game["history"] if event["do"] != "pass"]
    assert faults(game) == []


def test_the_games_have_something_of_everything() -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        for verdict in verify(msgspec.convert(Table(seed).play(), Document)):
            if verdict.outcome is Outcome.COMPLIES:
                seen[verdict.prop] += 1
    for prop in (
        "main-phase-timing", "instant-timing", "flash-timing", "land-limit", "top-resolves-first",
        "all-pass-first", "active-after-resolution", "next-player-after-pass", "use-limit",
        "ability-as-sorcery", "target-legal", "hexproof", "shroud", "enters-needs-entering",
        "mana-ability-no-stack", "tap-ability-needs-control", "payment-matches", "x-as-announced",
        "phyrexian-payment", "snow-payment", "hybrid-payment", "life-enough",
    ):  # fmt: skip
        assert seen[prop] > 5, (prop, seen)
