"""The files of a lint: which are read, and as what text."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import Unreadable
from search.lint.source import LARGEST, decoded, is_binary, read
from search.lint.walk import Problem, checked, walk


def plant(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n", encoding="utf-8")


def files(*paths: Path | str) -> list[str]:
    found = list(walk(map(str, paths)))
    assert all(isinstance(each, str) for each in found), found
    return [str(each) for each in found]


def below(folder: Path) -> list[str]:
    return [os.path.relpath(path, folder) for path in files(folder)]


# -- which files -----------------------------------------------------------------------------


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    plant(tmp_path, "b/z.txt", "b/a/deep.md", "a.txt", "c.txt", "B.txt")
    assert below(tmp_path) == ["B.txt", "a.txt", "b/a/deep.md", "b/z.txt", "c.txt"]


def test_paths_keep_their_order_and_each_file_is_read_once(tmp_path: Path) -> None:
    plant(tmp_path, "a.txt", "d/b.txt")
    found = files(tmp_path / "d" / "b.txt", tmp_path, tmp_path / "d", tmp_path / "a.txt")
    assert [Path(each).name for each in found] == ["b.txt", "a.txt"]


def test_files_are_named_as_the_folder_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(tmp_path, "d/b.txt")
    monkeypatch.chdir(tmp_path)
    assert files(".") == ["d/b.txt"]
    assert files("d/") == ["d/b.txt"]
    monkeypatch.chdir(tmp_path / "d")
    assert files("..") == ["../d/b.txt"]


IGNORE = {
    ".gitignore": (
        "*.log\nbuild/\n/only-here.txt\n!kept.log\nname with space.txt\n\\#odd.txt\n[z-a]\n[[:x]\n"
    ),
    "sub/.gitignore": "# a comment\n\n*.tmp\n!build/\nnested/*\n!nested/kept.txt\n",
    "sub/deep/.gitignore": "!*.log\n",
    "crlf/.gitignore": "*.gen\r\n",
}
PLANTED = (
    *("a.log", "kept.log", "build/x.txt", "only-here.txt", "sub/only-here.txt", "a.txt"),
    *("sub/a.tmp", "a.tmp", "sub/build/y.txt", "sub/deep/a.log", "sub/a.log", "#odd.txt"),
    *("sub/nested/kept.txt", "sub/nested/gone.txt", "name with space.txt", "crlf/x.gen"),
    *("z", "buildings/a.txt", "build.txt", "ünïcode/ß.txt"),
)
LEFT_OUT = {
    *("a.log", "build/x.txt", "only-here.txt", "sub/a.tmp", "sub/a.log", "#odd.txt"),
    *("sub/nested/gone.txt", "name with space.txt", "crlf/x.gen", "z"),
}


def ignoring(folder: Path) -> Path:
    plant(folder, *PLANTED)
    for name, rules in IGNORE.items():
        (folder / name).write_text(rules, encoding="utf-8", newline="")
    return folder


def test_what_git_ignores_is_left_out(tmp_path: Path) -> None:
    found = set(below(ignoring(tmp_path))) - set(IGNORE)
    assert found == set(PLANTED) - LEFT_OUT


def test_git_agrees(tmp_path: Path) -> None:
    git = shutil.which("git")
    if git is None:
        pytest.skip("no git here to compare with")
    ignoring(tmp_path)
    subprocess.run([git, "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / ".git" / "info" / "exclude").write_text("build.txt\n", encoding="utf-8")
    listed = subprocess.run(
        [git, "-c", "core.excludesFile=", "ls-files", "-z", "--others", "--exclude-standard"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    said = set(listed.stdout.decode().split("\0")) - {""}
    assert said == set(below(tmp_path))
    assert "build.txt" not in said


def test_a_part_of_a_repository_is_under_the_rules_of_the_whole(tmp_path: Path) -> None:
    ignoring(tmp_path)
    (tmp_path / ".git").mkdir()
    plant(tmp_path, ".git/config", "sub/.git")  # a file, as in a submodule
    assert below(tmp_path / "sub" / "nested") == ["kept.txt"]
    assert not {".git/config", "sub/.git"} & set(below(tmp_path))


def test_what_is_named_is_read_though_it_is_ignored(tmp_path: Path) -> None:
    ignoring(tmp_path)
    (tmp_path / ".git").mkdir()
    assert files(tmp_path / "a.log") == [str(tmp_path / "a.log")]
    assert below(tmp_path / "build") == ["x.txt"]


def test_links_inside_a_folder_are_not_followed(tmp_path: Path) -> None:
    plant(tmp_path, "tree/a.txt", "elsewhere/secret.txt")
    (tmp_path / "tree" / "loop").symlink_to(tmp_path / "tree")
    (tmp_path / "tree" / "out").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "tree" / "file").symlink_to(tmp_path / "elsewhere" / "secret.txt")
    (tmp_path / "tree" / "broken").symlink_to(tmp_path / "nowhere")
    (tmp_path / "tree" / ".gitignore").symlink_to(tmp_path / "elsewhere" / "secret.txt")
    assert below(tmp_path / "tree") == ["a.txt"]
    assert below(tmp_path / "tree" / "out") == ["secret.txt"], "named itself, it is followed"


def test_what_is_no_file_is_passed_over(tmp_path: Path) -> None:
    plant(tmp_path, "a.txt")
    os.mkfifo(tmp_path / "pipe")
    assert below(tmp_path) == ["a.txt"]


def test_a_hostile_ignore_file_does_not_hold_us_up(tmp_path: Path) -> None:
    """A pattern of many stars takes ages on a long name; it is passed over."""
    plant(tmp_path, "a" * 250)
    (tmp_path / ".gitignore").write_text("*a" * 100 + "b\n" + "**/" * 100 + "c\n!\n\\\n")
    assert below(tmp_path) == [".gitignore", "a" * 250]


def test_a_deep_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deeper than Python calls itself."""
    monkeypatch.chdir(tmp_path)
    depth = sys.getrecursionlimit() + 200
    for _ in range(depth):
        os.mkdir("d")
        os.chdir("d")
    Path("a.txt").touch()
    found = list(walk([str(tmp_path)]))
    os.unlink("a.txt")
    for _ in range(depth):  # what tidies up after the tests does call itself
        os.chdir("..")
        os.rmdir("d")
    assert found == [os.path.join(tmp_path, *["d"] * depth, "a.txt")]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    plant(tmp_path, "shut/a.txt", "z.txt")
    (tmp_path / "shut").chmod(0)
    problem, file = walk([str(tmp_path)])
    (tmp_path / "shut").chmod(0o700)
    assert isinstance(problem, Problem) and problem.detail == "Permission denied"
    assert str(file).endswith("z.txt")


