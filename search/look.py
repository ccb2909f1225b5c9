"""Look up: the text of rules asked for by number or name, with all that stands around them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from kb.edition import Edition, EditionDate
from kb.holdings import HeldRule, Holdings
from kb.lang import in_order_for
from kb.number import RuleNumber
from kb.term import FalseFriend, Title
from search.asked import Absent, asked

if TYPE_CHECKING:
    from kb.former import Former, FormerRules


class Shown(NamedTuple):
    """One rule as it is shown: in one language, from one edition."""

    number: RuleNumber
    language: str
    edition: Edition | None
    """None where no text is held."""
    title: Title | None
    text: str | None
    parent: RuleNumber | None
    children: tuple[RuleNumber, ...]
    previous: RuleNumber | None
    next: RuleNumber | None
    cites: tuple[RuleNumber, ...]
    cited_by: tuple[RuleNumber, ...]
    examples: tuple[str, ...]
    rulings: tuple[str, ...]
    checks: int
    is_heading: bool
    """Its text is only its name."""
    former: "Former | None" = None
    """What became of it, where it is a rule of former times."""


class LookUp(NamedTuple):
    """The rules that were asked for, in the order of asking."""

    results: tuple[Shown, ...]
    warnings: tuple[FalseFriend, ...] = ()
    absent: tuple[Absent, ...] = ()


def look_up(
    holdings: Holdings,
    what: Sequence[str],
    *,
    language: str,
    all_languages: bool = False,
    at: EditionDate | None = None,
    alone: bool = False,
) -> LookUp:
    """The rules with what stands below them, unless ``alone``; raises UnknownEdition, BadRange."""
    if at is not None:
        holdings.check_edition(language, at)
    question = asked(holdings, what, at=at)
    looking = Looking(holdings, language=language, at=at)
    numbers = question.numbers
    if not (question.exact or alone):
        whole = (part for number in numbers for part in looking.with_parts(number))
        numbers = tuple(dict.fromkeys(whole))
    results = [
        shown
        for number in numbers
        for shown in (looking.in_all(number) if all_languages else (looking.shown(number),))
    ]
    return LookUp(tuple(results), question.warnings, question.absent)


class _Text(NamedTuple):
    held: HeldRule | None
    is_former: bool
    """No current edition has it."""


_NO_TEXT = _Text(None, is_former=False)


class Looking:
    """Shows one rule after the other to a reader of one language, as of one day perhaps."""

    def __init__(self, holdings: Holdings, *, language: str, at: EditionDate | None = None) -> None:
        self._holdings = holdings
        self._language = language
        self._at = at
        self._codes = in_order_for(language, holdings.languages())

    def shown(self, number: RuleNumber) -> Shown:
        """In the answer language, else in the first of the others that has a text."""
        return self._shown(number, next(self._texts(number, self._codes), _NO_TEXT))

    def held(self, number: RuleNumber) -> HeldRule | None:
        """The text that is shown of a number, alone."""
        return next(self._texts(number, self._codes), _NO_TEXT).held

    def in_all(self, number: RuleNumber) -> list[Shown]:
        """In each language that has a text; once without one where none has."""
        texts = list(self._texts(number, self._holdings.languages())) or [_NO_TEXT]
        return [self._shown(number, text) for text in texts]

    def with_parts(self, number: RuleNumber) -> tuple[RuleNumber, ...]:
        """A rule with its subrules, a section with its rules, a chapter with its sections."""
        held: Iterable[RuleNumber] = ()
        if self._at is None:
            held = self._holdings.numbers_in(number, self._holdings.languages())
        if not held:  # those that stood beside it then
            texts = (text.held for text in self._texts(number, self._codes))
            beside = (self._holdings.numbers_beside(text) for text in texts if text)
            held = sorted(set(chain.from_iterable(beside)))
        if number.is_chapter:
            held = tuple(other for other in held if other.is_section)
        return (number, *(other for other in held if other != number))

    def _texts(self, number: RuleNumber, codes: Sequence[str]) -> Iterator[_Text]:
        """The texts of a number, one a language; the last ones where it has no current one."""
        current = False
        for code in codes:
            held = self._holdings.rule(number, code, at=self._at)
            if held is not None:
                current = True
                yield _Text(held, is_former=False)
        if current or self._at is not None:
            return
        for code in codes:
            held = self._holdings.former_rule(number, code)
            if held is not None:
                yield _Text(held, is_former=True)

    def _shown(self, number: RuleNumber, text: _Text) -> Shown:
        holdings, held = self._holdings, text.held
        before, after = beside(holdings.siblings(number), number)
        code = held.edition.language if held else self._language
        return Shown(
            number=number,
            language=code,
            edition=held.edition if held else None,
            title=self._title(number, text),
            text=held.text if held else None,
            parent=number.parent,
            children=holdings.children(number),
            previous=before,
            next=after,
            cites=holdings.cites(held) if held else (),
            cited_by=holdings.cited_by(number, code),
            examples=held.examples if held else (),
            rulings=tuple(text for text, _ in holdings.rulings(number, code)),
            checks=0 if held and held.moved else holdings.checks(number),
            is_heading=held is not None and held.title is not None,
            former=self._former_rules.of(number) if text.is_former else None,
        )

    @cached_property
    def _former_rules(self) -> "FormerRules":
        from kb.former import FormerRules  # nobody pays for the lint who asks for rules of today

        return FormerRules(self._holdings.store, language=self._language)

    def _title(self, number: RuleNumber, text: _Text) -> Title | None:
        """The name in the answer language where there is a sure one, else that of the text."""
        held, code = text.held, self._language
        own = self._holdings.title(held) if held else None
        if held and own and (held.edition.language == code or text.is_former):
            return Title(own, held.edition.language)
        known = self._holdings.known_title(number, code)
        if held and own and (known is None or known.language != code):
            return Title(own, held.edition.language)
        return known


def beside(
    siblings: Sequence[RuleNumber], number: RuleNumber
) -> tuple[RuleNumber | None, RuleNumber | None]:
    """Of numbers in order the one before and the one after another, which may be among them."""
    before, after = bisect_left(siblings, number), bisect_right(siblings, number)
    return (
        siblings[before - 1] if before else None,
        siblings[after] if after < len(siblings) else None,
    )
