"""Citations written down: rule numbers in the words of a language."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache

import kb.cite_records  # noqa: F401  its styles become known
from kb.cite import citations
from kb.cite_links import LinkPattern
from kb.cite_styles import LINKLESS, STYLES, Quotation, Written, line
from kb.cite_words import words
from kb.edition import Edition, EditionDate, EditionKind
from kb.errors import BadRange, RegulaeError
from kb.lang import ORIGINAL, Language
from kb.lang import language as language_of
from kb.number import LONGEST_RANGE, RuleNumber, span
from kb.saying import said

_TABLE = "citations"
_AUTHOR = "Wizards of the Coast"
_OURS = "regulae"
"""Of the bundled texts, which are nobody else's words."""
_MORE_QUOTES = (("“", "”"), ("«", "»"), ('"', '"'))


def styles() -> tuple[str, ...]:
    return tuple(STYLES)


def linking() -> tuple[str, ...]:
    """The styles that write the address of the rule."""
    return tuple(name for name in STYLES if name not in LINKLESS)


def cite(
    *numbers: RuleNumber,
    language: str,
    style: str = "plain",
    edition: Edition | None = None,
    title: str | None = None,
    link: LinkPattern | None = None,
    quotation: Quotation | None = None,
) -> str:
    """A citation to paste in a ruling; ``kb.cite.citations`` reads the same numbers back.

    Several numbers are a range: they follow one another inside one parent. A title that would be
    read as something else, as one with all kinds of quotes inside, is left out. A quotation
    stands below the citation, and what its text cites is read behind it.

    >>> cite(RuleNumber.parse("702.33d"), language="it", title="Potenziamento")
    'regola 702.33d (“Potenziamento”)'
    """
    if style not in STYLES:
        raise RegulaeError(said("cite.no_style", style=style, styles=", ".join(styles())))
    write = STYLES[style]
    if not numbers or span(numbers[0], numbers[-1]) != numbers:
        shown = ", ".join(map(str, numbers)) or "nothing"
        raise BadRange(said("cite.no_range", shown=shown))
    spoken = _writer(language)
    bare = Written(
        word=_word(numbers, spoken),
        numbers=numbers,
        title=None,
        edition=edition_words(edition.date, language=language) if edition else None,
        date=edition.date if edition else None,
        undated=spoken.word(_TABLE, "edition_unknown_short"),
        language=language,
        book=spoken.word(_TABLE, "rule_book"),
        author=_OURS if edition and edition.kind is EditionKind.OURS else _AUTHOR,
        link=_address(link, numbers[0], edition, language),
        quotation=None,
    )
    written = bare
    for opening, closing in (spoken.words(_TABLE, "quotes"), *_MORE_QUOTES) if title else ():
        titled = replace(bare, title=f"{opening}{title}{closing}")
        if _reads(line(titled), numbers, title=title) and _reads(write(titled), numbers):
            written = titled
            break
    return write(replace(written, quotation=quotation))


def _writer(code: str) -> Language:
    """The language itself, or English for one that has no words for citations."""
    spoken = language_of(code)
    return spoken if _TABLE in spoken.tables else language_of(ORIGINAL)


def _word(numbers: Sequence[RuleNumber], spoken: Language) -> str:
    key = "write_chapter" if numbers[0].is_chapter else "write_rule"
    return spoken.word(_TABLE, f"{key}s" if len(numbers) > 1 else key)


def _address(
    link: LinkPattern | None, number: RuleNumber, edition: Edition | None, language: str
) -> str | None:
    if link is None:
        return None
    return link.address(number, edition=edition.date if edition else None, language=language)


def _reads(text: str, numbers: Sequence[RuleNumber], *, title: str | None = None) -> bool:
    """Whether these numbers are read, and nothing more, whatever language the text is taken for."""
    known = set(numbers)
    for code in _read_as():
        read = list(citations(text, language=code, known=known))
        if [number for citation in read for number in citation.numbers] != list(numbers):
            return False
        if title is not None and [citation.title for citation in read] != [title]:
            return False
    return True


@cache
def _read_as() -> tuple[str | None, ...]:
    """The languages that make a difference: those with words that count in their texts alone."""
    return (None, *(code for code, own in words().only_here.items() if own))


def runs(numbers: Iterable[RuleNumber]) -> Iterator[tuple[RuleNumber, ...]]:
    """The numbers, cut where one does not follow the other inside one parent.

    >>> [len(run) for run in runs(map(RuleNumber.parse, ("702.33a", "702.33b", "704.5a")))]
    [2, 1]
    """
    run: tuple[RuleNumber, ...] = ()
    for number in numbers:
        if run and (number != run[-1].following or len(run) == LONGEST_RANGE):
            yield run
            run = ()
        run += (number,)
    if run:
        yield run


def together(texts: Sequence[str], *, style: str) -> str:
    """Several citations of one style as one text: a file of CSL-JSON is an array."""
    if style == "csl-json":
        return "[\n" + ",\n".join(texts) + "\n]"
    return ("\n\n" if any("\n" in text for text in texts) else "\n").join(texts)


@lru_cache(maxsize=1024)
def edition_words(date: EditionDate | None, *, language: str) -> str:
    """Which edition it is, with the months of the language.

    >>> edition_words(EditionDate.parse("2025-04-08"), language="it")
    'edizione dell’8 aprile 2025'
    """
    spoken = _writer(language)
    if date is None:
        return spoken.word(_TABLE, "edition_unknown")
    shown = _shown(date, language)
    if date.day is None:
        return spoken.word(_TABLE, "edition_month").format(date=shown)
    elided = str(date.day) in spoken.words(_TABLE, "elided_days")
    return spoken.word(_TABLE, "edition_day_elided" if elided else "edition_day").format(date=shown)


def _shown(date: EditionDate, language: str) -> str:
    from datetime import date as Day

    from babel.dates import format_date, format_skeleton  # slow to import

    from kb.cldr import locale

    day = Day(date.year, date.month, date.day or 1)
    if date.day is None:
        return format_skeleton("yMMMM", day, locale=locale(language))
    return format_date(day, format="long", locale=locale(language))
