"""Term faults: where a text says a concept in another word than its language has for it."""

from bisect import bisect, bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from kb.cite import citations
from kb.false_friends import all_false_friends
from kb.lang import ORIGINAL, folded
from kb.model import Citation
from kb.number import RuleNumber
from kb.term import FalseFriend, Term
from kb.term_words import Said, Word, foreign, heads, key, said, words_of, wrong_words
from kb.terms import names_of, terms

_NEAR = 40
"""Signs between a word and the number that it stands for, at most."""
_LONGEST = 80
"""Signs of the longest name."""
_ENDS = frozenset(".;:!?\n")
_GLOSS = frozenset(" \t([{/“”„«»\"'‘’—–-=")
"""Signs between a word and the same in another language beside it."""


class FaultKind(StrEnum):
    """What is wrong with a word."""

    WRONG_WORD = "wrong-word"
    """The language has another word for it; this one is a known mistake."""
    TWO_WORDS = "two-words"
    """The same text calls the concept otherwise, too."""
    FOREIGN_WORD = "foreign-word"
    """It is the name of the concept in another language."""
    FALSE_FRIEND = "false-friend"
    """It looks like a word for another rule, or stands for the rule of a like word."""


class TermFault(NamedTuple):
    """``text[start:end]`` is not what the language calls the concept."""

    kind: FaultKind
    start: int
    end: int
    expected: str | None
    """The word to write; None where the language has no sure one."""
    number: RuleNumber
    """Where the concept stands that is meant."""
    language: str | None = None
    """The language that the word is of, where it is not that of the text."""
    friend: FalseFriend | None = None
    """The two words that were confused, told from that of the text's language."""
    other: str | None = None
    """The other word for the concept, as the text has it."""


def faults(text: str, *, code: str, is_word: Callable[[str], bool]) -> Iterator[TermFault]:
    """The faults of a text in the language ``code``, in its order.

    ``is_word`` tells which words in lower case the language has: such a one is never taken for
    that of another.

    >>> [f.expected for f in faults("Ha resistenza 2.", code="it", is_word=lambda word: True)]
    ['costituzione']
    """
    words = words_of(text)
    own = list(said(text, words, code))
    found = [
        *_wrong(words, code, own),
        *_two_words(text, own),
        *_foreign(text, words, code, own, is_word),
        *_confused(text, code, own),
    ]
    yield from sorted(found, key=lambda fault: (fault.start, fault.end))


def _wrong(words: Sequence[Word], code: str, own: Sequence[Said]) -> Iterator[TermFault]:
    for word, right in wrong_words(words, code, own):
        for term in terms(code):
            if key(right) in map(key, term.forms):
                yield TermFault(FaultKind.WRONG_WORD, word.start, word.end, right, term.number)
                break


# -- two words for one concept -----------------------------------------------------------


def _two_words(text: str, own: Sequence[Said]) -> Iterator[TermFault]:
    """Each word beside the name itself, or beside the first where the text has not that."""
    alone = [word for word in own if len(word.terms) == 1]  # of several rules it is no second name
    used: dict[str, dict[str, Said]] = {}
    for word in alone:
        used.setdefault(word.terms[0].concept, {}).setdefault(_head(word), word)
    for word in alone:
        term = word.terms[0]
        words = used[term.concept]
        kept = term.word if term.word in words else next(iter(words))
        if _head(word) != kept:
            there = text[words[kept].start : words[kept].end]
            kind, place = FaultKind.TWO_WORDS, (word.start, word.end)
            yield TermFault(kind, *place, kept, term.number, other=there)


def _head(word: Said) -> str:
    return heads(word.terms[0])[word.form]


# -- words of another language -----------------------------------------------------------


