"""The address of OpenSearch: what is refused, and that nothing secret is told again."""

from pathlib import Path

import pytest

from kb.errors import NoEngine
from search.engines.opensearch.address import Address, Host, address

LOGIN = {"REGULAE_OPENSEARCH_USER": "ada", "REGULAE_OPENSEARCH_PASSWORD": "s3cret"}


@pytest.mark.parametrize(
    ("says", "url", "hosts"),
    [
        ("TLS", "https://a.example:9201", (Host("a.example", 9201, "", True),)),
        ("a port of its own", "https://a.example", (Host("a.example", 9200, "", True),)),
        ("behind a path", "https://a.example/os/", (Host("a.example", 9200, "/os", True),)),
        ("this machine", "http://127.0.0.1:1", (Host("127.0.0.1", 1, "", False),)),
        ("this machine by name", "http://localhost:1", (Host("localhost", 1, "", False),)),
        ("this machine in IPv6", "http://[::1]:1", (Host("::1", 1, "", False),)),
        (
            "several",
            "https://a.example, https://b.example",
            (Host("a.example", 9200, "", True), Host("b.example", 9200, "", True)),
        ),
    ],
)
def test_hosts(says: str, url: str, hosts: tuple[Host, ...]) -> None:
    assert address(url, {}).hosts == hosts, says
    assert address(None, {"REGULAE_OPENSEARCH_URL": url}).hosts == hosts, says


@pytest.mark.parametrize(
    ("says", "url", "settings", "message"),
    [
        ("nothing", None, {}, "needs an address"),
        ("no scheme", "a.example:9200", {}, "no address of OpenSearch"),
        ("another scheme", "ftp://a.example", {}, "no address of OpenSearch"),
        ("no host", "https://", {}, "no address of OpenSearch"),
        ("no port", "https://a.example:x", {}, "no address of OpenSearch"),
        ("a query", "https://a.example/?x=s3cret", {}, "no address of OpenSearch"),
        ("plain to elsewhere", "http://a.example", {}, "can be read and changed"),
        ("plain to what looks like here", "http://localhost.example", {}, "can be read"),
        ("plain to all", "http://0.0.0.0", {}, "can be read"),
        ("one of several", "https://a.example http://b.example", {}, "can be read"),
        ("a user", "https://ada:s3cret@a.example", {}, "REGULAE_OPENSEARCH_USER"),
        ("a user, and odd", "ada:s3cret@a.example:x", {}, "REGULAE_OPENSEARCH_USER|no address"),
        (
            "a user without more",
            "https://a.example",
            {"REGULAE_OPENSEARCH_USER": "ada"},
            "only one",
        ),
        ("no file", "https://a.example", {"REGULAE_OPENSEARCH_CA": "/nowhere/ca"}, "no file"),
        ("a prefix", "https://a.example", {"REGULAE_OPENSEARCH_PREFIX": "A*"}, "cannot begin"),
        ("shards", "https://a.example", {"REGULAE_OPENSEARCH_SHARDS": "0"}, "from 1 to 64"),
        ("copies", "https://a.example", {"REGULAE_OPENSEARCH_REPLICAS": "-1"}, "from 0 to 10"),
        ("copies", "https://a.example", {"REGULAE_OPENSEARCH_REPLICAS": "²"}, "from 0 to 10"),
    ],
)
def test_refused(says: str, url: str | None, settings: dict[str, str], message: str) -> None:
    with pytest.raises(NoEngine, match=message) as told:
        address(url, settings)
    assert "s3cret" not in str(told.value), says


def test_plain_where_it_is_asked_for() -> None:
    told = address("http://a.example", {"REGULAE_OPENSEARCH_PLAIN_HTTP": "1"})
    assert not told.hosts[0].is_tls


def test_nothing_secret_is_shown(tmp_path: Path) -> None:
    ca = tmp_path / "ca.pem"
    ca.write_text("")
    told = address("https://a.example", {**LOGIN, "REGULAE_OPENSEARCH_CA": str(ca)})
    assert told.login == ("ada", "s3cret") and told.ca == ca
    assert "s3cret" not in f"{told} {told!r}" and str(told) == "https://a.example:9200"


def test_how_an_index_is_laid_out() -> None:
    settings = {
        "REGULAE_OPENSEARCH_PREFIX": "judges-2",
        "REGULAE_OPENSEARCH_SHARDS": "3",
        "REGULAE_OPENSEARCH_REPLICAS": "0",
    }
    hosts = (Host("a.example", 9200, "", True),)
    assert address("https://a.example", settings) == Address(
        hosts, prefix="judges-2", shards=3, replicas=0
    )
