"""Fetching from a server that does all it should, and from one that does not."""

import gzip
from collections.abc import Callable
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from ingest.fetch import Fetcher, Limits, product
from ingest.fetched import Fetched
from kb.errors import Unfetched, Unreadable
from tests.ingest.clocks import Hand
from tests.ingest.server import (
    Answer,
    dripping,
    dripping_headers,
    endless,
    moved,
    no_http,
    page,
    reset,
    served,
    silent,
    status,
)

RULE = "702.33. Kicker\n"
LIMITS = Limits(largest=100_000)


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def fetcher(tmp_path: Path, hand: Hand) -> Any:
    """Makes fetchers on one folder; all are closed at the end."""
    made: list[Fetcher] = []

    def make(**options: Any) -> Fetcher:
        usual: dict[str, Any] = {"allow_private": True, "clock": hand.clock(), "limits": LIMITS}
        fetcher = Fetcher(Fetched(tmp_path / "fetched"), **(usual | options))
        made.append(fetcher)
        return fetcher

    yield make
    for each in made:
        each.__exit__()


Make = Callable[..., Fetcher]


def test_a_document_is_fetched_and_kept(fetcher: Make, hand: Hand) -> None:
    with served(rules=page(RULE)) as site:
        arrival, content = fetcher().fetch(site.address("/rules#702"), source="mine")
    assert content == RULE.encode()
    assert arrival.address == arrival.answered == site.address("/rules")
    assert (arrival.size, arrival.source) == (len(RULE), "mine")
    assert arrival.at.timestamp() == int(hand.clock().wall())
    assert fetcher().fetched.content(arrival) == content
    assert site.paths == ["/robots.txt", "/rules"]
    headers = site.asked[1][1]
    assert headers["user-agent"] == product()
    assert product().startswith("regulae")
    assert headers["accept-encoding"] == "gzip"


def test_a_host_is_asked_once_a_second(fetcher: Make, hand: Hand) -> None:
    with served(a=page("a"), b=page("b")) as site:
        one = fetcher()
        one.fetch(site.address("/a"))
        one.fetch(site.address("/b"))
        assert site.paths == ["/robots.txt", "/a", "/b"]
        assert hand.slept == [1.0, 1.0]
        hand.time += 0.25
        one.fetch(site.address("/a"))
        assert hand.slept == [1.0, 1.0, 0.75]
        one.fetch(site.address("/a", host="localhost"))
        assert hand.slept == [1.0, 1.0, 0.75, 1.0], "another host does not wait for the first"


@pytest.mark.parametrize(
    ("says", "robots", "allowed"),
    [
        ("missing", status(404), True),
        ("nobody may see it", status(403), True),
        ("empty", page(""), True),
        ("all forbidden", page("User-agent: *\nDisallow: /\n"), False),
        ("this page forbidden", page("User-agent: *\nDisallow: /rules\n"), False),
        ("another one forbidden", page("User-agent: *\nDisallow: /private\n"), True),
        (
            "we are let in",
            page("User-agent: *\nDisallow: /\n\nUser-agent: regulae\nAllow: /"),
            True,
        ),
        ("we are kept out", page("User-agent: Regulae\nDisallow: /\n"), False),
        ("with a mark of order", page("\ufeffUser-agent: *\nDisallow: /\n"), False),
        ("not text", page(bytes(range(256))), True),
        ("far too long", page("User-agent: *\nDisallow: /\n" + "# more\n" * 200_000), False),
        ("without an end", [endless], True),
        ("led on to", [moved("/elsewhere")], False),
        ("led on in a circle", moved("/robots.txt"), False),
        ("out of order", status(500), False),
        ("broken off", reset, False),
    ],
)
def test_robots(fetcher: Make, says: str, robots: Answer, allowed: bool) -> None:
    elsewhere = page("User-agent: *\nDisallow: /rules\n")
    with served(robots=robots, rules=page(RULE), elsewhere=elsewhere) as site:
        if allowed:
            assert fetcher().fetch(site.address("/rules"))[1] == RULE.encode(), says
        else:
            with pytest.raises(Unfetched, match=r"robots\.txt"):
                fetcher().fetch(site.address("/rules"))
            assert "/rules" not in site.paths, says


