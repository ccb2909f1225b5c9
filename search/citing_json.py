"""Citations as JSON-able values, written down and found, with the keys of the contract."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from search.as_json import edition_json, former_json

if TYPE_CHECKING:  # extract does not pay for the modules of cite
    from kb.model import Citation
    from search.citing import Cited
    from search.shapes.texts import CitationJson, CitedJson, CitingJson


def citing_json(citations: Iterable[Cited], *, quote: bool) -> CitingJson:
    return {"citations": [_cited(one, quote=quote) for one in citations]}


def _cited(one: Cited, *, quote: bool) -> CitedJson:
    answer: CitedJson = {
        "number": str(one.numbers[0]),
        "numbers": [str(number) for number in one.numbers],
        "text": one.text,
        "edition": edition_json(one.edition) if one.edition else None,
        "former": [former_json(former) for former in one.former],
    }
    if quote:
        quoted = one.quoted
        answer["quote"] = (
            {
                "text": quoted.text,
                "official": quoted.edition.official,
                "kind": str(quoted.edition.kind),
                "language": quoted.edition.language,
                "edition": edition_json(quoted.edition),
            }
            if quoted
            else None
        )
    return answer


def citation_json(text: str, citation: Citation) -> CitationJson:
    """``text`` is the one in which it was found."""
    return {
        "text": text[citation.start : citation.end],
        "start": citation.start,
        "end": citation.end,
        "numbers": [str(number) for number in citation.numbers],
        "title": citation.title,
        "fault": citation.fault,
    }
