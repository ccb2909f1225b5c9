"""Citations written down, and read back."""

from collections.abc import Sequence
from string import ascii_letters

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.cite import citations
from kb.cite_links import LinkPattern
from kb.cite_styles import Quotation
from kb.cite_write import cite, edition_words, runs, styles, together
from kb.edition import Edition, EditionDate
from kb.errors import BadRange, RegulaeError
from kb.lang import codes
from kb.number import LETTERS, RuleNumber, span
from kb.terms import bundled_numbers

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


# what a page could hold to be read as a citation, or to end a markup
HOSTILE = st.sampled_from(
    (
        *(
            "702.1a",
            " 601",
            "CR ",
            "rule ",
            "see ",
            "–",
            ", ",
            " and ",
            " to ",
            "a",
            ".",
            "\n",
            "> ",
        ),
        *(
            "“",
            "”",
            "»",
            '"',
            "*",
            "[",
            "](https://example.org/",
            ")",
            "\\",
            "}",
            "{",
            "</cite>",
            "//",
        ),
    )
)
LINKS = [None, LinkPattern.parse("https://example.org/{lang}/{number}?at={edition}#(702.1a)")]


def numbers_in(text: str, language: str | None, known: frozenset[RuleNumber]) -> list[RuleNumber]:
    return [
        number
        for citation in citations(text, language=language, known=known)
        for number in citation.numbers
    ]


@given(
    number=NUMBERS,
    title=st.none() | TITLES,
    edition=st.none() | st.sampled_from(DATES).map(lambda date: Edition("it", date)),
    language=st.sampled_from(codes()),
    style=st.sampled_from(styles()),
    link=st.sampled_from(LINKS),
)
def test_what_is_written_is_read_back(
    number: RuleNumber,
    title: str | None,
    edition: Edition | None,
    language: str,
    style: str,
    link: LinkPattern | None,
) -> None:
    text = cite(number, language=language, style=style, edition=edition, title=title, link=link)
    for read_as in (*codes(), None):
        assert numbers_in(f"({text})", read_as, frozenset((number,))) == [number]


@given(
    number=NUMBERS,
    title=TITLES,
    date=st.sampled_from(DATES),
    language=st.sampled_from(codes()),
    style=st.sampled_from(["plain", "csl-json"]),
)
def test_the_title_is_read_back(
    number: RuleNumber, title: str, date: EditionDate | None, language: str, style: str
) -> None:
    edition = Edition(language, date)
    text = cite(number, language=language, style=style, edition=edition, title=title)
    (read,) = citations(f"({text})", known={number})
    assert (read.numbers, read.title) == ((number,), title)


@given(
    number=NUMBERS,
    title=st.text(max_size=40) | st.lists(HOSTILE, max_size=12).map("".join),
    quoted=st.text(max_size=40) | st.lists(HOSTILE, max_size=12).map("".join),
    style=st.sampled_from(styles()),
    language=st.sampled_from(codes()),
)
def test_no_title_and_no_quotation_changes_what_is_cited(
    number: RuleNumber, title: str, quoted: str, style: str, language: str
) -> None:
    """Both may come from a page that somebody made for this."""
    quotation = Quotation(quoted, "it, 2026-08-07", "it")
    text = cite(
        number,
        language=language,
        style=style,
        edition=Edition(language, DATES[-1]),
        title=title,
        quotation=quotation,
    )
    first = next(citations(text, language=language, known={number}))
    assert first.numbers == (number,)


def written(
    numbers: Sequence[RuleNumber], language: str, style: str, *, full: bool, dated: bool = True
) -> str:
    return cite(
        *numbers,
        language=language,
        style=style,
        edition=Edition(language, DATES[-1]) if dated else None,
        title="Fire & Ice: 7 [or] *8*" if full else None,
        link=LINKS[-1] if full else None,
    )


@pytest.mark.parametrize("style", styles())
def test_every_number_there_is_is_read_back(style: str) -> None:
    """In each language, with its edition; each eleventh with all that may stand beside it."""
    known = bundled_numbers()
    for place, number in enumerate(sorted(known)):
        for turn, language in enumerate(codes()):
            text = written((number,), language, style, full=(place + turn) % 11 == 0)
            assert numbers_in(text, language, known) == [number], text


