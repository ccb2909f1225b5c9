"""Addresses: the URIs of rules and editions, written down and read."""

import re
from typing import NamedTuple

from kb.edition import EditionDate
from kb.errors import BadDate
from kb.lang import codes
from kb.number import RuleNumber

EDITIONS = "regulae://editions"
RULE_TEMPLATE = "regulae://rules/{lang}/{number}{?edition}"
EDITIONS_TEMPLATE = "regulae://editions/{lang}"
EXAMPLES = ("regulae://rules/en/702.33d", "regulae://rules/it/702.33d?edition=2026-08-07", EDITIONS)
_RULE = re.compile(
    r"regulae://rules/(?P<lang>[a-z-]{2,8})/(?P<number>[0-9a-z.]{1,16})"
    r"(?:\?edition=(?P<edition>[0-9-]{7,10}))?",
    re.ASCII,
)
_EDITIONS = re.compile(r"regulae://editions(?:/(?P<lang>[a-z-]{2,8}))?", re.ASCII)


class RuleAddress(NamedTuple):
    """Of the text of a rule in one language, as of a day perhaps."""

    number: RuleNumber
    language: str
    at: EditionDate | None = None

    def __str__(self) -> str:
        day = f"?edition={self.at}" if self.at else ""
        return f"regulae://rules/{self.language}/{self.number}{day}"


class EditionsAddress(NamedTuple):
    """Of the list of editions, of one language perhaps."""

    language: str | None = None

    def __str__(self) -> str:
        return f"{EDITIONS}/{self.language}" if self.language else EDITIONS


def read(uri: str) -> RuleAddress | EditionsAddress | None:
    """What an address names; None where it is none of ours.

    >>> str(read("regulae://rules/it/702.33d"))
    'regulae://rules/it/702.33d'
    >>> read("regulae://rules/it/702.33.d")
    """
    if found := _EDITIONS.fullmatch(uri):
        return EditionsAddress(found["lang"]) if found["lang"] in (None, *codes()) else None
    found = _RULE.fullmatch(uri)
    if found is None or found["lang"] not in codes():
        return None
    number = RuleNumber.read(found["number"])
    if number is None or str(number) != found["number"]:
        return None
    try:
        at = EditionDate.parse(found["edition"]).latest if found["edition"] else None
    except BadDate:
        return None
    return RuleAddress(number, found["lang"], at)
