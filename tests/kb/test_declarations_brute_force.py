"""Random declarations, judged by the checkers and by trying every declaration there is."""

import json
import random
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import Any

from kb.checks import verify
from kb.model import Outcome
from kb.number import RuleNumber
from kb.state_read import read

RULES_OF_ATTACK = [RuleNumber.parse(number) for number in ("508.1c", "508.1d")]
RULES_OF_BLOCK = [RuleNumber.parse(number) for number in ("509.1b", "509.1c")]
CREATURES = ("c1", "c2", "c3", "c4")


def faults(document: dict[str, Any], rules: list[RuleNumber]) -> set[str]:
    [state] = read(json.dumps(document), name="random.json")
    found = verify(state, rules=rules)
    assert all(verdict.outcome is not Outcome.CANNOT_TELL for verdict in found)
    return {str(v.rule) for v in found if v.outcome is Outcome.VIOLATES}


def start() -> dict[str, Any]:
    return {
        "format": "mtg-state/1",
        "turn": {"number": 5, "active": "A"},
        "players": {"A": {}, "B": {}},
        "objects": {},
        "history": [],
    }


def subsets(names: tuple[str, ...]) -> list[tuple[str, ...]]:
    sizes = range(len(names) + 1)
    return list(chain.from_iterable(combinations(names, size) for size in sizes))


# ------------------------------------------------------------------ attackers


@dataclass
class Attack:
    """A board, by the names of its creatures, and the creatures chosen to attack."""

    walls: set[str]
    barred: set[str]
    company: set[str]
    """Those that do not attack alone."""
    must: list[str]
    """As often as an effect asks it of them."""
    at_most: int | None

    def obeys(self, chosen: tuple[str, ...]) -> bool:
        """Whether no restriction is disobeyed."""
        if set(chosen) & (self.walls | self.barred):
            return False
        if self.at_most is not None and len(chosen) > self.at_most:
            return False
        return not (len(chosen) == 1 and chosen[0] in self.company)

    def count(self, chosen: tuple[str, ...]) -> int:
        return sum(name in chosen for name in self.must)

    @property
    def effects(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [{"upon": [name], "attack": "must"} for name in self.must]
        found += [{"upon": [name], "attack": "cannot"} for name in sorted(self.barred)]
        found += [{"upon": [name], "attack": "not-alone"} for name in sorted(self.company)]
        return found if self.at_most is None else [*found, {"max_attackers": self.at_most}]


def some(source: random.Random, share: float, names: tuple[str, ...] = CREATURES) -> set[str]:
    return {name for name in names if source.random() < share}


def test_attacks() -> None:
    source = random.Random(5081)
    legal = 0
    for _ in range(400):
        tapped = some(source, 0.2)
        must = [name for name in CREATURES * 2 if source.random() < 0.35]
        at_most = source.choice((None, None, 0, 1, 2))
        attack = Attack(some(source, 0.2), some(source, 0.2), some(source, 0.3), must, at_most)
        free = tuple(name for name in CREATURES if name not in tapped)
        chosen = tuple(sorted(some(source, 0.4, free)))
        best = max(attack.count(other) for other in subsets(free) if attack.obeys(other))
        document = start()
        for name in CREATURES:
            document["objects"][name] = {
                "type": "Creature", "pt": "2/2", "owner": "A", "tapped": name in tapped,
                "keywords": ["defender"] if name in attack.walls else [],
            }  # fmt: skip
        document["effects"] = attack.effects
        attackers = [{"who": name, "attacks": "B"} for name in chosen]
        document["history"] = [{"do": "attack", "by": "A", "attackers": attackers}]
        found = faults(document, RULES_OF_ATTACK)
        assert ("508.1c" in found) is not attack.obeys(chosen), document
        if attack.obeys(chosen):
            assert ("508.1d" in found) is (attack.count(chosen) < best), document
            legal += not found
    assert 50 < legal < 350


# ------------------------------------------------------------------ blockers

ATTACKERS = ("a1", "a2")
WINGS = ("flying", "menace", "shadow", "fear")


def may(blocker: dict[str, Any], attacker: dict[str, Any]) -> bool:
    """The evasion abilities, once more and by hand."""
    mine, theirs = set(blocker["keywords"]), set(attacker["keywords"])
    if "flying" in theirs and not mine & {"flying", "reach"}:
        return False
    if ("shadow" in theirs) != ("shadow" in mine):
        return False
    return "fear" not in theirs or blocker["cost"] == "B" or blocker["type"].startswith("Artifact")


@dataclass
class Block:
    """Attackers and creatures that may block, and the blocks that provoke asks for."""

    objects: dict[str, Any]
    blockers: tuple[str, ...]
    asked: list[tuple[str, str]]

    def obeys(self, way: tuple[str | None, ...]) -> bool:
        """Whether nothing forbids it that each blocks the attacker beside it, or none."""
        for attacker in ATTACKERS:
            if "menace" in self.objects[attacker]["keywords"] and way.count(attacker) == 1:
                return False
        pairs = zip(self.blockers, way, strict=True)
        return all(may(self.objects[b], self.objects[a]) for b, a in pairs if a is not None)

    def count(self, way: tuple[str | None, ...]) -> int:
        return sum(pair in self.asked for pair in zip(self.blockers, way, strict=True))


def board(source: random.Random) -> Block:
    objects: dict[str, Any] = {}
    for name in ATTACKERS:
        words = sorted(some(source, 0.25, WINGS))
        objects[name] = {"type": "Creature", "pt": "2/2", "owner": "A", "cost": "G",
                         "keywords": [*words, "provoke"]}  # fmt: skip
    blockers = CREATURES[: source.randint(1, 4)]
    for name in blockers:
        words = sorted(some(source, 0.3, ("flying", "reach", "shadow")))
        kind = source.choice(("Creature", "Artifact Creature"))
        objects[name] = {"type": kind, "pt": "1/1", "owner": "B", "keywords": words,
                         "cost": source.choice("BW")}  # fmt: skip
    asked = [pair for pair in product(blockers, ATTACKERS) if source.random() < 0.25]
    return Block(objects, blockers, asked)


def test_blocks() -> None:
    source = random.Random(5091)
    legal = 0
    for _ in range(400):
        block = board(source)
        way = tuple(source.choice((None, None, *ATTACKERS)) for _ in block.blockers)
        ways = product((None, *ATTACKERS), repeat=len(block.blockers))
        best = max(block.count(other) for other in ways if block.obeys(other))
        rows = [{"who": name, "attacks": "B"} for name in ATTACKERS]
        history: list[dict[str, Any]] = [{"do": "attack", "by": "A", "attackers": rows}]
        for number, (blocker, attacker) in enumerate(block.asked):
            trigger = {"do": "trigger", "id": f"t{number}", "source": attacker}
            history.append({**trigger, "ability": "provoke", "targets": {"t": [blocker]}})
            history.append({"do": "resolve", "event": f"t{number}"})
        pairs = zip(block.blockers, way, strict=True)
        chosen = [{"who": b, "blocks": [a]} for b, a in pairs if a is not None]
        history.append({"do": "block", "by": "B", "blockers": chosen})
        document = {**start(), "objects": block.objects, "history": history}
        found = faults(document, RULES_OF_BLOCK)
        assert ("509.1b" in found) is not block.obeys(way), document
        if block.obeys(way):
            assert ("509.1c" in found) is (block.count(way) < best), document
            legal += not found
    assert 50 < legal < 350
