"""The seal of an index: nothing is opened, let alone run, that this user did not write."""

import errno
import json
import os
import pickle
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kb import store as kb_store
from kb.errors import NoPlace, StoreError
from kb.store import INDEX, Store
from search import indexing, seal
from search.cli import main
from search.engine import Word
from search.engines import chosen
from search.index import in_cache, open_index, place_of
from tests.factories import document, edition, put, rule

KEY = bytes(range(32))


@pytest.fixture
def base(tmp_path: Path) -> Iterator[Store]:
    with kb_store.open_to_write(tmp_path / "base") as store:
        put(store, document(rule("100.1", "An island."), of=edition("en")))
        yield store


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def place(store: Store) -> Path:
    return place_of(store, chosen.maker())


def numbers(store: Store) -> list[str]:
    index = open_index(store)
    assert index is not None
    return [match.number for match in index.search(Word("island"))]


# The seal alone


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    folder = tmp_path / "sealed"
    folder.mkdir()
    (folder / "one").write_bytes(b"first")
    (folder / "two").write_bytes(b"second")
    seal.seal(folder, KEY, name=folder.name)
    return folder


def test_what_was_sealed_is_given_back(sealed: Path) -> None:
    assert seal.checked(sealed, KEY) == {"one": b"first", "two": b"second"}


def test_what_lies_beside_is_left_out(sealed: Path) -> None:
    (sealed / "three").write_bytes(b"of somebody else")
    assert seal.checked(sealed, KEY) == {"one": b"first", "two": b"second"}


def resealed(change: Callable[[Any], None]) -> Callable[[Path], None]:
    def tamper(folder: Path) -> None:
        told = json.loads((folder / seal.FILE).read_text())
        change(told)
        (folder / seal.FILE).write_text(json.dumps(told))

    return tamper


def written(text: str) -> Callable[[Path], None]:
    def tamper(folder: Path) -> None:
        (folder / seal.FILE).write_text(text)

    return tamper


def replaced_by_link(folder: Path) -> None:
    (folder / "one").rename(folder.parent / "one")
    (folder / "one").symlink_to(folder.parent / "one")


def replaced_by_pipe(folder: Path) -> None:
    for name in ("one", seal.FILE):
        (folder / name).unlink()
        os.mkfifo(folder / name)


def sealed_by_another(folder: Path) -> None:
    (folder / seal.FILE).unlink()
    seal.seal(folder, bytes(32), name=folder.name)


def sealed_for_another_version(folder: Path) -> None:
    (folder / seal.FILE).unlink()
    seal.seal(folder, KEY, name="another")


@pytest.mark.parametrize(
    ("says", "tamper"),
    [
        ("other content", lambda folder: (folder / "one").write_bytes(b"fiRst")),
        ("longer content", lambda folder: (folder / "one").write_bytes(b"first and more")),
        ("no file", lambda folder: (folder / "one").unlink()),
        ("no seal", lambda folder: (folder / seal.FILE).unlink()),
        ("a link, whatever it leads to", replaced_by_link),
        ("a pipe that nobody writes", replaced_by_pipe),
        ("another key", sealed_by_another),
        ("another version", sealed_for_another_version),
        ("fewer files", resealed(lambda told: told["files"].pop("two"))),
        ("more files", resealed(lambda told: told["files"].update({"../key": [3, "0" * 64]}))),
        ("other hashes", resealed(lambda told: told["files"].update({"one": [5, "0" * 64]}))),
        ("a size without end", resealed(lambda told: told["files"].update({"one": [1e999, ""]}))),
        ("no sum", resealed(lambda told: told.update(seal=""))),
        ("a sum that is no text", resealed(lambda told: told.update(seal=[1]))),
        ("half a sign", resealed(lambda told: told.update(seal="\ud800"))),
        ("a list of files", resealed(lambda told: told.update(files=["one"]))),
        ("no JSON", written("{")),
        ("another JSON", written("[]")),
        ("deep JSON", written("[" * 60_000)),
        ("long JSON", written(" " * 70_000 + "{}")),
    ],
)
def test_what_was_tampered_with(sealed: Path, says: str, tamper: Callable[[Path], None]) -> None:
    tamper(sealed)
    assert seal.checked(sealed, KEY) is None, says


def test_no_key_where_the_file_system_keeps_no_modes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each question would make one anew, and no index would ever be this user's."""
    settings = tmp_path / "settings"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(settings))
    monkeypatch.setattr(seal, "_private", lambda place: None)
    assert seal.key() is None
    assert [path.name for path in (settings / "regulae-seal").iterdir()] == ["key"]


def test_the_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    made = seal.key()
    [path] = (tmp_path / "settings" / "regulae-seal").iterdir()
    assert made == seal.key() == path.read_bytes() and len(made) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_key_that_others_may_have_read_is_replaced(tmp_path: Path) -> None:
    before = seal.key()
    (tmp_path / "settings/regulae-seal/key").chmod(0o644)
    after = seal.key()
    assert after != before and after == seal.key()


@pytest.mark.parametrize("content", [b"", b"short", bytes(33)])
def test_a_key_that_is_none_is_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings/regulae-seal/key"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    path.chmod(0o600)
    key = seal.key()
    assert key is not None and len(key) == 32 and key == seal.key()


