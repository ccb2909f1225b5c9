"""Term words: the names of concepts as they stand in a text, in its language or in another."""

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from kb.lang import folded, in_order_for
from kb.term import Term
from kb.terms import terms
from kb.word_likeness import same_beginning

_WORD = re.compile(r"[^\W\d_]+")
_JOIN = re.compile(r"[^\S\n]*\n?[^\S\n]*|\s?[-'’ʼ/]\s?")
"""What may stand between the words of one name: blanks, one line break, a hyphen."""
_WORD_BEFORE = re.compile(r"(\w+) \Z")
_STEM = 4
"""Letters at the beginning by which two words are forms of one."""
_NOT_RIVALS = frozenset(
    (
        "dies",  # 700.4: a verb, whose forms may begin otherwise
        "gift",  # 702.174: the noun, and the verb before what is given
        "illegal-target",  # 608.2b: what becomes of the spell has a word of its own
        "interaction-of-continuous-effects",  # 613: the heading, and the layers it speaks of
        "landwalk",  # 702.14: a word for each kind of land
        "ticket-symbol",  # 107.17: the symbol, and the counter it stands for
        "typecycling",  # 702.29e: a word for each type
    )
)
"""Concepts of which the variants are parts or kinds, not other words for the whole."""


class Said(NamedTuple):
    """``text[start:end]`` is a form of these terms."""

    start: int
    end: int
    form: str
    """Folded, one blank between its words."""
    terms: tuple[Term, ...]


class Word(NamedTuple):
    """``text[start:end]``, folded."""

    form: str
    start: int
    end: int


class _Index(NamedTuple):
    forms: Mapping[str, tuple[Term, ...]]
    longest: Mapping[str, int]
    """How many words the longest form has that begins with a word."""


def words_of(text: str) -> list[Word]:
    forms: dict[str, str] = {}  # most words of a text stand there often
    found = []
    for match in _WORD.finditer(text):
        written = match[0]
        form = forms.get(written)
        if form is None:
            form = forms[written] = folded(written)
        found.append(Word(form, match.start(), match.end()))
    return found


def said(text: str, words: Sequence[Word], code: str) -> Iterator[Said]:
    """The names of the language's own table in their order, the longest where they overlap."""
    yield from _longest(text, words, _own(code))


def foreign(
    text: str,
    words: Sequence[Word],
    code: str,
    own: Sequence[Said],
    is_word: Callable[[str], bool],
) -> Iterator[Said]:
    """The names that only another language has, where no everyday word and no card is meant."""
    starts = [each.start for each in own]
    for found in _longest(text, words, _foreign(code)):
        over = own[max(0, bisect(starts, found.start) - 1) : bisect(starts, found.end)]
        if any(
            each.end > found.start and each.end - each.start >= found.end - found.start
            for each in over
        ):
            continue
        written = _WORD.findall(text[found.start : found.end].casefold())
        if not all(map(is_word, written)) and not _is_of_a_name(text, found):
            yield found


@cache
def heads(term: Term) -> Mapping[str, str]:
    """To each form of a term, as ``Said`` has it, the name that it is a form of.

    A term has several names where one is no short form of the other.

    >>> from kb.terms import named
    >>> heads(named("costo aggiuntivo")[0])["costi aggiuntivi"]
    'Costo aggiuntivo'
    """
    names = [term.word]
    for name in term.variants if term.concept not in _NOT_RIVALS else ():
        if not name.isupper() and not _is_form_of(name, term.word):
            names.append(name)
    return {key(form): max(names, key=lambda name: _common(form, name)) for form in term.forms}


@cache
def key(form: str) -> str:
    """How ``Said`` has a form."""
    return " ".join(word.form for word in words_of(form))


# -- tables ------------------------------------------------------------------------------


@cache
def terms_said(form: str, code: str) -> tuple[Term, ...]:
    """The terms of a language of which something is a form."""
    return _own(code).forms.get(key(form), ())


@cache
def _own(code: str) -> _Index:
    return _indexed([(form, term) for term in terms(code) for form in term.forms])


@cache
def _foreign(code: str) -> _Index:
    """What the language has no form for; the original language before the others."""
    own = _own(code)
    others = [term for other in in_order_for(code)[1:] if other != code for term in terms(other)]
    forms = [
        (form, term)
        for term in others
        for form in term.forms
        if term.sure and key(form) not in own.forms and not form.isupper()  # CMC is everybody's
    ]
    return _indexed(forms)


def _indexed(forms: Iterable[tuple[str, Term]]) -> _Index:
    index: dict[str, dict[Term, None]] = {}
    longest: dict[str, int] = {}
    for form, term in forms:
        words = key(form).split()
        if words and not any(sign.isdigit() for sign in form):
            index.setdefault(" ".join(words), {})[term] = None
            longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return _Index({form: tuple(found) for form, found in index.items()}, longest)


# -- words of a text ---------------------------------------------------------------------


def _longest(text: str, words: Sequence[Word], index: _Index) -> Iterator[Said]:
    at = 0
    while at < len(words):
        end = at + 1
        longest = index.longest.get(words[at].form, 0)
        for end in range(_run(text, words, at, longest), at, -1):
            form = " ".join([word.form for word in words[at:end]])
            if form in index.forms:
                yield Said(words[at].start, words[end - 1].end, form, index.forms[form])
                break
        at = end


def _run(text: str, words: Sequence[Word], at: int, longest: int) -> int:
    """The end of the words from ``at`` on that may be one name."""
    end = at + 1
    while end < min(len(words), at + longest):
        if not _JOIN.fullmatch(text, words[end - 1].end, words[end].start):
            break
        end += 1
    return end


def _is_of_a_name(text: str, found: Said) -> bool:
    """Whether capitals, here and in the word beside, make it part of a name: Lightning Bolt."""
    if not text[found.start].isupper():
        return False
    before = _WORD_BEFORE.search(text, max(0, found.start - 40), found.start)
    after = text[found.end : found.end + 2]
    return (before is not None and before[1][0].isupper()) or (
        after[:1] == " " and after[1:].isupper()
    )


# -- forms of one word -------------------------------------------------------------------


def _is_form_of(name: str, other: str) -> bool:
    """Whether each word of one is a form of a word of the other."""
    one, two = key(name).split(), key(other).split()
    if "".join(one) == "".join(two):
        return True
    one, two = ([word for word in each if len(word) > 2] for each in (one, two))
    shorter, longer = sorted((one, two), key=len)
    return all(any(_forms(word, like) for like in longer) for word in shorter)


def _forms(word: str, other: str) -> bool:
    """Costo and coste are two words, mareo and mareado forms of one."""
    shorter = min(len(word), len(other))
    swapped = len(word) == len(other) and word != other and word[:-1] == other[:-1]
    return not swapped and same_beginning(word, other) >= min(_STEM, shorter)


def _common(form: str, name: str) -> int:
    words = key(name).split()
    return sum(
        max((same_beginning(word, like) for like in words), default=0) for word in key(form).split()
    )
