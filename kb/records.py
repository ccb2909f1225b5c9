"""Records: documents and bundled tables on their way into the store."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from kb.analyst import Analysis
from kb.cite import citations
from kb.edition import Edition, EditionKind
from kb.model import EditionTexts, SourceTexts
from kb.store import Store

Analyse = Callable[[str, Sequence[str]], Iterator[Analysis]]
"""Language and texts to one analysis a text (``kb.analyst``)."""


def holds(store: Store, digest: str) -> bool:
    """Whether a document of this content is in the store already."""
    row = store.db.execute("SELECT 1 FROM document WHERE hash = ?", (digest,)).fetchone()
    return row is not None


def add(store: Store, texts: SourceTexts, *, digest: str, analyse: Analyse) -> None:
    """Write one document with its editions; call inside ``store.writing()``."""
    db = store.db
    document = db.execute(
        "INSERT INTO document (source, form, language, hash) VALUES (?, ?, ?, ?)",
        (texts.source, texts.form, texts.language, digest),
    ).lastrowid
    db.executemany("INSERT INTO fact VALUES (?, ?, ?)", [(document, *pair) for pair in texts.facts])
    db.executemany(
        "INSERT INTO note VALUES (?, ?, ?, ?, ?)",
        [
            (document, note.kind, note.number and str(note.number), note.line, note.detail)
            for note in texts.notes
        ],
    )
    for edition in texts.editions:
        _add_edition(store, document, edition)
        _analyse(store, edition, analyse)
    _renew(store, {edition.edition.language for edition in texts.editions})


def remove(store: Store, *, source: str) -> None:
    """Take out the documents of a source; their texts stay, since others may say the same."""
    rows = store.db.execute("SELECT id FROM document WHERE source = ?", (source,)).fetchall()
    languages: set[str] = set()
    for (document,) in rows:
        languages.update(
            row[0]
            for row in store.db.execute(
                "SELECT language FROM edition WHERE document = ?", (document,)
            )
        )
        editions = "SELECT id FROM edition WHERE document = ?"
        for table in ("rule", "example", "ruling", "entry", "edge", "current"):
            store.db.execute(f"DELETE FROM {table} WHERE edition IN ({editions})", (document,))
        for table in ("edition", "fact", "note"):
            store.db.execute(f"DELETE FROM {table} WHERE document = ?", (document,))
        store.db.execute("DELETE FROM document WHERE id = ?", (document,))
    _renew(store, languages)


def _add_edition(store: Store, document: int | None, texts: EditionTexts) -> None:
    db, edition = store.db, texts.edition
    key = db.execute(
        "INSERT INTO edition (document, language, date, label, source, kind, hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (document, *_columns(edition)),
    ).lastrowid
    known = frozenset(rule.number for rule in texts.rules)
    for place, rule in enumerate(texts.rules):
        db.execute(
            "INSERT INTO rule VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                key,
                place,
                str(rule.number),
                rule.number.rank,
                rule.title,
                _text_id(store, rule.text),
                rule.inferred,
                rule.line,
            ),
        )
        db.executemany(
            "INSERT INTO example VALUES (?, ?, ?, ?)",
            [(key, place, n, _text_id(store, text)) for n, text in enumerate(rule.examples)],
        )
        # A name cites nothing: 702.154 is "Enlist", not a text about other rules.
        cited = (
            ()
            if rule.title
            else citations(rule.text, language=edition.language, known=known, bare=True)
        )
        db.executemany(
            "INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?)",
            [
                (key, str(rule.number), str(m.number), m.kind, m.start, m.end)
                for citation in cited
                for m in citation.mentions
            ],
        )
    db.executemany(
        "INSERT INTO ruling VALUES (?, ?, ?, ?)",
        [
            (key, n, ruling.about and str(ruling.about), _text_id(store, ruling.text))
            for n, ruling in enumerate(texts.rulings)
        ],
    )
    db.executemany(
        "INSERT INTO entry VALUES (?, ?, ?, ?)",
        [(key, n, e.term, _text_id(store, e.text)) for n, e in enumerate(texts.glossary)],
    )


def _columns(edition: Edition) -> tuple[str | None, ...]:
    date = str(edition.date) if edition.date else None
    return edition.language, date, edition.label, edition.source, edition.kind, edition.hash


def _text_id(store: Store, body: str) -> int:
    digest = hashlib.sha256(body.encode("utf-8")).digest()
    row = store.db.execute("SELECT id FROM text WHERE hash = ?", (digest,)).fetchone()
    if row is None:
        cursor = store.db.execute("INSERT INTO text (hash, body) VALUES (?, ?)", (digest, body))
        return int(cursor.lastrowid or 0)
    return int(row[0])


def _analyse(store: Store, texts: EditionTexts, analyse: Analyse) -> None:
    """Sentences, terms and lemmas of the texts that were not analysed in this language before."""
    code = texts.edition.language
    bodies = {body: _text_id(store, body) for body in _bodies(texts)}
    done = {
        row[0] for row in store.db.execute("SELECT text FROM analysis WHERE language = ?", (code,))
    }
    new = [body for body, key in bodies.items() if key not in done]
    lemmas: dict[str, str] = {}
    for body, analysis in zip(new, analyse(code, new), strict=True):
        store.db.execute(
            "INSERT INTO analysis VALUES (?, ?, ?, ?)",
            (
                bodies[body],
                code,
                json.dumps(analysis.sentences, separators=(",", ":")),
                json.dumps(
                    [(span.start, span.end, span.concept) for span in analysis.terms],
                    separators=(",", ":"),
                ),
            ),
        )
        lemmas.update(analysis.lemmas)
    add_lemmas(store, code, lemmas.items())


def _bodies(texts: EditionTexts) -> Iterator[str]:
    for rule in texts.rules:
        yield rule.text
        yield from rule.examples
    for ruling in texts.rulings:
        yield ruling.text
    for entry in texts.glossary:
        yield entry.term
        yield entry.text


def add_lemmas(store: Store, language: str, pairs: Iterable[tuple[str, str]]) -> None:
    """Word forms with their lemmas, both folded."""
    store.db.executemany(
        "INSERT OR REPLACE INTO lemma VALUES (?, ?, ?)",
        [(form, language, lemma) for form, lemma in pairs],
    )


def _renew(store: Store, languages: Iterable[str]) -> None:
    """Bring what is derived from the editions up to date."""
    for language in languages:
        _choose_current(store, language)
    _renew_version(store)


def _choose_current(store: Store, language: str) -> None:
    """Official texts first, the newest of them; then translations; then our own words."""
    kinds = " ".join(f"WHEN '{kind}' THEN {place}" for place, kind in enumerate(EditionKind))
    store.db.execute("DELETE FROM current WHERE language = ?", (language,))
    store.db.execute(
        f"""
        INSERT INTO current
        SELECT language, number, rank, edition, place FROM (
            SELECT e.language, r.number, r.rank, r.edition, r.place, row_number() OVER (
                PARTITION BY r.number
                ORDER BY CASE e.kind {kinds} END, e.date DESC NULLS LAST, e.id DESC, r.place
            ) AS choice
            FROM rule r JOIN edition e ON e.id = r.edition WHERE e.language = ?
        ) WHERE choice = 1
        """,
        (language,),
    )


def _renew_version(store: Store) -> None:
    """Name the content by what is in it: the same editions give the same name."""
    digest = hashlib.sha256((store.meta("bundle") or "").encode())
    rows = store.db.execute("SELECT language, date, hash FROM edition ORDER BY 1, 2, 3")
    for row in rows:
        digest.update(repr(row).encode())
    store.set_meta("version", digest.hexdigest()[:16])
