"""Engine: what a search engine is asked, and what it gives back.

Texts and questions are cut into words before they come here, with lemmas and concepts: every
engine gets the same words, so that all of them find the same.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

CANDIDATES = 200
"""Hits that an engine gives before they are joined by rule and spread."""


class Word(NamedTuple):
    """A word that is asked for, as it stands in the index."""

    text: str
    weight: float = 1.0


class Phrase(NamedTuple):
    """Words that must stand side by side, in this order, as they stand in the index."""

    words: tuple[str, ...]
    weight: float = 1.0


class AnyOf(NamedTuple):
    """At least one of the parts; more of them score more."""

    parts: tuple["Part", ...]


class AllOf(NamedTuple):
    """Every part, and none of what it is ``without``."""

    parts: tuple["Part", ...]
    without: tuple["Part", ...] = ()


class Limits(NamedTuple):
    """Among which texts to look; an empty tuple and None set no limit."""

    languages: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    numbers: frozenset[str] | None = None
    within: tuple[str, ...] = ()
    """Rule numbers, each with all that stands below it."""
    texts: frozenset[int] | None = None
    """Keys of texts of the store."""


class Among(NamedTuple):
    """Every text inside some limits, whatever its words; it scores nothing."""

    limits: Limits


Part: TypeAlias = Word | Phrase | AnyOf | AllOf | Among


NO_LIMITS = Limits()


class Document(NamedTuple):
    """One text for the index: the words that are found, and what a match tells of it."""

    body: tuple[str, ...]
    kind: str
    number: str
    """Empty where the text belongs to no rule."""
    language: str
    edition: int
    text_key: int
    title: str | None


class Match(NamedTuple):
    """A text that the engine found."""

    kind: str
    number: str
    language: str
    edition: int
    text_key: int
    title: str | None
    score: float


class Engine(Protocol):
    """An open index."""

    def search(
        self, asked: Part, limits: Limits = NO_LIMITS, *, limit: int = CANDIDATES
    ) -> tuple[Match, ...]:
        """The best matches, best first, equal scores in the order of the documents."""
        ...


class Maker(Protocol):
    """A kind of engine: what writes its index into a folder, and opens it."""

    name: str
    format: int
    """Raised when it comes to write the same documents in another way."""

    def write(self, folder: Path, documents: Iterable[Document]) -> None:
        """Write an index into an empty folder."""
        ...

    def open(self, folder: Path) -> Engine:
        """Open one to be read."""
        ...
