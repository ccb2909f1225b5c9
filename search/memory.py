"""Memory: what questions read of a base, kept for the next ones."""

from collections.abc import Callable, Collection, Hashable, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:  # what is kept comes from the modules that keep it
    from kb.edition import Edition
    from kb.enclitics import Enclitics
    from kb.term import FalseFriend
    from search.showing import Shown
    from search.snippet import Wording
    from search.words import Known, NameRow, Sense

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """So many values at most: where one more comes, all are let go. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[K, V] = {}

    def among(self, keys: Collection[K], read: Callable[[list[K]], Mapping[K, V]]) -> dict[K, V]:
        """The value of each key, in their order; ``read`` gives all that are not held at once."""
        held = self._held
        found: dict[K, V] = {}
        new: list[K] = []
        for key in keys:
            try:
                found[key] = held[key]
            except KeyError:
                new.append(key)
        if new:
            made = read(new)
            found.update(made)
            if len(held) + len(made) > self._most:
                held.clear()
            held.update(made)
            found = {key: found[key] for key in keys}
        return found

    def one(self, key: K, read: Callable[[], V]) -> V:
        """The value of a key; ``read`` gives it where it is not held."""
        try:
            return self._held[key]
        except KeyError:
            made = read()
            if len(self._held) >= self._most:
                self._held.clear()
            self._held[key] = made
            return made


class Memory:
    """Of one version of a base, as of one day.

    What the values are is told where they are read: ``Lexicon``, ``Showing`` and ``find``.
    """

    def __init__(self) -> None:
        self.known: Kept[str, dict[str, Known]] = Kept(20_000)
        self.lexemes: Kept[str, dict[str, tuple[str, ...]]] = Kept(40_000)
        self.senses: Kept[str, dict[str, tuple[Sense, ...]]] = Kept(20_000)
        self.forms: Kept[str, tuple[str, ...]] = Kept(20_000)
        self.named: Kept[str, tuple[NameRow, ...]] = Kept(40_000)
        self.near: Kept[str, tuple[str, ...]] = Kept(5_000)
        self.enclitics: Kept[str, dict[str, Enclitics]] = Kept(1)
        self.friends: Kept[str, tuple[FalseFriend, ...]] = Kept(5_000)
        self.rules: Kept[tuple[str, str], Shown | None] = Kept(5_000)
        self.others: Kept[tuple[int, str], Wording] = Kept(5_000)
        self.editions: Kept[int, Edition] = Kept(500)
