"""The search index, opened and asked; ``search.indexing`` writes it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from kb.errors import StoreError
from kb.saying import said
from kb.store import INDEX, Store
from search import seal
from search.contents import Contents, open_contents
from search.engine import MOST_MATCHES, NO_LIMITS, Engine, Limits, Maker, Match, Part
from search.engines import chosen
from search.words import FORMAT

_VERSION = re.compile(r"[0-9a-f]{16}", re.ASCII)


class Index:
    """An open index of one version of the store."""

    def __init__(
        self,
        engine: Engine,
        contents: Contents,
        *,
        place: Path | None = None,
        failures: tuple[type[BaseException], ...] = (),
    ) -> None:
        self._engine = engine
        self.contents = contents
        self._place = place
        self._failures = failures

    def search(
        self, asked: Part, limits: Limits = NO_LIMITS, *, limit: int = MOST_MATCHES
    ) -> tuple[Match, ...]:
        """The best matches, best first; raises StoreError where the index is damaged."""
        with explained(self._place, self._failures):
            return self._engine.search(asked, limits, limit=limit)


def open_index(store: Store, *, engine: str | None = None) -> Index | None:
    """The index of the store's version; None where this user's program has not built it yet.

    What somebody else built, or changed, is not opened: to open is to run what it says.
    """
    maker = chosen.maker(engine)
    place = place_of(store, maker)
    key = seal.key()
    if key is None:
        return None
    files = seal.checked(place, key)
    if files is None:
        place = in_cache(place)
        files = seal.checked(place, key)
    if files is None:
        return None
    with explained(place, maker.failures):
        opened = maker.open(place, files)
    return Index(opened, open_contents(place), place=place, failures=maker.failures)


def refused(store: Store, *, engine: str | None = None) -> Path | None:
    """The folder of an index that is there, but that ``open_index`` does not open."""
    place = place_of(store, chosen.maker(engine))
    return place if place.is_dir() and open_index(store, engine=engine) is None else None


@contextmanager
def explained(place: Path | None, failures: tuple[type[BaseException], ...]) -> Iterator[None]:
    """Turn what an engine raises over a damaged index into one line."""
    try:
        yield
    except (RecursionError, MemoryError):
        raise  # says something of the question, and nothing of the index
    except failures as error:
        if place is None:
            raise
        raise StoreError(
            said("index.damaged", place=place, name=type(error).__name__, error=error)
        ) from error


def place_of(store: Store, maker: Maker) -> Path:
    """The folder of the index of the store's version, whether it is there or not."""
    if store.folder is None:
        raise StoreError("a base in memory has its index in memory too: use in_memory()")
    # A base may come from anywhere: its version must not lead out of its own folder.
    if _VERSION.fullmatch(store.version) is None:
        raise StoreError(said("index.no_version", folder=store.folder, version=store.version[:40]))
    if (store.folder / INDEX).is_symlink():
        raise StoreError(said("index.is_link", place=store.folder / INDEX))
    day = f"-{store.as_of}" if store.as_of else ""
    kind = f"{maker.name}-{maker.format}-{FORMAT}"
    return store.folder / INDEX / f"{store.version}-{kind}{day}"


def in_cache(place: Path) -> Path:
    """Where the same index lies if nobody may write into the base."""
    from platformdirs import user_cache_path  # only where there is no index in the base

    base = sha256(str(place.parent.resolve()).encode("utf-8", "surrogatepass")).hexdigest()
    return user_cache_path("regulae", appauthor=False) / INDEX / base[:16] / place.name
