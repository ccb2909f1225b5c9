"""Checked: which checkers stand on a rule, and why there are none where there are none."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from kb.checks.unchecked import never_checked
from kb.explain import message
from kb.number import RuleNumber
from search.checkers import checkers


class Checked(NamedTuple):
    """What of a rule a program can check."""

    musts: tuple[str, ...]
    """What must hold, each in a sentence."""
    reason: str | None
    """Why nothing of it can be checked, where somebody looked."""


def checked(number: RuleNumber, language: str) -> Checked:
    props = _props().get(number, ())
    if props:
        return Checked(tuple(message(language, "must", prop) for prop in props), None)
    if number in _above():
        return Checked((), None)
    return Checked((), message(language, "unchecked", _reason(number)))


@lru_cache(maxsize=8_192)
def _reason(number: RuleNumber) -> str:
    return never_checked(number).reason


@cache
def _above() -> frozenset[RuleNumber]:
    """Rules below which something is checked: of them it would be wrong to say that none is."""
    return frozenset(above for rule in _props() for above in rule.upwards)


@cache
def _props() -> Mapping[RuleNumber, tuple[str, ...]]:
    """The propositions of each rule; one that was worded anew over the editions once."""
    found: dict[RuleNumber, dict[str, None]] = defaultdict(dict)
    for check in checkers(None).checks:
        found[check.rule][check.prop] = None
    return {rule: tuple(props) for rule, props in found.items()}
