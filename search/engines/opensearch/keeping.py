"""Keeping: indices in OpenSearch, made whole, named by what they hold, switched and removed."""

import hashlib
import json
import re
import time
import uuid
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from kb.errors import RegulaeError, StoreError
from kb.saying import said
from search.engine import Dated, Document
from search.engines.opensearch.asked import TODAY, template
from search.engines.opensearch.connection import Cluster, Refused, Unreachable
from search.engines.opensearch.filling import Line, fill, lines

FORMAT = 1
"""Raised when the same documents come to be written in another way."""
KEPT = 4
"""Whole indices that stay beside the newest: other programs may have them open."""
_LONG = 300.0
"""Seconds for what goes over a whole index."""
_NOT_THERE = 404
_IS_THERE = 400
_HASH = 24
_NOW = "-now-"
"""In the names of indices that go with the program that made them."""
_LASTS = 86_400
"""Seconds after which such a program was killed, and could not remove its own."""


class Kept(NamedTuple):
    """A whole index."""

    name: str
    documents: int
    day: str = TODAY
    """As of which it is to be asked."""

    def told(self) -> str:
        """What a file says of it: the same in every cluster, under every prefix."""
        hash_ = self.name.rpartition("-")[2]
        return json.dumps({"hash": hash_, "documents": self.documents, "day": self.day})


def named(content: bytes, *, prefix: str) -> Kept:
    """The index of which a file tells; raises ValueError."""
    try:
        told = json.loads(content)
        hash_, documents = told["hash"], told["documents"]
        if re.fullmatch(rf"[0-9a-f]{{{_HASH}}}", hash_, re.ASCII) is None:
            raise ValueError(f"{hash_[:40]!r} is no hash")
        return Kept(f"{prefix}-{hash_}", int(documents), str(told["day"]))
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError("it names no index") from error


def keep(cluster: Cluster, documents: Iterable[Document], history: Iterable[Dated] = ()) -> Kept:
    """The index of these documents, made where there is none, behind the alias from then on.

    It is named by what it holds: two programs with the same base share it, and what was broken
    off goes on. Until it is whole the alias leads to the one before.
    """
    return keep_written(cluster, tuple(lines(documents, history)))


def keep_written(cluster: Cluster, written: Sequence[Line]) -> Kept:
    """The same for documents that are written as they are sent."""
    kept = Kept(f"{cluster.address.prefix}-{hash_of(written)}", len(written))
    if not is_whole(cluster, kept):
        make(cluster, kept, written)
    _switch(cluster, kept.name)
    _remove_older(cluster, kept.name)
    return kept


def keep_for_now(cluster: Cluster, documents: Iterable[Document]) -> Kept:
    """An index of its own, for whoever can keep nothing; to be removed by whoever asked."""
    written = tuple(lines(documents))
    kept = Kept(f"{cluster.address.prefix}{_NOW}{uuid.uuid4().hex[:16]}", len(written))
    make(cluster, kept, written)
    return kept


def remove(cluster: Cluster, name: str) -> None:
    """Remove an index, unless somebody else was first."""
    try:
        cluster.ask("DELETE", f"/{name}")
    except Refused as error:
        if error.status != _NOT_THERE:
            raise


def forget(cluster: Cluster, name: str) -> None:
    """Remove an index if that can be done at once: a program that ends waits for no cluster."""
    with suppress(RegulaeError):
        cluster.ask("DELETE", f"/{name}", delays=())


def is_whole(cluster: Cluster, kept: Kept) -> bool:
    """Whether the index is there, and was finished."""
    try:
        answer = cluster.ask("GET", f"/{kept.name}/_mapping")
    except Refused as error:
        if error.status == _NOT_THERE:
            return False
        raise
    with cluster.reading(f"GET /{kept.name}/_mapping"):
        told = answer[kept.name]["mappings"].get("_meta", {})
        return bool(told.get("whole") is True and told["documents"] == kept.documents)


def make(cluster: Cluster, kept: Kept, written: Iterable[Line]) -> None:
    """Make an index whole: all documents in it, seen by every copy, and nothing to be changed."""
    create(cluster, kept.name)
    try:
        again = fill(cluster, kept.name, written)
        finish(cluster, kept, again=again)
    except Unreachable:
        raise
    except StoreError:
        # Another program that made the same may have been first, and closed it to changes.
        if not is_whole(cluster, kept):
            raise


