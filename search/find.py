"""Find: the rules that answer words in any language."""

from collections.abc import Mapping, Sequence
from itertools import islice

from kb.errors import StoreBusy
from kb.holdings import Holdings
from kb.store import Store
from kb.term import FalseFriend
from kb.tokens import tokens
from search.engine import ALL_MATCHES, Limits, Match
from search.hits import Found, Textless
from search.index import Index
from search.query.lexing import LONGEST
from search.query.meaning import Question, day_of, edition_elsewhere, understood
from search.query.reading import read
from search.query.table import KINDS as KINDS
from search.query.tree import loosened, phrases_of
from search.ranking import CANDIDATES, NAME_WORDS, has_text, with_text_in
from search.scoring import rank
from search.scoring import scores as scored
from search.showing import Showing
from search.spelling import did_you_mean
from search.why import Why, key_of


def find(
    store: Store,
    index: Index,
    query: str,
    *,
    language: str,
    within: str | None = None,
    kind: str | None = None,
    limit: int = 10,
    explain: bool = False,
) -> Found:
    """The best hits, one a rule, in the answer language where the base has it.

    ``query`` is in the query language (docs/query-language.md); ordinary text is that too. Raises
    QueryError, and StoreBusy where the index is that of another version of the base. ``within``
    keeps to texts of one language, ``kind`` to one of ``KINDS``.
    With ``explain`` each hit tells what makes up its score.
    """
    if not index.is_of(store):
        raise StoreBusy(
            f"{store.folder}: the base has changed since its index was opened; ask again"
        )
    holdings = Holdings(store)
    tree = read(query)
    day = day_of(tree, query)
    if day is not None and (not store.as_of or store.as_of > str(day)):
        raise edition_elsewhere(tree, query)
    question = understood(tree, query, holdings, index)
    limits = _both(question.limits, within, kind)
    matches = _matches(index, question, limits)
    phrases = () if matches else phrases_of(tree)
    if phrases:  # quoted from memory, or from a text that is not held
        question = understood(loosened(tree), query, holdings, index)
        limits = _both(question.limits, within, kind)
        matches = _matches(index, question, limits)
    is_more = _only_ranks(question) and len(matches) > CANDIDATES
    matches = matches[:CANDIDATES] if is_more else matches
    by_number: dict[str, list[Match]] = {}
    for match in matches:
        if match.number:
            by_number.setdefault(match.number, []).append(match)
    asked = question.asked
    held = tuple(number for number in asked.named if has_text(store, number))
    spreading = not limits.kinds or "rule" in limits.kinds
    why = Why() if explain else None
    scores, loose_scores = scored(
        index.contents, asked, matches, held, spreading=spreading, why=why
    )
    if question.is_strict:
        scores = {number: score for number, score in scores.items() if number in by_number}
    if limits.languages:  # the rules around a hit may have no text there
        there = with_text_in(store, limits.languages)
        scores = {at: score for at, score in scores.items() if at in by_number or at in there}
    under = _under(index, scores, loose_scores) if spreading else {}
    taken = {match for each in under.values() for match in each}
    loose = sorted(loose_scores.keys() - taken, key=lambda match: (-loose_scores[match], match))
    ranked = sorted(scores, key=lambda number: (-scores[number], rank(number)))
    best = max([*scores.values(), *loose_scores.values()], default=0.0) or 1.0
    show = Showing(holdings, index.contents.memory, asked.marker, limits, language=language)
    rows = (
        (
            scores[number] / best,
            number,
            by_number.get(number, ()),
            under.get(number, ()),
        )
        for number in ranked
    )
    shown = (hit for row in rows if (hit := show.rule(*row)))
    alone = ((match, show.loose(match, loose_scores[match] / best)) for match in loose[:limit])
    if why is None:
        hits = [*islice(shown, limit), *(hit for _, hit in alone)]
    else:
        hits = [hit._replace(why=why.of(str(hit.number), best)) for hit in islice(shown, limit)]
        hits += [hit._replace(why=why.of(key_of(match.text_key), best)) for match, hit in alone]
    hits.sort(key=lambda hit: -hit.score)
    return Found(
        query,
        len(ranked) + len(loose),
        tuple(hits[:limit]),
        _friends(holdings, query[:LONGEST]),
        textless=tuple(
            Textless(number, holdings.known_title(number, language))
            for number in asked.named
            if number not in held and holdings.known(number)
        ),
        expansions=question.expansions,
        loosened=phrases,
        is_more=is_more,
        did_you_mean=did_you_mean(
            holdings, index.contents, query, tree, language=language, is_found=bool(hits)
        ),
    )


def _both(own: Limits, within: str | None, kind: str | None) -> Limits:
    """The limits of the query together with those of the caller."""
    return own._replace(languages=_common(own.languages, within), kinds=_common(own.kinds, kind))


def _common(own: tuple[str, ...], other: str | None) -> tuple[str, ...]:
    if other is None:
        return own
    return (other,) if not own or other in own else ("",)


def _only_ranks(question: Question) -> bool:
    """Whether nothing must be so: the words alone say what is found."""
    return question.part is question.asked.part


def _matches(index: Index, question: Question, limits: Limits) -> Sequence[Match]:
    if question.part is None:
        return ()
    # What must be so is listed whole; words side by side are ranked, the best of them.
    most = CANDIDATES + 1 if _only_ranks(question) else ALL_MATCHES  # one more: are there more?
    matches = index.search(question.part, limits, limit=most)
    if question.without is None:
        return matches
    # A rule that says it in one language is not wanted in the others either.
    found = index.search(question.without, Limits(kinds=("rule",)), limit=ALL_MATCHES)
    unwanted = {match.number for match in found}
    return tuple(match for match in matches if match.number not in unwanted)


def _under(
    index: Index, scores: Mapping[str, float], loose: Mapping[Match, float]
) -> dict[str, list[Match]]:
    """Entries of the glossary, each under a rule to which it refers and that answers better."""
    found: dict[str, list[Match]] = {}
    for match, score in loose.items():
        if match.kind == "glossary" and match.title:
            numbers = index.contents.referred(match.title, match.language)
            better = [number for number in numbers if scores.get(number, 0.0) >= score]
            if better:
                best = min(better, key=lambda number: (-scores[number], rank(number)))
                found.setdefault(best, []).append(match)
    return found


def _friends(holdings: Holdings, query: str) -> tuple[FalseFriend, ...]:
    """Of a few words alone: in a sentence the language of a word is seldom in doubt."""
    words = [token.form for token in islice(tokens(query), NAME_WORDS + 1)]
    if len(words) > NAME_WORDS:
        return ()
    found = [friend for word in (query, *words) for friend in holdings.false_friends(word)]
    return tuple(dict.fromkeys(found))
