"""Terms as JSON-able values."""

from collections.abc import Iterable
from typing import Any

from kb.term import Term
from search.as_json import friend_json
from search.names import Friends, Names


def names_json(answer: Names) -> dict[str, Any]:
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


def _word(term: Term) -> dict[str, Any]:
    return {
        "word": term.word,
        "sure": term.sure,
        "status": str(term.status),
        "variants": list(term.variants),
        "inflections": list(term.inflections),
    }


def friends_json(answer: Iterable[Friends]) -> dict[str, Any]:
    return {
        "friends": [
            {**friend_json(each.pair), "name": each.name, "other_name": each.other_name}
            for each in answer
        ]
    }
