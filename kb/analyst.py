"""Analysis at build time: sentences, lemmas and term spans of a text, found with spaCy.

Importing spaCy costs more than half a second, so results are stored and no question comes here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kb.lang import ORIGINAL, folded
from kb.terms import terms

_LEMMAS = "regulae_lemmas"
_ANY_LANGUAGE = "xx"
"""spaCy's code for the rules of tokens that hold in most languages."""


@dataclass(frozen=True, slots=True)
class TermSpan:
    """``text[start:end]`` names a concept of the term table."""

    start: int
    end: int
    concept: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """What stands in one text: sentence bounds, term spans, and the lemma of each word form."""

    sentences: tuple[tuple[int, int], ...]
    terms: tuple[TermSpan, ...]
    lemmas: tuple[tuple[str, str], ...]
    """Pairs of word form and lemma, both folded."""


class Analyst:
    """The spaCy pipeline of one language: tokens, sentences, lemmas, terms."""

    def __init__(self, code: str) -> None:
        import spacy
        from spacy.matcher import PhraseMatcher

        _register()
        self._nlp = spacy.blank(code if _has_tokenizer(code) else _ANY_LANGUAGE)
        self._nlp.add_pipe("sentencizer")
        self._nlp.add_pipe(_LEMMAS, config={"code": code})
        self._matcher = PhraseMatcher(self._nlp.vocab, attr="LOWER")
        for term in terms(code):
            forms = (term.word, *term.variants, *term.inflections)
            self._matcher.add(term.concept, [self._nlp.make_doc(form) for form in forms])

    def analyses(self, texts: Iterable[str]) -> Iterator[Analysis]:
        """One analysis a text, in order."""
        from spacy.util import filter_spans

        for doc in self._nlp.pipe(texts):
            # Of two terms that overlap the longer is meant: "costo di mana", not "costo".
            spans = filter_spans(self._matcher(doc, as_spans=True))
            yield Analysis(
                sentences=tuple((s.start_char, s.end_char) for s in doc.sents),
                terms=tuple(TermSpan(s.start_char, s.end_char, s.label_) for s in spans),
                lemmas=doc.user_data[_LEMMAS],
            )


def _has_tokenizer(code: str) -> bool:
    from importlib.util import find_spec

    return find_spec(f"spacy.lang.{code}") is not None


def _register() -> None:
    """Make the lemma component known to spaCy, under the name that the pipeline asks for."""
    from spacy.language import Language

    def lemmas(nlp: Any, name: str, code: str) -> _Lemmas:
        return _Lemmas(code)

    Language.factory(_LEMMAS, default_config={"code": ORIGINAL}, func=lemmas)


class _Lemmas:
    """Finds the lemma of each word.

    They are kept beside the tokens: to set them on each token takes longer than all the rest.
    """

    def __init__(self, code: str) -> None:
        from kb.dictionary import Dictionary

        self._lemma = Dictionary(code).lemma
        self._pairs: dict[int, tuple[str, str] | None] = {}
        """By spaCy's key of the word, as it is printed; None for what is no word."""

    def __call__(self, doc: Any) -> Any:
        keys = dict.fromkeys(doc.to_array("ORTH").tolist())
        for key in keys:
            if key not in self._pairs:
                word = doc.vocab.strings[key]
                self._pairs[key] = (folded(word), self._lemma(word)) if word.isalpha() else None
        found = map(self._pairs.__getitem__, keys)
        doc.user_data[_LEMMAS] = tuple(pair for pair in found if pair is not None)
        return doc
