"""Export: the documents of a base, as the values that ingest once handed in."""

from collections.abc import Iterator
from typing import Any

from kb.edition import EditionDate
from kb.errors import UnknownEdition
from kb.holdings import Holdings
from kb.model import EditionTexts, GlossaryEntry, Note, NoteKind, RuleText, Ruling, SourceTexts
from kb.number import RuleNumber
from kb.saying import said
from kb.store import Store

_FACTS = "SELECT key, value FROM fact WHERE document = ? ORDER BY rowid"


def documents(
    store: Store, *, language: str | None = None, at: EditionDate | None = None
) -> Iterator[SourceTexts]:
    """Each document as it came in, with its editions of a language or in force on a day.

    Raises UnknownEdition where none was in force on that day. Call inside ``store.snapshot()``.
    """
    wanted = _editions(store, language, at)
    held_in = "SELECT id FROM edition WHERE document = ? ORDER BY id"
    for key, source, form, code in _rows(
        store, "SELECT id, source, form, language FROM document ORDER BY id"
    ):
        held = [row[0] for row in _rows(store, held_in, key)]
        chosen = [edition for edition in held if edition in wanted]
        if held and not chosen:
            continue
        if not held and (language not in (None, code) or at is not None):
            continue
        yield SourceTexts(
            source=source,
            form=form,
            language=code,
            editions=tuple(edition_texts(store, edition) for edition in chosen),
            facts=tuple(_rows(store, _FACTS, key)),
            notes=tuple(_notes(store, key)),
        )


def document(store: Store, key: int) -> SourceTexts:
    """One document as it came in, with all its editions."""
    held_in = "SELECT id FROM edition WHERE document = ? ORDER BY id"
    editions = [row[0] for row in _rows(store, held_in, key)]
    ((source, form, code),) = _rows(
        store, "SELECT source, form, language FROM document WHERE id = ?", key
    )
    return SourceTexts(
        source=source,
        form=form,
        language=code,
        editions=tuple(edition_texts(store, edition) for edition in editions),
        facts=tuple(_rows(store, _FACTS, key)),
        notes=tuple(_notes(store, key)),
    )


def _editions(store: Store, language: str | None, at: EditionDate | None) -> set[int]:
    """The editions of a language, or of all; on a day those in force alone."""
    if at is None:
        sql = "SELECT id FROM edition WHERE ? IN (language, '')"
        return {row[0] for row in _rows(store, sql, language or "")}
    # A month sorts before its days as text does: '2011-09' < '2011-09-01'.
    sql = (
        "SELECT e.id FROM edition e JOIN (SELECT language, max(date) AS date FROM edition"
        " WHERE date <= ? GROUP BY language) newest USING (language, date)"
        " WHERE ? IN (language, '')"
    )
    found = {row[0] for row in _rows(store, sql, str(at), language or "")}
    if not found:
        if language is not None:
            Holdings(store).check_edition(language, at)  # says which are held
        raise UnknownEdition(said("edition.none_in_any", date=at))
    return found


def edition_texts(store: Store, key: int) -> EditionTexts:
    """One edition with all that it says."""
    examples: dict[int, list[str]] = {}
    for place, text in _rows(
        store,
        "SELECT x.place, t.body FROM example x JOIN text t ON t.id = x.text"
        " WHERE x.edition = ? ORDER BY x.place, x.ordinal",
        key,
    ):
        examples.setdefault(place, []).append(text)
    translates: dict[int, list[str]] = {}
    for place, original in _rows(
        store,
        "SELECT place, original FROM translates WHERE edition = ? ORDER BY place, part",
        key,
    ):
        translates.setdefault(place, []).append(original)
    rules = _rows(
        store,
        "SELECT r.place, r.number, r.title, t.body, r.inferred, r.line"
        " FROM rule r JOIN text t ON t.id = r.text WHERE r.edition = ? ORDER BY r.place",
        key,
    )
    rulings = _rows(
        store,
        "SELECT t.body, r.about FROM ruling r JOIN text t ON t.id = r.text"
        " WHERE r.edition = ? ORDER BY r.ordinal",
        key,
    )
    entries = _rows(
        store,
        "SELECT e.term, t.body FROM entry e JOIN text t ON t.id = e.text"
        " WHERE e.edition = ? ORDER BY e.ordinal",
        key,
    )
    return EditionTexts(
        edition=Holdings(store).edition(key),
        rules=tuple(
            RuleText(
                RuleNumber.parse(number),
                text,
                title,
                tuple(examples.get(place, ())),
                bool(inferred),
                line,
                tuple(translates.get(place, ())),
            )
            for place, number, title, text, inferred, line in rules
        ),
        rulings=tuple(Ruling(text, _number(about)) for text, about in rulings),
        glossary=tuple(GlossaryEntry(term, text) for term, text in entries),
    )


def _notes(store: Store, document: int) -> Iterator[Note]:
    sql = "SELECT kind, detail, number, line FROM note WHERE document = ? ORDER BY rowid"
    for kind, detail, number, line in _rows(store, sql, document):
        yield Note(NoteKind(kind), detail, _number(number), line)


def _number(text: str | None) -> RuleNumber | None:
    return RuleNumber.parse(text) if text is not None else None


def _rows(store: Store, sql: str, *values: object) -> list[Any]:
    return store.db.execute(sql, values).fetchall()
