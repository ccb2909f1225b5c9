"""The bundled tables: names of rules, false friends, numbers, moves, classes of check."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from kb.edition import EditionDate
from kb.errors import BadData, RegulaeError
from kb.lang import ORIGINAL, codes, folded, language, name_keys
from kb.number import RuleNumber
from kb.paths import data_dir


class Status(StrEnum):
    """How a name came into the table."""

    SEEN = "seen"
    """Met in print or on a page, for this very rule."""
    KNOWN = "known"
    CHECKED = "checked"
    UNSURE = "unsure"
    """Found when asked for, never written in an answer."""


class TermKind(StrEnum):
    """What a name names; of several for one number the first is its heading."""

    CHAPTER = "chapter"
    SECTION = "section"
    KEYWORD_ABILITY = "keyword-ability"
    KEYWORD_ACTION = "keyword-action"
    VARIANT = "variant"
    """A form of a keyword, with a subrule of its own (multikicker)."""
    RULE = "rule"
    """An idea that a rule settles without being headed by it (mana value)."""
    ABILITY_WORD = "ability-word"

    @property
    def is_heading(self) -> bool:
        return self in _HEADINGS


_HEADINGS = frozenset(
    (TermKind.CHAPTER, TermKind.SECTION, TermKind.KEYWORD_ABILITY, TermKind.KEYWORD_ACTION)
)


@dataclass(frozen=True, slots=True)
class Term:
    """What one language calls one concept."""

    language: str
    concept: str
    """The same in all languages: ``counter-noun``."""
    number: RuleNumber
    """Where the concept stands in the newest bundled edition."""
    kind: TermKind
    word: str
    status: Status
    variants: tuple[str, ...] = ()
    """Other names of the same: older ones, short ones, halves of a double one."""
    inflections: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        return self.status is not Status.UNSURE

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.word, *self.variants, *self.inflections)


class Title(NamedTuple):
    """A heading, and the language in which it is."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class FalseFriend:
    """A word that looks like another one of another language and names another rule."""

    language: str
    word: str
    number: RuleNumber
    other_language: str
    other_word: str
    other_number: RuleNumber


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
    """The term table of a language, in the order of the rules; raises UnknownLanguage."""
    path = language(code).folder / "terms.csv"
    return tuple(_term(row, code) for row in _rows(path, _TERM_COLUMNS))


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


# -- false friends -----------------------------------------------------------------------


@cache
def all_false_friends() -> tuple[FalseFriend, ...]:
    path = data_dir() / "false_friends.csv"
    return tuple(_friend(row) for row in _rows(path, _FRIEND_COLUMNS))


def false_friends(word: str) -> tuple[FalseFriend, ...]:
    """The pairs of which ``word`` is one.

    >>> [friend.other_word for friend in false_friends("POTENZIAMENTO")]
    ['Potenciar']
    """
    asked = folded(word)
    return tuple(
        friend
        for friend in all_false_friends()
        if asked in (folded(friend.word), folded(friend.other_word))
    )


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
        for row in _rows(_edition_table()[1], ("number", "heading"))
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
        for row in _rows(data_dir() / "moves.csv", _MOVE_COLUMNS)
    )


@cache
def classes() -> dict[RuleNumber, CheckClass]:
    """What check each rule and subrule of the newest bundled edition allows."""
    path = data_dir() / "classes.csv"
    return {
        row.number("number"): row.one_of("class", CheckClass)
        for row in _rows(path, ("number", "class"))
    }


# -- rows of a table ---------------------------------------------------------------------

_TERM_COLUMNS = ("number", "concept", "kind", "word", "status", "variants", "inflections")
_FRIEND_COLUMNS = ("language", "word", "number", "other_language", "other_word", "other_number")
_MOVE_COLUMNS = ("from_edition", "from_number", "to_edition", "to_number")

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of a table; its readers raise BadData with the place."""

    path: Path
    line: int
    cells: Mapping[str, str]

    def fault(self, what: str) -> BadData:
        return BadData(f"{self.path}:{self.line}: {what}")

    def text(self, column: str) -> str:
        cell = self.cells[column]
        if not cell:
            raise self.fault(f"{column} is empty")
        return cell

    def optional(self, column: str) -> str | None:
        return self.cells[column] or None

    def several(self, column: str) -> tuple[str, ...]:
        cell = self.cells[column]
        words = tuple(cell.split("|")) if cell else ()
        if not all(word and word == word.strip() for word in words):
            raise self.fault(f"{column} wants words with one | between them, got {cell!r}")
        return words

    def number(self, column: str) -> RuleNumber:
        try:
            return RuleNumber.parse(self.text(column))
        except RegulaeError as error:
            raise self.fault(f"{column}: {error}") from error

    def date(self, column: str) -> EditionDate:
        try:
            return EditionDate.parse(self.text(column))
        except RegulaeError as error:
            raise self.fault(f"{column}: {error}") from error

    def one_of(self, column: str, choices: type[Choice]) -> Choice:
        cell = self.text(column)
        if cell not in list(choices):
            raise self.fault(f"{column} is {cell!r}; wanted one of {', '.join(choices)}")
        return choices(cell)


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[_Row]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: cannot be read: {error}") from error
    lines = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        if tuple(next(lines, ())) != columns:
            raise BadData(f"{path}:1: wanted the columns {','.join(columns)}")
        for cells in lines:
            if len(cells) != len(columns):
                raise BadData(
                    f"{path}:{lines.line_num}: {len(cells)} cells instead of {len(columns)}"
                )
            yield _Row(path, lines.line_num, dict(zip(columns, cells, strict=True)))
    except csv.Error as error:
        raise BadData(f"{path}:{lines.line_num}: {error}") from error


def _term(row: _Row, code: str) -> Term:
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


def _friend(row: _Row) -> FalseFriend:
    return FalseFriend(
        language=row.text("language"),
        word=row.text("word"),
        number=row.number("number"),
        other_language=row.text("other_language"),
        other_word=row.text("other_word"),
        other_number=row.number("other_number"),
    )
