"""How many of the rules have checkers, by section: checked, checkable, not executable."""

from collections.abc import Iterable
from typing import NamedTuple

from kb.checks import checked_rules
from kb.checks.unchecked import Unchecked, unchecked
from kb.number import RuleNumber
from kb.terms import CheckClass, classes


class Covered(NamedTuple):
    """The rules and subrules below one section, chapter or heading, of the newest edition."""

    number: RuleNumber
    rules: int
    checkable: int
    """Those that a program could check, whether or not one does."""
    checked: int

    @property
    def not_executable(self) -> int:
        return self.rules - self.checkable


def by_section(asked: Iterable[RuleNumber] | None = None) -> tuple[Covered, ...]:
    """Each section with rules in order; of those that hold what is asked for, if it is given."""
    wanted = None if asked is None else tuple(asked)
    below: dict[RuleNumber, list[RuleNumber]] = {}
    for number in classes():
        if wanted is None or any(number.within(one) for one in wanted):
            below.setdefault(RuleNumber(number.section), []).append(number)
    return tuple(covered(section, numbers) for section, numbers in sorted(below.items()))


def covered(number: RuleNumber, rules: Iterable[RuleNumber]) -> Covered:
    """The counts of these rules, under one number."""
    numbers = tuple(rules)
    with_checker = set(checked_rules())
    checked = sum(rule in with_checker for rule in numbers)
    checkable = sum(
        rule in with_checker or classes()[rule] is not CheckClass.NONE for rule in numbers
    )
    return Covered(number, len(numbers), checkable, checked)


def without_checker(asked: Iterable[RuleNumber]) -> tuple[Unchecked, ...]:
    """The rules below what is asked for that have no checker, each with the reason."""
    # A heading is checked where something below it is.
    checked = {above for rule in checked_rules() for above in rule.upwards}
    found: dict[RuleNumber, None] = {}
    for one in asked:
        below = [rule for rule in classes() if rule.within(one)] or [one]
        found |= dict.fromkeys(rule for rule in below if rule not in checked)
    return tuple(unchecked(rule) for rule in found)
