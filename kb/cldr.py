"""CLDR: how a language writes its months and dates."""

from functools import cache

from babel import Locale, UnknownLocaleError

from kb.lang import ORIGINAL


@cache
def locale(code: str) -> Locale:
    """That of the language, or the English one where CLDR does not know it."""
    try:
        return Locale(code)
    except UnknownLocaleError:
        return Locale(ORIGINAL)
