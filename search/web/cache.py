"""Pages kept ready: the ones asked for last, as many as some bytes hold."""

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property

_SMALL = 1_000
"""Bytes below which packing gains nothing."""


@dataclass(frozen=True)
class Ready:
    """An answer that can be sent as it is."""

    body: bytes
    media_type: str
    status: int = 200
    headers: Mapping[str, str] | None = None

    @cached_property
    def etag(self) -> str:
        """Names the content, so that what an edition leaves as it was need not be sent again."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:20]}"'

    @property
    def validator(self) -> str:
        """The ETag as it is sent: a weak one where the same content goes out packed too."""
        return self.etag if self.packed is None else f"W/{self.etag}"

    @cached_property
    def packed(self) -> bytes | None:
        """With gzip; None where that is not worth it."""
        if len(self.body) < _SMALL or self.media_type == "image/png":  # which is packed already
            return None
        return gzip.compress(self.body, compresslevel=6, mtime=0)

    @property
    def size(self) -> int:
        return len(self.body) + len(self.packed or b"")


class Shelf:
    """Drops what was not asked for longest when it is full; for one thread."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._held: OrderedDict[Hashable, Ready] = OrderedDict()

    def get(self, key: Hashable) -> Ready | None:
        found = self._held.get(key)
        if found is not None:
            self._held.move_to_end(key)
        return found

    def put(self, key: Hashable, page: Ready) -> None:
        """One that alone takes more than a quarter of the room is not kept."""
        if page.size > self._limit // 4:
            return
        former = self._held.pop(key, None)
        self._held[key] = page
        self._size += page.size - (former.size if former else 0)
        while self._size > self._limit:
            _, dropped = self._held.popitem(last=False)
            self._size -= dropped.size

    @property
    def size(self) -> int:
        """Bytes held."""
        return self._size

    def __len__(self) -> int:
        return len(self._held)
