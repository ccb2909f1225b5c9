"""Answers about languages side by side: where they differ, what each has."""

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from kb.compare.coverage import State
from kb.compare.findings import FindingKind
from kb.compare.terms import FaultKind
from search.shapes.parts import Code, Count, Day, EditionJson, Number, Place, one_of

Bounds = Annotated[list[Place], Meta(min_length=2, max_length=2)]


class TextJson(TypedDict):
    """What one language says; the number is that of its own edition."""

    text: str
    number: Number
    examples: list[str]
    edition: EditionJson


class RowJson(TypedDict):
    """One rule in each language, by the code of the language."""

    number: Number
    texts: dict[str, TextJson | None]
    sentences: Annotated[
        list[dict[str, Bounds | None]], Meta(description="Sentences that say the same.")
    ]
    portions: Annotated[list[str], Meta(description="Languages that have a part of it here.")]


class PassageJson(TypedDict):
    """Some words of a text."""

    start: Place
    end: Place
    text: str


class LagJson(TypedDict):
    """How much older a text is."""

    date: Day | None
    newest: Day | None
    days: Count | None
    since: Day | None
    changed: Annotated[list[Number], Meta(description="Of the rules shown.")]
    changed_in_all: Count


class SaidHereJson(TypedDict):
    """What one language says and the other says otherwise."""

    what: str
    here: list[str]
    there: list[str]


class DifferenceJson(TypedDict):
    """In what two languages differ, with the words in question."""

    kind: Annotated[str, one_of(FindingKind)]
    number: Number
    languages: list[Code]
    other: Code | None
    detail: str
    evidence: dict[str, list[PassageJson]]
    lacks: NotRequired[list[Number]]
    only: NotRequired[list[Number]]
    lag: NotRequired[LagJson]
    said: NotRequired[list[SaidHereJson]]
    fault: NotRequired[Annotated[str, one_of(FaultKind)]]
    expected: NotRequired[str | None]
    concept: NotRequired[str | None]
    agrees_with: NotRequired[Day]


class ComparisonJson(TypedDict):
    """The texts of some rules side by side."""

    number: Number | None
    numbers: list[Number]
    rows: list[RowJson]
    findings: list[DifferenceJson]


class LanguageCountJson(TypedDict):
    """How far one language is."""

    rules: Count
    held: Count
    ours: Count
    missing: Count
    behind: Count
    unknown: Count
    disagreeing: Count


class StandingJson(TypedDict):
    """What one language has for a number."""

    state: Annotated[str, one_of(State)]
    edition: Day | None
    days: int | None
    behind: bool | None
    findings: list[Annotated[str, one_of(FindingKind)]]


class TaskJson(TypedDict):
    """A number in all languages, and how much hangs on it."""

    number: Number
    title: str | None
    cited: Count
    changes: Count
    to_do: bool
    languages: dict[str, StandingJson]


class CoverageJson(TypedDict):
    """How much each language holds, and what to translate first."""

    edition: Day | None
    languages: dict[str, LanguageCountJson]
    rules: list[TaskJson]
