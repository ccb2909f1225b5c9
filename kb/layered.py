"""Maps that change one entry at a time and share the rest with what they were before."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

_SMALL = 64
"""Up to so many entries a plain dict is copied: nothing is quicker."""


class Layered(Mapping[Key, Value]):
    """A map in the order of insertion, as a dict under a small one of newer entries.

    A game of ten thousand objects and events would else be a hundred million entries.
    """

    __slots__ = ("_added", "_below", "_over")

    def __init__(self, below: dict[Key, Value], over: dict[Key, Value], added: int) -> None:
        self._below = below
        self._over = over
        self._added = added
        """How many entries of ``over`` are not below."""

    def __getitem__(self, key: Key) -> Value:
        return self._over[key] if key in self._over else self._below[key]

    def __iter__(self) -> Iterator[Key]:
        return chain(self._below, (key for key in self._over if key not in self._below))

    def __len__(self) -> int:
        return len(self._below) + self._added

    def __contains__(self, key: object) -> bool:
        return key in self._over or key in self._below

    def changed(self, key: Key, value: Value) -> "Layered[Key, Value]":
        added = self._added + (key not in self)
        if len(self._over) ** 2 > len(self._below):  # so neither of the two copies grows too large
            return Layered({**self._below, **self._over, key: value}, {}, 0)
        return Layered(self._below, {**self._over, key: value}, added)


def differing(one: Mapping[Key, Value], other: Mapping[Key, Value]) -> Iterator[Key]:
    """The keys of ``other`` that have another value in ``one``, or none; values by identity.

    >>> list(differing({"a": 1, "b": 2}, {"a": 1, "b": 3, "c": 4}))
    ['b', 'c']
    """
    if one is other:
        return
    keys: Iterable[Key] = other
    if isinstance(one, Layered) and isinstance(other, Layered) and one._below is other._below:
        keys = dict.fromkeys((*one._over, *other._over))
    for key in keys:
        if one.get(key) is not other.get(key):
            yield key


def with_entry(entries: Mapping[Key, Value], key: Key, value: Value) -> Mapping[Key, Value]:
    """The same entries but for one, which is new or another one.

    >>> dict(with_entry({"a": 1, "b": 2}, "a", 3))
    {'a': 3, 'b': 2}
    """
    if isinstance(entries, Layered):
        return entries.changed(key, value)
    if len(entries) < _SMALL:
        return {**entries, key: value}
    return Layered({**entries, key: value}, {}, 0)
