"""Ranking: every weight of the search, in one place."""

from math import log

from kb.number import RuleNumber
from kb.store import Store

K1 = 0.8
"""BM25: how soon the repetition of a word in a text stops to count."""
B = 0.6
"""BM25: how far a long text counts for less than a short one."""
TITLE_REPEATS = 3
"""A heading counts as if it were said three times."""
CONCEPT_WEIGHT = 0.8
"""A name in any language, against a word of one language."""
LONGEST_QUERY = 200
"""Words that are asked for; what follows in a pasted text is left out."""
NEAR_WEIGHT = 0.5
"""A word that is only spelt like one of the query."""
NAME_WORDS = 3
"""A query of at most so many words asks for the thing that it names."""
NAME_BOOST = 1.0
"""Added to the rule that a name belongs to, as a share of the best score."""
HEADING_SHARE = 0.5
"""A rule that is only a name answers few questions but the one for that name."""
FIRST_SUBRULE = 0.9
"""The part of that boost for its first subrule, which says what the name means."""

SPREAD_FROM = 15
SPREAD = 0.2
SPREAD_BACK = 0.1
SPREAD_FAMILY = 0.15
INSIDE_NAME = 0.65
PART_OF_PHRASE = 0.7
UNSAID = 3.0
NEARBY = 4
NEAR_BONUS = 0.1
COVERAGE = 0.7
EXAMPLE = 0.7
BOTH = 0.2
GLOSSARY = 0.3
FAMILY = 1.4
LOOSE = 0.4
"""From the best hits a share goes to what they cite, to what cites them, and to their family."""


def rarity(documents: int, having: int) -> float:
    """The weight of a word that ``having`` of so many documents have: never below zero."""
    return max(0.0, log(documents / (having + 1)) + 1)


def has_text(store: Store, number: RuleNumber) -> bool:
    """Whether any language has a text of it."""
    row = store.db.execute("SELECT 1 FROM current WHERE number = ? LIMIT 1", (str(number),))
    return row.fetchone() is not None


LEAST_RARITY = 1.5
TELLING_WORDS = 3
CANDIDATES = 150
