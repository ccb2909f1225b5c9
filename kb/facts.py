"""Facts about a game: a value or the want of one, where it stands, where it comes from."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from kb.pointer import Pointer

T = TypeVar("T")
U = TypeVar("U")


class Origin(StrEnum):
    GIVEN = "given"
    """It stands in the document."""
    ASSUMED = "assumed"
    """A documented default; unknown under ``assume: strict``."""
    DERIVED = "derived"


_DERIVED = Origin.DERIVED


class Fact(NamedTuple, Generic[T]):
    """One fact; ``value`` is None where nobody said.

    A tuple, because a document is some hundred of them and a tuple is made in no time.
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

    def all_below(self) -> "Iterator[Fact[Any]]":
        """The fact and all that it leans on, each once, the nearest first."""
        yield from below((self,))

    def then(self, function: Callable[[T], U | None], at: Pointer | None = None) -> "Fact[U]":
        """The fact that follows from it; unknown where it is."""
        known, here, _, _ = self
        value = None if known is None else function(known)
        return Fact(value, at or here, _DERIVED, (self,))


def below(facts: "Iterable[Fact[Any]]") -> "Iterator[Fact[Any]]":
    """Some facts and all that they lean on, each once, the nearest first."""
    waiting = list(facts)
    seen = set(map(id, waiting))
    for fact in waiting:  # which grows as it is gone through
        yield fact
        for inner in fact.leans:
            if id(inner) not in seen:
                seen.add(id(inner))
                waiting.append(inner)


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
