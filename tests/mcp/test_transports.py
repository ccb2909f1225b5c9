"""The transports: standard input and output, and HTTP on the loopback."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from mcp import Client

from search.cli import main
from search.cli import mcp as command
from search.mcp.lines import LONGEST_LINE
from tests.mcp.rooms import REGULAE, ROOT, listening, over_http, over_stdio

ASKED = {"what": ["702.33d"], "lang": "it"}


async def looked_up(client: Client) -> Any:
    told = await client.call_tool("look_up", ASKED)
    return told.structured_content["answer"]["results"][0]["title"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_program_that_starts_it_is_answered(base: Path, mode: str) -> None:
    assert over_stdio(base, looked_up, mode=mode) == "Potenziamento"


def test_lang_is_the_language_of_who_names_none(base: Path) -> None:
    async def asking(client: Client) -> Any:
        return await client.call_tool("look_up", {"what": ["702.999"]})

    told = over_stdio(base, asking, "--lang", "es").structured_content
    assert told["notes"][0].startswith("702.999: no se conoce")


def test_a_message_that_is_too_long_is_passed_over(base: Path) -> None:
    """It is never held whole, and the next one is answered."""
    ping = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "ping"}).encode()
    start = json.dumps(START).encode()
    long = b'{"jsonrpc": "2.0", "id": 2, "method": "ping", "x": "' + b"x" * LONGEST_LINE + b'"}'
    lines = b"\n".join((b"no message", start, long, b"\xff\xfe", ping)) + b"\n"
    done = subprocess.run(
        [sys.executable, "-c", REGULAE, "--kb", str(base), "mcp"],
        cwd=ROOT,
        input=lines,
        capture_output=True,
        check=True,
        timeout=120,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert {answer["id"] for answer in answers if "result" in answer} == {1, 7}
    unread = [answer["error"] for answer in answers if answer["id"] is None]
    assert [each["code"] for each in unread] == [-32700] * 3, "each is refused"
    assert all(str(LONGEST_LINE) in each["message"] for each in unread)
    assert b"passed over" in done.stderr
    assert b"Traceback" not in done.stderr


START = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}

READY = b'{"jsonrpc": "2.0", "method": "notifications/initialized"}'


def lookup(number: str) -> bytes:
    """A call as a line, the number as it stands in JSON."""
    call = '{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "look_up", '
    return f'{call}"arguments": {{"what": ["{number}"]}}}}}}'.encode()


NUMBERS = tuple(enumerate(("702.33", "702.33d", "702.154", "718", "kicker"), start=2))


def started(base: Path) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", REGULAE, "--kb", str(base), "mcp", "--lang", "en"]
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)


def test_half_a_sign_is_answered(base: Path) -> None:
    """Programs cut texts in the middle of an emoji; who asks so must not wait for ever."""
    process = started(base)
    assert process.stdin and process.stdout
    lines = (json.dumps(START).encode(), READY, lookup(r"\ud83d"), b"")
    process.stdin.write(b"\n".join(lines))
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline()) for _ in range(2)]
    process.communicate(timeout=60)
    assert [each["id"] for each in answers] == [1, 2]
    assert "\ufffd" in answers[1]["result"]["structuredContent"]["notes"][0]


def test_questions_that_are_piped_in_are_all_answered(base: Path) -> None:
    """Standard input ends before the first answer is there."""
    process = started(base)
    questions = [lookup(number).replace(b'"id": 2', b'"id": %d' % n) for n, number in NUMBERS]
    out, _ = process.communicate(b"\n".join((json.dumps(START).encode(), READY, *questions, b"")))
    assert process.returncode == 0
    assert sorted(json.loads(line)["id"] for line in out.splitlines()) == [1, *dict(NUMBERS)]


def test_a_reader_that_is_gone_is_no_error_of_ours(base: Path) -> None:
    process = started(base)
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write(json.dumps(START).encode() + b"\n")
    process.stdin.flush()
    assert process.stdout.readline()
    process.stdout.close()
    process.stdin.write(lookup("702.1") + b"\n")
    process.stdin.close()
    assert process.wait(60) == 0
    assert b"internal error" not in process.stderr.read()
    process.stderr.close()


@pytest.fixture(scope="module")
def address(base: Path) -> Any:
    with listening(base, "--allow-host", "rules.example") as place:
        yield place


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_is_answered_over_http(address: str, mode: str) -> None:
    assert over_http(address, looked_up, mode=mode) == "Potenziamento"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "localhost:8001"}, 200),
        ({"host": "rules.example"}, 200),
        ({"host": "rules.example", "origin": "https://rules.example"}, 200),
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:80"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1.evil.example"}, 403),
        ({"content-type": "text/plain"}, 400),
    ],
)
def test_no_page_of_another_site_gets_in(
    address: str, headers: dict[str, str], status: int
) -> None:
    """DNS rebinding: the name is of another site, the address of this machine."""
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    accepts = {"accept": "application/json, text/event-stream"}
    sent = json.dumps(ping).encode()
    content = {"content-type": "application/json"}
    told = httpx.post(address, content=sent, headers={**accepts, **content, **headers})
    assert told.status_code == status, told.text


def test_a_message_over_http_has_its_bounds(address: str) -> None:
    content = b'"' + b"x" * LONGEST_LINE + b'"'
    told = httpx.post(address, content=content, headers={"content-type": "application/json"})
    assert told.status_code == 413


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--http", "nowhere"), "'nowhere' is no place to listen at, like 127.0.0.1:8001"),
        (("--http", "127.0.0.1:99999"), "'127.0.0.1:99999' is no place"),
        (("--http", "http://127.0.0.1:80"), "is no place"),
        (("--allow-host", "rules.example"), "--allow-host is for --http"),
        (("--http", "127.0.0.1:0", "--allow-host", "*"), "'*' is no name of a host"),
        (("--http", "127.0.0.1:0", "--allow-host", "a.example:80"), "is no name of a host"),
    ],
)
def test_a_wrong_place_is_refused(base: Path, arguments: tuple[str, ...], said: str) -> None:
    done = CliRunner().invoke(main, ["--kb", str(base), "mcp", *arguments])
    assert done.exit_code == 2
    assert said in done.stderr


def test_without_its_extra_it_says_how_to_add_it(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "_lacking", lambda: ["mcp"])
    done = CliRunner().invoke(main, ["--kb", str(base), "mcp", "--lang", "en"])
    assert done.exit_code == 2
    assert "(mcp)" in done.stderr and "pip install '.[mcp]'" in done.stderr
