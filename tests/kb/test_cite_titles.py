"""Titles: a name behind a *see* word, without a number, is a reference too."""

import pytest

from kb.cite_titles import Headings
from tests.factories import edition, rule

RULES = (
    rule("4", title="Zones"),
    rule("702.33", title="Kicker"),
    rule("702.34", title="Flashback"),
    rule("101", title="General"),
    rule("102", title="General"),
)


@pytest.mark.parametrize(
    ("says", "text", "cited"),
    [
        ("by its name", "See “Kicker.”", ["702.33"]),
        ("case does not matter", "For more, see also “kicker”.", ["702.33"]),
        ("two names", "See “Kicker” and “Flashback.”", ["702.33", "702.34"]),
        ("straight quotes", 'see "Flashback"', ["702.34"]),
        ("a chapter", "See “Zones.”", ["4"]),
        ("an ability is not cited", "A card with “Kicker” and “Flashback”.", []),
        ("no see word", "Oversee “Kicker”", []),
        ("a name that several have", "See “General.”", []),
        ("a name that none has", "See “Wobbling.”", []),
        ("without quotes it is a sentence", "Players see Kicker cards.", []),
    ],
)
def test_named_in(says: str, text: str, cited: list[str]) -> None:
    headings = Headings(edition("en", "2026-08-07"), RULES)
    found = list(headings.named_in(text))
    assert [str(one.number) for one in found] == cited, says
    for one in found:
        assert text[one.start] in '“"' and text[one.end - 1] in '”"'


@pytest.mark.parametrize(
    ("says", "date", "cited"),
    [
        ("a page of today", "2026-08-07", ["702.33"]),
        ("a page of unknown date", None, ["702.33"]),
        ("702.33 was another rule then", "2011-06-17", []),
    ],
)
def test_a_page_without_headings_means_the_known_ones(
    says: str, date: str | None, cited: list[str]
) -> None:
    headings = Headings(edition("it", date), ())
    found = headings.named_in("Vedi anche «Potenziamento».")
    assert [str(one.number) for one in found] == cited, says


def test_names_of_other_languages_are_not_known_ones() -> None:
    found = Headings(edition("it", None), ()).named_in("Vedi «Estímulo».")
    assert list(found) == []
