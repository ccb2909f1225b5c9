"""Citing: the citations that some words ask for, written down."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from kb.cite_links import LinkPattern
from kb.cite_styles import Quotation
from kb.cite_write import cite, runs
from kb.edition import Edition, EditionDate
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.term import FalseFriend
from search.asked import Absent, asked
from search.look import Looking, Shown
from search.render import printable
from search.sentences import edition_words

if TYPE_CHECKING:
    from kb.former import Former


@dataclass(frozen=True, slots=True)
class Manner:
    """How citations are to be written."""

    language: str
    style: str = "plain"
    at: EditionDate | None = None
    link: LinkPattern | None = None
    quote: bool = False


@dataclass(frozen=True, slots=True)
class Quoted:
    """The words of a rule, or of the rules of a range a line each."""

    text: str
    edition: Edition


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation; ``text`` is what to paste."""

    numbers: tuple[RuleNumber, ...]
    text: str
    bare: str
    """The same without the quotation."""
    edition: Edition | None
    quoted: Quoted | None
    former: "tuple[Former, ...]" = ()
    """What became of its rules, as far as they are of former times."""


@dataclass(frozen=True, slots=True)
class Citing:
    """The citations in the order of asking."""

    citations: tuple[Cited, ...]
    warnings: tuple[FalseFriend, ...]
    absent: tuple[Absent, ...]


def citing(holdings: Holdings, what: Sequence[str], manner: Manner) -> Citing:
    """Write what is asked for; a range is one citation, things asked for apart are several.

    Raises UnknownEdition and BadRange.
    """
    if manner.at is not None:
        holdings.check_edition(manner.language, manner.at)
    whole = " ".join(what)
    apart = [whole] if len(what) > 1 and holdings.named(whole) else what
    questions = [asked(holdings, [text], at=manner.at) for text in apart]
    looking = Looking(holdings, language=manner.language, at=manner.at)
    cited: dict[tuple[RuleNumber, ...], Cited] = {}
    absent = [each for question in questions for each in question.absent]
    for question in questions:
        rules = [looking.shown(number) for number in question.numbers]
        if manner.at is not None:
            absent += [Absent(str(rule.number), ()) for rule in rules if rule.edition is None]
            rules = [rule for rule in rules if rule.edition is not None]
        for together in _runs(rules, manner) if question.exact else ([rule] for rule in rules):
            one = _cited(together, manner)
            cited.setdefault(one.numbers, one)
    return Citing(
        tuple(cited.values()),
        tuple(dict.fromkeys(chain.from_iterable(each.warnings for each in questions))),
        tuple(absent),
    )


def _runs(rules: Sequence[Shown], manner: Manner) -> Iterator[list[Shown]]:
    """The rules of a range, cut where it has a gap and where another edition is shown.

    A number without a text belongs to the edition of those before it.
    """
    places = iter(rules)
    for run in runs(rule.number for rule in rules):
        part: list[Shown] = []
        edition: Edition | None = None
        for rule in (next(places) for _ in run):
            if part and not _together(rule.edition, edition, manner):
                yield part
                part, edition = [], None
            part.append(rule)
            edition = edition or rule.edition
        yield part


def _together(one: Edition | None, other: Edition | None, manner: Manner) -> bool:
    """Whether a rule goes with those before it: a whole edition lacks what has no text in it."""
    if one is None or other is None:
        held = one or other
        return held is None or not held.official
    return _alike(one, other, manner)


def _alike(one: Edition, other: Edition, manner: Manner) -> bool:
    """Whether one citation can name both; a quotation names the source of its words too."""
    if manner.quote:
        return one == other
    return (one.language, one.date, one.kind) == (other.language, other.date, other.kind)


def _cited(rules: Sequence[Shown], manner: Manner) -> Cited:
    numbers = tuple(rule.number for rule in rules)
    edition = next((rule.edition for rule in rules if rule.edition), None)
    quoted = _quoted(rules, edition) if manner.quote and edition else None
    titles = {rule.title.text if rule.title else None for rule in rules}
    title = titles.pop() if len(titles) == 1 else None
    write = partial(
        cite,
        *numbers,
        language=manner.language,
        style=manner.style,
        edition=edition,
        title=" ".join(printable(title).split()) if title else None,
        link=manner.link,
    )
    bare = write()
    text = write(quotation=_quotation(quoted, manner.language)) if quoted else bare
    former = tuple(rule.former for rule in rules if rule.former)
    return Cited(numbers, text, bare, edition, quoted, former)


def _quoted(rules: Sequence[Shown], edition: Edition) -> Quoted:
    if len(rules) == 1:
        return Quoted(rules[0].text or "", edition)
    lines = (f"{rule.number} {rule.text}" for rule in rules if rule.text is not None)
    return Quoted("\n".join(lines), edition)


def _quotation(quoted: Quoted, language: str) -> Quotation:
    mark = edition_words(quoted.edition, language)
    return Quotation(printable(quoted.text), mark, quoted.edition.language)
