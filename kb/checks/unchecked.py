"""Rules without a checker, each with the reason."""

import csv
from dataclasses import dataclass
from functools import cache

from kb.checks.registry import REGISTRY
from kb.edition import EditionDate
from kb.errors import BadData
from kb.number import RuleNumber
from kb.paths import data_dir

NOT_EXECUTABLE = "not-executable"
"""A heading, a term, history, paper or advice: nothing in a game could follow it or not."""
NOT_YET = "not-yet"
"""It could be checked; nobody has written the checker."""
OTHER_EDITION = "other-edition"
"""It has a checker, but not under this number in the edition that the document cites."""
_CLASSES = frozenset("SHDN")


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A rule that was asked about and cannot be answered, with the key of the reason."""

    rule: RuleNumber
    reason: str


def unchecked(rule: RuleNumber, edition: EditionDate | None = None) -> Unchecked:
    """Why there is no answer about a rule that has no checker in this edition."""
    if any(check.rule.within(rule) for check in REGISTRY.all()):
        return Unchecked(rule, OTHER_EDITION)
    return Unchecked(rule, NOT_EXECUTABLE if rule in not_executable() else NOT_YET)


@cache
def not_executable() -> frozenset[RuleNumber]:
    """The rules of class N in ``data/classes.csv``."""
    path = data_dir() / "classes.csv"
    found = set()
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines)
        for row in rows:
            number, kind = RuleNumber.read(row.get("number") or ""), row.get("class")
            if number is None or kind not in _CLASSES:
                raise BadData(f"{path}:{rows.line_num}: wanted number,class with a class of SHDN")
            if kind == "N":
                found.add(number)
    return frozenset(found)