def _foreign(
    text: str,
    words: Sequence[Word],
    code: str,
    own: Sequence[Said],
    is_word: Callable[[str], bool],
) -> Iterator[TermFault]:
    starts = [word.start for word in own]
    names = {term.concept: term.word for term in reversed(terms(code)) if term.sure}
    friends = {
        (pair.other_language, pair.other_number, folded(pair.other_word)): pair
        for pair in _friends(code)
    }
    for word in foreign(text, words, code, own, is_word):
        term = word.terms[0]
        at = bisect(starts, word.start)
        if any(_says_again(text, word, other) for other in own[max(0, at - 1) : at + 1]):
            continue
        friend = next((friends[key] for key in _friend_keys(term) if key in friends), None)
        if friend is None and term.language == ORIGINAL and term.concept not in names:
            continue  # where there is no translation the original is the name
        yield TermFault(
            FaultKind.FOREIGN_WORD if friend is None else FaultKind.FALSE_FRIEND,
            word.start,
            word.end,
            names.get(term.concept),
            term.number,
            language=term.language,
            friend=friend,
        )


def _says_again(text: str, word: Said, other: Said) -> bool:
    """Whether one of the two only glosses the other: travolgere (trample)."""
    concepts = {term.concept for term in word.terms}
    if not concepts.intersection(term.concept for term in other.terms):
        return False
    first, last = sorted((word, other), key=lambda each: each.start)
    between = text[first.end : last.start]
    return 0 < len(between) <= 4 and set(between) <= _GLOSS and not between.isspace()


def _friend_keys(term: Term) -> Iterator[tuple[str, RuleNumber, str]]:
    for name in (term.word, *term.variants):
        yield term.language, term.number, folded(name)


def _friends(code: str) -> Iterator[FalseFriend]:
    """The pairs of which one word is of the language, told from that one."""
    for pair in all_false_friends():
        yield from (side for side in (pair, pair.turned) if side.language == code)


# -- words at the number of their false friend -------------------------------------------


def _confused(text: str, code: str, own: Sequence[Said]) -> Iterator[TermFault]:
    starts = [word.start for word in own]
    friends: dict[tuple[str, RuleNumber], list[FalseFriend]] = {}
    for pair in _friends(code):
        friends.setdefault((key(pair.word), pair.number), []).append(pair)
    told: set[tuple[Said, FalseFriend]] = set()
    # Beside a name a number is that of a rule, also without a word for rules before it.
    for citation in citations(text, language=code, bare=True):
        first = bisect_left(starts, citation.start - _NEAR - _LONGEST)
        near = own[first : bisect(starts, citation.end + _NEAR)]
        beside = [word for word in near if _is_at(text, word, citation)]
        for word in beside:
            for pair in _pairs_of(word, friends):
                if (word, pair) not in told and _stands_for(citation, pair, beside):
                    told.add((word, pair))
                    meant = names_of(pair.other_number)[code]
                    yield TermFault(
                        FaultKind.FALSE_FRIEND,
                        word.start,
                        word.end,
                        meant.word if meant is not None and meant.sure else None,
                        pair.other_number,
                        friend=pair,
                    )


def _pairs_of(
    word: Said, friends: Mapping[tuple[str, RuleNumber], Sequence[FalseFriend]]
) -> Iterator[FalseFriend]:
    for term in word.terms:
        yield from friends.get((key(heads(term)[word.form]), term.number), ())


def _is_at(text: str, word: Said, citation: Citation) -> bool:
    """Whether the number stands beside the word, on either side, in the same sentence."""
    first, last = sorted(((word.start, word.end), (citation.start, citation.end)))
    between = text[first[1] : last[0]]
    return first[1] <= last[0] <= first[1] + _NEAR and not set(between) & _ENDS


def _stands_for(citation: Citation, pair: FalseFriend, beside: Sequence[Said]) -> bool:
    """Whether a number is that of the other word's rule, which is not named beside it."""
    numbers = citation.numbers
    return (
        any(number.within(pair.other_number) for number in numbers)
        and not any(number.within(pair.number) for number in numbers)
        and not any(term.number == pair.other_number for word in beside for term in word.terms)
    )
