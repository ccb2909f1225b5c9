"""The pages of the checkers."""

import pytest

from kb.checks import all_checks
from kb.explain import message
from kb.lang import codes
from kb.number import RuleNumber
from tests.web.conftest import Client
from tests.web.working.test_compare_page import page


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("number", ["702.33", "704.5f", "601"])
def test_what_must_hold(room: Client, code: str, number: str) -> None:
    found = page(room, f"/{code}/checks/{number}")
    wanted = [c for c in all_checks() if c.rule.within(RuleNumber.parse(number))]
    told = [each.text for each in found.all("td", class_="must")]
    assert wanted and told == [message(code, "must", check.prop) for check in wanted]


@pytest.mark.parametrize("code", codes())
def test_why_others_have_none(room: Client, code: str) -> None:
    found = page(room, f"/{code}/checks/601")
    assert found.one("dl", class_="reasons").text.strip()


def test_game_states_about_a_rule_can_be_tried(room: Client) -> None:
    found = page(room, "/it/checks/702.154")
    examples = [e.attributes["href"] for e in found.all("a") if "example=" in e.attributes["href"]]
    assert examples
    tried = page(room, examples[0])
    assert "format: mtg-state/1" in tried.one("textarea", id="text").text


def test_the_sections_lead_to_their_own(room: Client) -> None:
    found = page(room, "/es/checks")
    hrefs = [each.attributes["href"] for each in found.all("a", class_="no")]
    assert "/es/checks/702" in hrefs and len(hrefs) > 50


@pytest.mark.parametrize(("path", "status"), [("702.33.", 302), ("702.999", 404), ("x", 404)])
def test_numbers(room: Client, path: str, status: int) -> None:
    assert room.get(f"/it/checks/{path}").status_code == status
