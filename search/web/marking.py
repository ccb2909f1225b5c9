"""Marking: the text of a rule as markup, with its citations as links and keywords set apart."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from markupsafe import Markup, escape

from kb.cite import citations
from kb.diff.marks import Mark, Shared
from kb.holdings import HeldRule
from kb.number import RuleNumber
from kb.terms import bundled_numbers
from search.web.cleaning import clean
from search.web.kept import KeptHoldings
from search.web.symbols import pictured

_TAGS = {Shared.BOTH: "", Shared.OLD: "del", Shared.NEW: "ins"}


def inserted(mark: Mark, code: str) -> Markup:
    """Words that two texts share or that one of them has, as what went and what came."""
    text = pictured(clean(mark.text), code)
    tag = _TAGS[mark.shared]
    return Markup(f"<{tag}>{text}</{tag}>") if tag else text


class _Span(NamedTuple):
    start: int
    end: int
    number: RuleNumber
    is_term: bool


class Marking:
    """Marks texts for one reader: ``link`` says where a rule stands, None where it has no page."""

    def __init__(
        self,
        holdings: KeptHoldings,
        *,
        language: str,
        link: Callable[[RuleNumber], str | None],
    ) -> None:
        self._holdings = holdings
        self._language = language
        self._link = link

    def rule(self, held: HeldRule) -> Markup:
        """As the base has it: the citations and terms found when the text came in."""
        spans = [
            _Span(start, end, number, False)
            for number, start, end in self._holdings.citation_spans(held)
        ]
        spans += self._named(held)
        return self._marked(held.text, spans)

    def other(self, text: str, code: str) -> Markup:
        """An example, a ruling, an entry of the glossary; its citations are read here."""
        known = bundled_numbers()
        spans = [
            _Span(mention.start, mention.end, mention.number, False)
            for citation in citations(text, language=code, known=known)
            for mention in citation.mentions
        ]
        return self._marked(text, spans)

    def plain(self, text: str) -> Markup:
        """With its symbols alone."""
        return pictured(clean(text), self._language)

    def _named(self, held: HeldRule) -> Iterator[_Span]:
        places = self._holdings.concept_places()
        for start, end, concept in self._holdings.term_spans(held.text_key, held.edition.language):
            place = places.get(concept)
            if place is not None:
                number = RuleNumber.parse(place)
                if not held.number.within(number):
                    yield _Span(start, end, number, True)

    def _marked(self, text: str, spans: list[_Span]) -> Markup:
        parts: list[str] = []
        at = 0
        # Of two that overlap the citation stands, and of two citations the first.
        for span in sorted(spans, key=lambda each: (each.start, each.is_term, -each.end)):
            if span.start < at or span.end > len(text):
                continue
            address = self._link(span.number)
            if address is None:
                continue
            inner = self.plain(text[span.start : span.end])
            kind = ' class="kw"' if span.is_term else ""
            parts += [
                self.plain(text[at : span.start]),
                f'<a{kind} href="{escape(address)}">{inner}</a>',
            ]
            at = span.end
        parts.append(self.plain(text[at:]))
        return Markup("".join(parts).replace("\n", "<br>"))
