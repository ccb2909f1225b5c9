"""Vocabulary: the word forms for which a beginning or a misspelling stands."""

from collections import defaultdict
from collections.abc import Sequence

from kb.lang import ORIGINAL, folded
from kb.store import Store
from search.hits import Expansion
from search.near_words import spelt_like
from search.plans import Slot, Way
from search.words import Lexicon, concept_word

MOST = 30
"""Forms that are asked for; the shortest come first."""
_TABLES = ("lemma", "term_form", "lexeme")


def beginning(store: Store, form: str) -> Expansion:
    """The forms of any language that begin so, those of texts first."""
    start = folded(form)
    union = " UNION ALL ".join(
        f"SELECT form, {at} AS at FROM {table}"
        " WHERE form >= ?1 AND form < ?2 AND instr(form, ' ') = 0"
        for at, table in enumerate(_TABLES)
    )
    rows = store.db.execute(
        f"SELECT form FROM ({union}) GROUP BY form ORDER BY min(at), length(form), form",
        (start, start + "\U0010ffff"),
    )
    found = tuple(row[0] for row in rows)
    return Expansion(f"{form}*", found[:MOST], len(found))


def alike(store: Store, form: str) -> Expansion:
    """The forms of any language that are spelt like it, itself first where it is one."""
    found = spelt_like(store.db, folded(form))
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
