"""Edition dates."""

import pytest

from kb.edition import EditionDate
from kb.errors import BadDate


@pytest.mark.parametrize("text", ["2024-11-23", "2011-09", "2024-02-29", "1999-04-23"])
def test_date_is_written_as_read(text: str) -> None:
    assert str(EditionDate.parse(text)) == text


@pytest.mark.parametrize(
    ("says", "text"),
    [
        ("no such day", "2023-02-29"),
        ("no such month", "2023-13"),
        ("day zero", "2023-02-00"),
        ("the day first", "23-11-2024"),
        ("a year alone", "2024"),
        ("words", "yesterday"),
        ("long before the game", "1789-07-14"),
    ],
)
def test_no_date(says: str, text: str) -> None:
    with pytest.raises(BadDate, match="is not an edition date"):
        EditionDate.parse(text)


def test_a_month_comes_before_its_days_and_after_those_of_the_month_before() -> None:
    dates = ["2011-08-31", "2011-09", "2011-09-01", "2011-10"]
    parsed = [EditionDate.parse(text) for text in dates]
    assert sorted(reversed(parsed)) == parsed
