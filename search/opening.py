"""Opening: the knowledge base and its search index, made first where there are none."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kb.errors import StoreBusy
from kb.store import Store, open_existing, open_to_read

if TYPE_CHECKING:  # whoosh is slow to import
    from search.index import Index


def opened_base(folder: Path, *, on_build: Callable[[], None]) -> Store:
    """The base in ``folder``, built from the bundled texts where there is none yet."""
    store = open_existing(folder)
    if store is not None:
        return store
    on_build()
    from search.base import build

    build(folder)
    return open_to_read(folder)


def opened_index(store: Store, *, on_build: Callable[[], None]) -> "Index":
    """The search index of the base, made where there is none yet; raises StoreBusy."""
    from search.index import open_index

    opened = open_index(store)
    if opened is None:
        on_build()
        from search import indexing

        indexing.build(store)
        opened = open_index(store)
    if opened is None:
        raise StoreBusy(f"{store.folder}: the base changes at this moment; ask again")
    return opened
