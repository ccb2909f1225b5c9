"""Find: the rules that answer words in any language."""

from itertools import islice

from kb.holdings import HeldRule, Holdings
from kb.lang import in_order_for
from kb.number import RuleNumber
from kb.store import Store
from kb.term import FalseFriend
from kb.tokens import tokens
from search import asking
from search.engine import Limits, Match
from search.hits import Found, Hit, Textless
from search.index import Index
from search.ranking import NAME_WORDS, has_text
from search.scoring import scores as scored
from search.snippet import Marker, snippet

KINDS = ("rule", "glossary", "ruling", "example")


def find(
    store: Store,
    index: Index,
    query: str,
    *,
    language: str,
    within: str | None = None,
    kind: str | None = None,
    limit: int = 10,
) -> Found:
    """The best hits, one a rule, in the answer language where the base has it.

    ``within`` keeps to texts of one language, ``kind`` to one of ``KINDS``.
    """
    holdings = Holdings(store)
    asked = asking.asked(holdings, query, index.contents)
    limits = Limits((within,) if within else (), (kind,) if kind else ())
    matches = index.search(asked.part, limits) if asked.part.parts else ()
    by_number: dict[RuleNumber, list[Match]] = {}
    for match in matches:
        if match.number:
            by_number.setdefault(RuleNumber.parse(match.number), []).append(match)
    held = tuple(number for number in asked.named if has_text(store, number))
    spreading = kind in (None, "rule")
    scores, loose_scores = scored(index.contents, asked, matches, held, spreading=spreading)
    loose = sorted(loose_scores, key=lambda match: -loose_scores[match])
    ranked = sorted(scores, key=lambda number: (-scores[number], number))
    best = max([*scores.values(), *loose_scores.values()], default=1.0)
    show = _Showing(holdings, asked.marker, language=language, within=within, kind=kind)
    rows = ((scores[number], number, by_number.get(number, [])) for number in ranked)
    shown = (hit for row in rows if (hit := show.rule(*row, best=best)))
    hits = [*islice(shown, limit), *(show.loose(match, loose_scores[match] / best) for match in loose[:limit])]
    hits.sort(key=lambda hit: -hit.score)
    return Found(
        query,
        len(ranked) + len(loose),
        tuple(hits[:limit]),
        _friends(holdings, query),
        tuple(
            Textless(number, holdings.known_title(number, language))
            for number in asked.named
            if number not in held and holdings.known(number)
        ),
    )


class _Showing:
    """Chooses the text that stands for a hit."""

    def __init__(
        self,
        holdings: Holdings,
        marker: Marker,
        *,
        language: str,
        within: str | None,
        kind: str | None,
    ) -> None:
        self._holdings = holdings
        self._marker = marker
        self._language = language
        self._within = within
        self._kind = kind

    def rule(
        self, score: float, number: RuleNumber, matches: list[Match], *, best: float
    ) -> Hit | None:
        """The rule in the answer language; an example or a ruling where only that matched."""
        ordered = sorted(matches, key=lambda m: (m.language != self._language, -m.score))
        if matches and max(matches, key=lambda m: m.score).kind != "rule":
            other = next(match for match in ordered if match.kind != "rule")
            return self._other(other, score / best)
        held = self._text(number, ordered)
        if held is None or (self._kind not in (None, "rule")):
            return None
        return Hit(
            number=number,
            language=held.edition.language,
            title=self._holdings.title(held),
            score=score / best,
            kind="rule",
            snippet=self._snippet(held.text, held.text_key, held.edition.language),
            edition=held.edition,
        )

    def _text(self, number: RuleNumber, matches: list[Match]) -> HeldRule | None:
        matched = [match.language for match in matches]
        wanted = (self._within,) if self._within else in_order_for(self._language, matched)
        for language in wanted:
            held = self._holdings.rule(number, language)
            if held is not None:
                return held
        return None

    def loose(self, match: Match, score: float) -> Hit:
        return self._other(match, score)

    def _other(self, match: Match, score: float) -> Hit:
        text = self._holdings.text(match.text_key)
        return Hit(
            number=RuleNumber.read(match.number),
            language=match.language,
            title=match.title,
            score=score,
            kind=match.kind,
            snippet=self._snippet(text, match.text_key, match.language),
            edition=self._holdings.edition(match.edition),
        )

    def _snippet(self, text: str, text_key: int, language: str) -> str:
        spans = self._holdings.term_spans(text_key, language)
        return snippet(text, self._marker.marks(text, spans))


def _friends(holdings: Holdings, query: str) -> tuple[FalseFriend, ...]:
    """Of a few words alone: in a sentence the language of a word is seldom in doubt."""
    words = [token.form for token in islice(tokens(query), NAME_WORDS + 1)]
    if len(words) > NAME_WORDS:
        return ()
    found = [friend for word in (query, *words) for friend in holdings.false_friends(word)]
    return tuple(dict.fromkeys(found))
