"""Questions that people ask of the search, and the rules that answer them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from kb.number import RuleNumber

SETS = ("tuning", "held_out")
"""The one to choose weights by, and the one to measure them by."""

_FOLDER = Path(__file__).parent


class Question(NamedTuple):
    """What somebody types, in what language, and what it should find."""

    id: str
    lang: str
    kind: str
    """As in the acceptance cases: ``keyword``, ``situation``, ``false-friend`` …"""
    scope: str
    """``named``: the bundled rules can answer it; ``full``: it takes all of the rules."""
    query: str
    relevant: Mapping[RuleNumber, int]
    """3 the rule that answers, 2 one needed beside it, 1 a useful one; edition 2026-08-07."""
    not_first: tuple[RuleNumber, ...]
    """Rules that a likeness of words suggests, and that would mislead."""


def questions(name: str) -> tuple[Question, ...]:
    """Those of one of the SETS; raises UnknownRule for a number that is none.

    >>> questions("tuning")[0].query
    'multipotenziamento'
    """
    rows = yaml.safe_load((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return tuple(_question(**row) for row in rows)


def _question(*, relevant: Mapping[str, int], **row: Any) -> Question:
    not_first = tuple(RuleNumber.parse(number) for number in row.pop("not", ()))
    grades = {RuleNumber.parse(number): grade for number, grade in relevant.items()}
    return Question(**row, relevant=grades, not_first=not_first)
