"""The search index, opened and asked (whoosh); ``search.indexing`` writes it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from whoosh import index as whoosh_index
from whoosh import query

from kb.errors import StoreError
from kb.store import INDEX, Store
from search.ranking import CANDIDATES

BODY = "body"
_VERSION = re.compile(r"[0-9a-f]{16}", re.ASCII)
FORMAT = 3
"""Raised when the program comes to write other words for the same texts."""


class Match(NamedTuple):
    """An entry that the engine found."""

    kind: str
    number: str
    language: str
    edition: int
    text_key: int
    title: str | None
    score: float


class Word(NamedTuple):
    """A word that is asked for, as it stands in the index."""

    text: str
    weight: float = 1.0


class Index:
    """An open index of one version of the store."""

    def __init__(self, opened: whoosh_index.Index, place: Path | None = None) -> None:
        self._opened = opened
        self._place = place

    def search(
        self, words: Iterable[Word], *, languages: Sequence[str] = (), kind: str | None = None
    ) -> tuple[Match, ...]:
        """The best entries that hold any of the words, best first."""
        asked = query.Or([query.Term(BODY, word.text, boost=word.weight) for word in words])
        limits = (
            [query.Or([query.Term("language", code) for code in languages])] if languages else []
        )
        if kind is not None:
            limits.append(query.Term("kind", kind))
        with _explained(self._place), self._opened.searcher() as searcher:
            hits = searcher.search(
                asked, limit=CANDIDATES, filter=query.And(limits) if limits else None
            )
            return tuple(_match(hit) for hit in hits)


def _match(hit: Any) -> Match:
    stored = hit.fields()
    return Match(
        kind=stored["kind"],
        number=stored["number"],
        language=stored["language"],
        edition=stored["edition"],
        text_key=stored["text"],
        title=stored.get("title"),
        score=float(hit.score or 0.0),
    )


def open_index(store: Store) -> Index | None:
    """The index of the store's version; None where it has not been built yet."""
    place = place_of(store)
    if not place.is_dir():
        return None
    with _explained(place):
        return Index(whoosh_index.open_dir(str(place), readonly=True), place)


@contextmanager
def _explained(place: Path | None) -> Iterator[None]:
    """Turn whatever a damaged index raises into one line."""
    try:
        yield
    except Exception as error:  # a pickle with a wrong bit in it may raise anything at all
        if place is None:
            raise
        raise StoreError(
            f"{place}: the index cannot be read ({type(error).__name__}: {error}); "
            "remove this folder, it is made anew"
        ) from error


def place_of(store: Store) -> Path:
    """The folder of the index of the store's version, whether it is there or not."""
    if store.folder is None:
        raise StoreError("a base in memory has its index in memory too: use in_memory()")
    # A base may come from anywhere: its version must not lead out of its own folder.
    if _VERSION.fullmatch(store.version) is None:
        raise StoreError(
            f"{store.folder}: {store.version[:40]!r} is no version of a base (16 hexadecimal "
            "digits); move base.sqlite away and run `regulae build`"
        )
    if (store.folder / INDEX).is_symlink():
        raise StoreError(
            f"{store.folder / INDEX} is a link to another folder; the index must lie in the base"
        )
    day = f"-{store.as_of}" if store.as_of else ""
    return store.folder / INDEX / f"{store.version}-{FORMAT}{day}"
