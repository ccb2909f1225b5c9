"""Ranges: numbers with a dash between them, in the words of a query."""

import re

from kb.errors import BadRange
from kb.number import RuleNumber, span
from search.query.faults import QueryError

MOST = 30
"""Numbers of a range that are looked for by themselves."""

_RANGE = re.compile(
    r"""
    (?P<first> (?P<section>\d{3})\.(?P<rule>\d{1,3})[a-z]{0,2} ) \s?[-–—]\s?
    (?: (?P<last> \d{3}\.\d{1,3}[a-z]{0,2} )    # 702.33a-702.33d
      | (?P<number> \d{1,3}[a-z]{0,2} )         # 702.33-35
      | (?P<letter> [a-z]{1,2} ) )              # 702.33a-d
    (?![\w.])
    """,
    re.VERBOSE | re.ASCII,
)


def with_numbers(text: str, query: str) -> str:
    """A text of the query with all numbers of its ranges named; raises QueryError.

    >>> with_numbers("costs of 702.33a-c", "costs of 702.33a-c")
    'costs of 702.33a 702.33b 702.33c'
    """

    def numbers(match: re.Match[str]) -> str:
        section, rule = match["section"], match["rule"]
        said = match["last"] or f"{section}.{match['number'] or rule + match['letter']}"
        first, last = RuleNumber.read(match["first"]), RuleNumber.read(said)
        if first is None or last is None:
            return match[0]
        place = max(query.find(match[0]), 0)
        try:
            found = span(first, last)
        except BadRange as error:
            raise QueryError("bad_range", query, place, value=match[0]) from error
        if len(found) > MOST:
            raise QueryError("long_range", query, place, field="rule", value=match[0], most=MOST)
        return " ".join(map(str, found))

    return _RANGE.sub(numbers, text)
