"""Tantivy, the faster engine (extra ``fast``).

It runs nothing that it reads, but maps its files as they lie in the folder. K1 and B are its own
and cannot be set (1.2 and 0.75). It rounds the lengths of texts otherwise than whoosh, so that
the candidates of the two differ a little (docs/search.md).
"""

import json
from collections.abc import Iterable, Mapping
from math import log1p
from pathlib import Path
from typing import Any

from tantivy import Document as Row
from tantivy import Index, Occur, Query, Schema, SchemaBuilder

from search.engine import (
    MOST_MATCHES,
    NO_LIMITS,
    AllOf,
    Among,
    AnyOf,
    Document,
    Limits,
    Match,
    Part,
    Word,
    can_be_written,
)
from search.ranking import rarity

_BODY = "body"
_ROW = "row"
_ROOM = 256 * 2**20
"""Bytes for what is written before it goes to the disk: all of it in one piece, so in its order."""
name = "tantivy"
format = 1
failures = (ValueError, OSError)


class Searcher:
    """An open index: what was read of a text once is kept for the next question."""

    def __init__(self, index: Index) -> None:
        self._schema = index.schema
        self._searcher = index.searcher()
        self._rows: dict[tuple[int, int], list[Any]] = {}

    def search(
        self, asked: Part, limits: Limits = NO_LIMITS, *, limit: int = MOST_MATCHES
    ) -> tuple[Match, ...]:
        if limit < 1 or not self._searcher.num_docs:
            return ()
        query = self._query(asked)
        if limits != NO_LIMITS:
            among = self._query(Among(limits))
            query = Query.boolean_query([(Occur.Must, query), (Occur.Must, among)])
        # The engine makes room for as many as it is asked for.
        found = self._searcher.search(query, min(limit, self._searcher.num_docs), count=False).hits
        matches, rows, match = [], self._rows, Match._make
        for score, at in found:  # two hundred take longer than the search itself
            key = (at.segment_ord, at.doc)
            matches.append(match((*(rows.get(key) or self._read(key, at)), score)))
        return tuple(matches)

    def _query(self, part: Part) -> Query:
        match part:
            case Word(text, weight):
                return self._word(text, weight)
            case AnyOf(parts):
                return Query.boolean_query([(Occur.Should, self._query(each)) for each in parts])
            case AllOf(parts, without):
                if not parts:
                    return Query.empty_query()
                return Query.boolean_query(
                    [
                        *((Occur.Must, self._query(each)) for each in parts),
                        *((Occur.MustNot, self._query(each)) for each in without),
                    ]
                )
            case Among(limits):
                return Query.const_score_query(self._within(limits) or Query.all_query(), 0.0)

    def _word(self, text: str, weight: float) -> Query:
        having = self._searcher.doc_freq(_BODY, text) if can_be_written(text) else 0
        if not having:
            return Query.empty_query()
        total = self._searcher.num_docs
        query = Query.term_query(self._schema, _BODY, text, "freq")
        # Tantivy has another measure of how rare a word is: it is taken out, and ours put in.
        return Query.boost_query(query, weight * rarity(total, having) / _own(total, having))

    def _within(self, limits: Limits) -> Query | None:
        """Whatever the limits let through; None where there are none."""
        asked = [
            (Occur.Must, Query.term_set_query(self._schema, name, _written(values)))
            for name, values in limits.values().items()
        ]
        return Query.boolean_query(asked) if asked else None

    def _read(self, key: tuple[int, int], address: Any) -> list[Any]:
        stored = self._searcher.doc(address).get_first(_ROW)
        row: list[Any] = json.loads(stored or b"")
        self._rows[key] = row
        return row


def _own(documents: int, having: int) -> float:
    """Tantivy's own weight of a word that so many documents have."""
    return log1p((documents - having + 0.5) / (having + 0.5))


def write(folder: Path, documents: Iterable[Document]) -> None:
    """Write an index into an empty folder."""
    _fill(Index(_schema(), path=str(folder)), documents)


def open(folder: Path, files: Mapping[str, bytes]) -> Searcher:
    """Open one where it lies."""
    return Searcher(Index.open(str(folder)))


def in_memory(documents: Iterable[Document]) -> Searcher:
    """An index that lives in memory."""
    index = Index(_schema())
    _fill(index, documents)
    index.reload()
    return Searcher(index)


def _fill(index: Index, documents: Iterable[Document]) -> None:
    writer = index.writer(heap_size=_ROOM, num_threads=1)  # with more, in no order
    for document in documents:
        writer.add_document(
            Row(
                body=" ".join(document.body),
                number=document.number,
                language=document.language,
                kind=document.kind,
                text=str(document.text_key),
                within=" ".join(document.within()),
                row=json.dumps(document[1:]).encode(),
            )
        )
    writer.commit()
    writer.wait_merging_threads()


def _written(values: Iterable[str | int]) -> list[str]:
    return [text for text in map(str, values) if can_be_written(text)]


def _schema() -> Schema:
    builder = SchemaBuilder()
    builder.add_text_field(_BODY, tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("within", tokenizer_name="whitespace", index_option="basic")
    for field in ("number", "language", "kind", "text"):
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    builder.add_bytes_field(_ROW, stored=True)
    return builder.build()
