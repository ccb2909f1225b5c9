"""The page of what changed between two editions."""

from pathlib import Path

import pytest

from kb.edition import EditionKind
from kb.lang import codes
from kb.store import open_to_write
from tests.factories import document, edition, put, rule
from tests.kb.test_diff import BASE, became, official, put_edition
from tests.web.conftest import BAD, Client, OpenRoom
from tests.web.reading import Read
from tests.web.working.test_compare_page import page

BETWEEN = "/diff/2020-01-15/2021-04-22"


def listed(found: Read) -> list[str]:
    return [each.text.strip().split("\n")[0] for each in found.all("article")]


@pytest.mark.parametrize("code", codes())
def test_words_are_marked_and_moves_linked_at_both_ends(worked: Client, code: str) -> None:
    found = page(worked, f"/{code}{BETWEEN}?kind=changed")
    assert [each.text.strip() for each in found.all("del")] == ["shuffles"]
    assert [each.text.strip() for each in found.all("ins")] == ["mixes"]
    moved = page(worked, f"/{code}{BETWEEN}?kind=moved")
    links = [each.attributes["href"] for each in moved.all("a", class_="no")]
    old = links.index(f"/{code}/rules/702.32b?edition=2020-01-15")
    assert links[old + 1] == f"/{code}/rules/702.33b?edition=2021-04-22"
    for address in links[old : old + 2]:
        assert worked.get(address).status_code == 200


def test_kinds_are_counted_and_each_leads_to_its_own(worked: Client) -> None:
    found = page(worked, f"/it{BETWEEN}")
    (menu,) = [e for e in found.all("nav") if e.attributes.get("class") == "kinds"]
    counts = {}
    for link in found.all("a"):
        name, _, figure = link.text.rpartition(" ")
        if name and figure.isdigit() and name in menu.text and "diff" in link.attributes["href"]:
            counts[name] = (int(figure), link.attributes["href"])
    total, _ = counts.pop("tutti")
    assert sum(count for count, _ in counts.values()) == total > 180
    for count, address in counts.values():
        seen: list[str] = []
        while address:
            part = page(worked, address)
            seen += listed(part)
            further = part.all("a", rel="next")
            address = further[0].attributes["href"] if further else ""
        assert len(seen) == len(set(seen)) == count


def test_sections_lead_to_the_page_where_they_begin(worked: Client) -> None:
    found = page(worked, f"/en{BETWEEN}")
    stops = [e.attributes["href"] for e in found.all("a") if "#s" in e.attributes["href"]]
    assert len(stops) > 2
    for stop in stops:
        there, _, anchor = stop.partition("#")
        assert page(worked, there).one("section", id=anchor)


def test_one_rule_and_its_whole_text(worked: Client) -> None:
    short = page(worked, f"/en{BETWEEN}/103.2")
    assert len(listed(short)) == 1
    (switch,) = [e.attributes["href"] for e in short.all("a") if "full=1" in e.attributes["href"]]
    whole = page(worked, switch)
    assert "nobody knows where any card" in whole.text


@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("/es/diff?old=2020-01-15&new=2021-04-22&what=", f"/es{BETWEEN}"),
        ("/es/diff?old=2020-01-15&new=2021-04-22&what=kicker", f"/es{BETWEEN}/kicker"),
        (f"/es{BETWEEN}?edition=2021-04-22", f"/es{BETWEEN}"),
    ],
)
def test_the_form_leads_to_the_address(worked: Client, asked: str, leads_to: str) -> None:
    answer = worked.get(asked)
    assert (answer.status_code, answer.headers["location"]) == (302, leads_to)


@pytest.mark.parametrize(
    "path", ["/diff/x/y", "/diff/1995-01-01/2021-04-22", f"{BETWEEN}/xyzzy", f"{BETWEEN}/702.9b-a"]
)
def test_what_is_not_there_is_said(worked: Client, path: str) -> None:
    assert worked.get(f"/it{path}").status_code == 404


@pytest.mark.parametrize("query", ["kind=x", "page=²", "page=99999", "full=0&page=-1", "kind="])
def test_a_query_that_means_nothing_does_no_harm(worked: Client, query: str) -> None:
    assert worked.get(f"/it{BETWEEN}?{query}").status_code == 200


def test_nobody_waits_for_one_who_writes(own_folder: Path, open_room: OpenRoom) -> None:
    with open_to_write(own_folder) as store:
        put_edition(store, BASE, official("2020-01-15"))
        put_edition(store, became(BASE, ("shuffles", "mixes")), official("2021-04-22"))
    room = open_room(own_folder, seconds=20.0)  # the lock is waited for a minute
    with open_to_write(own_folder) as store, store.writing():
        assert "mixes" in page(room, f"/en{BETWEEN}").text


def test_one_edition_is_no_diff(room: Client) -> None:
    found = page(room, "/it/diff")
    assert "almeno due edizioni" in found.text and not found.all("select", name_="old")


def test_texts_are_no_markup(own_folder: Path, open_room: OpenRoom) -> None:
    with open_to_write(own_folder) as store:
        for date, word in (("2026-08-20", "one"), ("2026-09-01", "another")):
            text = f"Here stand many words that stay as they are, and {word} that does not. {BAD}"
            of = edition("en", date, kind=EditionKind.OFFICIAL, source=BAD, digest=date)
            put(store, document(rule("702.34", title=BAD), rule("702.34b", text), of=of))
    hostile = open_room(own_folder)
    answer = hostile.get("/en/diff/2026-08-20/2026-09-01?full=1")
    assert answer.status_code == 200
    assert Read(answer.text).faults == []
    assert "<script>alert" not in answer.text and "&lt;script&gt;alert" in answer.text
    asked = hostile.get("/en/diff", params={"old": BAD, "new": BAD, "what": BAD})
    assert "<script>" not in hostile.get(asked.headers["location"]).text
