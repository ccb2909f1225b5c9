"""Asked: the parts of a question as a query of OpenSearch, and the template of our indices."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from search.engine import AllOf, Among, AnyOf, Limits, Part, Word, can_be_written
from search.ranking import K1, B

_MOST_VALUES = 50_000
"""Of a limit, in one part of a query; OpenSearch takes 65,536."""
TODAY = "today"
"""The day of the texts in force now, beside those of the editions."""
TODAY_WORDS, WORDS = "words_today", "words"
"""Fields. Those of today are apart: what older texts say makes no word of today less rare."""
_LONGEST_WORD = 8191
"""Signs; no engine of this kind has a longer one (32,766 bytes)."""
_NOTHING: dict[str, Any] = {"match_none": {}}

Query = dict[str, Any]
Boost = Callable[[Word], float | None]
"""By what the score of a word is multiplied; None where no text has it."""


class Day(NamedTuple):
    """Among the texts of which day to look."""

    name: str

    @property
    def field(self) -> str:
        """Where the words of its texts stand."""
        return TODAY_WORDS if self.name == TODAY else WORDS

    @property
    def filter(self) -> Query:
        return {"term": {"day": self.name}}


def query(part: Part, boost: Boost, *, at: Day) -> Query:
    """What finds a part, with its score."""
    match part:
        case Word(text):
            worth = boost(part)
            return (
                _NOTHING if worth is None else {"term": {at.field: {"value": text, "boost": worth}}}
            )
        case AnyOf((alone,)) | AllOf((alone,), ()):
            return query(alone, boost, at=at)  # OpenSearch does not take queries of any depth
        case AnyOf(parts):
            found = _somewhere(parts, boost, at)
            return {"bool": {"should": found}} if found else _NOTHING
        case AllOf(parts, without):
            found = [query(each, boost, at=at) for each in parts]
            if not parts or _NOTHING in found:
                return _NOTHING
            return {"bool": {"must": found, "must_not": _somewhere(without, boost, at)}}
        case Among(limits):
            then = {"bool": {"filter": [at.filter, within(limits)]}}
            return {"constant_score": {"filter": then, "boost": 0.0}}


def _somewhere(parts: Iterable[Part], boost: Boost, at: Day) -> list[Query]:
    found = (query(part, boost, at=at) for part in parts)
    return [each for each in found if each is not _NOTHING]


def within(limits: Limits) -> Query:
    """Whatever the limits let through."""
    asked = [_one_of(name, sorted(map(str, values))) for name, values in limits.values().items()]
    return {"bool": {"filter": asked}} if asked else {"match_all": {}}


def _one_of(field: str, values: Iterable[str]) -> Query:
    known = [value for value in values if can_be_written(value)]
    parts: list[Query] = [
        {"terms": {field: known[at : at + _MOST_VALUES]}}
        for at in range(0, len(known), _MOST_VALUES)
    ]
    return {"bool": {"should": parts}} if parts else _NOTHING


def words_of(part: Part) -> Iterator[str]:
    """The words that a part asks for, wherever they stand in it."""
    match part:
        case Word(text):
            yield text
        case AnyOf(parts):
            for each in parts:
                yield from words_of(each)
        case AllOf(parts, without):
            for each in (*parts, *without):
                yield from words_of(each)


def template(prefix: str) -> dict[str, Any]:
    """What every index of ours has.

    Words come cut: a keyword is taken as it is, here with how often a text says it (``freqs``)
    and how long the text is (``norms``), as BM25 wants them.
    """
    value = {"type": "keyword", "doc_values": False}
    words = {
        "type": "keyword",
        "doc_values": False,
        "norms": True,
        "index_options": "freqs",
        "similarity": "ours",
        "ignore_above": _LONGEST_WORD,
    }
    return {
        "index_patterns": [f"{prefix}-*"],
        "priority": 500,
        "template": {
            "settings": {
                "index": {
                    "similarity": {"ours": {"type": "BM25", "k1": K1, "b": B}},
                    "refresh_interval": "-1",  # nobody looks into an index before it is whole
                }
            },
            "mappings": {
                "dynamic": "strict",
                "_source": {"includes": ["row"]},
                "properties": {
                    TODAY_WORDS: words,
                    WORDS: words,
                    "day": value,
                    "order": {"type": "integer", "index": False},
                    "row": {"type": "object", "enabled": False},
                    "number": value,
                    "language": value,
                    "kind": value,
                    "within": value,
                    "text": value,
                    "edition": value,
                },
            },
        },
    }
