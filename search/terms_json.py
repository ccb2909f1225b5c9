"""Terms as JSON-able values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kb.term import Term
from search.as_json import friend_json
from search.names import Friends, Names

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.rules import FriendsJson, NamesJson, WordJson


def names_json(answer: Names) -> NamesJson:
    return {
        "terms": [
            {
                "number": str(name.number),
                "concept": name.concept,
                "kind": name.kind,
                "words": {word.language: _word(word) for word in name.words},
            }
            for name in answer.names
        ],
        "matches": [
            {"word": match.term.word, "language": match.term.language, "form": match.form}
            for match in answer.matches
        ],
        "warnings": [friend_json(friend) for friend in answer.warnings],
        "nearest": list(answer.nearest),
    }


def _word(term: Term) -> WordJson:
    return {
        "word": term.word,
        "sure": term.sure,
        "status": str(term.status),
        "variants": list(term.variants),
        "inflections": list(term.inflections),
    }


def friends_json(answer: Iterable[Friends]) -> FriendsJson:
    return {
        "friends": [
            {**friend_json(each.pair), "name": each.name, "other_name": each.other_name}
            for each in answer
        ]
    }
