"""The table in docs/editions.md is what the real editions give."""

from pathlib import Path

import pytest

from benchmarks.editions import PAGE, page


@pytest.mark.real_text
def test_the_table_is_true(shared: Path) -> None:
    assert PAGE.read_text(encoding="utf-8") == page(shared / "cr"), (
        "run `python -m benchmarks editions` and look at what changed"
    )
