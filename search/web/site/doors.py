"""Doors: pages that belong to no language, and lead to one."""

from collections.abc import Iterable
from typing import NamedTuple

from kb.lang import codes
from kb.number import RuleNumber
from search.web.addresses import Addresses
from search.web.asking import Asking, Page
from search.web.sentences import own_names, said


class Way(NamedTuple):
    """Into one language."""

    code: str
    name: str
    sentence: str
    address: str


class DoorContent(NamedTuple):
    ways: tuple[Way, ...]
    opens: bool
    """Whether a script goes on by itself, to the language that the reader likes best."""


def front() -> Page:
    return _door("regulae", ((code, Addresses(code).page()) for code in codes()), opens=True)


def to_rule(number: RuleNumber) -> Page:
    """The lasting address of a rule in whatever language its reader likes best."""
    ways = ((code, Addresses(code).rule(number)) for code in codes())
    return _door(str(number), ways, opens=True)


def not_there() -> Page:
    ways = ((code, Addresses(code).page()) for code in codes())
    return _door("404", ways, opens=False, key="site_not_there")


def _door(
    title: str, ways: Iterable[tuple[str, str]], *, opens: bool, key: str | None = None
) -> Page:
    names = dict(own_names())
    return Page(
        template="door.html",
        title=title,
        content=DoorContent(
            tuple(
                Way(
                    code, names[code], said(code, key) if key else said(code, "home_title"), address
                )
                for code, address in ways
            ),
            opens,
        ),
        path="/",
        indexed=False,
    )


class FinderContent(NamedTuple):
    site: str
    """What leads from the page to the site, with a slash at its end."""
    files: str
    """The folder of the search index inside the site."""


def finder(asking: Asking, site: str, index: str) -> Page:
    """Where the script of the page searches; without it there are the other ways to a rule."""
    return Page(
        template="finder.html",
        title=said(asking.language, "site_search_title"),
        content=FinderContent(site, index),
        path="/search",
        indexed=False,
    )
