"""OpenSearch, the engine past one machine (extra ``opensearch``).

The index lies in a cluster; into the folder goes a file that names it. docs/opensearch.md.
"""

import weakref
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from search.engine import Dated, Document
from search.engines.opensearch.address import Address, address
from search.engines.opensearch.asked import TODAY
from search.engines.opensearch.connection import Cluster
from search.engines.opensearch.health import Health, health
from search.engines.opensearch.keeping import (
    FORMAT,
    forget,
    is_whole,
    keep,
    keep_for_now,
    lead_somewhere,
    named,
)
from search.engines.opensearch.searcher import Searcher

FILE = "opensearch.json"


class Remote:
    """The engine at one address."""

    name = "opensearch"
    format = FORMAT
    failures: tuple[type[BaseException], ...] = (ValueError, OSError)

    def __init__(self, at: Address) -> None:
        self._address = at

    @cached_property
    def cluster(self) -> Cluster:
        return Cluster(self._address)

    def write(self, folder: Path, documents: Iterable[Document]) -> None:
        """Keep the documents in the cluster, and their index by its name in the folder."""
        kept = keep(self.cluster, documents)
        (folder / FILE).write_text(kept.told(), encoding="ascii")

    def write_history(
        self,
        folder: Path,
        documents: Iterable[Document],
        history: Iterable[Dated],
        *,
        day: str | None,
    ) -> None:
        """The same with the texts of all days; the folder opens as of one of them."""
        kept = keep(self.cluster, documents, history)._replace(day=day or TODAY)
        (folder / FILE).write_text(kept.told(), encoding="ascii")

    def open(self, folder: Path, files: Mapping[str, bytes]) -> Searcher | None:
        """Open the index that the file names; None where the cluster has it no more."""
        kept = named(files.get(FILE, b""), prefix=self._address.prefix)
        return Searcher(self.cluster, *kept) if is_whole(self.cluster, kept) else None

    def health(self, folder: Path) -> Health:
        """How the index fares that a file names; an alias that leads nowhere leads to it then."""
        kept = named((folder / FILE).read_bytes(), prefix=self._address.prefix)
        lead_somewhere(self.cluster, kept.name)
        return health(self.cluster, kept)

    def in_memory(self, documents: Iterable[Document]) -> Searcher:
        """An index of its own in the cluster, which goes when nobody has it open."""
        kept = keep_for_now(self.cluster, documents)
        searcher = Searcher(self.cluster, *kept)
        weakref.finalize(searcher, forget, self.cluster, kept.name)
        return searcher


def maker(urls: str | None = None) -> Remote:
    """The engine at these addresses, else at those of the settings; raises NoEngine."""
    return Remote(address(urls))