# A base from elsewhere


class Bomb:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return os.mkdir, (str(self._path),)


def hostile(base: Store, bang: Path) -> None:
    """The index of a base, made by somebody whose key is another, to run code when opened."""
    indexing.build(base)
    folder = place(base)
    [contents] = folder.glob("*.toc")
    whole = contents.read_bytes()
    at = whole.index(b"\x80\x02")  # the schema: its length, then a pickle
    bomb = pickle.dumps(Bomb(bang), 2)
    contents.write_bytes(whole[: at - 1] + bytes([len(bomb)]) + bomb + whole[at:])
    (folder / seal.FILE).unlink()
    seal.seal(folder, bytes(32), name=folder.name)


def test_nothing_of_a_hostile_index_runs(base: Store, tmp_path: Path) -> None:
    bang = tmp_path / "bang"
    hostile(base, bang)
    assert open_index(base) is None
    assert indexing.build(base) is True
    assert numbers(base) == ["100.1"]
    assert not bang.exists()


def test_the_bomb_of_that_test_goes_off_when_opened(base: Store, tmp_path: Path) -> None:
    """Else the test before would pass with any index that is merely damaged."""
    bang = tmp_path / "bang"
    hostile(base, bang)
    files = seal.checked(place(base), bytes(32))
    assert files is not None
    maker = chosen.maker("whoosh")
    with pytest.raises(maker.failures):
        maker.open(place(base), files)
    assert bang.exists()


def run(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--kb", str(folder), *words], prog_name="regulae")


@pytest.mark.parametrize("engine", chosen.NAMES)
def test_a_base_that_was_sent_is_searched(
    tmp_path: Path, bundled_folder: Path, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    """Whoever gets it is told that its index is made anew, and the second time it is there."""
    pytest.importorskip(engine)
    sent = tmp_path / "sent"
    shutil.copytree(bundled_folder, sent)
    run(sent, "search", "kicker", "--engine", engine)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "of another"))
    first = run(sent, "search", "kicker", "--engine", engine)
    assert first.exit_code == 0 and "was not made by you" in first.stderr
    second = run(sent, "search", "kicker", "--engine", engine)
    assert second.stdout == first.stdout and "made by you" not in second.stderr


def closed(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> None:
    """Nobody may write into these: a test may run as root, who may write everywhere."""
    mkdir = Path.mkdir

    def refuse(self: Path, *args: Any, **options: Any) -> None:
        if any(self.is_relative_to(folder) for folder in folders):
            raise OSError(errno.EROFS, "Read-only file system", str(self))
        mkdir(self, *args, **options)

    monkeypatch.setattr(Path, "mkdir", refuse)


def test_a_base_that_nobody_may_write_is_indexed_in_the_cache(
    base: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert base.folder is not None
    closed(monkeypatch, base.folder)
    assert indexing.build(base) is True
    assert not (base.folder / INDEX).exists()
    assert in_cache(place(base)).is_dir()
    assert in_cache(place(base)).is_relative_to(tmp_path / "cache")
    assert numbers(base) == ["100.1"]
    assert indexing.build(base) is False


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a folder to somebody else")
def test_a_base_that_two_users_share(base: Store, tmp_path: Path) -> None:
    """Each has an index of their own, else each question of the one would remove the other's."""
    indexing.build(base)
    (place(base) / seal.FILE).unlink()
    seal.seal(place(base), bytes(32), name=place(base).name)
    os.chown(place(base), 12345, -1)
    assert indexing.build(base) is True
    assert seal.checked(place(base), bytes(32)) is not None, "what they made is left alone"
    assert in_cache(place(base)).is_dir()
    assert numbers(base) == ["100.1"]


def test_where_nothing_can_be_kept(
    base: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert base.folder is not None
    closed(monkeypatch, base.folder, tmp_path / "cache")
    with pytest.raises(NoPlace, match="neither there nor in the base"):
        indexing.build(base)
    answer = run(base.folder, "search", "island", "--lang", "en")
    assert answer.exit_code == 0 and "100.1" in answer.stdout
    assert "can be kept neither" in answer.stderr


def test_where_no_key_can_be_kept(
    base: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings").write_text("a file stands in the way")
    assert base.folder is not None
    with pytest.raises(NoPlace, match="no key could be written"):
        indexing.build(base)
    assert open_index(base) is None
    answer = run(base.folder, "search", "island", "--lang", "en")
    assert answer.exit_code == 0 and "100.1" in answer.stdout


def test_an_index_is_of_one_version(base: Store) -> None:
    """One that was sealed by this user, put under the name of a newer version."""
    indexing.build(base)
    former = place(base)
    put(base, document(rule("100.1", "A river."), of=edition("en", digest="b")))
    assert place(base) != former
    former.rename(place(base))
    assert open_index(base) is None


def test_a_full_disk_is_told(base: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(seal, "seal", full)
    with pytest.raises(StoreError, match="No space left on device"):
        indexing.build(base)
    assert base.folder is not None
    assert list((base.folder / INDEX).iterdir()) == []
