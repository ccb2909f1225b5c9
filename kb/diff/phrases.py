"""Phrases: in which editions some words stand, and in which rule; needs the history index."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from kb.diff.wording import searchable
from kb.edition import Edition, EditionKind
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store

_LOT = 500


class HolderKind(StrEnum):
    """What may hold a phrase."""

    RULE = "rule"
    EXAMPLE = "example"
    GLOSSARY = "glossary"


class Place(NamedTuple):
    """One text of one edition in which a phrase stands."""

    edition: Edition
    number: RuleNumber | None
    """None for a glossary entry."""
    term: str | None
    """The glossary entry; None for all others."""
    text: str


class Holder(NamedTuple):
    """A rule followed through its moves, its examples, or a glossary entry."""

    kind: HolderKind
    places: tuple[Place, ...]
    """Where it has the phrase: one an edition, the oldest first."""

    @property
    def since(self) -> Place:
        return self.places[0]

    @property
    def last(self) -> Place:
        return self.places[-1]


class Found(NamedTuple):
    """All that holds a phrase."""

    phrase: str
    holders: tuple[Holder, ...]
    """By the edition in which each has it first, and by their order there; up to a limit."""
    total: int
    """How many there are."""
    editions: tuple[Edition, ...]
    """Those in which it stands anywhere, the oldest first."""
    lacking: tuple[Edition, ...]
    """Those of the same languages in which it does not."""


def find_phrase(
    store: Store,
    phrase: str,
    languages: Sequence[str],
    *,
    strands: frozenset[int] | None = None,
    limit: int | None = None,
) -> Found:
    """What holds a phrase in the dated editions of these languages.

    Case, accents, quotes and runs of blanks do not matter; words are whole. Our own words are
    looked through only in a language that has nothing else. ``strands`` keeps to these rules,
    ``limit`` to the first holders.
    """
    editions = _editions(store, languages)
    held: dict[tuple[HolderKind, int | str], dict[int, _Hit]] = {}
    for hit in sorted(_hits(store, searchable(phrase), editions)):
        if strands is None or hit.strand in strands:
            name = hit.strand or f"{hit.language} {hit.term}"
            held.setdefault((hit.kind, name), {}).setdefault(hit.order, hit)
    shown = list(held.items())[:limit]
    bodies = _bodies(store, {hit.text for _, hits in shown for hit in hits.values()})
    listed = tuple(editions.values())
    having = {order for hits in held.values() for order in hits}
    codes = {listed[order].language for order in having}
    return Found(
        phrase,
        tuple(
            Holder(kind, tuple(_place(hit, listed, bodies) for hit in hits.values()))
            for (kind, _), hits in shown
        ),
        len(held),
        tuple(each for order, each in enumerate(listed) if order in having),
        tuple(
            each
            for order, each in enumerate(listed)
            if order not in having and each.language in codes
        ),
    )


class _Hit(NamedTuple):
    """A text with the phrase; hits sort by edition, and there by the order of the rule book."""

    order: int
    """The place of the edition among all."""
    rank: int
    kind: HolderKind
    text: int
    number: str
    term: str
    strand: int
    """0 for a glossary entry."""
    language: str


def _place(hit: _Hit, editions: Sequence[Edition], bodies: Mapping[int, str]) -> Place:
    number = RuleNumber.parse(hit.number) if hit.number else None
    return Place(editions[hit.order], number, hit.term or None, bodies[hit.text])


def _editions(store: Store, languages: Sequence[str]) -> dict[int, Edition]:
    """The editions to look through, by their keys; the oldest first."""
    rows = store.db.execute(
        "SELECT id, language, kind FROM edition WHERE date IS NOT NULL"
        " ORDER BY date, kind = 'official', id"
    ).fetchall()
    others = {language for _, language, kind in rows if kind != EditionKind.OURS}
    holdings = Holdings(store)
    return {
        key: holdings.edition(key)
        for key, language, kind in rows
        if language in languages and (kind != EditionKind.OURS or language not in others)
    }


def _hits(store: Store, folded: str, editions: Mapping[int, Edition]) -> Iterator[_Hit]:
    order = {key: place for place, key in enumerate(editions)}
    for lot in _lots(_texts(store, folded)):
        marks = ", ".join("?" * len(lot))
        for kind, sql in _QUERIES.items():
            rows = store.db.execute(f"{sql} IN ({marks})", lot)
            for edition, rank, text, number, term, strand in rows:
                if edition in order:
                    language = editions[edition].language
                    yield _Hit(order[edition], rank, kind, text, number, term, strand, language)


def _texts(store: Store, folded: str) -> list[int]:
    """The keys of the texts that hold it as whole words."""
    begins = r"(?<!\w)" if folded[:1].isalnum() else ""
    ends = r"(?!\w)" if folded[-1:].isalnum() else ""
    pattern = re.compile(begins + re.escape(folded) + ends)
    sql = "SELECT text, folded FROM phrase WHERE instr(folded, ?) > 0"
    return [key for key, text in store.db.execute(sql, (folded,)) if pattern.search(text)]


def _bodies(store: Store, keys: Iterable[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    for lot in _lots(list(keys)):
        marks = ", ".join("?" * len(lot))
        found.update(store.db.execute(f"SELECT id, body FROM text WHERE id IN ({marks})", lot))
    return found


def _lots(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(keys), _LOT):
        yield keys[start : start + _LOT]


_LAST = RuleNumber(9).last_rank + 1
_QUERIES = {
    HolderKind.RULE: "SELECT r.edition, r.rank, r.text, r.number, '', s.strand FROM rule r"
    " JOIN strand s USING (edition, place) WHERE r.text",
    HolderKind.EXAMPLE: "SELECT x.edition, r.rank, x.text, r.number, '', s.strand FROM example x"
    " JOIN rule r USING (edition, place) JOIN strand s USING (edition, place) WHERE x.text",
    HolderKind.GLOSSARY: f"SELECT y.edition, {_LAST}, y.text, '', y.term, 0 FROM entry y"
    " WHERE y.text",
}
"""What a hit is made of, of those that hold a text; the text is asked for at the end."""
