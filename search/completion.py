"""Completion: the numbers and names that begin with what was typed."""

from typing import NamedTuple

from kb.holdings import Holdings
from kb.lang import AFTER_ALL, ORIGINAL, folded, name_keys
from kb.number import RuleNumber
from kb.term import Term

MOST = 20
_LONGEST = 80
"""Signs; nothing is called by more."""


class Completion(NamedTuple):
    """One way to go on."""

    text: str
    """What to type: a number, or a name in small letters."""
    number: RuleNumber
    language: str | None
    """Of the name; None for a number."""
    title: str
    """What the rule is called in the answer language, else in English; empty without a name."""


def completions(
    holdings: Holdings, prefix: str, *, language: str, most: int = MOST
) -> tuple[Completion, ...]:
    """Numbers in the order of the book, or names: those of the answer language first."""
    start = " ".join(prefix.split())
    if not start or len(start) > _LONGEST:
        return ()
    if start[0].isdigit():
        found = _numbers(holdings, start, most)
        return tuple(Completion(str(n), n, None, _title(holdings, n, language)) for n in found)
    return _names(holdings, start, language, most)


def _numbers(holdings: Holdings, start: str, most: int) -> list[RuleNumber]:
    rows = holdings.store.db.execute(
        "SELECT number FROM (SELECT number, rank FROM known UNION SELECT number, rank FROM current)"
        " WHERE number >= ?1 AND number < ?2 ORDER BY rank LIMIT ?3",
        (start.lower(), start.lower() + AFTER_ALL, most),
    )
    return [RuleNumber.parse(row[0]) for row in rows]


def _names(holdings: Holdings, start: str, language: str, most: int) -> tuple[Completion, ...]:
    keys = tuple(dict.fromkeys((folded(start), *name_keys(start))))
    rows: dict[str, None] = {}
    for key in keys:
        found = holdings.store.db.execute(
            "SELECT DISTINCT form FROM term_form WHERE form >= ? AND form < ? AND rank < 2",
            (key, key + AFTER_ALL),
        )
        rows.update((row[0], None) for row in found)
    names: dict[tuple[str, RuleNumber], tuple[Term, str]] = {}
    for form in rows:
        for term in holdings.named(form):
            said = _said(term, form)
            if said is not None:
                names.setdefault((said, term.number), (term, said))
    order = {language: 0, ORIGINAL: 1}
    best = sorted(
        names.values(),
        key=lambda name: (
            order.get(name[0].language, 2), not name[0].sure, len(name[1]), name[1], name[0].number,
        ),
    )  # fmt: skip
    return tuple(
        Completion(said, term.number, term.language, _title(holdings, term.number, language))
        for term, said in best[:most]
    )


def _said(term: Term, form: str) -> str | None:
    """The name or variant that the form is, with its accents."""
    ways = (word for word in (term.word, *term.variants) if form in name_keys(word))
    return next((word.lower() for word in ways), None)


def _title(holdings: Holdings, number: RuleNumber, language: str) -> str:
    title = holdings.known_title(number, language)
    return title.text if title else ""
