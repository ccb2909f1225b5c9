"""Every page in every language: whole, linked, light, and without anything from elsewhere."""

from pathlib import Path
from urllib.parse import urldefrag, urlsplit

import pytest
from lxml import etree

from kb.lang import codes
from search.web.routes import ROUTES
from tests.web.conftest import Client, OpenRoom
from tests.web.reading import Read

PATHS = (
    "/",
    "/rules",
    "/rules/702.33",
    "/rules/702.33d",
    "/rules/702",
    "/rules/7",
    "/rules/704",
    "/rules/702.9",  # known, no text
    "/rules/702.9?edition=2026-08-07",
    "/rules/702.154a",
    "/rules/107.4",
    "/history/702.33d",
    "/glossary",
    "/keywords",
    "/keywords?kind=keyword-action",
    "/editions",
    "/about",
    "/search?q=potenziamento",
    "/search?q=mana&in=es&kind=rule",
    "/search?q=xyzzyqq",
    "/search?q=travolgere",
    "/compare",
    "/compare/702.33",
    "/compare/702.33a-d?langs=it,en",
    "/diff",
    "/graph/702.33d?to=107.3",
    "/cite",
    "/cite?what=702.33d,601.2b&style=html&quote=1",
    "/checks",
    "/checks/702.33",
    "/verify?new=attack",
)
_UNKNOWN_TAG = 801
"""libxml2 knows no elements of HTML 5."""


