"""The editions held and the sources they come from, with their age."""

from datetime import date
from typing import NamedTuple

from kb.edition import Edition, EditionDate, days_between
from search.held_sources import HeldSource
from search.web.asking import Answer, Asking, Page
from search.web.sentences import said


class Held(NamedTuple):
    edition: Edition
    rules: int
    days: int | None
    """Since it came into force; None where nobody said when."""


class EditionsContent(NamedTuple):
    editions: tuple[Held, ...]
    sources: tuple[HeldSource, ...]


def page(asking: Asking) -> Answer:
    held = [
        Held(edition, count, age(edition.date, asking.today))
        for edition, count in asking.holdings.counted_editions()
    ]
    return Page(
        template="editions.html",
        title=said(asking.language, "editions_title"),
        content=EditionsContent(tuple(held), asking.sources()),
        path="/editions",
        description=said(asking.language, "editions_description"),
    )


def age(day: EditionDate | None, today: date) -> int | None:
    """Days from an edition to a day; 0 where it is not in force yet."""
    if day is None:
        return None
    return max(0, days_between(day, EditionDate(today.year, today.month, today.day)))
