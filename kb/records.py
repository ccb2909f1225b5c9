"""Records: documents and bundled tables on their way into the store."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from kb.analyst import Analysis
from kb.cite import citations_kept
from kb.cite_titles import TITLE, Headings
from kb.edition import Edition, EditionDate, EditionKind
from kb.model import EditionTexts, RuleText, SourceTexts
from kb.moves import today
from kb.number import RuleNumber
from kb.store import Store
from kb.terms import bundled_numbers

Analyse = Callable[[str, Sequence[str]], Iterator[Analysis]]
"""Language and texts to one analysis a text (``kb.analyst``)."""
_LOT = 500
"""Values in one question; SQLite before 3.32 takes no more than 999."""


def holds(store: Store, digest: str) -> bool:
    """Whether a document of this content is in the store already."""
    row = store.db.execute("SELECT 1 FROM document WHERE hash = ?", (digest,)).fetchone()
    return row is not None


def read_before(store: Store, reading: str) -> int | None:
    """The document that came of the same bytes, read in the same way."""
    row = store.db.execute("SELECT document FROM reading WHERE key = ?", (reading,)).fetchone()
    return None if row is None else int(row[0])


def add(
    store: Store, texts: SourceTexts, *, digest: str, analyse: Analyse, reading: str | None = None
) -> None:
    """Write one document with its editions; call inside ``store.writing()``.

    ``reading`` names its bytes and how they were read, for ``read_before``.
    """
    db = store.db
    document = int(
        db.execute(
            "INSERT INTO document (source, form, language, hash) VALUES (?, ?, ?, ?)",
            (texts.source, texts.form, texts.language, digest),
        ).lastrowid
        or 0
    )
    if reading is not None:
        note_reading(store, reading, digest=digest)
    db.executemany("INSERT INTO fact VALUES (?, ?, ?)", [(document, *pair) for pair in texts.facts])
    db.executemany(
        "INSERT INTO note VALUES (?, ?, ?, ?, ?)",
        [
            (document, note.kind, note.number and str(note.number), note.line, note.detail)
            for note in texts.notes
        ],
    )
    known = bundled_numbers().union(
        rule.number for edition in texts.editions for rule in edition.rules
    )
    keys = _text_keys(store, (body for edition in texts.editions for body in _bodies(edition)))
    for edition in texts.editions:
        edition_key = _add_edition(store, document, edition, keys, known)
        _analyse(store, edition, keys, analyse)
        _let_win(store, edition.edition.language, edition_key)
    _renew_version(store)


def note_reading(store: Store, reading: str, *, digest: str) -> None:
    """That these bytes, read so, give the document of this content."""
    store.db.execute(
        "INSERT OR REPLACE INTO reading SELECT ?, id FROM document WHERE hash = ?",
        (reading, digest),
    )


def remove(store: Store, *, source: str) -> None:
    """Take out the documents of a source; their texts stay, since others may say the same."""
    _remove(store, "SELECT id FROM document WHERE source = ?", source)


def remove_content(store: Store, digest: str) -> None:
    """Take out the document of this content, if it is there: another reading of it follows."""
    if holds(store, digest):
        store.set_meta("read_again", str(int(store.meta("read_again") or 0) + 1))
        _remove(store, "SELECT id FROM document WHERE hash = ?", digest)


def _remove(store: Store, documents: str, value: str) -> None:
    rows = store.db.execute(documents, (value,)).fetchall()
    languages: set[str] = set()
    for (document,) in rows:
        languages.update(
            row[0]
            for row in store.db.execute(
                "SELECT language FROM edition WHERE document = ?", (document,)
            )
        )
        editions = "SELECT id FROM edition WHERE document = ?"
        for table in ("rule", "example", "translates", "ruling", "entry", "edge", "current"):
            store.db.execute(f"DELETE FROM {table} WHERE edition IN ({editions})", (document,))
        for table in ("edition", "fact", "note", "reading"):
            store.db.execute(f"DELETE FROM {table} WHERE document = ?", (document,))
        store.db.execute("DELETE FROM document WHERE id = ?", (document,))
    for language in languages:
        _choose_current(store, language)
    _renew_version(store)


def _add_edition(
    store: Store,
    document: int,
    texts: EditionTexts,
    keys: Mapping[str, int],
    known: frozenset[RuleNumber],
) -> int:
    db, edition = store.db, texts.edition
    key = int(
        db.execute(
            "INSERT INTO edition (document, language, date, label, source, kind, hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (document, *_columns(edition)),
        ).lastrowid
        or 0
    )
    db.executemany(
        "INSERT INTO rule VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                key,
                place,
                str(rule.number),
                rule.number.rank,
                rule.title,
                keys[rule.text],
                rule.inferred,
                rule.line,
                today(rule.number, edition.date) != rule.number,
            )
            for place, rule in enumerate(texts.rules)
        ],
    )
    db.executemany(
        "INSERT INTO example VALUES (?, ?, ?, ?)",
        [
            (key, place, n, keys[text])
            for place, rule in enumerate(texts.rules)
            for n, text in enumerate(rule.examples)
        ],
    )
    db.executemany(
        "INSERT INTO translates VALUES (?, ?, ?, ?)",
        [
            (key, place, part, original)
            for place, rule in enumerate(texts.rules)
            for part, original in enumerate(rule.translates)
        ],
    )
    headings = Headings(edition, texts.rules)
    db.executemany(
        "INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?)",
        [(key, *edge) for rule in texts.rules for edge in _edges(rule, headings, known)],
    )
    db.executemany(
        "INSERT INTO ruling VALUES (?, ?, ?, ?)",
        [
            (key, n, ruling.about and str(ruling.about), keys[ruling.text])
            for n, ruling in enumerate(texts.rulings)
        ],
    )
    db.executemany(
        "INSERT INTO entry VALUES (?, ?, ?, ?)",
        [(key, n, e.term, keys[e.text]) for n, e in enumerate(texts.glossary)],
    )
    return key


def _edges(
    rule: RuleText, headings: Headings, known: frozenset[RuleNumber]
) -> Iterator[tuple[str, str, str, int, int]]:
    """The citations of a rule as rows; a name cites nothing: 702.154 is only "Enlist"."""
    if rule.title is not None:
        return
    source, cited = str(rule.number), set()
    for citation in citations_kept(rule.text, language=headings.language, known=known):
        for mention in citation.mentions:
            cited.add(mention.number)
            yield source, str(mention.number), mention.kind, mention.start, mention.end
    for named in headings.named_in(rule.text):
        if named.number not in cited:  # “Kicker” (702.33) is one citation, not two
            yield source, str(named.number), TITLE, named.start, named.end


def _columns(edition: Edition) -> tuple[str | None, ...]:
    date = str(edition.date) if edition.date else None
    return edition.language, date, edition.label, edition.source, edition.kind, edition.hash


def _text_keys(store: Store, bodies: Iterable[str]) -> dict[str, int]:
    """The key of each text, all at once; those that are new get one."""
    digests = {body: hashlib.sha256(body.encode("utf-8")).digest() for body in set(bodies)}
    held = dict(_among(store, "SELECT hash, id FROM text WHERE hash IN", list(digests.values())))
    new = [(digest, body) for body, digest in digests.items() if digest not in held]
    (last,) = store.db.execute("SELECT coalesce(max(id), 0) FROM text").fetchone()
    rows = [(key, digest, body) for key, (digest, body) in enumerate(new, start=last + 1)]
    store.db.executemany("INSERT INTO text (id, hash, body) VALUES (?, ?, ?)", rows)
    held.update((digest, key) for key, digest, _ in rows)
    return {body: held[digest] for body, digest in digests.items()}


def _among(store: Store, sql: str, values: Sequence[object]) -> Iterator[tuple[Any, ...]]:
    """The rows for these values, asked for in lots: a question has a limited length."""
    for start in range(0, len(values), _LOT):
        lot = values[start : start + _LOT]
        yield from store.db.execute(f"{sql} ({', '.join('?' * len(lot))})", lot).fetchall()


def _analyse(store: Store, texts: EditionTexts, keys: Mapping[str, int], analyse: Analyse) -> None:
    """Sentences, terms and lemmas of the texts that were not analysed in this language before."""
    code = texts.edition.language
    bodies = {body: keys[body] for body in _bodies(texts)}
    sql = "SELECT text, language FROM analysis WHERE text IN"
    done = {key for key, language in _among(store, sql, list(bodies.values())) if language == code}
    new = [body for body, key in bodies.items() if key not in done]
    lemmas: dict[str, str] = {}
    rows = []
    for body, analysis in zip(new, analyse(code, new), strict=True):
        terms = [(span.start, span.end, span.concept) for span in analysis.terms]
        rows.append((bodies[body], code, _compact(analysis.sentences), _compact(terms)))
        lemmas.update(analysis.lemmas)
    store.db.executemany("INSERT INTO analysis VALUES (?, ?, ?, ?)", rows)
    add_lemmas(store, code, lemmas.items())


_compact = json.JSONEncoder(separators=(",", ":")).encode


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


def _choose_current(store: Store, language: str) -> None:
    """Which text each number has when no edition is asked for, chosen anew."""
    store.db.execute("DELETE FROM current WHERE language = ?", (language,))
    for edition in best_first(store, language):
        store.db.execute(f"{_CURRENT} ON CONFLICT DO NOTHING", (edition,))


def _let_win(store: Store, language: str, edition: int) -> None:
    """The same where only this edition came in: its texts win over those of lesser ones."""
    kind = store.db.execute("SELECT kind FROM edition WHERE id = ?", (edition,)).fetchone()[0]
    order = best_first(store, language)
    if kind == EditionKind.OFFICIAL or edition not in order:
        _choose_current(store, language)  # a former official edition may have to go
        return
    lesser = ", ".join(map(str, order[order.index(edition) + 1 :]))
    store.db.execute(
        f"{_CURRENT} ON CONFLICT (language, number) DO UPDATE SET"
        " rank = excluded.rank, edition = excluded.edition, place = excluded.place"
        f" WHERE edition IN ({lesser})",
        (edition,),
    )


_CURRENT = """
    INSERT INTO current
    SELECT e.language, r.number, r.rank, r.edition, min(r.place)
    FROM rule r JOIN edition e ON e.id = r.edition WHERE e.id = ? AND NOT r.moved
    GROUP BY r.number
    """
_KINDS = " ".join(f"WHEN '{kind}' THEN {place}" for place, kind in enumerate(EditionKind))


def best_first(store: Store, language: str, *, at: EditionDate | None = None) -> list[int]:
    """The newest official text first; then translations; then our own words.

    With ``at`` only those that have a date, and not a later one.

    Former official editions are history: a number that only they have is no rule any more.
    """
    rows = store.db.execute(
        f"SELECT id, kind FROM edition WHERE language = ?1 AND (?2 IS NULL OR date <= ?2)"
        f" ORDER BY CASE kind {_KINDS} END, date DESC NULLS LAST, id DESC",
        (language, at and str(at)),
    ).fetchall()
    official = [key for key, kind in rows if kind == EditionKind.OFFICIAL]
    return [key for key, _ in rows if key not in official[1:]]


def _renew_version(store: Store) -> None:
    """Name the content by what is in it: the same editions give the same name.

    What was read again has its old hash and, perhaps, other texts: it counts as new.
    """
    parts = [store.meta(key) or "" for key in ("bundle", "read_again")]
    digest = hashlib.sha256("".join(parts).encode())
    rows = store.db.execute("SELECT language, date, hash FROM edition ORDER BY 1, 2, 3")
    for row in rows:
        digest.update(repr(row).encode())
    store.set_meta("version", digest.hexdigest()[:16])
