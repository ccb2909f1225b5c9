"""Every kind of page is read by axe-core: by day and by night, on a telephone and on a desk."""

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.test_browser import opened
from tests.web.working.test_verify_page import ENLIST

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATHS = (
    "/it/",
    "/es/rules",
    "/en/rules/7",
    "/es/rules/702",
    "/it/rules/702.33d",
    "/it/rules/107.4",
    "/es/rules/702.154a",
    "/en/rules/702.33a?edition=2020-01-15",
    "/it/search?q=potenziamento",
    "/es/search?q=xyzzyqq",
    "/en/history/702.33a",
    "/it/compare",
    "/it/compare/702.154",
    "/en/diff",
    "/es/diff/2020-01-15/2021-04-22",
    "/it/graph/702.33?to=107.3",
    "/en/cite?what=702.33d,601.2b&quote=1",
    "/it/checks",
    "/es/checks/702.33",
    "/it/verify?new=attack",
    "/en/glossary",
    "/it/keywords",
    "/es/editions",
    "/en/about",
    "/it/nowhere",
)


def violations(page: "Page") -> list[str]:
    """What axe-core finds wrong, each with the element; its rules for WCAG and its own advice."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing(browser: "Browser", address: str, width: int, scheme: Any) -> None:
    viewport = {"width": width, "height": 800}
    # The policy of the pages would not let axe in.
    page, _ = opened(browser, viewport=viewport, color_scheme=scheme, bypass_csp=True)
    wrong = {}
    for path in PATHS:
        page.goto(f"{address}{path}")
        wrong[path] = violations(page)
    page.goto(f"{address}/en/verify")
    page.locator("#text").fill(ENLIST)
    page.locator("form.write button").click()
    page.locator(".verdict").first.wait_for()
    wrong["verdicts"] = violations(page)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_axe_finds_what_is_wrong(browser: "Browser") -> None:
    """The test above can fail."""
    page, _ = opened(browser)
    page.set_content("<html><body><img src='data:,'><input></body></html>")
    found = {each.partition(":")[0] for each in violations(page)}
    assert {"image-alt", "label", "html-has-lang"} <= found
