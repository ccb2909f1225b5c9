"""Parts: rows as they were, whole files or none."""

import json
from pathlib import Path

import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

from search.distributed.parts import FORMS, Row, being_written

ROWS = [
    Row("a.jsonl", 7, '{"file": "a.jsonl", "rules": {}}', None, False, ()),
    Row("a.jsonl", 8, '{"text": "\udc80 perché"}', None, True, ("702.33a", "704.5g")),
    Row("\udcff.yaml", None, None, "\udcff.yaml: no UTF-8", False, ()),
]


@pytest.mark.parametrize("form", FORMS)
def test_rows_are_read_as_they_were_written(tmp_path: Path, form: str) -> None:
    path = tmp_path / "part"
    with being_written(str(path), form) as sink:
        for row in ROWS:
            sink.write(row)
    if form == "jsonl":
        found = [json.loads(line) for line in path.read_bytes().splitlines()]
        assert found[2]["file"] == "\udcff.yaml"
    else:
        found = pq.read_table(path).to_pylist()
        assert found[2]["file"] == "\\udcff.yaml"  # Parquet has no other way to say it
        found = [{**row, "answer": row["answer"] and json.loads(row["answer"])} for row in found]
    assert [row["number"] for row in found] == [7, 8, None]
    assert [row["rules"] for row in found] == [[], ["702.33a", "704.5g"], []]
    assert [row["finding"] for row in found] == [False, True, False]
    assert found[1]["answer"] == {"text": "\udc80 perché"}
    assert found[2]["answer"] is None and found[2]["error"]
    assert (sink.rows, sink.unread, sink.findings) == (3, 1, 1)


@pytest.mark.parametrize("form", FORMS)
def test_a_part_of_no_rows_can_be_read(tmp_path: Path, form: str) -> None:
    path = tmp_path / "part"
    with being_written(str(path), form):
        pass
    assert path.read_bytes() == b"" if form == "jsonl" else pq.read_table(path).num_rows == 0


@pytest.mark.parametrize("form", FORMS)
def test_what_breaks_off_leaves_nothing(tmp_path: Path, form: str) -> None:
    path = tmp_path / "part"
    with pytest.raises(ZeroDivisionError), being_written(str(path), form) as sink:
        sink.write(ROWS[0])
        raise ZeroDivisionError
    assert not path.exists()


def test_many_rows_are_not_kept_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "part"
    with being_written(str(path), "parquet") as sink:
        for number in range(10_000):
            sink.write(Row("a", number, "{}", None, False, ()))
    table = pq.ParquetFile(path)
    assert table.num_row_groups == 3
    assert table.read(["number"]).to_pydict()["number"] == list(range(10_000))
