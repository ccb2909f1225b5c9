"""Exported tables: which there are, their columns, and what a cell says."""

import re
from collections.abc import Mapping

from kb.number import RuleNumber

TABLES: Mapping[str, tuple[str, ...]] = {
    "documents": ("document", "source", "form", "language", "seal"),
    "editions": ("edition", "document", "language", "date", "label", "source", "kind", "hash"),
    "rules": ("edition", "place", "number", "title", "text", "inferred", "line"),
    "examples": ("edition", "place", "number", "example", "text"),
    "translates": ("edition", "place", "number", "part", "original"),
    "rulings": ("edition", "place", "about", "text"),
    "glossary": ("edition", "place", "term", "text"),
    "facts": ("document", "place", "key", "value"),
    "notes": ("document", "place", "kind", "number", "line", "detail"),
}
"""Each is a file ``NAME.csv``. ``place`` is the order, so that a table may be sorted otherwise;
the place of an example is that of its rule. ``original`` is the hash of the English text for which
the text (part 0) or an example was made."""
LATER = frozenset(("translates",))
"""Those that older exports do not have."""
LARGEST = 64 * 2**20
"""Bytes of one table."""
MOST_ROWS = 300_000
"""Rows of one table; an edition has 3,500 rules."""
MOST_ROWS_IN_ALL = 600_000
"""Rows of all tables together; a hundred editions have four hundred thousand."""
YES = "yes"

# A spreadsheet runs a cell that opens so, in some countries also with the wide signs.
_RUNS = re.compile(r"[=+\-@\t\r\n＝＋－＠']")
# It takes a short cell with a digit for a number or a date, and writes 702.10 back as 702.1.
_SHORT = 40
_LOGICAL = frozenset(
    ("true", "false", "vero", "falso", "verdadero", "falso", "wahr", "falsch", "vrai", "faux")
)


def cell(text: str | None) -> str:
    """A text as a spreadsheet leaves it alone; nothing where there is none.

    >>> cell("=1+1"), cell("2024-11-23"), cell(None), cell(""), cell("'s")
    ("'=1+1", "'2024-11-23", '', "'", "''s")
    """
    if text is None:
        return ""
    return f"'{text}" if _looks_otherwise(text) else text


def _looks_otherwise(text: str) -> bool:
    if not text or _RUNS.match(text) or text != text.strip():
        return True
    if text.casefold() in _LOGICAL:
        return True
    return len(text) <= _SHORT and any(sign.isnumeric() for sign in text)


def said(content: str) -> str | None:
    """What a cell says: ``cell`` undone.

    >>> [said(cell(text)) for text in ("=1+1", "", None, "'s", "Kicker")]
    ['=1+1', '', None, "'s", 'Kicker']
    """
    return content.removeprefix("'") if content else None


def number_cell(number: RuleNumber | None) -> str:
    """A number as the rules print it, with the final dot that keeps 702.10 from being 702.1.

    >>> [number_cell(RuleNumber.parse(text)) for text in ("7", "702.10", "702.10a")]
    ['7.', '702.10.', '702.10a']
    """
    if number is None:
        return ""
    return str(number) if number.letter else f"{number}."
