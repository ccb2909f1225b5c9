"""Entities: the signs that a plain text kept in the spelling of a page (&egrave;)."""

import html
import re

_ENTITY = re.compile(r"&(?:\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_NO_SIGN = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f\\ud800-\\udfff\\ufffd]")


def without_entities(text: str) -> tuple[str, int]:
    """The text with its entities written out once, and how many they were.

    What names no sign stays as it stands.

    >>> without_entities("perch&eacute; no &amp;egrave; &pippo;")
    ('perché no &egrave; &pippo;', 2)
    """
    if "&" not in text:
        return text, 0
    found = 0

    def sign(match: re.Match[str]) -> str:
        nonlocal found
        read = html.unescape(match[0])
        if read == match[0] or _NO_SIGN.search(read) or len(read) > 2:
            return match[0]
        found += 1
        return read

    written = _ENTITY.sub(sign, text)
    return written, found
