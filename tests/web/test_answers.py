"""Where addresses lead, what is near where there is nothing, and what is kept ready."""

import gzip
import os
from pathlib import Path

import pytest

from kb.edition import EditionKind
from kb.lang import codes
from kb.model import GlossaryEntry
from kb.store import FILE, open_to_write
from search import indexing
from search.web.cache import Ready, Shelf
from search.web.sentences import preferred
from tests.factories import document, edition, put, rule
from tests.web.conftest import Client, OpenRoom
from tests.web.reading import Read


@pytest.mark.parametrize(
    ("says", "header", "language"),
    [
        ("nothing", "", "en"),
        ("none of ours", "de, fr;q=0.9", "en"),
        ("the first of two", "it, es", "it"),
        ("the better liked", "es;q=0.5, it;q=0.9", "it"),
        ("a country", "es-MX, en;q=0.5", "es"),
        ("what is refused", "it;q=0, es;q=0.1", "es"),
        ("nonsense", "it;q=x, ;;;, es;q=0.2", "es"),
    ],
)
def test_the_language_of_the_reader(room: Client, says: str, header: str, language: str) -> None:
    assert preferred(header, otherwise="en") == language, says
    answer = room.get("/r/702.33d", headers={"accept-language": header})
    assert answer.status_code == 302
    assert answer.headers["location"] == f"/{language}/rules/702.33d"
    assert "accept-language" in answer.headers["vary"]


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("/r/702.33d?edition=2026-08-07", "/en/rules/702.33d?edition=2026-08-07"),
        ("/", "/en/"),
        ("/it/rules/kicker", "/it/rules/702.33"),
        ("/en/rules/potenciar", "/en/rules/702.193"),
        ("/it/rules/702.33d.", "/it/rules/702.33d"),
        ("/it/rules/702.33?edition=2026-08", "/it/rules/702.33?edition=2026-08-07"),
        ("/it/rules?edition=2027-01-01", "/it/rules?edition=2026-08-07"),
        ("/es/search?q=702.33d", "/es/rules/702.33d"),
        ("/es/search?q=", "/es/"),
    ],
)
def test_it_stands_elsewhere(room: Client, asked: str, there: str) -> None:
    answer = room.get(asked, headers={"accept-language": "en"})
    assert (answer.status_code, answer.headers["location"]) == (302, there)
    assert room.get(there).status_code == 200


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("/it/rules/702.33z", "/it/rules/702.33h"),
        ("/it/rules/potenziament", "/it/rules/702.33"),
        ("/en/glossary/kiker", "/en/rules/702.33"),
        ("/en/nowhere/702.33d", "/en/rules/702.33d"),
        ("/it/history/702.999", "/it/rules/702"),
        ("/xx/rules/kicker", "/es/rules/702.33"),
    ],
)
def test_a_page_that_is_not_there_says_what_is_near(room: Client, path: str, near: str) -> None:
    answer = room.get(path, headers={"accept-language": "es"})
    assert answer.status_code == 404
    page = Read(answer.text)
    assert page.faults == []
    hrefs = {each.attributes["href"] for each in page.all("a")}
    assert any(href.startswith(near) for href in hrefs), hrefs
    assert page.all("link", rel="canonical") == []
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("day", ["1990-01-01", "yesterday", "2026-99-99", "\x00", "9" * 500])
def test_a_day_without_edition_says_which_are_held(room: Client, day: str) -> None:
    answer = room.get("/en/rules/702.33", params={"edition": day})
    assert answer.status_code == 404
    assert "2026-08-07" in Read(answer.text).text


@pytest.mark.parametrize("day", ["1990-01-01", "yesterday"])
@pytest.mark.parametrize("code", codes())
def test_a_search_as_of_no_edition_can_be_asked_again(room: Client, code: str, day: str) -> None:
    answer = room.get(f"/{code}/search", params={"q": "kicker", "in": "it", "edition": day})
    page = Read(answer.text)
    assert answer.status_code == 404 and page.faults == []
    assert page.one("input", id="q").attributes["value"] == "kicker"
    assert "selected" in page.one("option", value="it").attributes
    notice = page.one("p", role="alert").text
    assert day in notice and "2026-08-07" in notice


