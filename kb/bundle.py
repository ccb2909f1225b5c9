"""The bundle: what ships with the program, written into a knowledge base."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb import records
from kb.analyst import Analysis, Analyst
from kb.checks import all_checks
from kb.corpus import corpus
from kb.edition import EditionKind
from kb.enclitics import enclitics
from kb.false_friends import all_false_friends
from kb.lang import codes, folded, language
from kb.lexicon import inflected, lexicon, original_words
from kb.model import SourceTexts
from kb.paths import data_dir
from kb.store import Store
from kb.term import FalseFriend, Term
from kb.terms import numbers, ranked_keys, terms

_KINDS = (".toml", ".csv")
_TABLES = ("term_form", "term", "false_friend", "known", "checker", "lexeme", "sense", "stop_word")


@dataclass(frozen=True, slots=True)
class Counts:
    """What a base holds of one language."""

    language: str
    editions: int
    rules: int
    """Numbers with a text."""


def install(store: Store) -> bool:
    """Add or renew the bundled texts and tables in one transaction; False where nothing changed.

    What was ingested is never touched.
    """
    digest = _digest()
    if store.meta("bundle") == digest:
        return False
    with store.writing():
        if store.meta("bundle") == digest:  # another process did it while this one waited
            return False
        store.set_meta("bundle", digest)
        _write_tables(store)
        for code in codes():
            _write_corpus(store, code)
    return True


def is_bundle_of_another(store: Store, texts: SourceTexts) -> bool:
    """Whether a document is the bundle as an older or newer regulae exported it.

    The base has its own, which such a one must not hide.
    """
    return bool(texts.editions) and all(
        each.edition.kind is EditionKind.OURS
        and store.db.execute(
            "SELECT 1 FROM edition WHERE kind = ? AND language = ? AND source = ?",
            (EditionKind.OURS, each.edition.language, each.edition.source),
        ).fetchone()
        for each in texts.editions
    )


def counts(store: Store) -> tuple[Counts, ...]:
    rows = store.db.execute(
        "SELECT e.language, count(*), (SELECT count(*) FROM current c"
        " WHERE c.language = e.language) FROM edition e GROUP BY e.language ORDER BY e.language"
    )
    return tuple(Counts(*row) for row in rows)


def notes(store: Store) -> tuple[tuple[str, str | None, str], ...]:
    """Kind, number and detail of what was odd about the bundled texts."""
    rows = store.db.execute(
        "SELECT n.kind, n.number, n.detail FROM note n JOIN document d ON d.id = n.document"
        " WHERE d.form = 'corpus' ORDER BY n.rowid"
    )
    return tuple((kind, number, detail) for kind, number, detail in rows)


def term_count(store: Store) -> int:
    return int(store.db.execute("SELECT count(*) FROM term").fetchone()[0])


@cache
def _analyst(code: str) -> Analyst:
    return Analyst(code)


def analyse(code: str, texts: Sequence[str]) -> Iterator[Analysis]:
    """The language work on some texts; the pipeline of a language is made once."""
    if texts:
        yield from _analyst(code).analyses(texts)


def _digest() -> str:
    """Names the bundle: the bundled files and the checkers."""
    digest = hashlib.sha256()
    for path in _files(data_dir()):
        digest.update(str(path.relative_to(data_dir())).encode())
        digest.update(path.read_bytes())
    for number, prop in _checkers():
        digest.update(f"{number} {prop}".encode())
    return digest.hexdigest()


def _checkers() -> list[tuple[str, str]]:
    """The propositions on the nodes of the newest edition."""
    return [(str(check.rule), check.prop) for check in all_checks() if check.holds_in(None)]


def _files(folder: Path) -> Iterator[Path]:
    yield from (path for path in sorted(folder.rglob("*")) if path.suffix in _KINDS)


def _write_tables(store: Store) -> None:
    db = store.db
    for table in _TABLES:
        db.execute(f"DELETE FROM {table}")
    store.set_meta("enclitics", json.dumps({c: enclitics(language(c)) for c in codes()}))
    for code in codes():
        _write_words(store, code)
        for term in terms(code):
            key = db.execute(
                "INSERT INTO term (language, concept, number, kind, word, status, variants,"
                " inflections) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                _row(term),
            ).lastrowid
            db.executemany(
                "INSERT OR IGNORE INTO term_form VALUES (?, ?, ?)",
                [(form, key, rank) for form, rank in ranked_keys(term)],
            )
    for friend in all_false_friends():
        db.executemany(
            "INSERT INTO false_friend VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [_side(friend), _side(friend.turned)],
        )
    db.executemany(
        "INSERT INTO known VALUES (?, ?, ?)",
        [(known.number.rank, str(known.number), known.heading) for known in numbers()],
    )
    db.executemany("INSERT INTO checker VALUES (?, ?)", _checkers())


def _write_words(store: Store, code: str) -> None:
    """What the words of a language mean; ``INSERT OR IGNORE``, since forms fold together."""
    db = store.db
    db.executemany(
        "INSERT OR IGNORE INTO stop_word VALUES (?, ?)",
        [(folded(word), code) for word in language(code).words("search", "stop_words")],
    )
    db.executemany(
        "INSERT INTO lexeme VALUES (?, ?, ?)",
        [(form, code, word) for form, words in inflected(code).items() for word in words],
    )
    db.executemany(
        "INSERT OR IGNORE INTO sense VALUES (?, ?, ?, ?)",
        [
            (word, code, original_words(sense.english), sense.weight)
            for word, senses in lexicon(code).items()
            for sense in senses
        ],
    )


def _row(term: Term) -> tuple[str, ...]:
    forms = ("|".join(term.variants), "|".join(term.inflections))
    place = (term.language, term.concept, str(term.number))
    return *place, str(term.kind), term.word, str(term.status), *forms


def _side(pair: FalseFriend) -> tuple[str, ...]:
    """A pair as one row: found by its first word."""
    one, two = (pair.word, str(pair.number)), (pair.other_word, str(pair.other_number))
    ends = (pair.language, *two, pair.other_language, str(pair.likeness))
    return folded(pair.word), *one, *ends


def _write_corpus(store: Store, code: str) -> None:
    texts = corpus(language(code))
    source = f"data/{code}/corpus" if texts is None else texts.source
    records.remove(store, source=source)
    if texts is not None:
        edition = texts.editions[0].edition
        # As ingest names a document: of an export of the bundle it knows that it is held.
        digest = f"{edition.language}/{edition.date}/{edition.hash}"
        records.add(store, texts, digest=digest, analyse=analyse)
