"""Vocabulary: the word forms for which a beginning or a misspelling stands."""

from collections import defaultdict
from collections.abc import Sequence

from kb.lang import AFTER_ALL, ORIGINAL, folded
from kb.store import Store
from search.hits import Expansion
from search.near_words import spelt_like
from search.plans import Slot, Way
from search.words import Lexicon, concept_word

MOST = 30
"""Forms that are asked for; the shortest come first."""
_HELD = ("lemma", "term_form")
_BEGINS = "WHERE form >= ?1 AND form < ?2 AND instr(form, ' ') = 0"


def beginning(store: Store, form: str) -> Expansion:
    """The forms of any language that begin so: those of texts and names, the shortest first.

    Where these are few the lexica add more, which texts of another language may say.
    """
    start = folded(form)
    bounds = (start, start + AFTER_ALL)
    union = " UNION ".join(f"SELECT form FROM {table} {_BEGINS}" for table in _HELD)
    held = {row[0] for row in store.db.execute(union, bounds)}
    found = sorted(held, key=lambda each: (len(each), each))
    if len(found) < MOST:
        rows = store.db.execute(f"SELECT DISTINCT form FROM lexeme {_BEGINS}", bounds)
        found += sorted({row[0] for row in rows} - held, key=lambda each: (len(each), each))
    return Expansion(f"{form}*", tuple(found[:MOST]), len(found))


def alike(store: Store, form: str) -> Expansion:
    """The forms of any language that are spelt like it, itself first where it is one."""
    found = spelt_like(store, folded(form))
    return Expansion(f"{form}~", found[:MOST], len(found))


def slots(store: Store, forms: Sequence[str]) -> dict[str, Slot]:
    """Of each language the words of its index for which any of the forms stands."""
    lexicon = Lexicon(store)
    ways: dict[str, dict[Way, None]] = defaultdict(dict)
    for languages in lexicon.known(forms).values():
        for code, known in languages.items():
            ways[code].update((Way((lemma,), 1.0), None) for lemma in known.lemmas)
    for code in tuple(ways):
        words = {word for each in lexicon.words_of(forms, code).values() for word in each}
        for senses in lexicon.senses(words, code).values():
            ways[ORIGINAL].update((Way(*sense), None) for sense in senses)
    concepts = tuple(Way((concept_word(each),), 1.0) for each in lexicon.concepts(forms))
    return {
        code: Slot((*ways[code], *concepts))
        for (code,) in store.db.execute("SELECT DISTINCT language FROM edition")
    }
