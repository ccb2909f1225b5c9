"""What an answer is made from: the open base, and what else it may ask."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from kb.as_of import turn_back
from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.store import Store
from search.held_sources import HeldSource
from search.web.kept import Kept

T = TypeVar("T")


@dataclass(frozen=True)
class Given:
    """One question's means."""

    store: Store
    language: str
    """Of the answer."""
    sources: Callable[[], tuple[HeldSource, ...]]
    told_language: Callable[[str], str | None]
    """The language that a text is written in, as its words tell."""
    limit: float
    """The moment of the monotonic clock after which nobody waits for the answer."""
    body: bytes = b""
    kept: Kept = field(default_factory=Kept)
    """What was read of this version of the base before, as of today."""

    @property
    def holdings(self) -> Holdings:
        return Holdings(self.store)

    def turned_back(self, day: str) -> EditionDate | None:
        """The day of an edition; the base answers as of it from now on. Raises UnknownEdition."""
        at = latest(day)
        if at is not None:
            turn_back(self.store, at)
        return at

    def in_time(self, parts: Iterable[T]) -> Iterator[T]:
        """The same; raises TimeoutError where the parts of an answer come too slowly.

        The clock of the base interrupts its own work alone.
        """
        for part in parts:
            if time.monotonic() > self.limit:
                raise TimeoutError
            yield part


def latest(day: str) -> EditionDate | None:
    """The day that was named, of a month the last; None where none was. Raises BadDate."""
    return EditionDate.parse(day).latest if day else None
