"""Search engines as others use them, over the words of our index: what ours are measured beside."""

import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from search.engine import MOST_MATCHES, Among, AnyOf, Document, Part, Word
from search.engines import chosen


class Asking(NamedTuple):
    """An open index: a question with some words, and what takes the hits."""

    words: Callable[[Sequence[Word]], int]
    """Any of the words, the best 200: how many there are."""
    prefix: Callable[[str], int] | None = None
    fuzzy: Callable[[str], int] | None = None


class Yardstick(NamedTuple):
    """A way to write an index into a folder, and to open it."""

    name: str
    write: Callable[[Path, Sequence[Document]], None]
    open: Callable[[Path], Asking]


def words_of(part: Part) -> Iterator[Word]:
    """The words that a part asks for, wherever they stand in it."""
    if isinstance(part, Word):
        yield part
    elif not isinstance(part, Among):
        for each in part.parts:
            yield from words_of(each)


def ours(engine: str) -> Yardstick:
    """One of our engines, with the matches that it gives back."""
    maker = chosen.maker(engine)

    def write(folder: Path, documents: Sequence[Document]) -> None:
        maker.write(folder, documents)

    def opened(folder: Path) -> Asking:
        index = maker.open(folder, {path.name: path.read_bytes() for path in folder.iterdir()})
        assert index is not None
        return Asking(lambda words: len(index.search(AnyOf(tuple(words)))))

    return Yardstick(f"regulae, {engine}", write, opened)


def fts5() -> Yardstick:
    """SQLite: one column, its own BM25."""

    def write(folder: Path, documents: Sequence[Document]) -> None:
        with _closing(sqlite3.connect(folder / "fts5")) as db, db:
            db.execute(
                "CREATE VIRTUAL TABLE text USING fts5(body, prefix='2 3 4', tokenize="
                "\"unicode61 remove_diacritics 0 tokenchars '{}.:/+-*_'\")"
            )
            rows = ((" ".join(document.body),) for document in documents)
            db.executemany("INSERT INTO text VALUES (?)", rows)

    def opened(folder: Path) -> Asking:
        db = sqlite3.connect(folder / "fts5")

        def ask(query: str) -> int:
            sql = "SELECT rowid FROM text WHERE text MATCH ? ORDER BY bm25(text) LIMIT ?"
            return len(db.execute(sql, (query, MOST_MATCHES)).fetchall())

        return Asking(
            lambda words: ask(" OR ".join(f'"{word.text}"' for word in words)),
            prefix=lambda start: ask(f'"{start}"*'),
        )

    return Yardstick("SQLite FTS5", write, opened)


def tantivy() -> Yardstick:
    """Tantivy, whose hits are numbers."""
    import tantivy as engine

    def write(folder: Path, documents: Sequence[Document]) -> None:
        builder = engine.SchemaBuilder()
        builder.add_text_field("body", tokenizer_name="whitespace", index_option="freq")
        writer = engine.Index(builder.build(), path=str(folder)).writer()
        for document in documents:
            writer.add_document(engine.Document(body=" ".join(document.body)))
        writer.commit()
        writer.wait_merging_threads()

    def opened(folder: Path) -> Asking:
        index = engine.Index.open(str(folder))
        searcher, schema = index.searcher(), index.schema
        query = engine.Query

        def ask(asked: Any) -> int:
            return len(searcher.search(asked, MOST_MATCHES, count=False).hits)

        def ask_words(words: Sequence[Word]) -> int:
            terms = [query.term_query(schema, "body", word.text, "freq") for word in words]
            return ask(query.boolean_query([(engine.Occur.Should, term) for term in terms]))

        return Asking(
            ask_words,
            prefix=lambda start: ask(query.regex_query(schema, "body", f"{start}.*")),
            fuzzy=lambda word: ask(query.fuzzy_term_query(schema, "body", word, 1)),
        )

    return Yardstick("tantivy", write, opened)


def whoosh() -> Yardstick:
    """Whoosh as its manual has it: one text field, `Or`, and its own walk through the postings."""
    from whoosh import analysis, fields, index, query

    def write(folder: Path, documents: Sequence[Document]) -> None:
        field = fields.TEXT(analyzer=analysis.SpaceSeparatedTokenizer(), phrase=False)
        made = index.create_in(str(folder), fields.Schema(body=field))
        writer = made.writer()
        for document in documents:
            writer.add_document(body=" ".join(document.body))
        writer.commit()
        made.close()

    def opened(folder: Path) -> Asking:
        searcher = index.open_dir(str(folder)).searcher()

        def ask(asked: Any) -> int:
            return sum(1 for _ in searcher.search(asked, limit=MOST_MATCHES).top_n)

        return Asking(
            lambda words: ask(query.Or([query.Term("body", word.text) for word in words])),
            prefix=lambda start: ask(query.Prefix("body", start)),
            fuzzy=lambda word: ask(query.FuzzyTerm("body", word)),
        )

    return Yardstick("whoosh", write, opened)


def bm25s() -> Yardstick:
    """BM25 in matrices of numpy."""
    import bm25s as engine

    def write(folder: Path, documents: Sequence[Document]) -> None:
        made = engine.BM25(k1=1.2, b=0.75)
        made.index([list(document.body) for document in documents], show_progress=False)
        made.save(str(folder), show_progress=False)

    def opened(folder: Path) -> Asking:
        index = engine.BM25.load(str(folder), show_progress=False)

        def ask(words: Sequence[Word]) -> int:
            asked = [[word.text for word in words]]
            most = min(MOST_MATCHES, index.scores["num_docs"])
            return len(index.retrieve(asked, k=most, show_progress=False).documents[0])

        return Asking(ask)

    return Yardstick("bm25s", write, opened)


def yardsticks() -> Iterator[Yardstick]:
    """Ours first; what is not installed is said and left out."""
    yield ours("whoosh")
    others: tuple[tuple[str, Callable[[], Yardstick]], ...] = (
        ("tantivy", partial(ours, "tantivy")),
        ("sqlite3", fts5),
        ("tantivy", tantivy),
        ("bm25s", bm25s),
        ("whoosh", whoosh),
    )
    for name, make in others:
        try:
            __import__(name)
        except ModuleNotFoundError:
            print(f"{name} is not installed and left out", file=sys.stderr)
            continue
        yield make()


@contextmanager
def _closing(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield db
    finally:
        db.close()
