"""Which mutants of the scenarios each checker kills: documents that comply, but for one fact.

A checker kills a mutant where it complied with something in the document and finds more broken in
the mutant than it found there.
`python -m benchmarks kills` writes the page and the table of one kill for each proposition, which
a test goes through again; a checker that kills none is named and ends the run with 1.
"""

import argparse
import csv
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from benchmarks.measure import ROOT
from benchmarks.mutants import Mutant, as_text, mutants
from kb.checks import all_checks, verify
from kb.errors import BadState
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.state_read import typed
from kb.state_text import Raw, documents

PAGE = ROOT / "docs" / "mutants.md"
TABLE = ROOT / "tests" / "kills.csv"
SCENARIOS = ROOT / "data" / "scenarios"
SAMPLE = 20
"""Mutants of one scenario, drawn with its name as the seed."""
MOST_SEARCHED = 8000
"""Further mutants that are tried for a proposition that killed none of those."""
COLUMNS = ("rule", "prop", "scenario", "at", "value")

Key = tuple[str, str]
"""Rule and proposition."""
Outcomes = dict[Key, Counter[Outcome]]


class Kill(NamedTuple):
    scenario: str
    mutant: Mutant


@dataclass(slots=True)
class Tally:
    """What one checker did."""

    complied: int = 0
    """Mutants of documents with which it complied."""
    killed: Counter[str] = field(default_factory=Counter)
    """Those it found broken, by the kind of change."""
    first: Kill | None = None


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks kills", description=__doc__)
    parser.parse_args(arguments)
    found = tallies()
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        rows.writerows(_rows(found))
    PAGE.write_text(page(found), encoding="utf-8")
    without = [f"{rule} {prop}" for (rule, prop), tally in found.items() if tally.first is None]
    print(f"{PAGE.relative_to(ROOT)} and {TABLE.relative_to(ROOT)} written")
    if without:
        sys.exit(f"no mutant killed: {', '.join(without)}")


def tallies() -> dict[Key, Tally]:
    """Of every proposition that has a checker, over the mutants of all scenarios."""
    found = {(str(check.rule), check.prop): Tally() for check in all_checks()}
    scenarios = list(_scenarios())
    for name, document, before in scenarios:
        everything = list(mutants(document))
        dice = random.Random(name)
        sample = dice.sample(range(len(everything)), min(SAMPLE, len(everything)))
        for place in sorted(sample):
            _try(everything[place], name, before, found, tuple(_complied(before)))
    for key, tally in found.items():
        if tally.first is None:
            _search(key, tally, scenarios)
    return found


def _scenarios() -> Iterator[tuple[str, Any, Outcomes]]:
    for path in sorted(SCENARIOS.glob("*/*.yaml")):
        name = str(path.relative_to(SCENARIOS))
        for raw in documents(path.read_text(encoding="utf-8"), name=name):
            yield name, raw.value, outcomes(raw.value)


def _complied(before: Outcomes) -> list[Key]:
    return [key for key, seen in before.items() if seen[Outcome.COMPLIES]]


def _search(key: Key, tally: Tally, scenarios: list[tuple[str, Any, Outcomes]]) -> None:
    """More mutants of the documents that comply, until one is killed; the likeliest come first."""
    rule = RuleNumber.parse(key[0])
    good = [scenario for scenario in scenarios if key in _complied(scenario[2])]
    last = tally.complied + MOST_SEARCHED
    for likely in (True, False):
        for name, document, before in good:
            places = _leaned_on(document, key, rule)
            for mutant in mutants(document):
                if likely is any(_meet(mutant.at, place) for place in places):
                    _try(mutant, name, before, {key: tally}, (key,), rule)
                    if tally.first is not None or tally.complied >= last:
                        return


def _leaned_on(document: Any, key: Key, rule: RuleNumber) -> set[Pointer]:
    """The places in a document that a proposition complied at, and those of its evidence."""
    found: set[Pointer] = set()
    for verdict in verify(typed(Raw(document)), rules=(rule,)):
        if (str(verdict.rule), verdict.prop) == key and verdict.outcome is Outcome.COMPLIES:
            found |= {verdict.at, *(fact.at for fact in verdict.evidence)}
    return found


def _meet(one: Pointer, other: Pointer) -> bool:
    return one.within(other) or other.within(one)


def _try(
    mutant: Mutant,
    name: str,
    before: Outcomes,
    found: dict[Key, Tally],
    keys: tuple[Key, ...],
    *rules: RuleNumber,
) -> None:
    """Count a mutant of a document for these propositions."""
    try:
        after = outcomes(mutant.document, *rules)
    except BadState:  # it is no game state any more
        return
    for key in keys:
        tally = found[key]
        tally.complied += 1
        if killed(key, before, after):
            tally.killed[mutant.kind] += 1
            tally.first = tally.first or Kill(name, mutant)


def killed(key: Key, before: Outcomes, after: Outcomes) -> bool:
    """Whether more is broken than was before."""
    return key in after and after[key][Outcome.VIOLATES] > before[key][Outcome.VIOLATES]


def outcomes(document: Any, *rules: RuleNumber) -> Outcomes:
    """How often each proposition, or those of these rules, says what of a document.

    Raises BadState where it is none.
    """
    seen: Outcomes = {}
    for verdict in verify(typed(Raw(document)), rules=rules or None):
        seen.setdefault((str(verdict.rule), verdict.prop), Counter())[verdict.outcome] += 1
    return seen


def _rows(found: dict[Key, Tally]) -> Iterator[tuple[str, ...]]:
    for (rule, prop), tally in found.items():
        if tally.first is not None:
            kill = tally.first
            yield rule, prop, kill.scenario, kill.mutant.at, as_text(kill.mutant.value)


def page(found: dict[Key, Tally]) -> str:
    lines = [
        "# The mutants that the checkers kill",
        "",
        f"The {len(list(SCENARIOS.glob('*/*.yaml')))} scenarios under `data/scenarios/` with one "
        "fact changed: left out, another zone, player, object, number, symbol, order … Of each "
        "checker: mutants of documents with which it complied, and in how many of them it finds "
        f"more broken. Of each scenario {SAMPLE} mutants are tried, always the same ones; where "
        f"none of them is killed by a checker, up to {MOST_SEARCHED} more until it kills one, "
        "first those that change what it leaned on. Written by `python -m benchmarks kills`; a "
        "test repeats one kill of each.",
        "",
        "| rule | proposition | mutants | killed | by what was changed |",
        "| --- | --- | --- | --- | --- |",
    ]
    for (rule, prop), tally in found.items():
        kinds = ", ".join(f"{kind} {count}" for kind, count in tally.killed.most_common())
        lines.append(f"| {rule} | {prop} | {tally.complied} | {tally.killed.total()} | {kinds} |")
    return "\n".join(lines) + "\n"