@pytest.mark.parametrize(
    ("says", "path", "blamed", "spared"),
    [
        ("the first is too early", "/en/diff/1991-01-01/2026-08-07", "1991-01-01", "“2026-08-07"),
        ("the second is no day", "/en/diff/2026-08-07/2026-13-01", "2026-13-01", "“2026-08-07"),
        ("the first is no day", "/en/diff/then/2026-08-07", "then", "“2026-08-07"),
    ],
)
def test_only_the_wrong_day_is_blamed(
    room: Client, says: str, path: str, blamed: str, spared: str
) -> None:
    answer = room.get(path)
    assert answer.status_code == 404
    text = Read(answer.text).one("main").text
    assert f"“{blamed}”" in text and spared not in text, says


def test_what_was_looked_for_is_told_as_it_came(room: Client) -> None:
    assert "“a-b-2026-01-16”" in Read(room.get("/en/nowhere/a-b-2026-01-16").text).text


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("/IT/", "/it/"),
        ("/IT", "/it/"),
        ("/It/rules/702.33d", "/it/rules/702.33d"),
        ("/es-AR/search?q=man%C3%A1", "/es/search?q=man%C3%A1"),
        ("/en_US/rules/kicker", "/en/rules/kicker"),
    ],
)
def test_a_language_spelt_otherwise_leads_to_its_pages(
    room: Client, asked: str, there: str
) -> None:
    answer = room.get(asked)
    assert (answer.status_code, answer.headers["location"]) == (302, there)


@pytest.mark.parametrize("path", ["/fr/", "/fr", "/FR/rules/702.33d", "/pt-BR/search?q=x"])
def test_a_language_that_there_is_not_says_which_there_are(room: Client, path: str) -> None:
    answer = room.get(path, headers={"accept-language": "en"})
    page = Read(answer.text)
    assert answer.status_code == 404 and page.faults == []
    assert f"“{path.split('/')[1]}”" in page.text
    main = page.one("main").text
    assert all(name in main for name in ("italiano", "español", "English"))


def test_a_word_that_begins_as_a_language_does_stays_whole(room: Client) -> None:
    """Of /enlist the beginning was taken for English."""
    page = Read(room.get("/enlist", headers={"accept-language": "en"}).text)
    assert "702.154" in page.one("main").text


