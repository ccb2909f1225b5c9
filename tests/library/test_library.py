"""The library: its page runs, lists what there is, and its types reach who imports it."""

import doctest
import re
import shutil
import subprocess
import sys
import sysconfig
import threading
import venv
from inspect import isfunction, signature
from pathlib import Path
from sqlite3 import OperationalError, ProgrammingError

import pytest

from kb.edition import EditionKind
from kb.errors import RegulaeError, StoreError, UnknownEdition, UnknownLanguage
from kb.store import FILE, open_to_write
from search import library
from search.library import EditionDate, look_up, open_base
from tests.factories import document, edition, put, rule

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/library.md").read_text(encoding="utf-8")
_EDITIONS = (
    (
        "2021-04-22",
        rule("702", title="Keyword Abilities"),
        rule("702.32", title="Kicker"),
        rule("702.32a", "Whoever pays more for it gets more out of it later."),
        rule("702.33", title="Flashback"),
        rule("702.33a", "From where the dead cards lie it may be cast once more, then it is gone."),
    ),
    (
        "2026-09-04",
        rule("702", title="Keyword Abilities"),
        rule("702.33", title="Kicker"),
        rule("702.33a", "Whoever pays more for it gets more out of it later."),
        rule("702.34", title="Flashback"),
        rule("702.34a", "From where the dead cards lie it may be cast once more, then it is gone."),
    ),
)


@pytest.fixture(scope="module")
def rules(bundled_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The base of the page."""
    folder = Path(shutil.copytree(bundled_folder, tmp_path_factory.mktemp("library") / "rules"))
    with open_to_write(folder) as store:
        for date, *texts in _EDITIONS:
            of = edition("en", date, kind=EditionKind.OFFICIAL, digest=date, source=f"{date}.txt")
            put(store, document(*texts, of=of))
    return folder


def test_the_page_runs_as_it_stands(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(rules.parent)
    text = re.sub(r"^```.*$", "", PAGE, flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, "library.md", "docs/library.md", 0)
    said: list[str] = []
    results = doctest.DocTestRunner().run(test, out=said.append)
    assert results.attempted > 30
    assert not results.failed, "".join(said)


def test_the_page_lists_what_is_public() -> None:
    [table] = re.findall(r"## What is public\n\n(.*?)\n\n", PAGE, re.DOTALL)
    listed = [
        name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])
    ]
    assert sorted(listed) == sorted(library.__all__)


@pytest.mark.parametrize("name", library.__all__)
def test_what_is_public_says_what_it_is_and_is_typed(name: str) -> None:
    public = getattr(library, name)
    assert public.__doc__
    if isfunction(public):
        told = signature(public)
        assert told.return_annotation is not told.empty
        assert all(each.annotation is not each.empty for each in told.parameters.values())


def test_a_base_that_is_not_there_is_made(tmp_path: Path) -> None:
    with open_base(tmp_path / "new") as base:
        assert look_up(base, "702.33d").results


def test_what_befalls_the_base_is_an_error_of_ours(rules: Path, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no base at all" * 100)
    with pytest.raises(StoreError), open_base(tmp_path):
        pass
    with open_base(rules) as base:
        base.db.execute("CREATE TEMP TABLE current (x)")
        with pytest.raises(StoreError):
            look_up(base, "702.33d")


def test_an_error_of_the_caller_stays_theirs(rules: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), open_base(rules):
        (tmp_path / "missing").read_text()
    with pytest.raises(OperationalError), open_base(rules) as base:
        base.db.execute("SELECT nonsense")


def test_a_day_without_an_edition_is_refused(rules: Path) -> None:
    with (
        pytest.raises(UnknownEdition, match="2021-04-22"),
        open_base(rules, edition=EditionDate.parse("1999-01-01")),
    ):
        pass


def test_another_thread_opens_its_own(rules: Path) -> None:
    """The page says so; SQLite holds to it."""
    caught: list[Exception] = []

    def ask() -> None:
        try:
            look_up(base, "702.33d")
        except (ProgrammingError, StoreError) as error:
            caught.append(error)

    with open_base(rules) as base:
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    assert caught


def test_the_types_reach_a_program_that_imports_it(tmp_path: Path) -> None:
    """Installed as a wheel is: without ``py.typed`` mypy would refuse to look."""
    place = tmp_path / "env"
    venv.create(place, with_pip=False, symlinks=True)
    packages = Path(
        sysconfig.get_path("purelib", vars={"base": str(place), "platbase": str(place)})
    )
    for name in ("kb", "search", "ingest"):
        shutil.copytree(ROOT / name, packages / name)
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    consumer = tmp_path / "consumer.py"
    text = (ROOT / "tests/library/consumer.py").read_text(encoding="utf-8")
    wrong = "\n\ndef refused(base: Store) -> None:\n    search(base, 702, languge='it')\n"
    consumer.write_text(text + wrong, encoding="utf-8")
    reading = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [*reading, "--python-executable", str(place / "bin/python"), str(consumer)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert len(errors) == 2, done.stdout + done.stderr
    assert 'Unexpected keyword argument "languge"' in done.stdout
    assert 'incompatible type "int"; expected "str"' in done.stdout


def test_a_language_that_there_is_not_is_refused(rules: Path) -> None:
    """English filled in for it, and nobody was told."""
    day = EditionDate.parse("2026-09-04")
    with open_base(rules) as base:
        for ask in (
            lambda: look_up(base, "702.33", language="xx"),
            lambda: library.search(base, "kicker", language="xx"),
            lambda: library.search(base, "kicker", within="xx"),
            lambda: library.compare(base, "702.33", languages=("it", "xx")),
            lambda: library.cite(base, "702.33", language="xx"),
            lambda: library.lint(base, "rule 702.33", language="xx"),
            lambda: library.diff(base, day, day, language="xx"),
            lambda: library.history(base, "702.33", language="xx"),
            lambda: library.extract("rule 702.33", language="xx"),
            lambda: library.verify("format: mtg-state/1", language="xx"),
        ):
            with pytest.raises(UnknownLanguage, match="'xx'"):
                ask()


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_that_is_none_is_refused(rules: Path, limit: int) -> None:
    with open_base(rules) as base, pytest.raises(RegulaeError, match="wanted 1 or more"):
        library.search(base, "kicker", limit=limit)
