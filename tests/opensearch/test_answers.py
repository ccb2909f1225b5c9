"""What is made of answers that no OpenSearch gives."""

import json
import ssl
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("opensearchpy")

from kb.errors import StoreError
from search.engine import Word
from search.engines.opensearch import connection
from search.engines.opensearch.address import address
from search.engines.opensearch.connection import Cluster, Refused, Unreachable
from search.engines.opensearch.searcher import Searcher
from tests.opensearch.answering import Answering, Said, asking, server

LOGIN = {"REGULAE_OPENSEARCH_USER": "ada", "REGULAE_OPENSEARCH_PASSWORD": "s3cret"}


COUNTS_BELOW_NOTHING = {
    "aggregations": {name: {"buckets": [{"doc_count": -1}] * 2} for name in ("then", "ever")}
}
DEEP = b"[" * 100_000 + b"]" * 100_000


@pytest.mark.parametrize(
    ("says", "said"),
    [
        ("nothing", Said(b"")),
        ("no JSON", Said(b"{")),
        ("another kind", Said(b"<html>", headers=(("content-type", "text/html"),))),
        ("no UTF-8", Said(b'"\xff\xfe"')),
        ("JSON without an end to its depth", Said(DEEP)),
        ("what is packed", Said(b"\x1f\x8b\x08", headers=(("content-encoding", "gzip"),))),
        ("a way to elsewhere", Said(b"", 302, (("location", "http://127.0.0.1:1/"),))),
        ("a status of its own", Said(b"[1]", 299)),
        ("an error that is none", Said(b'{"error": 7}', 400)),
        ("an error of a thousand lines", Said(json.dumps({"error": "x\n" * 9999}).encode(), 400)),
        ("a list", Said(b"[]")),
        ("a number", Said(b"7")),
        ("other names", Said(b'{"hits": {}}')),
        ("no shard answered", Said(b'{"hits": {"hits": []}, "timed_out": false, "_shards": {}}')),
        ("counts that are none", Said(json.dumps(COUNTS_BELOW_NOTHING).encode())),
    ],
)
def test_an_odd_answer_is_told_in_one_line(says: str, said: Said) -> None:
    with server(lambda *_: said) as url:
        with pytest.raises(StoreError) as told:
            Searcher(asking(url, **LOGIN), "index", 5).search(Word("island"))
        assert url in str(told.value) and "\n" not in str(told.value), says
        assert len(str(told.value)) < 1000 and "s3cret" not in str(told.value), says


def hit(**changed: Any) -> dict[str, Any]:
    row = ["rule", "702.33", "en", 1, 7, None]
    return {"_score": None, "_source": {"row": {"match": row}}, "sort": [1.5, 0], **changed}


def matches(*hits: dict[str, Any]) -> Answering:
    counted = {"buckets": [{"doc_count": 3}, {"doc_count": 1}]}
    answer = {
        "aggregations": {"then": counted, "ever": counted},
        "hits": {"hits": hits},
        "timed_out": False,
        "_shards": {"failed": 0},
    }
    return lambda *_: Said(json.dumps(answer).encode())


def test_a_match_as_it_should_be() -> None:
    with server(matches(hit())) as url:
        [match] = Searcher(asking(url), "index", 5).search(Word("island"))
    assert (match.number, match.text_key, match.score) == ("702.33", 7, 1.5)


@pytest.mark.parametrize(
    ("says", "changed"),
    [
        ("no score", {"sort": [None, 0]}),
        ("a score without an end", {"sort": [float("inf"), 0]}),
        ("a score that is none", {"sort": [float("nan"), 0]}),
        ("words for a score", {"sort": ["9", 0]}),
        ("nothing to sort by", {"sort": []}),
        ("no row", {"_source": {}}),
        ("a short row", {"_source": {"row": {"match": ["rule"]}}}),
        ("a number for a language", {"_source": {"row": {"match": ["r", "7", 7, 1, 7, None]}}}),
        ("words for a text", {"_source": {"row": {"match": ["r", "7", "en", 1, "7", None]}}}),
        ("a list for a title", {"_source": {"row": {"match": ["r", "7", "en", 1, 7, []]}}}),
    ],
)
def test_odd_matches(says: str, changed: dict[str, Any]) -> None:
    with (
        server(matches(hit(), hit(**changed))) as url,
        pytest.raises(StoreError, match="in a way that is not its own"),
    ):
        Searcher(asking(url), "index", 5).search(Word("island"))


def test_more_matches_than_were_asked_for() -> None:
    with server(matches(*[hit()] * 9)) as url, pytest.raises(StoreError, match="not its own"):
        Searcher(asking(url), "index", 5).search(Word("island"))


