"""What is asked for: a number, a range, a section or a name, read into rule numbers."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kb.edition import EditionDate
from kb.errors import BadRange
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.saying import said
from kb.term import FalseFriend, Term

_NEAREST = 5


class Asked(NamedTuple):
    """The rules that some words ask for."""

    numbers: tuple[RuleNumber, ...]
    """Each one whole: what stands below it is meant too, unless ``exact``."""
    exact: bool
    """A range was asked for, so exactly these."""
    warnings: tuple[FalseFriend, ...] = ()
    absent: tuple["Absent", ...] = ()


class Absent(NamedTuple):
    """Something that no rule is called, and what is spelt or numbered like it."""

    text: str
    nearest: tuple[str, ...]


def asked(holdings: Holdings, what: Sequence[str], *, at: EditionDate | None = None) -> Asked:
    """Read the words of a command line; raises BadRange for a range that is none.

    With ``at`` a name is looked up in the edition of that day, where it had another number.

    Several words may be one name ("doppio attacco") or several things ("702.33 kicker").
    """
    whole = " ".join(what)
    if len(what) > 1 and holdings.named(whole):
        return _one(holdings, whole, at)
    parts = [_one(holdings, text, at) for text in what]
    return Asked(
        numbers=tuple(dict.fromkeys(number for part in parts for number in part.numbers)),
        exact=all(part.exact for part in parts),
        warnings=tuple(dict.fromkeys(friend for part in parts for friend in part.warnings)),
        absent=tuple(absent for part in parts for absent in part.absent),
    )


def _one(holdings: Holdings, text: str, at: EditionDate | None) -> Asked:
    number = RuleNumber.read(text.strip())
    if number is not None:
        if holdings.known(number):
            return Asked((number,), exact=False)
        return Asked((), exact=False, absent=(Absent(text, _near_numbers(holdings, number)),))
    numbers = in_range(text)
    if numbers:
        known = tuple(number for number in numbers if holdings.known(number))
        if not known:
            nothing = Absent(text, _near_numbers(holdings, numbers[0]))
            return Asked((), exact=True, absent=(nothing,))
        lacking = _lacking(holdings, set(numbers) - set(known))
        return Asked(known, exact=True, absent=tuple(lacking))
    terms = _best(holdings.named(text))
    if terms:
        numbers = tuple(dict.fromkeys(term.number for term in terms))
        if at is not None:
            from kb.named_then import numbers_then  # the terms of the bundle, asked for rarely

            then = (number for term in terms for number in numbers_then(holdings, term, at))
            numbers = tuple(dict.fromkeys(then))
            if not numbers:
                return Asked((), exact=False, absent=(Absent(text, ()),))
        return Asked(numbers, exact=False, warnings=holdings.false_friends(text))
    return Asked((), exact=False, absent=(Absent(text, near_names(holdings, text)),))


def in_range(text: str) -> tuple[RuleNumber, ...]:
    """The numbers of a range or list, written as in a text: 702.33a-d."""
    if not any(sign.isdigit() for sign in text):
        return ()
    from kb.cite import citations  # only a range needs the grammar of citations

    for sentence in (f"rules {text.strip()}", text.strip()):  # with its own rule word too
        found = list(citations(sentence))
        if len(found) != 1 or (found[0].start, found[0].end) != (0, len(sentence)):
            continue
        if found[0].fault is not None:
            raise BadRange(said("rule.unread", text=text, why=found[0].fault))
        return found[0].numbers
    return ()


def _lacking(holdings: Holdings, numbers: Iterable[RuleNumber]) -> Iterator[Absent]:
    """What a range asks for and no edition has: a range that is cut short must say so."""
    from kb.cite_styles import shortened  # needed for such a range alone
    from kb.cite_write import runs

    for run in runs(sorted(numbers)):
        yield Absent(shortened(run[0], run[-1]), _near_numbers(holdings, run[0]))


def _best(terms: Sequence[Term]) -> list[Term]:
    """All that the name means; the unsure meanings only where there is no sure one."""
    sure = [term for term in terms if term.sure]
    return sure or list(terms)


def _near_numbers(holdings: Holdings, number: RuleNumber) -> tuple[str, ...]:
    """The numbers around the place where an absent one would stand, else its section."""
    siblings = holdings.siblings(number)
    before = [other for other in siblings if other < number][-3:]
    after = [other for other in siblings if other > number][:2]
    near = (*before, *after)
    if not near and number.parent is not None and holdings.known(number.parent):
        near = (number.parent,)
    return tuple(map(str, near))


def near_names(holdings: Holdings, text: str) -> tuple[str, ...]:
    """What is spelt like something that no rule is called."""
    from difflib import get_close_matches  # nobody pays for it who spells well

    from kb.lang import folded

    close = get_close_matches(folded(text), holdings.forms(), n=_NEAREST, cutoff=0.6)
    terms = [term for form in close for term in holdings.named(form)]
    return tuple(dict.fromkeys(f"{term.word} ({term.number})" for term in terms))[:_NEAREST]
