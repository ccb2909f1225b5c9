"""Game states to start from, with comments in the language of their author."""

from functools import cache

from kb.errors import BadData
from kb.lang import ORIGINAL, language
from kb.paths import data_dir


@cache
def names() -> tuple[str, ...]:
    """What there is a template for: a file of ``data/en/templates`` each."""
    return tuple(sorted(path.stem for path in (data_dir() / ORIGINAL / "templates").glob("*.yaml")))


def template(code: str, name: str) -> str:
    """The document of that name, in English where the language has none of its own."""
    own = language(code).folder / "templates" / f"{name}.yaml"
    path = own if own.is_file() else data_dir() / ORIGINAL / "templates" / own.name
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: cannot be read: {error}") from error
