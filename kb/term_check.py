"""Terms of a text checked against the term table: words that are wrong, and words that lack."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from kb.false_friends import listed
from kb.lang import folded, language
from kb.number import RuleNumber
from kb.phrases import any_of, plain
from kb.term import Status, Term, TermKind
from kb.terms import terms

Spans = Sequence[tuple[int, int, str]]
"""Start and end in the text, and the concept that it names there."""

_STEM = 4
"""Letters by which two forms of one word are alike."""
_SHORTEST_STEM = 3
_KEYWORDS = frozenset((TermKind.KEYWORD_ABILITY, TermKind.KEYWORD_ACTION, TermKind.VARIANT))
_CHECKABLE = frozenset((Status.SEEN, Status.CHECKED))
"""A word that was met in print for this very rule; any other accuses no text."""


class FaultKind(StrEnum):
    """What is wrong with a term."""

    EXPECTED = "expected"
    """The word that the table has for the thing is not there."""
    TWO_WORDS = "two-words"
    """The right word and another one for the same thing stand in one text."""
    FALSE_FRIEND = "false-friend"
    """A word that names another rule than the one spoken of, which a like word of another
    language names."""


class Place(NamedTuple):
    """``text[start:end]``, of the text given."""

    start: int
    end: int


class Fault(NamedTuple):
    """A word to look at."""

    kind: FaultKind
    expected: str
    """The word of the table."""
    concept: str | None
    found: tuple[Place, ...]
    """The words in question; none where the expected one is simply not there."""
    original: tuple[Place, ...] = ()
    """Where the original names the concept, in its own text."""


class Original(NamedTuple):
    """The text that was translated: its words may ask for words of the table."""

    text: str
    language: str
    spans: Spans


class Friend(NamedTuple):
    """A word of one language that a like word of another misleads one to use."""

    word: str
    """Folded."""
    number: RuleNumber
    """What it names."""
    other: RuleNumber
    """What the like word of the other language names."""


class Table(NamedTuple):
    """What the tables of one language say about its words."""

    terms: Mapping[str, Term]
    """By concept."""
    wrong: Mapping[str, str]
    """A word of another language that stands here for a term, folded, and the term."""
    friends: tuple[Friend, ...]
    everyday: frozenset[str]
    """Words, folded, that name a concept and are also said without it, or left unsaid."""


@cache
def table(code: str) -> Table:
    """The bundled tables of a language; raises UnknownLanguage."""
    tables = language(code).tables
    wrong = tables.get("document", {}).get("wrong_terms", {})
    everyday = tables.get("compare", {}).get("everyday", [])
    return Table(
        terms={term.concept: term for term in terms(code)},
        wrong={folded(word): right for word, right in wrong.items()},
        friends=tuple(_friends(code)),
        everyday=frozenset(map(folded, everyday)),
    )


def _friends(code: str) -> Iterator[Friend]:
    """Pairs with a word of another language; two of one are mixed up by ear, not by translating."""
    for pair in listed():
        if pair.language == pair.other_language:
            continue
        if pair.language == code:
            yield Friend(folded(pair.word), pair.number, pair.other_number)
        elif pair.other_language == code:
            yield Friend(folded(pair.other_word), pair.other_number, pair.number)


def faults(
    text: str,
    language: str,
    *,
    spans: Spans | None = None,
    number: RuleNumber | None = None,
    cites: Collection[RuleNumber] = (),
    original: Original | None = None,
) -> tuple[Fault, ...]:
    """What is wrong with the terms of ``text``, by the bundled tables of its language.

    ``number`` is the rule whose text it is and ``cites`` what it cites: a false friend is one only
    in a text about the rule that it seems to name. ``original`` is what it translates: the words of
    the table that stand there are expected here. ``spans`` are the concepts that the text names,
    where they are known already.

    >>> [(str(fault.kind), fault.expected) for fault in faults("Forza e resistenza", "it")]
    [('expected', 'costituzione')]
    """
    known, words = table(language), _words(text)
    named = concepts(text, language) if spans is None else spans
    about = frozenset(cites) if number is None else frozenset((number, *cites))
    found = [*_wrong_words(words, known), *_two_names(text, known, named)]
    found += _false_friends(words, known, about)
    if original is not None:
        found += _unnamed(known, words, named, original, about)
    return tuple(found)


def concepts(text: str, language: str) -> tuple[tuple[int, int, str], ...]:
    """The concepts that a text names, by all forms of the term table, the longest first."""
    pattern, by_form = _forms(language)
    if pattern is None:
        return ()
    return tuple(
        (match.start(), match.end(), by_form[form])
        for match in pattern.finditer(text)
        if (form := plain(match[0])) in by_form  # a long s is no s when small
    )


@cache
def _forms(code: str) -> tuple[re.Pattern[str] | None, dict[str, str]]:
    by_form: dict[str, str] = {}
    for term in terms(code):
        for form in term.forms:
            by_form.setdefault(plain(form), term.concept)
    return any_of(by_form), by_form


class _Word(NamedTuple):
    folded: str
    start: int
    end: int


Words = Sequence[_Word]
_WORD = re.compile(r"[^\W\d_]+")


def _words(text: str) -> Words:
    return [_Word(folded(match[0]), *match.span()) for match in _WORD.finditer(text)]


def _places(words: Words, phrase: str) -> tuple[Place, ...]:
    """Where a phrase, folded, stands among the words of a text."""
    parts = _WORD.findall(phrase)
    runs = (words[first : first + len(parts)] for first in range(len(words) - len(parts) + 1))
    return tuple(
        Place(run[0].start, run[-1].end)
        for run in runs
        if parts and run[0].folded == parts[0] and [word.folded for word in run] == parts
    )


def _wrong_words(words: Words, known: Table) -> Iterator[Fault]:
    """Words of another language for a term of this one, alone or beside the right one."""
    for word, right in known.wrong.items():
        wrong = _places(words, word)
        if not wrong:
            continue
        beside = _places(words, folded(right))
        concept = next((t.concept for t in known.terms.values() if _is_form(t, right)), None)
        if beside:
            found = tuple(sorted((beside[0], *wrong)))
            yield Fault(FaultKind.TWO_WORDS, right, concept, found)
        else:
            yield Fault(FaultKind.EXPECTED, right, concept, wrong)


def _two_names(text: str, known: Table, named: Spans) -> Iterator[Fault]:
    """Names of one concept that differ in one word: «costo addizionale», «costo aggiuntivo»."""
    for concept, spans in _by_concept(named).items():
        if concept not in known.terms:
            continue
        names = [
            (_WORD.findall(folded(text[start:end])), Place(start, end)) for start, end in spans
        ]
        for name, place in names[1:]:
            if _differ_in_one_word(names[0][0], name):
                word = known.terms[concept].word
                yield Fault(FaultKind.TWO_WORDS, word, concept, (names[0][1], place))
                break


def _differ_in_one_word(one: Sequence[str], other: Sequence[str]) -> bool:
    """Of several; another ending makes no other word, and no short word counts."""
    if len(one) != len(other) or len(one) < 2:
        return False
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a[:_STEM] != b[:_STEM]]
    return len(pairs) == 1 and all(len(word) > _STEM for word in pairs[0])


def _is_form(term: Term, word: str) -> bool:
    return folded(word) in map(folded, term.forms)


def _false_friends(words: Words, known: Table, about: Collection[RuleNumber]) -> Iterator[Fault]:
    """A word whose like, in another language, names the rule spoken of, which has another here."""
    for word, number, other in known.friends:
        if any(one.within(number) for one in about) or not any(one.within(other) for one in about):
            continue
        right = _word_at(known, other)
        places = _places(words, word)
        if places and right is not None and not any(_places(words, folded(f)) for f in right.forms):
            yield Fault(FaultKind.FALSE_FRIEND, right.word, right.concept, places)


def _word_at(known: Table, number: RuleNumber) -> Term | None:
    """The sure name of the rule in the language of the table."""
    return next((t for t in known.terms.values() if t.number == number and t.sure), None)


def _unnamed(
    known: Table,
    words: Words,
    named: Spans,
    original: Original,
    about: Collection[RuleNumber],
) -> Iterator[Fault]:
    """What the original names and the text does not, where the table has a word seen in print."""
    here = {concept for _, _, concept in named}
    everyday = table(original.language).everyday
    for concept, spans in _by_concept(original.spans).items():
        term = known.terms.get(concept)
        if concept in here or term is None or term.status not in _CHECKABLE:
            continue
        # Keywords are everyday words, too: "reach" means the ability where it is the subject.
        if term.kind in _KEYWORDS and not any(n.within(term.number) for n in about):
            continue
        places = tuple(
            Place(start, end)
            for start, end in spans  # "Power-Plant" is no power
            if folded(original.text[start:end]) not in everyday
            and "-" not in (original.text[start - 1 : start], original.text[end : end + 1])
        )
        if places and not any(_inflected(words, folded(form)) for form in term.forms):
            yield Fault(FaultKind.EXPECTED, term.word, concept, (), places)


def _inflected(words: Words, form: str) -> bool:
    """Whether all longer words of a form stand in the text with other endings.

    The table lists no whole conjugations: «intercambie» names what «intercambiar» does.
    """
    stems = [
        part[: max(_SHORTEST_STEM, len(part) - 2)]
        for part in _WORD.findall(form)
        if len(part) > _STEM
    ]
    return bool(stems) and all(
        any(word.folded.startswith(stem) for word in words) for stem in stems
    )


def _by_concept(spans: Iterable[tuple[int, int, str]]) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    for start, end, concept in spans:
        found.setdefault(concept, []).append((start, end))
    return found
