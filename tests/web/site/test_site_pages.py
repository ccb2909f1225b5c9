"""The pages of a site: every link leads somewhere, nothing is left that wants a server."""

from pathlib import Path

import html5lib
import pytest
from lxml import etree

from benchmarks.site import dangling, links
from kb.lang import codes
from tests.web.conftest import Client
from tests.web.reading import Read
from tests.web.site.conftest import BASE

NOWHERE = "https://nowhere.example/anywhere"
"""Where a site with relative links is put to follow them."""


def test_every_link_leads_somewhere(based: Path, relative: Path) -> None:
    for folder, base in ((based, BASE), (relative, NOWHERE)):
        count, wrong = dangling(folder, base)
        if folder is relative:  # what a host sends for any address must begin at its root
            wrong = [each for each in wrong if each.page != "404.html"]
        assert count > 10_000
        assert wrong == []


def test_a_link_to_nowhere_is_found(relative: Path, tmp_path: Path) -> None:
    """The test above can fail: without a page, and with a place that a page lacks."""
    page = tmp_path / "it" / "index.html"
    page.parent.mkdir()
    page.write_text('<a href="rules/">x</a><a href="#y">y</a><a href="../it/#z" id="z">z</a>')
    count, wrong = dangling(tmp_path, NOWHERE)
    assert (count, [each.link for each in wrong]) == (3, ["it/rules/", "it/#y"])


def test_all_that_the_base_has_is_reached_from_the_front_page(based: Path) -> None:
    ways: dict[str, set[str]] = {}
    for page, link in links(based, BASE):
        ways.setdefault(page, set()).add(link.partition("#")[0])
    reached, rest = set(), ["index.html"]
    while rest:
        page = rest.pop()
        if page in reached:
            continue
        reached.add(page)
        rest += [f"{link}index.html" for link in ways.get(page, ()) if link.endswith("/")]
    pages = {path.relative_to(based).as_posix() for path in based.rglob("index.html")}
    lost = {page for page in pages - reached if not page.startswith("r/")}
    assert sorted(lost) == []
    assert len([page for page in reached if "/rules/702.33" in page]) >= 3 * len("abcdefgh")


def test_each_page_is_whole(relative: Path) -> None:
    for path in sorted(relative.rglob("*.html")):
        page = path.read_text(encoding="utf-8")
        read = Read(page)
        assert read.faults == [], path
        if path.parent.name in ("702.33", "702.154", "search", "keywords", "editions", "it"):
            html5lib.HTMLParser(strict=True).parse(page)
        assert "site.invalid" not in page, path
        assert "onerror=alert(1)>" not in page, path
        policy = read.one("meta", **{"http-equiv": "Content-Security-Policy"})
        assert "script-src 'self'" in policy.attributes["content"]
        for script in read.all("script"):
            assert script.text == "" and "defer" in script.attributes, path
        for tag in ("link", "a", "form", "script"):
            for each in read.all(tag):
                address = each.attributes.get("href") or each.attributes.get("src") or ""
                assert not address.startswith(f"/{codes()[0]}") or path.name == "404.html", path


def test_what_a_program_would_have_to_answer_is_left_out(relative: Path) -> None:
    read = Read((relative / "it/rules/702.33d/index.html").read_text(encoding="utf-8"))
    menu = [each.text for each in read.all("a") if each.attributes.get("href", "").count("/") > 3]
    assert "Regole" in menu and "Verifica" not in menu
    forms = [each.attributes["action"] for each in read.all("form")]
    assert forms == ["../../../it/search/"]
    assert "?edition" not in str([each.attributes for each in read.all("a")])
    compare = "../../../it/compare/702.154/#702.154a"
    read = Read((relative / "it/rules/702.154a/index.html").read_text(encoding="utf-8"))
    assert compare in [each.attributes.get("href") for each in read.all("a")]


def test_lasting_addresses_are_whole(based: Path) -> None:
    page = Read((based / "es/rules/702.33d/index.html").read_text(encoding="utf-8"))
    canonical = page.one("link", rel="canonical").attributes["href"]
    assert canonical == f"{BASE}/es/rules/702.33d/"
    assert f"{BASE}/sitemap.xml" in (based / "robots.txt").read_text()
    for name in ("sitemap.xml", *(f"{code}/feed.atom" for code in codes())):
        etree.parse(based / name)
    places = etree.parse(based / "it/sitemap.xml").getroot()
    found = [place.text for place in places.iter("{*}loc")]
    assert f"{BASE}/it/rules/702.33/" in found
    search = etree.parse(based / "it/opensearch.xml").getroot().find("{*}Url")
    assert search is not None
    assert search.get("template") == f"{BASE}/it/search/?q={{searchTerms}}"


def test_without_an_address_there_is_nothing_that_wants_one(relative: Path) -> None:
    page = Read((relative / "it/rules/702.33d/index.html").read_text(encoding="utf-8"))
    assert page.all("link", rel="canonical") == page.all("link", rel="alternate") == []
    assert not list(relative.rglob("*.atom")) and not list(relative.rglob("sitemap.xml"))
    assert "Sitemap" not in (relative / "robots.txt").read_text()


@pytest.mark.parametrize(
    ("path", "element", "name"),
    [
        ("/it/rules/702.154a", "div", "body"),
        ("/es/rules/702", "div", "body"),
        ("/es/compare/702.154", "div", "cell"),
        ("/en/history/702.33a", "p", "was"),
        ("/it/keywords", "table", ""),
    ],
)
def test_a_page_says_what_that_of_the_server_says(
    relative: Path, worked: Client, path: str, element: str, name: str
) -> None:
    served = Read(worked.get(path).text)
    written = Read((relative / path.lstrip("/") / "index.html").read_text(encoding="utf-8"))
    named = {"class_": name} if name else {}
    texts = [[each.text for each in page.all(element, **named)] for page in (served, written)]
    assert texts[0] and texts[0] == texts[1]
