"""The limit of one text: as many citations as can be judged in the memory of a small machine."""

from collections.abc import Iterable, Iterator

from kb.errors import Unreadable
from kb.model import Citation

MOST = 1_000_000
"""Numbers cited in one text, ranges expanded."""


def within_limit(read: Iterable[Citation]) -> Iterator[Citation]:
    """The same; raises Unreadable where they cite more than ``MOST`` numbers."""
    count = 0
    for citation in read:
        count += max(1, len(citation.mentions))
        if count > MOST:
            raise too_many()
        yield citation


def too_many() -> Unreadable:
    return Unreadable(f"over {MOST:,} citations; split it into several files")
