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
NO_FIELD = "no-field"
"""A game could break it, but no field of a document tells what it is about."""
OTHER_EDITION = "other-edition"
"""It has a checker, but not under this number in the edition that the document cites."""

WITHOUT_FIELD = frozenset(
    map(
        RuleNumber.parse,
        (
            "106.4",  # what is in a pool, after the start
            "601.3f", "601.7", "603.2h",  # face-down cards in exile; choices of opponents
            "603.7b", "603.12", "603.12a",  # delayed and reflexive abilities
            "702.11c",  # keywords of players
            "711.6", "721.2c",  # levelers, station cards
        ),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A rule that was asked about and cannot be answered, with the key of the reason."""

    rule: RuleNumber
    reason: str


def unchecked(rule: RuleNumber, edition: EditionDate | None = None) -> Unchecked:
    """Why there is no answer about a rule that has no checker in this edition."""
    if any(check.rule.within(rule) for check in REGISTRY.all()):
        return Unchecked(rule, OTHER_EDITION)
    if rule in WITHOUT_FIELD:
        return Unchecked(rule, NO_FIELD)
    # A heading is what stands below it: 702.19 is only a name, 702.19b can be broken.
    meant = [n for n in classes() if n.within(rule)] if is_heading(rule) else [rule]
    none = all(classes().get(number) is CheckClass.NONE for number in meant)
    return Unchecked(rule, NOT_EXECUTABLE if none else NOT_YET)
