"""Properties that are worked out once, at the first time that somebody asks."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once_asked(Generic[T]):
    """As ``functools.cached_property`` without its lock, which costs more than most of the values.

    Two threads that ask at the same time both work the value out; that does no harm where it is a
    pure function of the object.

    >>> class Card:
    ...     @once_asked
    ...     def words(self) -> list[str]:
    ...         return ["flying"]
    >>> card = Card()
    >>> card.words is card.words, card.words is Card().words
    (True, False)
    """

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__
        self._name = work_out.__name__

    @overload
    def __get__(self, thing: None, owner: type) -> "once_asked[T]": ...
    @overload
    def __get__(self, thing: object, owner: type) -> T: ...
    def __get__(self, thing: object | None, owner: type) -> "once_asked[T] | T":
        if thing is None:
            return self
        # From now on the value stands in front of this: there is no __set__.
        found = thing.__dict__[self._name] = self._work_out(thing)
        return found
