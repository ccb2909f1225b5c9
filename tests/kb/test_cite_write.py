"""Citations written down, and read back."""

from string import ascii_letters

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.cite import citations
from kb.cite_write import cite, edition_words, styles
from kb.edition import Edition, EditionDate
from kb.errors import RegulaeError
from kb.lang import codes
from kb.number import LETTERS, RuleNumber

DATES = [None, *map(EditionDate.parse, ("2011-09", "2024-11-23", "2025-04-08", "2026-08-11"))]

SECTIONS = st.integers(100, 999)
RULES = st.integers(1, 999)
NUMBERS = st.one_of(
    st.builds(RuleNumber, st.integers(1, 9)),
    st.builds(RuleNumber, SECTIONS),
    st.builds(RuleNumber, SECTIONS, RULES),
    st.builds(RuleNumber, SECTIONS, RULES, st.sampled_from(LETTERS)),
    st.builds(RuleNumber, SECTIONS, RULES, st.sampled_from(LETTERS).map("a{}".format)),
)
WORDS = st.text(ascii_letters + "àéñü∞!?0123456789-'’/,&.", min_size=1, max_size=12)
# no final stop: it belongs to the sentence, by whomever it is read
TITLES = st.lists(WORDS, min_size=1, max_size=5).map(" ".join).filter(lambda t: t[-1] not in ".,;")


@given(
    number=NUMBERS,
    title=st.none() | TITLES,
    date=st.sampled_from(DATES),
    language=st.sampled_from(codes()),
    style=st.sampled_from(styles()),
)
def test_what_is_written_is_read_back(
    number: RuleNumber, title: str | None, date: EditionDate | None, language: str, style: str
) -> None:
    edition = Edition(language, date)
    text = cite(number, language=language, style=style, edition=edition, title=title)
    for read_as in (*codes(), None):
        (read,) = citations(f"({text})", language=read_as, known={number})
        assert (read.numbers, read.title) == ((number,), title)


@pytest.mark.parametrize(
    ("language", "number", "title", "date", "expected"),
    [
        (
            "it",
            "702.33d",
            "Potenziamento",
            "2024-11-23",
            "regola 702.33d (“Potenziamento”), edizione del 23 novembre 2024",
        ),
        ("it", "702.33", None, "2025-04-08", "regola 702.33, edizione dell’8 aprile 2025"),
        ("it", "8", None, "2011-09", "sezione 8, edizione di settembre 2011"),
        ("it", "702", None, None, "regola 702, edizione di data ignota"),
        (
            "es",
            "704",
            "Acciones basadas en estado",
            "2024-11-23",
            "regla 704 («Acciones basadas en estado»), edición del 23 de noviembre de 2024",
        ),
        ("es", "9", None, "2011-09", "sección 9, edición de septiembre de 2011"),
        ("es", "9", None, None, "sección 9, edición de fecha desconocida"),
        ("en", "704.5aa", None, "2026-08-07", "rule 704.5aa, edition of August 7, 2026"),
        ("en", "8", None, "2011-09", "section 8, edition of September 2011"),
        ("en", "8", None, None, "section 8, edition of unknown date"),
    ],
)
def test_plain(
    language: str, number: str, title: str | None, date: str | None, expected: str
) -> None:
    edition = Edition(language, EditionDate.parse(date) if date else None)
    rule = RuleNumber.parse(number)
    assert cite(rule, language=language, edition=edition, title=title) == expected


def test_markdown() -> None:
    text = cite(RuleNumber.parse("702.33d"), language="it", style="markdown", title="Potenziamento")
    assert text == "regola **702.33d** (“Potenziamento”)"


def test_quotes_that_the_title_leaves_free() -> None:
    number = RuleNumber.parse("704.5")
    assert cite(number, language="it", title="Il “vecchio” modo") == (
        "regola 704.5 («Il “vecchio” modo»)"
    )
    assert cite(number, language="it", title='“a” «b» "c"') == "regola 704.5"


def test_no_edition_is_not_an_unknown_one() -> None:
    assert cite(RuleNumber.parse("704.5"), language="en") == "rule 704.5"


def test_unknown_style() -> None:
    with pytest.raises(RegulaeError, match="no citation style 'roman'; there are plain, markdown"):
        cite(RuleNumber.parse("704.5"), language="en", style="roman")


def test_edition_words_elide_before_eight_and_eleven() -> None:
    shown = [edition_words(EditionDate.parse(f"2025-04-{d}"), language="it") for d in ("08", "18")]
    assert shown == ["edizione dell’8 aprile 2025", "edizione del 18 aprile 2025"]