def test_robots_ask_for_more_time(fetcher: Make, hand: Hand) -> None:
    with served(robots=page("User-agent: *\nCrawl-delay: 7\n"), rules=page(RULE)) as site:
        fetcher().fetch(site.address("/rules"))
    assert hand.slept == [7.0]
    with (
        served(robots=page("User-agent: *\nCrawl-delay: 900\n"), rules=page(RULE)) as site,
        pytest.raises(Unfetched, match="900 seconds between"),
    ):
        fetcher().fetch(site.address("/rules"))


@pytest.mark.parametrize(
    ("code", "reason"),
    [(404, "no such page"), (410, "gone"), (403, "not let us"), (401, "password"), (418, "418")],
)
def test_no_document(fetcher: Make, hand: Hand, code: int, reason: str) -> None:
    with served(rules=status(code)) as site, pytest.raises(Unfetched, match=reason):
        fetcher().fetch(site.address("/rules"))
    assert site.paths.count("/rules") == 1, "asked again in vain"


@pytest.mark.parametrize("broken", [status(500), status(502), status(503), reset, no_http])
def test_out_of_order_and_well_again(fetcher: Make, hand: Hand, broken: Answer) -> None:
    with served(robots=page(""), rules=[broken, broken, page(RULE)]) as site:
        assert fetcher().fetch(site.address("/rules"))[1] == RULE.encode()
    assert site.paths.count("/rules") == 3
    assert hand.slept == [1.0, 1.0, 2.0], "each time later"


def test_out_of_order_for_good(fetcher: Make, hand: Hand) -> None:
    with (
        served(robots=page(""), rules=status(500)) as site,
        pytest.raises(Unfetched, match=r"answered 500\) \(asked 4 times"),
    ):
        fetcher().fetch(site.address("/rules"))
    assert site.paths.count("/rules") == 4
    assert hand.slept == [1.0, 1.0, 2.0, 4.0]
    assert list(fetcher().fetched.arrivals()) == []


def test_retry_after(fetcher: Make, hand: Hand) -> None:
    busy = status(429, retry_after="17")
    date = status(503, retry_after=formatdate(hand.clock().wall() + 18 + 40, usegmt=True))
    rubbish = status(503, retry_after="soon")
    with served(robots=page(""), rules=[busy, date, rubbish, page(RULE)]) as site:
        assert fetcher().fetch(site.address("/rules"))[1] == RULE.encode()
    assert hand.slept[:2] == [1.0, 17.0]
    assert hand.slept[2] == pytest.approx(40, abs=1)
    assert hand.slept[3] == 4.0


def test_retry_after_an_hour_is_not_waited_for(fetcher: Make, hand: Hand) -> None:
    with (
        served(robots=page(""), rules=status(429, retry_after="3600")) as site,
        pytest.raises(Unfetched, match="come back in 3600 seconds"),
    ):
        fetcher().fetch(site.address("/rules"))
    assert site.paths.count("/rules") == 1
    assert hand.slept == [1.0]


def test_what_has_not_changed_is_not_sent_again(fetcher: Make) -> None:
    with served(rules=page(RULE, etag='"1"', cache_control="max-age=86400")) as site:
        first, content = fetcher().fetch(site.address("/rules"))
        second, again = fetcher().fetch(site.address("/rules"))
    assert content == again == RULE.encode()
    assert [headers.get("if-none-match") for path, headers in site.asked if path == "/rules"] == [
        None,
        '"1"',
    ]
    assert first.hash == second.hash
    assert len(list(fetcher().fetched.arrivals())) == 2, "when it was asked last is noted"


