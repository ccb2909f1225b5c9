"""The words that mark the parts of a document, of all languages together."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from kb.lang import codes, folded, language
from kb.term_slips import known_mistakes

_TABLE = "document"


@dataclass(frozen=True, slots=True)
class DocumentWords:
    """Sets of folded words; a heading is looked up whole."""

    contents: frozenset[str]
    introduction: frozenset[str]
    glossary: frozenset[str]
    credits: frozenset[str]
    rulings: frozenset[str]
    subrules: frozenset[str]
    navigation: frozenset[str]
    site: frozenset[str]
    error: frozenset[str]
    types: frozenset[str]
    introduced: frozenset[str]
    wiki_file: frozenset[str]
    wiki_category: frozenset[str]
    wiki_symbol: frozenset[str]
    wiki_picture: frozenset[str]
    before_number: frozenset[str]
    titles: tuple[str, ...]
    example: re.Pattern[str]
    edit: re.Pattern[str]
    glued_edit: re.Pattern[str]
    page: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class TextFaults:
    """What in a text of one language tells that something was lost or is of another language."""

    lost: re.Pattern[str] | None
    lost_phrases: tuple[str, ...]
    """What ``lost`` looks for, in lower case: most texts hold none of it, which is quickly seen."""
    dropped: Mapping[str, str]
    """Known words by what is left of them without their accented letters."""
    wrong: Mapping[str, str]


@cache
def document_words() -> DocumentWords:
    """The words of every language: a page's chrome may be of another than its text."""
    edit = _either(_all("edit"))
    return DocumentWords(
        contents=_heads("contents"),
        introduction=_heads("introduction"),
        glossary=_heads("glossary"),
        credits=_heads("credits"),
        rulings=_heads("rulings"),
        subrules=_heads("subrules"),
        navigation=_heads("navigation"),
        site=_heads("site"),
        error=_heads("error"),
        types=_heads("type"),
        introduced=_heads("introduced"),
        wiki_file=_heads("wiki_file"),
        wiki_category=_heads("wiki_category"),
        wiki_symbol=_heads("wiki_symbol"),
        wiki_picture=_heads("wiki_picture"),
        before_number=_as_written("before_number"),
        titles=tuple(folded(word) for word in _all("title")),
        example=re.compile(
            rf"""
            (?: {_either(_all("example"))} ) \s? \d{{0,3}} \s? :   # Esempio: Esempio 2:
            \s*
            """,
            re.VERBOSE | re.IGNORECASE,
        ),
        edit=re.compile(
            rf"""
            \s* \[ \s*                                             # Nome[modifica | …]
            (?: (?:{edit}) (?: \s*\|\s* (?:{edit}) )* )?
            \s* \] \s* $
            """,
            re.VERBOSE | re.IGNORECASE,
        ),
        glued_edit=re.compile(
            rf"(?<=\w)(?:{_either(word.capitalize() for word in _all('edit'))})$"
        ),
        page=re.compile(
            rf"""
            (?: \D {{0,40}} \b (?:{_either(_all("page"))}) \s? \d{{1,4}}
                (?: \s? \w{{1,4}} \s? \d{{1,4}} )?
              | \D {{3,40}} \d{{1,4}} [^\W\d]{{2,3}} \s? \d{{1,4}}   # page 1of 220, in any language
              | \d{{1,2}} [/.-] \d{{1,2}} [/.-] \d{{4}} \s+ \S{{1,80}}    # the date of a print
              | \d{{1,4}} \s? / \s? \d{{1,4}}
            )
            """,
            re.VERBOSE | re.IGNORECASE,
        ),
    )


@cache
def text_faults(code: str) -> TextFaults:
    lost = language(code).words(_TABLE, "lost_symbol")
    return TextFaults(
        lost=re.compile(rf"\b(?:{_either(lost)})\b", re.IGNORECASE) if lost else None,
        lost_phrases=tuple(phrase.lower() for phrase in lost),
        dropped={_dropped(word): word for word in language(code).words(_TABLE, "accented")},
        wrong=known_mistakes(code),
    )


@cache
def function_words(code: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in language(code).words(_TABLE, "function_words"))


@dataclass(frozen=True, slots=True)
class EditionWords:
    """What stands before the name of a set and a date, before a date alone, beside a page's."""

    before_set: re.Pattern[str]
    before_date: re.Pattern[str]
    of_page: re.Pattern[str]


@cache
def edition_words() -> EditionWords:
    """For texts folded letter by letter."""
    return EditionWords(_marks("edition_set"), _marks("edition_date"), _marks("no_edition"))


@dataclass(frozen=True, slots=True)
class DateWords:
    """What stands inside a date, of all languages together, as parts of a pattern."""

    day_ending: str
    """Glued to the day: 3rd."""
    before_month: str
    before_year: str


@cache
def date_words() -> DateWords:
    return DateWords(
        *(_either(_all(key)) or "(?!)" for key in ("day_ending", "before_month", "before_year"))
    )


def month_forms(code: str) -> Mapping[str, int]:
    """Short forms of months that CLDR lacks."""
    value = language(code).tables.get(_TABLE, {}).get("months", {})
    return {str(form): int(month) for form, month in value.items()}


def head(text: str) -> str:
    """A heading line as it is looked up: folded, without edit links and a closing sign."""
    bare = document_words().edit.sub("", text) if "]" in text else text
    return folded(bare).strip(" .:·•*-–—_#=")


def _all(key: str) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(word for code in codes() for word in language(code).words(_TABLE, key))
    )


def _heads(key: str) -> frozenset[str]:
    """The words as ``head`` gives them, also as they look when their accents were dropped."""
    words = _all(key)
    return frozenset({head_ for word in words for head_ in (folded(word), _dropped(word))} - {""})


def _marks(key: str) -> re.Pattern[str]:
    words = {mark for word in _all(key) for mark in (folded(word), _dropped(word))}
    return re.compile(rf"(?<!\w)(?:{_either(words)})(?!\w)")


def _as_written(key: str) -> frozenset[str]:
    """The words in lower case, with their accents, without, and with the letters dropped."""
    words = _all(key)
    forms = (str.casefold, folded, _dropped)
    return frozenset({form(word) for word in words for form in forms} - {""})


def _dropped(word: str) -> str:
    """The word as a text layer without its accented letters has it.

    >>> _dropped("Índice")
    'ndice'
    """
    return "".join(sign for sign in word.casefold() if sign.isascii())


def _either(words: Iterable[str]) -> str:
    return "|".join(
        re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True)
    )
