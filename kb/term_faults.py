"""Term faults: where a text says a concept in another word than its language has for it.

The text may be of anything; ``kb.compare.terms`` looks at the text of one rule.
"""

from bisect import bisect, bisect_left
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from kb.cite import citations
from kb.lang import ORIGINAL, folded
from kb.model import Citation
from kb.number import RuleNumber
from kb.term import FalseFriend, Term
from kb.term_slips import friends, friends_of, mistakes_in, second_names, sure_name
from kb.term_words import Said, Word, foreign, said, words_of
from kb.terms import terms

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
    for start, end, right, term in mistakes_in(words, code, own):
        yield TermFault(FaultKind.WRONG_WORD, start, end, right, term.number)


def _two_words(text: str, own: Sequence[Said]) -> Iterator[TermFault]:
    for name, kept, word in second_names(own):
        number, there = word.terms[0].number, text[kept.start : kept.end]
        yield TermFault(FaultKind.TWO_WORDS, word.start, word.end, name, number, other=there)


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
    confused = {
        (pair.other_language, pair.other_number, folded(pair.other_word)): pair
        for pair in friends(code)
    }
    for word in foreign(text, words, code, own, is_word):
        term = word.terms[0]
        at = bisect(starts, word.start)
        if any(_says_again(text, word, other) for other in own[max(0, at - 1) : at + 1]):
            continue
        friend = next((confused[key] for key in _friend_keys(term) if key in confused), None)
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


# -- words at the number of their false friend -------------------------------------------


def _confused(text: str, code: str, own: Sequence[Said]) -> Iterator[TermFault]:
    starts = [word.start for word in own]
    told: set[tuple[Said, FalseFriend]] = set()
    # Beside a name a number is that of a rule, also without a word for rules before it.
    for citation in citations(text, language=code, bare=True):
        first = bisect_left(starts, citation.start - _NEAR - _LONGEST)
        near = own[first : bisect(starts, citation.end + _NEAR)]
        beside = [word for word in near if _is_at(text, word, citation)]
        for word in beside:
            for pair in friends_of(word, code):
                if (word, pair) not in told and _stands_for(citation, pair, beside):
                    told.add((word, pair))
                    meant = sure_name(pair.other_number, code)
                    yield TermFault(
                        FaultKind.FALSE_FRIEND,
                        word.start,
                        word.end,
                        meant and meant.word,
                        pair.other_number,
                        friend=pair,
                    )


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
