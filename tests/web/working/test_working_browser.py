"""A translator's way through the working pages in a real browser, with JavaScript and without."""

from typing import TYPE_CHECKING, Any

import pytest

from kb.lang import codes
from tests.web.test_browser import opened
from tests.web.working.test_verify_page import ENLIST

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATHS = (
    "/compare/702.154",
    "/diff/2020-01-15/2021-04-22",
    "/graph/702.33?to=107.3",
    "/cite?what=702.33d,601.2b&quote=1",
    "/checks/702.33",
    "/verify?new=attack",
)


def faults(wrong: list[str]) -> list[str]:
    """Without the icon that a page asked for in vain because it was left at once."""
    return [each for each in wrong if not each.endswith("/icon.svg")]


@pytest.mark.parametrize("script", [False, True])
@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("width", [360, 1280])
def test_from_a_rule_to_its_languages_and_on(
    browser: "Browser", address: str, code: str, script: bool, width: int
) -> None:
    viewport = {"width": width, "height": 740}
    page, wrong = opened(browser, java_script_enabled=script, viewport=viewport)
    page.goto(f"{address}/{code}/rules/702.154a")
    page.locator(f'.tools a[href^="/{code}/compare/"]').click()
    page.locator(".notes li").last.wait_for()
    page.locator("a.ref").first.click()
    assert "#f" in page.url
    page.locator(f'.tools a[href^="/{code}/graph/"]').click()
    page.locator(f'.rule-picture a[href="/{code}/rules/702.154"]').click()
    page.wait_for_url(f"**/{code}/rules/702.154")
    page.goto(f"{address}/{code}/diff")
    page.locator('select[name="old"]').select_option("2020-01-15")
    page.locator('select[name="new"]').select_option("2021-04-22")
    page.locator("form.ask button").click()
    page.locator("ins, del").nth(2).wait_for(state="attached")
    page.goto(f"{address}/{code}/verify")
    page.locator("#text").fill(ENLIST)
    page.locator("form.write button").click()
    page.locator('.verdict a[href="#L14"]').first.click()
    page.locator("#L14.violates").wait_for()
    assert faults(wrong) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280, 2560])
def test_nothing_runs_out_of_the_window(
    browser: "Browser", address: str, width: int, scheme: Any
) -> None:
    page, wrong = opened(browser, viewport={"width": width, "height": 800}, color_scheme=scheme)
    for path in PATHS:
        page.goto(f"{address}/it{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    assert faults(wrong) == []


def test_sentences_that_say_the_same_light_up_together(browser: "Browser", address: str) -> None:
    page, wrong = opened(browser, viewport={"width": 1280, "height": 900})
    page.goto(f"{address}/it/compare/702.154?langs=it,en")
    row = page.locator('[id="702.154a"]')
    assert row.locator(".lit").count() == 0
    row.locator('.sn[data-s$="-1"]').first.hover()
    assert row.locator(".sn.lit").count() == 2
    row.locator('.sn[data-s$="-2"]').last.focus()  # by keyboard too
    assert row.locator(".sn.lit").count() == 2
    assert row.locator('.sn.lit[data-s$="-2"]').count() == 2
    row.locator(".notes li").first.hover()
    assert row.locator(".sn.lit").count() == 0
    assert faults(wrong) == []


def test_a_verdict_lights_up_its_lines(browser: "Browser", address: str) -> None:
    page, wrong = opened(browser, viewport={"width": 1280, "height": 900})
    page.goto(f"{address}/en/verify")
    page.locator("#text").fill(ENLIST)
    page.locator("form.write button").click()
    page.locator("#v1").hover()
    page.locator(".lines .lit").first.wait_for()
    assert {"L6", "L14"} <= set(
        page.locator(".lines .lit").evaluate_all("lines => lines.map(line => line.id)")
    )
    folded = page.locator("details.node .verdict").last
    assert not folded.is_visible()
    page.goto(f"{page.url}#{folded.get_attribute('id')}")  # what is linked to is unfolded
    assert faults(wrong) == []


def test_a_field_is_copied(browser: "Browser", address: str) -> None:
    page, wrong = opened(browser, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{address}/it/cite?what=702.33d")
    page.locator(".copy").first.click()
    page.wait_for_function("document.getElementById('done').textContent !== ''")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("textarea").first.input_value()
    assert copied.startswith("regola 702.33d")
    assert faults(wrong) == []


def test_without_javascript_there_is_no_button_that_does_nothing(
    browser: "Browser", address: str
) -> None:
    page, _ = opened(browser, java_script_enabled=False)
    page.goto(f"{address}/it/cite?what=702.33d")
    assert page.locator(".copy").count() == page.locator("textarea").count() > 7
    assert not page.locator(".copy").first.is_visible()


def test_the_picture_is_reached_by_keyboard(browser: "Browser", address: str) -> None:
    page, wrong = opened(browser)
    page.goto(f"{address}/en/graph/702.33")
    link = page.locator(".rule-picture a").first
    link.focus()
    width = link.locator("rect").evaluate("rect => getComputedStyle(rect).strokeWidth")
    assert width in ("1px", "3px")
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/rules/*")
    assert faults(wrong) == []
