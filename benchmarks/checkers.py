"""How long verifying takes: reading documents, replaying them, and the checkers a group each."""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.measure import ROOT, editions_folder
from kb.checks import cited_edition
from kb.checks.features import features
from kb.checks.registry import REGISTRY
from kb.replay import Game, replay
from kb.state import Document
from kb.state_read import read

YARDSTICK = "replaying"
_WIDTH = 44


@dataclass
class Part:
    """One part of the work, with the seconds that each round took."""

    name: str
    seconds: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """The fastest round: what disturbs a run only makes it slower."""
        return min(self.seconds)


def texts() -> list[tuple[str, str]]:
    """Documents that comply and documents that do not: our scenarios and the shared cases."""
    folders = [ROOT / "data/scenarios", editions_folder().parent / "state"]
    paths: list[Path] = sorted(path for folder in folders for path in folder.rglob("*.yaml"))
    return [(path.name, path.read_text(encoding="utf-8")) for path in paths]


def measured(rounds: int) -> tuple[int, dict[str, Part]]:
    """How many documents there are, and what each part took."""
    parts: dict[str, Part] = {}
    found = texts()
    documents = [document for name, text in found for document in read(text, name=name)]
    for _ in range(rounds):
        start = time.perf_counter()
        for name, text in found:
            list(read(text, name=name))
        _add(parts, "reading", time.perf_counter() - start)
        start = time.perf_counter()
        games = [replay(document) for document in documents]
        _add(parts, YARDSTICK, time.perf_counter() - start)
        groups = _checked(documents, games)
        _add(parts, "all checkers", sum(groups.values()))
        for name, seconds in groups.items():
            _add(parts, f"  {name}", seconds)
    return len(documents), parts


def _checked(documents: list[Document], games: list[Game]) -> dict[str, float]:
    """Seconds by module of checkers; those are asked that have what they need, as verify does."""
    spent: dict[str, float] = {}
    for document, game in zip(documents, games, strict=True):
        for check in REGISTRY.concerned(features(document), cited_edition(document)):
            start = time.perf_counter()
            for _ in check.findings(game):
                pass
            group = getattr(check.run, "func", check.run).__module__.rpartition(".")[2]
            spent[group] = spent.get(group, 0) + time.perf_counter() - start
    return spent


def _add(parts: dict[str, Part], name: str, seconds: float) -> None:
    parts.setdefault(name, Part(name)).seconds.append(seconds)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks checkers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = max(1, parser.parse_args(arguments).rounds)
    count, parts = measured(rounds)
    yardstick = parts[YARDSTICK].best
    print(f"{count} documents, the best of {rounds} rounds, one process")
    heads = ("ms", f"× {YARDSTICK}", "documents a second")
    print(f"{'':{_WIDTH}}" + "".join(f"  {head:>20}" for head in heads))
    for part in parts.values():
        cells = (
            f"{part.best * 1000:.1f}",
            f"{part.best / yardstick:.2f}",
            f"{count / part.best:.0f}",
        )
        print(f"{part.name:{_WIDTH}}" + "".join(f"  {cell:>20}" for cell in cells))
