"""What programs read: maps of the pages, feeds, the search of a browser, robots."""

import random
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from lxml import etree

from kb.edition import EditionKind
from kb.lang import codes
from kb.store import open_to_write
from tests.factories import document, edition, put, rule
from tests.web.conftest import Client, OpenRoom

_MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
_ATOM = "{http://www.w3.org/2005/Atom}"


def test_the_maps_lead_to_pages(room: Client) -> None:
    index = etree.fromstring(room.get("/sitemap.xml").content)
    maps = [each.text or "" for each in index.iter(f"{_MAP}loc")]
    assert len(maps) == len(codes())
    for address in maps:
        found = etree.fromstring(room.get(urlsplit(address).path).content)
        pages = [each.text or "" for each in found.iter(f"{_MAP}loc")]
        assert len(pages) == len(set(pages)) > 100
        kinds: dict[str, list[str]] = {}
        for page in pages:
            parts = urlsplit(page)
            kinds.setdefault(parts.path.split("/")[2], []).append(f"{parts.path}?{parts.query}")
        assert kinds.keys() > {"rules", "compare", "checks", "keywords", "diff", "verify", "cite"}
        for some in kinds.values():
            for page in random.Random(8).sample(some, min(6, len(some))):
                assert room.get(page).status_code == 200, page


@pytest.mark.parametrize("code", codes())
def test_a_feed_tells_of_editions(open_room: OpenRoom, own_folder: Path, code: str) -> None:
    with open_to_write(own_folder) as store:
        for date, text in (("2026-01-01", "One."), ("2026-02-01", "Two.")):
            new = edition("en", date, kind=EditionKind.OFFICIAL, digest=date)
            put(store, document(rule("702.9", "Same."), rule("702.9b", text), of=new))
    client = open_room(own_folder)
    answer = client.get(f"/{code}/feed.atom")
    assert answer.headers["content-type"] == "application/atom+xml"
    feed = etree.fromstring(answer.content)
    entries = feed.findall(f"{_ATOM}entry")
    updated = [entry.findtext(f"{_ATOM}updated") for entry in entries]
    assert updated == ["2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z"]
    assert str(entries[0].findtext(f"{_ATOM}summary")).startswith("1 ")
    assert not entries[1].findtext(f"{_ATOM}summary")  # nothing is held that it could have changed
    ids = [entry.findtext(f"{_ATOM}id") for entry in entries]
    assert len(set(ids)) == 2


def test_a_feed_is_well_formed_whatever_the_texts(hostile: Client) -> None:
    assert etree.fromstring(hostile.get("/en/feed.atom").content) is not None


@pytest.mark.parametrize("code", codes())
def test_a_browser_can_search(room: Client, code: str) -> None:
    description = etree.fromstring(room.get(f"/{code}/opensearch.xml").content)
    url = description.find("{*}Url")
    assert url is not None
    address = str(url.get("template")).replace("{searchTerms}", "mana")
    assert room.get(address).status_code == 200


def test_robots_are_kept_from_what_costs(room: Client) -> None:
    text = room.get("/robots.txt").text
    assert "Disallow: /it/search" in text
    assert "Sitemap: http://127.0.0.1/sitemap.xml" in text
