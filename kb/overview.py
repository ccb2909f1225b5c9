"""An overview of a base without its texts: counts, the editions of a number, places of concepts."""

from collections.abc import Iterable

from kb.edition import Edition, EditionKind
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store
from kb.term import TermKind


def text_counts(store: Store) -> dict[str, int]:
    """How many numbers have a current text, by language."""
    rows = store.db.execute("SELECT language, count(*) FROM current GROUP BY language")
    return {language: int(count) for language, count in rows}


def editions_of(store: Store, number: RuleNumber) -> tuple[tuple[Edition, bool], ...]:
    """The editions that have a number, newest first, each with whether it has moved since."""
    rows = store.db.execute(
        "SELECT e.id, max(r.moved) FROM rule r JOIN edition e ON e.id = r.edition"
        " WHERE r.number = ? GROUP BY e.id"
        " ORDER BY e.date DESC NULLS LAST, e.kind = ?, e.language, e.id",
        (str(number), EditionKind.OURS),
    ).fetchall()
    holdings = Holdings(store)
    return tuple((holdings.edition(key), bool(moved)) for key, moved in rows)


def concept_places(store: Store, kinds: Iterable[TermKind]) -> dict[str, str]:
    """Where the concepts of some kinds stand; the numbers unread, since few of them are needed."""
    wanted = tuple(kinds)
    rows = store.db.execute(
        f"SELECT DISTINCT concept, number FROM term WHERE kind IN ({', '.join('?' * len(wanted))})",
        wanted,
    )
    return dict(rows.fetchall())
