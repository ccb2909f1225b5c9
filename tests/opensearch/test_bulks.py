"""Bulks that OpenSearch does not take at once, or answers oddly."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("opensearchpy")

from kb.errors import StoreError
from search.engine import Document
from search.engines.opensearch import filling
from search.engines.opensearch.filling import Line, fill, lines
from tests.opensearch.answering import Said, asking, server


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
        pytest.raises(StoreError, match=r"did not take .*left: 1.* the queue is full"),
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
