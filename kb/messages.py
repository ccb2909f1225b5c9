"""Messages: the sentences of ``data/<code>/messages.toml`` and of the files beside it."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache

from kb.errors import BadData
from kb.lang import ORIGINAL, language

MESSAGES = "messages"
VERDICTS = "verdicts"
WEB = "web"
MCP = "mcp"
ERRORS = "errors"


@cache
def tables(code: str, file: str = MESSAGES) -> Mapping[str, Mapping[str, str]]:
    """The tables of ``data/<code>/<file>.toml``; none where a translation lacks the file.

    The sentences of verdicts, of web pages, of the MCP server and of errors are files of their own:
    a look-up does not read them.
    """
    path = language(code).folder / f"{file}.toml"
    if code != ORIGINAL and not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadData(f"{path}: cannot be read: {error}") from error


def message(code: str, table: str, key: str, *, file: str = MESSAGES) -> str:
    """The sentence ``[table] key`` as it stands, in English where the language has none.

    Raises BadData where English has none.
    """
    sentence = tables(code, file).get(table, {}).get(key)
    if sentence is None and code != ORIGINAL:
        return message(ORIGINAL, table, key, file=file)
    if not isinstance(sentence, str):
        path = language(code).folder / f"{file}.toml"
        raise BadData(f"{path}: [{table}] has no text {key!r}")
    return sentence


def untranslated(code: str) -> Iterator[str]:
    """The sentences for which English fills in, as ``messages.toml: interface.cites``."""
    for file in (MESSAGES, VERDICTS, WEB, MCP, ERRORS):
        here = tables(code, file)
        for table, sentences in tables(ORIGINAL, file).items():
            missing = sentences.keys() - here.get(table, {}).keys()
            yield from (f"{file}.toml: {table}.{key}" for key in sentences if key in missing)


def has(code: str, table: str, key: str, *, file: str = MESSAGES) -> bool:
    """Whether the language has a sentence ``[table] key``, or English for it."""
    return any(key in tables(each, file).get(table, {}) for each in (code, ORIGINAL))


class _Number(int):
    """A number in a sentence of a language."""

    _code: str

    def __new__(cls, value: int, code: str) -> "_Number":
        number = super().__new__(cls, value)
        number._code = code
        return number

    def __format__(self, forms: str) -> str:
        if "|" not in forms:
            return format(int(self), forms)
        from kb.plurals import chosen  # few sentences count

        return chosen(int(self), forms, code=self._code)


def say(code: str, table: str, key: str, file: str = MESSAGES, /, **values: object) -> str:
    """The sentence ``[table] key``, filled in.

    A number takes the form of a word that goes with it: ``{rules:# regola|# regole}``.

    >>> say("it", "interface", "cites")
    'Cita'
    """
    return message(code, table, key, file=file).format_map(
        {
            name: _Number(value, code) if type(value) is int else str(value)
            for name, value in values.items()
        }
    )
