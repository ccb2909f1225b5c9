"""The README against the commands: all are there, and every line of it runs."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHMARKS
from search.cli import _COMMANDS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = sorted(
    {
        line.split("#")[0].strip()
        for line in re.findall(r"(?:^|`)(regulae [^`\n]+)", README, re.MULTILINE)
        if not re.search(r"FOLDER|it\|es|^regulae is\b|^regulae (?:serve|mcp)(?! --help)", line)
    }
)


@pytest.mark.parametrize("command", sorted(_COMMANDS))
def test_every_command_is_in_the_readme(command: str) -> None:
    assert f"| `{command}` |" in README


def test_the_readme_has_lines_to_run() -> None:
    assert len(LINES) > 15
    assert {shlex.split(line)[1] for line in LINES} == set(_COMMANDS)


@pytest.mark.parametrize("line", LINES)
def test_every_line_of_the_readme_runs(line: str, bundled_folder: Path, tmp_path: Path) -> None:
    words = shlex.split(line.split(">")[0])[1:]
    script = "from search.cli import main; main(prog_name='regulae')"
    base = tmp_path / "base" if words[0] == "ingest" else bundled_folder
    done = subprocess.run(
        [sys.executable, "-c", script, "--kb", str(base), *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    broken = words[0] == "verify" and "--new" not in words  # the state of the README breaks a rule
    assert done.returncode == int(broken), done.stderr
    assert done.stdout


def test_every_benchmark_runs_by_its_name_and_is_in_the_readme() -> None:
    modules = (ROOT / "benchmarks").glob("*.py")
    written = {
        path.stem.replace("_", "-")
        for path in modules
        if re.search(r"^def main\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    } - {"--main--"}
    assert written == set(BENCHMARKS)
    [told] = re.findall(r"`python -m benchmarks NAME`.*?\n\n", README, re.DOTALL)
    assert written - {"commands"} <= set(re.findall(r"`([a-z-]+)", told))  # which `make bench` runs


def test_the_state_in_the_readme_is_the_one_in_the_examples() -> None:
    [block] = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    assert block == (ROOT / "docs/examples/enlist.yaml").read_text(encoding="utf-8")


def test_make_knows_the_targets_of_the_readme() -> None:
    targets = set(re.findall(r"^make (\w+)", README, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert {"demo", "test"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
