"""Engine: what a search engine is asked, and what it gives back.

Texts and questions are cut into words before they come here, with lemmas and concepts: every
engine gets the same words, so that all of them find the same.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from kb.number import RuleNumber

MOST_MATCHES = 200
"""Matches that an engine gives where nobody says how many."""
ALL_MATCHES = 100_000
"""A limit for what must be listed whole: no base has more texts."""


class Word(NamedTuple):
    """A word that is asked for, as it stands in the index."""

    text: str
    weight: float = 1.0


class AnyOf(NamedTuple):
    """At least one of the parts, whose scores add up; nothing where there are none."""

    parts: tuple["Part", ...]


class AllOf(NamedTuple):
    """Every part, and none of what it is ``without``; nothing where there are no parts."""

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

    def values(self) -> dict[str, tuple[str, ...] | frozenset[str] | frozenset[int]]:
        """The limits that are set: what a document must have one of."""
        limits = {
            "language": self.languages or None,
            "kind": self.kinds or None,
            "number": self.numbers,
            "within": self.within or None,
            "text": self.texts,
        }
        return {name: values for name, values in limits.items() if values is not None}


class Among(NamedTuple):
    """Every text inside some limits, whatever its words; it scores nothing."""

    limits: Limits


Part: TypeAlias = Word | AnyOf | AllOf | Among


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

    def within(self) -> tuple[str, ...]:
        """Its number, and those that it stands below."""
        number = RuleNumber.read(self.number)
        return tuple(map(str, number.upwards)) if number else ()


class Dated(NamedTuple):
    """A text, and of which of the days of the editions held it was one of the texts in force."""

    document: Document
    days: tuple[str, ...]


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
    """An open index; threads may ask it at once."""

    def search(
        self, asked: Part, limits: Limits = NO_LIMITS, *, limit: int = MOST_MATCHES
    ) -> tuple[Match, ...]:
        """The best matches, best first, equal scores in the order of the documents.

        A word scores as BM25 has it, times its weight.
        """
        ...


class Maker(Protocol):
    """A kind of engine: what writes its index into a folder, and opens it."""

    @property
    def name(self) -> str:
        """Small letters: it stands in the names of folders and after ``--engine``."""
        ...

    @property
    def format(self) -> int:
        """Raised when it comes to write the same documents in another way."""
        ...

    @property
    def failures(self) -> tuple[type[BaseException], ...]:
        """What a damaged index raises, when opened or asked."""
        ...

    def write(self, folder: Path, documents: Iterable[Document]) -> None:
        """Write an index into an empty folder."""
        ...

    def open(self, folder: Path, files: Mapping[str, bytes]) -> Engine | None:
        """Open the index of these files, which lie in the folder and were checked (``seal``).

        None where they only name an index that is kept elsewhere, and that is there no more.
        """
        ...

    def in_memory(self, documents: Iterable[Document]) -> Engine:
        """An index that lives in memory, where it can be kept nowhere else."""
        ...


@runtime_checkable
class Historian(Maker, Protocol):
    """An engine that holds the texts of every day in one index: none has one of its own."""

    def write_history(
        self,
        folder: Path,
        documents: Iterable[Document],
        history: Iterable[Dated],
        *,
        day: str | None,
    ) -> None:
        """Write the texts of today with those of all days; the folder is to open as of ``day``."""
        ...


def can_be_written(word: str) -> bool:
    """Whether UTF-8 has the word, in which engines write: it has no lone surrogates."""
    return word.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in word)
