"""Links: the address at which a reader keeps a rule, made from a pattern of theirs."""

import re
from dataclasses import dataclass
from urllib.parse import quote

from kb.edition import EditionDate
from kb.errors import RegulaeError
from kb.number import RuleNumber
from kb.saying import said

_FIELDS = ("number", "section", "rule", "letter", "edition", "lang")
_FIELD = re.compile(r"\{(?P<name>[^{}]*)\}")
# only these two are opened as pages: javascript: and data: would run in the page they stand in
_ADDRESS = re.compile(r"https?://[^\s/?#]", re.IGNORECASE)
_LEFT_AS_IT_IS = ":/?#@!$&*+,;=%~[]"
"""What an address is made of; all else of a pattern is percent-encoded."""


@dataclass(frozen=True, slots=True)
class LinkPattern:
    """An http(s) address with fields in it, like ``https://example.org/cr/{number}``."""

    text: str

    @classmethod
    def parse(cls, text: str) -> "LinkPattern":
        """Raises RegulaeError for other than web addresses and for fields that are none."""
        fields = _listed()
        if not _ADDRESS.match(text):
            raise RegulaeError(said("cite.no_address", text=text, fields=fields))
        for field in _FIELD.finditer(text):
            if field["name"] not in _FIELDS:
                raise RegulaeError(said("cite.no_field", text=text, field=field[0], fields=fields))
        if re.search(r"[{}]", _FIELD.sub("", text)):
            raise RegulaeError(said("cite.lone_brace", text=text, fields=fields))
        return cls(text)

    def address(self, number: RuleNumber, *, edition: EditionDate | None, language: str) -> str:
        """The address of a rule; what a number or an edition does not have stays empty.

        >>> link = LinkPattern.parse("https://example.org/{lang}/{section}#{number}")
        >>> link.address(RuleNumber.parse("702.33d"), edition=None, language="it")
        'https://example.org/it/702#702.33d'
        """
        values = {
            "number": str(number),
            "section": str(number.section),
            "rule": str(number.rule or ""),
            "letter": number.letter or "",
            "edition": str(edition or ""),
            "lang": language,
        }
        filled = _FIELD.sub(lambda field: quote(values[field["name"]], safe=""), self.text)
        return quote(filled, safe=_LEFT_AS_IT_IS)


def _listed() -> str:
    return ", ".join(f"{{{name}}}" for name in _FIELDS)
