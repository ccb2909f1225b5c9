"""How the API speaks HTTP: caches, other sites, limits, and problems in three languages."""

import gzip
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from kb.edition import EditionKind
from kb.messages import WEB, tables
from kb.store import open_to_write
from search.web.api.endpoints import ENDPOINTS
from search.web.api.problems import KINDS
from search.web.guard import LARGEST_BODY, LONGEST_TARGET
from tests.factories import document, edition, put, rule
from tests.web.api.rooms import PREFIX, Client, opened

SHOW = f"{PREFIX}/show?what=702.33d"
TEXT = {"content-type": "text/plain"}


def problem(response: Any, kind: str) -> Any:
    """Of that kind, and as RFC 9457 has it."""
    told = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert told["type"] == f"{PREFIX}/problems/{kind}", told
    assert told["status"] == response.status_code == KINDS[kind]
    assert told["title"] and told["detail"].endswith(".")
    assert response.headers.get("cache-control", "no-store") == "no-store"
    return told


# -- caches ------------------------------------------------------------------------------


def test_an_answer_that_is_still_the_same_is_not_sent_again(api: Client) -> None:
    first = api.get(SHOW)
    etag = first.headers["etag"]
    assert first.headers["cache-control"] == "public, no-cache"
    strong = etag.removeprefix("W/")
    for named in (etag, strong, f'W/{strong}, "other"', f'"other", {strong}', "*"):
        again = api.get(SHOW, headers={"if-none-match": named})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == etag
    for named in ('"other"', etag[:-2] + '"', ""):
        assert api.get(SHOW, headers={"if-none-match": named}).status_code == 200


def test_another_language_is_another_answer(api: Client) -> None:
    answers = {
        code: api.get(SHOW, headers={"accept-language": code}) for code in ("it", "es", "en")
    }
    assert len({each.headers["etag"] for each in answers.values()}) == 3
    for code, answer in answers.items():
        assert answer.headers["content-language"] == code
        assert "accept-language" in answer.headers["vary"]
        assert answer.json() == api.get(f"{SHOW}&lang={code}").json()


def test_a_base_that_changes_changes_the_answer(own_base: Path) -> None:
    with opened(own_base) as client:
        before = client.get(SHOW)
        of = edition("en", "2026-10-02", kind=EditionKind.OFFICIAL, source="new.txt", digest="new")
        with open_to_write(own_base) as store:
            put(store, document(rule("702.33d", "Now it says something else."), of=of))
        after = client.get(SHOW, headers={"if-none-match": before.headers["etag"]})
    assert after.status_code == 200
    assert after.json()["results"][0]["text"] == "Now it says something else."
    assert after.headers["etag"] != before.headers["etag"]


