"""Phrases: in which editions some words stand, and in which rule; needs the history index."""

import re
from collections.abc import Iterator, Mapping, Sequence
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
    """By the edition in which each has it first, and by their order there."""
    editions: tuple[Edition, ...]
    """Those in which it stands anywhere, the oldest first."""
    lacking: tuple[Edition, ...]
    """Those of the same languages in which it does not."""


def find_phrase(
    store: Store, phrase: str, languages: Sequence[str], *, strands: frozenset[int] | None = None
) -> Found:
    """What holds a phrase in the dated editions of these languages.

    Case, accents, quotes and runs of blanks do not matter; words are whole. Our own words are
    looked through only in a language that has nothing else. ``strands`` keeps to these rules.
    """
    editions = _editions(store, languages)
    hits = [
        hit
        for hit in _hits(store, searchable(phrase), editions)
        if strands is None or hit.holder in strands
    ]
    found: dict[tuple[HolderKind, int | str], dict[int, Place]] = {}
    for hit in sorted(hits, key=lambda hit: (hit.order, hit.rank)):
        found.setdefault((hit.kind, hit.holder), {}).setdefault(hit.order, hit.place)
    having = {hit.order for hit in hits}
    codes = {hit.place.edition.language for hit in hits}
    return Found(
        phrase,
        tuple(Holder(kind, tuple(places.values())) for (kind, _), places in found.items()),
        tuple(each for order, each in enumerate(editions.values()) if order in having),
        tuple(
            each
            for order, each in enumerate(editions.values())
            if order not in having and each.language in codes
        ),
    )


class _Hit(NamedTuple):
    kind: HolderKind
    holder: int | str
    """The strand of a rule, the name of a glossary entry."""
    order: int
    """The place of the edition among all."""
    rank: int
    place: Place


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
    texts = _texts(store, folded)
    keys = list(texts)
    for start in range(0, len(keys), _LOT):
        lot = keys[start : start + _LOT]
        marks = ", ".join("?" * len(lot))
        for kind, sql in _QUERIES.items():
            rows = store.db.execute(f"{sql} IN ({marks})", lot)
            for strand, edition, number, term, text in rows:
                if edition in editions:
                    place = Place(
                        editions[edition],
                        RuleNumber.parse(number) if number else None,
                        term,
                        texts[text],
                    )
                    holder = strand or f"{place.edition.language} {term}"
                    rank = place.number.rank if place.number else _LAST
                    yield _Hit(kind, holder, order[edition], rank, place)


def _texts(store: Store, folded: str) -> dict[int, str]:
    """The texts that hold it as whole words, by their keys."""
    begins = r"(?<!\w)" if folded[:1].isalnum() else ""
    ends = r"(?!\w)" if folded[-1:].isalnum() else ""
    pattern = re.compile(begins + re.escape(folded) + ends)
    rows = store.db.execute(
        "SELECT p.text, p.folded, t.body FROM phrase p JOIN text t ON t.id = p.text"
        " WHERE instr(p.folded, ?) > 0",
        (folded,),
    )
    return {key: body for key, text, body in rows if pattern.search(text)}


_LAST = RuleNumber(9).last_rank + 1
_QUERIES = {
    HolderKind.RULE: "SELECT s.strand, r.edition, r.number, NULL, r.text FROM rule r"
    " JOIN strand s USING (edition, place) WHERE r.text",
    HolderKind.EXAMPLE: "SELECT s.strand, x.edition, r.number, NULL, x.text FROM example x"
    " JOIN rule r USING (edition, place) JOIN strand s USING (edition, place) WHERE x.text",
    HolderKind.GLOSSARY: "SELECT NULL, y.edition, NULL, y.term, y.text FROM entry y WHERE y.text",
}
"""Strand, edition, number, term, text of what holds a text; the text is asked for at the end."""
