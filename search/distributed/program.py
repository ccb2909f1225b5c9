"""The program: a name that is another wherever the answers might be."""

import hashlib
from functools import cache
from pathlib import Path

from kb.paths import data_dir

_PACKAGES = ("ingest", "kb", "search")


@cache
def program() -> str:
    """The digest of all our modules and tables: what a release is called says too little."""
    root = Path(__file__).resolve().parents[2]
    digest = hashlib.sha256()
    for folder in (*(root / name for name in _PACKAGES), data_dir()):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml", ".csv", ".tsv", ".json") and path.is_file():
                digest.update(f"{path.relative_to(folder.parent)}\0".encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]
