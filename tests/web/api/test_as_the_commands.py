"""What the API answers is what the command line answers with ``--json``."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from httpx import Response

from search.cli import main
from search.web.api.endpoints import ENDPOINTS, GAME, RULING
from tests.web.api.rooms import PREFIX, Client

Parameters = Mapping[str, str | list[str]]

# path, parameters, command; both are asked in each language
QUESTIONS: tuple[tuple[str, Parameters, tuple[str, ...]], ...] = (
    ("/show", {"what": "702.33d"}, ("show", "702.33d")),
    ("/show", {"what": "702.33a-d"}, ("show", "702.33a-d")),
    ("/show", {"what": "702"}, ("show", "702")),
    ("/show", {"what": "potenziamento"}, ("show", "potenziamento")),
    ("/show", {"what": ["estímulo", "702.154"]}, ("show", "estímulo", "702.154")),
    ("/show", {"what": "kicker", "all_langs": "true"}, ("show", "kicker", "--all-langs")),
    (
        "/show",
        {"what": "702.32", "edition": "2021-05"},
        ("show", "702.32", "--edition", "2021-05"),
    ),
    ("/show", {"what": "702.33d-a"}, ("show", "702.33d-a")),
    ("/show", {"what": "702.32a"}, ("show", "702.32a")),
    ("/show", {"what": "999.1"}, ("show", "999.1")),
    ("/show", {"what": "no such thing"}, ("show", "no such thing")),
    ("/search", {"q": "costo di potenziamento"}, ("search", "costo di potenziamento")),
    (
        "/search",
        {"q": "mareo de invocación", "limit": "3", "in": "es"},
        ("search", "mareo de invocación", "--limit", "3", "--in", "es"),
    ),
    ("/search", {"q": "kicker", "kind": "glossary"}, ("search", "kicker", "--kind", "glossary")),
    ("/search", {"q": "zzzzz"}, ("search", "zzzzz")),
    ("/complete", {"q": "potenz", "limit": "10"}, ("search", "--complete", "potenz")),
    ("/complete", {"q": "702.3", "limit": "10"}, ("search", "--complete", "702.3")),
    ("/complete", {"q": "zzzzz"}, ("search", "--complete", "zzzzz")),
    (
        "/search",
        {"q": "dead cards", "edition": "2021-05-01"},
        ("search", "dead cards", "--edition", "2021-05-01"),
    ),
    ("/compare", {"what": "702.154"}, ("compare", "702.154")),
    (
        "/compare",
        {"what": "prototipo", "langs": ["it", "es"]},
        ("compare", "prototipo", "--langs", "it,es"),
    ),
    (
        "/compare",
        {"what": "702.33", "edition": "2026-09-04"},
        ("compare", "702.33", "--edition", "2026-09-04"),
    ),
    ("/compare", {"what": "999.1"}, ("compare", "999.1")),
    ("/coverage", {"langs": ["it", "es"]}, ("compare", "--all", "--langs", "it,es")),
    ("/cite", {"what": "702.33d"}, ("cite", "702.33d")),
    (
        "/cite",
        {"what": ["potenciar", "103.8"], "style": "markdown", "quote": "true"},
        ("cite", "potenciar", "103.8", "--style", "markdown", "--quote"),
    ),
    (
        "/cite",
        {"what": "702.33a-d", "style": "html", "link": "https://example.org/{number}"},
        ("cite", "702.33a-d", "--style", "html", "--link", "https://example.org/{number}"),
    ),
    ("/cite", {"what": "999.1"}, ("cite", "999.1")),
    ("/terms", {"word": "potenziando"}, ("terms", "potenziando")),
    ("/terms", {"word": "702.154", "langs": "it"}, ("terms", "702.154", "--langs", "it")),
    ("/terms", {"word": "kiker"}, ("terms", "kiker")),
    ("/terms", {}, ("terms",)),
    ("/false-friends", {}, ("terms", "--friends")),
    (
        "/false-friends",
        {"word": "potenciar", "langs": ["it", "es"]},
        ("terms", "potenciar", "--friends", "--langs", "it,es"),
    ),
    ("/diff", {"old": "2019-05-03", "new": "2021-05"}, ("diff", "2019-05-03", "2021-05")),
    ("/diff", {"old": "2021-05", "new": "2026-09-04"}, ("diff", "2021-05", "2026-09-04")),
    (
        "/diff",
        {"old": "2021-04-22", "new": "2026-09-04", "what": "kicker", "kind": ["moved", "added"]},
        ("diff", "2021-04-22", "2026-09-04", "kicker", "--kind", "moved", "--kind", "added"),
    ),
    ("/history", {"what": "kicker"}, ("history", "kicker")),
    (
        "/history",
        {"what": "702.32", "edition": "2021-04-22", "whole": "true", "all_langs": "true"},
        ("history", "702.32", "--edition", "2021-04-22", "--whole", "--all-langs"),
    ),
    ("/phrase", {"phrase": "goes first"}, ("history", "--phrase", "goes first")),
    (
        "/phrase",
        {"phrase": "cast", "what": "702.34", "limit": "1", "in": "en"},
        ("history", "702.34", "--phrase", "cast", "--limit", "1", "--in", "en"),
    ),
    ("/graph", {"what": "702.33"}, ("graph", "702.33")),
    (
        "/graph",
        {"what": "702.33a", "depth": "2", "all_langs": "true"},
        ("graph", "702.33a", "--depth", "2", "--all-langs"),
    ),
    ("/graph", {"what": "999.1"}, ("graph", "999.1")),
    ("/needs", {"what": "702.33"}, ("graph", "702.33", "--needs")),
    ("/needs", {"what": "702.33", "depth": "1"}, ("graph", "702.33", "--needs", "--depth", "1")),
    ("/needs", {"what": "999.1"}, ("graph", "999.1", "--needs")),
    ("/path", {"from": "702.33a", "to": "103.8"}, ("graph", "702.33a", "103.8", "--path")),
    ("/path", {"from": "103.8", "to": "702.33a"}, ("graph", "103.8", "702.33a", "--path")),
    ("/path", {"from": "103.8", "to": "702.193"}, ("graph", "103.8", "702.193", "--path")),
    ("/path", {"from": "999.1", "to": "702.33"}, ("graph", "999.1", "702.33", "--path")),
    ("/checks", {}, ("checks",)),
    ("/checks", {"what": "no such thing"}, ("checks", "no such thing")),
    ("/checks", {"what": ["601", "prototype"]}, ("checks", "601", "prototype")),
)

_ROTTEN = "See rule 702.32 (Kicker), rule 702.33, rule 103.7 and rules 702.99a–b; rule 12.x."
_TURKISH = "\ufeffSee rule\u00a0702.33a, ruling “103.8” – ſ, İ.\r\nvedi regole 702.33a e 702.33d\r"
# path, parameters, command, text; the language of the answer is that of messages there
TEXTS: tuple[tuple[str, Parameters, tuple[str, ...], str], ...] = (
    ("/extract", {}, ("extract", "-"), RULING),
    ("/extract", {"text_lang": "it"}, ("extract", "-", "--lang", "it"), _TURKISH),
    ("/lint", {}, ("lint", "-"), _ROTTEN),
    ("/lint", {"edition": "2021-05"}, ("lint", "-", "--edition", "2021-05"), _ROTTEN),
    (
        "/lint",
        {"from": "2021-04-22", "edition": "2026-09-04"},
        ("lint", "-", "--from", "2021-04-22", "--to", "2026-09-04"),
        _TURKISH,
    ),
    ("/suggest", {}, ("suggest", "-"), "The spell was kicked. La magia è stata potenziata."),
    (
        "/suggest",
        {"limit": "2", "text_lang": "es", "edition": "2026-09-04"},
        ("suggest", "-", "--limit", "2", "--lang", "es", "--edition", "2026-09-04"),
        "El hechizo fue estimulado.",
    ),
    (
        "/terms/check",
        {"text_lang": "it"},
        ("terms", "--check", "-", "--lang", "it"),
        "Ha attacco 3\ne resistenza 2.",
    ),
    ("/terms/check", {}, ("terms", "--check", "-"), "La criatura tiene flying."),
    ("/verify", {}, ("verify", "-"), GAME),
    (
        "/verify",
        {"rule": ["702.154", "508"], "strict": "true", "explain": "true"},
        ("verify", "-", "--rule", "702.154", "--rule", "508", "--strict", "--explain"),
        GAME,
    ),
    (
        "/verify",
        {},
        ("verify", "-"),
        '{"format": "mtg-state/1", "title": "a"}\n{"format": "other"}\nno\n'
        '{"format": "mtg-state/1", "title": "b", "expect": [{"rule": "601.2a", "verdict": '
        '"violates"}]}\n',
    ),
    ("/verify", {}, ("verify", "-"), "nothing of a game"),
)


def commanded(base: Path, lang: str, *args: str, stdin: str | None = None) -> Any:
    """The answer, or the line that says why there is none."""
    result = CliRunner().invoke(
        main,
        ["--kb", str(base), *args, "--json"],
        input=None if stdin is None else stdin.encode(),
        env={"REGULAE_LANG": lang},
        prog_name="regulae",
    )
    if result.stdout:
        return json.loads(result.stdout)
    return json.loads(result.stderr.splitlines()[-1])["error"]["message"]


def told(response: Response) -> Any:
    """The same of the API."""
    if response.status_code == 200:
        return response.json()
    assert response.status_code in (404, 422), response.text
    return response.json()["reason"]


@pytest.mark.parametrize("lang", ["it", "es", "en"])
@pytest.mark.parametrize(
    ("path", "parameters", "command"),
    QUESTIONS,
    ids=[" ".join(command) for _, _, command in QUESTIONS],
)
def test_a_question(
    api: Client, base: Path, path: str, parameters: Parameters, command: tuple[str, ...], lang: str
) -> None:
    answer = api.get(PREFIX + path, params={**parameters, "lang": lang})
    assert told(answer) == commanded(base, lang, *command)


@pytest.mark.parametrize("lang", ["it", "es", "en"])
@pytest.mark.parametrize(
    ("path", "parameters", "command", "text"),
    TEXTS,
    ids=[f"{' '.join(command)}: {text[:20]!r}" for _, _, command, text in TEXTS],
)
def test_a_text(
    api: Client,
    base: Path,
    path: str,
    parameters: Parameters,
    command: tuple[str, ...],
    text: str,
    lang: str,
) -> None:
    answer = api.post(
        PREFIX + path,
        params=parameters,
        content=text.encode(),
        headers={"content-type": "text/plain; charset=utf-8", "accept-language": lang},
    )
    assert told(answer) == commanded(base, lang, *command, stdin=text)


@pytest.mark.parametrize("name", ["sources", "editions"])
def test_what_is_held(api: Client, base: Path, name: str) -> None:
    """There ``--lang`` chooses, and is ``in`` here."""
    assert api.get(f"{PREFIX}/{name}").json() == commanded(base, "es", name)
    chosen = api.get(f"{PREFIX}/{name}", params={"in": "it"}).json()
    assert chosen == commanded(base, "es", name, "--lang", "it")
    assert {each["language"] for each in chosen[name]} == {"it"}


def test_the_glossary(api: Client) -> None:
    """That has no command."""
    (entry,) = api.get(f"{PREFIX}/glossary", params={"lang": "it"}).json()["entries"]
    assert (entry["term"], entry["text"]) == ("Kicker", "See 702.")
    assert entry["edition"]["date"] == "2026-09-04"
    assert api.get(f"{PREFIX}/glossary", params={"term": "kicker"}).json()["entries"] == [entry]
    assert api.get(f"{PREFIX}/glossary", params={"term": "x"}).json() == {"entries": []}
    assert api.get(f"{PREFIX}/glossary", params={"in": "it"}).json() == {"entries": []}


def test_every_endpoint_is_asked() -> None:
    asked = {path for path, *_ in (*QUESTIONS, *TEXTS)} | {"/sources", "/editions", "/glossary"}
    assert asked == {endpoint.path for endpoint in ENDPOINTS}
