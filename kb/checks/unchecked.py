"""Rules without a checker, each with the reason."""

from dataclasses import dataclass

from kb.checks.registry import REGISTRY
from kb.edition import EditionDate
from kb.number import RuleNumber
from kb.terms import CheckClass, classes, is_heading

NOT_EXECUTABLE = "not-executable"
"""A heading, a term, history, paper or advice: nothing in a game could follow it or not."""
NOT_YET = "not-yet"
"""It could be checked; nobody has written the checker."""
OTHER_EDITION = "other-edition"
"""It has a checker, but not under this number in the edition that the document cites."""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A rule that was asked about and cannot be answered, with the key of the reason."""

    rule: RuleNumber
    reason: str


def unchecked(rule: RuleNumber, edition: EditionDate | None = None) -> Unchecked:
    """Why there is no answer about a rule that has no checker in this edition."""
    if any(check.rule.within(rule) for check in REGISTRY.all()):
        return Unchecked(rule, OTHER_EDITION)
    # A heading is what stands below it: 702.19 is only a name, 702.19b can be broken.
    meant = [n for n in classes() if n.within(rule)] if is_heading(rule) else [rule]
    none = all(classes().get(number) is CheckClass.NONE for number in meant)
    return Unchecked(rule, NOT_EXECUTABLE if none else NOT_YET)
