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

UNTOLD = frozenset(
    RuleNumber.parse(number)
    for number in (
        # deck lists: how many cards, which, and their colour identity
        "100.2a", "100.2b", "100.4a", "100.4b", "100.4c", "100.4d", "903.5a", "903.5b", "903.5c",
        "903.5d",
        # who is whose commander, from where it was cast how often, what damage it dealt
        "704.6c", "704.6d", "903.4", "903.6", "903.7", "903.8", "903.9a", "903.9b", "903.10a",
        "104.3j",
        "104.3c", "704.5b",  # that a player had to draw from an empty library
        "122.4", "704.5r",  # that a permanent cannot have more than so many counters
        "309.6", "704.5t",  # the room in which a venture marker is
        "704.5u",  # sector designations
        "310.9", "310.9a", "310.9b", "310.9f", "310.11", "704.5x", "704.5y",  # a protector
        "702.179a", "704.5aa",  # speed
        "704.6a", "704.6b",  # that teams share life and poison
        "314.6", "704.6e", "704.6f",  # which cards of the command zone are face up
        "704.4", "704.7", "704.8",  # why an object moved: by which action or effect
        "106.4",  # what is in a pool, after the start
        "601.3f", "601.7", "603.2h",  # face-down cards in exile; choices of opponents
        "603.7b", "603.12", "603.12a",  # delayed and reflexive abilities
        "702.11c",  # keywords of players
        "711.6", "721.2c",  # levelers, station cards
    )
)  # fmt: skip
"""Rules that want something of which a document has no word (numbers of the newest edition)."""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A rule that was asked about and cannot be answered, with the key of the reason."""

    rule: RuleNumber
    reason: str


def unchecked(rule: RuleNumber, edition: EditionDate | None = None) -> Unchecked:
    """Why there is no answer about a rule that has no checker in this edition."""
    if any(check.rule.within(rule) for check in REGISTRY.all()):
        return Unchecked(rule, OTHER_EDITION)
    return never_checked(rule)


def never_checked(rule: RuleNumber) -> Unchecked:
    """The same of a rule that has no checker in any edition, neither below it."""
    # A heading is what stands below it: 702.19 is only a name, 702.19b can be broken.
    meant = [n for n in classes() if n.within(rule)] if is_heading(rule) else [rule]
    if meant and all(number in UNTOLD for number in meant):
        return Unchecked(rule, NO_FIELD)
    none = all(classes().get(number) is CheckClass.NONE for number in meant)
    return Unchecked(rule, NOT_EXECUTABLE if none else NOT_YET)
