"""An export on a terminal: signs that speak to it are shown, and a file has them as they are."""

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from kb.edition import EditionKind
from kb.store import open_to_write
from search.exchange.on_terminal import Shown
from tests.factories import document, edition, put, rule

HOSTILE = "Ha \x1b]0;titolo\x07rapidità\u202e e \x9bm."


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_letters_stay_whole_however_they_are_cut(size: int) -> None:
    terminal = io.BytesIO()
    content = f"può {HOSTILE}\r\nuna riga\r\n".encode() + b"\xff"
    with Shown(terminal) as shown:
        for at in range(0, len(content), size):
            assert shown.write(content[at : at + size]) == len(content[at : at + size])
    told = terminal.getvalue().decode("utf-8")
    assert told == "può Ha �]0;titolo�rapidità� e �m.\nuna riga\n\\xff"
    assert not terminal.closed


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base in which a translation holds what a page could say to a terminal."""
    place = tmp_path_factory.mktemp("base")
    with open_to_write(place) as store:
        english = edition("en", "2026-08-07", kind=EditionKind.OFFICIAL)
        put(store, document(rule("702.10", "Haste."), of=english))
        put(store, document(rule("702.10", HOSTILE), of=edition("it", "2026-08-07")))
    return place


@pytest.mark.parametrize("form", ["json", "po", "tmx", "xliff"])
def test_a_terminal_gets_no_control_signs(folder: Path, form: str) -> None:
    script = "from search.cli import main; main(prog_name='regulae')"
    command = [sys.executable, "-c", script, "--kb", str(folder), "export", form, "-"]
    command += ["--lang", "it"]
    ours, theirs = pty.openpty()
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen(command, cwd=root, stdout=theirs, stderr=subprocess.DEVNULL) as process:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 2**16):
                shown += part
        except OSError:  # the other end is closed
            pass
    os.close(ours)
    told = shown.decode("utf-8")
    assert process.returncode == 0 and "rapidità" in told
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(told)
    to_file = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout.decode()
    assert "\u202e" in to_file, "a file has the text as it is"
