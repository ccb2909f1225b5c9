"""The book: every current text as the words and names in it, and how the rules cite each other."""

import json
from collections import Counter
from collections.abc import Collection, Iterable
from functools import cached_property
from math import log
from typing import NamedTuple

from kb.number import RuleNumber
from kb.store import Store
from kb.tokens import tokens
from search.words import Lexicon


class Page(NamedTuple):
    """The current text of a rule in one language."""

    number: RuleNumber
    language: str
    edition: int
    """Its key inside the store."""
    is_heading: bool
    lemmas: frozenset[str]
    concepts: frozenset[str]
    """What the names in it stand for, the same in all languages."""


class Book:
    """All current texts; what is common to many of them weighs little."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.lexicon = Lexicon(store)
        self.pages: dict[RuleNumber, list[Page]] = {}
        self._counts: dict[str, Counter[str]] = {}
        self._named: dict[str, Counter[str]] = {}
        self._sizes: Counter[str] = Counter()
        self._lemmas: dict[str, dict[str, str]] = {}
        for page in self._read():
            self.pages.setdefault(page.number, []).append(page)
            self._counts.setdefault(page.language, Counter()).update(page.lemmas)
            self._named.setdefault(page.language, Counter()).update(page.concepts)
            self._sizes[page.language] += 1
        self._largest = max(self._sizes, key=self._sizes.__getitem__, default=None)

    def _read(self) -> Iterable[Page]:
        rows = self._store.db.execute(
            "SELECT c.number, c.language, c.edition, r.title IS NOT NULL, t.body, a.terms"
            " FROM current c JOIN rule r ON r.edition = c.edition AND r.place = c.place"
            " JOIN text t ON t.id = r.text"
            " LEFT JOIN analysis a ON a.text = t.id AND a.language = c.language"
        )
        for number, language, edition, is_heading, body, terms in rows.fetchall():
            lemmas = self.lemmas_of(language)
            spans = json.loads(terms) if terms else ()
            yield Page(
                number=RuleNumber.parse(number),
                language=language,
                edition=edition,
                is_heading=bool(is_heading),
                lemmas=frozenset(lemmas.get(token.form, token.form) for token in tokens(body)),
                concepts=frozenset(concept for _, _, concept in spans),
            )

    def lemmas_of(self, language: str) -> dict[str, str]:
        if language not in self._lemmas:
            self._lemmas[language] = self.lexicon.table(language)
        return self._lemmas[language]

    def weight(self, word: str, language: str) -> float | None:
        """How much a word of a language says: 1 if one text has it, 0 if all have, None if none."""
        count, size = self._counts.get(language, Counter())[word], self._sizes[language]
        return _telling(count, size) if count else None

    def concept_weight(self, concept: str) -> float:
        """As ``weight``, in the language of which most texts are held."""
        if self._largest is None:
            return 1.0
        count = self._named[self._largest][concept]
        return _telling(max(count, 1), self._sizes[self._largest])

    def is_heading(self, number: RuleNumber) -> bool:
        """Whether the texts held of it say no more than its name."""
        pages = self.pages.get(number, ())
        return bool(pages) and all(page.is_heading for page in pages)

    def below(self, number: RuleNumber) -> tuple[RuleNumber, ...]:
        """The rules that stand directly below a number and have a text, in order."""
        return self._families.get(number, ())

    @cached_property
    def _families(self) -> dict[RuleNumber, tuple[RuleNumber, ...]]:
        families: dict[RuleNumber, list[RuleNumber]] = {}
        for number in sorted(self.pages):
            if number.parent is not None:
                families.setdefault(number.parent, []).append(number)
        return {parent: tuple(children) for parent, children in families.items()}

    def cites(self, number: RuleNumber) -> Collection[RuleNumber]:
        """What the current texts of a rule cite, in any language."""
        return self._edges.get(number, frozenset())

    @cached_property
    def _edges(self) -> dict[RuleNumber, frozenset[RuleNumber]]:
        edges: dict[RuleNumber, set[RuleNumber]] = {}
        rows = self._store.db.execute(
            "SELECT DISTINCT g.source, g.target FROM edge g JOIN current c"
            " ON c.edition = g.edition AND c.number = g.source"
        )
        for source, target in rows:
            edges.setdefault(RuleNumber.parse(source), set()).add(RuleNumber.parse(target))
        return {source: frozenset(targets) for source, targets in edges.items()}


def _telling(count: int, size: int) -> float:
    return log((size + 1) / (count + 0.5)) / log((size + 1) / 0.5)
