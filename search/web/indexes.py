"""Indexes: that of the base as it was when a question began, opened once for all questions."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kb.as_of import turn_back
from kb.edition import EditionDate
from kb.errors import StoreBusy, StoreError
from kb.store import Store, open_to_read
from search.opening import opened_index
from search.web.kept import Kept

if TYPE_CHECKING:
    from search.index import Index


@contextmanager
def index_of(store: Store, kept: Kept) -> Iterator["Index"]:
    """The index, which several threads may ask; ``store`` must be inside a snapshot.

    Raises StoreError where it cannot be read, and StoreBusy where the base changes meanwhile.
    """
    with kept.opening:  # it may have to be made first: once is enough
        if kept.index is None or not kept.index.is_of(store):
            kept.index = _opened(store)
        index = kept.index
    try:
        yield index
    except StoreError:
        kept.index = None  # whoever asks next opens it anew
        raise


def _opened(store: Store) -> "Index":
    """Made first where there is none yet."""
    from search.index import open_index  # whoosh is slow to import, and most pages need none

    found = open_index(store)
    if found is None and store.folder is not None:
        # Making it takes a snapshot of its own, and some seconds.
        with open_to_read(store.folder) as other:
            if store.as_of:
                turn_back(other, EditionDate.parse(store.as_of))
            made = opened_index(other)
            same = other.version == store.version
        found = open_index(store) or (made if same else None)
    if found is None:
        raise StoreBusy(f"{store.folder}: the base changes at this moment; ask again")
    return found
