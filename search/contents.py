"""Contents: the words of the texts in an index and how rules are tied, for what scores the hits.

It lies beside the files of the engine, in SQLite, so that all engines rank alike.
"""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from kb.among import among
from kb.lang import folded
from kb.number import RuleNumber
from kb.store import Store
from search.engine import Document, Match
from search.memory import Kept, Memory
from search.near_words import sound

FILE = "contents.sqlite"
_MOST_TEXTS = 10_000
"""Kept in memory, some two kilobytes each."""
_TABLES = (
    # `places` is JSON, as `Held` has them.
    "CREATE TABLE text (text INTEGER NOT NULL, language TEXT NOT NULL, number TEXT NOT NULL,"
    " kind TEXT NOT NULL, places TEXT NOT NULL, length INTEGER NOT NULL,"
    " heading INTEGER NOT NULL)",
    "CREATE TABLE word (word TEXT NOT NULL, language TEXT NOT NULL, texts INTEGER NOT NULL,"
    " PRIMARY KEY (word, language)) WITHOUT ROWID",
    "CREATE TABLE size (language TEXT PRIMARY KEY, texts INTEGER NOT NULL, words REAL NOT NULL)",
    "CREATE TABLE tie (number TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL)",
    "CREATE TABLE sound (sound TEXT NOT NULL, form TEXT NOT NULL,"
    " PRIMARY KEY (sound, form)) WITHOUT ROWID",
    "CREATE TABLE refers (term TEXT NOT NULL, language TEXT NOT NULL, number TEXT NOT NULL)",
)
_INDEXES = (
    "CREATE INDEX text_key ON text (text)",
    "CREATE INDEX tie_number ON tie (number)",
    "CREATE INDEX tie_other ON tie (other)",
    "CREATE INDEX refers_term ON refers (term, language)",
)
CITES, HOLDS = "cites", "holds"


_Key: TypeAlias = tuple[int, str, str, str]
"""The text, its language, number and kind."""


class Held(NamedTuple):
    """The words of one text, as the engine has them."""

    places: Mapping[str, str]
    """Where each stands, a sign a place: lists of numbers take ten times the room."""
    length: int
    is_heading: bool


class Tied(NamedTuple):
    """The rules to which the book ties a rule, by their numbers."""

    cited: tuple[str, ...]
    citing: tuple[str, ...]
    family: tuple[str, ...]
    """What holds it, and what it holds."""


class Size(NamedTuple):
    """How much a language has in the index."""

    texts: int
    words: float
    """In a text, on average."""


class Contents:
    """Read while the index is open; what was read once is kept. Threads may share it."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._held: Kept[_Key, Held] = Kept(_MOST_TEXTS)
        self.memory = Memory()
        """What questions read of the base of which this is the index."""
        self._referred: Kept[tuple[str, str], tuple[str, ...]] = Kept(_MOST_TEXTS)
        self._ties: dict[str, Tied] = {}
        self.sizes = {
            language: Size(texts, words)
            for language, texts, words in db.execute("SELECT * FROM size")
        }

    def close(self) -> None:
        self._db.close()

    def texts(self, matches: Sequence[Match]) -> Iterator[Held]:
        """The words of each match, in their order."""
        keys = [(match.text_key, match.language, match.number, match.kind) for match in matches]
        found = self._held.among(dict.fromkeys(keys), self._read_texts)
        return map(found.__getitem__, keys)

    def _read_texts(self, keys: Sequence[_Key]) -> dict[_Key, Held]:
        rows = among(self._db, "SELECT * FROM text WHERE text IN", sorted({key[0] for key in keys}))
        every = json.loads(f"[{','.join(row[4] for row in rows)}]")  # each word is kept once
        return {
            (text, language, number, kind): Held(places, length, bool(heading))
            for (text, language, number, kind, _, length, heading), places in zip(
                rows, every, strict=True
            )
        }

    def frequencies(self, words: Collection[str]) -> dict[tuple[str, str], int]:
        """In how many texts of each language each of some words stands: (word, language)."""
        rows = among(self._db, "SELECT word, language, texts FROM word WHERE word IN", words)
        return {(word, language): texts for word, language, texts in rows}

    def ties(self, numbers: Sequence[str]) -> Iterator[Tied]:
        """Of each of some rules what it cites and holds, and what cites and holds it."""
        new = [number for number in numbers if number not in self._ties]
        if new:
            self._ties.update(self._read_ties(new))
        return map(self._ties.__getitem__, numbers)

    def _read_ties(self, numbers: Collection[str]) -> Iterator[tuple[str, Tied]]:
        below: dict[str, list[tuple[str, str]]] = defaultdict(list)
        above: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for number, other, kind in among(self._db, "SELECT * FROM tie WHERE number IN", numbers):
            below[number].append((other, kind))
        for other, number, kind in among(self._db, "SELECT * FROM tie WHERE other IN", numbers):
            above[number].append((other, kind))
        for number in numbers:
            tied = (*below[number], *above[number])
            yield (
                number,
                Tied(
                    tuple(other for other, kind in below[number] if kind == CITES),
                    tuple(other for other, kind in above[number] if kind == CITES),
                    tuple(other for other, kind in tied if kind == HOLDS),
                ),
            )

    def sounding_alike(self, form: str) -> tuple[str, ...]:
        """The known forms that are spelt like an unknown one by those who write by ear."""
        rows = self._db.execute("SELECT form FROM sound WHERE sound = ?", (sound(form),))
        return tuple(row[0] for row in rows)

    def referred(self, term: str, language: str) -> tuple[str, ...]:
        """The rules to which the glossary entry of a term refers."""
        return self._referred.one((term, language), lambda: self._read_referred(term, language))

    def _read_referred(self, term: str, language: str) -> tuple[str, ...]:
        rows = self._db.execute(
            "SELECT number FROM refers WHERE term = ? AND language = ?", (folded(term), language)
        )
        return tuple(row[0] for row in rows)


def write(folder: Path, documents: Sequence[Document], store: Store) -> None:
    """Write the contents of an index beside it."""
    with sqlite3.connect(folder / FILE, isolation_level=None) as db:
        db.execute("PRAGMA journal_mode = OFF")  # the folder is thrown away if this breaks off
        _fill(db, documents, store)
    db.close()


def open_contents(folder: Path) -> Contents:
    """The contents of an index, to read."""
    address = (folder / FILE).resolve().as_uri()
    return Contents(
        sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    )


def in_memory(documents: Sequence[Document], store: Store) -> Contents:
    """Contents that live in memory, for tests."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    _fill(db, documents, store)
    return Contents(db)


