"""The search of a site in a real browser: it finds what it should, and reads little for it."""

from typing import TYPE_CHECKING, Any

import pytest

from search.web.site.inverted import Text, shards, words_in
from tests.web.test_browser import opened
from tests.web.working.test_axe import violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TEXTS = (
    Text("rules/1.1", "1.1", "Mana", "Pays for spells."),
    Text("rules/1.2", "1.2", "", "Mano and maná and spell."),
    Text("rules/1.3", "1.3", "", "A spell, a spell, the spells."),
)


def test_words_of_one_base_form_stand_together() -> None:
    found = shards(TEXTS, {"spells": "spell"}, ["a", "the", "and"])
    assert set(found) == {"ma", "pa", "fo", "sp"}
    shard = found["sp"]
    assert shard.forms == {"spell": (0,), "spells": (0,)}
    (places,) = shard.lists
    assert places[::2] == [0, 1, 1]  # each from the one before it
    assert places[5] > places[3]  # said three times
    mana = found["ma"].lists[found["ma"].forms["mana"][0]]
    assert mana[1] > mana[3]  # a name


def test_a_form_whose_base_form_begins_otherwise_needs_one_file() -> None:
    found = shards([Text("x", "", "", "She went.")], {"went": "go"}, [])
    assert found["we"].lists == found["go"].lists


def test_an_empty_base_has_no_words() -> None:
    assert shards([], {}, []) == {}
    assert words_in("…") == []


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("potenziamento", "702.33"),
        ("POTENZIÀMENTO", "702.33"),
        ("estímulo", "702.33"),
        ("kicker", "702.33"),
        ("potenziam", "702.33"),
        ("arruolare", "702.154"),
        ("costi di potenziamento potenziata", "702.33"),
    ],
)
def test_what_is_found_first(browser: "Browser", host: str, query: str, first: str) -> None:
    page, wrong = opened(browser)
    page.goto(f"{host}/it/")
    page.locator("#q").fill(query)
    page.locator("#q").press("Enter")
    page.locator(".hits li").first.wait_for()
    number = page.locator(".hits .no").first.inner_text()
    assert number == first or number.startswith(first)
    page.locator(".hits a").first.click()
    page.wait_for_url(f"**/it/rules/{number}/")
    assert page.locator("h1").inner_text().startswith(first)
    assert wrong == []


def test_a_number_leads_to_its_rule(browser: "Browser", host: str) -> None:
    page, wrong = opened(browser)
    page.goto(f"{host}/es/search/?q=702.33d.")
    page.wait_for_url("**/es/rules/702.33d/")
    assert page.locator('.rule[aria-current="true"]').get_attribute("id") == "702.33d"
    # Going on breaks off what the page before was still asking for.
    assert not [each for each in wrong if not each.startswith(host)]


@pytest.mark.parametrize("query", ["xyzzyqq", "<img src=x onerror=alert(1)>", "…", "999.99z"])
def test_what_is_not_found(browser: "Browser", host: str, query: str) -> None:
    page, wrong = opened(browser)
    page.goto(f"{host}/en/search/")
    page.locator("#q").fill(query)
    page.locator("#q").press("Enter")
    page.locator("#found .count:not(:empty)").wait_for()
    assert page.locator(".hits li").count() == 0 or "img" in query
    assert page.locator("#found img").count() == 0
    assert [each for each in wrong if "404" not in each and "999.99z" not in each] == []


def test_hostile_texts_are_only_texts(browser: "Browser", host: str) -> None:
    page, wrong = opened(browser)
    page.goto(f"{host}/es/search/?q=script+alert")
    page.locator(".hits li").first.wait_for()
    assert page.locator("#found script, #found img").count() == 0
    assert "<script>alert(1)</script>" in page.locator("#found").inner_text()
    assert wrong == []


def test_a_query_reads_little(browser: "Browser", host: str) -> None:
    page, _ = opened(browser)
    read: list[str] = []
    page.on("response", lambda response: read.append(response.url))
    page.goto(f"{host}/it/search/?q=potenziamento+costo")
    page.locator(".hits li").first.wait_for()
    words = [url for url in read if "/words/" in url]
    assert 0 < len(words) <= 2 * 3  # two words, in three languages
    assert len([url for url in read if "/find/" in url]) < 25


def test_without_javascript_there_are_other_ways(browser: "Browser", host: str) -> None:
    page, _ = opened(browser, java_script_enabled=False)
    page.goto(f"{host}/it/rules/702.33d/")
    page.locator("#q").fill("potenziamento")
    page.locator("#q").press("Enter")
    assert page.locator("noscript").inner_text() != ""
    page.locator('#main a[href$="/keywords/"]').click()
    page.locator('a[href$="/it/rules/702.33/"]').first.click()
    assert page.locator("h1").inner_text().startswith("702.33")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing(browser: "Browser", host: str, width: int, scheme: Any) -> None:
    viewport = {"width": width, "height": 800}
    page, _ = opened(
        browser, viewport=viewport, color_scheme=scheme, bypass_csp=True, locale="de-DE"
    )
    wrong = {}
    for path in ("/", "/r/702.33d/", "/it/search/", "/es/rules/702.33d/"):
        page.goto(f"{host}{path}")
        wrong[path] = violations(page)
    page.goto(f"{host}/it/search/?q=potenziamento")
    page.locator(".hits li").first.wait_for()
    wrong["results"] = violations(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert {path: found for path, found in wrong.items() if found} == {}


@pytest.mark.parametrize(("locale", "code"), [("es-AR", "es"), ("it", "it"), ("de-DE", None)])
def test_the_door_opens_to_the_language_of_the_reader(
    browser: "Browser", host: str, locale: str, code: str | None
) -> None:
    page, wrong = opened(browser, locale=locale)
    page.goto(f"{host}/r/702.33d/")
    if code is None:
        assert page.locator("a[hreflang]").count() == 3
    else:
        page.wait_for_url(f"**/{code}/rules/702.33d/")
    assert wrong == []


def test_keys_work_without_a_server(browser: "Browser", host: str) -> None:
    page, wrong = opened(browser)
    page.goto(f"{host}/it/rules/702.33/")
    page.keyboard.press("j")
    page.wait_for_url("**/it/rules/702.34/")
    page.once("dialog", lambda dialog: dialog.accept("601.2b"))
    page.keyboard.press("g")
    page.wait_for_url("**/it/rules/601.2b/")
    assert wrong == []
