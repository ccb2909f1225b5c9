"""The store: whole or absent, one writer, clear words for every fault."""

import os
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from kb.bundle import install
from kb.errors import NewerSchema, StoreBusy, StoreError
from kb.holdings import Holdings
from kb.schema import MIGRATIONS
from kb.store import FILE, Store, exists, open_to_read, open_to_write
from tests.factories import document, put, rule

ROOT = Path(__file__).resolve().parents[2]


def test_a_base_is_made_where_there_was_none(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "base"
    assert not exists(folder)
    with open_to_write(folder) as store:
        assert store.version == ""
        assert not exists(folder), "nothing is in it yet"
        put(store, document(rule("702.33")))
        assert store.version
    assert exists(folder)


def test_what_a_killed_first_build_leaves_counts_as_absent(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    assert not exists(tmp_path)
    with open_to_write(tmp_path):
        assert not exists(tmp_path)


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    with open_to_write(tmp_path) as store:
        with pytest.raises(ZeroDivisionError), store.writing():
            store.set_meta("bundle", "half")
            raise ZeroDivisionError
        assert store.meta("bundle") is None


def test_killed_in_the_middle_of_a_transaction(tmp_path: Path) -> None:
    with open_to_write(tmp_path) as store, store.writing():
        store.set_meta("version", "whole")
    script = (
        "import os, signal, sys; from pathlib import Path; from kb.store import open_to_write\n"
        "store = open_to_write(Path(sys.argv[1]))\n"
        "with store.writing():\n"
        "    store.db.execute('PRAGMA cache_size = 1')\n"
        "    for n in range(2000): store.set_meta(f'k{n}', 'x' * 500)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    with open_to_read(tmp_path) as store:
        assert store.version == "whole"
        assert store.db.execute("SELECT count(*) FROM meta").fetchone() == (1,)
        assert store.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    with open_to_write(tmp_path) as store:
        store.db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = (tmp_path / FILE).read_bytes()
    for opening in (exists, open_to_read, open_to_write):
        with pytest.raises(NewerSchema, match="update regulae"):
            opening(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_an_older_schema_is_renewed_with_what_it_holds(tmp_path: Path) -> None:
    with open_to_write(tmp_path) as store, store.writing():
        store.set_meta("bundle", "kept")
    newer = (*MIGRATIONS, "CREATE TABLE later (x); CREATE INDEX later_x ON later (x);")
    with open_to_write(tmp_path, migrations=newer) as store:
        assert store.meta("bundle") == "kept"
        assert store.db.execute("SELECT count(*) FROM later").fetchone() == (0,)
        assert store.db.execute("PRAGMA user_version").fetchone() == (len(newer),)


def test_names_of_an_older_base_are_kept_until_the_next_build(tmp_path: Path) -> None:
    with open_to_write(tmp_path, migrations=MIGRATIONS[:2]) as store, store.writing():
        store.set_meta("bundle", "as it was")
        store.db.execute(
            "INSERT INTO term (language, number, concept, kind, word, sure)"
            " VALUES ('it', '702.26', 'phasing', 'keyword-ability', 'Fasatura', 0)"
        )
        store.db.execute("INSERT INTO term_form VALUES ('fasatura', 1, 0)")
    with open_to_write(tmp_path) as store:
        [term] = Holdings(store).named("Fasatura")
        assert (term.word, term.sure, term.inflections) == ("Fasatura", False, ())
        assert install(store)
        assert "Entrare e uscire di fase" in Holdings(store).named("Fasatura")[0].variants


def test_a_failed_migration_changes_nothing(tmp_path: Path) -> None:
    with open_to_write(tmp_path) as store, store.writing():
        store.set_meta("version", "whole")
    broken = (*MIGRATIONS, "CREATE TABLE later (x); CREATE TABLE later (x);")
    with pytest.raises(StoreError, match="later"):
        open_to_write(tmp_path, migrations=broken)
    with open_to_read(tmp_path) as store:
        names = [row[0] for row in store.db.execute("SELECT name FROM sqlite_master")]
    assert "later" not in names


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    with pytest.raises(StoreError, match="database of another program; name another folder"):
        open_to_write(tmp_path)


@pytest.mark.parametrize(
    "content", [b"not a database at all" * 99, b"SQLite format 3\0" + b"x" * 4000]
)
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(StoreError, match="away and run `regulae build`"):
        exists(tmp_path)


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "base").write_text("a file")
    with pytest.raises(StoreError, match="base"):
        open_to_write(tmp_path / "base")


def test_a_second_writer_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.store._WAIT_SECONDS", 0.05)
    with open_to_write(tmp_path) as one, open_to_write(tmp_path) as two:
        with (
            one.writing(),
            pytest.raises(StoreBusy, match="another process has been writing"),
            two.writing(),
        ):
            pass
        with two.writing():
            two.set_meta("bundle", "later")


def test_readers_go_on_while_another_writes(tmp_path: Path) -> None:
    with open_to_write(tmp_path) as writer:
        with writer.writing():
            writer.set_meta("version", "old")
        with open_to_read(tmp_path) as reader, writer.writing():
            writer.set_meta("version", "new")
            assert reader.meta("version") == "old"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_only_be_read(tmp_path: Path) -> None:
    with open_to_write(tmp_path) as store, store.writing():
        store.set_meta("bundle", "kept")
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with open_to_read(tmp_path) as store:
            assert store.meta("bundle") == "kept"
        with (
            pytest.raises(StoreError, match="may you write"),
            open_to_write(tmp_path) as store,
            store.writing(),
        ):
            store.set_meta("bundle", "changed")
    finally:
        tmp_path.chmod(stat.S_IRWXU)


def fill(store: Store, rows: int) -> None:
    with store.writing():
        for n in range(rows):
            store.set_meta(f"key {n}", "x" * 1000)


def test_a_full_disk(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the disk: the write fails in the same place."""
    with open_to_write(tmp_path) as store:
        with store.writing():
            store.set_meta("bundle", "whole")
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        caught = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
        try:
            with pytest.raises(StoreError, match="room on the disk"):
                fill(store, 3000)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, caught)
        assert store.meta("bundle") == "whole"
        assert store.meta("key 0") is None
        fill(store, 10)
        assert store.meta("key 0") is not None


def of_schema(folder: Path, version: int) -> Path:
    """A base as an older regulae left it."""
    with open_to_write(folder, migrations=MIGRATIONS[:version]) as store, store.writing():
        store.set_meta("version", "0123456789abcdef")
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("PRAGMA journal_mode = DELETE")  # nothing beside the file, as after a copy
    return folder


def test_an_older_base_is_renewed_to_be_read(tmp_path: Path) -> None:
    with open_to_read(of_schema(tmp_path, len(MIGRATIONS) - 1)) as store:
        assert store.version == "0123456789abcdef"


def test_an_older_base_that_may_only_be_read() -> None:
    folder = of_schema(Path(tempfile.mkdtemp()), len(MIGRATIONS) - 1)
    (folder / FILE).chmod(0o444)
    folder.chmod(0o555)
    try:
        with as_somebody_else(), pytest.raises(StoreError, match="older schema") as refused:
            open_to_read(folder)
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)
    told = str(refused.value)
    older, newest = len(MIGRATIONS) - 1, len(MIGRATIONS)
    assert f"{folder / FILE} has the older schema {older}, wanted {newest}" in told
    assert "copy its folder to where you may write" in told
    assert "vecchio schema" in refused.value.told("it")


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Root may write everywhere, nobody may not; whoever runs the tests otherwise stays."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_folder_in_the_place_of_the_base(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    for opened in (exists, open_to_read, open_to_write):
        with pytest.raises(StoreError, match=r"base\.sqlite is a folder, and a knowledge base is"):
            opened(tmp_path)
