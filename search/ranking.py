"""Ranking: every weight of the search, in one place."""

from collections.abc import Collection, Mapping
from math import log, sqrt

from kb.number import RuleNumber
from kb.store import Store

K1 = 1.2
"""BM25: how soon the repetition of a word in a text stops to count."""
B = 0.75
"""BM25: how far a long text counts for less than a short one."""
TITLE_REPEATS = 3
"""A heading counts as if it were said three times."""
CONCEPT_WEIGHT = 1.5
"""A name in any language, against a word of one language."""
LONGEST_QUERY = 200
"""Words that are asked for; what follows in a pasted text is left out."""
NEAR_WEIGHT = 0.5
"""A word that is only spelt like one of the query."""
NAME_WORDS = 3
"""A query of at most so many words asks for the thing that it names."""
NAME_BOOST = 1.0
"""Added to the rule that a name belongs to, as a share of the best score."""
HEADING_SHARE = 0.4
"""A rule that is only a name answers few questions but the one for that name."""
FIRST_SUBRULE = 0.9
"""The part of that boost for its first subrule, which says what the name means."""

SPREAD_FROM = 15
SPREAD = 0.2
SPREAD_BACK = 0.1
"""From the best hits a share goes to what they cite, to what cites them, and to their family."""


def rarity(documents: int, having: int) -> float:
    """The weight of a word that ``having`` of so many documents have: never below zero."""
    return max(0.0, log(documents / (having + 1)) + 1)


def spread(store: Store, scores: Mapping[RuleNumber, float]) -> dict[RuleNumber, float]:
    """The scores with those of the rules beside the best hits, as the book ties them.

    Only rules that have a text gain: the others could not be shown.
    """
    result = dict(scores)
    best = sorted(scores, key=lambda number: (-scores[number], number))[:SPREAD_FROM]
    for number in best:
        for share, others in (
            (SPREAD, _cited(store, number)),
            (SPREAD_BACK, _citing(store, number)),
            (SPREAD, _family(store, number)),
        ):
            for other in others:
                gain = share * scores[number] / sqrt(len(others))
                result[other] = result.get(other, 0.0) + gain
    return result


def without_headings(
    store: Store, scores: Mapping[RuleNumber, float], named: Collection[RuleNumber]
) -> dict[RuleNumber, float]:
    """The scores with those of mere names lowered, except of the names asked for."""
    rows = _numbers(
        store,
        "SELECT DISTINCT c.number FROM current c JOIN rule r"
        " ON r.edition = c.edition AND r.place = c.place WHERE r.title IS NOT NULL"
        f" AND c.number IN ({', '.join('?' * len(scores))})",
        *map(str, scores),
    )
    headings = set(rows) - set(named)
    return {
        number: score * (HEADING_SHARE if number in headings else 1.0)
        for number, score in scores.items()
    }


def _cited(store: Store, number: RuleNumber) -> tuple[RuleNumber, ...]:
    return _numbers(
        store,
        "SELECT DISTINCT g.target FROM edge g JOIN current c"
        " ON c.edition = g.edition AND c.number = g.source JOIN current t"
        " ON t.number = g.target WHERE c.number = ?",
        str(number),
    )


def _citing(store: Store, number: RuleNumber) -> tuple[RuleNumber, ...]:
    return _numbers(
        store,
        "SELECT DISTINCT g.source FROM edge g JOIN current c"
        " ON c.edition = g.edition AND c.number = g.source WHERE g.target = ?",
        str(number),
    )


def _family(store: Store, number: RuleNumber) -> tuple[RuleNumber, ...]:
    """Its parent and its children; a section and its rules are too loosely tied to count."""
    if number.rule is None:
        return ()
    rows = _numbers(
        store,
        "SELECT DISTINCT number FROM current WHERE rank > ? AND rank <= ?",
        number.rank,
        number.last_rank,
    )
    parent = number.parent
    if parent is None or not number.is_subrule or not has_text(store, parent):
        return rows
    return (parent, *rows)


def has_text(store: Store, number: RuleNumber) -> bool:
    """Whether any language has a text of it."""
    row = store.db.execute("SELECT 1 FROM current WHERE number = ? LIMIT 1", (str(number),))
    return row.fetchone() is not None


def _numbers(store: Store, sql: str, *values: str | int) -> tuple[RuleNumber, ...]:
    return tuple(RuleNumber.parse(row[0]) for row in store.db.execute(sql, values))
