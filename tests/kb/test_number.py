"""Rule numbers: reading, order, parents, ranges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import BadRange, UnknownRule
from kb.number import LETTERS, RuleNumber, span

SUFFIXES = [*LETTERS, *("a" + letter for letter in LETTERS)]

NUMBERS = st.one_of(
    st.builds(RuleNumber, st.integers(1, 9)),
    st.builds(RuleNumber, st.integers(100, 999)),
    st.builds(RuleNumber, st.integers(100, 999), st.integers(1, 999)),
    st.builds(RuleNumber, st.integers(100, 999), st.integers(1, 999), st.sampled_from(SUFFIXES)),
)


@pytest.mark.parametrize(
    ("says", "text", "canonical"),
    [
        ("a chapter", "7", "7"),
        ("a section", "702", "702"),
        ("a rule with its dot", "702.33.", "702.33"),
        ("a subrule", "702.33c", "702.33c"),
        ("two letters", "704.5aa", "704.5aa"),
        ("three digits behind the dot", "702.193a", "702.193a"),
    ],
)
def test_reads(says: str, text: str, canonical: str) -> None:
    assert str(RuleNumber.parse(text)) == canonical, says


@pytest.mark.parametrize(
    ("says", "text"),
    [
        ("nothing", ""),
        ("l looks like 1", "704.5l"),
        ("o looks like 0", "704.5o"),
        ("only a may stand before a letter", "704.5ba"),
        ("a capital", "704.5A"),
        ("a zero in front", "702.033"),
        ("zero", "702.0"),
        ("two digits", "70"),
        ("a section from zero", "012"),
        ("four digits", "7021.3"),
        ("a rule of a chapter", "7.3"),
        ("a dot before the letter", "702.33.a"),
        ("two dots at the end", "702.33.."),
        ("blanks", " 702.33"),
        ("digits of another script", "７０２.33"),
        ("a line end", "702.33\n"),
    ],
)
def test_refuses(says: str, text: str) -> None:
    assert RuleNumber.read(text) is None, says
    with pytest.raises(UnknownRule, match=r"is not a rule number \(like 7, 704, 704.5 or 704.5f\)"):
        RuleNumber.parse(text)


@given(NUMBERS)
def test_what_is_written_is_read_back(number: RuleNumber) -> None:
    assert RuleNumber.parse(str(number)) == number


@given(NUMBERS, NUMBERS)
def test_rank_sorts_like_order(one: RuleNumber, other: RuleNumber) -> None:
    assert (one < other) == (one.rank < other.rank)
    assert (one == other) == (one.rank == other.rank)


@given(NUMBERS, NUMBERS)
def test_what_stands_below_is_within_the_ranks(one: RuleNumber, other: RuleNumber) -> None:
    assert other.within(one) == (one.rank <= other.rank <= one.last_rank)


def test_order_is_that_of_the_book() -> None:
    book = ["7", "702", "702.2", "702.10", "702.10a", "704.5", "704.5z", "704.5aa", "704.6", "8"]
    numbers = [RuleNumber.parse(text) for text in book]
    assert sorted(reversed(numbers)) == numbers


@pytest.mark.parametrize(
    ("child", "parent"),
    [("704.5aa", "704.5"), ("704.5", "704"), ("704", "7"), ("100", "1"), ("7", None)],
)
def test_parent(child: str, parent: str | None) -> None:
    assert RuleNumber.parse(child).parent == (parent and RuleNumber.parse(parent))


@pytest.mark.parametrize(
    ("number", "following"),
    [
        ("704.5k", "704.5m"),
        ("704.5n", "704.5p"),
        ("704.5z", "704.5aa"),
        ("704.5ak", "704.5am"),
        ("704.5az", None),
        ("702.9", "702.10"),
        ("702.999", None),
        ("702", "703"),
        ("799", None),
        ("7", "8"),
        ("9", None),
    ],
)
def test_following(number: str, following: str | None) -> None:
    expected = following and RuleNumber.parse(following)
    assert RuleNumber.parse(number).following == expected


@pytest.mark.parametrize(
    ("says", "first", "last", "numbers"),
    [
        ("letters", "601.2f", "601.2h", "601.2f 601.2g 601.2h"),
        ("no l", "704.5k", "704.5m", "704.5k 704.5m"),
        ("no o", "704.5n", "704.5p", "704.5n 704.5p"),
        ("past z", "704.5z", "704.5ab", "704.5z 704.5aa 704.5ab"),
        ("rules", "119.7", "119.8", "119.7 119.8"),
        ("sections", "306", "308", "306 307 308"),
        ("one alone", "119.7", "119.7", "119.7"),
    ],
)
def test_span(says: str, first: str, last: str, numbers: str) -> None:
    found = span(RuleNumber.parse(first), RuleNumber.parse(last))
    assert " ".join(map(str, found)) == numbers, says


@pytest.mark.parametrize(
    ("says", "first", "last", "fault"),
    [
        ("backwards", "601.2h", "601.2f", "backwards"),
        ("two parents", "601.2f", "601.3a", "two parents"),
        ("a rule and a subrule", "601.2", "601.2c", "two parents"),
        ("two chapters", "514", "601", "two parents"),
        ("too long", "702.1", "702.300", "more than 200"),
    ],
)
def test_no_span(says: str, first: str, last: str, fault: str) -> None:
    with pytest.raises(BadRange, match=fault):
        span(RuleNumber.parse(first), RuleNumber.parse(last))
