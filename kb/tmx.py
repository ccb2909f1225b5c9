"""TMX: by what names a translation memory of ours says more than texts, so that it is read back."""

import re

from kb.errors import Unreadable
from kb.export_shapes import told
from kb.number import RuleNumber
from kb.originals import Part

LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
"""The attribute ``xml:lang``."""
MARK = "x-regulae-export"
"""In the header; its value is the version of the export."""
NAME = "x-name"
"""Of a unit: its texts only name their number."""
EDITION = "x-edition"
"""Of a text, as all below: the date of its edition."""
LABEL = "x-edition-label"
KIND = "x-edition-kind"
HASH = "x-hash"
"""Of the words of the text (``kb.originals``)."""
TRANSLATES = "x-translates"
"""The hash of the English text for which it was made."""
STATE = "x-state"
"""How it stands to the English text in force; for people, and not read back."""
MOVED = "x-moved-from"
"""The number under which its edition has it."""
UNKNOWN = "unknown"
"""In place of a hash."""

_UNIT = re.compile(r"(?P<number>[^\s/@]+)(?:/example-(?P<example>[1-9]\d{0,2}))?(?P<older>@\S+)?")


def unit_id(part: Part, older: str = "") -> str:
    """What a unit is known by; ``older`` tells one of a former English text from that of now.

    >>> unit_id(Part(RuleNumber.parse("702.33a"), 2), "0123456789abcdef")
    '702.33a/example-2@0123456789abcdef'
    """
    example = f"/example-{part.example}" if part.example else ""
    return f"{part.number}{example}{f'@{older}' if older else ''}"


def part_of(unit: str, at: str) -> tuple[Part, bool]:
    """The part of a unit, and whether its English text is a former one; raises Unreadable.

    >>> part_of("702.33a/example-2", "line 1")[0].example
    2
    """
    found = _UNIT.fullmatch(unit)
    if found is None:
        raise Unreadable(f"{at}: {unit!r:.60} is no unit (like 702.33a or 702.33a/example-1)")
    number = told(RuleNumber.parse, found["number"], at)
    return Part(number, int(found["example"] or 0)), found["older"] is not None
