"""What a question imports: nothing that only a build needs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HEAVY = (
    "babel",
    "bs4",
    "lxml",
    "mcp",
    "msgspec",
    "networkx",
    "numpy",
    "pydantic",
    "rich",
    "simplemma",
    "spacy",
    "starlette",
    "yaml",
)

SCRIPT = """
import json, sys
from search.cli import main
try:
    main(sys.argv[1:], prog_name="regulae")
except SystemExit as end:
    code = end.code or 0
print(json.dumps([code, sorted({name.split(".")[0] for name in sys.modules})]), file=sys.stderr)
"""


def modules(*args: str) -> tuple[int, set[str]]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *args], cwd=ROOT, capture_output=True, text=True, check=True
    )
    code, names = json.loads(done.stderr.splitlines()[-1])
    return code, set(names)


@pytest.mark.parametrize(
    "command",
    [
        ("show", "702.33d"),
        ("show", "potenziamento", "--lang", "it", "--json"),
        ("show", "travolgere"),
        ("history", "702.33d"),
        ("diff", "2026-08-07", "2026-08-07"),
        ("search", "costo di potenziamento"),
        ("search", "mareo de invocación", "--json"),
    ],
)
def test_a_question_needs_nothing_of_the_build(
    bundled_folder: Path, command: tuple[str, ...]
) -> None:
    code, names = modules("--kb", str(bundled_folder), *command)
    assert code == 0
    assert not names & set(HEAVY)


def test_show_does_not_even_need_the_index(bundled_folder: Path) -> None:
    _, names = modules("--kb", str(bundled_folder), "show", "702.33d")
    assert "whoosh" not in names


def test_a_build_does_need_it(tmp_path: Path) -> None:
    """The list is checked against a command that imports some of it, so that it can fail."""
    _, names = modules("--kb", str(tmp_path / "base"), "build")
    assert {"spacy", "networkx", "simplemma"} <= names
