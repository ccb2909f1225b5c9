"""Messages: the sentences of ``data/<code>/messages.toml`` and of the files beside it."""

import tomllib
from collections.abc import Mapping
from functools import cache

from kb.errors import BadData
from kb.lang import language

MESSAGES = "messages"


@cache
def tables(code: str, file: str = MESSAGES) -> Mapping[str, Mapping[str, str]]:
    """The tables of ``data/<code>/<file>.toml``.

    The sentences of verdicts are a file of their own: a look-up does not read them.
    """
    path = language(code).folder / f"{file}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadData(f"{path}: cannot be read: {error}") from error


def message(code: str, table: str, key: str, *, file: str = MESSAGES) -> str:
    """The sentence ``[table] key`` as it stands; raises BadData where there is none."""
    sentence = tables(code, file).get(table, {}).get(key)
    if not isinstance(sentence, str):
        path = language(code).folder / f"{file}.toml"
        raise BadData(f"{path}: [{table}] has no text {key!r}")
    return sentence


def has(code: str, table: str, key: str) -> bool:
    """Whether ``[table] key`` is there."""
    return key in tables(code).get(table, {})


def say(code: str, table: str, key: str, /, **values: object) -> str:
    """The sentence ``[table] key``, filled in.

    >>> say("it", "interface", "cites")
    'Cita'
    """
    return message(code, table, key).format_map({k: str(value) for k, value in values.items()})
