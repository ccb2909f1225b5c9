"""Term words: the names of concepts as they stand in a text, in its language or in another."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from kb.lang import folded, in_order_for, language
from kb.term import Term
from kb.terms import terms

_WORD = re.compile(r"[^\W\d_]+")
_JOIN = re.compile(r"[^\S\n]*\n?[^\S\n]*|\s?[-'’ʼ/]\s?")
"""What may stand between the words of one name: blanks, one line break, a hyphen."""
_WORD_BEFORE = re.compile(r"(\w+) \Z")
_LONGEST = 7
"""Words of the longest name that is looked for."""
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
    """``text[start:end]`` is a form of these terms, or a word that ``form`` is written for."""

    start: int
    end: int
    form: str
    """Folded, one blank between its words."""
    terms: tuple[Term, ...] = ()


class _Word(NamedTuple):
    form: str
    start: int
    end: int


_Index = Mapping[str, tuple[Term, ...]]


def said(text: str, code: str) -> Iterator[Said]:
    """The names of the language's own table in their order, the longest where they overlap."""
    yield from _longest(text, _words(text), _own(code))


def foreign(
    text: str, code: str, own: Sequence[Said], is_word: Callable[[str], bool]
) -> Iterator[Said]:
    """The names that only another language has, where no everyday word and no card is meant."""
    words = _words(text)
    longest = {at: each for each in own for at in range(each.start, each.end)}
    for found in _longest(text, words, _foreign(code)):
        inside = (longest[at] for at in range(found.start, found.end) if at in longest)
        if any(each.end - each.start >= found.end - found.start for each in inside):
            continue
        written = _WORD.findall(text[found.start : found.end].casefold())
        if not all(map(is_word, written)) and not _is_of_a_name(text, found):
            yield found


def wrong_words(text: str, code: str, own: Sequence[Said]) -> Iterator[tuple[Said, str]]:
    """Known mistakes of the language, each with the word that is right."""
    table = language(code).tables.get("document", {}).get("wrong_terms", {})
    wrong = {folded(word): str(right) for word, right in table.items()}
    taken = {at for each in own for at in range(each.start, each.end)}
    for word in _words(text) if wrong else ():
        if word.form in wrong and word.start not in taken:
            yield Said(word.start, word.end, word.form), wrong[word.form]


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
    return " ".join(word.form for word in _words(form))


# -- tables ------------------------------------------------------------------------------


@cache
def _own(code: str) -> _Index:
    return _indexed(terms(code))


@cache
def _foreign(code: str) -> _Index:
    """What the language has no form for; the original language before the others."""
    own = _own(code)
    others = [term for other in in_order_for(code)[1:] if other != code for term in terms(other)]
    index = _indexed([term for term in others if term.sure])
    # An abbreviation is everybody's.
    return {
        form: found
        for form, found in index.items()
        if form not in own and not any(word.isupper() and key(word) == form for word in _all(found))
    }


def _all(found: Sequence[Term]) -> Iterator[str]:
    yield from (form for term in found for form in term.forms)


def _indexed(table: Sequence[Term]) -> _Index:
    index: dict[str, dict[Term, None]] = {}
    for term in table:
        for form in term.forms:
            if not any(sign.isdigit() for sign in form):
                index.setdefault(key(form), {})[term] = None
    index.pop("", None)
    return {form: tuple(found) for form, found in index.items()}


# -- words of a text ---------------------------------------------------------------------


def _words(text: str) -> list[_Word]:
    return [_Word(folded(m[0]), m.start(), m.end()) for m in _WORD.finditer(text)]


def _longest(text: str, words: Sequence[_Word], index: _Index) -> Iterator[Said]:
    starts = {form.split()[0] for form in index}
    at = 0
    while at < len(words):
        end = at + 1
        if words[at].form in starts:
            for end in range(_run(text, words, at), at, -1):
                form = " ".join(word.form for word in words[at:end])
                if form in index:
                    yield Said(words[at].start, words[end - 1].end, form, index[form])
                    break
        at = end


def _run(text: str, words: Sequence[_Word], at: int) -> int:
    """The end of the words from ``at`` on that may be one name."""
    end = at + 1
    while end < min(len(words), at + _LONGEST):
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
    return not swapped and _prefix(word, other) >= min(_STEM, shorter)


def _common(form: str, name: str) -> int:
    words = key(name).split()
    return sum(max(_prefix(word, like) for like in words) for word in key(form).split())


def _prefix(word: str, other: str) -> int:
    pairs = enumerate(zip(word, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(word), len(other)))
