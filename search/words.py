"""Words: how texts and queries are cut into tokens, and which lemmas and concepts these have."""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from kb.lang import folded
from kb.store import Store

_TOKEN = re.compile(
    r"""
      \d{3}\.\d{1,3}[a-z]{0,2}      # a rule number
    | \{[^{}\s]{1,8}\}              # a mana symbol
    | [+-]?[0-9x*]+/[+-]?[0-9x*]+   # power and toughness
    | [^\W\d_]+                     # a word; elisions and hyphens end it
    | \d+
    """,
    re.VERBOSE | re.IGNORECASE,
)
FORMAT = 1
"""Raised when the program comes to find the same texts by other words."""
_CONCEPT = "c:"
_LONGEST_TERM = 6
"""Words of the longest name that is looked for: "sottofase di inizio combattimento" has four."""


class Token(NamedTuple):
    """``text[start:end]``, folded."""

    form: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Token]:
    """
    >>> [token.form for token in tokens("L’abilità di 702.33d: {T}, +1/+1")]
    ['l', 'abilita', 'di', '702.33d', '{t}', '+1/+1']
    """
    plain = text.lower() if text.isascii() else None  # as folded() would have it, all at once
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        yield Token(folded(match[0]) if plain is None else plain[start:end], start, end)


def concept_word(concept: str) -> str:
    """The word that stands for a concept in the index, in whatever language it was said."""
    return _CONCEPT + concept


class Lexicon:
    """Lemmas and names as the base has them."""

    def __init__(self, store: Store) -> None:
        self._db = store.db

    def lemmas(self, form: str) -> tuple[str, ...]:
        """The lemmas of a word form in the languages that know it; none where none does."""
        rows = self._db.execute("SELECT DISTINCT lemma FROM lemma WHERE form = ?", (form,))
        return tuple(row[0] for row in rows)

    def forms(self, lemmas: Collection[str]) -> frozenset[str]:
        """The word forms that have one of these lemmas, and the lemmas themselves."""
        rows = self._db.execute(
            f"SELECT form FROM lemma WHERE lemma IN ({', '.join('?' * len(lemmas))})",
            tuple(lemmas),
        )
        return frozenset((*lemmas, *(row[0] for row in rows)))

    def stop_words(self) -> frozenset[str]:
        """Words of any language that say nothing alone."""
        row = self._db.execute("SELECT value FROM meta WHERE key = 'stop_words'").fetchone()
        return frozenset(row[0].split()) if row else frozenset()

    def table(self, language: str) -> dict[str, str]:
        """All word forms of a language with their lemmas."""
        rows = self._db.execute("SELECT form, lemma FROM lemma WHERE language = ?", (language,))
        return dict(rows.fetchall())

    def near(self, form: str) -> tuple[str, ...]:
        """Lemmas of the forms that begin like an unknown word, else of those spelt like it."""
        for length in range(len(form) - 1, max(4, len(form) - 4), -1):
            stem = form[:length]
            rows = self._db.execute(
                "SELECT DISTINCT lemma FROM lemma WHERE form >= ? AND form < ? LIMIT 6",
                (stem, stem + "\U0010ffff"),
            ).fetchall()
            if rows:
                return tuple(row[0] for row in rows)
        if len(form) < 4 or not form.isalpha():
            return ()
        from difflib import get_close_matches  # a misspelt word is rare

        forms = [row[0] for row in self._db.execute("SELECT DISTINCT form FROM lemma")]
        close = get_close_matches(form, forms, n=2, cutoff=0.8)
        return tuple(dict.fromkeys(lemma for near in close for lemma in self.lemmas(near)))

    def concepts(self, words: tuple[Token, ...]) -> tuple[tuple[int, int, str], ...]:
        """The names among the words, longest first: (first word, word after the last, concept)."""
        found: list[tuple[int, int, str]] = []
        at = 0
        while at < len(words):
            for end in range(min(len(words), at + _LONGEST_TERM), at, -1):
                concepts = self._named(" ".join(word.form for word in words[at:end]))
                if concepts:
                    found += [(at, end, concept) for concept in concepts]
                    at = end
                    break
            else:
                at += 1
        return tuple(found)

    def _named(self, form: str) -> tuple[str, ...]:
        rows = self._db.execute(
            "SELECT DISTINCT t.concept FROM term_form f JOIN term t ON t.id = f.term"
            " WHERE f.form = ?",
            (form,),
        )
        return tuple(row[0] for row in rows)
