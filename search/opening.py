"""Opening: the knowledge base and its search index, made first where there are none."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kb.errors import NoPlace, StoreBusy
from kb.saying import said
from kb.store import Store, open_existing, open_to_read

if TYPE_CHECKING:  # whoosh is slow to import
    from search.index import Index


def _nobody_asks(_: object) -> None:
    """Where nobody waits for a line about it."""


def opened_base(folder: Path, *, on_build: Callable[[], None]) -> Store:
    """The base in ``folder``, built from the bundled texts where there is none yet."""
    store = open_existing(folder)
    if store is not None:
        return store
    on_build()
    from search.base import build

    build(folder)
    return open_to_read(folder)


def opened_index(
    store: Store,
    *,
    engine: str | None = None,
    on_build: Callable[[Path | None], None] = _nobody_asks,
    on_no_place: Callable[[str], None] = _nobody_asks,
) -> "Index":
    """The search index of the base, made where this user has none yet; raises StoreBusy.

    ``on_build`` is told of the index that is there and not this user's, ``on_no_place`` why
    none can be kept: it lives in memory then.
    """
    from search.index import open_index, refused

    opened = open_index(store, engine=engine)
    if opened is None:
        on_build(refused(store, engine=engine))
        from search import indexing

        try:
            indexing.build(store, engine=engine)
        except NoPlace as error:
            on_no_place(str(error))
            return indexing.in_memory(store, engine=engine)
        opened = open_index(store, engine=engine)
    if opened is None:
        raise StoreBusy(said("base.changes", folder=store.folder))
    return opened
