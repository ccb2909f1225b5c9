"""Whoosh, the engine that comes with the program."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from whoosh import analysis, fields, index, query
from whoosh.filedb.filestore import FileStorage, RamStorage

from kb.number import RuleNumber
from search.engine import (
    CANDIDATES,
    NO_LIMITS,
    AllOf,
    Among,
    AnyOf,
    Document,
    Limits,
    Match,
    Part,
    Phrase,
    Word,
)

_BODY = "body"
name = "whoosh"
format = 4


class Searcher:
    """An open index."""

    def __init__(self, opened: index.Index) -> None:
        self._opened = opened

    def search(
        self, asked: Part, limits: Limits = NO_LIMITS, *, limit: int = CANDIDATES
    ) -> tuple[Match, ...]:
        with self._opened.searcher() as searcher:
            hits = searcher.search(_query(asked), limit=limit, filter=_filter(limits))
            return tuple(_match(hit) for hit in hits)


def write(folder: Path, documents: Iterable[Document]) -> None:
    """Write an index into an empty folder."""
    made = FileStorage(str(folder)).create_index(_schema())
    _fill(made, documents)
    made.close()


def open(folder: Path) -> Searcher:
    """Open one to be read."""
    return Searcher(index.open_dir(str(folder), readonly=True))


def in_memory(documents: Iterable[Document]) -> Searcher:
    """An index that lives in memory, for tests."""
    made = RamStorage().create_index(_schema())
    _fill(made, documents)
    return Searcher(made)


def _query(part: Part) -> Any:
    match part:
        case Word(text, weight):
            return query.Term(_BODY, text, boost=weight)
        case Phrase(words, weight):
            return query.Phrase(_BODY, list(words), boost=weight)
        case AnyOf(parts):
            return query.Or([_query(each) for each in parts])
        case AllOf(parts, without):
            every = query.And([_query(each) for each in parts])
            if not without:
                return every
            return query.AndNot(every, query.Or([_query(each) for each in without]))
        case Among(limits):
            return query.ConstantScoreQuery(_filter(limits) or query.Every(), 0.0)


def _filter(limits: Limits) -> Any:
    sets: tuple[tuple[str, Collection[object] | None], ...] = (
        ("language", limits.languages or None),
        ("kind", limits.kinds or None),
        ("number", limits.numbers),
        ("within", limits.within or None),
        ("text", limits.texts),
    )
    asked = [
        query.Or([query.Term(field, value) for value in sorted(map(str, values))])
        for field, values in sets
        if values is not None
    ]
    return query.And(asked) if asked else None


def _match(hit: Any) -> Match:
    stored = hit.fields()
    return Match(
        kind=stored["kind"],
        number=stored["number"],
        language=stored["language"],
        edition=stored["edition"],
        text_key=int(stored["text"]),
        title=stored.get("title"),
        score=float(hit.score or 0.0),
    )


def _schema() -> fields.Schema:
    # One combined field: whoosh adds up a BM25 a field, and three fields rank worse than one.
    return fields.Schema(
        body=fields.TEXT(analyzer=analysis.SpaceSeparatedTokenizer(), phrase=False),
        number=fields.ID(stored=True),
        within=fields.KEYWORD,
        language=fields.ID(stored=True),
        kind=fields.ID(stored=True),
        edition=fields.STORED,
        text=fields.ID(stored=True),
        title=fields.STORED,
    )


def _fill(made: index.Index, documents: Iterable[Document]) -> None:
    writer = made.writer()
    for document in documents:
        writer.add_document(
            body=" ".join(document.body),
            number=document.number,
            within=" ".join(_upwards(document.number)),
            language=document.language,
            kind=document.kind,
            edition=document.edition,
            text=str(document.text_key),
            title=document.title,
        )
    writer.commit()


def _upwards(text: str) -> Iterator[str]:
    number = RuleNumber.read(text)
    return map(str, number.upwards) if number else iter(())
