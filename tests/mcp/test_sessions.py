"""Two people at work, end to end: a judge over standard input, a translator over HTTP."""

from pathlib import Path
from typing import Any

from mcp import Client
from mcp.types import TextResourceContents

from search.web.api.endpoints import GAME
from tests.mcp.rooms import envelope, listening, over_http, over_stdio


async def asked(client: Client, tool: str, **arguments: Any) -> Any:
    return envelope(await client.call_tool(tool, arguments))


def test_a_judge_answers_a_question(base: Path) -> None:
    """From the question of a player to the rule, in Italian, cited, and tried on the game."""

    async def judging(client: Client) -> None:
        question = "can I tap a creature that came this turn for enlist"
        hits = (await asked(client, "search", q=question, limit=10))["answer"]["hits"]
        found = next(each["number"] for each in hits if each["number"].startswith("702.154"))

        shown = await asked(client, "look_up", what=[found], lang="it")
        [rule, *_] = shown["answer"]["results"]
        assert rule["language"] == "it" and rule["text"]
        assert shown["editions"] == [rule["edition"]]
        assert not rule["edition"]["official"]

        cited = await asked(client, "cite", what=[found], style="markdown", quote=True, lang="it")
        [citation] = cited["answer"]["citations"]
        named = citation["text"].splitlines()[0]
        assert named == f"regola **{found}** (“Arruolare”), edizione del 7 agosto 2026"
        assert citation["quote"]["text"] == rule["text"]

        told = await asked(client, "verify", document=GAME, lang="it")
        [document] = told["answer"]["documents"]
        broken = [each for each in document["verdicts"] if each["verdict"] == "violates"]
        assert [each["rule"] for each in broken] == ["702.154a"]
        assert broken[0]["evidence"]

        said = f"Non si può: {named}."
        [back] = (await asked(client, "extract", text=said, text_lang="it"))["answer"]["citations"]
        assert back["numbers"] == [found]

        resource = await client.read_resource(f"regulae://rules/it/{found}")
        [content] = resource.contents
        assert isinstance(content, TextResourceContents)
        assert f"> {rule['text'].splitlines()[0]}" in content.text

    over_stdio(base, judging, "--lang", "it")


def test_a_translator_brings_a_translation_up_to_date(base: Path) -> None:
    """From what differs between two languages to what changed, and where the rule was before."""

    async def translating(client: Client) -> None:
        held = (await asked(client, "editions", **{"in": "en"}))["answer"]["editions"]
        days = sorted(each["date"] for each in held if each["official"])
        assert days == ["2021-04-22", "2026-09-04"]

        compared = await asked(
            client, "compare", what=["702.33d"], langs=["it", "en"], edition="2026-08-07", lang="en"
        )
        [row] = compared["answer"]["rows"]
        assert row["number"] == "702.33d" and row["texts"]["it"]
        assert {each["language"] for each in compared["editions"]} >= {"it"}

        named = await asked(client, "terms", word="potenziamento")
        words = named["answer"]["terms"][0]["words"]
        assert (words["en"]["word"], words["it"]["word"]) == ("Kicker", "Potenziamento")
        assert any(each["other"]["language"] == "es" for each in named["answer"]["warnings"])

        text = "Ha attacco 3 e resistenza 2."
        checked = await asked(client, "check_terms", text=text, text_lang="it")
        [fault] = checked["answer"]["findings"]
        assert (fault["word"], fault["expected"]) == ("resistenza", "costituzione")

        changed = await asked(client, "diff", old=days[0], new=days[1], what=["702"])
        kinds = {(each["old"], each["new"]): each["kind"] for each in changed["answer"]["changes"]}
        assert kinds["702.33a", "702.34a"] == "moved-and-changed"
        assert kinds["702.32a", "702.33a"] == "moved"

        followed = await asked(client, "history", what=["kicker"], **{"in": "en"})
        stood = [
            (each["edition"]["date"], each["number"]) for each in followed["answer"]["history"]
        ]
        assert (days[0], "702.32") in stood and (days[1], "702.33") in stood

        rotten = await asked(client, "lint", text="Kicker (rule 702.32) is paid.")
        [finding] = rotten["answer"]["findings"]
        assert (finding["number"], finding["suggestion"]) == ("702.32", "702.33")

    with listening(base) as address:
        over_http(address, translating)
