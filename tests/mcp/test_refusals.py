"""What is refused, and that the sentence says what came, what was wanted, where to look."""

from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError

from search.mcp.tools import LONGEST_TEXT
from search.web.api.endpoints import GAME
from search.web.api.workers import Limits
from tests.mcp.conftest import PLACE
from tests.mcp.rooms import raw_call, said, talked

# tool, arguments, what the sentence must name
WRONG: tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...] = (
    ("look_up", {}, ("what",)),
    ("look_up", {"what": "702.1"}, ("what", "702.1", '["702.33d"]')),
    ("look_up", {"what": [702]}, ("what", "[702]", '["702.33d"]')),
    ("look_up", {"what": []}, ("what",)),
    ("look_up", {"what": ["x"] * 21}, ("what", "21", "20")),
    ("look_up", {"what": [""]}, ("what", "1", "100")),
    ("look_up", {"what": None}, ("what", "null", '["702.33d"]')),
    ("look_up", {"what": ["702.33d"], "all_langs": "true"}, ("all_langs", "true")),
    ("look_up", {"what": ["702.33d"], "lang": "xx"}, ("lang", "xx", "it")),
    ("look_up", {"what": ["702.33d"], "lang": 1}, ("lang", "1")),
    ("look_up", {"what": ["702.33d"], "edition": "yesterday"}, ("edition", "yesterday")),
    ("look_up", {"what": ["702.33d"], "edition": "1999-01-01"}, ("1999-01-01", "2021-04-22")),
    ("look_up", {"what": ["702.33d"], "edition": "2021-05-01", "lang": "es"}, ("'es'",)),
    ("look_up", {"what": ["702.33d"], "edition": "2021-02-31"}, ("2021-02-31",)),
    ("look_up", {"what": ["702.33d-a"]}, ("702.33d-a",)),
    ("look_up", {"what": ["702.33d"], "page": 2}, ("page", "2", "1")),
    ("look_up", {"what": ["702.33d"], "page": 0}, ("page", "0")),
    ("look_up", {"what": ["702.33d"], "page": True}, ("page", "true")),
    ("look_up", {"what": ["702.33d"], "page": 1.5}, ("page", "1.5")),
    ("search", {"q": "kicker", "limit": 1001}, ("limit", "1001", "1000")),
    ("search", {"q": "kicker", "limit": 1.0}, ("limit", "1.0")),
    ("search", {"q": "k" * 301}, ("q", "kkk…", "300")),
    ("search", {"q": "kicker since:yesterday"}, ("yesterday",)),
    ("cite", {"what": ["702.33d"], "link": "javascript:alert(1)"}, ("link", "https://")),
    ("diff", {"old": "2021-04-22"}, ("new",)),
    ("verify", {}, ("document",)),
    ("verify", {"document": ""}, ("document", str(LONGEST_TEXT))),
    ("verify", {"document": "x" * (LONGEST_TEXT + 1)}, ("document", "xxx…", str(LONGEST_TEXT))),
    ("verify", {"document": GAME, "rule": ["no such rule"]}, ("no such rule",)),
    ("verify", {"document": {"format": "mtg-state/1"}}, ("document", "mtg-state/1")),
    ("extract", {"text": "\x00\x01\x02"}, ()),
    ("x" * 100, {}, ()),
)


@pytest.mark.parametrize("language", ["it", "es", "en"])
@pytest.mark.parametrize(("tool", "arguments", "named"), WRONG)
def test_a_refusal_says_what_and_why(
    base: Path, tool: str, arguments: dict[str, Any], named: tuple[str, ...], language: str
) -> None:
    try:
        result = raw_call(base, tool, {"lang": language, **arguments})
    except MCPError as error:
        sentence, look = str(error), "look_up"
    else:
        assert result.is_error, result.structured_content
        sentence, look = said(result), f"{tool}"
    assert all(each in sentence for each in named), sentence
    assert look in sentence
    assert str(base) not in sentence and PLACE not in sentence
    assert "{" not in sentence.replace("{'format'", "").replace('{"format"', "")


def test_it_is_in_the_language_asked_for(base: Path) -> None:
    told = {code: said(raw_call(base, "look_up", {"lang": code})) for code in ("it", "es", "en")}
    assert len(set(told.values())) == 3
    assert "Manca un parametro" in told["it"] or "parametro" in told["it"].lower()


def test_what_takes_too_long_is_given_up(base: Path) -> None:
    result = raw_call(base, "verify", {"document": GAME}, limits=Limits(seconds=0.0))
    assert result.is_error
    assert "too long" in said(result)


def test_what_takes_too_much_memory_is_given_up(base: Path) -> None:
    much = Limits(memory=2**20)
    result = raw_call(base, "verify", {"document": GAME}, limits=much)
    assert result.is_error


def test_a_base_that_is_not_there_is_no_path_to_tell(tmp_path: Path) -> None:
    result = raw_call(tmp_path / "nowhere", "look_up", {"what": ["702.33d"]})
    assert result.is_error
    assert str(tmp_path) not in said(result)


@pytest.mark.parametrize("cursor", ["", "x", "regulae://editions", "regulae://rules/en/702.33.d"])
def test_a_cursor_that_is_none(base: Path, cursor: str) -> None:
    async def listed(client: Client) -> object:
        return await client.list_resources(cursor=cursor)

    with pytest.raises(MCPError, match="nextCursor"):
        talked(base, listed)
