"""Workers and one process answer the same, whatever the documents, and whoever dies meanwhile."""

import json
import os
import signal
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from distributed import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.model import Outcome
from kb.number import RuleNumber
from search.distributed.orders import Record
from search.verifying.work import Settings
from tests.distributed import making

NUMBERS: st.SearchStrategy[Any] = st.integers(-3, 40) | st.sampled_from(["7", None, [], "\udc80"])
"""What may stand where a document has a number; some of it is refused."""


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    """A line of a log: a scenario with other numbers in it, or no document at all."""
    line = draw(st.sampled_from(making.lines()))
    value = json.loads(line)
    if draw(st.booleans()):
        _changed(value, draw)
    damage = draw(st.sampled_from(["", "", "", "", "cut", "empty", "bytes", "twice"]))
    line = json.dumps(value, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")
    match damage:
        case "cut":
            return line[: len(line) // 2]
        case "empty":
            return b" \r"
        case "bytes":
            return line + b"\xff"
        case "twice":
            return b'{"format": "mtg-state/1", ' + line[1:]
    return line


def _changed(value: Any, draw: st.DrawFn) -> None:
    """Another number somewhere in it."""
    maps = [value]
    for each in maps:
        below = each.values() if isinstance(each, dict) else each
        maps += [one for one in below if isinstance(one, (dict, list))]
    places = [
        (each, key)
        for each in maps
        if isinstance(each, dict)
        for key, one in each.items()
        if isinstance(one, int) and not isinstance(one, bool)
    ]
    if places:
        where, key = draw(st.sampled_from(places))
        where[key] = draw(NUMBERS)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(documents(), min_size=1, max_size=30),
    st.booleans(),
    st.integers(1, 2**13),
    st.sampled_from(["jsonl", "parquet"]),
)
def test_any_log_is_answered_as_by_one_process(
    threads: Client,
    memory: str,
    tmp_path: Path,
    lines: list[bytes],
    ended: bool,
    size: int,
    form: str,
) -> None:
    content = b"\xef\xbb\xbf" * ended + b"\n".join(lines) + b"\n" * ended
    path = tmp_path / "log.jsonl"
    path.write_bytes(content)
    alone = making.serial(str(path))
    out = f"{memory}/{len(os.urandom(8).hex())}-{os.urandom(8).hex()}"
    totals = making.ran(threads, making.job(str(path), size=size, form=form), out)
    found = making.rows(out)
    assert making.answers(found) == alone
    assert totals.unread == len(alone.errors)
    assert totals.counts["documents"] == len(alone.answers)
    # Each line stands there once, in its order, unless it is blank.
    told = [number for number, line in enumerate(content.split(b"\n"), 1) if _says(line)]
    assert [row["number"] for row in found] == told
    assert totals.findings == sum(row["finding"] for row in found) == totals.counts["findings"]


def _says(line: bytes) -> bool:
    return bool(line.removeprefix(b"\xef\xbb\xbf").strip())


@pytest.mark.parametrize(
    "how",
    [
        Settings("it", spoken="it", for_programs=True),
        Settings("es", strict=True, explain=True, for_programs=True),
        Settings(
            "en", rules=(RuleNumber.parse("702"), RuleNumber.parse("704.5f")), for_programs=True
        ),
        Settings("en", only=(Outcome.VIOLATES, Outcome.CANNOT_TELL), for_programs=True),
    ],
)
def test_the_options_hold_for_workers(
    threads: Client, memory: str, tmp_path: Path, how: Settings
) -> None:
    path = making.log(tmp_path / "log.jsonl", 60)
    making.ran(threads, making.job(str(path), settings=how), memory)
    assert making.answers(making.rows(memory)) == making.serial(str(path), how)


def test_files_of_all_kinds_are_answered(threads: Client, memory: str, tmp_path: Path) -> None:
    line = making.lines()[0].decode()
    contents: dict[str, bytes] = {
        "a.yaml": f"{line}\n---\nformat: mtg-state/1\nobjects: {{a: {{zone: moon}}}}\n".encode(),
        "b.json": line.encode(),
        "c.jsonl": f"{line}\n\n{line}".encode(),
        "d.yml": b"\xff\xfe",
        "e.yaml": b"",
        "sub/f.yaml": f"{line}\n---\n{line}\n".encode(),
    }
    for name, content in contents.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    names = (str(tmp_path), str(tmp_path / "nowhere.yaml"))
    totals = making.ran(threads, making.job(*names), memory)
    alone = [making.serial(name) for name in names]
    found = making.answers(making.rows(memory))
    assert found.answers == alone[0].answers
    assert found.errors == alone[0].errors + alone[1].errors
    assert totals.unread == 4


def test_a_log_in_a_store_is_answered_like_a_file(
    threads: Client, memory: str, tmp_path: Path
) -> None:
    path = making.log(tmp_path / "log.jsonl", 100)
    making.put(f"{memory}/in/log.jsonl", path.read_bytes())
    making.ran(threads, making.job(f"{memory}/in"), f"{memory}/out")
    found = making.answers(making.rows(f"{memory}/out")).answers
    assert {answer["file"] for answer in found} == {f"{memory}/in/log.jsonl"}
    told = [{**answer, "file": str(path)} for answer in found]
    assert told == making.serial(str(path)).answers


def test_a_worker_that_is_killed_loses_and_doubles_nothing(
    processes: Client, tmp_path: Path
) -> None:
    path = making.log(tmp_path / "log.jsonl", 600)
    out = str(tmp_path / "out")
    alive = islice(processes.run(os.getpid).values(), 2)
    came: list[int] = []

    def kill(record: Record) -> None:
        """One worker after the third part, the other one after the sixth."""
        came.append(record.number)
        if len(came) in (3, 6):
            os.kill(next(alive), signal.SIGKILL)

    totals = making.ran(processes, making.job(str(path)), out, kill)
    assert next(alive, None) is None, "both workers were killed"
    assert sorted(came) == list(range(totals.parts))
    assert not totals.failed
    found = making.rows(out)
    assert [row["number"] for row in found] == list(range(1, 601))
    assert making.answers(found) == making.serial(str(path))
    names = {each.name for each in (tmp_path / "out").iterdir()}
    assert names == {"work.json", "parts", "done", "manifest.json"}, "nothing unfinished is left"
