"""The store: one SQLite file, opened to read or to write in one transaction."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kb.errors import NewerSchema, StoreBusy, StoreError
from kb.saying import reason, said
from kb.schema import MIGRATIONS

FILE = "base.sqlite"
INDEX = "index"
_APPLICATION = 0x52454755  # "REGU": a file of ours, and not just any SQLite
_WAIT_SECONDS = 60.0
_SHORT_WAIT_SECONDS = 1.0
"""After which somebody who waits is told so."""


class Store:
    """An open knowledge base. ``folder`` holds the SQLite file and the search index."""

    def __init__(
        self,
        folder: Path | None,
        db: sqlite3.Connection,
        *,
        on_wait: Callable[[], None] | None = None,
    ) -> None:
        self.folder = folder
        self.db = db
        self.as_of = ""
        """The day of which it answers, once turned back (``kb.as_of``); today without one."""
        self._on_wait = on_wait

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.db.close()

    def meta(self, key: str) -> str | None:
        row = self.db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else None

    def set_meta(self, key: str, value: str) -> None:
        self.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    @property
    def version(self) -> str:
        """Names the content: it changes with every edition that comes in."""
        return self.meta("version") or ""

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read inside is of one moment, whatever others write meanwhile."""
        with explained(self.folder):
            self.db.execute("BEGIN")
            try:
                yield
            finally:
                self.db.rollback()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction, all or nothing; raises StoreBusy where another process writes."""
        with explained(self.folder):
            self._begin()
            try:
                yield
            except BaseException:
                self.db.rollback()
                raise
            self.db.execute("COMMIT")

    def _begin(self) -> None:
        """Take the lock; where that takes long, say once that somebody else has it."""
        if self._on_wait is not None:
            self.db.execute(f"PRAGMA busy_timeout = {_SHORT_WAIT_SECONDS * 1000:.0f}")
            try:
                self.db.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorname != "SQLITE_BUSY":
                    raise
            finally:
                self.db.execute(f"PRAGMA busy_timeout = {_WAIT_SECONDS * 1000:.0f}")
            self._on_wait()
            self._on_wait = None
        self.db.execute("BEGIN IMMEDIATE")


def exists(folder: Path) -> bool:
    """Whether a whole knowledge base lies in ``folder``; raises NewerSchema and StoreError."""
    store = open_existing(folder)
    if store is not None:
        store.db.close()
    return store is not None


def open_existing(folder: Path) -> Store | None:
    """The base in ``folder`` to read; None where there is none; an older schema is renewed first.

    What a killed first build left behind has no content yet and counts as none.
    """
    path = folder / FILE
    if not path.is_file():
        _refuse_folder(path)
        return None
    with explained(folder):
        db = _connect(path, "ro")
        with _closed_on_error(db):
            version = _schema_version(db, path)
            store = Store(folder, db)
            if version == len(MIGRATIONS) and store.version:
                return store
        db.close()
    return _renewed(folder, version) if 0 < version < len(MIGRATIONS) else None


def _renewed(folder: Path, version: int) -> Store:
    """A base of an older schema brought to the newest, to read too."""
    try:
        return open_to_write(folder)
    except StoreError as error:
        cause = error.__cause__
        if not isinstance(cause, sqlite3.OperationalError) or not _is_unwritable(cause):
            raise
        told = {"path": folder / FILE, "version": version, "newest": len(MIGRATIONS)}
        raise StoreError(said("base.older", why=cause, **told)) from error


def _refuse_folder(path: Path) -> None:
    if path.is_dir():
        raise StoreError(said("base.is_folder", path=path))


def open_to_read(folder: Path) -> Store:
    """The base in ``folder``; raises StoreError where there is none."""
    store = open_existing(folder)
    if store is None:
        raise StoreError(said("base.none", folder=folder))
    return store


def open_to_write(
    folder: Path,
    *,
    migrations: Sequence[str] = MIGRATIONS,
    on_wait: Callable[[], None] | None = None,
) -> Store:
    """The base in ``folder``, made when missing and brought to the newest schema.

    ``on_wait`` is called once if another process writes and this one has to wait.
    """
    path = folder / FILE
    _refuse_folder(path)
    with explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
        db = _connect(path, "rwc")
        with _closed_on_error(db):
            _schema_version(db, path, newest=len(migrations))
            store = Store(folder, db, on_wait=on_wait)
            migrate(store, migrations)
            _let_readers_in(db)
        return store


def in_memory() -> Store:
    """A base of its own in memory, for tests."""
    store = Store(None, sqlite3.connect(":memory:", isolation_level=None))
    migrate(store, MIGRATIONS)
    return store


def migrate(store: Store, migrations: Sequence[str]) -> None:
    """Bring the tables to the newest version, all steps in one transaction."""
    if _user_version(store.db) == len(migrations):
        return
    with store.writing():
        # Another process may have done it while this one waited for the lock.
        for step in range(_user_version(store.db), len(migrations)):
            for statement in _statements(migrations[step]):
                store.db.execute(statement)
        store.db.execute(f"PRAGMA application_id = {_APPLICATION}")
        store.db.execute(f"PRAGMA user_version = {len(migrations)}")


@contextmanager
def explained(folder: Path | None) -> Iterator[None]:
    """Turn the errors of SQLite and of the file system into one line each."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname in ("SQLITE_BUSY", "SQLITE_LOCKED"):
            busy = said("base.busy", folder=folder, seconds=f"{_WAIT_SECONDS:.0f}")
            raise StoreBusy(busy) from error
        raise StoreError(said("base.unusable", folder=folder, error=error)) from error
    except sqlite3.DatabaseError as error:
        raise StoreError(said("base.damaged", folder=folder, error=error, file=FILE)) from error
    except OSError as error:
        if error.filename is None:
            raise  # not of a file that was opened: a full disk or a closed pipe behind the output
        unread = said("base.unread", path=error.filename, why=reason(error))
        raise StoreError(unread) from error


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = path.resolve().as_uri()
    try:
        return _opened(f"{address}?mode={mode}")
    except sqlite3.OperationalError as error:
        # WAL wants to write beside the file even to read; a folder we may not write is read as is.
        if mode != "ro" or not _is_unwritable(error):
            raise
        return _opened(f"{address}?mode=ro&immutable=1")


