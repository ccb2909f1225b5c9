"""The tools over a whole real edition: the right rule and no other, pages of bounded size."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from ingest.pipeline import read_path
from kb.number import RuleNumber
from kb.store import open_to_read, open_to_write
from search.mcp.cutting import PAGE_SIZE
from tests.factories import put
from tests.mcp.rooms import envelope, said, talked

pytestmark = pytest.mark.real_text

EDITION = "2026-08-07"


@pytest.fixture(scope="module")
def real(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base of one edition; read only."""
    folder = tmp_path_factory.mktemp("real") / "base"
    folder.mkdir()
    with open_to_write(folder) as store:
        put(store, read_path(str(shared / "cr" / f"{EDITION}.txt")))
    return folder


def numbers(folder: Path) -> list[RuleNumber]:
    with open_to_read(folder) as store:
        rows = store.db.execute("SELECT DISTINCT number FROM rule")
        return sorted(RuleNumber.parse(number) for (number,) in rows)


def is_under(number: RuleNumber, other: RuleNumber) -> bool:
    return other in (number, *number.upwards)


def misleading(held: list[RuleNumber]) -> Iterator[RuleNumber]:
    """Numbers that are written like the beginning of another one and are not above it."""
    written = [str(number) for number in held]
    for place, number in enumerate(held):
        if any(
            text.startswith(str(number)) and not is_under(other, number)
            for text, other in zip(written, held, strict=True)
            if other != held[place]
        ):
            yield number


def asked_all(folder: Path, tool: str, each: list[dict[str, Any]]) -> list[Any]:
    async def asking(client: Client) -> list[Any]:
        return [envelope(await client.call_tool(tool, arguments)) for arguments in each]

    return talked(folder, asking, language="en")


def test_no_number_of_the_edition_gives_another(real: Path) -> None:
    held = numbers(real)
    likely = [number for number in misleading(held) if not number.is_chapter]
    assert RuleNumber.parse("702.1") in likely and len(likely) > 50
    told = asked_all(real, "look_up", [{"what": [str(number)]} for number in likely])
    for number, answer in zip(likely, told, strict=True):
        wanted = [str(each) for each in held if is_under(each, number)]
        assert answer["pages"] == 1
        assert [each["number"] for each in answer["answer"]["results"]] == wanted
        assert [each["date"] for each in answer["editions"]] == [EDITION]
    told = asked_all(real, "graph", [{"what": [str(number)], "depth": 0} for number in likely])
    for number, answer in zip(likely, told, strict=True):
        nodes = [each for each in answer["answer"]["nodes"] if each["kind"] == "rule"]
        assert {each["number"] for each in nodes} <= {
            str(each) for each in held if is_under(each, number)
        }


@pytest.mark.parametrize(
    ("tool", "arguments", "part"),
    [
        ("look_up", {"what": ["702"]}, "results"),
        ("graph", {"what": ["702"], "depth": 2}, "nodes"),
        ("needs", {"what": ["702"]}, "needs"),
        ("cite", {"what": ["702.1-702.195"], "quote": True}, "citations"),
        ("checks", {"what": ["7"]}, "sections"),
    ],
)
def test_the_largest_section_comes_in_pages(
    real: Path, tool: str, arguments: dict[str, Any], part: str
) -> None:
    [first] = asked_all(real, tool, [arguments])
    rest = [{**arguments, "page": page} for page in range(2, first["pages"] + 1)]
    pages = [first, *asked_all(real, tool, rest)]
    for page in pages:
        assert len(json.dumps(page["answer"], ensure_ascii=False)) < PAGE_SIZE * 1.3
        assert len(json.dumps(page)) < PAGE_SIZE * 2
        assert page["editions"] and page["answer"].keys() == first["answer"].keys()
    parts = [json.dumps(each) for page in pages for each in page["answer"][part]]
    assert parts and len(set(parts)) == len(parts), "a part is on two pages"
    if tool == "look_up":
        shown = [each["number"] for page in pages for each in page["answer"]["results"]]
        under = RuleNumber.parse("702")
        assert shown == [str(each) for each in numbers(real) if is_under(each, under)]


def test_each_rule_is_a_resource_that_says_its_edition(real: Path) -> None:
    async def reading(client: Client) -> list[str]:
        uris, cursor = [], None
        while True:
            listed = await client.list_resources(cursor=cursor)
            uris += [str(each.uri) for each in listed.resources]
            cursor = listed.next_cursor
            if cursor is None:
                return uris

    rules = [uri for uri in talked(real, reading, language="en") if "/rules/en/" in uri]
    wanted = [f"regulae://rules/en/{number}" for number in numbers(real)]
    assert rules == wanted


def test_what_is_not_a_rule_of_the_edition_says_so(real: Path) -> None:
    async def asking(client: Client) -> list[Any]:
        return [
            await client.call_tool("look_up", {"what": [text]})
            for text in ("702.1z", "702.999", "999", "xyzzy")
        ]

    for result in talked(real, asking, language="en"):
        assert not result.is_error, said(result)
        assert result.structured_content["answer"]["results"] == []
        assert result.structured_content["notes"]
