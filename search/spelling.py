"""Spelling: the query that was perhaps meant, by the words that the base knows."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

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
    left_out = {token.form for text in _left_out(tree) for token in tokens(text)}
    respelt = _respelt(holdings, contents, query, said, left_out, language)
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


def _left_out(node: Node, *, inside: bool = False) -> Iterable[str]:
    """The texts that stand in a NOT: nobody misses what they do not find."""
    match node:
        case Words(text) | Exact(text) if inside:
            yield text
        case Not(part):
            yield from _left_out(part, inside=True)
        case Beside(parts) | All(parts) | Any(parts):
            for part in parts:
                yield from _left_out(part, inside=inside)


def _respelt(
    holdings: Holdings,
    contents: Contents,
    query: str,
    said: Sequence[str],
    left_out: Collection[str],
    language: str,
) -> str | None:
    lexicon = Lexicon(holdings.store, contents.memory)
    forms = list(dict.fromkeys(token.form for text in said for token in tokens(text)))
    forms = [form for form in forms[:_MOST] if form.isalpha() and len(form) >= SHORTEST]
    known = lexicon.known(forms)
    named = {form for form in forms if form not in known and lexicon.concepts((form,))}
    spoken = Counter(
        code
        for languages in known.values()
        for code, word in languages.items()
        if word.lemmas and not word.is_silent
    )
    most = max(spoken.values(), default=0)
    ours = [code for code, times in spoken.items() if times == most] or [language]
    meant = {
        form: near
        for form in forms
        if form not in known
        and not lexicon.without_pronoun(form)
        and form not in named
        and form not in left_out
        and (near := _near(lexicon, contents, form, ours, is_told=bool(spoken)))
    }
    if not meant:
        return None
    parts, at = [], 0
    for token in tokens(query):
        if token.form in meant:
            parts += [query[at : token.start], meant[token.form]]
            at = token.end
    return "".join((*parts, query[at:]))


def _near(
    lexicon: Lexicon,
    contents: Contents,
    form: str,
    languages: Sequence[str],
    *,
    is_told: bool,
) -> str | None:
    """The likeliest in one of the languages; in another only where no word tells which it is."""
    near = [
        other
        for other in lexicon.near(form, sounding_alike=contents.sounding_alike(form))
        if abs(len(other) - len(form)) <= _FURTHEST
    ]
    known = lexicon.known(near)
    here = [each for each in near if any(code in known.get(each, {}) for code in languages)]
    likeliest = here or ([] if is_told else near)
    return contents.spelt(likeliest[0]) if likeliest else None
