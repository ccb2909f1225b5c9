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
    """The index for one question at a time; ``store`` must be inside a snapshot.

    Raises StoreError where it cannot be read, and StoreBusy where the base changes meanwhile.
    """
    if kept.version != store.version:  # the base became another one after it was handed out
        kept = Kept(store.version)
    with kept.searching:
        if kept.index is None:
            kept.index = _opened(store)
        try:
            yield kept.index
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
