"""Glossary: the entries of a language, and the rules to which each refers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kb.cite import citations
from kb.edition import EditionKind
from kb.holdings import Holdings
from kb.lang import folded, language
from kb.number import RuleNumber, distinct
from kb.store import Store

_DEEPEST = 4
"""Entries that refer to one another in turn."""


@dataclass(frozen=True, slots=True)
class Referring:
    """An entry with the rules it refers to, by number or by the name of another entry."""

    term: str
    numbers: tuple[RuleNumber, ...]


class Entry(NamedTuple):
    """What a glossary says of a term."""

    term: str
    text: str
    edition: int
    """Its key inside the store."""


def referring(store: Store, code: str) -> Iterator[Referring]:
    """The current entries of a language that refer to a rule, in the order of the glossary."""
    entries = current_entries(store, code)
    if not entries:
        return
    holdings = Holdings(store)
    known = holdings.all_numbers()
    cited = {
        key: distinct(
            number
            for citation in citations(text, language=code, known=known)
            for number in citation.numbers
        )
        for key, (_, text, _) in entries.items()
    }
    names = _Names(holdings, code, {key: each.text for key, each in entries.items()}, cited)
    for key, (term, _, _) in entries.items():
        numbers = distinct((*cited[key], *names.named_in(key)))
        if numbers:
            yield Referring(term, numbers)


class _Names:
    """What the names behind a “see” stand for: an entry of the glossary, else a known name."""

    def __init__(
        self,
        holdings: Holdings,
        code: str,
        texts: dict[str, str],
        cited: dict[str, tuple[RuleNumber, ...]],
    ) -> None:
        self._holdings, self._code = holdings, code
        self._texts, self._cited = texts, cited
        words = language(code)
        see = "|".join(map(re.escape, words.words("citations", "see"))) or "(?!)"
        also = "|".join(map(re.escape, words.words("citations", "also"))) or "(?!)"
        self._see = re.compile(
            rf"\b(?i:{see})\s+(?:(?i:{also})\s+)?[“\"«‘]?(?P<names>[^\W\d_][^.;:()”\"»\d]{{0,80}})"
        )
        joining = "|".join(map(re.escape, words.words("citations", "and"))) or "(?!)"
        self._joining = re.compile(rf",\s*(?:(?:{joining})\s+)?|\s+(?:{joining})\s+")

    def named_in(self, key: str, *, depth: int = 0) -> Iterator[RuleNumber]:
        """The rules behind the names to which an entry refers."""
        for match in self._see.finditer(self._texts[key]):
            names = match["names"].strip(" ,")
            if not names[0].isupper():
                continue  # "see the cards' faces" refers to nothing
            found = tuple(self._rules(names, key, depth))
            if not found:
                for name in self._joining.split(names):
                    found += tuple(self._rules(name, key, depth))
            yield from found

    def _rules(self, name: str, key: str, depth: int) -> Iterator[RuleNumber]:
        other = folded(name)
        if other != key and other in self._texts:
            yield from self._cited[other]
            if not self._cited[other] and depth < _DEEPEST:
                yield from self.named_in(other, depth=depth + 1)
            return
        for term in self._holdings.named(name):
            if term.language == self._code and term.sure:
                yield term.number


def current_entries(store: Store, code: str) -> dict[str, Entry]:
    """The entries of a language, by their folded terms, in the order of the glossary.

    The newest official glossary stands alone: of an older one the numbers mean other rules now.
    Where there is none, each term is taken from the newest edition that has it.
    """
    kinds = " ".join(f"WHEN '{kind}' THEN {place}" for place, kind in enumerate(EditionKind))
    rows = store.db.execute(
        "SELECT e.id, e.kind, n.term, t.body FROM entry n JOIN edition e ON e.id = n.edition"
        f" JOIN text t ON t.id = n.text WHERE e.language = ? ORDER BY CASE e.kind {kinds} END,"
        " e.date DESC NULLS LAST, e.id DESC, n.ordinal",
        (code,),
    ).fetchall()
    if rows and rows[0][1] == EditionKind.OFFICIAL:
        rows = [row for row in rows if row[0] == rows[0][0]]
    entries: dict[str, Entry] = {}
    for edition, _, term, text in rows:
        entries.setdefault(folded(term), Entry(term, text, edition))
    return entries
