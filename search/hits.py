"""Hits: what a search answers."""

from typing import NamedTuple

from kb.edition import Edition
from kb.number import RuleNumber
from kb.term import FalseFriend, Title


class Hit(NamedTuple):
    """One rule found, or one glossary entry; the text shown is in ``language``."""

    number: RuleNumber | None
    language: str
    title: str | None
    score: float
    """1 for the best hit."""
    kind: str
    snippet: str
    """A part of the text, what matched between ``**``."""
    edition: Edition


class Textless(NamedTuple):
    """A rule that the query names and of which no text is held."""

    number: RuleNumber
    title: Title | None


class Found(NamedTuple):
    """What a query found: the first ``hits`` of ``total``."""

    query: str
    total: int
    hits: tuple[Hit, ...]
    warnings: tuple[FalseFriend, ...]
    textless: tuple[Textless, ...] = ()
