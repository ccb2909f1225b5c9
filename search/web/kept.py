"""Kept: what many pages of one base need, read once as long as the base stays the same."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from threading import Lock
from typing import TYPE_CHECKING, TypeVar, cast

from kb.edition import Edition
from kb.glossary import Entry, current_entries
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.overview import concept_places
from kb.store import Store
from kb.term import Term, TermKind, Title

if TYPE_CHECKING:
    from search.index import Index

T = TypeVar("T")
_FACTS = 60_000
"""Numbers, names and the like, some 200 bytes each."""
_TEXTS = 4_000
"""Marked texts, some 2 kB each."""
_DAYS = 4
"""Former days that are kept, together in as much room as today has."""
_SET_APART = (TermKind.KEYWORD_ABILITY, TermKind.VARIANT)
"""Names that nobody would take for everyday words."""


class Memo:
    """Forgets everything when it is full: what is asked for often is soon there again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[Hashable, object] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Two threads that ask at once may both make it; what they make is the same."""
        held = self._held
        found = held.get(key, self)  # a value may be None, and is never this memo
        if found is self:
            found = make()
            if len(held) >= self._most:
                held.clear()
            held[key] = found
        return cast(T, found)


class Kept:
    """Of one version of the base, today or as of a day."""

    def __init__(self, version: str = "", *, share: int = 1) -> None:
        """``share`` is the part of the usual room that it has: 4 for a quarter of it."""
        self.version = version
        self.facts = Memo(_FACTS // share)
        self.texts = Memo(_TEXTS // share)
        self.index: Index | None = None
        self.opening = Lock()
        """Held by whoever opens the index."""
        self._days: OrderedDict[str, Kept] = OrderedDict()
        self._choosing = Lock()

    def on(self, day: str) -> "Kept":
        """The same of a former day; those of the days that were asked for last stay."""
        with self._choosing:
            found = self._days.setdefault(day, Kept(self.version, share=_DAYS))
            self._days.move_to_end(day)
            while len(self._days) > _DAYS:
                self._days.popitem(last=False)
            return found


class KeptHoldings(Holdings):
    """Reads once what nearly every page asks for."""

    def __init__(self, store: Store, kept: Kept) -> None:
        super().__init__(store)
        self._once = kept.facts.once

    def editions(self, language: str | None = None) -> tuple[Edition, ...]:
        return self._once(("editions", language), lambda: Holdings.editions(self, language))

    def edition(self, key: int) -> Edition:
        return self._once(("edition", key), lambda: Holdings.edition(self, key))

    def languages(self) -> tuple[str, ...]:
        return self._once(("languages",), lambda: Holdings.languages(self))

    def known(self, number: RuleNumber) -> bool:
        return self._once(("known", number), lambda: Holdings.known(self, number))

    def heading(self, number: RuleNumber) -> str | None:
        return self._once(("heading", number), lambda: Holdings.heading(self, number))

    def known_title(self, number: RuleNumber, language: str) -> Title | None:
        return self._once(
            ("title", number, language), lambda: Holdings.known_title(self, number, language)
        )

    def terms_of(self, number: RuleNumber) -> tuple[Term, ...]:
        return self._once(("terms", number), lambda: Holdings.terms_of(self, number))

    def children(self, number: RuleNumber) -> tuple[RuleNumber, ...]:
        return self._once(("children", number), lambda: Holdings.children(self, number))

    def numbers_in(self, number: RuleNumber, languages: Iterable[str]) -> tuple[RuleNumber, ...]:
        asked = tuple(languages)
        return self._once(("in", number, asked), lambda: Holdings.numbers_in(self, number, asked))

    def concept_places(self) -> dict[str, str]:
        """Where the names stand that are set apart in texts."""
        return self._once(("places",), lambda: concept_places(self.store, _SET_APART))

    def entries(self, code: str) -> dict[str, Entry]:
        """The glossary of a language as it is today."""
        return self._once(("glossary", code), lambda: current_entries(self.store, code))