def test_what_has_changed_is_sent(fetcher: Make) -> None:
    old, new = page("old", etag='"1"'), page("new", etag='"2"')
    with served(rules=[old, new]) as site:
        first, _ = fetcher().fetch(site.address("/rules"))
        second, content = fetcher().fetch(site.address("/rules"))
    assert content == b"new"
    assert fetcher().fetched.content(first) == b"old", "what arrived before stays"
    assert fetcher().fetched.last(site.address("/rules")) == second


def test_offline(fetcher: Make) -> None:
    with served(rules=[page("old"), page("new"), status(500)]) as site:
        address = site.address("/rules")
        fetcher().fetch(address)
        fetcher().fetch(address)
    arrival, content = fetcher(offline=True).fetch(address)
    assert content == b"new"
    assert len(list(fetcher().fetched.arrivals())) == 2, "reading again is no arrival"
    with pytest.raises(Unfetched, match="never fetched"):
        fetcher(offline=True).fetch(site.address("/other"))
    kept = fetcher().fetched.folder / "documents" / arrival.hash
    kept.write_bytes(b"nev")
    with pytest.raises(Unfetched, match="not what was fetched on"):
        fetcher(offline=True).fetch(address)
    kept.unlink()
    with pytest.raises(Unfetched, match="fetch it again"):
        fetcher(offline=True).fetch(address)


def test_an_address_that_leads_on(fetcher: Make) -> None:
    with served(old=moved("/newer", 301), newer=moved("new?x=1", 307)) as site:
        site.pages["/new?x=1"] = [page(RULE)]
        arrival, content = fetcher().fetch(site.address("/old"))
    assert content == RULE.encode()
    assert (arrival.address, arrival.answered) == (site.address("/old"), site.address("/new?x=1"))


@pytest.mark.parametrize(
    ("says", "location", "reason"),
    [
        ("to itself", "/a", "in a circle"),
        ("in a circle", "/b", "in a circle"),
        ("for ever", "/1", "more than 5 times"),
        ("to a file", "file:///etc/passwd", "no address"),
        ("with a password", "http://me:secret@127.0.0.1/", "user name"),
        ("nowhere", "https://", "no address"),
        ("to rubbish", "http://[::1/", "Invalid URL"),
        ("to a forbidden page", "/forbidden", "asks programs not to read"),
    ],
)
def test_an_address_that_leads_astray(fetcher: Make, says: str, location: str, reason: str) -> None:
    steps = {str(n): moved(f"/{n + 1}") for n in range(1, 9)}
    robots = page("User-agent: *\nDisallow: /forbidden\n")
    with (
        served(
            robots=robots, a=moved(location), b=moved("/a"), forbidden=page(RULE), **steps
        ) as site,
        pytest.raises(Unfetched, match=reason),
    ):
        fetcher().fetch(site.address("/a"))
    assert "/forbidden" not in site.paths, says


HOSTS = {
    "rules.test": ("127.0.0.1",),
    "inner.test": ("10.0.0.1",),
    "mixed.test": ("127.0.0.1", "169.254.169.254"),
    "10.0.0.1": ("10.0.0.1",),
    "none.test": (),
}


def _resolve(host: str, port: int) -> tuple[str, ...]:
    return HOSTS[host]


@pytest.mark.parametrize("target", ["inner.test", "mixed.test", "10.0.0.1"])
def test_private_addresses_are_refused(fetcher: Make, target: str) -> None:
    """As if 127.0.0.1 were of the public net; by name, by number, and behind a redirect."""
    one = fetcher(allow_private=False, resolve=_resolve, public=lambda each: each == "127.0.0.1")
    with served(rules=page(RULE), on=moved(f"http://{target}/rules")) as site:
        assert one.fetch(site.address("/rules", host="rules.test"))[1] == RULE.encode()
        with pytest.raises(Unfetched, match="inside this machine or its network"):
            one.fetch(f"http://{target}/rules")
        with pytest.raises(Unfetched, match="--allow-private"):
            one.fetch(site.address("/on", host="rules.test"))


