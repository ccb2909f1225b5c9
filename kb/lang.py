"""Languages: one folder under data/ each, and the words that it holds."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kb.errors import BadData, UnknownLanguage
from kb.paths import data_dir

ORIGINAL = "en"
"""The language in which the rules are written; the others translate it."""

AFTER_ALL = "\U0010ffff"
"""The last sign there is: what begins with a text stands before that text with this behind it."""

_CODE = re.compile(r"[a-z]{2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Language:
    """The words of one language, as ``data/<code>/language.toml`` lists them."""

    code: str
    name: str
    """What its speakers call it."""
    tables: Mapping[str, Mapping[str, Any]]

    @property
    def folder(self) -> Path:
        return data_dir() / self.code

    def words(self, table: str, key: str) -> tuple[str, ...]:
        """The list under ``[table] key``: empty in a language without the table.

        Raises BadData where the table lacks the key, or it is no list.
        """
        if table not in self.tables:
            return ()
        value = self.tables[table].get(key)
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise BadData(
                f"{self.folder / 'language.toml'}: [{table}] {key} is not a list of words"
            )
        return tuple(value)

    def word(self, table: str, key: str) -> str:
        """The text under ``[table] key``: the English one in a language without the table.

        Raises BadData where the table lacks the key, or it is no text.
        """
        if table not in self.tables and self.code != ORIGINAL:
            return language(ORIGINAL).word(table, key)
        value = self.tables.get(table, {}).get(key)
        if not isinstance(value, str):
            raise BadData(f"{self.folder / 'language.toml'}: [{table}] {key} is not a text")
        return value


@cache
def codes() -> tuple[str, ...]:
    """The codes of all languages, in the order of the alphabet."""
    return tuple(
        sorted(
            folder.name
            for folder in data_dir().iterdir()
            if _CODE.fullmatch(folder.name) and (folder / "language.toml").is_file()
        )
    )


def in_order_for(code: str, held: Iterable[str] = ()) -> tuple[str, ...]:
    """The languages in which to look for a text: the reader's, the original, the others."""
    return tuple(dict.fromkeys((code, ORIGINAL, *(held or codes()))))


@cache
def language(code: str) -> Language:
    """The language of a code; raises UnknownLanguage."""
    if code not in codes():
        from kb.saying import said  # which reads the sentences of a language

        raise UnknownLanguage(said("language.unknown", code=code, codes=", ".join(codes())))
    path = data_dir() / code / "language.toml"
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{path}: {error}") from error
    name = tables.pop("name", None)
    if not isinstance(name, str):
        raise BadData(f"{path}: no name of the language (like name = 'italiano')")
    return Language(code, name, tables)


def folded(text: str) -> str:
    """A copy for comparing: no case, no accents, straight apostrophes, single blanks.

    >>> folded("Maná’s  VALUE")
    "mana's value"
    """
    if text.isascii():  # most words of most texts; the rest would change nothing in them
        return " ".join(text.lower().split())
    straight = text.replace("’", "'").replace("ʼ", "'")
    spread = unicodedata.normalize("NFD", straight.casefold())
    bare = "".join(sign for sign in spread if not unicodedata.combining(sign))
    # An argument that was no UTF-8 holds lone surrogates, which no table can be asked for.
    return " ".join(bare.encode("utf-8", "replace").decode("utf-8").split())


def name_keys(text: str) -> tuple[str, ...]:
    """Under which keys a name is found: exclamation marks and hyphens do not matter.

    >>> name_keys("Anti-malocchio")
    ('anti-malocchio', 'antimalocchio', 'anti malocchio')
    """
    bare = folded(text)
    plain = bare.strip("¡! ") or bare
    return tuple(dict.fromkeys((bare, plain, plain.replace("-", ""), plain.replace("-", " "))))
