"""The keywords: what each language calls the same thing, kind by kind."""

from collections.abc import Mapping
from typing import NamedTuple

from kb.lang import folded
from kb.number import RuleNumber
from kb.term import Term, TermKind
from search.names import Friends, friends, names
from search.sentences import friend_sentence
from search.web.asking import Answer, Asking, Page
from search.web.sentences import said

KINDS = (
    TermKind.KEYWORD_ABILITY,
    TermKind.KEYWORD_ACTION,
    TermKind.VARIANT,
    TermKind.ABILITY_WORD,
    TermKind.RULE,
)


class Keyword(NamedTuple):
    number: RuleNumber
    words: Mapping[str, Term]
    """By language."""
    friends: tuple[str, ...]
    """What each of its words is easily taken for."""


class KeywordsContent(NamedTuple):
    kind: TermKind
    kinds: tuple[TermKind, ...]
    codes: tuple[str, ...]
    """The reader's language first."""
    keywords: tuple[Keyword, ...]


def page(asking: Asking) -> Answer:
    asked = asking.query.get("kind", "")
    kind = TermKind(asked) if asked in KINDS else KINDS[0]
    code = asking.language
    pairs = friends(asking.holdings, "", language=code)
    found = [
        Keyword(name.number, {word.language: word for word in name.words}, ())
        for name in names(asking.holdings, "", base_form=_as_it_is).names
        if name.kind == kind
    ]
    told = [each._replace(friends=tuple(_told(each, pairs, code))) for each in found]
    told.sort(key=lambda each: (code not in each.words, folded(_called(each, code)), each.number))
    codes = dict.fromkeys((code, *sorted({c for each in found for c in each.words})))
    return Page(
        template="keywords.html",
        title=said(code, "keywords_title"),
        content=KeywordsContent(kind, KINDS, tuple(codes), tuple(told)),
        path="/keywords",
        description=said(code, "keywords_description"),
        query={"kind": str(kind)} if kind is not KINDS[0] else {},
    )


def _as_it_is(word: str, language: str) -> str:
    """No word is asked for, so none has to be brought to its base form."""
    return word


def _called(keyword: Keyword, code: str) -> str:
    return keyword.words[code].word if code in keyword.words else ""


def _told(keyword: Keyword, pairs: tuple[Friends, ...], code: str) -> list[str]:
    """The pairs that concern the reader: of the own word, else those of which one word is."""
    mine = {(term.language, folded(term.word)) for term in keyword.words.values()}
    told = [
        pair
        for each in pairs
        for pair in (each.pair, each.pair.turned)
        if pair.number == keyword.number and (pair.language, folded(pair.word)) in mine
    ]
    own = [pair for pair in told if pair.language == code]
    theirs = [pair for pair in told if pair.other_language == code]
    return [friend_sentence(pair, code) for pair in own or theirs]
