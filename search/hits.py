"""Hits: what a search answers."""

from typing import NamedTuple

from kb.edition import Edition
from kb.number import RuleNumber
from kb.term import FalseFriend, Title
from search.why import Cause


class Also(NamedTuple):
    """A text that matched beside the one shown: an example, a ruling, an entry of the glossary."""

    kind: str
    language: str
    title: str | None
    """Of an entry the term that it explains."""
    snippet: str


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
    also: tuple[Also, ...] = ()
    """What else matched of the same rule."""
    why: tuple[Cause, ...] | None = None
    """What makes up the score, where that was asked for."""


class Textless(NamedTuple):
    """A rule that the query names and of which no text is held."""

    number: RuleNumber
    title: Title | None


class Expansion(NamedTuple):
    """The word forms for which something stands, the likeliest first."""

    said: str
    """As it stands in the query, with its sign."""
    forms: tuple[str, ...]
    total: int
    """More than there are ``forms`` where it stands for too many."""


class Found(NamedTuple):
    """What a query found: the first ``hits`` of ``total``."""

    query: str
    total: int
    hits: tuple[Hit, ...]
    warnings: tuple[FalseFriend, ...]
    textless: tuple[Textless, ...] = ()
    expansions: tuple[Expansion, ...] = ()
    """What beginnings and misspellings stand for."""
    loosened: tuple[str, ...] = ()
    """Phrases that no text has: the hits have their words in any order."""
    is_more: bool = False
    """There are more than ``total``: so many were looked at, the likeliest."""
    did_you_mean: tuple[str, ...] = ()
    """Queries that were perhaps meant: spelt as the base knows the words."""
