"""Plurals: which form of a word a language has beside a number."""

import re
from collections.abc import Callable
from functools import cache

from kb.errors import BadData
from kb.lang import ORIGINAL, language

_TABLE = "plurals"
_RELATION = re.compile(
    r"[ni] (?:\s* % \s* (?P<modulus>[1-9]\d{0,6}))? \s* (?P<sign>!?=) \s* (?P<list>[\d.,\s]+)",
    re.VERBOSE | re.ASCII,
)
_RANGE = re.compile(r"(\d{1,7})(?:\.\.(\d{1,7}))?", re.ASCII)

Rule = Callable[[int], bool]


def chosen(count: int, forms: str, *, code: str) -> str:
    """Of ``one|other`` the form for a number, which stands in the place of ``#``.

    There are as many forms as the language has rules in ``[plurals]``, and one for all the rest.

    >>> chosen(1, "# regola|# regole", code="it"), chosen(0, "# regola|# regole", code="it")
    ('1 regola', '0 regole')
    """
    written = forms.split("|")
    fits = (place for place, rule in enumerate(_rules(code)) if rule(count))
    place = min(next(fits, len(written) - 1), len(written) - 1)
    return written[place].replace("#", str(count))


@cache
def _rules(code: str) -> tuple[Rule, ...]:
    """In the order of the table; those of English for a language without it."""
    tables = language(code).tables
    rules = tables.get(_TABLE, {} if code == ORIGINAL else language(ORIGINAL).tables[_TABLE])
    return tuple(
        rule(text, f"{language(code).folder}: [{_TABLE}] {key}") for key, text in rules.items()
    )


def rule(text: str, at: str) -> Rule:
    """A rule as CLDR writes it for whole numbers; raises BadData.

    >>> rule("n % 10 = 2..4 and n % 100 != 12..14", "pl")(23)
    True
    """
    ways = [[_relation(each, at) for each in way.split(" and ")] for way in str(text).split(" or ")]
    return lambda count: any(all(relation(count) for relation in way) for way in ways)


def _relation(text: str, at: str) -> Rule:
    match = _RELATION.fullmatch(text.strip())
    ranges = [_RANGE.fullmatch(each.strip()) for each in match["list"].split(",")] if match else []
    if match is None or None in ranges:
        raise BadData(f"{at}: {text!r} is no rule for plurals (like n = 1, or n % 10 = 2..4)")
    modulus = int(match["modulus"] or 0)
    numbers = [(int(each[1]), int(each[2] or each[1])) for each in ranges if each]
    wanted = match["sign"] == "="

    def fits(count: int) -> bool:
        rest = count % modulus if modulus else count
        return any(first <= rest <= last for first, last in numbers) is wanted

    return fits
