"""Spelling: the query that was perhaps meant, by the words that the base knows."""

from collections.abc import Iterable, Sequence

from kb.holdings import Holdings
from kb.tokens import tokens
from search.contents import Contents
from search.near_words import SHORTEST
from search.query.tree import All, Any, Beside, Exact, Node, Not, Words
from search.words import Lexicon

_LONGEST = 1_000
"""Signs of a query for which another one is offered: what is longer was pasted."""
_MOST = 30
"""Words that are looked at: more of them make no query that somebody mistyped."""
_FURTHEST = 3
"""Letters by which a word that was meant may be longer or shorter."""


def did_you_mean(
    holdings: Holdings,
    contents: Contents,
    query: str,
    tree: Node,
    *,
    language: str,
    is_found: bool,
) -> tuple[str, ...]:
    """The query with its unknown words as they are most likely spelt; of an empty answer also
    the query without its operators."""
    if len(query) > _LONGEST:
        return ()
    said = tuple(_said(tree))
    respelt = _respelt(holdings, contents, query, said, language)
    if respelt is not None:
        return (respelt,)
    if is_found or isinstance(tree, Words) or not said:
        return ()
    plain = " ".join(said)
    return (plain,) if plain != query else ()


def _said(node: Node) -> Iterable[str]:
    """The texts that are looked for, and not left out."""
    match node:
        case Words(text) | Exact(text):
            yield text
        case Beside(parts) | All(parts) | Any(parts):
            for part in parts:
                if not isinstance(part, Not):
                    yield from _said(part)


def _respelt(
    holdings: Holdings, contents: Contents, query: str, said: Sequence[str], language: str
) -> str | None:
    lexicon = Lexicon(holdings.store, contents.memory)
    forms = list(dict.fromkeys(token.form for text in said for token in tokens(text)))
    forms = [form for form in forms[:_MOST] if form.isalpha() and len(form) >= SHORTEST]
    known = lexicon.known(forms)
    named = {form for form in forms if form not in known and lexicon.concepts((form,))}
    spoken = {code for languages in known.values() for code in languages} or {language}
    meant = {
        form: near
        for form in forms
        if form not in known
        and not lexicon.without_pronoun(form)
        and form not in named
        and (near := _near(lexicon, contents, form, (language, *sorted(spoken))))
    }
    if not meant:
        return None
    parts, at = [], 0
    for token in tokens(query):
        if token.form in meant:
            parts += [query[at : token.start], meant[token.form]]
            at = token.end
    return "".join((*parts, query[at:]))


def _near(lexicon: Lexicon, contents: Contents, form: str, languages: Sequence[str]) -> str | None:
    """The likeliest in one of the languages that the query speaks, else in any."""
    near = [
        other
        for other in lexicon.near(form, sounding_alike=contents.sounding_alike(form))
        if abs(len(other) - len(form)) <= _FURTHEST
    ]
    known = lexicon.known(near)
    for language in languages:
        for each in near:
            if language in known.get(each, {}):
                return each
    return near[0] if near else None
