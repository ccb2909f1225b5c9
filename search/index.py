"""The search index, opened and asked; ``search.indexing`` writes it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kb.errors import StoreError
from kb.store import INDEX, Store
from search.contents import Contents, open_contents
from search.engine import CANDIDATES, NO_LIMITS, Engine, Limits, Match, Part
from search.engines import with_whoosh
from search.words import FORMAT

_VERSION = re.compile(r"[0-9a-f]{16}", re.ASCII)


class Index:
    """An open index of one version of the store."""

    def __init__(self, engine: Engine, contents: Contents, place: Path | None = None) -> None:
        self._engine = engine
        self.contents = contents
        self._place = place

    def search(
        self, asked: Part, limits: Limits = NO_LIMITS, *, limit: int = CANDIDATES
    ) -> tuple[Match, ...]:
        """The best matches, best first; raises StoreError where the index is damaged."""
        with _explained(self._place):
            return self._engine.search(asked, limits, limit=limit)


def open_index(store: Store) -> Index | None:
    """The index of the store's version; None where it has not been built yet."""
    place = place_of(store)
    if not place.is_dir():
        return None
    with _explained(place):
        return Index(with_whoosh.open(place), open_contents(place), place)


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
    kind = f"{with_whoosh.name}-{with_whoosh.format}-{FORMAT}"
    return store.folder / INDEX / f"{store.version}-{kind}{day}"
