"""Answers: the right rule and no other, reasons for what is empty, editions, pages, no paths."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kb.edition import EditionKind
from kb.number import RuleNumber
from kb.store import open_to_write
from search.mcp.cutting import LONGEST_TEXT, MARK, PAGE_SIZE, cut
from search.web.api.endpoints import GAME
from tests.factories import document, edition, put, rule
from tests.mcp.conftest import PLACE
from tests.mcp.rooms import call, talked


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ("702.1", ["702.1", "702.1a"]),
        ("702.10", ["702.10", "702.10a"]),
        ("702.33d", ["702.33d"]),
        ("1", ["1", "100", "103"]),
    ],
)
def test_a_number_is_no_beginning_of_another(base: Path, asked: str, numbers: list[str]) -> None:
    """A chapter is shown with its sections, a rule with its subrules, and nothing longer."""
    told = call(base, "look_up", what=[asked])
    found = [each["number"] for each in told["answer"]["results"]]
    assert found[0] == asked
    wanted = RuleNumber.parse(asked)
    assert all(
        wanted in (RuleNumber.parse(each), *RuleNumber.parse(each).upwards) for each in found
    )
    if not wanted.is_chapter:
        assert found == numbers


@pytest.mark.parametrize("asked", ["702.1", "702.10"])
def test_nor_in_a_search_in_a_citation_or_in_history(base: Path, asked: str) -> None:
    hits = call(base, "search", q=f"rule:{asked}", limit=100)["answer"]["hits"]
    assert {each["number"] for each in hits} == {asked, f"{asked}a"}
    [cited] = call(base, "cite", what=[asked])["answer"]["citations"]
    assert cited["numbers"] == [asked]
    told = call(base, "history", what=[asked])["answer"]["history"]
    assert {each["of"] for each in told} == {asked}
    for tool in ("graph", "needs"):
        nodes = call(base, tool, what=[asked])["answer"]["nodes"]
        rules = {each["number"] for each in nodes if each["kind"] == "rule"}
        assert asked in rules
        assert rules <= {"7", "702", asked, f"{asked}a"}
    checked = call(base, "checks", what=[asked])["answer"]
    named = [each["rule"] for key in ("checks", "unchecked") for each in checked[key]]
    assert {str(RuleNumber.parse(each).rule) for each in named} <= {asked.removeprefix("702.")}


# tool, arguments, what a note must say
EMPTY: tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...] = (
    ("look_up", {"what": ["702.999"]}, ("702.999", "702.195")),
    ("look_up", {"what": ["kiker"]}, ("kiker", "Kicker (702.33)")),
    ("look_up", {"what": ["702.10a"], "lang": "it"}, ("702.10a", "italiano", "inglese (en)")),
    ("look_up", {"what": ["702.5a"]}, ("702.5a",)),
    ("look_up", {"what": ["702.34a"], "edition": "2021-05-01"}, ("702.34a", "en 2026-09-04")),
    ("search", {"q": "xyzzy"}, ("xyzzy", "terms")),
    ("search", {"q": "kicker", "limit": 1}, ("the first 1", "limit")),
    ("search", {"q": "xyzzy", "in": "it"}, ("Italian", "“in”")),
    ("search", {"q": "xyzzy", "kind": "ruling"}, ("ruling", "“kind”")),
    ("compare", {"what": ["702.999"]}, ("702.999", "702.195")),
    ("compare", {"what": ["702.10a"], "langs": ["it", "en"]}, ("Italian", "702.10a")),
    ("cite", {"what": ["702.999"]}, ("702.999", "702.195")),
    ("cite", {"what": ["702.10a"], "lang": "it"}, ("702.10a", "italiano", "inglese (en)")),
    ("terms", {"word": "kiker"}, ("language", "Kicker")),
    ("terms", {"word": "xyzzyxyzzy"}, ("language",)),
    ("glossary", {"term": "xyzzy"}, ("glossary", "search")),
    ("diff", {"old": "2021-04-22", "new": "2021-04-22"}, ("2021-04-22",)),
    ("diff", {"old": "2021-04-22", "new": "2026-09-04", "what": ["1"]}, ()),
    ("diff", {"old": "2021-04-22", "new": "2026-09-04", "what": ["702.999"]}, ("702.999",)),
    (
        "diff",
        {"old": "2021-04-22", "new": "2026-09-04", "what": ["103"], "kind": ["split"]},
        ("split",),
    ),
    ("history", {"what": ["702.999"]}, ("702.999", "702.195")),
    ("history", {"what": ["702.5a"]}, ("702.5a",)),
    ("complete", {"q": "xyzzy"}, ("begins so", "terms")),
    ("graph", {"what": ["702.999"]}, ("702.999", "702.195")),
    ("graph", {"what": ["103.8"], "depth": 0}, ("depth",)),
    ("needs", {"what": ["702.999"]}, ("702.999", "702.195")),
    ("path", {"from": "702.999", "to": "103.8"}, ("702.999", "702.195")),
    ("path", {"from": "103.8", "to": "702.33a"}, ("from 103.8 to 702.33a", "these lead")),
    ("path", {"from": "702.1", "to": "702.34a"}, ("from 702.1 to 702.34a", "nor back")),
    ("phrase", {"phrase": "xyzzy plugh"}, ("“xyzzy plugh”", "search")),
    ("phrase", {"phrase": "the", "in": "en", "limit": 1}, ("limit", "1 are here")),
    ("suggest", {"text": "xyzzy plugh.", "text_lang": "en"}, ("No rule fits",)),
    ("suggest", {"text": "\n \n", "text_lang": "en"}, ("No rule fits",)),
    ("checks", {"what": ["100.1"]}, ("checker",)),
    ("checks", {"what": ["702.999"]}, ("702.999",)),
    ("extract", {"text": "nothing here"}, ("No citation",)),
    ("lint", {"text": "nothing here"}, ("No citation",)),
    ("lint", {"text": "\x00\x01"}, ("binary",)),
    ("lint", {"text": "see rule 702.33a"}, ("1", "2026-09-04")),
    ("check_terms", {"text": "Una creatura attacca.", "text_lang": "it"}, ("Italian",)),
    ("verify", {"document": "format: mtg-state/1\n"}, ("No rule",)),
    ("verify", {"document": GAME, "rule": ["100.1"]}, ("No rule",)),
    ("verify", {"document": "{{{"}, ("errors",)),
)


@pytest.mark.parametrize(("tool", "arguments", "said"), EMPTY)
def test_what_is_empty_says_why(
    base: Path, tool: str, arguments: dict[str, Any], said: tuple[str, ...]
) -> None:
    told = call(base, tool, **{"lang": "en", **arguments})
    notes = " ".join(told["notes"])
    assert told["notes"] or not _is_empty(told["answer"]), "empty, and nobody says why"
    assert all(each in notes for each in said), notes


def _is_empty(answer: dict[str, Any]) -> bool:
    return not any(isinstance(part, list) and part for part in answer.values())


@pytest.mark.parametrize("language", ["it", "es", "en"])
def test_the_reasons_are_in_the_language_of_the_answer(base: Path, language: str) -> None:
    [note, *_] = call(base, "search", q="xyzzy", **{"in": "es"}, lang=language)["notes"]
    first = {"it": "Nessun", "es": "Ningún", "en": "Nothing"}
    assert note.startswith(first[language]), note


def test_no_path_of_the_machine_is_told(base: Path) -> None:
    for tool, arguments in (
        ("editions", {}),
        ("look_up", {"what": ["702.33a"], "all_langs": True}),
        ("history", {"what": ["kicker"], "all_langs": True}),
        ("diff", {"old": "2021-04-22", "new": "2026-09-04"}),
        ("lint", {"text": "rule 702.999"}),
    ):
        text = json.dumps(call(base, tool, **arguments))
        assert PLACE not in text and str(base) not in text
        assert "2026-09-04.txt" in text


# -- pages -------------------------------------------------------------------------------


def test_a_long_answer_comes_in_pages_and_none_of_it_is_lost(own_base: Path) -> None:
    with open_to_write(own_base) as store:
        rules = [
            rule(f"702.{number}{letter}", "So it is. " * 60)
            for number in range(300, 310)
            for letter in ("", *"abcdefghjk")
        ]
        of = edition("en", "2027-01-01", kind=EditionKind.OFFICIAL, digest="much")
        put(store, document(*rules, of=of))
    much = [f"702.{number}" for number in range(300, 310)]
    first = call(own_base, "look_up", what=much)
    assert first["pages"] > 1
    assert "page 2" in first["notes"][-1]
    numbers = []
    for page in range(1, first["pages"] + 1):
        told = call(own_base, "look_up", what=much, page=page)
        assert len(json.dumps(told["answer"], ensure_ascii=False)) < PAGE_SIZE * 1.2
        numbers += [each["number"] for each in told["answer"]["results"]]
    assert numbers == [str(each.number) for each in rules]


def test_a_long_verdict_comes_in_pages(base: Path) -> None:
    """All of it stands in one document, which is taken apart."""
    objects = "\n".join(f"  c{n}: {{type: Creature, pt: 2/0, owner: Ada}}" for n in range(150))
    game = f"format: mtg-state/1\nturn: {{number: 4, active: Ada}}\nobjects:\n{objects}\n"
    first = call(base, "verify", document=game)
    verdicts = []
    for page in range(1, first["pages"] + 1):
        [read] = call(base, "verify", document=game, page=page)["answer"]["documents"]
        verdicts += read["verdicts"]
    assert first["pages"] > 1
    places = [(each["rule"], each["prop"], each["at"]) for each in verdicts]
    assert len(set(places)) == len(places) >= 150


_leaves = some.integers() | some.text(max_size=300) | some.none()
_answers = some.dictionaries(
    some.sampled_from("abcdef"),
    some.recursive(
        _leaves,
        lambda parts: (
            some.lists(parts, max_size=60)
            | some.dictionaries(some.sampled_from("uvwxyz"), parts, max_size=6)
        ),
        max_leaves=200,
    ),
)


@settings(max_examples=200, deadline=None)
@given(_answers, some.integers(1, 6))
def test_pages_have_the_keys_of_the_whole_and_all_of_its_parts(
    answer: dict[str, Any], times: int
) -> None:
    whole = {
        key: part * times * 40 if isinstance(part, list) else part for key, part in answer.items()
    }
    pages = [cut(whole, page).answer for page in range(1, cut(whole, 1).pages + 1)]
    assert all(page.keys() == whole.keys() for page in pages)
    assert not Counter(_scalars(whole)) - Counter(_scalars(pages)), "a part is on no page"


def _scalars(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _scalars(part)
    else:
        yield value


def test_one_text_is_cut_where_it_is_too_long() -> None:
    shown = cut({"results": [{"text": "x" * 100_000, "number": "702.1"}]}, 1)
    [result] = shown.answer["results"]
    assert result == {"text": "x" * LONGEST_TEXT + MARK, "number": "702.1"}
    assert shown.shortened and shown.pages == 1


# -- the base ----------------------------------------------------------------------------


def test_a_base_that_is_replaced_while_it_serves_is_picked_up(
    own_base: Path, base: Path, tmp_path: Path
) -> None:
    async def asking(client: Any) -> tuple[Any, Any, Any]:
        async def text() -> Any:
            told = await client.call_tool("look_up", {"what": ["702.33d"], "lang": "en"})
            return told.structured_content["answer"]["results"][0]["text"]

        before = await text()
        with open_to_write(own_base) as store:
            of = edition("en", "2027-01-01", kind=EditionKind.OFFICIAL, digest="new")
            put(store, document(rule("702.33d", "Something else."), of=of))
        changed = await text()
        for file in own_base.iterdir():
            if file.is_file():
                file.rename(tmp_path / file.name)
        for file in base.iterdir():
            if file.is_file():
                (own_base / file.name).write_bytes(file.read_bytes())
        return before, changed, await text()

    before, changed, replaced = talked(own_base, asking)
    assert before == replaced == "Whoever has paid that has a spell that was kicked."
    assert changed == "Something else."
