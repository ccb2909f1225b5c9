"""Messages: the sentences of ``data/<code>/messages.toml``, filled in."""

import tomllib
from functools import cache
from typing import Any

from kb.errors import BadData
from kb.lang import language


@cache
def _tables(code: str) -> dict[str, Any]:
    path = language(code).folder / "messages.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadData(f"{path}: cannot be read: {error}") from error


def has(code: str, table: str, key: str) -> bool:
    """Whether ``[table] key`` is there."""
    return key in _tables(code).get(table, {})


def say(code: str, table: str, key: str, /, **values: object) -> str:
    """The sentence ``[table] key`` of a language; raises BadData where it has none.

    >>> say("it", "interface", "cites")
    'Cita'
    """
    sentence = _tables(code).get(table, {}).get(key)
    if not isinstance(sentence, str):
        raise BadData(f"{language(code).folder / 'messages.toml'}: [{table}] has no text {key!r}")
    return sentence.format_map({name: str(value) for name, value in values.items()})
