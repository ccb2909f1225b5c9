"""Whoosh, the engine that comes with the program.

Whoosh writes the index, finds words in it and reads their postings. The sums over many words are
made here, for all postings of a word at once: whoosh walks from text to text, which takes many
times as long (docs/search.md), and promises nothing of the order of equal scores.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from threading import Lock
from typing import Any

from whoosh import columns, fields, formats
from whoosh.filedb.filestore import FileStorage, RamStorage

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
from search.ranking import K1, B, rarity

_BODY = "body"
_ROW = "row"
_LIMITS = {"kind": 0, "number": 1, "language": 2, "text": 4, "within": 6}
"""Where in a row a limit looks; its first six are those of a Match."""
_MOST_POSTINGS = 1_000_000
"""Kept in memory of words that were asked for before, some 100 bytes each."""
name = "whoosh"
format = 4
failures = (Exception,)  # a pickle with a wrong bit in it may raise anything at all


class Searcher:
    """An open index: what was read of it once is kept for the next question."""

    def __init__(self, storage: Any) -> None:
        self._reader = storage.open_index().reader()
        self._lock = Lock()  # whoosh reads at one place of a file at a time
        self._documents = self._reader.doc_count_all()
        self._average = self._reader.field_length(_BODY) / (self._documents or 1)
        self._postings: dict[str, dict[int, float]] = {}
        self._kept = 0
        self._damping: dict[int, float] = {}
        self._having: dict[str, dict[str | int, list[int]]] = {}
        self._column: Any = None
        self._rows: dict[int, list[Any]] = {}

    def search(
        self, asked: Part, limits: Limits = NO_LIMITS, *, limit: int = MOST_MATCHES
    ) -> tuple[Match, ...]:
        with self._lock:
            scores = self._scores(asked)
            allowed = self._allowed(limits)
            if allowed is not None:
                scores = {at: score for at, score in scores.items() if at in allowed}
            rows, match = self._rows, Match._make
            return tuple(
                [
                    match((*(rows.get(at) or self._row(at))[:6], scores[at]))
                    for at in _best(scores, limit)
                ]
            )

    def _scores(self, part: Part) -> Mapping[int, float]:
        """Documents with their scores."""
        match part:
            case Word(text, weight):
                return {at: weight * score for at, score in self._having_word(text).items()}
            case AnyOf(parts):
                return self._any(parts)
            case AllOf(parts, without):
                return self._all(parts, without)
            case Among(limits):
                allowed = self._allowed(limits)
                return dict.fromkeys(range(self._documents) if allowed is None else allowed, 0.0)

    def _any(self, parts: tuple[Part, ...]) -> dict[int, float]:
        total: dict[int, float] = {}
        before = total.get
        for part in parts:
            if isinstance(part, Word):  # without a copy in between: nearly all parts are words
                weight = part.weight
                for at, score in self._having_word(part.text).items():
                    total[at] = before(at, 0.0) + weight * score
            else:
                for at, score in self._scores(part).items():
                    total[at] = before(at, 0.0) + score
        return total

    def _all(self, parts: tuple[Part, ...], without: tuple[Part, ...]) -> dict[int, float]:
        if not parts:
            return {}
        found = sorted(map(self._scores, parts), key=len)
        common = set(found[0]).intersection(*found[1:])
        for part in without:
            common -= self._scores(part).keys()
        return {at: sum(scores[at] for scores in found) for at in common}

    def _having_word(self, word: str) -> dict[int, float]:
        """The documents that have a word, each with its score for it."""
        known = self._postings.get(word)
        if known is None:
            known = self._read(word)
            if self._kept + len(known) > _MOST_POSTINGS:
                self._postings.clear()
                self._kept = 0
            if known:  # words that no text has are without number
                self._postings[word] = known
                self._kept += len(known)
        return known

    def _read(self, word: str) -> dict[int, float]:
        if not can_be_written(word) or (_BODY, word) not in self._reader:
            return {}
        rare = rarity(self._documents, self._reader.doc_frequency(_BODY, word))
        postings = self._reader.postings(_BODY, word)
        at, times, step, more = postings.id, postings.weight, postings.next, postings.is_active
        found = {}
        while more():
            found[at()] = rare * self._share(at(), times())
            step()
        return found

    def _share(self, document: int, times: float) -> float:
        """What so many occurrences count in a document of its length, as BM25 has it."""
        damping = self._damping.get(document)
        if damping is None:
            length = self._reader.doc_field_length(document, _BODY, 1)
            damping = self._damping[document] = K1 * (1 - B + B * length / self._average)
        return times * (K1 + 1) / (times + damping)

    def _allowed(self, limits: Limits) -> Set[int] | None:
        """The documents within the limits; None where there is no limit."""
        allowed: Set[int] | None = None
        for name, values in limits.values().items():
            having = self._having_value(name)
            found = set[int]().union(*(having.get(value, ()) for value in values))
            allowed = found if allowed is None else allowed & found
        return allowed

    def _having_value(self, name: str) -> dict[str | int, list[int]]:
        """The values that a limit may name, with the documents that have each."""
        known = self._having.get(name)
        if known is None:
            known = self._having[name] = {}
            if len(self._rows) < self._documents:
                every = json.loads(b"[%s]" % b",".join(self._row_column()))
                self._rows = dict(enumerate(every))
            for document in range(self._documents):
                value = self._rows[document][_LIMITS[name]]
                for each in value if isinstance(value, list) else (value,):
                    known.setdefault(each, []).append(document)
        return known

    def _row(self, document: int) -> list[Any]:
        known = self._rows.get(document)
        if known is None:
            known = self._rows[document] = json.loads(self._row_column()[document])
        return known

    def _row_column(self) -> Any:
        if self._column is None:
            self._column = self._reader.column_reader(_ROW, translate=False)
        return self._column


class Words(fields.FieldType):  # type: ignore[misc]
    """A field that takes its words as they come, with how often each is there.

    The fields of whoosh cut a text again and write each number twice, for a third more time.
    """

    def __init__(self) -> None:
        super().__init__(formats.Existence(), None, scorable=True)

    def index(self, value: Sequence[str], **_: Any) -> Iterator[tuple[bytes, int, float, bytes]]:
        for word, times in Counter(value).items():
            yield word.encode(), times, float(times), b""


def write(folder: Path, documents: Iterable[Document]) -> None:
    """Write an index into an empty folder."""
    _fill(FileStorage(str(folder)), documents)


def open(folder: Path, files: Mapping[str, bytes]) -> Searcher:
    """Open one from the bytes that were checked: nothing that came later is unpickled."""
    storage = RamStorage()
    storage.files.update(files)
    return Searcher(storage)


def in_memory(documents: Iterable[Document]) -> Searcher:
    """An index that lives in memory."""
    storage = RamStorage()
    _fill(storage, documents)
    return Searcher(storage)


def _fill(storage: Any, documents: Iterable[Document]) -> None:
    # One combined field: a BM25 a field, added up, ranks worse. Beside it a column and no stored
    # fields: these come as pickles, and take ten times as long to read.
    column = fields.COLUMN(columns.VarBytesColumn())
    made = storage.create_index(fields.Schema(**{_BODY: Words(), _ROW: column}))
    writer = made.writer()
    for each in documents:
        row = json.dumps([*each[1:], each.within()])
        writer.add_document(**{_BODY: each.body, _ROW: row.encode()})
    writer.commit()
    made.close()


def _best(scores: Mapping[int, float], limit: int) -> list[int]:
    if len(scores) > limit > 0:
        least = sorted(scores.values(), reverse=True)[limit - 1]
        scores = {at: score for at, score in scores.items() if score >= least}
    return sorted(sorted(scores), key=scores.__getitem__, reverse=True)[: max(0, limit)]
