"""New files: what they may take the place of, and what not."""

import os
from pathlib import Path

import pytest

from kb.errors import Unwritable
from kb.new_place import new_file


def test_a_device_or_a_pipe_is_never_replaced(tmp_path: Path) -> None:
    """For root ``--force /dev/null`` would take the device away from the whole machine."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(Unwritable, match="no ordinary file"), new_file(pipe, force=True) as file:
        file.write(b"page")
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_link_stays_one(tmp_path: Path) -> None:
    page, link = tmp_path / "page.html", tmp_path / "link.html"
    page.write_bytes(b"old")
    link.symlink_to(page)
    with pytest.raises(Unwritable, match="--force"), new_file(link) as file:
        file.write(b"new")
    with new_file(link, force=True) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert page.read_bytes() == b"new"
