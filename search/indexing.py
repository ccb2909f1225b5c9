"""Indexing: the search index written from the store (whoosh)."""

import json
import re
import shutil
import time
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from whoosh import analysis, fields
from whoosh import index as whoosh_index
from whoosh.filedb.filestore import FileStorage, RamStorage

from kb.errors import StoreError
from kb.lang import folded
from kb.records import best_first
from kb.store import Store
from search.index import Index, open_index, place_of
from search.ranking import TITLE_REPEATS
from search.words import Lexicon, concept_word, tokens

_MAKING = "making-"
_OURS = re.compile(r"(?P<version>[0-9a-f]{16}-\d+)(?:-\d{4}-\d\d(?:-\d\d)?)?", re.ASCII)
"""The version, and for texts of another day that day."""
_OURS_MAKING = re.compile(rf"{_MAKING}\w+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entry:
    """One text to be found: a rule, an example, a ruling, a glossary entry."""

    kind: str
    number: str
    """Empty where the text belongs to no rule."""
    language: str
    edition: int
    title: str | None
    """What is found like a heading: the name of the rule, or the term explained."""
    text: str
    text_key: int


def entries(store: Store) -> Iterator[Entry]:
    """All texts to be found: the current rules of each language with what belongs to them."""
    yield from _entries(
        store,
        "SELECT 'rule', c.number, c.language, c.edition, r.title, t.body, t.id FROM current c"
        " JOIN rule r ON r.edition = c.edition AND r.place = c.place JOIN text t ON t.id = r.text"
        " ORDER BY c.language, c.rank",
    )
    yield from _entries(
        store,
        "SELECT 'example', c.number, c.language, c.edition, NULL, t.body, t.id FROM current c"
        " JOIN example x ON x.edition = c.edition AND x.place = c.place"
        " JOIN text t ON t.id = x.text ORDER BY c.language, c.rank, x.ordinal",
    )
    yield from _entries(
        store,
        "SELECT 'ruling', coalesce(r.about, ''), e.language, e.id, NULL, t.body, t.id"
        " FROM ruling r JOIN edition e ON e.id = r.edition JOIN text t ON t.id = r.text"
        " ORDER BY e.id, r.ordinal",
    )
    for (code,) in store.db.execute("SELECT DISTINCT language FROM edition").fetchall():
        yield from _glossary(store, code)


def _glossary(store: Store, language: str) -> Iterator[Entry]:
    """Of each term the entries of one edition: the others say the same, or what held before."""
    told: set[str] = set()
    for edition in best_first(store, language):
        found = _entries(
            store,
            "SELECT 'glossary', '', e.language, e.id, n.term, t.body, t.id"
            " FROM entry n JOIN edition e ON e.id = n.edition JOIN text t ON t.id = n.text"
            " WHERE e.id = ? ORDER BY n.ordinal",
            edition,
        )
        new = [entry for entry in found if folded(entry.title or "") not in told]
        told.update(folded(entry.title or "") for entry in new)
        yield from new


def _entries(store: Store, sql: str, *values: object) -> Iterator[Entry]:
    for row in store.db.execute(sql, values).fetchall():
        yield Entry(*row)


def build(store: Store) -> bool:
    """Write the index of the store's version beside it; False where it is there already.

    It is written under a name of its own and moved when whole, so that a killed build leaves
    nothing that could be opened, and two at once do not meet.
    """
    with store.snapshot():  # the texts are those of the version that names the folder
        place = place_of(store)
        if place.is_dir() and _opens(store):
            return False
        shutil.rmtree(place, ignore_errors=True)  # a damaged one is made anew
        _write(store, place)
    if place_of(store) != place:  # another process went on to a newer version meanwhile
        return build(store)
    _remove_older(place)
    return True


def _opens(store: Store) -> bool:
    try:
        return open_index(store) is not None
    except StoreError:
        return False


def _write(store: Store, place: Path) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        scratch = place.with_name(f"{_MAKING}{uuid.uuid4().hex}")
        scratch.mkdir()
        try:
            made = FileStorage(str(scratch)).create_index(_schema())
            _fill(made, store)
            made.close()
            _move(scratch, place)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        raise StoreError(
            f"{place.parent}: {error.strerror or error}; the index could not be written: "
            "is there room on the disk, and may you write?"
        ) from error


def in_memory(store: Store) -> Index:
    """An index that lives in memory, for tests."""
    made = RamStorage().create_index(_schema())
    _fill(made, store)
    return Index(made)


def _schema() -> fields.Schema:
    # One combined field: whoosh adds up a BM25 a field, and three fields rank worse than one.
    words = analysis.SpaceSeparatedTokenizer()
    return fields.Schema(
        body=fields.TEXT(analyzer=words, phrase=False),
        number=fields.ID(stored=True),
        language=fields.ID(stored=True),
        kind=fields.ID(stored=True),
        edition=fields.STORED,
        text=fields.STORED,
        title=fields.STORED,
    )


def _fill(made: whoosh_index.Index, store: Store) -> None:
    lexicon = Lexicon(store)
    tables = {
        code: lexicon.table(code)
        for (code,) in store.db.execute("SELECT DISTINCT language FROM edition").fetchall()
    }
    spans = {
        (text, code): json.loads(terms)
        for text, code, terms in store.db.execute("SELECT text, language, terms FROM analysis")
    }
    writer = made.writer()
    for entry in entries(store):
        concepts = [concept for _, _, concept in spans.get((entry.text_key, entry.language), ())]
        writer.add_document(
            body=" ".join(_body(entry, tables[entry.language], concepts)),
            number=entry.number,
            language=entry.language,
            kind=entry.kind,
            edition=entry.edition,
            text=entry.text_key,
            title=entry.title,
        )
    writer.commit()


def _body(entry: Entry, lemmas: dict[str, str], concepts: Iterable[str]) -> Iterator[str]:
    if entry.title and entry.title != entry.text:
        yield from _words(entry.title, lemmas)
    repeats = TITLE_REPEATS if entry.title == entry.text else 1
    for _ in range(repeats):
        yield from _words(entry.text, lemmas)
        yield from map(concept_word, concepts)
    if entry.number:
        yield entry.number


def _words(text: str, lemmas: dict[str, str]) -> Iterator[str]:
    for token in tokens(text):
        yield lemmas.get(token.form, token.form)


def _move(scratch: Path, place: Path) -> None:
    try:
        scratch.rename(place)
    except OSError:
        # Another process was first; its index is of the same version, so it is the same.
        if not place.is_dir():
            raise


def _remove_older(place: Path) -> None:
    """The indexes of former versions, and what a killed build left an hour ago or more."""
    version = _OURS.fullmatch(place.name)
    for other in place.parent.iterdir():
        making = _OURS_MAKING.fullmatch(other.name)
        ours = _OURS.fullmatch(other.name)  # what else lies there is not ours to remove
        former = ours and version and ours["version"] != version["version"]
        if former or (making and not _is_young(other)):
            shutil.rmtree(other, ignore_errors=True)


def _is_young(making: Path) -> bool:
    try:
        return time.time() - making.stat().st_mtime <= 3600
    except FileNotFoundError:
        return True  # another process has just given it its name