def _opened(address: str) -> sqlite3.Connection:
    db = sqlite3.connect(address, uri=True, timeout=_WAIT_SECONDS, isolation_level=None)
    with _closed_on_error(db):
        db.execute("SELECT 1 FROM sqlite_master LIMIT 1")  # connecting alone reads nothing
    return db


@contextmanager
def _closed_on_error(db: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        db.close()
        raise


def _let_readers_in(db: sqlite3.Connection) -> None:
    """Write ahead, so that questions are answered while an ingest runs."""
    try:
        db.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        # Somebody reads at this moment; the mode stays as it is until the next writer comes.
        if error.sqlite_errorname != "SQLITE_BUSY":
            raise


def _is_unwritable(error: sqlite3.OperationalError) -> bool:
    return error.sqlite_errorname.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY"))


def _user_version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _schema_version(db: sqlite3.Connection, path: Path, *, newest: int = len(MIGRATIONS)) -> int:
    version = _user_version(db)
    application = db.execute("PRAGMA application_id").fetchone()[0]
    foreign = not application and db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application not in (0, _APPLICATION) or foreign:
        raise StoreError(said("base.foreign", path=path))
    if version > newest:
        raise NewerSchema(said("base.newer", path=path, version=version, newest=newest))
    return version


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; ``executescript`` would commit behind our back."""
    statement = ""
    *parts, rest = script.split(";")
    if rest.strip():
        raise ValueError(f"a migration ends without a semicolon: {rest.strip()[:60]!r}")
    for part in parts:
        statement += part + ";"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
