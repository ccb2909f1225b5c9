"""Words: what the base knows of the words of a query: base forms, meanings, names."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from kb.among import among
from kb.enclitics import Enclitics, without_pronoun
from kb.store import Store
from search.memory import Memory
from search.near_words import near_forms

FORMAT = 4
"""Raised when the program comes to find the same texts by other words."""
_CONCEPT = "c:"
_LONGEST_TERM = 6
"""Words of the longest name that is looked for: "sottofase di inizio combattimento" has four."""


def concept_word(concept: str) -> str:
    """The word that stands for a concept in the index, in whatever language it was said."""
    return _CONCEPT + concept


def is_concept(word: str) -> bool:
    """Whether a word of the index stands for a concept."""
    return word.startswith(_CONCEPT)


def said_of(word: str) -> str:
    """A word of the index as a reader takes it: of a concept its name in the table of terms."""
    return word.removeprefix(_CONCEPT)


Sense: TypeAlias = tuple[tuple[str, ...], float]
"""The English base forms for which a word of another language stands, and how likely."""
NameRow: TypeAlias = tuple[str, str, str, int]
"""Concept, number, language and rank of a name, as ``Named`` has them."""


class Known(NamedTuple):
    """What one word form is in one language."""

    lemmas: tuple[str, ...]
    """Its base forms in the texts held, then those that the lexicon has."""
    is_silent: bool
    """It says nothing alone, as an article does."""


class Named(NamedTuple):
    """A name among the words ``start`` to ``end``, without the last."""

    start: int
    end: int
    concept: str
    number: str
    language: str
    rank: int
    """0 for the name itself, 1 for a variant, 2 for an inflection."""


class Lexicon:
    """Lemmas, meanings and names as the base has them."""

    def __init__(self, store: Store, memory: Memory | None = None) -> None:
        """``memory`` is that of the index of the same store."""
        self._store, self._db = store, store.db
        self._memory = memory or Memory()

    def known(self, forms: Iterable[str]) -> dict[str, dict[str, Known]]:
        """In which languages some word forms are known, and as what."""
        found = self._memory.known.among(sorted(set(forms)), self._read_known)
        return {form: known for form, known in found.items() if known}

    def _read_known(self, forms: Collection[str]) -> dict[str, dict[str, Known]]:
        lemmas: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        for table, column in (("lemma", "lemma"), ("lexeme", "word")):
            for form, language, lemma in self._among(
                f"SELECT form, language, {column} FROM {table} WHERE form IN", forms
            ):
                lemmas[form, language][lemma] = None
        silent = set(self._among("SELECT form, language FROM stop_word WHERE form IN", forms))
        found: dict[str, dict[str, Known]] = {form: {} for form in forms}
        for form, language in sorted({*lemmas, *silent}):
            known = Known(tuple(lemmas[form, language]), (form, language) in silent)
            found[form][language] = known
        return found

    def without_pronoun(self, form: str) -> dict[str, tuple[str, ...]]:
        """The verbs, by language, to which an unknown form is with a pronoun tied to its end."""
        found: dict[str, tuple[str, ...]] = {}
        for code, tied in self._enclitics.items():
            verbs = dict.fromkeys(without_pronoun(form, tied))
            known = self.known(verbs)
            for verb in verbs:
                here = known.get(verb, {}).get(code)
                if here and here.lemmas:
                    found[code] = here.lemmas
                    break
        return found

    @property
    def _enclitics(self) -> dict[str, Enclitics]:
        return self._memory.enclitics.one("", self._read_enclitics)

    def _read_enclitics(self) -> dict[str, Enclitics]:
        row = self._db.execute("SELECT value FROM meta WHERE key = 'enclitics'").fetchone()
        return {
            code: Enclitics(tuple(pronouns), tuple((one, other) for one, other in endings))
            for code, (pronouns, endings) in (json.loads(row[0]) if row else {}).items()
        }

    def words_of(self, forms: Iterable[str], language: str) -> dict[str, tuple[str, ...]]:
        """The words and phrases of the lexicon that some forms or runs of forms stand for."""
        found = self._memory.lexemes.among(dict.fromkeys(forms), self._read_words)
        return {form: words[language] for form, words in found.items() if language in words}

    def _read_words(self, forms: Collection[str]) -> dict[str, dict[str, tuple[str, ...]]]:
        rows = self._among("SELECT form, language, word FROM lexeme WHERE form IN", forms)
        found: dict[str, dict[str, tuple[str, ...]]] = {form: {} for form in forms}
        for form, language, word in rows:
            found[form][language] = (*found[form].get(language, ()), word)
        return found

    def senses(self, words: Iterable[str], language: str) -> dict[str, tuple[Sense, ...]]:
        """Of words of the lexicon what each means: English base forms, and how likely."""
        found = self._memory.senses.among(dict.fromkeys(words), self._read_senses)
        return {word: senses[language] for word, senses in found.items() if language in senses}

    def _read_senses(self, words: Collection[str]) -> dict[str, dict[str, tuple[Sense, ...]]]:
        rows = self._among("SELECT word, language, english, weight FROM sense WHERE word IN", words)
        rows.sort(key=lambda row: (-row[3], row[2].split(" ")))
        found: dict[str, dict[str, tuple[Sense, ...]]] = {word: {} for word in words}
        for word, language, english, weight in rows:
            sense = (tuple(english.split(" ")), weight)
            found[word][language] = (*found[word].get(language, ()), sense)
        return found

    def forms(self, lemmas: Collection[str]) -> frozenset[str]:
        """The word forms that have one of these lemmas, and the lemmas themselves."""
        found = self._memory.forms.among(lemmas, self._read_forms)
        return frozenset(lemmas).union(*found.values())

    def _read_forms(self, lemmas: Collection[str]) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = dict.fromkeys(lemmas, ())
        for form, lemma in self._among("SELECT form, lemma FROM lemma WHERE lemma IN", lemmas):
            found[lemma] = (*found[lemma], form)
        return found

    def stop_words(self) -> frozenset[str]:
        """Words of any language that say nothing alone."""
        return frozenset(row[0] for row in self._db.execute("SELECT form FROM stop_word"))

    def table(self, language: str) -> dict[str, str]:
        """All word forms of a language with their lemmas."""
        rows = self._db.execute("SELECT form, lemma FROM lemma WHERE language = ?", (language,))
        return dict(rows.fetchall())

    def near(self, form: str, *, sounding_alike: tuple[str, ...]) -> tuple[str, ...]:
        """The known forms that an unknown one is most likely meant to be."""
        return self._memory.near.one(
            form, lambda: near_forms(self._store, form, sounding_alike=sounding_alike)
        )

    def concepts(self, forms: Collection[str]) -> frozenset[str]:
        """What some forms of names, each alone, name."""
        rows = self._among(
            "SELECT t.concept FROM term_form f JOIN term t ON t.id = f.term WHERE f.form IN", forms
        )
        return frozenset(row[0] for row in rows)

    def named(self, forms: Sequence[str]) -> tuple[Named, ...]:
        """The names among the words, the longest at each place, in any language."""
        runs = [
            [
                " ".join(forms[at:end])
                for end in range(at + 1, min(len(forms), at + _LONGEST_TERM) + 1)
            ]
            for at in range(len(forms))
        ]
        named = self._memory.named.among(
            dict.fromkeys(run for each in runs for run in each), self._read_named
        )
        found: list[Named] = []
        at = 0
        while at < len(forms):
            for length in range(len(runs[at]), 0, -1):
                terms = named[runs[at][length - 1]]
                if terms:
                    found += [Named(at, at + length, *term) for term in terms]
                    at += length
                    break
            else:
                at += 1
        return tuple(found)

    def _read_named(self, forms: Collection[str]) -> dict[str, tuple[NameRow, ...]]:
        rows = self._among(
            "SELECT f.form, t.concept, t.number, t.language, f.rank FROM term_form f"
            " JOIN term t ON t.id = f.term WHERE f.form IN",
            forms,
        )
        found: dict[str, tuple[NameRow, ...]] = dict.fromkeys(forms, ())
        for form, *term in sorted(rows):
            found[form] = (*found[form], tuple(term))
        return found

    def _among(self, sql: str, values: Iterable[str]) -> list[tuple[Any, ...]]:
        return among(self._db, sql, values)