RUNS = [run for run in runs(sorted(bundled_numbers())) if len(run) > 1]


@given(
    run=st.sampled_from(RUNS),
    ends=st.tuples(st.integers(0, 60), st.integers(2, 60)),
    language=st.sampled_from(codes()),
    style=st.sampled_from(styles()),
    full=st.booleans(),
)
def test_ranges_are_read_back(
    run: tuple[RuleNumber, ...], ends: tuple[int, int], language: str, style: str, full: bool
) -> None:
    first = ends[0] % (len(run) - 1)
    part = run[first : first + ends[1]]
    text = written(part, language, style, full=full)
    for read_as in (*codes(), None):
        assert numbers_in(text, read_as, bundled_numbers()) == list(part), text


@pytest.mark.parametrize("style", styles())
@pytest.mark.parametrize("language", codes())
def test_several_together_are_read_back(language: str, style: str) -> None:
    """Nothing of one line goes on in the next."""
    numbers = [RuleNumber.parse(text) for text in ("702.33a", "7", "118.7", "702", "704.5aa")]
    for full, dated in ((True, True), (True, False), (False, True), (False, False)):
        texts = [written((n,), language, style, full=full, dated=dated) for n in numbers]
        assert numbers_in(together(texts, style=style), language, frozenset(numbers)) == numbers


@pytest.mark.parametrize(
    ("language", "numbers", "expected"),
    [
        ("it", ("702.33a", "702.33d"), "regole 702.33a–d"),
        ("es", ("119.7", "119.8"), "reglas 119.7–8"),
        ("en", ("702", "704"), "rules 702–704"),
        ("it", ("7", "9"), "sezioni 7–9"),
        ("es", ("704.5z", "704.5aa"), "reglas 704.5z–aa"),
    ],
)
def test_a_range(language: str, numbers: tuple[str, str], expected: str) -> None:
    assert cite(*span(*map(RuleNumber.parse, numbers)), language=language) == expected


@pytest.mark.parametrize(
    ("says", "numbers"),
    [
        ("a gap", ("702.33a", "702.33c")),
        ("two parents", ("702.33h", "702.34a")),
        ("backwards", ("702.33b", "702.33a")),
        ("none", ()),
    ],
)
def test_what_is_no_range(says: str, numbers: tuple[str, ...]) -> None:
    with pytest.raises(BadRange):
        cite(*map(RuleNumber.parse, numbers), language="it")


@pytest.mark.parametrize(
    ("says", "numbers", "cut"),
    [
        ("one after the other", "704.5k 704.5m 704.5n", ["704.5k 704.5m 704.5n"]),
        ("a gap", "704.5a 704.5c", ["704.5a", "704.5c"]),
        ("another parent", "702.33a 702.34a", ["702.33a", "702.34a"]),
        ("none", "", []),
    ],
)
def test_runs(says: str, numbers: str, cut: list[str]) -> None:
    found = runs(map(RuleNumber.parse, numbers.split()))
    assert [" ".join(map(str, run)) for run in found] == cut, says


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


KICKER = RuleNumber.parse("702.33d")
AUGUST = Edition("en", EditionDate.parse("2026-08-07"))
QUOTED = Quotation("1. Pay *{2}*.\n\n# or <b>@here</b>", "en, 2026-08-07, ours", "en")


