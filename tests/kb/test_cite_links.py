"""Links: patterns, what fills them, and what is refused."""

import pytest

from kb.cite_links import LinkPattern
from kb.edition import EditionDate
from kb.errors import RegulaeError
from kb.number import RuleNumber

EDITION = EditionDate.parse("2026-08-07")


@pytest.mark.parametrize(
    ("says", "pattern", "number", "address"),
    [
        ("the whole number", "https://example.org/{number}", "702.33d", "/702.33d"),
        ("its parts", "https://example.org/{section}/{rule}#{letter}", "702.33d", "/702/33#d"),
        ("a section has no rule", "https://example.org/{section}/{rule}", "702", "/702/"),
        (
            "edition and language",
            "https://example.org/{lang}?at={edition}",
            "7",
            "/it?at=2026-08-07",
        ),
        ("blanks and quotes", "https://example.org/a b\"'<{number}", "7", "/a%20b%22%27%3C7"),
        ("letters beyond ASCII", "https://example.org/è/{number}", "7", "/%C3%A8/7"),
        ("encoded already", "https://example.org/%C3%A8", "7", "/%C3%A8"),
        ("no field at all", "https://example.org/", "702.33d", "/"),
    ],
)
def test_address(says: str, pattern: str, number: str, address: str) -> None:
    link = LinkPattern.parse(pattern)
    filled = link.address(RuleNumber.parse(number), edition=EDITION, language="it")
    assert filled == f"https://example.org{address}", says


def test_an_edition_that_nobody_knows_is_empty() -> None:
    link = LinkPattern.parse("HTTP://example.org/{edition}/{number}")
    filled = link.address(RuleNumber.parse("704.5"), edition=None, language="en")
    assert filled == "HTTP://example.org//704.5"


@pytest.mark.parametrize(
    ("says", "pattern", "error"),
    [
        ("a script", "javascript:alert({number})", "no http"),
        ("a script that hides", " javascript:alert(1)", "no http"),
        ("data", "data:text/html,{number}", "no http"),
        ("a file", "file:///etc/{number}", "no http"),
        ("no host", "https:///{number}", "no http"),
        ("no scheme", "example.org/{number}", "no http"),
        ("nothing", "", "no http"),
        (
            "an unknown field",
            "https://example.org/{num}",
            r"no field \{num\}.*\{number\}, \{section",
        ),
        ("a way inside", "https://example.org/{number.__class__}", "no field"),
        ("a format", "https://example.org/{number!r:>9}", "no field"),
        ("a place", "https://example.org/{0}", "no field"),
        ("nothing between", "https://example.org/{}", r"no field \{\}"),
        ("one brace", "https://example.org/{number", "a brace without"),
        ("the other", "https://example.org/number}", "a brace without"),
    ],
)
def test_refused(says: str, pattern: str, error: str) -> None:
    with pytest.raises(RegulaeError, match=error):
        LinkPattern.parse(pattern)
