"""BibTeX and CSL-JSON: whole for the programs that read them, whatever a title holds."""

import json
import re
import string
from dataclasses import replace

import pytest
from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle
from citeproc import formatter as formatters
from citeproc.source.json import CiteProcJSON
from hypothesis import given
from hypothesis import strategies as st

from kb.cite_links import LinkPattern
from kb.cite_records import escaped_tex
from kb.cite_styles import Quotation
from kb.cite_write import cite, together
from kb.edition import Edition, EditionDate, EditionKind
from kb.number import RuleNumber, span

LINK = LinkPattern.parse("https://example.org/{lang}/{number}?at={edition}")
KICKER = RuleNumber.parse("702.33d")


def edition(date: str | None = "2026-08-07", language: str = "en") -> Edition:
    return Edition(language, EditionDate.parse(date) if date else None)


def rendered(*texts: str) -> list[str]:
    """As a reference manager prints the items, in the style that comes with citeproc."""
    items = json.loads(together(texts, style="csl-json"))
    style = CitationStylesStyle("harvard-cite-them-right", validate=False)
    bibliography = CitationStylesBibliography(style, CiteProcJSON(items), formatters.plain)
    for item in items:
        bibliography.register(Citation([CitationItem(item["id"])]))
    return [str(entry) for entry in bibliography.bibliography()]


def test_csl_json() -> None:
    text = cite(
        KICKER, language="en", style="csl-json", edition=edition(), title="Kicker", link=LINK
    )
    assert json.loads(text) == {
        "id": "mtg-702-33d-en-2026-08-07",
        "type": "chapter",
        "title": "rule 702.33d (“Kicker”)",
        "container-title": "Magic: The Gathering Comprehensive Rules",
        "author": [{"literal": "Wizards of the Coast"}],
        "issued": {"date-parts": [[2026, 8, 7]]},
        "note": "edition of August 7, 2026",
        "language": "en",
        "URL": "https://example.org/en/702.33d?at=2026-08-07",
    }


@pytest.mark.parametrize(
    ("kind", "author"),
    [
        (EditionKind.OFFICIAL, "Wizards of the Coast"),
        (EditionKind.TRANSLATION, "Wizards of the Coast"),
        (EditionKind.OURS, "regulae"),
    ],
)
def test_our_own_words_are_nobody_elses(kind: EditionKind, author: str) -> None:
    shown = replace(edition(), kind=kind)
    record = cite(KICKER, language="en", style="bibtex", edition=shown)
    assert f"  author = {{{{{author}}}}},\n" in record
    item = json.loads(cite(KICKER, language="en", style="csl-json", edition=shown))
    assert item["author"] == [{"literal": author}]


def test_citeproc_prints_what_was_cited() -> None:
    texts = [
        cite(KICKER, language="it", style="csl-json", edition=edition(), title="Potenziamento"),
        cite(
            *span(RuleNumber.parse("704.5k"), RuleNumber.parse("704.5n")),
            language="es",
            style="csl-json",
            edition=edition("2011-09"),
            link=LINK,
        ),
        cite(RuleNumber.parse("7"), language="en", style="csl-json", edition=edition(None)),
    ]
    printed = " ".join(rendered(*texts))
    assert "regola 702.33d (“Potenziamento”)" in printed
    assert "Regole complete di Magic: The Gathering" in printed
    assert "reglas 704.5k–n" in printed
    assert "section 7" in printed
    assert "2026" in printed and "2011" in printed
    assert printed.count("Wizards of the Coast") == 3


def test_csl_json_of_a_month_and_of_no_date() -> None:
    month = json.loads(cite(KICKER, language="en", style="csl-json", edition=edition("2011-09")))
    assert month["issued"] == {"date-parts": [[2011, 9]]}
    unknown = json.loads(cite(KICKER, language="en", style="csl-json", edition=edition(None)))
    assert "issued" not in unknown
    assert unknown["note"] == "edition of unknown date"


def test_bibtex() -> None:
    text = cite(KICKER, language="it", style="bibtex", edition=edition(), title="Più", link=LINK)
    assert text == "\n".join(
        (
            "@misc{mtg-702-33d-it-2026-08-07,",
            "  author = {{Wizards of the Coast}},",
            "  title = {{regola 702.33d (“Più”)}},",
            "  howpublished = {Regole complete di Magic: The Gathering},",
            "  year = {2026},",
            "  month = aug,",
            "  note = {edizione del 7 agosto 2026},",
            "  language = {it},",
            "  url = {https://example.org/it/702.33d?at=2026-08-07},",
            "}",
        )
    )


def test_bibtex_without_a_date_has_no_year() -> None:
    text = cite(KICKER, language="en", style="bibtex", edition=edition(None))
    assert "year" not in text and "month" not in text
    assert "@misc{mtg-702-33d-en-undated," in text


@pytest.mark.parametrize(
    ("says", "text", "escaped"),
    [
        ("signs with a meaning in TeX", "R&D #1_a 50% $5", r"R\&D \#1\_a 50\% \$5"),
        ("a brace alone", "a } b", r"a \textbraceright{} b"),
        ("a backslash is no command", r"\input{x}", r"\textbackslash{}input\textbraceleft{}x"),
        ("signs over a letter", "a~b^c", r"a\textasciitilde{}b\textasciicircum{}c"),
        ("letters stay as they are", "abilità «ñ»", "abilità «ñ»"),
    ],
)
def test_tex(says: str, text: str, escaped: str) -> None:
    assert escaped_tex(text).startswith(escaped), says


@given(title=st.text(string.printable + "“”«»è\u202e", max_size=30), quoted=st.text(max_size=60))
def test_no_title_and_no_text_breaks_a_record(title: str, quoted: str) -> None:
    """BibTeX counts braces without regard to backslashes; an entry ends where they are even."""
    quotation = Quotation(quoted, "en, 2026-08-07", "en")
    shared = {"language": "en", "edition": edition(), "title": title, "quotation": quotation}
    text = cite(KICKER, style="bibtex", **shared)  # type: ignore[arg-type]
    depths = [0]
    for sign in re.sub(r"[^{}]", "", text):
        depths.append(depths[-1] + (1 if sign == "{" else -1))
    assert depths[-1] == 0 and 0 not in depths[1:-1]
    item = json.loads(cite(KICKER, style="csl-json", **shared))  # type: ignore[arg-type]
    assert item["title"].startswith("rule 702.33d")
