"""Words for targets: what the description of a target, or the quality of a keyword, asks for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from kb.lang import codes, folded, language

_NUMBER = re.compile(r"\d{1,4}", re.ASCII)
_HEADS = frozenset({"player", "opponent", "any", "permanent", "spell", "card", "token"})


@dataclass(frozen=True, slots=True)
class Wish:
    """One condition: ``color``, ``B``; a number stands beside it where it has one."""

    key: str
    value: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a target is to be: one of the kinds, and everything else."""

    kinds: tuple[tuple[Wish, ...], ...]
    """Alternatives; all conditions of one are to be met: an artifact creature, or a player."""
    rest: tuple[Wish, ...]

    @property
    def names_zone(self) -> bool:
        """Whether it may be elsewhere than on the battlefield (115.2)."""
        return any(wish.key in ("zone", "own-zone") for wish in self.rest)

    def has_head(self, head: str) -> bool:
        return any(wish.key == head for kind in self.kinds for wish in kind)


@cache
def wanted(text: str) -> Wanted | None:
    """What the words of a target ask for; None where one of them is not in the tables.

    >>> wanted("artifact creature you control").rest
    (Wish(key='controller', value='you', number=None),)
    """
    wishes = list(_wishes(folded(text).split(), "targets"))
    if not wishes or None in wishes:
        return None
    kinds: list[list[Wish]] = [[]]
    rest: list[Wish] = []
    for wish in wishes:
        assert wish is not None
        if wish.key == "or":
            kinds.append([])
        elif wish.key in _HEADS or wish.key == "type":
            kinds[-1].append(wish)
        else:
            rest.append(wish)
    if not all(kinds):  # "red or green": a choice between other things than kinds
        return None
    return Wanted(tuple(tuple(kind) for kind in kinds), tuple(rest))


@cache
def keyword(text: str) -> tuple[str, str] | None:
    """What a keyword with words after it is, and those words; None for any other.

    >>> keyword("protection from black"), keyword("haste")
    (('protection', 'black'), None)
    """
    words = folded(text).split()
    heads = _table("keyword_heads")
    for count in range(len(words), 0, -1):
        head = heads.get(" ".join(words[:count]))
        if head is not None:
            return head, " ".join(words[count:])
    return None


@cache
def quality(text: str) -> Wish | None:
    """The quality that protection is from; None where no table has it."""
    found = list(_wishes(text.split(), "qualities", "targets"))
    return found[0] if len(found) == 1 else None


def trigger(text: str | None) -> str | None:
    """When an ability triggers: enters, dies, leaves, attacks, cast, step:…; None for others."""
    return _table("triggers").get(folded(text)) if text is not None else None


def by_x(text: str | None, x: int) -> Wish | None:
    """The first measure by X in the words of an effect: "mana value X or less".

    >>> by_x("destroy target artifact with mana value X or less", 2)
    Wish(key='mana-value', value='most', number=2)
    """
    if text is None:
        return None
    words = f" {folded(text).rstrip('.')} "
    longest_first = sorted(_table("targets").items(), key=lambda row: -len(row[0]))
    for phrase, code in longest_first:
        if "{n}" in phrase and f" {phrase.replace('{n}', 'x')} " in words:
            key, _, value = code.partition(":")
            return Wish(key, value, x)
    return None


def _wishes(words: list[str], *tables: str) -> Iterator[Wish | None]:
    """The longest phrases that the tables have, in order; None for a word that none has."""
    table = {phrase: code for name in reversed(tables) for phrase, code in _table(name).items()}
    while words:
        for count in range(min(len(words), 10), 0, -1):
            numbers = [word for word in words[:count] if _NUMBER.fullmatch(word)]
            phrase = " ".join("{n}" if word in numbers else word for word in words[:count])
            code = table.get(phrase)
            if code is not None and len(numbers) <= 1:
                key, _, value = code.partition(":")
                yield Wish(key, value, int(numbers[0]) if numbers else None)
                words = words[count:]
                break
        else:
            yield None
            return


@cache
def _table(name: str) -> Mapping[str, str]:
    """The folded phrases of all languages."""
    found: dict[str, str] = {}
    for code in codes():
        words = language(code).tables.get("state", {}).get(name, {})
        found |= {folded(phrase): meaning for phrase, meaning in words.items()}
    return found
