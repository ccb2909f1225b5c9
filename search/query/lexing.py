"""Lexing: a query cut into words and signs; what is a sign, and what only looks like one."""

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from kb.tokens import tokens
from search.query.faults import QueryError
from search.query.table import ENGLISH, FIELDS, Operator, field_name, spoken_operators

LONGEST = 4_000
"""Signs of a query; what is longer was pasted, and only its first words are asked for."""
LONGEST_ASKED = 30
"""Words of a text in which quotes are taken as demands; a longer one was pasted, quotes and all."""
SHORTEST_PREFIX = 2
SHORTEST_FUZZY = 3
_CLOSING = {'"': '"', "“": "”", "«": "»"}
_ENDS = ".,;:!?…"

_LEXEME = re.compile(
    r"""
      (?P<space>   \s+ )
    | (?P<open>    \( )
    | (?P<close>   \) )
    | (?P<minus>   -(?= ["“«(] | [^\W\d_]{2} | \d{3}\. ) )    # no loyalty, no toughness, no dash
    | (?P<field>   (?P<name> [^\W\d_][^\W\d]{0,30}(?:-[^\W\d]{1,30})? ) : (?= [^\s:/()] ) )
    | (?P<quote>   ["“«] )
    | (?P<word>    (?: [^\s()"“”«»]++                            # also inside brackets in a word:
                     | (?<=\w) \( [^\s()"“”«»]{0,30} \)         # spell(s)
                     | (?<=\S) ["“”«»] | [”»] )+ )
    """,
    re.VERBOSE,
)
_BARE = re.compile(r"(?<!\S)-?([^\W\d_][^\W\d]{0,30}(?:-[^\W\d]{1,30})?):(?=\s|$)")
_VALUE = re.compile(r"[^\s()\"“”«»]+")
_STARRED = re.compile(r"(?:[^\W\d_]{1,6}['’])?(?P<form>[^\W\d_]+)(?P<sign>[*~])")
_STAR_INSIDE = re.compile(r"[^\W\d_]\*[^\W\d_]")
_VARIABLE = re.compile(r"[A-Z]")


class Kind(Enum):
    """What a lexeme is."""

    WORD = auto()
    QUOTE = auto()
    UNCLOSED = auto()
    PREFIX = auto()
    FUZZY = auto()
    FIELD = auto()
    OPEN = auto()
    CLOSE = auto()
    AND = auto()
    OR = auto()
    NOT = auto()


_OPERATORS = {Operator.AND: Kind.AND, Operator.OR: Kind.OR, Operator.NOT: Kind.NOT}
BINARY = (Kind.AND, Kind.OR)


class Lexeme(NamedTuple):
    """A word or sign at a place of the query."""

    kind: Kind
    text: str
    """The word, the words in the quotes, the beginning asked for, the value of a field."""
    place: int
    name: str = ""
    """Of a field."""


_SIGNS = frozenset((Kind.QUOTE, Kind.PREFIX, Kind.FUZZY, Kind.FIELD, Kind.AND, Kind.OR, Kind.NOT))
_OPERANDS = frozenset((Kind.WORD, Kind.QUOTE, Kind.PREFIX, Kind.FUZZY, Kind.FIELD))
_BEFORE = _OPERANDS | {Kind.CLOSE, Kind.UNCLOSED}
_AFTER = _OPERANDS | {Kind.OPEN, Kind.NOT, Kind.UNCLOSED}


def lexemes(query: str) -> tuple[Lexeme, ...]:
    """The words and signs of a query; none where it is ordinary text without any operator.

    Raises QueryError for a sign that is one beyond doubt and is not written as it must be.
    """
    _refuse_stars_alone(query)
    if len(query) > LONGEST:
        return ()
    found = _operators(query, list(_cut(query)))
    signs = {lexeme.kind for lexeme in found} & _SIGNS
    if signs == {Kind.QUOTE} and sum(x.kind is Kind.WORD for x in found) > LONGEST_ASKED:
        return ()
    return tuple(found) if signs else ()


def bare_fields(query: str) -> tuple[str, ...]:
    """The fields that are named with nothing right behind the colon, so that they are words."""
    if len(query) > LONGEST:
        return ()
    names = (field_name(match[1]) for match in _BARE.finditer(query))
    return tuple(dict.fromkeys(name for name in names if name is not None))


