"""Whom the room lets in, and that nothing of a text or a question becomes markup."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from search.web.guard import HEADERS, LARGEST_BODY
from search.web.settings import LOOPBACK, Settings, public_host
from tests.web.conftest import BAD, Client, OpenRoom
from tests.web.reading import Read


@pytest.mark.parametrize(
    ("method", "path", "status", "headers"),
    [
        ("GET", "/it/rules/702.33d", 200, {}),
        ("GET", "/r/702.33d", 302, {}),
        ("GET", "/it/rules/702.33zz", 404, {}),
        ("GET", "/nowhere", 404, {}),
        ("POST", "/it/rules/702.33d", 405, {}),
        ("PUT", "/it/", 405, {}),
        ("GET", "/it/", 421, {"host": "evil.example"}),
        ("GET", f"/it/search?q={'a' * 3000}", 414, {}),
        ("GET", f"/it/{'a' * 3000}", 414, {}),
        ("GET", "/it/", 413, {"content-length": str(LARGEST_BODY + 1)}),
        ("GET", "/it/", 413, {"content-length": "-1"}),
        ("GET", "/robots.txt", 200, {}),
        ("GET", "/it/feed.atom", 200, {}),
        ("GET", "/sitemap.xml", 200, {}),
    ],
)
def test_every_answer_has_the_headers_and_no_cookie(
    room: Client, method: str, path: str, status: int, headers: dict[str, str]
) -> None:
    answer = room.request(method, path, headers=headers)
    assert answer.status_code == status
    for name, value in HEADERS:
        assert answer.headers[name] == value
    assert "set-cookie" not in answer.headers


def test_the_policy_lets_nothing_in_from_elsewhere(room: Client) -> None:
    policy = dict(
        rule.strip().split(" ", 1)
        for rule in room.get("/it/").headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert not any("unsafe" in value or "*" in value for value in policy.values())


@pytest.mark.parametrize(
    ("host", "hosts", "allowed"),
    [
        ("127.0.0.1:65535", LOOPBACK, True),
        ("127.0.0.1:65536", LOOPBACK, False),
        ("127.0.0.1:99999", ("*",), False),
        ("127.0.0.1:²", ("*",), False),
        ("localhost@evil.example", ("*",), False),
        ("rules.example", ("*",), True),
        ("127.0.0.1", LOOPBACK, True),
        ("127.0.0.1:8000", LOOPBACK, True),
        ("LocalHost:1", LOOPBACK, True),
        ("[::1]:8000", LOOPBACK, True),
        ("evil.example", LOOPBACK, False),
        ("127.0.0.1.evil.example", LOOPBACK, False),
        ("127.0.0.1:8000@evil.example", LOOPBACK, False),
        ("evil.example:127.0.0.1", LOOPBACK, False),
        ("", LOOPBACK, False),
        ("rules.example", (*LOOPBACK, "rules.example"), True),
        ("x.rules.example", (*LOOPBACK, "rules.example"), False),
        ("whoever", ("*",), True),
    ],
)
def test_hosts(host: str, hosts: tuple[str, ...], allowed: bool, bundled_folder: Path) -> None:
    assert Settings(folder=bundled_folder, hosts=hosts).allows(host) is allowed


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://rules.example", "rules.example"),
        ("http://rules.example:8080/", "rules.example"),
        ("https://Rules.Example/", "rules.example"),
        ("ftp://rules.example", None),
        ("https://rules.example/there", None),
        ("rules.example", None),
        ("https://", None),
    ],
)
def test_public_addresses(address: str, host: str | None) -> None:
    assert public_host(address) == host


def test_a_host_that_is_let_in_by_name(open_room: OpenRoom, bundled_folder: Path) -> None:
    client = open_room(bundled_folder, hosts=(*LOOPBACK, "rules.example"))
    assert client.get("/it/", headers={"host": "rules.example"}).status_code == 200


HOSTILE_PAGES = (
    "/en/rules/702.34",
    "/en/rules/702.34a",
    "/it/rules/702.34b",
    "/en/rules/702",
    "/en/rules",
    "/en/history/702.34b",
    "/en/search?q=alert",
    "/en/editions",
    "/en/rules/702.33a",
)


@pytest.mark.parametrize("path", HOSTILE_PAGES)
def test_texts_stay_texts(hostile: Client, path: str) -> None:
    answer = hostile.get(path)
    assert answer.status_code == 200
    page = Read(answer.text)
    assert page.faults == []
    assert [each.attributes.get("src", "")[:8] for each in page.all("script")] == ["/static/"]
    assert page.all("img") == [] and page.all("b") == []
    assert "\u202e" not in answer.text and "\x00" not in answer.text


def test_and_all_of_the_text_is_there(hostile: Client) -> None:
    page = Read(hostile.get("/en/rules/702.34a").text)
    line = page.one("div", id="702.34a").text
    assert "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&" in line
    assert "{<b>}" in line


@pytest.mark.parametrize(
    "path",
    [
        "/en/search",
        "/it/search",
        "/en/rules/{bad}",
        "/en/glossary/{bad}",
        "/en/history/{bad}",
        "/{bad}",
        "/en/{bad}",
        "/r/{bad}",
    ],
)
def test_questions_stay_texts(room: Client, path: str) -> None:
    from urllib.parse import quote

    asked = quote(BAD.replace("\x00", ""), safe="")
    answer = room.get(path.format(bad=asked) if "{bad}" in path else f"{path}?q={asked}")
    assert answer.status_code in (200, 302, 404)
    if answer.status_code == 302:
        assert answer.headers["location"].startswith("/en/rules/%3Cscript%3E")
        return
    page = Read(answer.text)
    assert page.faults == []
    assert len(page.all("script")) == 1 and page.all("img") == []
    assert "\u202e" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/it/rules/%00",
        "/it/rules/%ff%fe",
        "/it/rules/..%2f..%2fetc",
        "/static/../room.css",
        "/static/x/..%2fapp.py",
        "/it/search?q=%ff%fe",
        "/it/search?q=%ED%A0%80",
        "/it/search?q=" + "%22" * 400,
        "/it/search?q=a&edition=%00",
        "//evil.example/it/rules/702.33",
        "/it//evil.example",
        "/it/rules/702.33?edition=2026-08&edition=x",
        "/it/rules/" + "9" * 1500,
        "/it/rules/" + "x" * 1500,
        "/it/search?q=" + "x%20" * 400,
    ],
)
def test_odd_addresses_are_answered(room: Client, path: str) -> None:
    answer = room.get(path)
    assert answer.status_code in (200, 302, 404), answer.text
    if answer.status_code == 302:
        assert answer.headers["location"].startswith("/it/")


def test_folders_of_the_server_are_not_told(hostile: Client, own_folder: Path) -> None:
    for path in (*HOSTILE_PAGES, "/it/feed.atom"):
        assert str(own_folder.parent) not in hostile.get(path).text


def test_a_body_without_a_length_is_counted_as_it_comes(room: Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(LARGEST_BODY // 2**16 + 2):
            yield bytes(2**16)

    form = {"content-type": "application/x-www-form-urlencoded"}
    assert room.post("/it/verify", content=pieces(), headers=form).status_code == 413


def test_an_address_that_is_none_is_refused_with_all_headers(room: Client) -> None:
    async def asked() -> list[Any]:
        told: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            told.append(message)

        scope = {
            **{"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1"},
            **{"method": "OPTIONS", "scheme": "http", "path": "*", "raw_path": b"*"},
            **{"query_string": b"", "root_path": "", "headers": [(b"host", b"127.0.0.1")]},
        }
        await room.app(scope, receive, send)
        return told

    start, _ = asyncio.run(asked())
    assert start["status"] == 400
    assert b"content-security-policy" in dict(start["headers"])
