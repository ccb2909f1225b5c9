"""Answers about games: verdicts on states, and which rules have checkers."""

from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from kb.facts import Origin
from kb.model import Outcome
from search.shapes.parts import Count, Day, Number, one_of

Pointer = Annotated[str, Meta(description="A JSON Pointer into the document (RFC 6901).")]
OutcomeText = Annotated[str, one_of(Outcome)]


class EvidenceJson(TypedDict):
    """A fact that a verdict rests on."""

    at: Pointer
    value: Any
    origin: Annotated[str, one_of(Origin)]


class VerdictJson(TypedDict):
    """What one proposition of a rule comes to in one place."""

    rule: Number
    edition: Day | None
    prop: str
    at: Pointer
    verdict: OutcomeText
    because: str
    evidence: list[EvidenceJson]
    assumed: list[Pointer]
    missing: list[Pointer]
    unless: list[Pointer]
    cites: list[Number]
    follows: Number | None


class UncheckedJson(TypedDict):
    """A rule without a checker, and why."""

    rule: Number
    reason: str
    because: str


class MissedJson(TypedDict):
    """An expected verdict that came out otherwise."""

    rule: str
    prop: str | None
    at: str | None
    wanted: OutcomeText
    got: OutcomeText


class ExpectedJson(TypedDict):
    """How what the document expects came out."""

    met: Count
    failed: list[MissedJson]


class StepChangeJson(TypedDict):
    """One value of one object before and after an event; null where nobody knows it."""

    object: str
    key: str
    before: Any
    after: Any


class ReplayedJson(TypedDict):
    """One event and what followed from it."""

    at: Pointer
    do: str
    object: str | None
    taken_back: bool
    changes: list[StepChangeJson]


class DocumentJson(TypedDict):
    """What is to be said of one document."""

    file: str
    verdicts: list[VerdictJson]
    rules: Annotated[dict[str, OutcomeText], Meta(description="The worst of each rule.")]
    unchecked: list[UncheckedJson]
    expected: NotRequired[ExpectedJson]
    steps: NotRequired[list[ReplayedJson]]


class VerifiedJson(TypedDict):
    """The verdicts on each document, and what could not be read."""

    documents: list[DocumentJson]
    errors: list[str]


class CheckJson(TypedDict):
    """A checker: one proposition of one rule, over some editions."""

    rule: Number
    prop: str
    about: str
    must: str
    since: Day | None
    until: Day | None
    cites: list[Number]


class CoveredJson(TypedDict):
    """How many rules of a section have checkers."""

    number: Number
    rules: Count
    checkable: Count
    checked: Count
    not_executable: Count


class CheckersJson(TypedDict):
    """Which rules have checkers, which cannot, how much is covered."""

    checks: list[CheckJson]
    unchecked: list[UncheckedJson]
    sections: list[CoveredJson]
