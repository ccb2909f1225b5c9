"""Showing: the text that stands for a hit, and what matched beside it."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from kb.edition import Edition
from kb.holdings import Holdings
from kb.lang import ORIGINAL, in_order_for
from kb.number import RuleNumber
from search.engine import Limits, Match
from search.hits import Also, Hit
from search.memory import Memory
from search.snippet import WIDTH, Marker, Wording, snippet

_MOST_BESIDE = 3
_NARROW = 100
"""Signs of a text that stands under a hit."""


class Shown(NamedTuple):
    """The text of a rule as it is shown."""

    wording: Wording
    language: str
    title: str | None
    edition: Edition


class Showing:
    """Chooses the texts, in the answer language where the limits allow it."""

    def __init__(
        self,
        holdings: Holdings,
        memory: Memory,
        marker: Marker,
        limits: Limits,
        *,
        language: str,
    ) -> None:
        self._holdings = holdings
        self._memory = memory
        self._marker = marker
        self._limits = limits
        self._language = language

    def rule(
        self, score: float, number: str, matches: Sequence[Match], under: Sequence[Match]
    ) -> Hit | None:
        """The rule in the answer language; an example or a ruling where only that matched.

        ``under`` are entries of the glossary that refer to it.
        """
        ordered = sorted(matches, key=lambda m: (m.language != self._language, -m.score))
        if matches and max(matches, key=lambda m: m.score).kind != "rule":
            other = next(match for match in ordered if match.kind != "rule")
            beside = [match for match in ordered if match.text_key != other.text_key]
            return self._other(other, score, (*beside, *under))
        if self._limits.kinds and "rule" not in self._limits.kinds:
            return None
        shown = self._text(number, ordered)
        if shown is None:
            return None
        return Hit(
            number=RuleNumber.parse(number),
            language=shown.language,
            title=shown.title,
            score=score,
            kind="rule",
            snippet=self._snippet(shown.wording),
            edition=shown.edition,
            also=self._also((*ordered, *under), shown.language),
        )

    def loose(self, match: Match, score: float) -> Hit:
        """A text that belongs to no rule."""
        return self._other(match, score, ())

    def _text(self, number: str, matches: Sequence[Match]) -> Shown | None:
        matched = [match.language for match in matches]
        wanted = in_order_for(self._language, matched)
        allowed = self._limits.languages
        for language in wanted if not allowed else [code for code in wanted if code in allowed]:
            read = partial(self._read_rule, number, language)
            shown = self._memory.rules.one((number, language), read)
            if shown is not None:
                return shown
        return None

    def _read_rule(self, number: str, language: str) -> Shown | None:
        held = self._holdings.rule(RuleNumber.parse(number), language)
        if held is None:
            return None
        terms = self._holdings.term_spans(held.text_key, language)
        wording = Wording.of(held.text, terms)
        return Shown(wording, language, self._holdings.title(held), held.edition)

    def _other(self, match: Match, score: float, beside: Sequence[Match]) -> Hit:
        return Hit(
            number=RuleNumber.read(match.number),
            language=match.language,
            title=match.title,
            score=score,
            kind=match.kind,
            snippet=self._snippet(self._wording(match)),
            edition=self._memory.editions.one(
                match.edition, lambda: self._holdings.edition(match.edition)
            ),
            also=self._also(beside, match.language),
        )

    def _also(self, matches: Sequence[Match], language: str) -> tuple[Also, ...]:
        """What else of it matched in the language that is shown; the glossary may be English."""
        beside = {
            match.text_key: match
            for match in matches
            if match.language == language
            or (match.kind == "glossary" and match.language == ORIGINAL)
        }
        own = [match for match in beside.values() if match.kind != "rule"]
        return tuple(
            Also(
                match.kind,
                match.language,
                match.title,
                self._snippet(self._wording(match), _NARROW),
            )
            for match in own[:_MOST_BESIDE]
        )

    def _wording(self, match: Match) -> Wording:
        return self._memory.others.one(
            (match.text_key, match.language), lambda: self._read_other(match)
        )

    def _read_other(self, match: Match) -> Wording:
        terms = self._holdings.term_spans(match.text_key, match.language)
        return Wording.of(self._holdings.text(match.text_key), terms)

    def _snippet(self, wording: Wording, width: int = WIDTH) -> str:
        return snippet(wording.text, self._marker.marks(wording), width=width)
