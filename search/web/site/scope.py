"""The scope of a site: which pages it has, and in which folder each of them stands."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote

from kb.holdings import Holdings
from kb.lang import codes
from kb.number import RuleNumber
from kb.store import Store
from search.web.addresses import Addresses
from search.web.asking import Asking
from search.web.pages.keywords import KINDS

RULE, HISTORY, COMPARE = "/rules/{number:str}", "/history/{number:str}", "/compare/{what:str}"
ENTRY, KEYWORDS = "/glossary/{term:path}", "/keywords"
_ONCE = ("/", "/rules", "/glossary", KEYWORDS, "/editions", "/about")
_UNSAFE = re.compile(r"[^\w '’-]")
"""What a name of a file is better without: on one host or the other it means something."""
_LONGEST = 60


class Spot(NamedTuple):
    """A page of the site."""

    code: str
    address: str
    """Under which the pages link to it: ``/it/keywords?kind=rule``."""
    folder: str
    """Inside the site, without a slash at either end: ``it/keywords/rule``."""
    route: str
    """The path of ``search.web.routes`` that makes it."""
    parameters: tuple[tuple[str, str], ...] = ()
    query: tuple[tuple[str, str], ...] = ()

    @property
    def path(self) -> str:
        """Behind the language."""
        return self.address.partition("?")[0].removeprefix(f"/{self.code}")


@dataclass(frozen=True)
class Scope:
    spots: tuple[Spot, ...]
    places: Mapping[str, str]
    """Where each address leads inside the site: ``it/rules/702.33/``."""
    numbers: tuple[RuleNumber, ...]


def scope(asking: Asking) -> Scope:
    """All pages that the base as it is now gives; who asks is of no matter but for the base."""
    numbers = _numbers(asking.holdings)
    spots = tuple(spot for code in codes() for spot in _spots(asking, code, numbers))
    places = {spot.address: f"{quote(spot.folder)}/" for spot in spots}
    languages = asking.holdings.languages()
    for spot in (each for each in spots if each.route == COMPARE):
        # A subrule is compared on the page of its rule.
        for number in asking.holdings.numbers_in(
            RuleNumber.parse(spot.parameters[0][1]), languages
        ):
            address = Addresses(spot.code).page(f"/compare/{number}")
            places.setdefault(address, f"{spot.folder}/#{number}")
    return Scope(spots, places, numbers)


def _spots(asking: Asking, code: str, numbers: tuple[RuleNumber, ...]) -> Iterator[Spot]:
    to = Addresses(code)
    for path in _ONCE:
        yield Spot(code, to.page(path), f"{code}{path}".rstrip("/"), path)
    for kind in KINDS[1:]:
        address = to.page(KEYWORDS, kind=kind)
        yield Spot(code, address, f"{code}/keywords/{kind}", KEYWORDS, query=(("kind", kind),))
    for number in numbers:
        folder, named = f"{code}/rules/{number}", (("number", str(number)),)
        yield Spot(code, to.rule(number), folder, RULE, named)
    for number in sorted(_with_a_past(asking.store).intersection(numbers)):
        folder, named = f"{code}/history/{number}", (("number", str(number)),)
        yield Spot(code, to.history(number), folder, HISTORY, named)
    for number in _side_by_side(asking.holdings):
        address, folder = to.page(f"/compare/{number}"), f"{code}/compare/{number}"
        yield Spot(code, address, folder, COMPARE, (("what", str(number)),))
    taken: set[str] = set()
    for entry in asking.entries(code).values():
        name = _name(entry.term, taken)
        folder, named = f"{code}/glossary/{name}", (("term", f"/{entry.term}"),)
        yield Spot(code, to.entry(entry.term), folder, ENTRY, named)


def _numbers(holdings: Holdings) -> tuple[RuleNumber, ...]:
    """Those that have a text in some language today, and those that have at least a name."""
    held = {each.number for code in holdings.languages() for each in holdings.current_rules(code)}
    chapters = map(RuleNumber, range(1, 10))
    known = [number for chapter in chapters for number in holdings.known_in(chapter)]
    named = {number for number in known if holdings.heading(number) is not None}
    return tuple(sorted({number for number in held if holdings.known(number)} | named))


def _with_a_past(store: Store) -> frozenset[RuleNumber]:
    """Rules that stand in two editions or more of one language; others have no history to show."""
    rows = store.db.execute(
        "SELECT DISTINCT number FROM (SELECT r.number FROM rule r JOIN edition e"
        " ON e.id = r.edition WHERE e.date IS NOT NULL GROUP BY r.number, e.language"
        " HAVING count(DISTINCT r.edition) > 1)"
    )
    found = (RuleNumber.parse(row[0]) for row in rows)
    return frozenset(number for number in found if number.rule is not None)


def _side_by_side(holdings: Holdings) -> tuple[RuleNumber, ...]:
    """Rules, each with its subrules, that have a text in two languages or more."""
    languages: dict[RuleNumber, set[str]] = {}
    for code in holdings.languages():
        for held in holdings.current_rules(code):
            if held.number.rule is not None:
                languages.setdefault(held.number.heading, set()).add(code)
    return tuple(sorted(number for number, codes in languages.items() if len(codes) > 1))


def _name(term: str, taken: set[str]) -> str:
    """Of a folder: what is dangerous in a term is a hyphen, what is there already has a number."""
    plain = _UNSAFE.sub("-", term).strip()[:_LONGEST].strip() or "-"
    name, count = plain, 1
    while name.casefold() in taken:
        count += 1
        name = f"{plain}-{count}"
    taken.add(name.casefold())
    return name
