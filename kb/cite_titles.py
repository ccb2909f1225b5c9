"""Titles: rules to which a text refers by their name alone, as in: see “Kicker”."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from kb.edition import Edition
from kb.lang import folded, in_order_for, language
from kb.model import RuleText
from kb.moves import today
from kb.number import RuleNumber
from kb.terms import named

TITLE = "title"
"""The kind of an edge that such a name makes; the others are those of ``MentionKind``."""

_OPENINGS = '“„«"'
_QUOTED = r"[“„«\"](?P<name>[^“”„«»\"\n]{1,80})[”“»\"]"


@dataclass(frozen=True, slots=True)
class NamedRule:
    """``text[start:end]``, its quotes included, names the rule."""

    number: RuleNumber
    start: int
    end: int


class Headings:
    """What the names mean in one edition: its own headings, else those that are known."""

    def __init__(self, edition: Edition, rules: Iterable[RuleText]) -> None:
        self.language = edition.language
        self._date = edition.date
        self._own: dict[str, set[RuleNumber]] = {}
        for rule in rules:
            if rule.title is not None:
                self._own.setdefault(folded(rule.title), set()).add(rule.number)

    def number(self, name: str) -> RuleNumber | None:
        """None where no heading is called so, and where several are."""
        numbers = self._own.get(folded(name)) or {
            term.number
            for term in named(name)
            if term.sure and term.kind.is_heading and term.language == self.language
            # the table is of today: an old edition may have another rule at that number
            if today(term.number, self._date) == term.number
        }
        return next(iter(numbers)) if len(numbers) == 1 else None

    def named_in(self, text: str) -> Iterator[NamedRule]:
        """The rules that stand by name behind a *see* word of the language."""
        if not any(map(text.__contains__, _OPENINGS)):
            return
        for reference in _reference(self.language).finditer(text):
            for quoted in re.finditer(_QUOTED, reference[0]):
                number = self.number(quoted["name"].strip(" .,;"))
                if number is not None:
                    start = reference.start()
                    yield NamedRule(number, start + quoted.start(), start + quoted.end())


@cache
def _reference(code: str) -> re.Pattern[str]:
    spoken = [language(each) for each in in_order_for(code)[:2]]

    def one_of(key: str) -> str:
        words = {word for each in spoken for word in each.words("citations", key)}
        return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))

    quoted = _QUOTED.replace("?P<name>", "?:")
    return re.compile(
        rf"""
        (?<!\w) (?: {one_of("see")} ) (?!\w) \s+ (?: (?: {one_of("also")} ) \s+ )?
        {quoted} (?: (?: \s*,\s* | \s+ (?: {one_of("and")} ) \s+ ) {quoted} )*
        """,
        re.VERBOSE | re.IGNORECASE,
    )