def test_what_tells_of_today_is_made_anew(api: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the sources it is told how old they are: that changes while the base does not."""
    sources = f"{PREFIX}/sources?in=es"
    assert api.get(sources).json()["sources"]
    monkeypatch.setattr("search.web.api.edition_answers.sources_json", lambda held: {"sources": []})
    assert api.get(sources).json() == {"sources": []}


def test_long_answers_are_packed_for_who_takes_it(api: Client) -> None:
    address = f"{PREFIX}/terms"
    plain = api.get(address, headers={"accept-encoding": "identity"})
    with api.stream("GET", address, headers={"accept-encoding": "gzip"}) as packed:
        content = b"".join(packed.iter_raw())
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(content) == plain.content
    assert len(content) * 4 < len(plain.content)


def test_texts_are_never_kept(api: Client) -> None:
    answer = api.post(f"{PREFIX}/extract", content="rule 702.33a", headers=TEXT)
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers


# -- methods and other sites -------------------------------------------------------------


def test_head_says_what_get_says_without_saying_it(api: Client) -> None:
    got, head = api.get(SHOW), api.head(SHOW)
    assert head.content == b""
    assert head.status_code == 200
    for name in ("etag", "content-type", "cache-control", "vary"):
        assert head.headers[name] == got.headers[name]
    assert api.head(f"{PREFIX}/show").status_code == 400


def test_pages_of_other_sites_may_read(api: Client) -> None:
    for address in (SHOW, f"{PREFIX}/show", f"{PREFIX}/nothing", f"{PREFIX}/openapi.json"):
        headers = api.get(address, headers={"origin": "https://example.org"}).headers
        assert headers["access-control-allow-origin"] == "*"
        assert "ETag" in headers["access-control-expose-headers"]
        assert "access-control-allow-credentials" not in headers
    asked = api.options(SHOW, headers={"access-control-request-method": "GET"})
    assert asked.status_code == 204
    assert asked.headers["access-control-allow-methods"] == "GET, HEAD"


def test_pages_of_other_sites_may_not_send(api: Client) -> None:
    answer = api.post(f"{PREFIX}/extract", content="rule 702.33a", headers=TEXT)
    assert "access-control-allow-origin" not in answer.headers
    asked = api.options(f"{PREFIX}/extract", headers={"access-control-request-method": "POST"})
    assert "access-control-allow-origin" not in asked.headers
    assert asked.headers["allow"] == "POST, OPTIONS"


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.path)
def test_other_methods_are_refused_with_those_that_are_not(api: Client, endpoint: Any) -> None:
    for method in ("PUT", "PATCH", "DELETE", "GET" if endpoint.body else "POST"):
        answer = api.request(method, PREFIX + endpoint.path)
        problem(answer, "other-method")
        wanted = "POST, OPTIONS" if endpoint.body else "GET, HEAD, OPTIONS"
        assert answer.headers["allow"] == wanted


# -- what is refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "kind", "parameter"),
    [
        ("/nothing", "not-found", None),
        ("", "not-found", None),
        ("/problems/nothing", "not-found", None),
        ("/show", "missing-parameter", "what"),
        ("/show?what=702.33d&wat=1", "unknown-parameter", "wat"),
        ("/show?what=", "bad-parameter", "what"),
        ("/show?what=" + "7" * 101, "bad-parameter", "what"),
        ("/show?" + "what=7&" * 21, "repeated-parameter", "what"),
        ("/show?what=7&lang=it&lang=es", "repeated-parameter", "lang"),
        ("/show?what=7&lang=", "bad-parameter", "lang"),
        ("/show?what=7&lang=xx", "bad-parameter", "lang"),
        ("/show?what=7&all_langs=1", "bad-parameter", "all_langs"),
        ("/show?what=7&edition=yesterday", "bad-parameter", "edition"),
        ("/show?what=7&edition=2026-08-07%0A", "bad-parameter", "edition"),
        ("/show?what=7&edition=2026-02-30", "unreadable-question", None),
        ("/show?what=7&edition=1999-01-01", "unknown-edition", None),
        ("/show?what=702.33d-a", "unreadable-question", None),
        ("/show?what=%ff", "unreadable-address", None),
        ("/show?" + "x&" * 201, "unreadable-address", None),
        ("/search?q=a&limit=0", "bad-parameter", "limit"),
        ("/search?q=a&limit=1001", "bad-parameter", "limit"),
        ("/search?q=a&limit=1e2", "bad-parameter", "limit"),
        ("/search?q=a&limit=%D9%A3", "bad-parameter", "limit"),
        ("/search?q=a&kind=none", "bad-parameter", "kind"),
        ("/cite?what=7&link=javascript://x", "bad-parameter", "link"),
        ("/cite?what=7&link=https://x/{y}", "unreadable-question", None),
        ("/graph?what=7&depth=11", "bad-parameter", "depth"),
        ("/checks?what=nothing%20such", "unreadable-question", None),
        ("/openapi.json?x=1", "unknown-parameter", "x"),
    ],
)
def test_a_question_that_is_none(
    api: Client, address: str, kind: str, parameter: str | None
) -> None:
    told = problem(api.get(PREFIX + address), kind)
    assert told.get("parameter") == parameter
    assert told["instance"] == PREFIX + address


def test_a_problem_speaks_the_language_of_the_reader(api: Client) -> None:
    titles = set()
    for code in ("it", "es", "en"):
        asked = api.get(f"{PREFIX}/search?q=a&limit=0", headers={"accept-language": code})
        told = api.get(f"{PREFIX}/search?q=a&limit=0&lang={code}").json()
        assert asked.json()["detail"] == told["detail"]
        assert asked.headers["content-language"] == code
        titles.add(told["title"])
        kind = api.get(told["type"], params={"lang": code}).json()
        assert kind == {key: told[key] for key in ("type", "title", "status")}
    assert len(titles) == 3


@pytest.mark.parametrize("code", ["it", "es", "en"])
def test_every_problem_is_told_in_every_language(code: str) -> None:
    told = tables(code, WEB)["problem"]
    assert {f"{kind}{part}" for kind in KINDS for part in ("", "_detail")} <= set(told)
    assert set(told) == set(tables("en", WEB)["problem"])
    for key, sentence in tables("en", WEB)["problem"].items():
        assert set(re.findall(r"{\w+}", sentence)) == set(re.findall(r"{\w+}", told[key])), key


def test_a_text_that_is_none(api: Client) -> None:
    extract, suggest = f"{PREFIX}/extract", f"{PREFIX}/suggest"
    problem(api.post(extract, content=b"", headers=TEXT), "no-text")
    told = problem(api.post(extract, content=b"x"), "media-type")
    assert "text/plain" in told["detail"]
    problem(api.post(extract, data={"x": "y"}), "media-type")
    problem(api.post(extract, files={"x": b"y"}), "media-type")
    told = problem(api.post(extract, content=b"\0\1", headers=TEXT), "unreadable-text")
    assert "binary" in told["reason"]
    told = problem(api.post(suggest, content=b"caf\xe9", headers=TEXT), "unreadable-text")
    assert "UTF-8" in told["reason"]
    problem(api.post(f"{PREFIX}/terms/check", content=b"0", headers=TEXT), "unknown-language")
    problem(
        api.post(f"{PREFIX}/verify?rule=nothing", content=b"0", headers=TEXT), "unreadable-question"
    )


def test_what_is_too_large(api: Client) -> None:
    extract = f"{PREFIX}/extract"
    full = b" " * LARGEST_BODY
    assert api.post(extract, content=full, headers=TEXT).json() == {"citations": []}
    problem(api.post(extract, content=full + b" ", headers=TEXT), "too-large")
    problem(api.post(extract, content=iter([full, b" "]), headers=TEXT), "too-large")
    path = f"{PREFIX}/search?q="
    problem(api.get(path + "x" * (LONGEST_TARGET + 1 - len(path))), "too-long")
    told = problem(
        api.get(SHOW, headers={"host": "evil.example", "accept-language": "it"}), "other-host"
    )
    assert told["title"] == tables("it", WEB)["problem"]["other-host"]


def test_pages_are_still_told_as_pages(api: Client) -> None:
    assert api.get("/en/nothing").headers["content-type"].startswith("text/html")
    assert api.get("/apis").headers["content-type"].startswith("text/html")


def test_no_base_is_no_fault(own_base: Path) -> None:
    with opened(own_base) as client:
        (own_base / "base.sqlite").rename(own_base / "elsewhere")
        answer = client.get(SHOW)
    told = problem(answer, "busy")
    assert answer.headers["retry-after"] == "5"
    assert str(own_base) not in answer.text, told


def test_whom_the_guard_turns_away_may_read_why(api: Client) -> None:
    """A page of another site learns that its address was too long, not only that it failed."""
    answer = api.get(f"{PREFIX}/search?q={'x' * 3000}", headers={"origin": "https://a.example"})
    assert answer.status_code == 414
    assert answer.headers["access-control-allow-origin"] == "*"
    sent = api.post(f"{PREFIX}/extract?x={'x' * 3000}", content=b"rule 702.33a")
    assert sent.status_code == 414 and "access-control-allow-origin" not in sent.headers


def test_no_path_of_the_machine_is_told(base: Path, tmp_path: Path) -> None:
    own = Path(shutil.copytree(base, tmp_path / "base"))
    place = "/home/ada/secret place/rules.txt"
    with open_to_write(own) as store:
        for day in ("2026-10-02", "2026-11-02"):
            of = edition("en", day, kind=EditionKind.OFFICIAL, source=place, digest=day)
            put(store, document(rule("702.33a", f"Text of {day}."), of=of))
    with opened(own) as client:
        for question in (
            "show?what=702.33a&lang=en",
            "editions",
            "search?q=text&lang=en",
            "history?what=702.33a",
            "diff?old=2026-10-02&new=2026-11-02",
            "compare?what=702.33a&langs=en&langs=it",
        ):
            answer = client.get(f"{PREFIX}/{question}")
            assert answer.status_code == 200, question
            assert "secret" not in answer.text and "rules.txt" in answer.text, question
        answer = client.post(f"{PREFIX}/lint", content=b"rule 702.33a", headers=TEXT)
        assert answer.status_code == 200 and "secret" not in answer.text
        pages = [client.get(f"/en/{path}").text for path in ("editions", "diff/2026-10/2026-11")]
    assert all("secret" not in page for page in pages) and "rules.txt" in pages[0]
