"""Term slips: known mistakes, second names and false friends among the words of a text.

They are what both checks of terms rest on: ``kb.compare.terms`` looks at the text of one rule,
alone or beside its original, ``kb.term_faults`` at any text.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from kb.errors import BadData
from kb.false_friends import all_false_friends
from kb.lang import folded, language
from kb.number import RuleNumber
from kb.term import FalseFriend, Term
from kb.term_words import Said, Word, heads, key, terms_said
from kb.terms import names_of


class Mistake(NamedTuple):
    """``text[start:end]`` is a word of another language that stands for ``term``."""

    start: int
    end: int
    right: str
    """The word that is right, in the form of the wrong one: segnalini for contatori."""
    term: Term


def mistakes_in(words: Sequence[Word], code: str, own: Sequence[Said]) -> Iterator[Mistake]:
    """Known mistakes of the language, where they are no name here."""
    known = _mistakes(code)
    ends = {each.start: each.end for each in own}
    taken = 0
    for word in words if known else ():
        taken = max(taken, ends.get(word.start, 0))
        if word.form in known and word.start >= taken:
            yield Mistake(word.start, word.end, *known[word.form])


@cache
def known_mistakes(code: str) -> Mapping[str, str]:
    """Single words of another language, folded, that people say for a term, and the term.

    Raises UnknownLanguage, and BadData where the language has them in no table.
    """
    table = language(code).tables.get("document", {}).get("wrong_terms", {})
    if not isinstance(table, dict):
        path = language(code).folder / "language.toml"
        raise BadData(f"{path}: [document.wrong_terms] is no table of wrong words and right ones")
    return {folded(word): str(right) for word, right in table.items()}


@cache
def _mistakes(code: str) -> Mapping[str, tuple[str, Term]]:
    """The right word and its term; without those that the term table does not have."""
    meant = {word: (right, terms_said(right, code)) for word, right in known_mistakes(code).items()}
    return {word: (right, found[0]) for word, (right, found) in meant.items() if found}


# -- two words for one concept -----------------------------------------------------------


class SecondName(NamedTuple):
    """A name of a concept that is called otherwise in the same text."""

    name: str
    """What the text should call it: the word of the table, or that which comes first."""
    kept: Said
    """Where it does."""
    other: Said


def second_names(own: Sequence[Said]) -> Iterator[SecondName]:
    """Each word beside the name itself, or beside the first where the text has not that."""
    alone = [word for word in own if len(word.terms) == 1]  # of several rules it is no second name
    used: dict[str, dict[str, Said]] = {}
    for word in alone:
        used.setdefault(word.terms[0].concept, {}).setdefault(_head(word), word)
    for word in alone:
        term = word.terms[0]
        names = used[term.concept]
        kept = term.word if term.word in names else next(iter(names))
        if _head(word) != kept:
            yield SecondName(kept, names[kept], word)


def _head(word: Said) -> str:
    return heads(word.terms[0])[word.form]


# -- false friends -----------------------------------------------------------------------


@cache
def friends(code: str) -> tuple[FalseFriend, ...]:
    """The pairs of which one word is of the language, told from that one."""
    pairs = all_false_friends()
    return tuple(side for pair in pairs for side in (pair, pair.turned) if side.language == code)


def friends_of(word: Said, code: str) -> Iterator[FalseFriend]:
    """The pairs of which a name in a text is one; no other name of its concept is."""
    for term in word.terms:
        yield from _friends(code).get((key(heads(term)[word.form]), term.number), ())


@cache
def _friends(code: str) -> Mapping[tuple[str, RuleNumber], Sequence[FalseFriend]]:
    found: dict[tuple[str, RuleNumber], list[FalseFriend]] = {}
    for pair in friends(code):
        found.setdefault((key(pair.word), pair.number), []).append(pair)
    return found


def sure_name(number: RuleNumber, code: str) -> Term | None:
    """What the language calls a number; None where nobody knows for certain."""
    term = names_of(number)[code]
    return term if term is not None and term.sure else None
