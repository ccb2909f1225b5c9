"""Cutting: nothing is lost between partitions, and the same files are cut alike."""

import hashlib
import io
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.distributed.cutting import partitions, ranges
from search.distributed.errors import SourceChanged
from search.distributed.listing import seen
from search.distributed.orders import Bunch, File, Range

LOGS = st.lists(st.binary(max_size=12).map(lambda line: line.replace(b"\n", b"")), max_size=40)


class _Slow(io.BytesIO):
    """A stream that gives a few bytes at a time, as those of a net may."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(size if size is not None and size >= 0 else 5, 5))


@given(LOGS, st.booleans(), st.integers(1, 40))
def test_the_ranges_are_the_file(lines: list[bytes], ended: bool, size: int) -> None:
    content = b"\n".join(lines) + (b"\n" if ended else b"")
    file = File("log", "file:///log", len(content))
    cut = list(ranges(file, io.BytesIO(content), size))
    assert [each.start for each in cut] == [0, *(each.end for each in cut)][: len(cut)]
    assert (cut[-1].end if cut else 0) == len(content)
    for each in cut:
        bytes_of = content[each.start : each.end]
        assert each.digest == hashlib.sha256(bytes_of).hexdigest()
        assert each.line == content[: each.start].count(b"\n") + 1
        assert bytes_of.endswith(b"\n") or each is cut[-1]
        # No more than the line that reached the size.
        assert b"\n" not in bytes_of[max(0, size - 1) : -1]
    assert cut == list(ranges(file, _Slow(content), size))


def test_a_log_that_grows_meanwhile_is_refused() -> None:
    with pytest.raises(SourceChanged, match="log: 4 bytes, and 2 when it was listed"):
        list(ranges(File("log", "file:///log", 2), io.BytesIO(b"a\nb\n"), 100))


def test_files_are_bunched_up_to_a_size_and_logs_stand_alone(tmp_path: Path) -> None:
    for name, size in (("a", 40), ("b", 40), ("c", 40), ("d.jsonl", 10), ("e", 500), ("f", 1)):
        (tmp_path / name).write_bytes(b"x" * (size - 1) + b"\n")
    found = [seen(str(path)) for path in sorted(tmp_path.iterdir())]
    cut = partitions(found, by_lines=lambda name: name.endswith(".jsonl"), size=100)
    names = [
        [Path(file.name).name for file in each.files] if isinstance(each, Bunch) else "log"
        for each in cut
    ]
    assert names == [["a", "b"], ["c"], "log", ["e"], ["f"]]


def test_a_log_that_is_not_there_is_a_partition_that_says_so(tmp_path: Path) -> None:
    [bunch] = partitions([seen(str(tmp_path / "no.jsonl"))], by_lines=lambda name: True)
    assert isinstance(bunch, Bunch)
    assert bunch.files[0].size == -1


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    [bunch] = partitions([seen(str(tmp_path / "pipe.jsonl"))], by_lines=lambda name: True)
    assert isinstance(bunch, Bunch)
    assert "cannot be read twice" in bunch.files[0].unread


def test_an_empty_log_is_no_partition(tmp_path: Path) -> None:
    (tmp_path / "no.jsonl").touch()
    assert not list(partitions([seen(str(tmp_path / "no.jsonl"))], by_lines=lambda name: True))


def test_a_partition_is_called_by_its_bytes() -> None:
    called = Range("log", "file:///log", 5, 9, 2, "").called()
    assert called == "log, bytes 5 to 9" and called.told("it") == "log, byte da 5 a 9"
