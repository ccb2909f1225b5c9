"""The search index, opened and asked; ``search.indexing`` writes it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from kb.errors import StoreError
from kb.saying import said
from kb.store import INDEX, Store
from search import contents, seal
from search.contents import Contents
from search.engine import MOST_MATCHES, NO_LIMITS, Engine, Limits, Maker, Match, Part
from search.engines import chosen
from search.words import FORMAT

_VERSION = re.compile(r"[0-9a-f]{16}", re.ASCII)


class Index:
    """An open index of one version of the store, as of one day, and what questions read of both.

    A process that answers many questions keeps it: the second one takes a fraction of the first.
    Threads may share it, each with a store of its own; ``is_of`` tells whether it still fits.
    """

    def __init__(
        self,
        engine: Engine,
        contents: Contents,
        *,
        of: tuple[str, str],
        place: Path | None = None,
        failures: tuple[type[BaseException], ...] = (),
    ) -> None:
        self._engine = engine
        self.contents = contents
        self._of = of
        self.place = place
        """The folder in which it lies; None for one in memory."""
        self._failures = failures

    def is_of(self, store: Store) -> bool:
        """Whether it is the index of what the store answers with now."""
        return what_is_current(store) == self._of

    def search(
        self, asked: Part, limits: Limits = NO_LIMITS, *, limit: int = MOST_MATCHES
    ) -> tuple[Match, ...]:
        """The best matches, best first; raises StoreError where the index is damaged."""
        with explained(self.place, self._failures):
            return self._engine.search(asked, limits, limit=limit)

    def close(self) -> None:
        """Let its file go; nobody may ask any more. Whoever only forgets it does the same."""
        self.contents.close()


def what_is_current(store: Store) -> tuple[str, str]:
    """The version of a store, and the day as of which it answers: an index is of both."""
    return store.version, store.as_of


def open_index(store: Store, *, engine: str | None = None) -> Index | None:
    """The index of the store's version; None where this user's program has not built it yet.

    What somebody else built, or changed, is not opened: to open is to run what it says.
    """
    maker = chosen.maker(engine)
    of = what_is_current(store)  # before its place: an index that is newer than it says is refused
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
    own = {name: content for name, content in files.items() if name != contents.FILE}
    with explained(place, maker.failures):
        opened = maker.open(place, own)
    if opened is None:
        return None
    return Index(
        opened,
        contents.open_contents(files[contents.FILE]),
        of=of,
        place=place,
        failures=maker.failures,
    )


def refused(store: Store, *, engine: str | None = None) -> Path | None:
    """The folder of an index that is there, but that ``open_index`` does not open."""
    place = place_of(store, chosen.maker(engine))
    if not place.is_dir() or open_index(store, engine=engine) is not None:
        return None
    key = seal.key()  # what it names may be gone elsewhere, though the folder is this user's own
    return place if key is None or seal.checked(place, key) is None else None


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
