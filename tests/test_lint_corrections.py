"""The corrections of a lint: what is corrected, shown as a patch, and written."""

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.edition import EditionKind
from kb.errors import RegulaeError, Unwritable
from kb.lint.linter import Linter, linter
from kb.number import RuleNumber
from kb.store import Store, in_memory
from search.lint import patch
from search.lint.correct import correction, rewritten
from search.lint.report import Correction
from search.lint.source import decoded
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
