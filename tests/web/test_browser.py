"""A judge's way through the pages in a real browser: by keyboard, by touch, without JavaScript."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.test_serve_command import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

_WIDTHS = (360, 1280, 2560)
_LABELS = {"en": "Kicker", "es": "Estímulo", "it": "Potenziamento"}


@pytest.fixture(scope="module")
def address(bundled_folder: Path) -> Iterator[str]:
    with serving(bundled_folder) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


def opened(browser: "Browser", **options: Any) -> tuple["Page", list[str]]:
    """A page, and what the browser complains of."""
    page = browser.new_context(**options).new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", lambda request: wrong.extend(_failure(request)))
    return page, wrong


def _failure(request: "Request") -> Iterator[str]:
    """A page that is left before its icon has come has not failed to get it."""
    if request.failure != "net::ERR_ABORTED":
        yield f"{request.url}: {request.failure}"


@pytest.mark.parametrize("script", [False, True])
@pytest.mark.parametrize("code", sorted(_LABELS))
@pytest.mark.parametrize("width", [360, 1280])
def test_from_a_word_to_a_rule_to_its_history(
    browser: "Browser", address: str, code: str, script: bool, width: int
) -> None:
    viewport = {"width": width, "height": 740}
    page, wrong = opened(browser, java_script_enabled=script, viewport=viewport)
    page.goto(f"{address}/{code}/")
    page.locator("#q").fill(_LABELS[code])
    page.locator("#q").press("Enter")
    page.locator(".hits a", has_text="702.33").first.click()
    page.wait_for_url(f"{address}/{code}/rules/702.33")
    page.locator('.rule a[href$="/rules/702.33d"]').click()
    page.locator('.rule[aria-current="true"][id="702.33d"]').wait_for()
    page.locator(f'a[href="/{code}/history/702.33d"]').click()
    page.locator(".stages li").first.wait_for()
    page.go_back()
    page.locator(".languages a:not([aria-current])").first.click()
    page.wait_for_url("**/rules/702.33d")
    assert wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", _WIDTHS)
def test_nothing_runs_out_of_the_window(
    browser: "Browser", address: str, width: int, scheme: Any
) -> None:
    viewport = {"width": width, "height": 800}
    page, wrong = opened(browser, viewport=viewport, color_scheme=scheme)
    grounds = set()
    for path in ("/", "/rules/107.4", "/rules/702", "/keywords", "/editions", "/search?q=mana"):
        page.goto(f"{address}/it{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds == {"rgb(251, 248, 242)" if scheme == "light" else "rgb(23, 22, 20)"}
    assert wrong == []


def test_by_keyboard(browser: "Browser", address: str) -> None:
    page, wrong = opened(browser)
    page.goto(f"{address}/it/rules/702.33")
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    assert skip.get_attribute("href") == "#main"
    assert skip.bounding_box() is not None
    page.keyboard.press("Enter")
    page.keyboard.press("j")
    page.wait_for_url("**/it/rules/702.34")
    page.keyboard.press("k")
    page.wait_for_url("**/it/rules/702.33")
    page.keyboard.press("/")
    assert page.locator(":focus").get_attribute("id") == "q"
    page.keyboard.type("jkg/")  # inside a field they are letters
    assert page.locator("#q").input_value() == "jkg/"
    page.keyboard.press("Escape")
    page.once("dialog", lambda dialog: dialog.accept("601.2b"))
    page.keyboard.press("g")
    page.wait_for_url("**/it/rules/601.2b")
    assert wrong == []


def test_what_is_focused_is_seen(browser: "Browser", address: str) -> None:
    page, _ = opened(browser)
    page.goto(f"{address}/it/rules/702.33")
    for _ in range(12):
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"


def test_on_paper_there_is_only_the_rule(browser: "Browser", address: str) -> None:
    page, _ = opened(browser)
    page.goto(f"{address}/it/rules/702.33d")
    page.emulate_media(media="print")
    assert not page.locator(".top").is_visible()
    assert not page.locator(".around").is_visible()
    assert page.locator('[id="702.33d"]').is_visible()


@pytest.mark.parametrize("path", ["/it/rules/702.33", "/it/"])
def test_the_search_offers_what_begins_so(browser: "Browser", address: str, path: str) -> None:
    page, wrong = opened(browser)
    page.goto(f"{address}{path}")
    page.locator("#q").press_sequentially("potenzi")
    option = page.locator('#offers option[value="potenziamento"]')
    option.wait_for(state="attached")
    assert "702.33" in str(option.get_attribute("label"))
    page.locator("#q").fill("702.33d")
    page.locator('#offers option[value="702.33d"]').wait_for(state="attached")
    page.locator("#q").fill("")
    page.locator("#offers option").first.wait_for(state="detached")
    page.locator("#q").fill("potenziamento")
    page.locator("#q").press("Enter")
    page.locator(".hits a", has_text="702.33").first.wait_for()
    assert wrong == []
