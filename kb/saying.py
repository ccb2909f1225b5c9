"""Sayings: English sentences that know how they are said in the other languages."""

import errno
from collections.abc import Mapping
from typing import Any

from kb.errors import RegulaeError
from kb.lang import ORIGINAL
from kb.messages import ERRORS, has, say


class Saying(str):
    """A sentence of ``data/<code>/errors.toml``, filled in; as a text it is English.

    So it goes wherever a text goes, into the base and through JSON too, and can still be told to
    a reader of another language as long as it was not written down.
    """

    key: str
    """Table and key, with a dot between."""
    values: Mapping[str, str | int]
    """What fills it in; a saying among them is told in the language of the whole."""

    def __new__(cls, key: str, values: Mapping[str, str | int]) -> "Saying":
        saying = super().__new__(cls, _filled(key, values, ORIGINAL))
        saying.key, saying.values = key, values
        return saying

    def __reduce__(self) -> tuple[Any, ...]:
        return Saying, (self.key, dict(self.values))

    def told(self, language: str) -> str:
        """The sentence in a language, in English where it has none."""
        return _filled(self.key, self.values, language)


def said(key: str, /, **values: object) -> Saying:
    """The sentence ``table.key``; an error among the values is told as its own sentence.

    >>> said("rule.no_number", text="x").told("it").startswith("'x' non è")
    True
    """
    return Saying(key, {name: _kept(value) for name, value in values.items()})


def reason(error: OSError) -> str:
    """Why the system refuses a file: what is common in our words, the rest in those of it."""
    key = errno.errorcode.get(error.errno or 0, "").lower()
    if has(ORIGINAL, "system", key, file=ERRORS):
        return said(f"system.{key}")
    return error.strerror or str(error)


def told(text: str, language: str) -> str:
    """A text in a language, where it is a saying; else as it is."""
    return text.told(language) if isinstance(text, Saying) else text


def _kept(value: object) -> str | int:
    """What fills in a sentence, as a text or a number that can be sent to another process."""
    if isinstance(value, RegulaeError):
        return value.said
    return value if isinstance(value, str) or type(value) is int else str(value)


def _filled(key: str, values: Mapping[str, str | int], language: str) -> str:
    table, _, name = key.partition(".")
    filling = {
        name: told(value, language) if isinstance(value, str) else value
        for name, value in values.items()
    }
    return say(language, table, name, ERRORS, **filling)
