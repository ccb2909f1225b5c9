"""The page that verifies game states, and the processes behind it."""

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from kb import templates
from kb.lang import codes
from kb.paths import data_dir
from kb.state_text import documents
from kb.verify import Verified, verify_each
from search.verifying.judge import answer
from search.verifying.judged import Answer, Question
from search.verifying.scenarios import scenarios
from search.web.judges import LARGEST, Failed, Judges
from tests.web.conftest import BAD, Client
from tests.web.reading import Read
from tests.web.working.test_compare_page import page

ENLIST = """\
format: mtg-state/1
title: A creature that came this turn is tapped for enlist
turn: {number: 4, active: Ada}
objects:
  veteran: {type: Creature, pt: 2/2, abilities: [enlist], owner: Ada}
  recruit: {type: Creature, pt: 3/1, owner: Ada, controlled_since: 4}
history:
  - do: attack
    by: Ada
    attackers:
      - who: veteran
        attacks: Bruno
        enlist:
          - {taps: recruit}
"""
SLOW = "format: mtg-state/1\nturn: {number: 4, active: A}\nobjects:\n" + "".join(
    f"  o{n}: {{type: Creature, pt: 0/0, owner: A, counters: {{loyalty: 3}}}}\n"
    for n in range(2500)
)
SAID = {
    "en": ("violates", "Recruit", "line 14"),
    "es": ("se infringe", "Recruit", "línea 14"),
    "it": ("violata", "Recruit", "riga 14"),
}


def sent(room: Client, code: str, text: str, status: int = 200, **fields: str) -> Read:
    answer = room.post(f"/{code}/verify", data={"text": text, **fields})
    assert answer.status_code == status
    assert answer.headers["cache-control"] == "no-store"
    found = Read(answer.text)
    assert found.faults == [] and not found.all("style")
    return found


def lines(found: Read, kind: str) -> set[str]:
    """The lines of the document that are of a kind."""
    return {
        each.attributes["id"]
        for each in found.all("li", class_=kind)
        if each.attributes.get("id", "").startswith("L")
    }


@pytest.mark.parametrize("code", codes())
def test_verdicts_with_their_evidence_in_the_document(room: Client, code: str) -> None:
    found = sent(room, code, ENLIST)
    for words in SAID[code]:
        assert words.lower() in found.text.lower()
    nodes = [
        each.attributes["class"]
        for each in found.elements
        if "node" in each.attributes.get("class", "").split()
    ]
    assert nodes[0] == "node violates" and len(set(nodes)) > 1
    assert {"L6", "L14"} <= lines(found, "violates")  # the recruit, and its being tapped
    assert found.one("textarea", id="text").text.lstrip("\n") == ENLIST
    for link in found.all("a"):
        target = link.attributes["href"]
        if target.startswith(("#L", "#v")):
            assert any(each.attributes.get("id") == target[1:] for each in found.elements), target


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("name", templates.names())
def test_a_template_is_loaded_and_verified(room: Client, code: str, name: str) -> None:
    loaded = page(room, f"/{code}/verify?new={name}").one("textarea", id="text").text
    assert loaded.lstrip("\n") == templates.template(code, name)
    found = sent(room, code, loaded)
    assert not lines(found, "violates")


def test_examples_come_with_it_and_no_other_file(room: Client) -> None:
    found = page(room, "/es/verify")
    names = {each.attributes["value"] for each in found.all("option")}
    assert names == set(scenarios())
    name = "examples/702-19b-1"
    text = page(room, f"/es/verify?example={name}").one("textarea", id="text").text
    assert text.lstrip("\n") == (data_dir() / f"scenarios/{name}.yaml").read_text("utf-8")
    for bad in ("../en/messages", "/etc/passwd", "examples/../../x", "", "examples\\x"):
        answer = room.get("/es/verify", params={"example": bad, "new": bad})
        assert answer.status_code == 200
        assert not Read(answer.text).one("textarea", id="text").text.strip()


@pytest.mark.parametrize("name", sorted(scenarios())[::12])
def test_the_same_verdicts_as_the_command(name: str) -> None:
    text = scenarios()[name].text
    (wanted,) = verify_each(documents(text, name="-"))
    assert isinstance(wanted, Verified)
    (got,) = answer(Question(text, "en")).judged
    told = sorted((n.rule, t.prop, t.place.at, t.outcome) for n in got.nodes for t in n.verdicts)
    assert told == sorted((str(v.rule), v.prop, str(v.at), str(v.outcome)) for v in wanted.verdicts)
    assert got.missed == () and got.met == wanted.met


