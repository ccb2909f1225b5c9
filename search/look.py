"""Look up: the text of rules asked for by number or name, with all that stands around them."""

from collections.abc import Sequence
from typing import NamedTuple

from kb.edition import Edition, EditionDate
from kb.holdings import HeldRule, Holdings
from kb.lang import in_order_for
from kb.number import RuleNumber
from kb.term import FalseFriend, Title
from search.asked import Absent, asked


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
) -> LookUp:
    """The rules with what stands below them; raises UnknownEdition and BadRange."""
    if at is not None:
        holdings.check_edition(language, at)
    question = asked(holdings, what, at=at)
    numbers = (
        question.numbers
        if question.exact
        else tuple(
            dict.fromkeys(n for number in question.numbers for n in _with_parts(holdings, number))
        )
    )
    results = [
        _shown(holdings, number, held, language)
        for number in numbers
        for held in (
            _in_all(holdings, number, at=at)
            if all_languages
            else [_best(holdings, number, language, at=at)]
        )
    ]
    return LookUp(tuple(results), question.warnings, question.absent)


def shown(
    holdings: Holdings, number: RuleNumber, *, language: str, at: EditionDate | None = None
) -> Shown:
    """One rule alone, in the answer language where the base has it."""
    return _shown(holdings, number, _best(holdings, number, language, at=at), language)


def _with_parts(holdings: Holdings, number: RuleNumber) -> tuple[RuleNumber, ...]:
    """A rule with its subrules, a section with its rules, a chapter with its sections' names."""
    held = holdings.numbers_in(number, holdings.languages())
    if number.is_chapter:
        held = tuple(other for other in held if other.is_section)
    return (number, *(other for other in held if other != number))


def _in_all(
    holdings: Holdings, number: RuleNumber, *, at: EditionDate | None
) -> list[HeldRule | None]:
    """The text in each language that has one; None alone where none has."""
    texts = [holdings.rule(number, code, at=at) for code in holdings.languages()]
    return [held for held in texts if held is not None] or [None]


def _best(
    holdings: Holdings, number: RuleNumber, language: str, *, at: EditionDate | None
) -> HeldRule | None:
    """The text in the answer language, else in the first of the others that has one."""
    for code in in_order_for(language, holdings.languages()):
        held = holdings.rule(number, code, at=at)
        if held is not None:
            return held
    return None


def _shown(holdings: Holdings, number: RuleNumber, held: HeldRule | None, language: str) -> Shown:
    siblings = holdings.siblings(number)
    before = [other for other in siblings if other < number]
    after = [other for other in siblings if other > number]
    code = held.edition.language if held else language
    return Shown(
        number=number,
        language=code,
        edition=held.edition if held else None,
        title=_title(holdings, held, number, language),
        text=held.text if held else None,
        parent=number.parent,
        children=_children(holdings, number),
        previous=before[-1] if before else None,
        next=after[0] if after else None,
        cites=holdings.cites(held) if held else (),
        cited_by=holdings.cited_by(number, code),
        examples=held.examples if held else (),
        rulings=tuple(text for text, _ in holdings.rulings(number, code)),
        checks=0 if held and held.moved else holdings.checks(number),
        is_heading=held is not None and held.title is not None,
    )


def _children(holdings: Holdings, number: RuleNumber) -> tuple[RuleNumber, ...]:
    below = set(holdings.known_in(number))
    below.update(holdings.numbers_in(number, holdings.languages()))
    return tuple(sorted(other for other in below if other.parent == number))


def _title(
    holdings: Holdings, held: HeldRule | None, number: RuleNumber, code: str
) -> Title | None:
    """The name in the answer language where there is a sure one, else that of the text shown."""
    own = holdings.title(held) if held else None
    if held and own and held.edition.language == code:
        return Title(own, code)
    known = holdings.known_title(number, code)
    if held and own and (known is None or known.language != code):
        return Title(own, held.edition.language)
    return known
