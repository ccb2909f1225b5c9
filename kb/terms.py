"""The bundled tables: names of rules, numbers, moves, classes of check."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from kb.edition import EditionDate
from kb.errors import BadData
from kb.lang import ORIGINAL, codes, folded, language, name_keys
from kb.number import RuleNumber
from kb.paths import data_dir
from kb.rows import Row, rows
from kb.term import Status, Term, TermKind, Title


@dataclass(frozen=True, slots=True)
class KnownNumber:
    """A number of the newest bundled edition."""

    number: RuleNumber
    heading: str | None
    """The English name, where the number only names something."""


@dataclass(frozen=True, slots=True)
class Move:
    """A rule that has another number in the next of the editions compared."""

    from_edition: EditionDate
    from_number: RuleNumber
    to_edition: EditionDate
    to_number: RuleNumber


class CheckClass(StrEnum):
    """What a checker of a node would need; the letters are those of the table."""

    STATE = "S"
    """One position decides."""
    HISTORY = "H"
    """Events and their order decide."""
    DEFINITION = "D"
    """A meaning, to be compared with what is claimed."""
    NONE = "N"
    """Nothing to execute: headings, pointers, advice."""


# -- names of rules ----------------------------------------------------------------------


@cache
def terms(code: str) -> tuple[Term, ...]:
    """The term table of a language, in the order of the rules; empty where it has none yet.

    Raises UnknownLanguage.
    """
    path = language(code).folder / "terms.csv"
    if code != ORIGINAL and not path.is_file():
        return ()
    return tuple(_term(row, code) for row in rows(path, _TERM_COLUMNS))


def ambiguous(code: str) -> Mapping[str, str]:
    """Words of a language that name several rules, folded, each with the reason."""
    table = language(code).tables.get("terms", {}).get("ambiguous", {})
    return {folded(word): reason for word, reason in table.items()}


def named(text: str) -> tuple[Term, ...]:
    """The terms that ``text`` names in any language, the likeliest first.

    Case, accents, hyphens and the shape of apostrophes do not matter.

    >>> [(term.language, str(term.number)) for term in named("antimalocchio")]
    [('it', '702.11')]
    """
    found = {
        term: rank for key in reversed(name_keys(text)) for term, rank in _index().get(key, ())
    }
    return tuple(sorted(found, key=lambda term: (not term.sure, found[term], term.number)))


def names_of(number: RuleNumber) -> dict[str, Term | None]:
    """What each language calls a number: its heading if the table has it, else an idea in it."""
    return {code: _first_names(code).get(number) for code in codes()}


def title(number: RuleNumber, code: str) -> Title | None:
    """The name of the nearest heading at or above a known number; None for an unknown one.

    English where the language has no sure name yet.

    >>> title(RuleNumber.parse("702.33d"), "it")
    Title(text='Potenziamento', language='it')
    """
    headings = _headings()
    place: RuleNumber | None = number
    while place is not None and place in headings:
        heading = headings[place]
        if heading is not None:
            term = _first_names(code).get(place)
            if term is not None and term.sure and term.kind.is_heading:
                return Title(term.word, code)
            return Title(heading, ORIGINAL)
        place = place.parent
    return None


@cache
def _first_names(code: str) -> dict[RuleNumber, Term]:
    order = list(TermKind)
    ranked = sorted(terms(code), key=lambda term: (order.index(term.kind), not term.sure))
    return {term.number: term for term in reversed(ranked)}


@cache
def _index() -> dict[str, tuple[tuple[Term, int], ...]]:
    """Each key of a form, with the terms and how near to the word the form is."""
    index: dict[str, dict[Term, int]] = {}
    for code in codes():
        for term in terms(code):
            for key, rank in ranked_keys(term):
                index.setdefault(key, {}).setdefault(term, rank)
    return {key: tuple(ranks.items()) for key, ranks in index.items()}


def ranked_keys(term: Term) -> Iterator[tuple[str, int]]:
    """Each key of each form: 0 for the word itself, 1 for a variant, 2 for an inflection."""
    ranked = [(term.word, 0), *((form, 1) for form in term.variants)]
    ranked += [(form, 2) for form in term.inflections]
    for form, rank in ranked:
        yield from ((key, rank) for key in name_keys(form))


# -- facts about editions ----------------------------------------------------------------


@cache
def _edition_table() -> tuple[EditionDate, Path]:
    folder = data_dir() / "editions"
    tables = [(EditionDate.parse(path.stem), path) for path in folder.glob("*.csv")]
    if not tables:
        raise BadData(f"{folder}: no table of numbers (like 2026-08-07.csv)")
    return max(tables)


def edition_date() -> EditionDate:
    """The newest edition of which the numbers are bundled."""
    return _edition_table()[0]


@cache
def numbers() -> tuple[KnownNumber, ...]:
    """Every number of that edition, in the order of the rules."""
    return tuple(
        KnownNumber(row.number("number"), row.optional("heading"))
        for row in rows(_edition_table()[1], ("number", "heading"))
    )


@cache
def bundled_numbers() -> frozenset[RuleNumber]:
    return frozenset(known.number for known in numbers())


@cache
def _headings() -> dict[RuleNumber, str | None]:
    return {known.number: known.heading for known in numbers()}


def is_heading(number: RuleNumber) -> bool:
    """Whether the number only names what stands below it."""
    return bool(_headings().get(number))


@cache
def moves() -> tuple[Move, ...]:
    """Numbers that moved between two editions, of rules with checkers or bundled texts.

    A rule of those that is not here has the same number in both editions, or no counterpart.
    """
    return tuple(
        Move(
            row.date("from_edition"),
            row.number("from_number"),
            row.date("to_edition"),
            row.number("to_number"),
        )
        for row in rows(data_dir() / "moves.csv", _MOVE_COLUMNS)
    )


@cache
def classes() -> dict[RuleNumber, CheckClass]:
    """What check each rule and subrule of the newest bundled edition allows."""
    path = data_dir() / "classes.csv"
    return {
        row.number("number"): row.one_of("class", CheckClass)
        for row in rows(path, ("number", "class"))
    }


# -- rows of a table ---------------------------------------------------------------------

_TERM_COLUMNS = ("number", "concept", "kind", "word", "status", "variants", "inflections")
_MOVE_COLUMNS = ("from_edition", "from_number", "to_edition", "to_number")


def _term(row: Row, code: str) -> Term:
    return Term(
        language=code,
        concept=row.text("concept"),
        number=row.number("number"),
        kind=row.one_of("kind", TermKind),
        word=row.text("word"),
        status=row.one_of("status", Status),
        variants=row.several("variants"),
        inflections=row.several("inflections"),
    )
