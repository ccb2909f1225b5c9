"""Texts: rules as lines of a page, each with its name, its edition and its markup."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from kb.edition import Edition
from kb.holdings import HeldRule
from kb.number import RuleNumber
from kb.term import Title
from search.look import Looking
from search.web.asking import Asking
from search.web.marking import Marking

_FIRST = 90
"""Signs of a text that stand for it in a list."""


class Line(NamedTuple):
    """A rule on a page."""

    number: RuleNumber
    title: Title | None
    """Its own name, not that of what is above it."""
    edition: Edition | None
    """None where no text is held."""
    text: Markup | None
    """None where there is none, or it is only the name."""
    examples: tuple[Markup, ...] = ()

    @property
    def language(self) -> str | None:
        return self.edition.language if self.edition else None


class Texts:
    """Makes lines for one question."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self.holdings = asking.holdings
        self.looking = Looking(asking.holdings, language=asking.language, at=asking.at)

    @cached_property
    def marking(self) -> Marking:
        return Marking(self.holdings, language=self.asking.language, link=self.link)

    def link(self, number: RuleNumber) -> str | None:
        if not self.holdings.known(number):
            return None
        return self.asking.addresses.rule(number)

    def title(self, number: RuleNumber, held: HeldRule | None) -> Title | None:
        """The own name of a number in the reader's language, else in that of the text."""
        code = self.asking.language
        if held is not None and held.title is not None and held.edition.language == code:
            return Title(held.title, code)
        if self.holdings.heading(number) is not None:
            known = self.holdings.known_title(number, code)
            if known is not None and (known.language == code or held is None or not held.title):
                return known
        if held is not None and held.title is not None:
            return Title(held.title, held.edition.language)
        return None

    def line(self, number: RuleNumber) -> Line:
        once = self.asking.kept.texts.once
        return once(("line", number, self.asking.language), lambda: self._line(number))

    def _line(self, number: RuleNumber) -> Line:
        held = self.looking.held(number)
        title = self.title(number, held)
        if held is None:
            return Line(number, title, None, None)
        code = held.edition.language
        return Line(
            number,
            title,
            held.edition,
            None if held.title is not None else self.marking.rule(held),
            tuple(self.marking.other(example, code) for example in held.examples),
        )

    def lines(self, numbers: Sequence[RuleNumber]) -> tuple[Line, ...]:
        return tuple(self.line(number) for number in numbers)

    def name(self, number: RuleNumber) -> str:
        """A few words for a rule: its name, else how its text begins."""
        once = self.asking.kept.facts.once
        return once(("name", number, self.asking.language), lambda: self._name(number))

    def _name(self, number: RuleNumber) -> str:
        held = self.looking.held(number)
        title = self.title(number, held)
        if title is not None:
            return title.text
        return shortened(held.text, _FIRST) if held is not None else ""

    def called(self, number: RuleNumber) -> str:
        """Its name, or that of the nearest rule above it; empty where nothing has one."""
        known = self.holdings.known_title(number, self.asking.language)
        held = self.looking.held(number)
        own = self.title(number, held)
        if own is not None:
            return own.text
        return known.text if known is not None else ""

    def names(self, numbers: Sequence[RuleNumber]) -> tuple[tuple[RuleNumber, str], ...]:
        return tuple((number, self.name(number)) for number in numbers)


def shortened(text: str, longest: int) -> str:
    """The first words of a text, with an ellipsis where there are more."""
    flat = " ".join(text.split())
    if len(flat) <= longest:
        return flat
    return flat[:longest].rsplit(" ", 1)[0].rstrip(" ,;:.–-") + " …"


def ordered(editions: Sequence[Edition | None], name: Callable[[Edition], str]) -> tuple[str, ...]:
    """What the editions of some lines are called, each once."""
    return tuple(dict.fromkeys(name(edition) for edition in editions if edition is not None))
