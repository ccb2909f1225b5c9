"""Answers about texts: citations written and found, rotten ones, rules that a ruling rests on."""

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from kb.edition import EditionKind
from kb.lint.finding import FindingKind
from kb.term_faults import FaultKind
from search.shapes.parts import (
    Code,
    Count,
    EditionJson,
    FormerJson,
    Number,
    Place,
    Share,
    WarningJson,
    one_of,
)

Line = Annotated[int, Meta(ge=1, description="A line or a column, from 1.")]


class QuoteJson(TypedDict):
    """The words of a rule, or of the rules of a range a line each."""

    text: str
    official: bool
    kind: Annotated[str, one_of(EditionKind)]
    language: Code
    edition: EditionJson


class CitedJson(TypedDict):
    """A citation that was written down; text is what to paste."""

    number: Number
    numbers: Annotated[list[Number], Meta(min_length=1)]
    text: str
    edition: EditionJson | None
    former: list[FormerJson | None]
    quote: NotRequired[QuoteJson | None]


class CitingJson(TypedDict):
    """Citations to paste; none where no rule is called so."""

    citations: list[CitedJson]


class CitationJson(TypedDict):
    """A citation that was found in a text, its range expanded."""

    text: str
    start: Place
    end: Place
    numbers: list[Number]
    title: str | None
    fault: Annotated[str | None, Meta(description="Why it cannot be read.")]


class ExtractedJson(TypedDict):
    """The citations of a text, in its order."""

    citations: list[CitationJson]


class LintFindingJson(TypedDict):
    """A number of a citation, and what is wrong with it."""

    file: str
    line: Line
    column: Line
    citation: str
    number: Number | None
    kind: Annotated[str, one_of(FindingKind)]
    suggestion: Number | None
    confidence: Share
    evidence: str
    edition: EditionJson


class ProblemOfFileJson(TypedDict):
    """What could not be read."""

    file: str
    detail: str


class LintJson(TypedDict):
    """The citations of a text that have rotted."""

    findings: list[LintFindingJson]
    edition: EditionJson | None
    files: Count
    citations: Annotated[Count, Meta(description="Numbers read, ranges expanded.")]
    binary: Count
    corrected: Count
    problems: list[ProblemOfFileJson]


class CandidateJson(TypedDict):
    """A rule that a sentence may rest on, with the reasons."""

    number: Number
    score: Annotated[float, Meta(ge=0)]
    why: str
    language: Code | None
    title: str | None
    title_language: Code | None
    edition: EditionJson | None


class SuggestionJson(TypedDict):
    """The candidates for one sentence, likeliest first."""

    start: Place
    end: Place
    text: str
    candidates: list[CandidateJson]


class SuggestionsJson(TypedDict):
    """The sentences of a ruling, and what each may rest on."""

    language: Annotated[Code | None, Meta(description="That of the text; null if unknown.")]
    suggestions: list[SuggestionJson]


class TermFaultJson(TypedDict):
    """A word that its language does not use for the concept."""

    kind: Annotated[str, one_of(FaultKind)]
    word: str
    line: Line
    column: Line
    start: Place
    end: Place
    expected: str | None
    number: Number
    language: Code | None
    other: str | None
    friend: WarningJson | None
    detail: str


class TermFaultsJson(TypedDict):
    """The terms of a text to look at."""

    file: str
    language: Code
    findings: list[TermFaultJson]
