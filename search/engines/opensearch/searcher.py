"""Searcher: an index in OpenSearch, asked."""

import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, NamedTuple

from search.engine import (
    MOST_MATCHES,
    NO_LIMITS,
    Limits,
    Match,
    Part,
    Word,
    can_be_written,
)
from search.engines.opensearch.asked import (
    TODAY,
    Day,
    Query,
    query,
    within,
    words_of,
)
from search.engines.opensearch.connection import Cluster, Refused, Unreachable
from search.ranking import rarity

_PAGE = 5000
"""Matches in one answer; OpenSearch gives 10,000 at most."""
_MOST_COUNTED = 500
"""Words that are counted at a time."""
_MOST_KNOWN = 100_000
"""Words whose counts are kept."""
_KEEP_ALIVE = "1m"
_TRIES = 3
# With the scores beside the sorting OpenSearch would look at every text that has a word.
_BEST_FIRST = [{"_score": "desc"}, {"order": "asc"}]


class _Texts(NamedTuple):
    """How many texts there are: as of the day that is asked of, and by the engine's own count."""

    then: int
    ever: int


class Searcher:
    """An index that nobody changes: what was counted in it once is kept for the next question."""

    def __init__(self, cluster: Cluster, name: str, documents: int, day: str = TODAY) -> None:
        self._cluster = cluster
        self._name = name
        self._documents = documents
        self._day = Day(day)
        self._totals = _Texts(0, 0)
        self._having: dict[str, _Texts] = {}
        self._lock = Lock()

    def search(
        self, asked: Part, limits: Limits = NO_LIMITS, *, limit: int = MOST_MATCHES
    ) -> tuple[Match, ...]:
        wanted = min(limit, self._documents)
        if wanted < 1:
            return ()
        having = self._counts(words_of(asked))

        def boost(word: Word) -> float | None:
            # OpenSearch has another measure of how rare a word is: it is taken out, ours put in.
            texts = having.get(word.text)
            if texts is None or not texts.then:
                return None
            own = _own(self._totals.ever, texts.ever)
            return word.weight * rarity(self._totals.then, texts.then) / own

        found = query(asked, boost, at=self._day)
        if "match_none" in found:
            return ()
        # Words of today stand in texts of today alone: a filter more would cost half the speed.
        among = [] if self._day.name == TODAY else [self._day.filter]
        if limits != NO_LIMITS:
            among.append(within(limits))
        if among:
            found = {"bool": {"must": [found], "filter": among}}
        if wanted <= _PAGE:
            return self._page(found, wanted)
        return self._pages(found, wanted)

    def _page(self, found: Query, wanted: int) -> tuple[Match, ...]:
        return self._matches(self._ask(found, wanted, path=f"/{self._name}/_search"))

    def _pages(self, found: Query, wanted: int) -> tuple[Match, ...]:
        """More than an answer holds: page by page, all at one point in time.

        Such a point is held by the nodes that gave it: where one of them goes, it is begun again.
        """
        for left in reversed(range(_TRIES)):
            path = f"/{self._name}/_search/point_in_time"
            with self._cluster.reading(f"POST {path}"):
                point = str(self._cluster.ask("POST", path, keep_alive=_KEEP_ALIVE)["pit_id"])
            try:
                return self._pages_at(point, found, wanted)
            except (Refused, Unreachable):  # the node that gave the point has gone
                if not left:
                    raise
            finally:
                with suppress(Refused, Unreachable):
                    self._cluster.ask("DELETE", "/_search/point_in_time", {"pit_id": [point]})
        raise AssertionError("the last try returns or raises")

    def _pages_at(self, point: str, found: Query, wanted: int) -> tuple[Match, ...]:
        matches: list[Match] = []
        at = {"pit": {"id": point, "keep_alive": _KEEP_ALIVE}}
        while len(matches) < wanted:
            size = min(_PAGE, wanted - len(matches))
            hits = self._ask(found, size, path="/_search", delays=(), **at)
            matches += self._matches(hits)
            if len(hits) < size:
                break
            with self._cluster.reading("POST /_search"):
                at["search_after"] = hits[-1]["sort"]
        return tuple(matches)

    def _ask(
        self,
        found: Query,
        size: int,
        *,
        path: str,
        delays: tuple[float, ...] | None = None,
        **more: Any,
    ) -> Sequence[Any]:
        body = {
            "query": found,
            "size": size,
            "sort": _BEST_FIRST,
            "track_total_hits": False,
            **more,
        }
        # A word is as rare as in all shards together; half an answer is none.
        answer = self._cluster.ask(
            "POST", path, body, delays=delays,
            search_type="dfs_query_then_fetch", allow_partial_search_results="false",
        )  # fmt: skip
        with self._cluster.reading(f"POST {path}"):
            hits = answer["hits"]["hits"]
            if answer["timed_out"] is not False or answer["_shards"]["failed"] or len(hits) > size:
                raise ValueError("not all shards, or more matches than were asked for")
            return list(hits)

    def _matches(self, hits: Iterable[Any]) -> tuple[Match, ...]:
        with self._cluster.reading(f"POST /{self._name}/_search"):
            return tuple([_match(hit) for hit in hits])

    def _counts(self, words: Iterable[str]) -> dict[str, "_Texts"]:
        """In how many texts each of some words stands."""
        asked = {word for word in words if can_be_written(word)}
        with self._lock:
            known = {word: self._having[word] for word in asked if word in self._having}
        new = sorted(asked - known.keys())
        for at in range(0, len(new), _MOST_COUNTED):
            known.update(self._count(new[at : at + _MOST_COUNTED]))
        if new:
            with self._lock:
                if len(self._having) + len(new) > _MOST_KNOWN:
                    self._having.clear()
                self._having.update((word, known[word]) for word in new)
        return known

    def _count(self, words: Sequence[str]) -> dict[str, "_Texts"]:
        ever: list[Query] = [{"term": {self._day.field: word}} for word in words]
        then: list[Query] = [{"bool": {"filter": [each, self._day.filter]}} for each in ever]
        any_word: Query = {"exists": {"field": self._day.field}}
        answer = self._cluster.ask(
            "POST", f"/{self._name}/_search",
            {
                "size": 0,
                "track_total_hits": False,
                "aggs": {
                    "then": {"filters": {"filters": [self._day.filter, *then]}},
                    "ever": {"filters": {"filters": [any_word, *ever]}},
                },
            },
            allow_partial_search_results="false",
        )  # fmt: skip
        with self._cluster.reading(f"POST /{self._name}/_search"):
            counted = (answer["aggregations"][name]["buckets"] for name in ("then", "ever"))
            self._totals, *texts = [_texts(*both) for both in zip(*counted, strict=True)]
            return dict(zip(words, texts, strict=True))


def _texts(then: Any, ever: Any) -> _Texts:
    counts = _Texts(then["doc_count"], ever["doc_count"])
    for count in counts:
        if not isinstance(count, int) or not 0 <= count <= 2**40:
            raise ValueError(f"{str(count)[:20]!r} texts")
    return counts


def _match(hit: Any) -> Match:
    kind, number, language, edition, text, title = hit["_source"]["row"]["match"]
    score, _ = hit["sort"]
    if not (
        all(isinstance(each, str) for each in (kind, number, language))
        and isinstance(title, str | None)
        and all(isinstance(each, int) for each in (edition, text))
        and isinstance(score, int | float)
        and math.isfinite(score)
    ):
        raise ValueError("a match that is not ours")
    return Match(kind, number, language, edition, text, title, float(score))


def _own(documents: int, having: int) -> float:
    """OpenSearch's own weight of a word that so many documents have."""
    return math.log1p((documents - having + 0.5) / (having + 0.5))
