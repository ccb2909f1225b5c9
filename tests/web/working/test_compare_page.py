"""The page that sets languages side by side."""

from pathlib import Path

import pytest

from kb.lang import codes
from search.web.pages import compare
from tests.web.conftest import BAD, Client, OpenRoom
from tests.web.reading import Read

NOTES = {
    "en": ("missing", "citations", "negation and permission", "terms"),
    "es": ("falta", "citas", "negación y permiso", "términos"),
    "it": ("manca", "citazioni", "negazione e permesso", "termini"),
}


def page(room: Client, address: str) -> Read:
    answer = room.get(address)
    assert answer.status_code == 200, answer.headers
    found = Read(answer.text)
    assert found.faults == []
    return found


@pytest.mark.parametrize("code", codes())
def test_findings_are_marked_in_the_texts_and_told_in_the_row(worked: Client, code: str) -> None:
    found = page(worked, f"/{code}/compare/702.154?langs=it,en")
    marked = {each.text: each.attributes["data-s"] for each in found.all("mark")}
    assert {"resistenza", "Puoi", "must"} <= set(marked)
    notes = {
        each.attributes["id"]: each.text for each in found.all("li") if "id" in each.attributes
    }
    for word in ("resistenza", "must"):
        for mark in marked[word].split():
            assert mark in notes  # what is marked has its note
    told = " ".join(notes.values())
    for label in NOTES[code]:
        assert label in told
    assert "702.154b" in told  # a kind without a place in a text


def test_sentences_beside_each_other_have_one_group(worked: Client) -> None:
    found = page(worked, "/it/compare/702.154a?langs=it,en")
    groups = [each.attributes["data-s"] for each in found.all("span", class_="sn")]
    assert len(groups) == 6 and sorted(set(groups)) == sorted(groups[:3])
    assert all(each.attributes["tabindex"] == "0" for each in found.all("span", class_="sn"))
    assert [each.text for each in found.all("sup")] == ["1", "2", "3"] * 2


def test_the_reader_chooses_the_languages(worked: Client) -> None:
    usual = page(worked, "/es/compare/702.154")
    heads = [each.text for each in usual.all("h2")]
    assert heads == ["español", "italiano", "inglés"]
    links = [each.attributes["href"] for each in usual.all("a")]
    assert "/es/compare/702.154?langs=es%2Cit" in links
    two = page(worked, "/es/compare/702.154?langs=es,it")
    assert [each.text for each in two.all("h2")] == ["español", "italiano"]
    assert "/es/compare/702.154" in [each.attributes["href"] for each in two.all("a")]


@pytest.mark.parametrize("langs", ["", "xx", "it", "it,it", ",,,", "it;en", "<b>"])
def test_of_languages_that_are_none_the_usual_ones_are_taken(worked: Client, langs: str) -> None:
    answer = worked.get("/it/compare/702.154", params={"langs": langs})
    assert [each.text for each in Read(answer.text).all("h2")] == [
        "italiano",
        "spagnolo",
        "inglese",
    ]


def test_each_text_says_its_edition(worked: Client) -> None:
    text = page(worked, "/it/compare/702.154").text
    for label in ("it, 2024-11-23, traduzione", "en, 2026-08-07, testo ufficiale"):
        assert label in text


def test_texts_are_no_markup(worked: Client) -> None:
    answer = worked.get("/it/compare/702.154")
    assert "<script>alert" not in answer.text and "<img" not in answer.text
    assert "\u202e" not in answer.text
    found = page(worked, "/it/compare/702.154")
    assert "<script>alert(1)</script>" in found.text


@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("/it/compare/arruolare", "/it/compare/702.154"),
        ("/it/compare?what=702.33&langs=it,en", "/it/compare/702.33?langs=it%2Cen"),
        ("/it/compare/702.33?edition=2021-04-22", "/it/compare/702.33?english=2021-04-22"),
        ("/it/compare?what=702.33%2F..", "/it/compare/702.33%2F.."),
    ],
)
def test_one_address_for_one_page(worked: Client, asked: str, leads_to: str) -> None:
    answer = worked.get(asked)
    assert (answer.status_code, answer.headers["location"]) == (302, leads_to)


@pytest.mark.parametrize(
    "path",
    ["702.999", "xyzzy", "702.33d-a", "1" * 100, "702.154?english=1995-01-01", "702.1?english=x"],
)
def test_what_is_not_there_is_said(worked: Client, path: str) -> None:
    assert worked.get(f"/es/compare/{path}").status_code == 404


def test_the_english_side_of_another_day(worked: Client) -> None:
    found = page(worked, "/en/compare/702.33?langs=es,en&english=2021-04-22")
    assert "en, 2021-04-22, official text" in found.text
    chosen = [e.attributes["value"] for e in found.all("option") if "selected" in e.attributes]
    assert chosen == ["2021-04-22"]


def test_a_long_section_has_pages(
    open_room: OpenRoom, bundled_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare, "_ROWS", 5)
    room = open_room(bundled_folder)
    first = page(room, "/it/compare/702.33")
    (there,) = [each.attributes["href"] for each in first.all("a", rel="next")]
    second = page(room, there)
    rows = [
        [each.attributes["id"] for each in found.all("section") if "id" in each.attributes]
        for found in (first, second)
    ]
    assert len(rows[0]) == 5 and rows[1] and not set(rows[0]) & set(rows[1])
    assert page(room, "/it/compare/702.33?page=999").all("section")


@pytest.mark.parametrize("wanted", ["²", "-1", "9" * 40, "x", "0"])
def test_a_page_that_is_none_is_the_first_or_last(worked: Client, wanted: str) -> None:
    assert worked.get("/it/compare/702", params={"page": wanted}).status_code == 200


def test_hostile_words_in_the_address(worked: Client) -> None:
    answer = worked.get("/it/compare", params={"what": BAD})
    there = worked.get(answer.headers["location"])
    assert there.status_code == 404 and "<script>alert" not in there.text
