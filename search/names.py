"""Names: what the languages call the same thing, and what is easily taken for it."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from kb.holdings import Holdings
from kb.lang import ORIGINAL, folded, name_keys
from kb.number import RuleNumber
from kb.term import FalseFriend, Term
from search.asked import near_names

BaseForm = Callable[[str, str], str]
"""The base form of a word in a language: ``base_form("travolgendo", "it")``."""


@dataclass(frozen=True, slots=True)
class Name:
    """One concept with its word in each language that has one."""

    number: RuleNumber
    concept: str
    kind: str
    words: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """What was asked for is ``form`` of the term: its name, a variant or an inflection."""

    term: Term
    form: str


@dataclass(frozen=True, slots=True)
class Friends:
    """A pair of false friends, with what the answer language calls the concept of each."""

    pair: FalseFriend
    name: str
    other_name: str


@dataclass(frozen=True, slots=True)
class Names:
    names: tuple[Name, ...]
    matches: tuple[Match, ...] = ()
    warnings: tuple[FalseFriend, ...] = ()
    nearest: tuple[str, ...] = ()
    """Where nothing is called so: what is spelt like it."""


def names(
    holdings: Holdings,
    word: str,
    *,
    base_form: BaseForm,
    languages: Collection[str] = (),
) -> Names:
    """The concepts that ``word`` names, or those at a number and below; all where it is empty.

    A form that the table does not list is found by its base form. With ``languages`` only what
    these call it.
    """
    number = RuleNumber.read(word)
    matches: tuple[Match, ...] = ()
    if not word:
        chosen = holdings.terms()
    elif number is not None:
        chosen = tuple(term for term in holdings.terms() if term.number.within(number))
    else:
        matches = _matches(holdings, word, base_form)
        concepts = dict.fromkeys(match.term.concept for match in matches)
        chosen = tuple(term for concept in concepts for term in holdings.terms_for(concept))
    found = list(_grouped(term for term in chosen if not languages or term.language in languages))
    if not word or number is not None:
        found.sort(key=lambda name: (name.number, name.concept))
    return Names(
        tuple(found),
        matches,
        holdings.false_friends(word) if word else (),
        () if found or number is not None else near_names(holdings, word),
    )


def friends(
    holdings: Holdings, word: str, *, language: str, languages: Collection[str] = ()
) -> tuple[Friends, ...]:
    """The pairs of which ``word`` is one, or a number's name is; all where it is empty."""
    number = RuleNumber.read(word)
    pairs = holdings.all_false_friends()
    if number is not None:
        pairs = tuple(_told_from(pairs, lambda pair: pair.number.within(number)))
    elif word:
        keys = {folded(term.word) for term in holdings.named(word)} | {folded(word)}
        pairs = tuple(_told_from(pairs, lambda pair: folded(pair.word) in keys))
    return tuple(
        Friends(pair, _called(holdings, pair, language), _called(holdings, pair.turned, language))
        for pair in pairs
        if not languages or {pair.language, pair.other_language} <= set(languages)
    )


def _told_from(
    pairs: Iterable[FalseFriend], is_meant: Callable[[FalseFriend], bool]
) -> Iterable[FalseFriend]:
    for pair in pairs:
        if is_meant(pair):
            yield pair
        elif is_meant(pair.turned):
            yield pair.turned


def _called(holdings: Holdings, pair: FalseFriend, language: str) -> str:
    """What the language calls the concept of the first word; English where it has no sure name."""
    here = (pair.language, pair.number)
    for term in holdings.named(pair.word):
        if (term.language, term.number) == here:
            said = {t.language: t.word for t in holdings.terms_for(term.concept) if t.sure}
            return said.get(language) or said.get(ORIGINAL) or pair.word
    return pair.word


def _grouped(terms: Iterable[Term]) -> Iterable[Name]:
    groups: dict[str, list[Term]] = {}
    for term in terms:
        groups.setdefault(term.concept, []).append(term)
    for concept, words in groups.items():
        yield Name(words[0].number, concept, words[0].kind, tuple(words))


def _matches(holdings: Holdings, word: str, base_form: BaseForm) -> tuple[Match, ...]:
    """The terms with the form that is asked for: one of the table, else the base form of one."""
    found = holdings.named(word)
    if found:
        return tuple(Match(term, _form(term, word)) for term in found)
    table = holdings.terms()
    return tuple(
        Match(term, word)
        for term in table
        if any(_is_inflected(word, form, term.language, base_form) for form in term.forms)
    )


def _is_inflected(word: str, form: str, code: str, base_form: BaseForm) -> bool:
    """Whether each of the words is one of the form's, or has its base form."""
    words, those = word.split(), form.split()
    return len(words) == len(those) and all(
        folded(one) == folded(other) or base_form(one, code) == base_form(other, code)
        for one, other in zip(words, those, strict=True)
    )


def _form(term: Term, word: str) -> str:
    keys = set(name_keys(word))
    return next((form for form in term.forms if keys & set(name_keys(form))), word)