def test_what_has_not_changed_is_not_sent_again(room: Client) -> None:
    first = room.get("/it/rules/702.33d")
    assert first.headers["cache-control"] == "no-cache"
    again = room.get("/it/rules/702.33d", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    etag = first.headers["etag"]
    assert etag.startswith("W/"), "packed it is not the same, byte for byte"
    for named in (f'"other", {etag}', etag.removeprefix("W/")):
        answer = room.get("/it/rules/702.33d", headers={"if-none-match": named})
        assert (answer.status_code, answer.headers["etag"]) == (304, etag)
    other = room.get("/it/rules/702.33d", headers={"if-none-match": '"other"'})
    assert other.status_code == 200


def test_pages_are_packed_for_those_who_can_unpack(room: Client) -> None:
    packed = room.get("/it/rules", headers={"accept-encoding": "gzip"})
    plain = room.get("/it/rules", headers={"accept-encoding": "gzip;q=0, identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) // 2


def test_heads_are_answered_without_body(room: Client) -> None:
    assert room.head("/it/rules/702.33d").status_code == 200


def test_an_edition_that_comes_in_is_seen_at_once(open_room: OpenRoom, own_folder: Path) -> None:
    client = open_room(own_folder)
    before = client.get("/en/rules/702.9b").text
    with open_to_write(own_folder) as store:
        new = edition("en", "2027-01-01", kind=EditionKind.OFFICIAL, digest="new")
        put(store, document(rule("702.9", title="Flying"), rule("702.9b", "It flies."), of=new))
    after = client.get("/en/rules/702.9b").text
    assert "It flies." in after and "It flies." not in before
    found = Read(client.get("/en/search?q=flies").text)
    assert "702.9b" in found.text  # the index follows


def test_a_base_that_takes_the_place_of_another_is_seen_at_once(
    open_room: OpenRoom, own_folder: Path, tmp_path: Path
) -> None:
    client = open_room(own_folder)
    assert client.get("/en/rules/702.9b").status_code == 200
    other = tmp_path / "other"
    with open_to_write(other) as store:
        put(store, document(rule("702.9b", "Another base."), of=edition("en")))
        indexing.build(store)
        store.db.execute("PRAGMA journal_mode = DELETE")
    for rest in own_folder.glob(f"{FILE}-*"):
        rest.unlink()
    os.replace(other / FILE, own_folder / FILE)
    assert "Another base." in client.get("/en/rules/702.9b").text


def test_a_base_that_is_gone_is_told(open_room: OpenRoom, own_folder: Path) -> None:
    client = open_room(own_folder)
    assert client.get("/it/rules/702.33").status_code == 200
    (own_folder / FILE).unlink()
    answer = client.get("/it/rules/702.33")
    assert answer.status_code == 503
    assert answer.headers["retry-after"]


def test_a_base_that_is_locked_is_shown_as_it_was(open_room: OpenRoom, own_folder: Path) -> None:
    with open_to_write(own_folder) as store:
        store.db.execute("PRAGMA journal_mode = DELETE")
        client = open_room(own_folder)
        kept = client.get("/it/rules/702.33")
        store.db.execute("BEGIN EXCLUSIVE")
        locked = client.get("/it/rules/702.33")
        store.db.rollback()
    assert locked.status_code == 200 and locked.content == kept.content


def test_a_question_that_takes_too_long_is_given_up(open_room: OpenRoom, own_folder: Path) -> None:
    client = open_room(own_folder, seconds=0.0)
    assert client.get("/it/rules/702").status_code == 503


def test_the_glossary_from_a_to_z(open_room: OpenRoom, own_folder: Path) -> None:
    entries = [GlossaryEntry("Tap / Untap", "See rule 702.33a."), GlossaryEntry("Zeal", "Much.")]
    with open_to_write(own_folder) as store:
        put(store, document(rule("702.9b"), of=edition("en"), glossary=entries))
    client = open_room(own_folder)
    for code in ("en", "it"):
        index = Read(client.get(f"/{code}/glossary").text)
        assert index.faults == []
        hrefs = [each.attributes["href"] for each in index.all("a")]
        assert {"#T", "#Z", f"/{code}/glossary/Zeal"} <= set(hrefs)
        (address,) = [href for href in hrefs if "Untap" in href]
        page = Read(client.get(address).text)
        assert page.faults == []
        assert page.one("h1").text == "Tap / Untap"
        assert page.one("a", rel="next").attributes["href"] == f"/{code}/glossary/Zeal"
        assert f"/{code}/rules/702.33a" in {each.attributes["href"] for each in page.all("a")}
    assert index.one("p", class_="notice").text.endswith("inglese.")  # it says whose glossary


def test_what_was_kept_longest_goes_first() -> None:
    shelf = Shelf(limit=8_000)
    for name in range(6):
        shelf.put(name, Ready(bytes(1_500 - name), "text/plain"))
        shelf.get(0)
    assert shelf.size <= 8_000
    assert shelf.get(0) is not None and shelf.get(1) is None
    shelf.put("huge", Ready(os.urandom(5_000), "text/plain"))
    assert shelf.get("huge") is None


def test_what_is_packed_is_what_was_sent() -> None:
    page = Ready(b"a" * 5_000, "text/html")
    assert page.packed is not None and gzip.decompress(page.packed) == page.body
    assert Ready(b"small", "text/html").packed is None