def _refuse_stars_alone(query: str) -> None:
    signs = frozenset(query)
    if "*" in signs and signs <= frozenset('*?~()"-+. \t\n'):
        raise QueryError("only_stars", query, query.index("*"))


def _cut(query: str) -> Iterator[Lexeme]:
    at = 0
    while at < len(query):
        match = _LEXEME.match(query, at)
        if match is None:  # the other signs are all part of a word
            raise AssertionError(f"no lexeme at {at}")
        at = match.end()
        match match.lastgroup:
            case "open":
                yield Lexeme(Kind.OPEN, "(", match.start())
            case "close":
                yield Lexeme(Kind.CLOSE, ")", match.start())
            case "minus":
                yield Lexeme(Kind.NOT, "-", match.start())
            case "quote":
                quote, at = _quote(query, match.start())
                yield quote
            case "field":
                field, at = _field(query, match.start(), match["name"], at)
                yield field
            case "word":
                yield _word(query, match[0], match.start())


def _quote(query: str, start: int) -> tuple[Lexeme, int]:
    end = query.find(_CLOSING[query[start]], start + 1)
    if end < 0:
        return Lexeme(Kind.UNCLOSED, query[start], start), start + 1
    inside = query[start + 1 : end]
    if next(tokens(inside), None) is None:  # nothing to look for: the quotes are ordinary signs
        return Lexeme(Kind.WORD, query[start : end + 1], start), end + 1
    return Lexeme(Kind.QUOTE, inside, start), end + 1


def _field(query: str, start: int, said: str, at: int) -> tuple[Lexeme, int]:
    name = field_name(said)
    if name is None:
        raise QueryError("unknown_field", query, start, name=said, wanted=FIELDS)
    if query[at] in _CLOSING:
        value, end = _quote(query, at)
        if value.kind is Kind.UNCLOSED:
            raise QueryError("unclosed_quote", query, at)
        return Lexeme(Kind.FIELD, " ".join(value.text.split()), start, name), end
    match = _VALUE.match(query, at)
    value_text = match[0].rstrip(_ENDS) if match else ""
    if match is None or not value_text:
        raise QueryError("no_value", query, start, field=name)
    return Lexeme(Kind.FIELD, value_text, start, name), match.end()


def _word(query: str, text: str, start: int) -> Lexeme:
    bare = text.rstrip(_ENDS)
    starred = _STARRED.fullmatch(bare)
    if starred is None:
        inside = _STAR_INSIDE.search(bare)
        if inside is not None:
            raise QueryError("star_inside", query, start + inside.start() + 1)
        return Lexeme(Kind.WORD, text, start)
    form = starred["form"]
    if starred["sign"] == "*":
        if len(form) < SHORTEST_PREFIX:
            raise QueryError("short_prefix", query, start, form=form, least=SHORTEST_PREFIX)
        return Lexeme(Kind.PREFIX, form, start)
    if len(form) < SHORTEST_FUZZY:
        raise QueryError("short_fuzzy", query, start, form=form, least=SHORTEST_FUZZY)
    return Lexeme(Kind.FUZZY, form, start)


def _operators(query: str, found: list[Lexeme]) -> list[Lexeme]:
    """The words that stand for operators told from those that only look so.

    A text all in capitals is shouted, not meant as a query: its words are words.
    """
    if not any(sign.islower() for sign in query):
        return found
    told = list(found)
    for at, lexeme in enumerate(found):
        if lexeme.kind is Kind.WORD and lexeme.text.isupper():
            before = told[at - 1] if at else None
            after = found[at + 1] if at + 1 < len(found) else None
            told[at] = _operator(query, before, lexeme, after)
    return told


def _operator(query: str, before: Lexeme | None, lexeme: Lexeme, after: Lexeme | None) -> Lexeme:
    operator = ENGLISH.get(lexeme.text)
    if operator is not None:
        return Lexeme(_OPERATORS[operator], lexeme.text, lexeme.place)
    operator = spoken_operators().get(lexeme.text)
    if operator is None or after is None or after.kind not in _AFTER:
        return lexeme
    if operator is not Operator.NOT:
        # X Y are variables of costs and sizes, not "X and".
        neighbours = (before, after)
        if any(each is None or _VARIABLE.fullmatch(each.text) for each in neighbours):
            return lexeme
        if before is not None and before.kind not in _BEFORE:
            return lexeme
    return Lexeme(_OPERATORS[operator], lexeme.text, lexeme.place)
