"""Answers about rules: what they say, where words stand, what they are called, what they cite."""

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from kb.graph import Relation
from kb.term import Status, TermKind
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
from search.why import KINDS


class ShownJson(TypedDict):
    """A rule in one language, and what stands around it."""

    number: Number
    language: Annotated[Code | None, Meta(description="That of the text.")]
    edition: EditionJson | None
    title: str | None
    title_language: Code | None
    text: Annotated[str | None, Meta(description="null where only number and name are known.")]
    parent: Number | None
    children: list[Number]
    previous: Number | None
    next: Number | None
    cites: list[Number]
    cited_by: list[Number]
    examples: list[str]
    rulings: list[str]
    checks: Annotated[Count, Meta(description="How many checkers stand on it.")]
    former: FormerJson | None


class LookUpJson(TypedDict):
    """The rules asked for; none where no rule is called so."""

    results: list[ShownJson]
    warnings: list[WarningJson]


class AlsoJson(TypedDict):
    """Another text of the same rule that the query matches."""

    kind: Annotated[str, one_of(["rule", "glossary", "ruling", "example"])]
    language: Code
    title: str | None
    snippet: str


class CauseJson(TypedDict):
    """A part of the score of a hit."""

    kind: Annotated[str, one_of(KINDS)]
    what: Annotated[str | None, Meta(description="The word, the other rule or the term.")]
    value: Annotated[float, Meta(description="A share of the best score; it may lower it.")]


class HitJson(TypedDict):
    """A rule or an entry that a search found."""

    number: Number | None
    language: Code
    title: str | None
    score: Share
    kind: Annotated[str, one_of(["rule", "glossary", "ruling", "example"])]
    snippet: Annotated[str, Meta(description="A part of the text, what matched between **.")]
    edition: EditionJson
    also: list[AlsoJson]
    why: NotRequired[Annotated[list[CauseJson], Meta(description="Where it was asked for.")]]


class TextlessJson(TypedDict):
    """A rule that the query names and of which no text is held."""

    number: Number
    title: str | None


class ExpansionJson(TypedDict):
    """The forms that stand for a word of which only a part was given, or that may be misspelt."""

    word: str
    forms: list[str]
    total: Annotated[Count, Meta(description="How many there are; forms has the first.")]


class FoundJson(TypedDict):
    """The first hits of a search, best first."""

    query: str
    total: Count
    is_more: Annotated[
        bool, Meta(description="There are more than `total`, which are the likeliest.")
    ]
    hits: list[HitJson]
    warnings: list[WarningJson]
    textless: list[TextlessJson]
    expansions: list[ExpansionJson]
    loosened: Annotated[
        list[str], Meta(description="Phrases that no text has: the hits have their words.")
    ]
    did_you_mean: list[str]


class CompletionJson(TypedDict):
    """A name or a number that begins as asked."""

    text: str
    number: Number
    language: Code | None
    title: str | None


class CompletionsJson(TypedDict):
    """What a word that is not finished may become, the likeliest first."""

    completions: list[CompletionJson]


class EntryJson(TypedDict):
    """An entry of a glossary."""

    term: str
    text: str
    edition: EditionJson


class GlossaryJson(TypedDict):
    """Entries of a glossary, in its order."""

    entries: list[EntryJson]


class WordJson(TypedDict):
    """What one language calls a concept."""

    word: str
    sure: bool
    status: Annotated[str, one_of(Status)]
    variants: list[str]
    inflections: list[str]


class NameJson(TypedDict):
    """A concept with its word in each language that has one."""

    number: Number
    concept: str
    kind: Annotated[str, one_of(TermKind)]
    words: dict[str, WordJson]


class MatchJson(TypedDict):
    """What was asked for is a form of a word."""

    word: str
    language: Code
    form: str


class NamesJson(TypedDict):
    """The concepts that a word names; where there is none, what is spelt like it."""

    terms: list[NameJson]
    matches: list[MatchJson]
    warnings: list[WarningJson]
    nearest: list[str]


class FriendsPairJson(WarningJson):
    """A pair of false friends, with what the answer language calls each."""

    name: str
    other_name: str


class FriendsJson(TypedDict):
    """Pairs of words that look alike and mean different rules."""

    friends: list[FriendsPairJson]


class NodeJson(TypedDict):
    """A rule of the graph, or a word that names one."""

    id: str
    kind: Annotated[str, one_of(["rule", "term"])]
    language: Code | None
    number: NotRequired[Number]
    title: NotRequired[str | None]
    known: NotRequired[Annotated[bool, Meta(description="Whether any edition has the number.")]]
    edition: NotRequired[EditionJson | None]
    concept: NotRequired[str]
    word: NotRequired[str]


class EdgeJson(TypedDict):
    """What ties two nodes; a citation with its place in the text."""

    source: str
    target: str
    kind: Annotated[str, one_of(Relation)]
    how: str | None
    start: Place | None
    end: Place | None


class GraphJson(TypedDict):
    """Nodes and what ties them."""

    nodes: list[NodeJson]
    edges: list[EdgeJson]


class NeedJson(TypedDict):
    """A rule to read first, and why."""

    number: Number
    language: Code | None
    title: str | None
    distance: Annotated[int, Meta(ge=0, description="Steps from the rule asked for.")]
    cited_by: list[Number]
    introduces: list[Number]
    part_of: Number | None
    circle: Annotated[list[Number], Meta(description="Rules that rest on one another.")]
    edition: EditionJson | None


class NeedsJson(GraphJson):
    """What to read before a rule, in reading order."""

    needs: list[NeedJson]


class SentenceJson(TypedDict):
    """The sentence that cites."""

    text: str
    start: Place
    end: Place
    place: Annotated[int, Meta(ge=1, description="Which sentence of its text it is.")]


class StepJson(TypedDict):
    """One step of a path from a rule to another."""

    source: Number
    target: Number
    kind: Annotated[str, one_of(Relation)]
    how: str | None
    start: Place | None
    end: Place | None
    language: Code | None
    sentence: SentenceJson | None
    edition: EditionJson | None


class PathJson(GraphJson):
    """The fewest citations from one rule to another; none where none leads there."""

    path: list[StepJson]
    direction: Annotated[str, one_of(["forward", "backward"])] | None
