"""Rule numbers: read, write, order, parent, ranges."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import total_ordering

from kb.errors import BadRange, UnknownRule
from kb.saying import said

# The rules never use l and o, which look like 1 and 0; 704.5 was the first to run past z.
LETTERS = "abcdefghijkmnpqrstuvwxyz"
SUFFIX = rf"a?[{LETTERS}]"
LONGEST_RANGE = 200

_NUMBER = re.compile(
    rf"""
    (?P<section> [1-9] | [1-9]\d\d )            # a chapter or a section
    (?: \. (?P<rule> [1-9]\d{{0,2}} )           # a rule
        (?P<letter> {SUFFIX} )? )?              # a subrule
    """,
    re.VERBOSE | re.ASCII,
)


@total_ordering
@dataclass(frozen=True, slots=True)
class RuleNumber:
    """Where a rule stands, in any language and edition.

    >>> RuleNumber.parse("704.10") > RuleNumber.parse("704.5f")
    True
    >>> str(RuleNumber.parse("704.5aa").parent)
    '704.5'
    """

    section: int
    """7 for a chapter, 702 for a section and all in it."""
    rule: int | None = None
    letter: str | None = None

    @classmethod
    def parse(cls, text: str) -> "RuleNumber":
        """The number that ``text`` is, a final dot allowed; raises UnknownRule.

        >>> RuleNumber.parse("702.33c.")
        RuleNumber(section=702, rule=33, letter='c')
        """
        number = cls.read(text)
        if number is None:
            raise UnknownRule(said("rule.no_number", text=text))
        return number

    @classmethod
    def read(cls, text: str) -> "RuleNumber | None":
        """As ``parse``, but None where the text is no rule number."""
        match = _NUMBER.fullmatch(text.removesuffix("."))
        if match is None or (match["rule"] and len(match["section"]) == 1):
            return None
        rule = int(match["rule"]) if match["rule"] else None
        return cls(int(match["section"]), rule, match["letter"])

    def __str__(self) -> str:
        if self.rule is None:
            return str(self.section)
        return f"{self.section}.{self.rule}{self.letter or ''}"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, RuleNumber):
            return NotImplemented
        return self.order < other.order

    @property
    def order(self) -> tuple[int, int, int, int]:
        """A key that sorts as the rule book does: a parent before its children, z before aa."""
        chapter, section = (self.section, 0) if self.is_chapter else divmod(self.section, 100)
        return chapter, section + (not self.is_chapter), self.rule or 0, _place(self.letter)

    @property
    def rank(self) -> int:
        """``order`` as one whole number, for tables."""
        chapter, section, rule, letter = self.order
        return ((chapter * 1000 + section) * 1000 + rule) * 100 + letter

    @property
    def last_rank(self) -> int:
        """The highest rank that anything below it can have."""
        if self.letter is not None:
            return self.rank
        if self.rule is not None:
            return self.rank + 99
        return self.rank + (99_999_999 if self.is_chapter else 99_999)

    @property
    def child_step(self) -> int:
        """What the ranks of all that stands right below it are a multiple of."""
        if self.rule is not None:
            return 1
        return 100_000 if self.is_chapter else 100

    @property
    def is_chapter(self) -> bool:
        return self.section < 10

    @property
    def is_section(self) -> bool:
        return self.rule is None and not self.is_chapter

    @property
    def is_subrule(self) -> bool:
        return self.letter is not None

    @property
    def parent(self) -> "RuleNumber | None":
        """What contains it: rule, section, chapter; None for a chapter."""
        if self.letter is not None:
            return RuleNumber(self.section, self.rule)
        if self.rule is not None:
            return RuleNumber(self.section)
        return None if self.is_chapter else RuleNumber(self.section // 100)

    @property
    def upwards(self) -> "Iterator[RuleNumber]":
        """Itself, then what contains it: rule, section, chapter."""
        step: RuleNumber | None = self
        while step is not None:
            yield step
            step = step.parent

    @property
    def heading(self) -> "RuleNumber":
        """The rule for a subrule, itself for all others."""
        return RuleNumber(self.section, self.rule)

    def within(self, other: "RuleNumber") -> bool:
        """Whether it is ``other`` or stands below it.

        >>> RuleNumber.parse("702.33a").within(RuleNumber.parse("7"))
        True
        >>> RuleNumber.parse("702.60").within(RuleNumber.parse("702.6"))
        False
        """
        step: RuleNumber | None = self
        while step is not None and step != other:
            step = step.parent
        return step is not None

    @property
    def following(self) -> "RuleNumber | None":
        """The next number of the same parent; None after the last letter and the last chapter."""
        if self.letter is not None:
            place = _place(self.letter) + 1
            return RuleNumber(self.section, self.rule, _letter(place)) if place <= _LAST else None
        if self.rule is not None:
            return RuleNumber(self.section, self.rule + 1) if self.rule < 999 else None
        last = self.section == 9 or self.section % 100 == 99
        return None if last else RuleNumber(self.section + 1)

    @property
    def first_child(self) -> "RuleNumber | None":
        """The number that its first rule or subrule has; None for a subrule."""
        if self.letter is not None:
            return None
        if self.rule is not None:
            return RuleNumber(self.section, self.rule, "a")
        return RuleNumber(self.section * 100) if self.is_chapter else RuleNumber(self.section, 1)


_LAST = 2 * len(LETTERS)


def _place(letter: str | None) -> int:
    """1 for a, 24 for z, 25 for aa; 0 where there is no letter."""
    if letter is None:
        return 0
    return len(LETTERS) * (len(letter) - 1) + LETTERS.index(letter[-1]) + 1


def _letter(place: int) -> str:
    second, index = divmod(place - 1, len(LETTERS))
    return "a" * second + LETTERS[index]


def span(first: RuleNumber, last: RuleNumber) -> tuple[RuleNumber, ...]:
    """All numbers from ``first`` to ``last``, which must have one parent; raises BadRange.

    >>> [str(n) for n in span(RuleNumber.parse("704.5k"), RuleNumber.parse("704.5n"))]
    ['704.5k', '704.5m', '704.5n']
    """
    if first.parent != last.parent:
        raise BadRange(said("rule.two_parents", first=first, last=last))
    if last < first:
        raise BadRange(said("rule.backwards", first=first, last=last))
    numbers = [first]
    while numbers[-1] != last:
        after = numbers[-1].following
        if after is None or len(numbers) == LONGEST_RANGE:
            raise BadRange(said("rule.long_range", first=first, last=last, most=LONGEST_RANGE))
        numbers.append(after)
    return tuple(numbers)


def distinct(numbers: Iterable[RuleNumber]) -> tuple[RuleNumber, ...]:
    """Each number once, in the order of its first appearance."""
    return tuple(dict.fromkeys(numbers))
