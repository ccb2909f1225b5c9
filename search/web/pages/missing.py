"""What is shown where there is no page: that there is none, and what is near."""

import re
from typing import NamedTuple
from urllib.parse import quote, urlencode

from kb.edition import EditionDate
from kb.errors import RegulaeError
from kb.lang import codes
from kb.number import RuleNumber
from search.asked import asked
from search.web.asking import Answer, Asking, Missing, Page, Redirect
from search.web.sentences import said

_LANGUAGE = re.compile(r"(?P<code>[A-Za-z]{2})(?:[-_][A-Za-z]{2,4})?")
"""``it``, ``IT`` or ``it-CH``."""
_LONGEST = 60
"""Signs of what near things are looked for by."""


class Near(NamedTuple):
    """Something whose name or number is like what was asked for."""

    said: str
    address: str


class MissingContent(NamedTuple):
    wanted: str
    near: tuple[Near, ...]
    dates: tuple[EditionDate, ...]
    """Of the editions held, where the one asked for is not."""
    language: str
    """One that was asked for, and that there is not."""


def anywhere(asking: Asking) -> Answer:
    """For addresses that no page has: the last part of the path may be a number or a name."""
    first, slash, rest = asking.path.lstrip("/").partition("/")
    spoken = _LANGUAGE.fullmatch(first)
    if spoken is None:
        return Missing(asking.path)
    code = spoken["code"].lower()
    if code not in codes():
        return Missing(rest, language=first)
    if code == first:
        return Missing(asking.path)
    query = f"?{urlencode(asking.query)}" if asking.query else ""
    return Redirect(f"/{code}{slash}{quote(rest)}{query}" if slash else f"/{code}/{query}")


def page(asking: Asking, missing: Missing) -> Page:
    wanted = missing.wanted.rstrip("/").rsplit("/", 1)[-1].strip()
    return Page(
        template="missing.html",
        title=said(asking.language, "missing_title"),
        content=MissingContent(
            wanted=wanted,
            near=() if missing.dates else _near(asking, _spelt(wanted)),
            dates=missing.dates,
            language=missing.language,
        ),
        path="/",
        indexed=False,
        status=404,
    )


def _spelt(wanted: str) -> str:
    """As names are: in an address a hyphen often stands for a blank, but not in a range."""
    text = wanted[:_LONGEST]
    return text if any(sign.isdigit() for sign in text) else text.replace("-", " ").strip()


def _near(asking: Asking, wanted: str) -> tuple[Near, ...]:
    if not wanted:
        return ()
    try:
        answer = asked(asking.holdings, [wanted])
    except RegulaeError:  # a range that is none
        return ()
    found = [Near(str(number), asking.addresses.rule(number)) for number in answer.numbers]
    for absent in answer.absent:
        for name in absent.nearest:
            number = RuleNumber.read(name.rpartition("(")[2].rstrip(")"))
            if number is not None:
                found.append(Near(name, asking.addresses.rule(number)))
    return tuple(found)
