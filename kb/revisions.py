"""Revisions: whole editions that came again under their date with other content."""

from dataclasses import dataclass

from kb.edition import Edition, EditionKind
from kb.store import Store


@dataclass(frozen=True, slots=True)
class Revision:
    """A document that has an edition which another one had before it."""

    date: str
    source: str
    """Where the former one came from."""
    changed: int
    """Numbers whose text is another one, or that only one of the two has."""


def revision(store: Store, digest: str) -> Revision | None:
    """What the document of this content revises; pages of one edition do not revise another."""
    row = store.db.execute(
        """
        SELECT new.id, old.id, old.date, old.source
        FROM document d JOIN edition new ON new.document = d.id
        JOIN edition old ON old.language = new.language AND old.date = new.date
            AND old.kind = new.kind AND old.document < new.document AND old.hash <> new.hash
        WHERE d.hash = ? AND new.kind = ? ORDER BY old.id DESC LIMIT 1
        """,
        (digest, EditionKind.OFFICIAL),
    ).fetchone()
    if row is None:
        return None
    new, old, date, source = row
    return Revision(date, source, _changed(store, new, old))


def changed_since(store: Store, edition: Edition) -> int | None:
    """How many numbers a whole edition changed, brought or dropped; None for the first one."""
    row = store.db.execute(
        """
        SELECT new.id, old.id FROM edition new JOIN edition old ON old.language = new.language
            AND old.kind = new.kind AND old.date < new.date
        WHERE new.hash = ? AND new.language = ? AND new.kind = ?
        ORDER BY old.date DESC, old.id DESC LIMIT 1
        """,
        (edition.hash, edition.language, EditionKind.OFFICIAL),
    ).fetchone()
    return None if row is None else _changed(store, *row)


def _changed(store: Store, one: int, other: int) -> int:
    texts = "SELECT number, text FROM rule WHERE edition = ?"
    lacking = f"SELECT number FROM ({texts} EXCEPT {texts})"
    (count,) = store.db.execute(
        f"SELECT count(*) FROM ({lacking} UNION {lacking})", (one, other, other, one)
    ).fetchone()
    return int(count)
