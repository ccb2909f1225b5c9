"""The numbers that a base holds, against which the citations of a new document are read."""

from dataclasses import dataclass

from kb.edition import EditionKind
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store
from kb.terms import edition_date


@dataclass(frozen=True, slots=True)
class HeldNumbers:
    """Of a base that holds nothing newer than the bundled table, ``newest`` is empty."""

    newest: frozenset[RuleNumber] = frozenset()
    """Those of the newest official edition, if it is newer than the bundled table."""
    sections: frozenset[int] = frozenset()
    """The sections that any edition has."""


NO_BASE = HeldNumbers()


def held_numbers(store: Store) -> HeldNumbers:
    sections = {number.section for number in Holdings(store).all_numbers()}
    row = store.db.execute(
        "SELECT id FROM edition WHERE kind = ? AND date > ? ORDER BY date DESC, id DESC LIMIT 1",
        (EditionKind.OFFICIAL, str(edition_date())),
    ).fetchone()
    if row is None:
        return HeldNumbers(sections=frozenset(sections))
    rows = store.db.execute("SELECT DISTINCT number FROM rule WHERE edition = ?", row)
    newest = frozenset(RuleNumber.parse(number) for (number,) in rows)
    return HeldNumbers(newest, frozenset(sections))