@pytest.mark.parametrize(
    ("says", "style", "expected"),
    [
        (
            "bold number",
            "markdown",
            "rule **702.33d** (“A \\*b\\* \\[c\\]”), edition of August 7, 2026",
        ),
        ("the date alone", "short", "CR 702.33d (2026-08-07)"),
        ("chat", "discord", "rule **702.33d** (“A \\*b\\* \\[c\\]”), edition of August 7, 2026"),
        (
            "its language",
            "html",
            '<cite lang="en">rule 702.33d (“A *b* [c]”), edition of August 7, 2026</cite>',
        ),
    ],
)
def test_styles(says: str, style: str, expected: str) -> None:
    text = cite(KICKER, language="en", style=style, edition=AUGUST, title="A *b* [c]")
    assert text == expected, says


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("plain", "rule 702.33d, edition of August 7, 2026"),
        ("short", "CR 702.33d (2026-08-07)"),
        (
            "markdown",
            "[rule **702.33d**](https://example.org/%28702.33d%29?a&b), edition of August 7, 2026",
        ),
        (
            "discord",
            "[rule **702.33d**](<https://example.org/%28702.33d%29?a&b>),"
            " edition of August 7, 2026",
        ),
        (
            "html",
            '<cite lang="en"><a href="https://example.org/%28702.33d%29?a&amp;b">rule 702.33d</a>'
            ", edition of August 7, 2026</cite>",
        ),
    ],
)
def test_links(style: str, expected: str) -> None:
    link = LinkPattern.parse("https://example.org/({number})?a&b")
    assert cite(KICKER, language="en", style=style, edition=AUGUST, link=link) == expected


@pytest.mark.parametrize(
    ("style", "below"),
    [
        ("plain", ["", "  1. Pay *{2}*.", "  # or <b>@here</b>", "  — en, 2026-08-07, ours"]),
        ("short", ["", "  1. Pay *{2}*.", "  # or <b>@here</b>", "  — en, 2026-08-07, ours"]),
        (
            "markdown",
            [
                *("", "> 1\\. Pay \\*{2}\\*.", ">", "> \\# or \\<b\\>@here\\</b\\>"),
                *(">", "> — en, 2026-08-07, ours"),
            ],
        ),
        (
            "discord",
            [
                *("> 1\\. Pay \\*{2}\\*.", "> \\# or \\<b\\>@\u200bhere\\</b\\>"),
                "> — en, 2026-08-07, ours",
            ],
        ),
    ],
)
def test_a_quotation_stands_below(style: str, below: list[str]) -> None:
    text = cite(KICKER, language="en", style=style, edition=AUGUST, quotation=QUOTED)
    assert text.split("\n")[1:] == below


def test_a_quotation_in_html_is_in_its_own_language() -> None:
    quoted = Quotation("Say <i>it</i> & go.", "en, 2026-08-07, ufficiale", "en")
    text = cite(KICKER, language="it", style="html", edition=AUGUST, quotation=quoted)
    assert '<cite lang="it">regola 702.33d' in text
    assert '<blockquote lang="en"><p>Say &lt;i&gt;it&lt;/i&gt; &amp; go.</p></blockquote>' in text


def test_short_chapters_and_unknown_dates() -> None:
    chapters = span(RuleNumber.parse("7"), RuleNumber.parse("8"))
    text = cite(*chapters, language="es", style="short", edition=Edition("es", None))
    assert text == "[CR 7], [CR 8] (s. f.)"


def test_titles_of_chat_are_not_broken() -> None:
    text = cite(KICKER, language="en", style="discord", title="||a|| _b_ `c` ~~d~~ <@1> @all")
    assert text == (
        r"rule **702.33d** (“\|\|a\|\| \_b\_ \`c\` \~\~d\~\~ "
        "\\<@\u200b1\\> @\u200ball”)"
    )


def test_quotes_that_the_title_leaves_free() -> None:
    number = RuleNumber.parse("704.5")
    assert cite(number, language="it", title="Il “vecchio” modo") == (
        "regola 704.5 («Il “vecchio” modo»)"
    )
    assert cite(number, language="it", title='“a” «b» "c"') == "regola 704.5"


def test_no_edition_is_not_an_unknown_one() -> None:
    assert cite(RuleNumber.parse("704.5"), language="en") == "rule 704.5"


def test_unknown_style() -> None:
    with pytest.raises(
        RegulaeError, match="no citation style 'roman'; there are plain, short, markdown"
    ):
        cite(RuleNumber.parse("704.5"), language="en", style="roman")


def test_edition_words_elide_before_eight_and_eleven() -> None:
    shown = [edition_words(EditionDate.parse(f"2025-04-{d}"), language="it") for d in ("08", "18")]
    assert shown == ["edizione dell’8 aprile 2025", "edizione del 18 aprile 2025"]
