"""Answers about editions: which are held, what changed between them, how rules moved."""

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from kb.diff.kinds import ChangeKind
from kb.diff.marks import Shared
from kb.diff.phrases import HolderKind
from kb.edition import EditionKind
from search.shapes.parts import Code, Count, Day, EditionJson, Number, WarningJson, one_of
from search.shapes.rules import EntryJson


class CountedEditionJson(EditionJson):
    """An edition held, and how many rules it has."""

    rules: Count


class EditionsJson(TypedDict):
    """The editions held."""

    editions: list[CountedEditionJson]


class SourceJson(TypedDict):
    """A place where rules are published, and what of it is held."""

    id: str
    language: Code
    name: str
    kind: Annotated[str, one_of(EditionKind)]
    form: str
    address: str
    pages: list[str]
    licence: str
    all: Annotated[bool, Meta(description="Whether ingest --all takes it.")]
    held: list[EditionJson]
    fetched: str | None
    days: Annotated[int | None, Meta(description="Since it was fetched last.")]


class SourcesJson(TypedDict):
    """Where rules are published."""

    sources: list[SourceJson]


class SaidJson(TypedDict):
    """What one edition says at one number."""

    number: Number
    title: str | None
    text: str
    examples: list[str]
    edition: EditionJson


class SidesJson(TypedDict):
    """What each edition says; null where it has nothing."""

    old: SaidJson | None
    new: SaidJson | None


class RetargetJson(TypedDict):
    """A citation that is another one now."""

    old: str | None
    new: str | None
    follows: Annotated[bool, Meta(description="Whether it moved along with what it cites.")]


MarkJson = TypedDict("MarkJson", {"in": Annotated[str, one_of(Shared)], "text": str})
MarkJson.__doc__ = "Some words in a row that both texts have, or only one."


class _ChangeJson(TypedDict):
    kind: Annotated[str, one_of(ChangeKind)]
    old: Number | None
    new: Number | None
    texts: SidesJson
    citations: list[RetargetJson]
    into: NotRequired[list[Number | None]]
    others: NotRequired[list[SaidJson]]
    words: NotRequired[list[MarkJson]]


# "from" is a word of Python
_FromJson = TypedDict("_FromJson", {"from": NotRequired[list[Number | None]]})


class ChangeJson(_ChangeJson, _FromJson):
    """What a rule became from one edition to another."""


class EntrySidesJson(TypedDict):
    """What each edition says of a term; null where it has nothing."""

    old: EntryJson | None
    new: EntryJson | None


class EntryChangeJson(TypedDict):
    """What an entry of the glossary became."""

    kind: Annotated[str, one_of(ChangeKind)]
    term: str
    texts: EntrySidesJson
    citations: list[RetargetJson]
    words: NotRequired[list[MarkJson]]


class NotHeldJson(TypedDict):
    """Rules of which an edition that is held in part may only lack the text."""

    old: list[Number]
    new: list[Number]


class ChangesJson(TypedDict):
    """The changes from one edition to another."""

    old: EditionJson
    new: EditionJson
    changes: list[ChangeJson]
    counts: Annotated[dict[str, Count], Meta(description="How many there are of each kind.")]
    unchanged: Count
    glossary: list[EntryChangeJson]
    not_held: NotHeldJson
    warnings: list[WarningJson]


class StoodJson(TypedDict):
    """A rule as one edition had it, and what happened to it there."""

    of: Annotated[str, Meta(description="The number asked for.")]
    number: Number
    edition: EditionJson
    kind: Annotated[str, one_of(ChangeKind)] | None
    title: str | None
    text: str
    examples: list[str]


class _PartingJson(TypedDict):
    kind: Annotated[str, one_of(ChangeKind)]
    into: NotRequired[Number]
    edition: EditionJson


_CameJson = TypedDict("_CameJson", {"from": NotRequired[Number]})


class PartingJson(_PartingJson, _CameJson):
    """Where a part of a rule came from or went to."""


class FollowedJson(TypedDict):
    """A rule that was followed through its moves."""

    number: Number
    title: str | None
    language: Code
    gone: Annotated[EditionJson | None, Meta(description="The first that has it no more.")]
    partings: list[PartingJson]


class HistoriesJson(TypedDict):
    """The rules asked for through all editions held."""

    history: list[StoodJson]
    rules: list[FollowedJson]
    warnings: list[WarningJson]


class StandsJson(TypedDict):
    """A text of one edition that has a phrase."""

    number: Number | None
    term: str | None
    text: str
    edition: EditionJson


_IN = TypedDict("_IN", {"in": Annotated[str, one_of(HolderKind)]})


class PhraseStandsJson(StandsJson, _IN):
    """The same, and of which rule it is."""

    of: Number | None


class HolderJson(_IN):
    """A rule, an example or an entry that has a phrase, and since when."""

    since: StandsJson
    last: StandsJson
    editions: list[Day]


class PhraseJson(TypedDict):
    """In which editions a phrase stands, since when, and where."""

    phrase: str
    editions: list[EditionJson]
    lacking: list[EditionJson]
    total: Count
    history: list[PhraseStandsJson]
    holders: list[HolderJson]
