"""Seals: what says that an index was written by this program for this user.

An index of whoosh runs code when it is opened (docs/search.md). Beside the files of each index lie
their hashes, and a sum over these that only the holder of a key can make; the key lies in the
user's own settings, never in a base. An index without the right sum is made anew.
"""

import hashlib
import hmac
import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

FILE = "seal.json"
_KEY_BYTES = 32
_LARGEST_SEAL = 2**16
_LARGEST_INDEX = 2**31
"""Bytes; 106 editions in one index would take a tenth of it."""


class Hashed(NamedTuple):
    """What a seal says of a file."""

    size: int
    hash: str


def key() -> bytes | None:
    """The key of this user, made when there is none; None where none can be kept."""
    # On every system the same: to import platformdirs takes as long as to open an index. And a
    # folder of its own, which no base can be.
    settings = os.environ.get("XDG_CONFIG_HOME", "")
    try:
        home = Path(settings) if os.path.isabs(settings) else Path.home() / ".config"
        place = home / "regulae-seal" / "key"
        held = _private(place)
        return held if held is not None else _new_key(place)
    except (OSError, RuntimeError):  # the latter where nobody's home is known
        return None


def seal(folder: Path, key: bytes, *, name: str) -> None:
    """Write the seal of all files in a folder that is to have this name; raises OSError."""
    files = {
        path.name: Hashed(path.stat().st_size, _hash(path.read_bytes()))
        for path in sorted(folder.iterdir())
    }
    content = {"files": files, "seal": _sum(files, key, name=name).hex()}
    (folder / FILE).write_text(json.dumps(content), encoding="ascii")


def checked(folder: Path, key: bytes) -> Mapping[str, bytes] | None:
    """The files of a folder as they were sealed; None where one is not, or nothing is."""
    told = _told(folder)
    if told is None:
        return None
    files, found = told
    if not hmac.compare_digest(found, _sum(files, key, name=folder.name)):
        return None  # before any file is read: what is said of their sizes may be a lie
    contents: dict[str, bytes] = {}
    for name, (size, digest) in files.items():
        content = _read(folder / name, most=size)
        if content is None or len(content) != size or _hash(content) != digest:
            return None
        contents[name] = content
    return contents


def _told(folder: Path) -> tuple[dict[str, Hashed], bytes] | None:
    """What the seal in a folder says, whoever wrote it; None where it says nothing."""
    content = _read(folder / FILE, most=_LARGEST_SEAL)
    if content is None:
        return None
    try:
        told = json.loads(content)
        files = {
            str(name): Hashed(int(size), str(of)) for name, (size, of) in told["files"].items()
        }
        return files, bytes.fromhex(told["seal"])
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None  # anybody may have written it


def _sum(files: Mapping[str, Hashed], key: bytes, *, name: str) -> bytes:
    """Of the name of the folder too: the index of one version is none of another."""
    said = json.dumps([name, sorted((file, *hashed) for file, hashed in files.items())])
    return hmac.digest(key, said.encode(), "sha256")


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _read(path: Path, *, most: int) -> bytes | None:
    """A plain file of so many bytes at most; None for anything else."""
    try:
        # A pipe that somebody put there would be waited for without an end.
        if not stat.S_ISREG(path.lstat().st_mode) or most > _LARGEST_INDEX:
            return None
        with path.open("rb") as file:
            content = file.read(most + 1)
    except (OSError, ValueError):
        return None
    return content if len(content) <= most else None


def _private(place: Path) -> bytes | None:
    """The key that is there, if nobody but this user could read or write it."""
    content = _read(place, most=_KEY_BYTES)
    if content is None or len(content) != _KEY_BYTES:
        return None
    told = place.lstat()
    if os.name == "posix" and (told.st_mode & 0o077 or told.st_uid != os.geteuid()):
        return None
    return content


def _new_key(place: Path) -> bytes | None:
    """A key put in place whole: another process may be doing the same.

    None where the file system keeps no modes: such a key would be made anew for each question.
    """
    import secrets

    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    made = secrets.token_bytes(_KEY_BYTES)
    scratch = place.with_name(secrets.token_hex(8))
    descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(made)
    try:
        os.replace(scratch, place)
    finally:
        scratch.unlink(missing_ok=True)
    return _private(place)