def test_an_answer_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST_ANSWER", 10_000)
    with server(lambda *_: Said(b'"' + b"x" * 20_000 + b'"')) as url:
        with pytest.raises(StoreError, match="more than 10000 bytes"):
            asking(url).ask("GET", "/")
        monkeypatch.setattr(connection, "LONGEST_ANSWER", 30_000)
        assert len(asking(url).ask("GET", "/")) == 20_000


def test_an_answer_that_trickles() -> None:
    with server(lambda *_: Said(b'"' + b"x" * 1000 + b'"', pause=0.02)) as url:
        start = time.monotonic()
        with pytest.raises(Unreachable, match=r"no whole answer in 0\.1 seconds"):
            Cluster(address(url, {}), delays=()).ask("GET", "/", wait=0.1)
        assert time.monotonic() - start < 5


@pytest.mark.parametrize("with_tls", [False, True])
def test_a_head_that_trickles(certificate: Path, with_tls: bool) -> None:
    tls = None
    if with_tls:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate)
    with server(lambda *_: Said(b"{}", pause=0.05, names=90), tls=tls) as url:
        start = time.monotonic()
        cluster = Cluster(address(url, {"REGULAE_OPENSEARCH_CA": f"{certificate}.crt"}), delays=())
        with pytest.raises(Unreachable, match=r"no whole answer in 0\.3 seconds"):
            cluster.ask("GET", "/", wait=0.3)
        assert time.monotonic() - start < 3


def test_what_is_no_answer_is_asked_for_once() -> None:
    asked: list[str] = []

    def odd(method: str, path: str, body: bytes) -> Said:
        asked.append(path)
        return Said(b'"\xff\xfe"')

    with server(odd) as url, pytest.raises(StoreError, match="is something else there"):
        asking(url).ask("GET", "/")
    assert asked == ["/"]


@pytest.mark.parametrize(
    ("says", "why", "status", "login"),
    [
        ("a login that may not", "security_exception", 403, True),
        ("a cluster that takes no more", "cluster_block_exception", 403, False),
        ("a cluster that makes no index", "index_create_block_exception", 403, False),
        ("a cluster that is asked too much", "rejected_execution_exception", 429, False),
    ],
)
def test_why_it_is_refused(says: str, why: str, status: int, login: bool) -> None:
    cause = {"type": why, "reason": "blocked \x1b[31m by\n\u202e"}
    said = Said(json.dumps({"error": {"root_cause": [cause], **cause}}).encode(), status)
    with server(lambda *_: said) as url, pytest.raises(Refused) as told:
        asking(url).ask("GET", "/")
    assert ("REGULAE_OPENSEARCH_USER" in str(told.value)) is login, says
    assert f"GET /: {status} {why}: blocked" in str(told.value), says
    assert str(told.value).isprintable(), says


def test_it_is_told_in_the_language_of_the_answer() -> None:
    with server(lambda *_: Said(b"<html>")) as url, pytest.raises(StoreError) as told:
        asking(url).ask("GET", "/")
    assert "in un modo che non è il suo" in told.value.told("it")
    assert "de una forma que no es la suya" in told.value.told("es")


def test_nobody_is_followed_elsewhere() -> None:
    asked: list[str] = []

    def elsewhere(method: str, path: str, body: bytes) -> Said:
        asked.append(path)
        return Said(b"", 307, (("location", "/elsewhere"),))

    with server(elsewhere) as url, pytest.raises(Refused, match="307"):
        asking(url, **LOGIN).ask("GET", "/here")
    assert asked == ["/here"]


def test_a_login_that_is_not_taken() -> None:
    with server(lambda *_: Said(b"{}", 401)) as url, pytest.raises(Refused) as told:
        asking(url, **LOGIN).ask("GET", "/")
    assert "REGULAE_OPENSEARCH_PASSWORD" in str(told.value) and "s3cret" not in str(told.value)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Key and certificate of 127.0.0.1, signed by nobody else."""
    place = tmp_path_factory.mktemp("tls") / "own.pem"
    command = [
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=x",
        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(place), "-out", f"{place}.crt",
    ]  # fmt: skip
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("no openssl: it makes the certificate of this test")
    place.write_text(place.read_text() + Path(f"{place}.crt").read_text())
    return place


def test_whom_a_certificate_does_not_name_is_told_nothing(certificate: Path) -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    asked: list[str] = []

    def answer(method: str, path: str, body: bytes) -> Said:
        asked.append(path)
        return Said(b"{}")

    with server(answer, tls=tls) as url:
        with pytest.raises(Unreachable, match="REGULAE_OPENSEARCH_CA"):
            asking(url, **LOGIN).ask("GET", "/unknown")
        with pytest.raises(Unreachable):  # the right certificate, the wrong name
            other = url.replace("127.0.0.1", "localhost")
            asking(other, REGULAE_OPENSEARCH_CA=f"{certificate}.crt").ask("GET", "/named")
        assert asking(url, REGULAE_OPENSEARCH_CA=f"{certificate}.crt").ask("GET", "/known") == {}
    assert asked == ["/known"]
