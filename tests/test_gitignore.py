"""What git leaves out: our reading of its patterns, beside git itself."""

import os
import random
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from search.lint.gitignore import pattern
from search.lint.ignored import Ignored, Layer

ABOVE = "/above/"


def ignored(lines: bytes) -> Ignored:
    patterns = [found for line in reversed(lines.split(b"\n")) if (found := pattern(line))]
    return Ignored((Layer(ABOVE, tuple(patterns)),))


def is_left_out(path: bytes, rules: Ignored) -> bool:
    """As the walk asks: each folder on the way first."""
    parts = path.split(b"/")
    folders = [b"".join(part + b"/" for part in parts[:n]) for n in range(1, len(parts))]
    return any(ABOVE + os.fsdecode(each) in rules for each in (*folders, path))


@pytest.mark.parametrize(
    ("says", "lines", "left_out", "kept"),
    [
        ("a white list", "*\n!*/\n!f.md", "x sub/y sub/deep/f.mdx", "f.md sub/f.md sub/deep/f.md"),
        ("a white list without folders", "*\n!f.md", "sub/f.md", "f.md"),
        ("a class", "[[:alpha:]]1", "a1 Z1 d/b1", "11 é1 :1 ab1"),
        ("classes among signs", "[[:digit:]_x]", "7 _ x", "a : d"),
        ("a class that there is not", "[[:alfa:]]", "", "a l ["),
        ("a closing bracket behind a backslash", r"[\]]x", "]x", r"\x \]x x"),
        ("a closing bracket in front", "[]a]", "] a", "b"),
        ("a bracket that stays open", "[ab", "", "a [ab"),
        ("a range backwards is its first sign", "[z-a]", "z", "a m -"),
        ("a range from a sign behind a backslash", r"[\a-\c]", "a b c", "- \\"),
        ("a tab at the end counts", "a\t", "a\t", "a"),
        ("a blank at the end does not", "a  ", "a", ""),
        ("but for one behind a backslash", "a\\  ", "a\x00", "a"),
        ("a tab behind blanks", "a \t", "a\x00\t", "a"),
        ("one CR at the end does not count", "a\r", "a", "a\r"),
        ("the second does", "a\r\r", "a\r", "a"),
        ("signs in front", "\\#a\n\\!b\n!c", "#a !b", "a b c !c"),
        ("two stars inside a name are one", "d/a**b", "d/ab d/axb", "d/a/b"),
        ("over folders", "/d/**/b", "d/b d/x/b d/x/y/b", "b x/d/b d/xb"),
        ("all below", "d/**", "d/a d/x/y", "d x/d/y"),
        ("one name of a path", "d/*/b", "d/x/b", "d/b d/x/y/b"),
        ("a sign is a byte", "?\n/??x", "a 1", "é aéx"),
        ("a slash in front", "/a", "a a/b", "d/a"),
        ("a slash at the end is for folders", "a/", "a/b d/a/b", "a d/a"),
        ("what is no path", "/\n!\n//\n\\", "", "a / \\"),
    ],
)
def test_patterns(says: str, lines: str, left_out: str, kept: str) -> None:
    rules = ignored(lines.encode())
    for names, expected in ((left_out, True), (kept, False)):
        for name in names.split(" "):  # a NUL stands for a blank, since no name holds one
            path = name.replace("\x00", " ").encode()
            assert not path or is_left_out(path, rules) is expected, f"{says}: {name!r}"


SIGNS = (
    *(
        b"a",
        b"b",
        b"*",
        b"**",
        b"***",
        b"?",
        b"/",
        b"\\",
        b"!",
        b"#",
        b"-",
        b"[",
        b"]",
        b" ",
        b"\t",
    ),
    *(b"\r", b".", b"\xc3\xa9", b"\xff", b"\\*", b"\\ ", b"/**", b"**/", b"[ab]", b"[!a]", b"[^b]"),
    *(b"[\\]]", b"[a-]", b"[]a]", b"[a-b]", b"[b-a]", b"[\\a-\\b]", b"[--b]", b"[[:alpha:]]"),
    *(b"[[:digit:]b]", b"[![:punct:]]", b"[[:bad:]]", b"[[:space:]]", b"\\/", b"\n", b"\n!"),
)
NAMES = (
    *(b"a", b"b", b"ab", b"aab", b"a b", b"a ", b"a\t", b"a\r", b"\\a", b"*", b"]", b"-", b"!a"),
    *(b"#", b"\xc3\xa9", b"\xff", b"[a", b".", b"1", b"a.b"),
)
CHARACTERS = (
    b"[[:%s:]]" % name
    for name in (
        *(b"alnum", b"alpha", b"blank", b"cntrl", b"digit", b"graph", b"lower", b"print", b"punct"),
        *(b"space", b"upper", b"xdigit"),
    )
)


def test_git_agrees_about_generated_patterns(tmp_path: Path) -> None:
    """A fixed seed: the same 400 files of patterns each time, with 500 paths each."""
    git = shutil.which("git")
    if git is None:
        pytest.skip("no git here to compare with")
    subprocess.run([git, "init", "-q", str(tmp_path)], check=True)
    draw = random.Random(702_33)
    names = [name for name in NAMES if name != b"."]
    paths = {b"/".join(draw.choices(names, k=draw.randint(1, 4))) for _ in range(500)}
    # git takes a colon in front for a command, and a full stop for the folder itself
    paths |= {bytes((sign,)) for sign in range(1, 256) if sign not in b"/.:"}
    patterns = [b"".join(draw.choices(SIGNS, k=draw.randint(1, 7))) for _ in range(400)]
    matched = 0
    for lines in (*patterns, *CHARACTERS):
        said = _said_by_git(git, tmp_path, lines, paths)
        rules = ignored(lines)
        ours = {path for path in paths if is_left_out(path, rules)}
        assert ours == said, lines
        matched += bool(said)
    assert matched > 100, "patterns that fit nothing show nothing"


def _said_by_git(git: str, folder: Path, lines: bytes, paths: Iterable[bytes]) -> set[bytes]:
    (folder / ".gitignore").write_bytes(lines + b"\n")
    done = subprocess.run(
        [git, "-c", "core.excludesFile=", "check-ignore", "-z", "--no-index", "--stdin"],
        cwd=folder,
        input=b"".join(path + b"\0" for path in paths),
        capture_output=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return set(done.stdout.split(b"\0")) - {b""}


@pytest.mark.parametrize(
    ("says", "line"),
    [
        ("many stars", b"*a" * 20_000 + b"b"),
        ("many stars and brackets", b"[a-z]*" * 3_000 + b"_"),
        ("many folders", b"/" + b"**/a*" * 300 + b"/b"),
        ("both", b"/" + b"**/*a*a/" * 100 + b"b"),
    ],
)
def test_no_pattern_takes_more_than_steps_for_each_sign(says: str, line: bytes) -> None:
    """With one step more for each star the last of these would never end."""
    found = pattern(line)
    assert found is not None
    for path in (b"a" * 250, b"a/" * 2_000 + b"c", b"/".join([b"a" * 200] * 20)):
        assert not found.fits(path), says
