"""Numbers as a text writes them: single ones, ranges, and forms that are none."""

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from kb import cite_forms as forms
from kb.errors import BadRange
from kb.model import Mention, MentionKind
from kb.number import RuleNumber, span
from kb.saying import said


class Item(NamedTuple):
    """One member of a list: a number, a range, or a form that is no number."""

    mentions: tuple[Mention, ...]
    start: int
    end: int
    """Behind the last number."""
    past: int
    """Behind its plural or possessive s."""
    dotted: bool = False
    """The first number is more than a section; 708.x is, as a text writes it."""
    lettered: bool = False
    """One of the numbers has a letter."""
    spelled: bool = False
    """A range with a word between its numbers."""
    fault: str | None = None
    damaged: bool = False

    @property
    def has_s(self) -> bool:
        return self.past > self.end


class _Number(NamedTuple):
    number: RuleNumber
    start: int
    end: int
    past: int
    wild: bool = False

    @property
    def level(self) -> tuple[bool, bool]:
        return self.number.rule is not None, self.number.is_subrule

    @property
    def mention(self) -> Mention:
        return Mention(self.number, self.start, self.end)


class Numbers:
    """Reads the numbers of one text."""

    def __init__(self, text: str, *, known: Collection[RuleNumber], plurals: bool) -> None:
        self._text = text
        self._known = known
        self._plurals = plurals
        self._reaching = forms.joiners().reaching
        self._has_damage = "\N{REPLACEMENT CHARACTER}" in text

    def item(
        self, position: int, *, chapters: bool = False, odd_tails: bool = False
    ) -> Item | None:
        """The number or range that begins there; None where none does.

        With ``odd_tails`` 704.5k–o is a form that is no number, else 704.5k alone.
        """
        first = self._number(position)
        if first is None:
            return self._chapters(position) if chapters else None
        if self._has_damage and (damage := forms.DAMAGED.match(self._text, first.end)):
            return self._damaged(first, damage.end())
        if not forms.MAY_REACH.match(self._text, first.end):
            return _single(self._plural(first))
        item = self._range(first) or (self._odd_tail(first) if odd_tails else None)
        return item or _single(self._plural(first))

    def odd(self, position: int, *, listed: bool = False) -> Item | None:
        """The form that begins there like a number and is none."""
        match = forms.ODD.match(self._text, position)
        if match is None or forms.PLACEHOLDER.match(self._text, position):
            return None
        if listed and not forms.ODD_IN_LIST.fullmatch(match[0]):
            return None
        fault = said("rule.odd", written=match[0])
        return Item((), position, match.end(), match.end(), fault=fault)

    def _number(self, position: int) -> _Number | None:
        """The number that begins there; a last s is taken for its letter."""
        match = forms.NUMBER.match(self._text, position)
        if match is None:
            return None
        section, wild, plural = match.groups()
        end = past = match.end()
        if plural:
            end -= 1
        elif possessive := forms.POSSESSIVE.match(self._text, end):
            past = possessive.end()
        written = section if wild else self._text[position:end].lower()
        return _Number(number_of(written), position, end, past, wild is not None)

    def _plural(self, first: _Number) -> _Number:
        """The same, or without its last s where that is no letter."""
        number, letter = first.number, first.number.letter
        if letter is None or letter[-1] != "s" or not self._plurals or number in self._known:
            return first
        singular = RuleNumber(number.section, number.rule, letter[:-1] or None)
        return first._replace(number=singular, end=first.end - 1)

    def _range(self, first: _Number) -> Item | None:
        if first.past > first.end or first.wild:
            return None
        last, spelled = self._dashed(first), False
        if last is None:
            last, spelled = self._spelled(first), True
        return None if last is None else _range(first, last, spelled=spelled)

    def _dashed(self, first: _Number) -> _Number | None:
        match = forms.DASHED.match(self._text, first.end)
        if match is None:
            return None
        glued = not match["before"] and not match["behind"]
        last = self._last(match.end(), first)
        if last is not None and (last.number.rule is not None or first.number.rule is None):
            return last if glued or last.level == first.level else None
        return self._tail(first) if glued else None

    def _last(self, position: int, first: _Number) -> _Number | None:
        last = self._number(position)
        return last if last is None or first.number.is_subrule else self._plural(last)

    def _tail(self, first: _Number) -> _Number | None:
        if forms.ARTICLE_TAIL.match(self._text, first.end):
            return None
        match = forms.TAIL.match(self._text, first.end)
        if match is None or first.number.rule is None:
            return None
        rule = int(match["rule"]) if match["rule"] else first.number.rule
        number = RuleNumber(first.number.section, rule, (match["letter"] or "").lower() or None)
        if match["rule"] and rule >= 100 and rule <= first.number.rule:
            number = RuleNumber(rule)  # a section of its own
        return _Number(number, match.start("tail"), match.end(), match.end())

    def _spelled(self, first: _Number) -> _Number | None:
        match = self._reaching.match(self._text, first.end)
        if match is None:
            return None
        last = self._last(match.end(), first)
        return last if last is not None and last.level == first.level else None

    def _odd_tail(self, first: _Number) -> Item | None:
        match = forms.ODD_TAIL.match(self._text, first.end) if first.number.is_subrule else None
        if match is None:
            return None
        fault = said("rule.unused_letter", written=self._text[first.start : match.end()])
        return Item((), first.start, match.end(), match.end(), True, True, fault=fault)

    def _damaged(self, first: _Number, end: int) -> Item:
        fault = said("rule.lost_sign", written=self._text[first.start : end])
        dotted, lettered = first.level
        return Item((), first.start, end, end, dotted, lettered, fault=fault, damaged=True)

    def _chapters(self, position: int) -> Item | None:
        match = forms.CHAPTER.match(self._text, position)
        if match is None:
            return None
        first = _Number(RuleNumber(int(match["section"])), position, match.end(), match.end())
        end = first.end
        spelled = self._reaching.match(self._text, end)
        between = spelled or forms.DASHED.match(self._text, end)
        other = forms.CHAPTER.match(self._text, between.end()) if between else None
        if other is None:
            return _single(first)
        last = _Number(RuleNumber(int(other["section"])), other.start(), other.end(), other.end())
        return _range(first, last, spelled=spelled is not None)


@lru_cache(maxsize=16_384)
def number_of(written: str) -> RuleNumber:
    """As ``RuleNumber.parse``, kept: the same ones are cited again and again."""
    return RuleNumber.parse(written)


def _single(number: _Number) -> Item:
    dotted, lettered = number.level
    return Item(
        (number.mention,), number.start, number.end, number.past, dotted or number.wild, lettered
    )


def _range(first: _Number, last: _Number, *, spelled: bool) -> Item:
    inner: tuple[RuleNumber, ...] = ()
    fault = None
    try:
        inner = span(first.number, last.number)[1:-1]
    except BadRange as error:
        # a long one is sound, only not written out
        sound = first.number.parent == last.number.parent and first.number <= last.number
        fault = None if sound else error.said
    between = (Mention(n, first.start, last.end, MentionKind.RANGE) for n in inner)
    dotted, lettered = first.level
    return Item(
        (first.mention, *between, last.mention),
        first.start,
        last.end,
        last.past,
        dotted,
        lettered or last.number.is_subrule,
        spelled,
        fault,
    )
