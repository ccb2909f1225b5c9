"""What is shown where there is no page: that there is none, and what is near."""

from typing import NamedTuple

from kb.edition import EditionDate
from kb.errors import RegulaeError
from kb.number import RuleNumber
from search.asked import asked
from search.web.asking import Answer, Asking, Missing, Page
from search.web.sentences import said

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


def anywhere(asking: Asking) -> Answer:
    """For addresses that no page has: the last part of the path may be a number or a name."""
    return Missing(asking.path)


def page(asking: Asking, missing: Missing) -> Page:
    wanted = missing.wanted.rstrip("/").rsplit("/", 1)[-1].replace("-", " ").strip()
    return Page(
        template="missing.html",
        title=said(asking.language, "missing_title"),
        content=MissingContent(
            wanted=wanted,
            near=() if missing.dates else _near(asking, wanted[:_LONGEST]),
            dates=missing.dates,
        ),
        path="/",
        indexed=False,
        status=404,
    )


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
