"""Citations written down: a rule number in the words of a language."""

from collections.abc import Callable
from dataclasses import dataclass

from kb.cite import citations
from kb.edition import Edition, EditionDate
from kb.errors import RegulaeError
from kb.lang import language as language_of
from kb.number import RuleNumber

_TABLE = "citations"
_MORE_QUOTES = (("“", "”"), ("«", "»"), ('"', '"'))


@dataclass(frozen=True, slots=True)
class Written:
    """The parts of a citation, each in the words of its language."""

    word: str
    """What goes before the number: regola, sezione."""
    number: RuleNumber
    title: str | None
    """With its quotes."""
    edition: str | None


Style = Callable[[Written], str]
_STYLES: dict[str, Style] = {}


def styles() -> tuple[str, ...]:
    return tuple(_STYLES)


def style(name: str) -> Callable[[Style], Style]:
    """Makes a function a style under this name."""

    def register(write: Style) -> Style:
        _STYLES[name] = write
        return write

    return register


def cite(
    number: RuleNumber,
    *,
    language: str,
    style: str = "plain",
    edition: Edition | None = None,
    title: str | None = None,
) -> str:
    """A citation to paste in a ruling; ``kb.cite.citations`` reads number and title back.

    A title that could not be read back, as one with all kinds of quotes inside, is left out.

    >>> cite(RuleNumber.parse("702.33d"), language="it", title="Potenziamento")
    'regola 702.33d (“Potenziamento”)'
    """
    if style not in _STYLES:
        raise RegulaeError(f"no citation style {style!r}; there are {', '.join(_STYLES)}")
    words = language_of(language)
    word = words.word(_TABLE, "write_chapter" if number.is_chapter else "write_rule")
    when = edition_words(edition.date, language=language) if edition else None
    write = _STYLES[style]
    for opening, closing in (words.words(_TABLE, "quotes"), *_MORE_QUOTES) if title else ():
        text = write(Written(word, number, f"{opening}{title}{closing}", when))
        if _reads(text, number, title):
            return text
    return write(Written(word, number, None, when))


def _reads(text: str, number: RuleNumber, title: str | None) -> bool:
    read = [(c.numbers, c.title) for c in citations(text, known={number})]
    return read == [((number,), title)]


@style("plain")
def _plain(written: Written) -> str:
    return _line(written, str(written.number))


@style("markdown")
def _markdown(written: Written) -> str:
    return _line(written, f"**{written.number}**")


def _line(written: Written, number: str) -> str:
    title = f" ({written.title})" if written.title else ""
    edition = f", {written.edition}" if written.edition else ""
    return f"{written.word} {number}{title}{edition}"


def edition_words(date: EditionDate | None, *, language: str) -> str:
    """Which edition it is, with the months of the language.

    >>> edition_words(EditionDate.parse("2025-04-08"), language="it")
    'edizione dell’8 aprile 2025'
    """
    words = language_of(language)
    if date is None:
        return words.word(_TABLE, "edition_unknown")
    shown = _shown(date, language)
    if date.day is None:
        return words.word(_TABLE, "edition_month").format(date=shown)
    elided = str(date.day) in words.words(_TABLE, "elided_days")
    return words.word(_TABLE, "edition_day_elided" if elided else "edition_day").format(date=shown)


def _shown(date: EditionDate, language: str) -> str:
    from datetime import date as Day

    from babel.dates import format_date, format_skeleton  # slow to import

    day = Day(date.year, date.month, date.day or 1)
    if date.day is None:
        return format_skeleton("yMMMM", day, locale=language)
    return format_date(day, format="long", locale=language)
