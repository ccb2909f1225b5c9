"""Dates as people write them, in every language."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ingest.words import date_words, month_forms
from kb.edition import EditionDate
from kb.lang import codes, folded


@dataclass(frozen=True, slots=True)
class FoundDate:
    """``text[start:end]`` names ``date``, or is a date that can be read in two ways."""

    date: EditionDate | None
    start: int
    end: int


@cache
def _months(code: str) -> dict[str, int]:
    from kb.cldr import locale  # slow to import, and only a dated line needs it

    names: dict[str, int] = {}
    months = locale(code).months
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for month, name in months[context][width].items():
                names[folded(name).rstrip(".")] = month
    return names | {folded(form): month for form, month in month_forms(code).items()}


@cache
def _all_months() -> dict[str, int]:
    """Of all languages: a form that two give to different months is in none of them."""
    names: dict[str, int] = {}
    clashing: set[str] = set()
    for code in codes():
        for name, month in _months(code).items():
            if names.setdefault(name, month) != month:
                clashing.add(name)
    return {name: month for name, month in names.items() if name not in clashing}


@cache
def _pattern() -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(_all_months(), key=len, reverse=True))
    said = date_words()
    return re.compile(
        rf"""
        (?<!\d) (?:
          (?P<iso> (?:19|20)\d\d - \d\d - \d\d )                               # 2021-07-23
        | (?P<first> \d{{1,2}} ) [/.-] (?P<second> \d{{1,2}} ) [/.-] (?P<last> (?:19|20)\d\d )
        | (?P<day> \d{{1,2}} ) (?: \s*[°º] | {said.day_ending} )? \s+
          (?:(?:{said.before_month}) \s+)? (?P<month> {names} ) \b \.? ,? \s*
          (?:(?:{said.before_year}) \s+)? (?P<year> (?:19|20)\d\d )
        | (?<![^\W\d_]) (?P<month2> {names} ) \b \.? \s+ (?P<day2> \d{{1,2}} )
          (?: {said.day_ending} )? \s* , \s* (?P<year2> (?:19|20)\d\d )            # May 3, 2019
        | (?<![^\W\d_]) (?P<month3> {names} ) \.? ,? \s* (?:(?:{said.before_year}) \s+)?
          (?P<year3> (?:19|20)\d\d )                                           # settembre 2011
        ) (?!\d)
        """,
        re.VERBOSE | re.IGNORECASE,
    )


def dates(text: str) -> Iterator[FoundDate]:
    """Every date of the text, in its order.

    >>> [str(found.date) for found in dates("viernes, 25 de enero de 2019; febrero de 2005")]
    ['2019-01-25', '2005-02']
    """
    plain = same_length(text)
    for match in _pattern().finditer(plain):
        yield FoundDate(_date(match), match.start(), match.end())


class _Bare(dict[int, str]):
    """Each sign folded, where that is one sign; filled as signs are met."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        bare = folded(sign)
        self[code] = bare if len(bare) == 1 else sign
        return self[code]


_BARE = _Bare()


def same_length(text: str) -> str:
    """A copy folded letter by letter, so that places stay."""
    return text.lower() if text.isascii() else text.translate(_BARE)


def _date(match: re.Match[str]) -> EditionDate | None:
    if match["iso"]:
        return _real(*(int(part) for part in match["iso"].split("-")))
    if match["last"]:
        first, second, year = int(match["first"]), int(match["second"]), int(match["last"])
        if first <= 12 and second <= 12 and first != second:
            return None  # 02-04-1999: day or month first?
        return _real(year, first, second) if second > 12 else _real(year, second, first)
    for suffix in ("", "2", "3"):
        if name := match["month" + suffix]:
            month = _all_months()[folded(name)]
            day = None if suffix == "3" else int(match["day" + suffix])
            return _real(int(match["year" + suffix]), month, day)
    return None


def _real(year: int, month: int, day: int | None = None) -> EditionDate | None:
    date = EditionDate(year, month, day)
    return date if date.exists else None