def test_the_loopback_is_private(fetcher: Make) -> None:
    with served(rules=page(RULE)) as site:
        for host in ("127.0.0.1", "localhost"):
            with pytest.raises(Unfetched, match="inside this machine"):
                fetcher(allow_private=False).fetch(site.address("/rules", host=host))
    assert site.asked == []


def test_a_name_without_an_address(fetcher: Make) -> None:
    with pytest.raises(Unfetched, match="has no address"):
        fetcher(resolve=_resolve).fetch("http://none.test/")


@pytest.mark.parametrize(
    ("says", "answer", "reason"),
    [
        ("without an end", endless, "larger than the 100000 bytes"),
        ("a large one", page(b"x" * 100_001), "100001 bytes are more than"),
        ("a length that is a lie", page(RULE, content_length="900"), "connection failed"),
        ("an impossible length", page(RULE, content_length="9" * 400), "connection failed|more"),
        ("headers without an end", dripping_headers, "connection failed"),
        ("broken off", reset, "connection failed"),
        ("no HTTP", no_http, "connection failed"),
        (
            "a bomb",
            page(gzip.compress(b"\0" * 50_000_000), content_encoding="gzip"),
            "larger than the 100000 bytes",
        ),
        (
            "a bomb in a bomb",
            page(gzip.compress(gzip.compress(b"\0" * 9_000_000)), content_encoding="gzip, gzip"),
            "packed as 'gzip, gzip'",
        ),
        ("packed otherwise", page(RULE, content_encoding="br"), "packed as 'br'"),
        ("packed, not", page(RULE, content_encoding="gzip"), "damaged"),
        (
            "packed, half",
            page(gzip.compress(RULE.encode())[:-9], content_encoding="gzip"),
            "ends too early",
        ),
    ],
)
def test_hostile_answers(
    fetcher: Make, tmp_path: Path, says: str, answer: Answer, reason: str
) -> None:
    with (
        served(robots=page(""), rules=answer) as site,
        pytest.raises(Unfetched, match=reason),
    ):
        fetcher().fetch(site.address("/rules"))
    assert list(fetcher().fetched.arrivals()) == [], says
    assert not (tmp_path / "fetched" / "documents").exists(), says


def test_packed(fetcher: Make) -> None:
    packed = page(gzip.compress(RULE.encode()), content_encoding="gzip", etag='"1"')
    with served(rules=packed) as site:
        assert fetcher().fetch(site.address("/rules"))[1] == RULE.encode()
        assert fetcher().fetch(site.address("/rules"))[1] == RULE.encode(), "from the cache too"


def test_a_slow_drip_is_given_up(fetcher: Make) -> None:
    slow = Hand(each_look=1.0)
    with (
        served(robots=page(""), rules=dripping) as site,
        pytest.raises(Unfetched, match="takes too long"),
    ):
        fetcher(clock=slow.clock()).fetch(site.address("/rules"))
    assert site.paths.count("/rules") == 1, "it is not asked for a second drip"


def test_silence_is_given_up(fetcher: Make) -> None:
    limits = Limits(silence=0.02, attempts=2)
    with (
        served(robots=page(""), rules=silent) as site,
        pytest.raises(Unfetched, match="does not answer in time"),
    ):
        fetcher(limits=limits).fetch(site.address("/rules"))


@pytest.mark.parametrize(
    "address",
    ["ftp://example.org/", "http://", "http://me:secret@example.org/", "http://example.org:99999/",
     "http://example.org/a b", "http://[::1/", "//example.org/", "http://example.org:0/"],
)  # fmt: skip
def test_no_address(fetcher: Make, address: str) -> None:
    with pytest.raises(Unreadable, match="address") as caught:
        fetcher().fetch(address)
    assert "secret" not in str(caught.value)
