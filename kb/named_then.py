"""Names in an edition: which number a heading of today had on another day."""

from kb.edition import EditionDate, EditionKind
from kb.holdings import Holdings
from kb.lang import ORIGINAL, folded
from kb.number import RuleNumber
from kb.term import Term, TermKind

_EDITION = (
    "SELECT id FROM edition WHERE kind = ? AND language = ? AND date <= ?"
    " ORDER BY date DESC, id DESC LIMIT 1"
)


def numbers_then(holdings: Holdings, term: Term, at: EditionDate) -> tuple[RuleNumber, ...]:
    """The numbers that this name headed in the official edition of that day; none, if it did not.

    What is no heading, and all where no such edition is held, keeps its number.
    """
    db = holdings.store.db
    row = db.execute(_EDITION, (EditionKind.OFFICIAL, ORIGINAL, str(at))).fetchone()
    if row is None or not TermKind(term.kind).is_heading:
        return (term.number,)
    words = {t.word for t in holdings.terms_for(term.concept) if t.language == ORIGINAL}
    names = {folded(word) for word in (*words, holdings.heading(term.number) or term.word)}
    titles = db.execute(
        "SELECT number, title FROM rule WHERE edition = ? AND title IS NOT NULL ORDER BY place", row
    )
    return tuple(RuleNumber.parse(number) for number, title in titles if folded(title) in names)