def test_the_list_has_every_route_but_that_of_an_entry() -> None:
    """The bundle has no glossary; test_glossary has one."""
    listed = {urlsplit(path).path.split("/")[1] for path in PATHS}
    assert listed == {route.path.split("/")[1] for route in ROUTES} | {"verify"}


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_whole(room: Client, code: str, path: str) -> None:
    answer = room.get(f"/{code}{path}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    page = Read(answer.text)
    assert page.faults == []
    assert page.one("html").attributes["lang"] == code
    assert len(page.all("h1")) == 1 and page.one("h1").text.strip()
    assert page.all("title")[0].text.endswith(" · regulae")  # a picture has some too
    parser = etree.HTMLParser(recover=True)
    etree.fromstring(answer.content, parser)
    errors = parser.error_log
    assert [each.message for each in errors if each.type != _UNKNOWN_TAG] == []


@pytest.mark.parametrize("path", PATHS)
def test_nothing_inline_and_nothing_from_elsewhere(room: Client, path: str) -> None:
    page = Read(room.get(f"/it{path}").text)
    assert page.all("style") == []
    for element in page.elements:
        assert "style" not in element.attributes
        assert not [name for name in element.attributes if name.startswith("on")]
        loads = element.tag in ("script", "img", "iframe", "source", "object", "embed")
        if loads or element.attributes.get("rel") in ("stylesheet", "icon"):
            address = element.attributes.get("src") or element.attributes["href"]
            assert address.startswith("/static/")
            assert element.text == ""


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("path", PATHS)
def test_links_lead_somewhere(room: Client, code: str, path: str) -> None:
    page = Read(room.get(f"/{code}{path}").text)
    addresses = {each.attributes["href"] for each in page.all("a")}
    assert len(addresses) > 5
    for address in sorted(addresses):
        if urlsplit(address).netloc:
            continue
        there, fragment = urldefrag(address)
        answer = room.get(there or f"/{code}{path}")
        assert answer.status_code in (200, 302), address
        if fragment:
            assert any(e.attributes.get("id") == fragment for e in Read(answer.text).elements)


@pytest.mark.parametrize("path", ["/rules/702.33d", "/", "/keywords", "/rules/702.33"])
def test_where_it_stands_for_good(room: Client, path: str) -> None:
    page = Read(room.get(f"/it{path}").text)
    assert page.one("link", rel="canonical").attributes["href"] == f"http://127.0.0.1/it{path}"
    others = {
        link.attributes["hreflang"]: link.attributes["href"]
        for link in page.all("link", rel="alternate")
        if "hreflang" in link.attributes
    }
    assert others == {code: f"http://127.0.0.1/{code}{path}" for code in codes()}
    assert page.one("meta", property="og:title").attributes["content"]
    picture = room.get(page.one("meta", property="og:image").attributes["content"])
    assert picture.headers["content-type"] == "image/png" and picture.content[1:4] == b"PNG"
    assert page.one("meta", property="og:url").attributes["content"].endswith(f"/it{path}")


def test_the_public_address_is_the_lasting_one(open_room: OpenRoom, bundled_folder: Path) -> None:
    client = open_room(bundled_folder, public="https://rules.example/")
    page = Read(client.get("/es/rules/702.33").text)
    lasting = page.one("link", rel="canonical").attributes["href"]
    assert lasting == "https://rules.example/es/rules/702.33"


@pytest.mark.parametrize("number", ["702.33d", "702.154a", "718.3", "601.2b"])
def test_a_rule_page_is_light(room: Client, number: str) -> None:
    assert len(room.get(f"/it/rules/{number}").content) < 60_000


def test_a_rule_with_all_that_stands_around_it(room: Client) -> None:
    page = Read(room.get("/it/rules/702.33d").text)
    assert page.one("h1").text.split() == ["702.33", "Potenziamento"]
    ids = {each.attributes["id"] for each in page.all("div") if "id" in each.attributes}
    assert {f"702.33{letter}" for letter in "abcdefgh"} <= ids
    assert page.one("div", id="702.33d").attributes["aria-current"] == "true"
    hrefs = {each.attributes["href"] for each in page.all("a")}
    assert {"/it/rules/601.2b", "/it/rules/702", "/it/rules/7", "/it/rules/702.34"} <= hrefs
    assert page.one("a", rel="prev").attributes["href"] == "/it/rules/702.32"
    assert page.one("a", rel="next").attributes["href"] == "/it/rules/702.34"
    assert "/it/history/702.33d" in hrefs
    assert "parole nostre, non ufficiale" in page.text
    assert "Potenciar" in page.text  # its false friend
    assert page.all("ul", class_="musts")[0].text.strip()  # its checkers


def test_the_languages_lead_to_the_same_rule(room: Client) -> None:
    page = Read(room.get("/it/rules/702.33d").text)
    hrefs = {each.attributes["href"] for each in page.all("a") if "hreflang" in each.attributes}
    assert hrefs == {f"/{code}/rules/702.33d" for code in codes()}


@pytest.mark.parametrize("code", ["it", "es", "en"])
def test_a_wrong_query_is_told_what_is_wrong(room: Client, code: str) -> None:
    answer = room.get(f"/{code}/search", params={"q": "since:yesterday kicker"})
    assert answer.status_code == 400
    page = Read(answer.text)
    (alert,) = page.all("p", role="alert")
    assert "yesterday" in alert.text and "since:" in alert.text
    assert page.faults == []


def test_the_day_of_a_query_goes_into_the_address(room: Client) -> None:
    answer = room.get("/en/search", params={"q": "kicker edition:2026-08-07"})
    assert answer.status_code == 302
    there = answer.headers["location"]
    assert there.endswith("&edition=2026-08-07") and "q=kicker+edition" in there
    assert room.get(there).status_code == 200


def test_a_misspelt_search_leads_to_what_was_meant(room: Client) -> None:
    page = Read(room.get("/it/search", params={"q": "potenziamneto"}).text)
    meant = [each for each in page.elements if each.text == "potenziamento" and each.tag == "a"]
    assert [each.attributes["href"] for each in meant] == ["/it/search?q=potenziamento"]


def test_a_search_marks_what_matched_and_warns(room: Client) -> None:
    page = Read(room.get("/it/search?q=potenziamento").text)
    assert any(mark.text == "potenziamento" for mark in page.all("mark"))
    assert any("Potenciar" in each.text for each in page.all("p", class_="notice warn"))
    assert page.one("input", id="q").attributes["value"] == "potenziamento"


def test_facets_keep_to_what_they_say(room: Client) -> None:
    page = Read(room.get("/it/search?q=mana&in=es&kind=rule").text)
    badges = [span for span in page.all("span") if "badge" in span.attributes.get("class", "")]
    labels = {badge.text for badge in badges}
    assert labels and all(label.startswith("es,") for label in labels)
    chosen = [
        each.attributes["value"] for each in page.all("option") if "selected" in each.attributes
    ]
    assert chosen == ["es", "rule"]


def test_a_rule_without_text_is_named(room: Client) -> None:
    page = Read(room.get("/it/search?q=travolgere").text)
    assert "702.19" in page.text and "/it/rules/702.19" in {
        each.attributes["href"] for each in page.all("a")
    }


def hits(page: Read) -> list[str]:
    return [each.attributes["href"] for each in page.all("a", class_="hit")]


def test_all_hits_stand_on_one_page_after_the_other(room: Client) -> None:
    asked, found = "/en/search?q=cost", list[str]()
    while True:
        page = Read(room.get(asked).text)
        assert page.faults == []
        found += hits(page)
        there = page.all("a", rel="next")
        if not there:
            break
        asked = there[0].attributes["href"]
    assert len(found) == len(set(found)) > 40
    counted = Read(room.get("/en/search?q=cost").text).one("p", class_="count").text
    assert str(len(found)) in counted


@pytest.mark.parametrize("page", ["0", "-1", "1e9", "9" * 30, "²", "x"])
def test_a_page_of_hits_that_is_none_does_no_harm(room: Client, page: str) -> None:
    asked = {"q": "mana", "page": page}
    answer = room.get("/en/search", params=asked)
    assert answer.status_code == 200 and hits(Read(answer.text))


@pytest.mark.parametrize("page", ["24", "99999"])
def test_a_page_behind_the_last_leads_to_the_first(room: Client, page: str) -> None:
    answer = room.get("/en/search", params={"q": "kicker", "page": page})
    assert (answer.status_code, answer.headers["location"]) == (302, "/en/search?q=kicker")


def test_the_keywords_stand_side_by_side(room: Client) -> None:
    page = Read(room.get("/es/keywords").text)
    (row,) = [
        each.text
        for each in page.all("tr")
        if "702.33\n" in f"{each.text}\n" or "Estímulo" in each.text
    ]
    assert "Potenziamento" in row and "Kicker" in row
