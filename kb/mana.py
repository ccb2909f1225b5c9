"""Mana costs: read, write, compare, reduce, pay."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from operator import add

from msgspec import Struct

COLORS = "WUBRG"
TYPES = COLORS + "C"
MOST_CHOICES = 12
"""More choice symbols than this have too many readings to go through."""

_LONGEST_KEPT = 40
"""Signs of a cost that is kept once it was read: the same few come in every document."""

_Ways = Callable[[str], list[tuple[str, "Mana"]]]

_SIGN = re.compile(
    r"""
    \{ (?P<braced> [^{}]+ ) \}      # {2}, {G/W}, {U/P}
    | (?P<number> \d+ )             # the short form 2RR
    | (?P<letter> [WUBRGCXYZS] )
    """,
    re.VERBOSE | re.ASCII,
)
_BRACED = re.compile(
    r"""
    (?P<number> \d{1,7} )
    | (?P<letter> [WUBRGCXYZS] )
    | (?P<choice> [WUBRGC]/[WUBRG] | \d{1,2}/[WUBRG] | [WUBRG](?:/[WUBRG])?/P )
    """,
    re.VERBOSE | re.ASCII,
)


class Mana(Struct, frozen=True, gc=False):
    """An amount of mana to be paid, all choices made; ``life`` goes with it."""

    generic: int = 0
    typed: tuple[int, ...] = (0,) * len(TYPES)
    """White, blue, black, red, green, colourless."""
    snow: int = 0
    life: int = 0

    @property
    def total(self) -> int:
        return self.generic + sum(self.typed) + self.snow

    @property
    def without_life(self) -> "Mana":
        return Mana(self.generic, self.typed, self.snow)

    def plus(self, other: "Mana") -> "Mana":
        return Mana(
            self.generic + other.generic,
            tuple(map(add, self.typed, other.typed)),
            self.snow + other.snow,
            self.life + other.life,
        )

    def less(self, other: "Mana") -> "Mana":
        """118.7a-d: what a reduction leaves; 107.4h: snow mana is not touched by it."""
        over = other.generic + other.snow  # 118.7g: {S} in a reduction is generic
        typed = []
        for mine, theirs in zip(self.typed, other.typed, strict=True):
            typed.append(max(0, mine - theirs))
            over += max(0, theirs - mine)  # 118.7b-d: the excess reduces generic mana
        return Mana(max(0, self.generic - over), tuple(typed), self.snow, self.life)

    def __str__(self) -> str:
        signs = [f"{{{self.generic}}}"] if self.generic or not self.total else []
        for sign, count in zip(TYPES, self.typed, strict=True):
            signs += [f"{{{sign}}}"] * count
        return "".join(signs) + "{S}" * self.snow


class ManaCost(Struct, frozen=True, gc=False):
    """A mana cost as printed.

    >>> str(ManaCost.parse("2RXR")), ManaCost.parse("{X}{2/W}").mana_value(x=3)
    ('{X}{2}{R}{R}', 5)
    """

    generic: int = 0
    symbols: tuple[str, ...] = ()
    """All but generic mana, in canonical order, without braces."""
    exists: bool = True
    """False for "no mana cost", which is not a cost of zero (202.1b)."""

    @classmethod
    def parse(cls, text: str | int) -> "ManaCost":
        """Raises ValueError where ``text`` is no mana cost; ``?`` is none either."""
        written = str(text)
        return _kept(written) if len(written) <= _LONGEST_KEPT else _read(written)

    def __str__(self) -> str:
        if not self.exists:
            return "none"
        first = [sign for sign in self.symbols if sign in "XYZ"]
        rest = self.symbols[len(first) :]
        number = [str(self.generic)] if self.generic or not self.symbols else []
        return "".join(f"{{{sign}}}" for sign in (*first, *number, *rest))

    @property
    def colors(self) -> frozenset[str]:
        """105.2: the colours of its symbols."""
        return frozenset(letter for sign in self.symbols for letter in sign if letter in COLORS)

    @property
    def variables(self) -> int:
        return sum(sign in "XYZ" for sign in self.symbols)

    @property
    def choices(self) -> tuple[str, ...]:
        """Its hybrid and Phyrexian symbols."""
        return tuple(sign for sign in self.symbols if "/" in sign)

    def mana_value(self, *, x: int | None) -> int | None:
        """202.3; None where {X} matters and is not known."""
        if self.variables and x is None:
            return None
        return self.generic + sum(_value(sign, x or 0) for sign in self.symbols)

    def readings(self, *, x: int, chosen: Mapping[int, str] | None = None) -> Iterator[Mana]:
        """601.2b: the amounts that it may be announced as; ``chosen`` by place of choice symbol."""
        yield from self._readings(_ways_to_pay, x, chosen or {})

    def as_reduction(self, *, chosen: Mapping[int, str] | None = None) -> Iterator[Mana]:
        """118.7e-g: the amounts that it may take off; {X} of a permanent is 0 (107.3g)."""
        yield from self._readings(_ways_to_reduce, 0, chosen or {})

    def _readings(self, ways: _Ways, x: int, chosen: Mapping[int, str]) -> Iterator[Mana]:
        places = iter(range(1, len(self.choices) + 1))
        options: list[Sequence[Mana]] = []
        for sign in self.symbols:
            if "/" not in sign:
                options.append((_plain(sign, x),))
                continue
            said = chosen.get(next(places))
            options.append([mana for name, mana in ways(sign) if said in (None, name)])
        for combination in product(*options):
            total = Mana(generic=self.generic)
            for mana in combination:
                total = total.plus(mana)
            yield total


def _read(text: str) -> ManaCost:
    if text == "none":
        return ManaCost(exists=False)
    if not text:
        raise ValueError("an empty text is no mana cost (0 is a cost of zero, none is no cost)")
    generic, symbols, at = 0, [], 0
    while at < len(text):
        sign = _SIGN.match(text, at)
        inner = _BRACED.fullmatch(sign["braced"] or sign[0]) if sign else None
        if sign is None or inner is None:
            raise ValueError(f"{text!r} is no mana cost (like 2RR, {{2}}{{R}}{{R}} or none)")
        if inner["number"]:
            generic += int(inner["number"])
        else:
            symbols.append(_official(inner[0]))
        at = sign.end()
    return ManaCost(generic, tuple(sorted(symbols, key=_place)))


_kept = lru_cache(maxsize=4096)(_read)


def _official(sign: str) -> str:
    """The order in which the two colours of a hybrid symbol are printed: {G/W}, not {W/G}."""
    first, slash, rest = sign.partition("/")
    if not slash or first not in COLORS or rest[0] not in COLORS:
        return sign
    near = (COLORS.index(rest[0]) - COLORS.index(first)) % len(COLORS) in (1, 2)
    return sign if near else rest[0] + slash + first + rest[1:]


def _place(sign: str) -> tuple[int, str]:
    order = "XYZWUBRGCS"
    return (order.index(sign), "") if sign in order else (len(order), sign)


def _value(sign: str, x: int) -> int:
    if sign in "XYZ":
        return x
    first = sign.partition("/")[0]
    return int(first) if first.isdigit() else 1  # 202.3f: the largest component


def _plain(sign: str, x: int) -> Mana:
    if sign in "XYZ":
        return Mana(generic=x)
    if sign == "S":
        return Mana(snow=1)
    if sign.isdigit():
        return Mana(generic=int(sign))
    return Mana(typed=tuple(int(sign == letter) for letter in TYPES))


def _ways_to_pay(sign: str) -> list[tuple[str, Mana]]:
    """What one choice symbol may be paid with (107.4e, f)."""
    return [
        ("life", Mana(life=2)) if part == "P" else (part, _plain(part, 0))
        for part in sign.split("/")
    ]


def _ways_to_reduce(sign: str) -> list[tuple[str, Mana]]:
    """118.7e: one half of a hybrid symbol; 118.7f: a Phyrexian one is mana of its colour."""
    return [(part, _plain(part, 0)) for part in sign.split("/") if part != "P"]


def can_be_paid(
    cost: Mana, mana: str, *, snow: int | None = None, any_type: bool = False
) -> bool | None:
    """601.2h: whether the mana (letters) covers the cost exactly; None where snow is not told."""
    if len(mana) != cost.total:
        return False
    if not any_type:
        short = (mana.count(sign) < need for sign, need in zip(TYPES, cost.typed, strict=True))
        if any(short):
            return False
    if cost.snow:
        return None if snow is None else snow >= cost.snow
    return True


def reduced(costs: Iterable[Mana], reductions: Iterable[Mana]) -> frozenset[Mana]:
    """Every total that one of the costs less one of the reductions gives."""
    return frozenset(cost.less(by) for cost, by in product(tuple(costs), tuple(reductions)))
