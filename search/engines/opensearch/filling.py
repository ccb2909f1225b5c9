"""Filling: documents sent to OpenSearch in bulk, no faster than it takes them."""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import chain
from typing import Any, NamedTuple

from kb.errors import StoreError
from kb.saying import said
from search.engine import Dated, Document, can_be_written
from search.engines.opensearch.asked import TODAY, TODAY_WORDS, WORDS
from search.engines.opensearch.connection import BUSY, Cluster, plain

BLOCK = 2 * 2**20
"""Bytes of one request, but for a document that is longer alone."""
IN_FLIGHT = 2
"""Requests that wait for an answer at a time; no more than these are held in memory."""
TIMEOUT = 60.0
DELAYS = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6)
"""Seconds between tries of what was not taken: 50 in all, for a node to come back."""
_EXISTS = 409


class Line(NamedTuple):
    """A document as OpenSearch is told it, with its name in the index."""

    name: str
    written: bytes

    def __len__(self) -> int:
        return len(self.written)


def lines(documents: Iterable[Document], history: Iterable[Dated] = ()) -> Iterator[Line]:
    """The texts of today and those of all days as they are sent, in their order.

    What comes of equal ones is equal.
    """
    today = ((document, TODAY_WORDS, (TODAY,)) for document in documents)
    before = ((document, WORDS, days) for document, days in history)
    for order, (document, field, days) in enumerate(chain(today, before)):
        told = {
            field: [word for word in document.body if can_be_written(word)],
            "day": days,
            "order": order,
            "row": {"match": document[1:]},
            "number": document.number,
            "language": document.language,
            "kind": document.kind,
            "within": document.within(),
            "text": str(document.text_key),
            "edition": str(document.edition),
        }
        content = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        written = f'{{"create":{{"_id":"{order}"}}}}\n{content}\n'.encode("utf-8", "replace")
        yield Line(str(order), written)


def fill(
    cluster: Cluster, index: str, lines: Iterable[Line], *, delays: Sequence[float] = DELAYS
) -> int:
    """Send all lines; how many had to be sent again. Raises StoreError where one is not taken.

    A line is sent as new: what was taken though its answer was lost, is not taken twice.
    """
    again = 0
    with ThreadPoolExecutor(IN_FLIGHT) as pool:
        waiting: set[Future[int]] = set()
        for block in _blocks(lines):
            if len(waiting) == IN_FLIGHT:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                again += sum(each.result() for each in done)
            waiting.add(pool.submit(_send, cluster, index, block, delays))
        again += sum(each.result() for each in waiting)
    return again


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    block: list[Line] = []
    size = 0
    for line in lines:
        if block and size + len(line.written) > BLOCK:
            yield block
            block, size = [], 0
        block.append(line)
        size += len(line.written)
    if block:
        yield block


def _send(cluster: Cluster, index: str, block: list[Line], delays: Sequence[float]) -> int:
    again = 0
    for delay in (*delays, None):
        answer = cluster.ask(
            "POST", f"/{index}/_bulk", b"".join(line.written for line in block),
            wait=TIMEOUT, delays=tuple(delays), timeout=f"{TIMEOUT / 3:.0f}s",
        )  # fmt: skip
        with cluster.reading(f"POST /{index}/_bulk"):
            refused = (
                _refused(cluster, answer["items"], block) if answer["errors"] is not False else []
            )
        block, last = [line for line, _ in refused], refused[0][1] if refused else None
        if last is None:
            return again
        if delay is None:
            raise StoreError(
                said(
                    "opensearch.never_taken", address=cluster.address, count=len(block),
                    index=index, tries=len(delays) + 1, why=last,
                )
            )  # fmt: skip
        again += len(block)
        time.sleep(delay)
    raise AssertionError("the last try returns or raises")


def _refused(cluster: Cluster, items: Any, block: Sequence[Line]) -> list[tuple[Line, str]]:
    """The lines to be sent again, each with why; raises StoreError where that would not help."""
    if len(items) != len(block):
        raise ValueError(f"{len(items)} answers to {len(block)} documents")
    refused = []
    for line, item in zip(block, items, strict=True):
        told = item["create"]
        status = int(told["status"])
        if told["_id"] != line.name:
            raise ValueError(
                f"an answer about {str(told['_id'])[:20]!r} in the place of {line.name}"
            )
        if 200 <= status < 300 or status == _EXISTS:
            continue
        kind, reason = (plain(str(told["error"][name])) for name in ("type", "reason"))
        why = f"{status} {kind[:60]}: {reason[:200]}"
        if status not in BUSY:
            raise StoreError(said("opensearch.not_taken", address=cluster.address, why=why))
        refused.append((line, why))
    return refused
