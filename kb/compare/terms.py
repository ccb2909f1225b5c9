"""Terms of a rule's text checked against the term table: words that are wrong, or that lack.

``kb.term_faults`` checks any text; it knows no original, and tells of what rule a word speaks by
the numbers beside it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from kb.compare.words import listed
from kb.lang import folded
from kb.number import RuleNumber
from kb.term import FalseFriend, Status, TermKind
from kb.term_slips import friends_of, mistakes_in, second_names, sure_name
from kb.term_words import Said, Word, key, said, words_of
from kb.terms import terms

Spans = Sequence[tuple[int, int, str]]
"""Start and end in the text, and the concept that it names there."""

_LONG = 4
"""Letters that a word has more of, to be known by its beginning."""
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
    concept: str
    found: tuple[Place, ...]
    """The words in question; none where the expected one is simply not there."""
    original: tuple[Place, ...] = ()
    """Where the original names the concept, in its own text."""


class Original(NamedTuple):
    """The text that was translated: its words may ask for words of the table."""

    text: str
    language: str
    spans: Spans


def faults(
    text: str,
    language: str,
    *,
    number: RuleNumber | None = None,
    cites: Collection[RuleNumber] = (),
    original: Original | None = None,
) -> tuple[Fault, ...]:
    """What is wrong with the terms of ``text``, by the bundled tables of its language.

    ``number`` is the rule whose text it is and ``cites`` what it cites: a false friend is one only
    in a text about the rule that it seems to name. ``original`` is what it translates: the words of
    the table that stand there are expected here.

    >>> [(str(fault.kind), fault.expected) for fault in faults("Forza e resistenza", "it")]
    [('expected', 'costituzione')]
    """
    words = words_of(text)
    own = list(said(text, words, language))
    about = frozenset(cites) if number is None else frozenset((number, *cites))
    found = [*_wrong_words(words, own, language), *_two_names(own)]
    found += _false_friends(own, language, about)
    if original is not None:
        found += _unnamed(words, own, language, original, about)
    return tuple(found)


def _wrong_words(words: Sequence[Word], own: Sequence[Said], code: str) -> Iterator[Fault]:
    """Words of another language for a term of this one, alone or beside the right one."""
    wrong: dict[tuple[str, str], list[Place]] = {}
    for start, end, right, term in mistakes_in(words, code, own):
        wrong.setdefault((right, term.concept), []).append(Place(start, end))
    for (right, concept), places in wrong.items():
        beside = _first_place(words, key(right).split())
        if beside is None:
            yield Fault(FaultKind.EXPECTED, right, concept, tuple(places))
        else:
            found = tuple(sorted((beside, *places)))
            yield Fault(FaultKind.TWO_WORDS, right, concept, found)


def _first_place(words: Sequence[Word], phrase: Sequence[str]) -> Place | None:
    runs = (words[at : at + len(phrase)] for at in range(len(words) - len(phrase) + 1))
    found = (run for run in runs if [word.form for word in run] == phrase)
    return next((Place(run[0].start, run[-1].end) for run in found), None)


def _two_names(own: Sequence[Said]) -> Iterator[Fault]:
    """The first two names of each concept: «costo addizionale», «costo aggiuntivo»."""
    told: set[str] = set()
    for _, *both in second_names(own):
        term = both[0].terms[0]
        if term.concept not in told:
            told.add(term.concept)
            places = tuple(sorted(Place(word.start, word.end) for word in both))
            yield Fault(FaultKind.TWO_WORDS, term.word, term.concept, places)


def _false_friends(
    own: Sequence[Said], code: str, about: Collection[RuleNumber]
) -> Iterator[Fault]:
    """A word whose like, in another language, names the rule spoken of, which has another here."""
    found: dict[FalseFriend, list[Place]] = {}
    for word in own:
        for pair in friends_of(word, code):
            # Two words of one language are mixed up by ear, not by translating.
            if pair.language != pair.other_language and _is_meant(pair, about):
                found.setdefault(pair, []).append(Place(word.start, word.end))
    for pair, places in found.items():
        right = sure_name(pair.other_number, code)
        if right is not None and not any(right in word.terms for word in own):
            yield Fault(FaultKind.FALSE_FRIEND, right.word, right.concept, tuple(places))


def _is_meant(pair: FalseFriend, about: Collection[RuleNumber]) -> bool:
    """Whether a text is about the rule of the other word, and not about that of its own."""
    return any(one.within(pair.other_number) for one in about) and not any(
        one.within(pair.number) for one in about
    )


def _unnamed(
    words: Sequence[Word],
    own: Sequence[Said],
    code: str,
    original: Original,
    about: Collection[RuleNumber],
) -> Iterator[Fault]:
    """What the original names and the text does not, where the table has a word seen in print."""
    here = {term.concept for word in own for term in word.terms}
    known = {term.concept: term for term in terms(code)}
    everyday = _everyday(original.language)
    for concept, spans in _by_concept(original.spans).items():
        term = known.get(concept)
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
        if places and not any(_inflected(words, key(form)) for form in term.forms):
            yield Fault(FaultKind.EXPECTED, term.word, concept, (), places)


@cache
def _everyday(code: str) -> frozenset[str]:
    """Words, folded, that name a concept and are also said without it, or left unsaid."""
    return frozenset(map(folded, listed(code, "everyday")))


def _inflected(words: Sequence[Word], form: str) -> bool:
    """Whether all longer words of a form stand in the text with other endings.

    The table lists no whole conjugations: «intercambie» names what «intercambiar» does.
    """
    stems = [
        part[: max(_SHORTEST_STEM, len(part) - 2)] for part in form.split() if len(part) > _LONG
    ]
    return bool(stems) and all(any(word.form.startswith(stem) for word in words) for stem in stems)


def _by_concept(spans: Iterable[tuple[int, int, str]]) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    for start, end, concept in spans:
        found.setdefault(concept, []).append((start, end))
    return found