def create(cluster: Cluster, name: str) -> None:
    """An empty index, unless another program makes the same at this moment, or one broke off."""
    address = cluster.address
    with cluster.reading("GET /_cluster/health"):
        nodes = int(cluster.ask("GET", "/_cluster/health")["number_of_data_nodes"])
    # What only one copy has goes with its node: the others come first, if they can.
    copies = min(address.replicas + 1, max(1, nodes))
    cluster.ask("PUT", f"/_index_template/{address.prefix}", template(address.prefix))
    layout = {"number_of_shards": address.shards, "number_of_replicas": address.replicas}
    try:
        cluster.ask(
            "PUT", f"/{name}", {"settings": {"index": layout}},
            wait=_LONG, timeout="60s", wait_for_active_shards=str(copies),
        )  # fmt: skip
    except Refused as error:
        if error.status != _IS_THERE or not _is_there(cluster, name):
            raise


def _is_there(cluster: Cluster, name: str) -> bool:
    return cluster.ask("HEAD", f"/{name}") is not False


def finish(cluster: Cluster, kept: Kept, *, again: int) -> None:
    """See that every document is there, and close the index to changes."""
    cluster.ask("POST", f"/{kept.name}/_refresh", wait=_LONG)
    # One segment a shard: questions take a fraction of the time.
    cluster.ask("POST", f"/{kept.name}/_forcemerge", wait=_LONG, max_num_segments="1")
    cluster.ask("POST", f"/{kept.name}/_refresh", wait=_LONG)
    answer = cluster.ask("GET", f"/{kept.name}/_count")
    with cluster.reading(f"GET /{kept.name}/_count"):
        count, failed = answer["count"], answer["_shards"]["failed"]
    if failed or count != kept.documents:
        raise StoreError(
            said(
                "opensearch.not_whole", address=cluster.address, index=kept.name,
                count=str(count)[:20], documents=kept.documents, failed=str(failed)[:20],
            )
        )  # fmt: skip
    told = {"whole": True, "documents": kept.documents, "sent_again": again}
    cluster.ask("PUT", f"/{kept.name}/_mapping", {"_meta": told})
    settings = {"index": {"blocks.write": True, "refresh_interval": "60s"}}
    cluster.ask("PUT", f"/{kept.name}/_settings", settings)


def hash_of(written: Sequence[Line]) -> str:
    """Of the documents and of how an index keeps them, wherever it lies."""
    digest = hashlib.sha256(repr((FORMAT, template(""))).encode())
    for line in written:
        digest.update(line.written)
    return digest.hexdigest()[:_HASH]


def lead_somewhere(cluster: Cluster, name: str) -> None:
    """Let the alias lead to this index, if somebody took it away and it leads to none."""
    if not cluster.ask("HEAD", f"/_alias/{cluster.address.prefix}"):
        _switch(cluster, name)


def _switch(cluster: Cluster, name: str) -> None:
    """Let the alias lead to this index and to no other, at once."""
    alias = cluster.address.prefix
    cluster.ask(
        "POST",
        "/_aliases",
        {
            "actions": [
                {"remove": {"index": f"{alias}-*", "alias": alias, "must_exist": False}},
                {"add": {"index": name, "alias": alias}},
            ]
        },
    )


def _remove_older(cluster: Cluster, name: str) -> None:
    """Of the indices under this prefix the oldest: whoever has one open makes it anew.

    And those of programs that were killed before they could.
    """
    prefix = cluster.address.prefix
    answer = cluster.ask("GET", f"/{prefix}-*/_settings", flat_settings="true")
    ours = re.compile(rf"{re.escape(prefix)}-(?:now-)?[0-9a-f]{{16,{_HASH}}}", re.ASCII)
    with cluster.reading(f"GET /{prefix}-*/_settings"):
        made: dict[str, int] = {
            other: int(told["settings"]["index.creation_date"])
            for other, told in answer.items()
            if ours.fullmatch(other) and other != name
        }
    newest_first = sorted(made, key=made.__getitem__, reverse=True)
    too_old = (time.time() - _LASTS) * 1000
    left = [other for other in newest_first if _NOW in other and made[other] < too_old]
    whole = [other for other in newest_first if _NOW not in other]
    for other in (*whole[KEPT:], *left):
        remove(cluster, other)