def _fill(db: sqlite3.Connection, documents: Sequence[Document], store: Store) -> None:
    db.execute("BEGIN")
    for statement in _TABLES:
        db.execute(statement)
    db.executemany(
        "INSERT INTO text VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (
                document.text_key,
                document.language,
                document.number,
                document.kind,
                _places(document.body),
                len(document.body),
                bool(document.title),
            )
            for document in documents
        ),
    )
    words: Counter[tuple[str, str]] = Counter()
    lengths: dict[str, list[int]] = defaultdict(list)
    for document in documents:
        words.update((word, document.language) for word in set(document.body))
        lengths[document.language].append(len(document.body))
    db.executemany("INSERT INTO word VALUES (?, ?, ?)", ((*key, n) for key, n in words.items()))
    db.executemany(
        "INSERT INTO size VALUES (?, ?, ?)",
        ((code, len(every), sum(every) / len(every)) for code, every in lengths.items()),
    )
    db.executemany("INSERT INTO tie VALUES (?, ?, ?)", _ties(documents, store))
    forms = store.db.execute("SELECT form FROM lemma UNION SELECT word FROM lexeme").fetchall()
    db.executemany(
        "INSERT INTO sound VALUES (?, ?)",
        [(sound(form), form) for (form,) in forms if form.isalpha()],
    )
    db.executemany("INSERT INTO refers VALUES (?, ?, ?)", _references(store, lengths))
    for statement in _INDEXES:
        db.execute(statement)
    db.execute("COMMIT")


_FIRST_PLACE = 35
"""The sign of the first place: those before are longer in JSON."""
_LAST_PLACE = 0xD7FF
"""No sign may stand for a half of one; no text has so many words, and the rest is told there."""


def _places(words: Iterable[str]) -> str:
    places: dict[str, str] = {}
    for at, word in enumerate(words, start=_FIRST_PLACE):
        places[word] = places.get(word, "") + chr(min(at, _LAST_PLACE))
    return json.dumps(places, ensure_ascii=False, separators=(",", ":"))


def _ties(documents: Iterable[Document], store: Store) -> Iterator[tuple[str, str, str]]:
    numbers = {document.number for document in documents if document.kind == "rule"}
    rows = store.db.execute(
        "SELECT DISTINCT g.source, g.target FROM edge g JOIN current c"
        " ON c.edition = g.edition AND c.number = g.source ORDER BY 1, 2"
    )
    for source, target in rows.fetchall():
        if source in numbers and target in numbers:
            yield source, target, CITES
    for number in sorted(numbers):
        parent = RuleNumber.parse(number).parent
        if parent is not None and parent.rule is not None and str(parent) in numbers:
            yield str(parent), number, HOLDS


def _references(store: Store, languages: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    from kb.glossary import referring

    for language in languages:
        for entry in referring(store, language):
            for number in entry.numbers:
                yield folded(entry.term), language, str(number)
