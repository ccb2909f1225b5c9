"""The form site of the command export: a folder that appears whole, or not at all."""

import json
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kb.edition import EditionKind
from kb.errors import StoreBusy
from kb.model import GlossaryEntry
from kb.store import open_to_read, open_to_write
from search.cli import main
from search.web.site.making import Batch, Job, scope_of, write_pages
from search.web.site.scope import ENTRY
from search.web.site.writing import MANIFEST, is_site_export
from tests.factories import document, edition, put, rule
from tests.web.test_serve_command import COMMAND, ROOT

_SECONDS = 120


def export(kb: Path, dest: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["--kb", str(kb), "export", "site", str(dest), *options])


def test_it_says_what_it_wrote(bundled_folder: Path, tmp_path: Path) -> None:
    dest = tmp_path / "pages"
    done = export(bundled_folder, dest, "--json", "--base-url", "https://rules.example/")
    told = json.loads(done.stdout)["export"]
    pages = [path for path in dest.rglob("*.html")]
    files = [path for path in dest.rglob("*") if path.is_file()]
    assert (told["pages"], told["files"]) == (len(pages), len(files))
    assert told["bytes"] == sum(path.stat().st_size for path in files)
    assert is_site_export(dest)
    refused = export(bundled_folder, dest)
    assert refused.exit_code == 2
    assert "--force" in refused.stderr


def test_a_folder_of_somebody_else_is_left_alone(bundled_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    done = export(bundled_folder, tmp_path, "--force")
    assert done.exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    "options",
    [
        ("--base-url", "rules.example"),
        ("--base-url", "https://rules.example/?q=1"),
        ("--base-url", 'https://rules.example/"x'),
        ("--lang", "it"),
        ("--edition", "2026-08-07"),
        ("--langs", "it,es"),
    ],
)
def test_options_that_make_no_sense(
    bundled_folder: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    done = export(bundled_folder, tmp_path / "pages", *options)
    assert done.exit_code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("former", [False, True])
def test_killed_it_leaves_what_was_there(
    bundled_folder: Path, tmp_path: Path, former: bool
) -> None:
    """No site, or the one of before; and the next export is not in its way."""
    dest = tmp_path / "pages"
    if former:
        dest.mkdir()
        (dest / MANIFEST).write_text("{}\n")
    whole = [sys.executable, "-c", COMMAND, "--kb", str(bundled_folder), "export", "site"]
    process = subprocess.Popen([*whole, str(dest), "--force"], cwd=ROOT)
    limit = time.monotonic() + _SECONDS
    while not list(tmp_path.glob(".pages.*/it/rules/*/index.html")):
        assert process.poll() is None and time.monotonic() < limit
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert [path.name for path in dest.glob("*")] == ([MANIFEST] if former else [])
    assert not any(is_site_export(path) for path in tmp_path.glob(".pages.*"))
    if former:
        assert export(bundled_folder, dest, "--force").exit_code == 0
        assert (dest / "it/rules/702.33d/index.html").is_file()


def test_pages_are_of_one_base(bundled_folder: Path, tmp_path: Path) -> None:
    """One that becomes another meanwhile is refused, not mixed."""
    import shutil

    folder = Path(shutil.copytree(bundled_folder, tmp_path / "base"))
    with open_to_read(folder) as store:
        job = Job(folder, store.version, tmp_path / "pages", None, date(2026, 9, 1), ())
    assert write_pages(Batch(job, 0, 1)).pages == 1
    with open_to_write(folder) as store:
        put(store, document(rule("100.1"), of=edition("it", "2027-01-01", digest="new")))
    with pytest.raises(StoreBusy, match="became another one"):
        write_pages(Batch(job, 1, 2))


def test_terms_do_not_name_folders_elsewhere(bundled_folder: Path, tmp_path: Path) -> None:
    import shutil

    folder = Path(shutil.copytree(bundled_folder, tmp_path / "base"))
    terms = ("../../up", "..", "a/b", "a-b", "A?B", "CON: x", "x" * 300, "Ñandú", "\x00")
    official = edition("en", "2026-09-01", kind=EditionKind.OFFICIAL, digest="terms")
    with open_to_write(folder) as store:
        entries = [GlossaryEntry(term, "Says something.") for term in terms]
        put(store, document(rule("100.1"), of=official, glossary=entries))
    with open_to_read(folder) as store:
        job = Job(folder, store.version, tmp_path / "pages", None, date(2026, 9, 1), ())
    spots = [spot for spot in scope_of(job).spots if spot.route == ENTRY and spot.code == "it"]
    assert len(spots) == len({spot.folder.casefold() for spot in spots}) == len(terms)
    for spot in spots:
        name = spot.folder.removeprefix("it/glossary/")
        assert 0 < len(name) <= 64 and not set(name) & set('/\\?:*"<>|.\x00'), spot
