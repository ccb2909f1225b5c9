"""What is made of answers that no OpenSearch gives, and of those that say: later."""

import json
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("opensearchpy")

from kb.errors import NoEngine, StoreError
from search.engine import Document, Word
from search.engines.opensearch import connection, filling
from search.engines.opensearch.address import address
from search.engines.opensearch.connection import Cluster, Refused
from search.engines.opensearch.filling import Line, fill, lines
from search.engines.opensearch.searcher import Searcher

LOGIN = {"REGULAE_OPENSEARCH_USER": "ada", "REGULAE_OPENSEARCH_PASSWORD": "s3cret"}


class Said(NamedTuple):
    """An answer."""

    content: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("content-type", "application/json"),)
    pause: float = 0.0
    """Seconds between two bytes."""


Answering = Callable[[str, str, bytes], Said]
"""Method, path and body of a question in, an answer out."""


@contextmanager
def server(answer: Answering, *, tls: ssl.SSLContext | None = None) -> Iterator[str]:
    """Somebody who answers in the place of OpenSearch."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            said = answer(self.command, self.path, body)
            self.send_response(said.status)
            for name, value in said.headers:
                self.send_header(name, value)
            self.send_header("content-length", str(len(said.content)))
            self.end_headers()
            try:
                if not said.pause:
                    self.wfile.write(said.content)
                    return
                for at in range(len(said.content)):
                    self.wfile.write(said.content[at : at + 1])
                    self.wfile.flush()
                    time.sleep(said.pause)  # what is tested is that nobody waits for it
            except OSError:
                pass  # whoever asked has gone

        do_GET = do_PUT = do_DELETE = do_HEAD = do_POST

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.daemon_threads = True
    if tls is not None:
        running.socket = tls.wrap_socket(running.socket, server_side=True)
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http{'s' * (tls is not None)}://127.0.0.1:{running.server_port}"
    finally:
        running.shutdown()
        thread.join()
        running.server_close()


def asking(url: str, **settings: str) -> Cluster:
    return Cluster(address(url, settings), delays=(0.0, 0.0))


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
        with pytest.raises((StoreError, NoEngine)) as told:
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
        with pytest.raises(NoEngine, match="more than 10000 bytes"):
            asking(url).ask("GET", "/")
        monkeypatch.setattr(connection, "LONGEST_ANSWER", 30_000)
        assert len(asking(url).ask("GET", "/")) == 20_000


def test_an_answer_that_trickles() -> None:
    with server(lambda *_: Said(b'"' + b"x" * 1000 + b'"', pause=0.02)) as url:
        start = time.monotonic()
        with pytest.raises(NoEngine, match=r"more than 0\.1 seconds"):
            Cluster(address(url, {}), delays=()).ask("GET", "/", wait=0.1)
        assert time.monotonic() - start < 5


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
        with pytest.raises(NoEngine, match="REGULAE_OPENSEARCH_CA"):
            asking(url, **LOGIN).ask("GET", "/unknown")
        with pytest.raises(NoEngine):  # the right certificate, the wrong name
            other = url.replace("127.0.0.1", "localhost")
            asking(other, REGULAE_OPENSEARCH_CA=f"{certificate}.crt").ask("GET", "/named")
        assert asking(url, REGULAE_OPENSEARCH_CA=f"{certificate}.crt").ask("GET", "/known") == {}
    assert asked == ["/known"]


# -- bulks that are not taken at once ----------------------------------------------------------


def texts(count: int) -> list[Line]:
    every = [Document((f"w{n}", "x" * 50), "rule", "100.1", "en", 1, n, None) for n in range(count)]
    return list(lines(every))


class Bulks:
    """Takes documents, some of them only later."""

    def __init__(self, *, later: Callable[[int, str], int | None]) -> None:
        self.taken: list[str] = []
        self.sizes: list[int] = []
        self.most_at_once = 0
        self._at_once = 0
        self._tries: dict[str, int] = {}
        self._later = later
        self._lock = threading.Lock()

    def __call__(self, method: str, path: str, body: bytes) -> Said:
        with self._lock:
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            self.sizes.append(len(body))
        items = [self._item(json.loads(line)) for line in body.splitlines()[::2]]
        with self._lock:
            self._at_once -= 1
        errors = any("error" in item["create"] for item in items)
        return Said(json.dumps({"errors": errors, "items": items}).encode())

    def _item(self, action: Any) -> dict[str, Any]:
        name = action["create"]["_id"]
        with self._lock:
            tries = self._tries[name] = self._tries.get(name, 0) + 1
            status = self._later(tries, name)
            if status is None:
                self.taken.append(name)
                return {"create": {"_id": name, "status": 201}}
        error = {"type": "rejected", "reason": "the queue is full"}
        return {"create": {"_id": name, "status": status, "error": error}}


def test_no_more_is_sent_than_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "BLOCK", 10_000)
    bulks = Bulks(later=lambda tries, name: None)
    every = texts(2000)
    with server(bulks) as url:
        assert fill(asking(url), "index", every) == 0
    assert sorted(map(int, bulks.taken)) == list(range(2000))
    assert max(bulks.sizes) <= 10_000 and len(bulks.sizes) > 20
    assert bulks.most_at_once <= filling.IN_FLIGHT


def test_only_what_was_not_taken_is_sent_again() -> None:
    bulks = Bulks(later=lambda tries, name: 429 if name[-1] == "7" and tries < 4 else None)
    with server(bulks) as url:
        assert fill(asking(url), "index", texts(100), delays=(0.0,) * 3) == 30
    assert sorted(map(int, bulks.taken)) == list(range(100))


def test_what_was_there_already_is_not_sent_again() -> None:
    bulks = Bulks(later=lambda tries, name: 409)
    with server(bulks) as url:
        assert fill(asking(url), "index", texts(10)) == 0


def test_what_is_never_taken_is_told() -> None:
    bulks = Bulks(later=lambda tries, name: 503 if name == "3" else None)
    with (
        server(bulks) as url,
        pytest.raises(StoreError, match=r"did not take 1 documents .* the queue is full"),
    ):
        fill(asking(url), "index", texts(10), delays=(0.0,) * 3)


def test_what_can_never_be_taken_is_sent_once() -> None:
    bulks = Bulks(later=lambda tries, name: 400 if name == "3" else None)
    with server(bulks) as url, pytest.raises(StoreError, match="does not take a document: 400"):
        fill(asking(url), "index", texts(10), delays=(0.0,) * 3)
    assert len(bulks.sizes) == 1


def test_a_bulk_that_comes_too_soon_is_sent_again() -> None:
    bulks = Bulks(later=lambda tries, name: None)
    asked = 0

    def busy(method: str, path: str, body: bytes) -> Said:
        nonlocal asked
        asked += 1
        return bulks(method, path, body) if asked > 2 else Said(b"{}", 429)

    with server(busy) as url:
        fill(asking(url), "index", texts(10), delays=(0.0,) * 3)
    assert len(bulks.taken) == 10


@pytest.mark.parametrize(
    ("says", "answer"),
    [
        ("fewer answers than documents", {"errors": True, "items": []}),
        (
            "about another document",
            {"errors": True, "items": [{"create": {"_id": "9", "status": 200}}]},
        ),
        ("no status", {"errors": True, "items": [{"create": {"_id": "0"}}]}),
        ("no word of errors", {"items": []}),
    ],
)
def test_odd_answers_to_a_bulk(says: str, answer: object) -> None:
    with (
        server(lambda *_: Said(json.dumps(answer).encode())) as url,
        pytest.raises(StoreError, match="in a way that is not its own"),
    ):
        fill(asking(url), "index", texts(1), delays=())
