"""Texts in which several kinds of marks overlap."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.web.layers import Found, Link, Sentence, layered
from tests.web.reading import Read

TEXT = 'Pay {R} & "go". See rule 702.33a <b>now</b>.'


def read(markup: str) -> Read:
    found = Read(f"<!DOCTYPE html><p>{markup}</p>")
    assert found.faults == []
    return found


def test_each_layer_is_there() -> None:
    page = read(
        layered(
            TEXT,
            "en",
            sentences=[Sentence(0, 15, "s1", 1), Sentence(15, len(TEXT), "s2", 2)],
            found=[Found(4, 7, 1), Found(25, 30, 2), Found(28, 32, 3)],
            links=[Link(25, 32, "/x?a=1&b=2")],
        )
    )
    assert [each.attributes["data-s"] for each in page.all("span", class_="sn")] == ["s1", "s2"]
    marks = [(each.attributes["data-s"], each.text) for each in page.all("mark")]
    assert marks[0][0] == "f1" and marks[1] == ("f2 f3", "702.33a")  # as far as the link
    (link,) = [each for each in page.all("a") if "class" not in each.attributes]
    assert link.text == "702.33a" and link.attributes["href"] == "/x?a=1&b=2"
    assert [each.attributes["href"] for each in page.all("a", class_="ref")] == [
        "#f1",
        "#f2",
        "#f3",
    ]
    assert not page.all("b")


def test_a_link_over_two_sentences_is_none() -> None:
    sentences = [Sentence(0, 5, "a", 1), Sentence(5, 10, "b", 2)]
    page = read(layered("0123456789", "it", sentences=sentences, links=[Link(3, 7, "/x")]))
    assert page.all("a") == []


@st.composite
def spans(draw: st.DrawFn) -> tuple[int, int]:
    start = draw(st.integers(0, len(TEXT)))
    return start, draw(st.integers(start, len(TEXT)))


@pytest.mark.parametrize("code", ["it", "es", "en"])
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    cuts=st.lists(st.integers(1, len(TEXT) - 1), unique=True, max_size=4),
    found=st.lists(spans(), max_size=6),
    links=st.lists(spans(), max_size=4),
)
def test_whatever_overlaps_the_text_is_whole(
    code: str,
    cuts: list[int],
    found: list[tuple[int, int]],
    links: list[tuple[int, int]],
) -> None:
    bounds = [0, *sorted(cuts), len(TEXT)]
    sentences = [
        Sentence(start, end, f"s{place}", place)
        for place, (start, end) in enumerate(pairwise(bounds), start=1)
    ]
    plain = [each for each in read(layered(TEXT, code)).words]
    page = read(
        layered(
            TEXT,
            code,
            sentences=sentences,
            found=[Found(*span, mark) for mark, span in enumerate(found, start=1)],
            links=[Link(*span, "/x") for span in links],
        )
    )
    added = {each.text for each in page.elements if each.tag in ("sup",)}
    assert len(page.all("sup")) == len(sentences) and added
    text = "".join(page.words)
    # A mark may cut a symbol in two, and then its signs stand there as they are.
    letters = [sign for sign in "".join(plain) if sign.isalpha() and sign != "R"]
    kept = [sign for sign in text if sign.isalpha() and sign != "R"]
    assert kept == letters
