"""Parts that answers of several kinds share: editions, numbers, warnings."""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from msgspec import Meta

from kb.edition import EditionKind
from kb.term import Likeness


def one_of(values: Iterable[object]) -> Meta:
    """The only texts that stand here."""
    return Meta(extra_json_schema={"enum": [str(value) for value in values]})


Number = Annotated[
    str,
    Meta(
        pattern=r"^[1-9]([0-9]{2}(\.[1-9][0-9]{0,2}[a-z]{0,2})?)?$",
        description="A rule number: of a chapter, a section, a rule or a subrule.",
        examples=["702.33d"],
    ),
]
Day = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$",
        description="A day, or only a month.",
        examples=["2026-08-07"],
    ),
]
Code = Annotated[
    str, Meta(min_length=2, max_length=8, description="The code of a language.", examples=["it"])
]
Place = Annotated[int, Meta(ge=0, description="A place in a text, in code points from 0.")]
Count = Annotated[int, Meta(ge=0)]
Share = Annotated[float, Meta(ge=0, le=1, description="From 0 to 1.")]


class EditionJson(TypedDict):
    """One published text of the rules in one language, and how far to trust it."""

    language: Code
    date: Day | None
    label: str | None
    source: Annotated[
        str,
        Meta(description="Path or address as given to ingest; over HTTP only the name of a file."),
    ]
    kind: Annotated[str, one_of(EditionKind)]
    official: bool
    hash: Annotated[str, Meta(description="SHA-256 of the content.")]


class FriendJson(TypedDict):
    """One word of a pair of false friends."""

    word: str
    number: Number
    language: Code


class WarningJson(TypedDict):
    """That a word looks like one of another language that means another rule."""

    kind: Annotated[str, one_of(["false-friend"])]
    word: str
    number: Number
    likeness: Annotated[str, one_of(Likeness)]
    languages: Annotated[list[Code], Meta(min_length=2, max_length=2)]
    other: FriendJson


class FormerJson(TypedDict):
    """What became of a rule that only an older edition has."""

    told: str
    now: Annotated[Number | None, Meta(description="Where its text stands now.")]
    confidence: Share
