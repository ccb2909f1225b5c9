"""Asking: what a reader wants of a page, and what a page gives back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from kb.edition import EditionDate
from kb.glossary import Entry
from kb.lang import in_order_for
from kb.store import Store
from search.held_sources import HeldSource
from search.web.addresses import Addresses
from search.web.kept import Kept, KeptHoldings


@dataclass(frozen=True)
class Asking:
    """One question of a reader, with the open base that answers it."""

    store: Store
    language: str
    path: str
    """Behind the language, as it was asked for: ``/rules/702.33d``."""
    parameters: Mapping[str, str]
    """Of the path: ``number``."""
    query: Mapping[str, str]
    """What stands behind the question mark, the first of each name."""
    at: EditionDate | None
    today: date
    sources: Callable[[], tuple[HeldSource, ...]]
    origin: str = ""
    """Scheme and host of the lasting addresses, for what is to be pasted elsewhere."""
    kept: Kept = field(default_factory=Kept)
    """What was read so far; who asks many pages of one version of the base hands it on."""

    @cached_property
    def holdings(self) -> KeptHoldings:
        return KeptHoldings(self.store, self.kept)

    @cached_property
    def addresses(self) -> Addresses:
        return Addresses(self.language, self.at)

    def entries(self, code: str) -> dict[str, Entry]:
        """The glossary of a language, else of the first that has one for its readers."""
        for each in in_order_for(code, self.holdings.languages()):
            if found := self.holdings.entries(each):
                return found
        return {}


@dataclass(frozen=True, slots=True)
class Page:
    """What is shown: the template, and the content that it is filled with."""

    template: str
    title: str
    content: object
    path: str
    """Behind the language: ``/rules/702.33d``."""
    description: str = ""
    languages: Mapping[str, str] | None = None
    """The path in each language where it is not the same."""
    indexed: bool = True
    """Whether search engines should know it."""
    status: int = 200
    query: Mapping[str, str] = field(default_factory=dict)
    """What of the query belongs to the lasting address."""


@dataclass(frozen=True, slots=True)
class Redirect:
    """The answer stands elsewhere."""

    address: str


@dataclass(frozen=True, slots=True)
class Missing:
    """There is no such page; ``wanted`` is what near ones are looked for by."""

    wanted: str
    dates: tuple[EditionDate, ...] = ()
    """Of the editions held, where the one that was asked for is not."""
    language: str = ""
    """One that was asked for, and that there is not."""


def page_asked(asking: Asking, pages: int) -> int:
    """Which of so many pages is asked for; the first without a number that is one."""
    wanted = asking.query.get("page", "")
    at = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 6 else 1
    return min(max(at, 1), pages)


Answer = Page | Redirect | Missing
PageOf = Callable[[Asking], Answer]
