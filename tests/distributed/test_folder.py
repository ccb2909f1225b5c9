"""The folder of the parts: gone on with, guarded, and never half."""

import json
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from search.distributed.addresses import SCRATCH, place_of
from search.distributed.errors import OtherWork, SourceChanged
from search.distributed.orders import Record
from tests.distributed import making

LINES = 120


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return making.log(tmp_path / "log.jsonl", LINES)


@pytest.fixture
def out(tmp_path: Path) -> str:
    return str(tmp_path / "out")


class _BrokenOff(Exception):
    """What ends a run in its middle."""


def broken_off(client: Client, log: Path, out: str, *, after: int = 2) -> set[int]:
    """A run that ends in its middle; the partitions that were answered."""
    came: set[int] = set()

    def end(record: Record) -> None:
        came.add(record.number)
        if len(came) == after:
            raise _BrokenOff

    with pytest.raises(_BrokenOff):
        making.ran(client, making.job(str(log)), out, end)
    return came


def test_a_run_that_was_broken_off_goes_on(threads: Client, log: Path, out: str) -> None:
    came = broken_off(threads, log, out)
    assert not Path(out, "manifest.json").exists()
    before = {number: Path(out, f"parts/{number:06}.jsonl").stat().st_mtime_ns for number in came}
    again: list[int] = []
    totals = making.ran(
        threads, making.job(str(log)), out, lambda record: again.append(record.number)
    )
    assert totals.kept >= 2 and totals.kept + len(again) == totals.parts > 4
    assert not came & set(again)
    for number, time in before.items():
        assert Path(out, f"parts/{number:06}.jsonl").stat().st_mtime_ns == time
    assert making.answers(making.rows(out)) == making.serial(str(log))


def test_the_manifest_tells_of_all_partitions(threads: Client, log: Path, out: str) -> None:
    totals = making.ran(threads, making.job(str(log)), out)
    told = json.loads(Path(out, "manifest.json").read_bytes())
    assert told["work"]["command"] == "verify" and told["work"]["format"] == "regulae-parts/1"
    assert told["totals"]["rows"] == LINES == totals.rows
    ranges = [each["partition"] for each in told["partitions"]]
    assert [each["start"] for each in ranges[1:]] == [each["end"] for each in ranges[:-1]]
    assert ranges[-1]["end"] == log.stat().st_size
    assert sum(each["rows"] for each in told["partitions"]) == LINES


def test_nothing_is_done_twice(threads: Client, log: Path, out: str) -> None:
    making.ran(threads, making.job(str(log)), out)
    totals = making.ran(threads, making.job(str(log)), out)
    assert totals.kept == totals.parts and totals.rows == LINES


@pytest.mark.parametrize(
    ("says", "damage"),
    [
        ("a part that is gone", lambda out: Path(out, "parts/000001.jsonl").unlink()),
        ("a part that is cut", lambda out: Path(out, "parts/000001.jsonl").write_bytes(b"{")),
        ("a record that is cut", lambda out: Path(out, "done/000001.json").write_bytes(b'{"nu')),
        ("a record of nothing", lambda out: Path(out, "done/000001.json").write_bytes(b"{}")),
    ],
)
def test_what_is_damaged_is_done_again(
    threads: Client, log: Path, out: str, says: str, damage: Any
) -> None:
    making.ran(threads, making.job(str(log)), out)
    damage(out)
    again: list[int] = []
    making.ran(threads, making.job(str(log)), out, lambda record: again.append(record.number))
    assert again == [1], says
    assert making.answers(making.rows(out)) == making.serial(str(log))


def test_a_source_that_changed_is_told(threads: Client, log: Path, out: str) -> None:
    [*came] = broken_off(threads, log, out)
    content = bytearray(log.read_bytes())
    start = json.loads(Path(out, f"done/{came[0]:06}.json").read_bytes())["partition"]["start"]
    content[content.index(b'"', start) + 1] ^= 1
    log.write_bytes(content)
    with pytest.raises(
        SourceChanged, match=rf"bytes \d+ to \d+: changed since partition {came[0]}"
    ):
        making.ran(threads, making.job(str(log)), out)


def test_a_source_that_was_only_copied_is_the_same(threads: Client, log: Path, out: str) -> None:
    other = log.with_name("game.json")
    other.write_bytes(making.lines()[0])
    names = (str(log), str(other))
    making.ran(threads, making.job(*names), out)
    for path in (log, other):
        content = path.read_bytes()
        path.unlink()
        path.write_bytes(content)
    totals = making.ran(threads, making.job(*names), out)
    assert totals.kept == totals.parts
    other.write_bytes(making.lines()[1])
    with pytest.raises(SourceChanged, match=r"game\.json: changed since"):
        making.ran(threads, making.job(*names), out)


def test_a_source_that_has_fewer_partitions_is_told(
    threads: Client, log: Path, out: str, tmp_path: Path
) -> None:
    other = making.log(tmp_path / "more.jsonl", 5)
    making.ran(threads, making.job(str(log), str(other)), out)
    with pytest.raises(SourceChanged, match="now there are only"):
        making.ran(threads, making.job(str(log)), out)


@pytest.mark.parametrize(
    ("says", "other"),
    [
        ("other options", {"settings": making.SETTINGS.__class__("it", for_programs=True)}),
        ("another form", {"form": "parquet"}),
        ("partitions of another size", {"size": 2**15}),
    ],
)
def test_other_work_needs_another_folder(
    threads: Client, log: Path, out: str, says: str, other: dict[str, Any]
) -> None:
    making.ran(threads, making.job(str(log)), out)
    with pytest.raises(OtherWork, match=r"other work is in it \(.*wanted a new folder"):
        making.ran(threads, making.job(str(log), **other), out)


def test_a_folder_with_something_else_is_left_alone(
    threads: Client, log: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").touch()
    (tmp_path / "file").touch()
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "work.json").write_text("[]")
    for name, said in (("mine", "not empty"), ("file", "a file"), ("old", "not written by")):
        with pytest.raises(OtherWork, match=said):
            making.ran(threads, making.job(str(log)), str(tmp_path / name))


def test_what_killed_workers_left_is_taken_away(threads: Client, log: Path, out: str) -> None:
    broken_off(threads, log, out)
    left = Path(out, SCRATCH, "regulae-0123")
    left.parent.mkdir(exist_ok=True)
    left.write_bytes(b"half")
    making.ran(threads, making.job(str(log)), out)
    assert not left.parent.exists()


def test_a_store_in_memory_goes_on_as_well(threads: Client, log: Path, memory: str) -> None:
    broken_off(threads, log, memory)
    making.ran(threads, making.job(str(log)), memory)
    assert making.answers(making.rows(memory)) == making.serial(str(log))
    assert place_of(memory).below("manifest.json").there() is not None
