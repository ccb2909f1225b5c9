"""The page of the citation graph."""

from pathlib import Path

import pytest

from kb.lang import codes
from kb.number import RuleNumber
from kb.store import open_to_read
from search.needs import needs
from search.web.pages import graph
from tests.web.conftest import Client, OpenRoom
from tests.web.reading import Read
from tests.web.working.test_compare_page import page


@pytest.mark.parametrize("code", codes())
def test_the_picture_is_a_part_of_the_page(room: Client, code: str) -> None:
    found = page(room, f"/{code}/graph/702.33d")
    svg = found.one("svg", class_="rule-picture")
    ids = {each.attributes["id"]: each.text for each in found.elements if "id" in each.attributes}
    title, description = svg.attributes["aria-labelledby"].split()
    assert "702.33d" in ids[title] and "601.2b" in ids[description]
    assert found.all("style") == []
    assert any("picture.css" in each.attributes["href"] for each in found.all("link"))
    drawn = [each for each in found.all("a") if "702.33" in each.text and "\n" not in each.text]
    assert f"/{code}/rules/702.33" in {each.attributes["href"] for each in drawn}
    assert room.get(f"/{code}/rules/601.2b").status_code == 200


@pytest.mark.parametrize("code", codes())
def test_what_to_read_before_is_a_list_in_order(
    room: Client, bundled_folder: Path, code: str
) -> None:
    found = page(room, f"/{code}/graph/702.33d")
    with open_to_read(bundled_folder) as store:
        wanted = needs(store, [RuleNumber.parse("702.33d")], language=code).needs
    links = [each.attributes["href"] for each in found.all("a") if each.text.strip()]
    in_list = [f"/{code}/rules/{need.node.number}" for need in wanted]
    places = [len(links) - 1 - links[::-1].index(each) for each in in_list]
    assert len(in_list) > 5 and places == sorted(places)


def test_steps_and_languages_are_chosen_by_links(room: Client) -> None:
    near = page(room, "/it/graph/702.33d")
    hrefs = {each.attributes["href"] for each in near.all("a")}
    assert {"/it/graph/702.33d?depth=2", "/it/graph/702.33d?in=en"} <= hrefs
    far = page(room, "/it/graph/702.33d?depth=2")
    assert len(far.all("rect")) > len(near.all("rect"))
    english = page(room, "/it/graph/702.33d?in=en")
    chosen = {e.text for e in english.all("a") if e.attributes.get("aria-current") == "true"}
    assert {"1 passo", "inglese"} <= chosen


@pytest.mark.parametrize(
    ("to", "says"),
    [
        ("107.3", "Da 702.33d a 107.3 (citazioni: 2):"),
        ("702.33d", "comincia proprio da 702.33d"),
        ("xyzzy", "Qui non c’è nulla che si chiami «xyzzy»"),
        ("702.9b-a", "702.9b-a"),
        ("<script>", "<script>"),
    ],
)
def test_the_way_to_another_rule(room: Client, to: str, says: str) -> None:
    answer = room.get("/it/graph/702.33d", params={"to": to})
    assert answer.status_code == 200 and "<script>" not in answer.text
    found = Read(answer.text)
    assert found.faults == [] and says in found.text


def test_a_picture_that_nobody_could_read_is_not_drawn(
    open_room: OpenRoom, bundled_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, "_MOST_BOXES", 3)
    found = Read(open_room(bundled_folder).get("/es/graph/702.33").text)
    assert not found.all("svg", class_="rule-picture") and "nadie podría leer" in found.text


@pytest.mark.parametrize(
    ("path", "status"),
    [("kicker", 302), ("702.33d.", 302), ("702.999", 404), ("xyzzy", 404), ("a" * 500, 404)],
)
def test_names_and_numbers(room: Client, path: str, status: int) -> None:
    assert room.get(f"/it/graph/{path}").status_code == status


def test_texts_are_no_markup(hostile: Client) -> None:
    answer = hostile.get("/en/graph/702.34?depth=3")
    assert answer.status_code == 200
    assert Read(answer.text).faults == []
    assert "<script>alert" not in answer.text and "<img" not in answer.text
