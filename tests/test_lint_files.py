"""The files of a lint: which are read, as what text, and how they are corrected."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.edition import EditionKind
from kb.errors import RegulaeError, Unreadable, Unwritable
from kb.lint.linter import Linter, linter
from kb.number import RuleNumber
from kb.store import Store, in_memory
from search.lint import patch
from search.lint.correct import correction, rewritten
from search.lint.report import Correction
from search.lint.source import LARGEST, decoded, is_binary, read
from search.lint.walk import Problem, checked, walk
from tests.factories import document, edition, put, rule

MADNESS = "A card that its holder puts aside may be played at once for its madness price."
ONE = "The first of all that a deck needs is a box that holds sixty of them."
TWO = "Two people shuffle, each the pile of the other, before anybody draws a hand."
TWICE = "This sentence stands in two places, and nobody can tell which one is meant."
SPOKEN = "Whoever begins to play a card says so aloud before anything else happens here."
OLD = document(
    *(rule("6", title="Spells and Effects"), rule("601", title="Casting Spells")),
    *(rule("601.2", "Casting takes several steps."), rule("601.3", ONE), rule("601.4", TWO)),
    *(rule("601.8", TWICE), rule("601.9", SPOKEN)),
    *(rule("7", title="Additional Rules"), rule("702", title="Keyword Abilities")),
    *(rule("702.33", title="Madness"), rule("702.33a", MADNESS), rule("702.39", title="Storm")),
    of=edition("en", "2011-06-17", kind=EditionKind.OFFICIAL, digest="old"),
)
NEW = document(
    *(rule("6", title="Spells and Effects"), rule("601", title="Casting Spells")),
    *(rule("601.2", "Casting takes several steps."), rule("601.4", ONE), rule("601.5", TWO)),
    *(rule("601.6", TWICE), rule("601.6a", TWICE), rule("601.7", SPOKEN)),
    *(rule("7", title="Additional Rules"), rule("702", title="Keyword Abilities")),
    *(rule("702.33", title="Kicker"), rule("702.33a", "Somebody pays more to get more out of it.")),
    *(rule("702.35", title="Madness"), rule("702.35a", MADNESS), rule("702.40", title="Storm")),
    of=edition("en", "2026-01-16", kind=EditionKind.OFFICIAL, digest="new"),
)


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with in_memory() as store:
        put(store, OLD, NEW)
        yield store


@pytest.fixture(scope="module")
def judge(store: Store) -> Linter:
    return linter(store, edition=None, language="en")


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


# -- corrections -----------------------------------------------------------------------------


def corrected(text: str, judge: Linter, *, yaml: bool = False) -> str:
    content = text.encode()
    source = decoded(content)
    found = correction(source, content, judge.lint(text, yaml=yaml), judge, yaml=yaml)
    return rewritten(text, found.edits) if found else text


@pytest.mark.parametrize(
    ("says", "text", "result"),
    [
        ("alone", "See rule 601.9.", "See rule 601.7."),
        ("in a list", "rules 601.2, 601.9 and 702.35a", "rules 601.2, 601.7 and 702.35a"),
        ("twice", "CR 601.9\nCR 601.9\n", "CR 601.7\nCR 601.7\n"),
        ("by its name", "CR 702.33 (Madness)", "CR 702.35 (Madness)"),
        ("the heading of a comment", " * 702.33. Madness", " * 702.35. Madness"),
        ("in doubt", "CR 601.8", "CR 601.8"),
        ("begins a range", "rules 601.9–601.10", "rules 601.9–601.10"),
        ("ends a range", "rules 601.2–601.9", "rules 601.2–601.9"),
        ("ends a short range", "rules 601.2–9", "rules 601.2–9"),
        ("a range in words", "from rule 601.2 to 601.9", "from rule 601.2 to 601.9"),
        ("right", "CR 702.35 (Madness)", "CR 702.35 (Madness)"),
        ("exempt", "rule 601.9 // regulae: ignore", "rule 601.9 // regulae: ignore"),
        ("right in its edition", "# regulae: edition 2011-06-17\n# CR 601.9", None),
        ("hidden signs inside", "rule 601\u00ad.9", "rule 601\u00ad.9"),
        ("in front of a dash", "601.9 - CR 601.9 -", "601.9 - CR 601.7 -"),
    ],
)
def test_corrections(says: str, text: str, result: str | None, judge: Linter) -> None:
    assert corrected(text, judge) == (text if result is None else result), says


def test_a_value_in_yaml_is_corrected(judge: Linter) -> None:
    text = "- name: Madness\n  rule: '702.33'\n"
    assert corrected(text, judge, yaml=True) == "- name: Madness\n  rule: '702.35'\n"


def test_a_value_that_yaml_would_cut_is_left_alone(judge: Linter) -> None:
    """702.40 without quotes is 702.4."""
    text = "name: Storm\nrule: 702.39\n"
    (finding,) = judge.lint(text, yaml=True).findings
    assert str(finding.suggestion) == "702.40"
    assert corrected(text, judge, yaml=True) == text
    assert corrected("CR 702.39 (Storm)", judge) == "CR 702.40 (Storm)", "in prose it is whole"


def test_what_would_be_a_finding_again_is_not_written(judge: Linter) -> None:
    text = "CR 601.9, CR 601.9"
    found = judge.lint(text)
    wrong = replace(found.findings[0], suggestion=RuleNumber.parse("799.1"))
    found = replace(found, findings=(wrong, *found.findings[1:]))
    sure = correction(decoded(text.encode()), text.encode(), found, judge, yaml=False)
    assert sure is not None
    assert rewritten(text, sure.edits) == "CR 601.9, CR 601.7"


PIECES = st.sampled_from(
    (
        *(
            "rule ",
            "rules ",
            "CR ",
            "see ",
            "from ",
            " to ",
            " (Madness)",
            " Kicker",
            ", “Madness”",
        ),
        *("601.9", "601.7", "601.2", "702.33", "702.33a", "702.35a", "799.1", "702.33a–c", "a"),
        *(", ", " and ", "–", "-", " - ", "\n", "\n// ", "\r\n", ". ", "\u00ad", "é", "[", "]"),
        *("regulae: ignore", "// regulae: edition 2011-06-17\n", "\nrule: ", "\nname: ", "🂡"),
    )
)


@given(st.lists(PIECES, max_size=24).map("".join), st.booleans())
def test_what_is_corrected_is_no_finding_any_more(
    store: Store, judge: Linter, text: str, yaml: bool
) -> None:
    found = judge.lint(text, yaml=yaml)
    content = text.encode()
    sure = correction(decoded(content), content, found, judge, yaml=yaml)
    if sure is None:
        return
    after = judge.lint(rewritten(text, sure.edits), yaml=yaml)
    assert len(after.findings) <= len(found.findings) - len(sure.edits)
    assert after.citations == found.citations
    again = rewritten(text, sure.edits)
    assert corrected(again, judge, yaml=yaml) == again


# -- patches ---------------------------------------------------------------------------------


def correction_of(path: Path, judge: Linter) -> Correction:
    content = path.read_bytes()
    source = decoded(content)
    found = correction(source, content, judge.lint(source.text), judge, yaml=False)
    assert found is not None
    return found


LONG = "".join(f"line {n}\n" if n not in (1, 9, 30) else "rule 601.9\r\n" for n in range(32))


@pytest.mark.parametrize(
    ("says", "content"),
    [
        ("hunks", LONG.encode()),
        ("no last line end", b"a\nb\nrule 601.9"),
        ("one line", b"rule 601.9\n"),
        ("odd line ends", "a\x0crule 601.9\u2028\rb\n".encode()),
        ("UTF-8 with its mark", "\ufeffrule 601.9 è\n".encode()),
        ("the letters of Windows", "è vero: regola 601.9\n".encode("cp1252")),
        ("a stray byte", "è, à, ù; rule 601.9 ".encode() + b"\xff\n"),
        ("UTF-16", b"\xff\xfe" + f"è\n{LONG}".encode("utf-16-le")),
        (
            "UTF-16, bytes that look like line ends",
            b"\xfe\xff" + "Ċ\u0a0aĊ\nrule 601.9 Ċ\nĊ".encode("utf-16-be"),
        ),
        ("UTF-32", b"\xff\xfe\0\0" + "Ċ\nrule 601.9".encode("utf-32-le")),
    ],
)
def test_a_patch_does_what_writing_does(
    says: str, content: bytes, judge: Linter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = shutil.which("git")
    if git is None:
        pytest.skip("no git here to apply the patch")
    monkeypatch.chdir(tmp_path)
    path = Path("a.txt")
    path.write_bytes(content)
    found = correction_of(path, judge)
    shown = bytes(patch.diff("a.txt", found))
    patch.write("a.txt", found)
    written = path.read_bytes()
    source = decoded(content)
    assert written == source.encoded(source.text.replace("601.9", "601.7")), says
    path.write_bytes(content)
    subprocess.run([git, "apply", "--whitespace=nowarn"], input=shown, check=True)
    assert path.read_bytes() == written, says


def test_writing_keeps_encoding_line_ends_mode_and_links(judge: Linter, tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link.txt"
    path.write_bytes(b"\xff\xfe" + "è\r\nrule 601.9\r\n".encode("utf-16-le"))
    path.chmod(0o640)
    link.symlink_to(path)
    patch.write(str(link), correction_of(path, judge))
    assert path.read_bytes() == b"\xff\xfe" + "è\r\nrule 601.7\r\n".encode("utf-16-le")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.txt", "link.txt"]


def test_a_patch_is_to_be_read_too(judge: Linter, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xff\xfe" + "è\nrule 601.9\n".encode("utf-16-le"))
    shown = str(patch.diff(str(path), correction_of(path, judge)))
    assert shown.endswith("@@ -1,2 +1,2 @@\n è\n-rule 601.9\n+rule 601.7\n")


@pytest.mark.parametrize("link", [False, True])
def test_a_file_of_several_names_stays_one(judge: Linter, tmp_path: Path, link: bool) -> None:
    path, other = tmp_path / "a.txt", tmp_path / "b.txt"
    path.write_text("rule 601.9\n", encoding="utf-8")
    other.hardlink_to(path)
    if link:
        (tmp_path / "c.txt").symlink_to(path)
    with pytest.raises(Unwritable, match=r"has 2 names \(hard links\).*by hand"):
        patch.write(str(tmp_path / "c.txt" if link else path), correction_of(path, judge))
    assert path.samefile(other) and path.read_text(encoding="utf-8") == "rule 601.9\n"
    assert "+rule 601.7" in str(patch.diff(str(path), correction_of(path, judge)))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_is_not_to_be_written_is_not(judge: Linter, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("rule 601.9\n", encoding="utf-8")
    path.chmod(0o444)
    with pytest.raises(Unwritable, match=r"chmod u\+w"):
        patch.write(str(path), correction_of(path, judge))
    assert path.read_text(encoding="utf-8") == "rule 601.9\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_a_file_keeps_whom_it_belongs_to(judge: Linter, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("rule 601.9\n", encoding="utf-8")
    os.chown(path, 1234, 4321)
    path.chmod(0o6751)
    patch.write(str(path), correction_of(path, judge))
    kept = path.stat()
    assert (kept.st_uid, kept.st_gid, stat.S_IMODE(kept.st_mode)) == (1234, 4321, 0o6751)
    assert path.read_text(encoding="utf-8") == "rule 601.7\n"


def test_what_was_saved_meanwhile_is_not_overwritten(judge: Linter, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("rule 601.9\n", encoding="utf-8")
    found = correction_of(path, judge)
    path.write_text("rule 601.9, and more\n", encoding="utf-8")
    for do in (patch.write, patch.diff):
        with pytest.raises(Unwritable, match="has changed since"):
            do(str(path), found)
    assert path.read_text(encoding="utf-8") == "rule 601.9, and more\n"


def test_a_pipe_is_not_corrected(judge: Linter, tmp_path: Path) -> None:
    """Read again, it would wait for ever."""
    path, pipe = tmp_path / "a.txt", tmp_path / "pipe"
    path.write_text("rule 601.9\n", encoding="utf-8")
    os.mkfifo(pipe)
    for do in (patch.write, patch.diff):
        with pytest.raises(Unwritable, match="pipe: is no file; wanted a file to correct"):
            do(str(pipe), correction_of(path, judge))


def test_what_cannot_be_written_stays_as_it_is(judge: Linter, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("rule 601.9\n", encoding="utf-8")
    found = correction_of(path, judge)
    path.unlink()
    with pytest.raises(RegulaeError, match=r"a\.txt: is not there any more"):
        patch.write(str(path), found)
    assert list(tmp_path.iterdir()) == []


def test_damaged_text_is_not_corrected(judge: Linter) -> None:
    """Half a letter of UTF-16 could not be written back."""
    content = b"\xff\xfe" + "rule 601.9".encode("utf-16-le") + b"\x20"
    source = decoded(content)
    found = judge.lint(source.text)
    assert found.findings
    assert correction(source, content, found, judge, yaml=False) is None
