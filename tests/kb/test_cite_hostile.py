"""Citations in texts that want to hurt: size, nesting, noise."""

from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.cite import citations
from kb.number import RuleNumber

SIZE = 200_000
SECONDS = 8.0
"""Linear time needs a tenth of it; quadratic time, minutes."""


@pytest.mark.parametrize(
    "piece",
    [
        "702.33a, ",
        "702.33a x ",
        "702.33a/",
        "702.33a –",
        "702.33s ",
        "601.2f–h, ",
        "306\ufffd311 ",
        "[702.3] ",
        "rules 702, ",
        "rule 702 \n",
        "rule 601.2.b ",
        "see 300, ",
        "rule 702.33 “x ",
        'rule 702.33, "',
        "from 601.2a to ",
        "regola ",
        "vedi anche la regola n. ",
        "(",
        "((((702.33",
        "«",
        "1.",
        "1 ",
        "a 1 ",
        "702.",
        "702-",
        " ",
        "\n",
        "\u00ad",
        "702.33a\u00ad ",
        "702.33a and ",
        "702.33a a ",
        "702.33a\n        ",
        "702.33, “x” ",
        "section 7 ",
        "https://a.example/ 702.3 ",
        "www.a 7 ",
        "wwwwmmmm",
        "a://",
        ".aa/",
        "http://",
        "a@",
        "a.it/",
        "*",
        "//\n",
    ],
)
def test_repeated(piece: str) -> None:
    text = piece * (SIZE // len(piece))
    before = process_time()
    found = list(citations(text, language="en"))
    assert process_time() - before < SECONDS
    assert all(0 <= c.start < c.end <= len(text) for c in found)
    assert [c.start for c in found] == sorted(c.start for c in found)


@pytest.mark.parametrize(
    ("head", "body", "tail", "count"),
    [
        ("702.33a", " ", "702.34a", 2),
        ("702.33a,", " ", "702.34a", 1),
        ("rule", " ", "702.33", 0),
        ("702.33a", "\n", "702.34a", 2),
        ("rule 702.33 “", "x", "", 1),
        ("rule 601", ".2", "", 1),
        ("rule 601", "a", "", 1),
        ("", "1", "", 0),
    ],
)
def test_one_long_stretch(head: str, body: str, tail: str, count: int) -> None:
    text = head + body * SIZE + tail
    before = process_time()
    assert len(list(citations(text))) == count
    assert process_time() - before < SECONDS


NOISE = st.lists(
    st.sampled_from(
        [
            *(
                "rule ",
                "rules ",
                "regola ",
                "reglas ",
                "CR ",
                "[CR ",
                "see ",
                "vedi ",
                "da ",
                "section ",
            ),
            *("702", "702.33", "702.33a", "704.5s", "601.2.b", "708.x", "8", "300", "0"),
            *(
                " ",
                ", ",
                "; ",
                "/",
                " and ",
                " a ",
                "–",
                "-",
                " – ",
                "h",
                "s",
                "'s",
                ".",
                "\ufffd",
                "@",
            ),
            *(
                "(",
                ")",
                "[",
                "]",
                "“",
                "”",
                '"',
                "«",
                "»",
                "Kicker",
                "\n",
                "\r\n",
                "\n * ",
                "\u00ad",
            ),
            *("https://example.org/", "euro", "**", "`", "\u0301"),
        ]
    ),
    max_size=30,
).map("".join)


@given(text=NOISE | st.text(max_size=60), bare=st.booleans())
def test_offsets_hold_in_any_text(text: str, bare: bool) -> None:
    end = 0
    for citation in citations(text, language="en", known={RuleNumber.parse("704.5s")}, bare=bare):
        assert end <= citation.start < citation.end <= len(text)
        end = citation.end
        assert citation.mentions or citation.fault
        for mention in citation.mentions:
            assert citation.start <= mention.start < mention.end <= citation.end
            first = str(mention.number.section)[0]
            shown = "".join(sign for sign in text[mention.start : mention.end] if sign != "\u00ad")
            assert shown[0] == first or len(shown) <= 4, "only a tail is shorter than its number"


@given(text=NOISE)
def test_hidden_signs_change_no_number(text: str) -> None:
    def numbers(text: str) -> list[tuple[RuleNumber, ...]]:
        return [c.numbers for c in citations(text, language="en")]

    assert numbers("\u200b".join(text)) == numbers(text)


@pytest.mark.parametrize(
    ("says", "head", "one", "numbers"),
    [
        ("numbers that count behind the word alone", "rules ", "702.33, ", ["702.33"]),
        ("sections behind a see word", "see ", "702, ", ["702"]),
        ("ranges", "rules ", "702.1–100 and ", [f"702.{n}" for n in range(1, 101)]),
        ("titles", "rules ", "702.33a, “Kicker”, ", ["702.33a"]),
        ("none that is a number", "rules ", "601.2.b, ", []),
    ],
)
def test_a_list_without_end_is_given_in_pieces(
    says: str, head: str, one: str, numbers: list[str]
) -> None:
    """Held whole, 64 MiB of it would take three GB."""
    count = 25_000 // max(1, len(numbers))
    found = list(citations(f"{head}{one * count}{(numbers or ['702.33'])[0]}.", language="en"))
    read = [str(number) for citation in found for number in citation.numbers]
    assert read == [*(numbers * count), (numbers or ["702.33"])[0]], says
    assert max(len(citation.mentions) for citation in found) <= 10_100, says
    assert [found[0].start, *(c.start > 0 for c in found[1:])] == [0] + [True] * (len(found) - 1)
    assert all(one.end <= other.start for one, other in pairwise(found)), says
