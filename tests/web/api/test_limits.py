"""What a text or a question may take of the machine, and what happens to one that takes more."""

import os
import signal
import time
from pathlib import Path

import pytest

from search.web.api.problems import Refusal
from search.web.api.worker import Order
from search.web.api.workers import Limits, Workers
from tests.web.api.rooms import PREFIX, opened

_RANGES = ("rule 702.33a-z and " * 55_000).encode()[: 2**20]
"""Over a million numbers, an answer of many megabytes."""


def nobody_tells(text: str) -> None:
    return None


def extract(body: bytes) -> Order:
    return Order("/extract", [("text_lang", "en")], "en", body)


def test_a_worker_answers_again_and_again(base: Path) -> None:
    workers = Workers(base, nobody_tells, Limits())
    try:
        answers = {workers.answer(extract(b"rule 702.33a")) for _ in range(3)}
        with pytest.raises(Refusal) as refused:
            workers.answer(Order("/suggest", [], "en", b"\xff"))
        assert refused.value.kind == "unreadable-text"
        assert workers.answer(extract(b"rule 702.33a")) in answers
    finally:
        workers.close()
    assert len(answers) == 1


def test_one_that_takes_too_long_is_ended(base: Path) -> None:
    workers = Workers(base, nobody_tells, Limits(seconds=1.0))
    try:
        workers.answer(extract(b"rule 702.33a"))  # from here on it is awake
        begun = time.monotonic()
        with pytest.raises(TimeoutError):
            workers.answer(extract(_RANGES))
        assert time.monotonic() - begun < 20  # alone it goes on for half a minute
        assert b"702.33a" in workers.answer(extract(b"rule 702.33a"))
    finally:
        workers.close()


def test_one_that_takes_too_much_memory_is_refused(base: Path) -> None:
    workers = Workers(base, nobody_tells, Limits(seconds=300.0, memory=150 * 2**20))
    try:
        assert b"702.33a" in workers.answer(extract(b"rule 702.33a"))
        with pytest.raises(Refusal) as refused:
            workers.answer(extract(_RANGES))
        assert refused.value.kind == "too-costly"
        assert b"702.33a" in workers.answer(extract(b"rule 702.33a"))
    finally:
        workers.close()


def test_a_question_that_takes_too_long_is_given_up(base: Path) -> None:
    with opened(base, seconds=0.001) as client:
        answer = client.get(f"{PREFIX}/compare?what=702")
    assert answer.status_code == 503
    assert answer.json()["type"].rpartition("/")[2] in ("too-slow", "busy")
    assert answer.headers["retry-after"] == "5"


def test_who_comes_while_a_worker_starts_is_told_to_come_again(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = Workers(base, nobody_tells, Limits())
    try:
        monkeypatch.setattr("search.web.api.workers._START_SECONDS", 0.0)
        with pytest.raises(Refusal) as refused:
            workers.answer(extract(b"rule 702.33a"))
        assert refused.value.kind == "busy" and refused.value.status == 503
        started = workers._idle.get_nowait()
        workers._idle.put(started)
        monkeypatch.undo()
        assert b"702.33a" in workers.answer(extract(b"rule 702.33a"))
        assert workers._idle.get_nowait() is started  # it was not started in vain
        started.end()
    finally:
        workers.close()


@pytest.mark.skipif(os.name == "nt", reason="there are no signals")
@pytest.mark.parametrize(
    ("says", "number", "kind"),
    [
        ("memory ended inside a library", signal.SIGSEGV, "too-costly"),
        ("somebody stopped it", signal.SIGTERM, "failed"),
    ],
)
def test_how_a_worker_ended_is_told(
    base: Path, caplog: pytest.LogCaptureFixture, says: str, number: int, kind: str
) -> None:
    workers = Workers(base, nobody_tells, Limits())
    try:
        workers.answer(extract(b"rule 702.33a"))
        worker = workers._idle.get_nowait()
        workers._idle.put(worker)
        pid = worker._process.pid
        assert pid is not None
        os.kill(pid, number)
        with pytest.raises(Refusal) as refused:
            workers.answer(extract(b"rule 702.33a"))
        assert b"702.33a" in workers.answer(extract(b"rule 702.33a"))
    finally:
        workers.close()
    assert refused.value.kind == kind, says
    assert any(f"({-number})" in record.message for record in caplog.records)
