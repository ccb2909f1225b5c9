"""What a rule costs its reader: bytes sent, and nothing that the first sight of it waits for."""

from typing import TYPE_CHECKING

import html5lib
import pytest

from kb.lang import codes
from tests.web.conftest import Client
from tests.web.reading import Read
from tests.web.test_browser import address as address
from tests.web.test_browser import browser as browser
from tests.web.test_browser import opened
from tests.web.test_pages import PATHS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

_MOST = 60_000
"""Bytes of a rule page with all that it asks for, as they go over the line."""


@pytest.mark.parametrize("path", ["/it/rules/702.33d", "/es/rules/107.4", "/en/rules/702"])
def test_a_rule_is_light(browser: "Browser", address: str, path: str) -> None:
    page, wrong = opened(browser)
    sent: dict[str, float] = {}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on(
        "Network.loadingFinished",
        lambda event: sent.__setitem__(event["requestId"], event["encodedDataLength"]),
    )
    page.goto(f"{address}{path}", wait_until="networkidle")
    assert len(sent) >= 3  # page, style sheet, script
    assert sum(sent.values()) < _MOST
    assert wrong == []


def test_the_first_sight_waits_for_no_script(browser: "Browser", address: str) -> None:
    """The rule is there, with its style, while every script is still on its way."""
    page, _ = opened(browser)
    held: list[Route] = []
    page.route("**/*.js", lambda route: held.append(route))
    page.goto(f"{address}/it/rules/702.33d", wait_until="commit")
    rule = page.locator('.rule[aria-current="true"]')
    rule.wait_for()
    assert held
    painted = "performance.getEntriesByName('first-contentful-paint').length"
    for _ in range(100):
        if page.evaluate(painted):
            break
        page.wait_for_timeout(100)
    else:
        pytest.fail("nothing is painted without the scripts")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)"
    page.unroute_all(behavior="ignoreErrors")  # lets those held go on


@pytest.mark.parametrize("code", codes())
def test_pages_are_valid_html(room: Client, code: str) -> None:
    """By the parser of the HTML standard, which raises at the first fault."""
    for path in PATHS:
        answer = room.get(f"/{code}{path}")
        if answer.status_code in (200, 404):
            html5lib.HTMLParser(strict=True).parse(answer.text)


def test_invalid_html_is_found() -> None:
    with pytest.raises(html5lib.html5parser.ParseError):
        html5lib.HTMLParser(strict=True).parse("<!DOCTYPE html><p><table><b></table>")


@pytest.mark.parametrize("code", codes())
def test_no_script_holds_up_a_page(room: Client, code: str) -> None:
    for path in PATHS:
        for script in Read(room.get(f"/{code}{path}").text or "<!DOCTYPE html>").all("script"):
            assert "defer" in script.attributes, path
            assert script.text == ""
