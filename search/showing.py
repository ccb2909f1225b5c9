"""Showing: the text that stands for a hit, and what matched beside it."""

from collections.abc import Sequence

from kb.holdings import HeldRule, Holdings
from kb.lang import ORIGINAL, in_order_for
from kb.number import RuleNumber
from search.engine import Limits, Match
from search.hits import Also, Hit
from search.snippet import WIDTH, Marker, snippet

_MOST_BESIDE = 3
_NARROW = 100
"""Signs of a text that stands under a hit."""


class Showing:
    """Chooses the texts, in the answer language where the limits allow it."""

    def __init__(
        self, holdings: Holdings, marker: Marker, limits: Limits, *, language: str
    ) -> None:
        self._holdings = holdings
        self._marker = marker
        self._limits = limits
        self._language = language

    def rule(
        self, score: float, number: RuleNumber, matches: Sequence[Match], under: Sequence[Match]
    ) -> Hit | None:
        """The rule in the answer language; an example or a ruling where only that matched.

        ``under`` are entries of the glossary that refer to it.
        """
        ordered = sorted(matches, key=lambda m: (m.language != self._language, -m.score))
        if matches and max(matches, key=lambda m: m.score).kind != "rule":
            other = next(match for match in ordered if match.kind != "rule")
            beside = [match for match in ordered if match.text_key != other.text_key]
            return self._other(other, score, (*beside, *under))
        held = self._text(number, ordered)
        if held is None or (self._limits.kinds and "rule" not in self._limits.kinds):
            return None
        language = held.edition.language
        return Hit(
            number=number,
            language=language,
            title=self._holdings.title(held),
            score=score,
            kind="rule",
            snippet=self._snippet(held.text, held.text_key, language),
            edition=held.edition,
            also=self._also((*ordered, *under), language),
        )

    def loose(self, match: Match, score: float) -> Hit:
        """A text that belongs to no rule."""
        return self._other(match, score, ())

    def _text(self, number: RuleNumber, matches: Sequence[Match]) -> HeldRule | None:
        matched = [match.language for match in matches]
        wanted = in_order_for(self._language, matched)
        allowed = self._limits.languages
        for language in wanted if not allowed else [code for code in wanted if code in allowed]:
            held = self._holdings.rule(number, language)
            if held is not None:
                return held
        return None

    def _other(self, match: Match, score: float, beside: Sequence[Match]) -> Hit:
        text = self._holdings.text(match.text_key)
        return Hit(
            number=RuleNumber.read(match.number),
            language=match.language,
            title=match.title,
            score=score,
            kind=match.kind,
            snippet=self._snippet(text, match.text_key, match.language),
            edition=self._holdings.edition(match.edition),
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
                self._snippet(
                    self._holdings.text(match.text_key), match.text_key, match.language, _NARROW
                ),
            )
            for match in own[:_MOST_BESIDE]
        )

    def _snippet(self, text: str, text_key: int, language: str, width: int = WIDTH) -> str:
        spans = self._holdings.term_spans(text_key, language)
        return snippet(text, self._marker.marks(text, spans), width=width)
