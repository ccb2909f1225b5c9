"""The dictionary of a language: the base forms of its words, and which words it has."""

import csv
from collections.abc import Collection, Iterator
from functools import cache

import simplemma

from kb.enclitics import enclitics, without_pronoun
from kb.errors import BadData
from kb.lang import folded, language


class Dictionary:
    """Our own list of forms first, else simplemma. Of a language that it lacks nothing is known."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._known = overrides(code)
        self._is_there = _is_there(code)
        self._enclitics = enclitics(language(code))

    def lemma(self, word: str) -> str:
        """The folded base form of ``word``: itself where nothing is known."""
        form = folded(word)
        lemma = self._known.get(form)
        if lemma is None:
            # Odd capitals (TAPpa) are unknown to the dictionary, accents are not.
            # What was no UTF-8 holds lone surrogates, which the dictionary cannot be asked for.
            lower = word.lower().encode("utf-8", "replace").decode("utf-8")
            lemma = self._known[form] = folded(self._found(lower))
        return lemma

    def _found(self, lower: str) -> str:
        if not self._is_there:
            return lower
        found = str(simplemma.lemmatize(lower, lang=self._code))
        if folded(found) == folded(lower) and not self.has(lower):
            for verb in without_pronoun(folded(lower), self._enclitics):
                if self.has(verb):
                    return str(simplemma.lemmatize(verb, lang=self._code))
        return found

    def has(self, word: str) -> bool:
        """Whether ``word``, in lower case, is one of the language: any, where nothing is known."""
        return not self._is_there or bool(simplemma.is_known(word, lang=self._code))

    def forms(self, lemmas: Collection[str]) -> Iterator[tuple[str, str]]:
        """The word forms that have one of these folded lemmas, with it; forms folded too."""
        if not self._is_there:
            return
        from simplemma.strategies.dictionaries import dictionary_factory

        bases: dict[str, str | None] = {}
        every = dictionary_factory.DEFAULT_DICTIONARY_FACTORY.get_dictionary(self._code)
        for form, lemma in every.items():
            if lemma not in bases:
                plain = folded(lemma)
                bases[lemma] = plain if plain in lemmas else None
            base = bases[lemma]
            if base is not None:
                yield folded(form), base


@cache
def _is_there(code: str) -> bool:
    try:
        simplemma.is_known("a", lang=code)
    except ValueError:  # it has no list of its languages to ask
        return False
    return True


def overrides(code: str) -> dict[str, str]:
    """The words of ``data/<code>/lemmas.csv`` that the dictionary gets wrong: form to lemma."""
    path = language(code).folder / "lemmas.csv"
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for line, row in enumerate(rows, start=2):
        if not row.get("form") or not row.get("lemma"):
            raise BadData(f"{path}:{line}: wanted form,lemma, got {row}")
    return {folded(row["form"]): folded(row["lemma"]) for row in rows}
