"""The command extract: encodings, places, long answers."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from search.cli import main

Run = Callable[..., Result]
TEXT = "è «vero»: regole 601.2f–h\r\ne CR 702.33a"


@pytest.fixture
def run(bundled_folder: Path) -> Run:
    def invoke(*args: str, stdin: bytes | None = None) -> Result:
        words = ["--kb", str(bundled_folder), "extract", *args]
        return CliRunner().invoke(main, words, input=stdin, prog_name="regulae")

    return invoke


@pytest.mark.parametrize(
    ("says", "content", "start"),
    [
        ("UTF-8", TEXT.encode(), 10),
        ("its mark is a sign of the text", b"\xef\xbb\xbf" + TEXT.encode(), 11),
        ("UTF-16, little", b"\xff\xfe" + TEXT.encode("utf-16-le"), 10),
        ("UTF-16, big", b"\xfe\xff" + TEXT.encode("utf-16-be"), 10),
        ("UTF-32", b"\xff\xfe\0\0" + TEXT.encode("utf-32-le"), 10),
        ("the letters of Windows", TEXT.encode("cp1252"), 10),
        ("a stray byte", TEXT.encode() + b" \xff", 10),
    ],
)
def test_encodings(run: Run, tmp_path: Path, says: str, content: bytes, start: int) -> None:
    path = tmp_path / "ruling.txt"
    path.write_bytes(content)
    for done in (run(str(path), "--json"), run("-", "--json", stdin=content)):
        assert done.exit_code == 0, (says, done.stderr)
        ranged, single = json.loads(done.stdout)["citations"]
        assert (ranged["start"], ranged["text"]) == (start, "regole 601.2f–h"), says
        assert ranged["numbers"] == ["601.2f", "601.2g", "601.2h"]
        assert single["numbers"] == ["702.33a"]


@pytest.mark.parametrize(
    ("says", "content"),
    [("a zero byte", b"CR 702.33a\0"), ("a PDF", b"%PDF-1.7\n"), ("gzip", b"\x1f\x8b\x08")],
)
def test_what_is_no_text_is_refused(run: Run, says: str, content: bytes) -> None:
    done = run("-", stdin=content)
    assert done.exit_code == 2, says
    assert done.stdout == ""
    assert (
        done.stderr == "regulae: -: a binary file; wanted a text to read, or - for standard input\n"
    )


def test_places_are_those_of_the_lint(run: Run) -> None:
    done = run("-", stdin="CR 1\rCR 704.5\r\n\U0001f3b2 CR 702.33a, “Kicker”\n".encode())
    assert done.stdout == "2:1  704.5\n3:3  702.33a  “Kicker”\n"


@pytest.mark.parametrize("as_json", [False, True])
def test_a_long_answer_is_written_in_pieces(run: Run, as_json: bool) -> None:
    many = 20_000
    done = run("-", *["--json"] * as_json, stdin=b"CR 702.33a " * many)
    if as_json:
        starts = [each["start"] for each in json.loads(done.stdout)["citations"]]
        assert starts == list(range(0, 11 * many, 11))
    else:
        assert done.stdout.splitlines() == [f"1:{n * 11 + 1}  702.33a" for n in range(many)]


def test_nothing_cited(run: Run) -> None:
    done = run("-", stdin=b"Nothing.")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "No citation found.\n"
    assert json.loads(run("-", "--json", stdin=b"").stdout) == {"citations": []}


def test_nothing_speaks_to_the_terminal(run: Run) -> None:
    done = run("-", stdin="CR 702.33a, “\x1b]0;x\x07”".encode())
    assert "\x1b" not in done.stdout and "\x07" not in done.stdout
