"""A base of two invented editions, and the command lint over a folder."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kb.store import open_to_write
from search.cli import main
from tests.factories import put
from tests.test_lint_corrections import NEW, OLD


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("base")
    with open_to_write(folder) as store:
        put(store, OLD, NEW)
    return folder


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the commands run."""
    folder = tmp_path / "tree"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def lint(base: Path) -> Any:
    def linted(*args: str, stdin: bytes | None = None) -> Result:
        return CliRunner().invoke(
            main, ["--kb", str(base), "lint", *args], input=stdin, prog_name="regulae"
        )

    return linted
