"""The history index: strands and phrases of all editions, written into the store when asked for."""

import hashlib

from kb.diff.chain import Chain
from kb.diff.strands import Strands, strands
from kb.diff.wording import searchable
from kb.store import Store

_FORMAT = 2
"""Raised when other strands or phrases come of the same editions."""
_TABLES = ("matching", "strand", "parting", "phrase", "meta")


def is_indexed(store: Store, language: str) -> bool:
    """Whether the history of a language is written down, as it is now."""
    return store.meta(_name(language)) == _state(store, language)


def index(store: Store, language: str) -> None:
    """Write the history of a language down; the work is done before the lock is taken.

    Where another process changes the editions meanwhile, nothing is written: the next question
    makes it anew.
    """
    state = _state(store, language)
    chain = Chain(store, language)
    found = strands(chain)
    with store.writing():
        if _state(store, language) == state:
            _write(store, chain, found)
            store.set_meta(_name(language), state)


def index_aside(store: Store, language: str) -> None:
    """The same for a base that cannot be written: in tables that only this connection sees."""
    state = _state(store, language)
    chain = Chain(store, language)
    found = strands(chain)
    for table in _TABLES:
        store.db.execute(f"CREATE TEMP TABLE IF NOT EXISTS {table} AS SELECT * FROM main.{table}")
    for table, column in (("strand", "strand"), ("strand", "edition"), ("phrase", "text")):
        store.db.execute(
            f"CREATE INDEX IF NOT EXISTS temp.{table}_by_{column} ON {table} ({column})"
        )
    _write(store, chain, found)
    store.set_meta(_name(language), state)


def _name(language: str) -> str:
    return f"history {language}"


def _state(store: Store, language: str) -> str:
    """Names the editions of a language as the store has them now, with their keys."""
    rows = store.db.execute(
        "SELECT id, date, kind, hash FROM edition WHERE language = ? ORDER BY id", (language,)
    ).fetchall()
    said = repr((_FORMAT, store.version, rows))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _write(store: Store, chain: Chain, found: Strands) -> None:
    db = store.db
    chain.keep(store)
    mine = "edition IN (SELECT id FROM edition WHERE language = ?)"
    lost = "edition NOT IN (SELECT id FROM edition)"
    for table in ("strand", "parting"):
        db.execute(f"DELETE FROM {table} WHERE {mine} OR {lost}", (chain.language,))
    (first,) = db.execute("SELECT coalesce(max(strand), 0) + 1 FROM strand").fetchone()
    db.executemany(
        "INSERT INTO strand VALUES (?, ?, ?)",
        sorted((*key, first + strand) for key, strand in found.of.items()),
    )
    db.executemany(
        "INSERT INTO parting VALUES (?, ?, ?, ?)",
        [(kind, first + whole, first + part, key) for kind, whole, part, key in found.partings],
    )
    _write_phrases(store)


def _write_phrases(store: Store) -> None:
    """The texts that are not there yet; no text ever leaves the store."""
    name = "phrases"
    if store.meta(name) != str(_FORMAT):
        store.db.execute("DELETE FROM phrase")
        store.set_meta(name, str(_FORMAT))
    rows = store.db.execute(
        "SELECT id, body FROM text WHERE id NOT IN (SELECT text FROM phrase)"
    ).fetchall()
    store.db.executemany(
        "INSERT INTO phrase VALUES (?, ?)", [(key, searchable(body)) for key, body in rows]
    )
