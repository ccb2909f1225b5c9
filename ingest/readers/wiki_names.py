"""Names in wiki markup that stand for signs: templates of mana symbols, small pictures."""

import re

from ingest.words import document_words
from kb.lang import folded

WIDEST_ICON = 60
"""Pixels of a sign in a line of text."""

_ONE = re.compile(
    r"(?:[WUBRGCXYZSTQEP]|\d{1,2}|[2WUBRGC]/[WUBRGP](?:/P)?|CHAOS|PW|TK|½|∞)", re.IGNORECASE
)
_RUN = re.compile(r"\d{1,2}|[WUBRGCXYZSTQE]", re.IGNORECASE)
_SIZE = re.compile(r"(?:(\d+)x?\d*|x\d+)\s*px")
_SHOWN = {"!": "|", "=": "=", "-": "", "!!": "||"}


def symbols_of(name: str, places: list[str]) -> str | None:
    """The symbols that a template draws, in braces; None for a template that draws none.

    >>> symbols_of("T", []), symbols_of("Mana", ["2WW"]), symbols_of("Card", ["Opt"])
    ('{T}', '{2}{W}{W}', None)
    """
    if not places and _ONE.fullmatch(name) and name not in "!-":
        return f"{{{name.upper()}}}"
    if folded(name) in document_words().wiki_symbol and places:
        return "".join(_symbols(place) for place in places)
    return None


def _symbols(place: str) -> str:
    text = place.strip()
    if not text or text.startswith("{"):
        return text
    if _ONE.fullmatch(text):
        return f"{{{text.upper()}}}"
    parts = _RUN.findall(text)
    if "".join(parts) == text:
        return "".join(f"{{{part.upper()}}}" for part in parts)
    return f"{{{text}}}"


def template_shown(name: str) -> str | None:
    """What a template without parameters shows, where that is known."""
    return _SHOWN.get(name)


def picture(options: str) -> str | None:
    """The alternative text of a sign, empty where it has none; None for a picture."""
    said = ""
    small: bool | None = None
    for option in options.split("|"):
        key, equals, value = option.partition("=")
        if equals and key.strip() == "alt":
            said = value.strip()
        elif size := _SIZE.fullmatch(option.strip()):
            wide = size[1] is not None and (len(size[1]) > 9 or int(size[1]) > WIDEST_ICON)
            small = not wide
        elif folded(option.strip()) in document_words().wiki_picture:
            return None
    return said if small or (small is None and said) else None if small is False else ""
