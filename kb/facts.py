"""Facts about a game: a value or the want of one, where it stands, where it comes from."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, Generic, TypeVar

from msgspec import Struct

from kb.members import plain_members
from kb.pointer import Pointer

T = TypeVar("T")
U = TypeVar("U")


@plain_members
class Origin(StrEnum):
    GIVEN = "given"
    """It stands in the document."""
    ASSUMED = "assumed"
    """A documented default; unknown under ``assume: strict``."""
    DERIVED = "derived"


_DERIVED = Origin.DERIVED


class Fact(Struct, Generic[T], frozen=True, gc=False):
    """One fact; ``value`` is None where nobody said.

    A document is some hundred of them: what is made so often is cheapest as such a struct. It leans
    on earlier facts only, so that there is no circle for the collector of garbage to look for.
    """

    value: T | None
    at: Pointer
    """Where it stands, or where an author would write it."""
    origin: Origin = Origin.GIVEN
    leans: "tuple[Fact[Any], ...]" = ()
    """The facts that it was derived from."""

    @property
    def known(self) -> bool:
        return self.value is not None

    @property
    def is_assumed(self) -> bool:
        return self.origin is Origin.ASSUMED and self.value is not None

    @property
    def missing(self) -> tuple[Pointer, ...]:
        """What to add to the document for it to be known."""
        if self.known:
            return ()
        unknown = [fact for fact in self.all_below() if not fact.known]
        roots = [fact.at for fact in unknown if all(inner.known for inner in fact.leans)]
        return tuple(dict.fromkeys(roots))

    @property
    def assumed(self) -> "tuple[Fact[Any], ...]":
        """The assumed facts that it leans on, itself among them."""
        return tuple(fact for fact in self.all_below() if fact.is_assumed)

    def all_below(self) -> "list[Fact[Any]]":
        """The fact and all that it leans on, each once, the nearest first."""
        return below((self,))

    def then(self, function: Callable[[T], U | None], at: Pointer | None = None) -> "Fact[U]":
        """The fact that follows from it; unknown where it is."""
        known = self.value
        value = None if known is None else function(known)
        return Fact(value, at or self.at, _DERIVED, (self,))


def below(facts: "Iterable[Fact[Any]]") -> "list[Fact[Any]]":
    """Some facts and all that they lean on, each once, the nearest first."""
    found = list(facts)
    seen = set(map(id, found))
    for fact in found:  # which grows as it is gone through
        for inner in fact.leans:
            if id(inner) not in seen:
                seen.add(id(inner))
                found.append(inner)
    return found


def derived(value: T | None, at: Pointer, *leans: Fact[Any]) -> Fact[T]:
    return Fact(value, at, _DERIVED, leans)


def every(truths: Iterable[bool | None]) -> bool | None:
    """Kleene's "and": false if one is false, else unknown if one is unknown.

    >>> every([True, None]), every([False, None]), every([])
    (None, False, True)
    """
    seen = set(truths)
    return False if False in seen else None if None in seen else True


def some(truths: Iterable[bool | None]) -> bool | None:
    """Kleene's "or".

    >>> some([False, None]), some([True, None]), some([])
    (None, True, False)
    """
    seen = set(truths)
    return True if True in seen else None if None in seen else False
