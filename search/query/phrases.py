"""Phrases: the texts in which words follow each other as they are written.

The index knows base forms and no places: it gives the texts that have all the words, and the
texts themselves tell the rest.
"""

from collections.abc import Iterator, Mapping

from kb.among import among
from kb.store import Store
from search.engine import ALL_MATCHES, AllOf, AnyOf, Word
from search.index import Index
from search.wording import holds, words_of
from search.words import Known, Lexicon

_BODIES = "SELECT id, body FROM text WHERE id IN"


def texts_with(store: Store, index: Index, phrase: str) -> frozenset[int]:
    """The keys of the texts that have the phrase, without regard to case and accents."""
    words = words_of(phrase)
    known = Lexicon(store).known(set(words))
    parts = tuple(
        AnyOf(tuple(Word(each) for each in sorted({word, *_lemmas(known.get(word, {}))})))
        for word in dict.fromkeys(words)
    )
    matches = index.search(AllOf(parts), limit=ALL_MATCHES)
    keys = sorted({match.text_key for match in matches})
    found = {key for key, body in among(store.db, _BODIES, keys) if holds(body, words)}
    found |= {match.text_key for match in matches if match.title and holds(match.title, words)}
    return frozenset(found)


def _lemmas(known: Mapping[str, Known]) -> Iterator[str]:
    for each in known.values():
        yield from each.lemmas
