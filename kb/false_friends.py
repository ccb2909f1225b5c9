"""False friends: pairs of like words for different rules, found in the term tables and listed."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from kb.lang import codes, folded
from kb.paths import data_dir
from kb.rows import Row, rows
from kb.term import FalseFriend, Likeness, Term
from kb.terms import terms
from kb.word_likeness import likeness, likeness_keys

_COLUMNS = ("language", "word", "number", "other_language", "other_word", "other_number")


@cache
def all_false_friends() -> tuple[FalseFriend, ...]:
    """Those that the tables hold, then those that are listed by hand and not among them."""
    every = tuple(found_in([term for code in codes() for term in terms(code)]))
    found = tuple(pair for pair in every if not any(_told_by(pair, other) for other in every))
    held = {_pair(friend) for friend in found}
    return (*found, *(friend for friend in listed() if _pair(friend) not in held))


@cache
def listed() -> tuple[FalseFriend, ...]:
    """Those of ``data/false_friends.csv``, in the languages that are there."""
    pairs = (_friend(row) for row in rows(data_dir() / "false_friends.csv", _COLUMNS))
    return tuple(
        pair for pair in pairs if {pair.language, pair.other_language} <= frozenset(codes())
    )


def found_in(table: Sequence[Term]) -> Iterator[FalseFriend]:
    """Like words of two languages for different concepts; names that nobody checked are left out.

    Words that are alike within one of the languages already, as *zone* and *zones* are, or whose
    concepts share a name, mislead nobody who goes from one language to the other.
    """
    sure = [term for term in table if term.sure]
    held = {(term.language, term.concept): term for term in sure}
    for one, word, other, like in _candidates(sure):
        how = likeness(word, like)
        if how is None or _one_place(one, other):
            continue
        here = held.get((one.language, other.concept))
        there = held.get((other.language, one.concept))
        # What one language has for both concepts already tells nobody the wrong one.
        if how is Likeness.SAME:
            known = _any_same(word, here) or _any_same(word, there)
        else:
            known = _any_alike(_names(one), here) or _any_alike((*_names(other), word), there)
        if not known:
            yield FalseFriend(
                word, one.number, one.language, like, other.number, other.language, how
            )


def _candidates(table: Sequence[Term]) -> Iterator[tuple[Term, str, Term, str]]:
    """Pairs of names of two languages that may be alike, in the order of the table."""
    met: dict[str, list[tuple[int, Term, str]]] = {}
    named = [(term, name) for term in table for name in _names(term)]
    for place, (term, name) in enumerate(named):
        for key in likeness_keys(name):
            met.setdefault(key, []).append((place, term, name))
    for term, name in named:
        near = {
            place: (other, like) for key in likeness_keys(name) for place, other, like in met[key]
        }
        for place in sorted(near):
            other, like = near[place]
            if term.language < other.language:
                yield term, name, other, like


def _names(term: Term) -> tuple[str, ...]:
    return (term.word, *term.variants)


def _one_place(one: Term, other: Term) -> bool:
    """Whether the two are one concept, or one is the chapter, section or rule of the other."""
    first, last = sorted((one.number, other.number))
    return one.concept == other.concept or (first != last and last.within(first))


def _any_same(word: str, term: Term | None) -> bool:
    return term is not None and folded(word) in map(folded, term.forms)


def _any_alike(words: Sequence[str], term: Term | None) -> bool:
    return term is not None and any(
        likeness(word, other) for word, other in product(words, _names(term))
    )


def _told_by(pair: FalseFriend, other: FalseFriend) -> bool:
    """Whether ``other`` is of one of its words, and of the rule that the other word stands in."""
    return any(
        one[:3] == two[:3]
        and one.other_language == two.other_language
        and one.other_number != two.other_number
        and one.other_number.within(two.other_number)
        for one, two in ((pair, other), (pair.turned, other.turned))
    )


def _pair(friend: FalseFriend) -> frozenset[tuple[str, str]]:
    return frozenset(
        (
            (friend.language, folded(friend.word)),
            (friend.other_language, folded(friend.other_word)),
        )
    )


def _friend(row: Row) -> FalseFriend:
    return FalseFriend(
        language=row.text("language"),
        word=row.text("word"),
        number=row.number("number"),
        other_language=row.text("other_language"),
        other_word=row.text("other_word"),
        other_number=row.number("other_number"),
    )