@pytest.mark.parametrize(
    ("says", "text", "line"),
    [
        ("a misspelt key", ENLIST.replace("turn:", "turm:"), "L3"),
        ("YAML that is none", ENLIST.replace("2/2, ", "{2}{R}, "), "L5"),
        ("a copy of itself", ENLIST.replace("pt: 3/1", "copy_of: recruit"), "L6"),
        ("JSON that is none", '{"format": "mtg-state/1",\n"objects": {,}}', "L2"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_line(
    room: Client, says: str, text: str, line: str
) -> None:
    found = sent(room, "it", text, 422)
    assert lines(found, "violates") == {line}, says
    assert found.all("span", class_="error")


def test_json_has_its_lines_too(room: Client) -> None:
    text = json.dumps(next(documents(ENLIST, name="-")).value, indent=1)
    (line,) = [n for n, each in enumerate(text.splitlines(), 1) if "controlled_since" in each]
    assert f"L{line}" in lines(sent(room, "en", text), "violates")


def test_several_documents(room: Client) -> None:
    found = sent(room, "en", f"{ENLIST}---\n{ENLIST}---\nformat: x\n", 422)
    assert len(found.all("h3", class_="document")) == 2
    assert found.all("div", class_="notice warn")


def test_what_is_sent_is_no_markup(room: Client) -> None:
    bad = BAD.replace("\x00", "").replace("\u202e", "")
    text = ENLIST.replace("A creature that came", "'" + bad.replace("'", "''") + "' #")
    for name in (text, ENLIST.replace("recruit", "x</li><script>alert(1)</script>"), bad):
        answer = room.post("/it/verify", data={"text": name})
        assert answer.status_code in (200, 422)
        assert "<script>alert" not in answer.text and "<img" not in answer.text
        assert Read(answer.text).faults == []


@pytest.mark.parametrize(
    ("says", "text", "status"),
    [
        ("empty", "", 422),
        ("blank", " \n ", 422),
        ("too long", "a" * (LARGEST + 1), 422),
        ("too long in bytes", "é" * (LARGEST // 2 + 1), 422),
        ("no text", "\x00\x01", 422),
        ("half a sign", "a: \ud800", 422),
        ("very deep", "[" * 90_000, 422),
        ("many lines", "\n" * 150_000 + "a: 1", 422),
        ("many documents", "---\n{}\n" * 20_000, 422),
    ],
)
def test_bounds(room: Client, says: str, text: str, status: int) -> None:
    body = "text=" + _quoted(text)
    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer = room.post("/it/verify", content=body.encode(), headers=kind)
    assert answer.status_code == status, says
    assert Read(answer.text).faults == []
    assert len(answer.content) < 1_500_000


def _quoted(text: str) -> str:
    from urllib.parse import quote_from_bytes

    return quote_from_bytes(text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/json", b"{}", 415),
        ("multipart/form-data; boundary=x", b"--x--", 415),
        ("", b"text=a", 415),
        ("application/x-www-form-urlencoded", b"&".join([b"a=1"] * 500), 415),
        ("application/x-www-form-urlencoded", b"text=\xff", 415),
        ("application/x-www-form-urlencoded", b"text=" + b"a" * 2**21, 413),
    ],
)
def test_what_is_no_form_is_refused(room: Client, kind: str, body: bytes, status: int) -> None:
    answer = room.post("/it/verify", content=body, headers={"content-type": kind} if kind else {})
    assert answer.status_code == status


# -- the processes -----------------------------------------------------------------------


def judged(*texts: str, **limits: Any) -> tuple[list[Answer | Failed], list[int]]:
    """The answers one after the other, and the judges that are left of them."""

    async def asked() -> tuple[list[Answer | Failed], list[int]]:
        judges = Judges(**limits)
        try:
            found = [await judges.judge(Question(text, "en")) for text in texts]
            return found, [process.pid for process, _ in judges._idle]
        finally:
            await judges.close()

    return asyncio.run(asked())


def test_what_takes_too_long_is_killed() -> None:
    (slow,), left = judged(SLOW, seconds=0.15)
    assert slow is Failed.TIME and left == []


def test_a_judge_that_stands_still_is_replaced() -> None:
    async def stopped() -> tuple[list[Answer | Failed], int]:
        judges = Judges(1, seconds=5.0)
        try:
            found = [await judges.judge(Question(ENLIST, "en"))]
            pid = judges._idle[0][0].pid
            os.kill(pid, signal.SIGSTOP)
            return found + [await judges.judge(Question(ENLIST, "en")) for _ in range(2)], pid
        finally:
            await judges.close()

    (before, meanwhile, after), pid = asyncio.run(stopped())
    assert isinstance(before, Answer) and isinstance(after, Answer)
    assert meanwhile is Failed.TIME
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_what_needs_too_much_memory_ends_the_judge_alone() -> None:
    large = "".join(SLOW.splitlines(keepends=True)[:700])

    async def asked(memory: int) -> tuple[list[Answer | Failed], int]:
        judges = Judges(1, seconds=60.0, memory=memory)
        try:
            small = await judges.judge(Question(ENLIST, "en"))
            status = Path(f"/proc/{judges._idle[0][0].pid}/status").read_text()
            peak = int(status.split("VmPeak:")[1].split()[0]) * 1024
            rest = [await judges.judge(Question(text, "en")) for text in (large, ENLIST)]
            return [small, *rest], peak
        finally:
            await judges.close()

    (small, big, _), peak = asyncio.run(asked(2**40))
    assert isinstance(small, Answer) and isinstance(big, Answer)
    (small, big, next_one), _ = asyncio.run(asked(peak + 2**21))
    assert isinstance(small, Answer) and isinstance(next_one, Answer)
    assert big is Failed.MEMORY


@pytest.mark.skipif(os.name == "nt", reason="there are no signals")
@pytest.mark.parametrize(
    ("says", "number", "failed"),
    [
        ("a fault of the program or of the interpreter", signal.SIGSEGV, Failed.CRASH),
        ("its own clock", signal.SIGALRM, Failed.TIME),
        ("the system has no memory left", signal.SIGKILL, Failed.MEMORY),
    ],
)
def test_how_a_judge_ended_is_told(
    caplog: pytest.LogCaptureFixture, says: str, number: int, failed: Failed
) -> None:
    async def ended() -> Answer | Failed:
        judges = Judges(1, seconds=30.0)
        try:
            await judges.judge(Question(ENLIST, "en"))
            pid = judges._idle[0][0].pid
            os.kill(pid, signal.SIGSTOP)  # so that it has the question when it ends
            asked = asyncio.create_task(judges.judge(Question(ENLIST, "en")))
            await asyncio.sleep(0.05)
            os.kill(pid, number)
            os.kill(pid, signal.SIGCONT)
            return await asked
        finally:
            await judges.close()

    assert asyncio.run(ended()) is failed, says
    assert any("verify" in record.message for record in caplog.records)
    assert any("-11" in record.message for record in caplog.records) == (failed is Failed.CRASH)


def test_no_more_judges_wait_than_work() -> None:
    """One that is made ready for whoever comes, and one that whoever came first had to start."""

    async def warmed() -> int:
        judges = Judges(1, seconds=30.0)
        try:
            judges.warm()
            await judges.judge(Question(ENLIST, "en"))
            assert judges._warming is not None
            await judges._warming
            return len(judges._idle)
        finally:
            await judges.close()

    assert asyncio.run(warmed()) == 1


def test_one_judge_serves_many_and_is_let_go_at_the_end() -> None:
    answers, left = judged(*[ENLIST] * 5, seconds=20.0)
    assert all(isinstance(each, Answer) for each in answers) and len(left) == 1
    with pytest.raises(ProcessLookupError):
        os.kill(left[0], 0)


def test_a_crowd_is_told_to_come_back() -> None:
    async def crowd() -> list[Answer | Failed]:
        judges = Judges(1, seconds=20.0)
        try:
            asking = [judges.judge(Question(ENLIST, "en")) for _ in range(12)]
            return list(await asyncio.gather(*asking))
        finally:
            await judges.close()

    answers = asyncio.run(crowd())
    assert answers.count(Failed.BUSY) == 3
    assert sum(isinstance(each, Answer) for each in answers) == 9


def test_a_judge_that_was_killed_is_replaced() -> None:
    async def killed() -> list[Answer | Failed]:
        judges = Judges(1, seconds=20.0)
        try:
            first = await judges.judge(Question(ENLIST, "en"))
            process, _ = judges._idle[0]
            process.kill()
            await process.wait()
            return [first, *[await judges.judge(Question(ENLIST, "en")) for _ in range(2)]]
        finally:
            await judges.close()

    first, second, third = asyncio.run(killed())
    assert all(isinstance(each, Answer) for each in (first, second, third))


@pytest.mark.parametrize("failed", list(Failed))
@pytest.mark.parametrize("code", codes())
def test_why_there_is_no_answer_is_said(
    room: Client, monkeypatch: pytest.MonkeyPatch, code: str, failed: Failed
) -> None:
    async def fails(self: Judges, question: Question) -> Failed:
        return failed

    monkeypatch.setattr(Judges, "judge", fails)
    found = sent(room, code, ENLIST, 503)
    assert len(found.all("p", class_="notice warn")) == 1
    assert found.one("textarea", id="text").text.lstrip("\n") == ENLIST


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("text", ["", "  \n "])
def test_nothing_to_verify_is_said(room: Client, code: str, text: str) -> None:
    found = sent(room, code, text, 422)
    assert found.one("p", role="alert").text
    assert page(room, f"/{code}/verify").all("p", role="alert") == []
