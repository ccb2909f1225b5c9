"""Random combats, lawful or not: every checker answers, and assuming less turns nothing round."""

import json
import random
from typing import Any

from kb.checks import verify
from kb.errors import BadState
from kb.explain import because
from kb.lang import codes
from kb.model import Outcome
from kb.state import Document
from kb.state_read import read

PLAYERS = ("A", "B", "C")
KEYWORDS = (
    "flying", "reach", "menace", "trample", "deathtouch", "first strike", "double strike",
    "lifelink", "infect", "wither", "toxic 1", "banding", "defender", "vigilance", "shadow",
    "fear", "intimidate", "skulk", "swampwalk", "nonbasic landwalk", "walk", "unleash", "decayed",
    "protection from red", "protection from a and from b", "protection from ", "rampage 2",
    "rampage", "bushido x", "bushido 1", "flanking", "frenzy 1", "exalted", "battle cry", "melee",
    "provoke", "mentor", "training", "dethrone", "trample over planeswalkers",
    f"rampage {'9' * 5000}", f"toxic {'9' * 5000}",
)  # fmt: skip
TYPES = ("Creature", "Creature", "Creature", "Artifact", "Planeswalker", "Land — Swamp",
         "Battle Creature")  # fmt: skip
TRIGGERS = ("flanking", "rampage1", "bushido", "exalted", "battle-cry", "melee", "provoke1",
            "mentor", "training", "dethrone", "frenzy")  # fmt: skip
EFFECTS: tuple[dict[str, Any], ...] = (
    {"attack": "must"}, {"attack": "cannot"}, {"max_attackers": 1}, {"types": ["Artifact"]},
    {"add_keywords": ["banding"]}, {"lose": ["flying"]}, {"text": "words"}, {"pt": "+1/-2"},
)  # fmt: skip
STEPS = ("declare-attackers", "declare-blockers", "first-combat-damage", "combat-damage", "end")


class Author:
    """Writes documents without a care for the rules."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)
        self.names = ["o1", "o2", "o3", "o4"]

    def one(self, *of: Any) -> Any:
        return self.source.choice(of)

    @property
    def name(self) -> str:
        return self.source.choice(self.names)

    def thing(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "owner": self.one("A", "B"),
            "keywords": [self.one(*KEYWORDS) for _ in range(self.one(0, 1, 2))],
            "pt": self.one("2/2", "0/3", "*/*", "-1/2"),
        }
        more = {"type": self.one(*TYPES), "cost": self.one("R", "1W", "?"), "tapped": "?",
                "loyalty": self.one("3", "X", "9" * 5000),
                "attacking": self.one("A", "B", "o1"), "blocking": ["o1"]}  # fmt: skip
        likely = {
            "type": 0.9,
            "cost": 0.6,
            "loyalty": 0.2,
            "tapped": 0.1,
            "attacking": 0.15,
            "blocking": 0.1,
        }
        return found | {k: v for k, v in more.items() if self.source.random() < likely[k]}

    def event(self, number: int, triggers: list[str]) -> dict[str, Any]:
        kind = self.one("attack", "block", "damage", "damage", "begin", "move", "create",
                        "control", "effect", "trigger", "resolve", "observe")  # fmt: skip
        found: dict[str, Any] = {"do": kind, "id": f"e{number}", **self._fields(kind, number)}
        if kind == "resolve":
            if not triggers:
                return {"do": "pass"}
            found |= {"event": triggers.pop(), "bonus": {self.name: self.one("+1/+1", "+*/+0")}}
        if self.source.random() < 0.1:
            found["outcome"] = self.one("illegal", "?")
        elif kind == "trigger":
            triggers.append(f"e{number}")
        return found

    def _fields(self, kind: str, number: int) -> dict[str, Any]:
        if kind == "attack":
            rows = [{"who": self.name, "attacks": self.one(*PLAYERS, self.name)} for _ in "123"]
            return {"attackers": rows[: self.one(0, 1, 2, 3)]}
        if kind == "block":
            rows = [{"who": self.name, "blocks": [self.name]} for _ in "123"]
            return {"by": "B", "blockers": rows[: self.one(0, 1, 2, 3)]}
        if kind == "damage":
            return {"source": self.name, "divided": {self.one("A", "B", self.name): self.one(1, 3)}}
        if kind == "begin":
            return {"at": {"step": self.one(*STEPS)}}
        if kind == "move":
            return {"object": self.name, "to": self.one("battlefield", "graveyard"),
                    "attacking": self.one("A", "B", "o1")}  # fmt: skip
        if kind == "create":
            self.names.append(f"t{number}")
            return {"new": f"t{number}", "as": self.thing()}
        if kind == "control":
            return {"object": self.name, "by": self.one("A", "B")}
        if kind == "effect":
            return {"effect": {"upon": [self.name], **self.one(*EFFECTS)}}
        if kind == "trigger":
            return {"source": self.name, "ability": self.one(*TRIGGERS), "about": self.name,
                    "targets": {"t": [self.one("A", self.name)]}}  # fmt: skip
        claims = {self.name: {"attacking": self.one(True, False, "B")}}
        return {"objects": claims, "players": {"A": {"life": 20}}} if kind == "observe" else {}

    def document(self) -> dict[str, Any]:
        triggers: list[str] = []
        return {
            "format": "mtg-state/1",
            "turn": {"number": 5, "active": "A", "step": self.one(*STEPS)},
            "players": {"A": {}, "B": {"life": 9}, "C": {"left": True}},
            "covers": self.one("listed", "turn"),
            "objects": {name: self.thing() for name in tuple(self.names)},
            "history": [self.event(number, triggers) for number in range(self.one(3, 6, 9))],
        }


def outcomes(document: Document, *, strict: bool) -> dict[tuple[str, str, str], set[Outcome]]:
    found: dict[tuple[str, str, str], set[Outcome]] = {}
    for verdict in verify(document, strict=strict):
        for code in codes():
            assert "None" not in because(verdict, code)
        key = (str(verdict.rule), verdict.prop, str(verdict.at))
        found.setdefault(key, set()).add(verdict.outcome)
    return found


def test_random_combats_are_answered_and_assuming_less_turns_nothing_round() -> None:
    answered = 0
    for seed in range(250):
        text = json.dumps(Author(seed).document())
        try:
            [document] = read(text, name="random.json")
            told, less = (outcomes(document, strict=strict) for strict in (False, True))
        except BadState:  # an event that names what is not there any more
            continue
        answered += 1
        for key, found in less.items():
            if key in told:
                assert found <= told[key] | {Outcome.CANNOT_TELL}, (key, text)
            else:
                assert Outcome.VIOLATES not in found, (key, text)
    assert answered > 200
