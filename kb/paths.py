"""Where the bundled data lies; where the user's knowledge base lies."""

import os
from pathlib import Path

from kb.errors import BadData

_HERE = Path(__file__).resolve().parent
_SETTING = "REGULAE_DATA"


def data_dir() -> Path:
    """kb/_data in a wheel, data/ in a checkout; ``REGULAE_DATA`` names a copy with more languages.

    Raises BadData where it names no folder.
    """
    named = os.environ.get(_SETTING)
    if named:
        folder = Path(named)
        if not (folder / "en" / "language.toml").is_file():
            raise BadData(
                f"{_SETTING}: {named} has no en/language.toml; wanted a copy of the folder"
                f" {_packaged()}, with languages added"
            )
        return folder
    return _packaged()


def _packaged() -> Path:
    packaged = _HERE / "_data"
    return packaged if packaged.is_dir() else _HERE.parent / "data"


def default_base() -> Path:
    """The folder of the knowledge base where neither ``--kb`` nor ``REGULAE_KB`` names one."""
    from platformdirs import user_data_path  # not on the path of a command that was given one

    return user_data_path("regulae", appauthor=False)