@pytest.mark.parametrize(
    ("says", "paths", "message"),
    [
        ("no name", [""], "an empty name"),
        ("nothing there", ["nowhere-at-all"], "nowhere-at-all: No such file"),
        ("a zero byte", ["a\0b"], "no name holds a zero byte"),
        ("standard input twice", ["-", "-"], "- twice"),
    ],
)
def test_paths_that_are_refused(says: str, paths: list[str], message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        checked(paths)


# -- as what text ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "content", "text", "encoding"),
    [
        ("plain", b"rule 704\r\n", "rule 704\r\n", "utf-8"),
        ("UTF-8", "«704»–".encode(), "«704»–", "utf-8"),
        ("its mark is no letter", "\ufeff704".encode(), "704", "utf-8"),
        ("UTF-16, little", b"\xff\xfe7\0\n\0", "7\n", "utf-16-le"),
        ("UTF-16, big", b"\xfe\xff\0\x37", "7", "utf-16-be"),
        ("UTF-32", b"\xff\xfe\0\0\x37\0\0\0", "7", "utf-32-le"),
        ("the dash of Windows", b"601.2f\x96h", "601.2f–h", "cp1252"),
        ("what Windows has not", b"caf\xe9 \x81", "café \x81", "latin-1"),
        ("one stray byte in UTF-8", "città, è ".encode() + b"\xff", "città, è \udcff", "utf-8"),
        ("empty", b"", "", "utf-8"),
    ],
)
def test_encodings(says: str, content: bytes, text: str, encoding: str) -> None:
    source = decoded(content)
    assert (source.text, source.encoding) == (text, encoding), says
    assert source.encoded(source.text) == content, says


@given(st.binary(max_size=300))
def test_all_bytes_are_some_text(content: bytes) -> None:
    source = decoded(content)
    if not source.mark:
        assert source.encoded(source.text) == content


@pytest.mark.parametrize(
    ("says", "first", "binary"),
    [
        ("a zero byte", b"MZ\x90\0", True),
        ("a PDF", b"%PDF-1.7\n", True),
        ("gzip", b"\x1f\x8b\x08", True),
        ("UTF-16 has zero bytes", b"\xff\xfe7\0", False),
        ("text", b"rule 704\n", False),
        ("nothing", b"", False),
    ],
)
def test_binary(says: str, first: bytes, binary: bool) -> None:
    assert is_binary(first) is binary, says


def test_a_file_over_the_limit_is_refused_unless_it_is_binary(tmp_path: Path) -> None:
    path = tmp_path / "big"
    for first, refused in ((b"a", True), (b"\0", False)):
        with path.open("wb") as file:
            file.write(first * 9000)
            file.truncate(LARGEST + 1)  # a hole takes no room on the disk
        if refused:
            with pytest.raises(Unreadable, match="over 64 MiB"):
                read(str(path))
        else:
            assert read(str(path)) is None
