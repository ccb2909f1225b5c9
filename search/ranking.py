"""Ranking: every weight of the search, in one place.

``docs/search-quality.md`` has the experiment behind each: what the figures lose without it.
"""

from collections.abc import Iterable
from math import log

from kb.number import RuleNumber
from kb.store import Store

# -- what is asked for -------------------------------------------------------------------

LONGEST_QUERY = 200
"""Words that are asked for; what follows in a pasted text is left out."""
NAME_WORDS = 3
"""A query of at most so many words is told of false friends."""
NEAR_WEIGHT = 0.5
"""A word that is only spelt like one of the query."""
MOST_GUESSES = 12
"""Unknown words of a query for which known ones are looked for: each takes a millisecond or two."""
CONCEPT_WEIGHT = 0.8
"""A name in any language, against a word."""
INSIDE_NAME = 0.65
"""The words that make up a name, beside the name itself."""
LEAST_RARITY = 1.5
TELLING_WORDS = 3
"""Words less rare than that are not asked of the engine if so many others are."""
CANDIDATES = 150
"""Texts that the engine gives to be scored."""

# -- what a text is worth ----------------------------------------------------------------

TITLE_REPEATS = 3
"""A heading counts as if it were said three times."""
K1 = 0.8
B = 0.6
"""BM25: how soon a repeated word says no more, and how much a long text is held against it."""
PART_OF_PHRASE = 0.7
"""A text that lacks a word of a phrase, or a language that has not all of them."""
UNSAID = 3.0
"""The worth of a word that nobody knows how to say in the language of a text."""
COVERAGE = 0.7
"""The power of the share of the query that a text covers, by which its score is multiplied."""
NEARBY = 4
NEAR_BONUS = 0.15
"""Added where two words that follow each other in the query stand so near in the text."""
EXAMPLE = 0.7
"""An example or a ruling for the rule to which it belongs."""
BOTH = 0.2
"""The lesser of a rule and its examples, beside the better."""

# -- what a rule is worth ----------------------------------------------------------------

GLOSSARY = 0.4
"""An entry of the glossary for the rules to which it refers."""
LOOSE = 0.4
"""A glossary entry among the hits: it only leads to the rules."""
SPREAD_FROM = 15
SPREAD = 0.3
SPREAD_BACK = 0.1
SPREAD_FAMILY = 0.15
"""From the best rules a share goes to what they cite, what cites them, and their family."""
HEADING_SHARE = 0.5
"""A rule that is only a name answers few questions but the one for that name."""
FAMILY = 1.25
"""The rules of a name among the words, and all below them, are multiplied by that."""
NAME_BOOST = 1.0
"""Added to the rule that is named and nothing else, as a share of the best score."""
FIRST_SUBRULE = 0.9
"""The part of that boost for its first subrule, which says what the name means."""


def rarity(documents: int, having: int) -> float:
    """The weight of a word that ``having`` of so many documents have: never below zero."""
    return max(0.0, log(documents / (having + 1)) + 1)


def with_text_in(store: Store, languages: Iterable[str]) -> frozenset[str]:
    """The numbers of the rules that have a text in any of these languages."""
    codes = tuple(languages)
    rows = store.db.execute(
        f"SELECT DISTINCT number FROM current WHERE language IN ({', '.join('?' * len(codes))})",
        codes,
    )
    return frozenset(number for (number,) in rows)


def has_text(store: Store, number: RuleNumber) -> bool:
    """Whether any language has a text of it."""
    row = store.db.execute("SELECT 1 FROM current WHERE number = ? LIMIT 1", (str(number),))
    return row.fetchone() is not None
