"""What a sentence says: the numbers it cites, the names in it, the words that tell something."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from kb import cite_words
from kb.holdings import Holdings
from kb.lang import ORIGINAL
from kb.number import RuleNumber
from kb.term import Term
from kb.tokens import Token, tokens
from search.engine import Word as Asked
from search.ranking import CONCEPT_WEIGHT
from search.suggest.book import Book
from search.words import concept_word

LONGEST_SENTENCE = 400
"""Words of a sentence that are read; one that is longer is no sentence of a ruling."""
_LONGEST_NAME = 6
_MOST_ASKED = 6
"""Words that the search is asked for, the most telling ones."""
_UNKNOWN_WEIGHT = 0.4
"""A word that no text has: the name of a card, or a sign that the sentence is not about rules."""
_KEYWORD_WEIGHT = 0.65
"""A keyword tells at least so much, however many rules of a small base speak of it."""
_UNSURE = 0.6
_KEYWORDS = frozenset(("keyword-ability", "variant", "ability-word"))


class Name(NamedTuple):
    """A name in the sentence, and one rule that it names."""

    number: RuleNumber
    concept: str
    surface: str
    """As it stands there."""
    weight: float


class Word(NamedTuple):
    """A word of the sentence; a name counts as one."""

    concepts: tuple[str, ...]
    """Any of these in a text of whatever language."""
    lemmas: tuple[str, ...]
    """Or all of these in a text of the same language."""
    surface: str
    weight: float
    known: bool
    """Whether any text has it."""


class Said(NamedTuple):
    """What one sentence says."""

    cited: tuple[RuleNumber, ...]
    names: tuple[Name, ...]
    words: tuple[Word, ...]
    asked: tuple[Asked, ...]
    """What the search is asked for: the most telling words."""


class Reader:
    """Reads sentences of one language; ``code`` is None where nobody can tell which."""

    def __init__(self, book: Book, holdings: Holdings, code: str | None) -> None:
        self._book = book
        self._holdings = holdings
        self._code = code
        self._forms = frozenset(holdings.forms())
        # "see rule" says what is cited, not what it is about
        self._stop_words = book.lexicon.stop_words() | cite_words.words().before
        self._lemmas = book.lemmas_of(code) if code else {}
        self._named: dict[str, tuple[Term, ...]] = {}

    def said(self, text: str, cited: Iterable[RuleNumber]) -> Said:
        words = tuple(islice(tokens(_without_marks(text)), LONGEST_SENTENCE))
        words = tuple(word for word in words if RuleNumber.read(word.form) is None)
        names: list[Name] = []
        found: list[Word] = []
        for start, end, terms in self._windows(words):
            surface = " ".join(word.form for word in words[start:end])
            if terms:
                here = tuple(self._names(terms, surface))
                names += here
                concepts = tuple(dict.fromkeys(name.concept for name in here))
                weight, known = max(name.weight for name in here), True
            elif surface in self._stop_words or not surface[0].isalnum():
                continue
            else:
                concepts = ()
                weight, known = self._weight(surface)
            lemmas = tuple(self._lemmas.get(word.form, word.form) for word in words[start:end])
            found.append(Word(concepts, lemmas, surface, weight, known))
        said = tuple({(word.concepts, word.lemmas): word for word in found}.values())
        return Said(
            cited=tuple(dict.fromkeys(cited)),
            names=_distinct(names),
            words=said,
            asked=tuple(_asked(word for word in said if word.known)),
        )

    def _weight(self, form: str) -> tuple[float, bool]:
        """What a word says, and whether any text has it."""
        weights = [
            self._book.weight(self._book.lemmas_of(code).get(form, form), code)
            for code in ((self._code,) if self._code else self._holdings.languages())
        ]
        known = [weight for weight in weights if weight is not None]
        return (max(known), True) if known else (_UNKNOWN_WEIGHT, False)

    def _windows(self, words: Sequence[Token]) -> Iterator[tuple[int, int, tuple[Term, ...]]]:
        """The names among the words, longest first, and the single words between them."""
        at = 0
        while at < len(words):
            for end in range(min(len(words), at + _LONGEST_NAME), at, -1):
                terms = self._terms(words[at:end])
                if terms:
                    yield at, end, terms
                    at = end
                    break
            else:
                yield at, at + 1, ()
                at += 1

    def _terms(self, words: Sequence[Token]) -> tuple[Term, ...]:
        forms = [word.form for word in words]
        spellings = [" ".join(forms), "-".join(forms)]
        spellings.append(" ".join(self._lemmas.get(form, form) for form in forms))
        for spelling in dict.fromkeys(spellings):
            if spelling in self._forms:
                terms = self._in_this_language(spelling)
                if terms:
                    return terms
        return ()

    def _in_this_language(self, form: str) -> tuple[Term, ...]:
        """What the name means here; an English one is at home in every ruling."""
        if form not in self._named:
            terms = self._holdings.named(form)
            own = tuple(term for term in terms if self._code in (None, term.language))
            self._named[form] = own or tuple(t for t in terms if t.language == ORIGINAL)
        return self._named[form]

    def _names(self, terms: tuple[Term, ...], surface: str) -> Iterator[Name]:
        for term in terms:
            weight = self._book.concept_weight(term.concept)
            if term.kind in _KEYWORDS:
                weight = max(weight, _KEYWORD_WEIGHT)
            share = len({other.concept for other in terms}) ** -0.5
            sure = 1.0 if term.sure else _UNSURE
            yield Name(term.number, term.concept, surface, weight * share * sure)


def _asked(words: Iterable[Word]) -> Iterator[Asked]:
    for word in sorted(words, key=lambda word: -word.weight)[:_MOST_ASKED]:
        for concept in word.concepts:
            yield Asked(concept_word(concept), CONCEPT_WEIGHT)
        for lemma in word.lemmas:
            yield Asked(lemma)


def _distinct(names: Iterable[Name]) -> tuple[Name, ...]:
    """One name a concept, the first."""
    kept: dict[str, Name] = {}
    for name in names:
        kept.setdefault(name.concept, name)
    return tuple(kept.values())


def _without_marks(text: str) -> str:
    """Soft hyphens and marks of direction split no word."""
    if text.isascii():
        return text
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf")
