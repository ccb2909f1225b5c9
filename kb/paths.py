"""Where the bundled data lies; where the user's knowledge base lies."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def data_dir() -> Path:
    """kb/_data in a wheel, data/ in a checkout."""
    packaged = _HERE / "_data"
    return packaged if packaged.is_dir() else _HERE.parent / "data"


def default_base() -> Path:
    """The folder of the knowledge base where neither ``--kb`` nor ``REGULAE_KB`` names one."""
    from platformdirs import user_data_path  # not on the path of a command that was given one

    return user_data_path("regulae", appauthor=False)
