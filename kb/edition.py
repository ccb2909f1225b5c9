"""Editions: one published text of the rules, and the day from which it holds."""

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import total_ordering

from kb.errors import BadDate
from kb.saying import said

_DATE = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)(?:-(?P<day>\d\d))?", re.ASCII)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@total_ordering
@dataclass(frozen=True, slots=True)
class EditionDate:
    """The day, or only the month, from which an edition holds.

    A month sorts before its first day: on that day it is already in force.

    >>> str(EditionDate.parse("2011-09"))
    '2011-09'
    >>> EditionDate.parse("2011-09") < EditionDate.parse("2011-09-01")
    True
    """

    year: int
    month: int
    day: int | None = None

    @classmethod
    def parse(cls, text: str) -> "EditionDate":
        """Raises BadDate unless ``text`` is YYYY-MM-DD or YYYY-MM and such a day exists."""
        match = _DATE.fullmatch(text.strip())
        if match is not None:
            found = cls(int(match["year"]), int(match["month"]), int(match["day"] or 0) or None)
            if found.exists and match["day"] != "00":
                return found
        raise BadDate(said("edition.no_date", text=text))

    @property
    def exists(self) -> bool:
        if not (1990 <= self.year <= 2100 and 1 <= self.month <= 12):
            return False
        leap = self.year % 4 == 0 and (self.year % 100 != 0 or self.year % 400 == 0)
        days = 28 if self.month == 2 and not leap else _DAYS[self.month - 1]
        return self.day is None or 1 <= self.day <= days

    @property
    def latest(self) -> "EditionDate":
        """The day itself; of a month the last one, on which its edition was in force.

        >>> str(EditionDate.parse("2012-02").latest)
        '2012-02-29'
        """
        if self.day is not None:
            return self
        days = (EditionDate(self.year, self.month, day) for day in range(31, 27, -1))
        return next(day for day in days if day.exists)

    def __str__(self) -> str:
        month = f"{self.year:04}-{self.month:02}"
        return month if self.day is None else f"{month}-{self.day:02}"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, EditionDate):
            return NotImplemented
        return (self.year, self.month, self.day or 0) < (other.year, other.month, other.day or 0)


def days_between(older: EditionDate, newer: EditionDate) -> int:
    """Days; a month counts as its last one.

    >>> days_between(EditionDate.parse("2012-02"), EditionDate.parse("2012-03-01"))
    1
    """
    return _ordinal(newer.latest) - _ordinal(older.latest)


def _ordinal(day: EditionDate) -> int:
    return date(day.year, day.month, day.day or 1).toordinal()


class EditionKind(StrEnum):
    """How far a text may be trusted; the order in which ``show`` prefers them."""

    OFFICIAL = "official"
    """A whole document that states its effective date, or a Wizards source."""
    TRANSLATION = "translation"
    """A page or a document of somebody else."""
    OURS = "ours"
    """The bundled corpus, in our own words."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One published text of the rules in one language.

    Its identity is (language, date, hash): the same date with another hash is a revision.
    """

    language: str
    date: EditionDate | None
    label: str | None = None
    source: str = ""
    """Path or address as it was given."""
    kind: EditionKind = EditionKind.TRANSLATION
    hash: str = ""
    """SHA-256 of the content, hexadecimal."""

    @property
    def official(self) -> bool:
        return self.kind is EditionKind.OFFICIAL
