"""Answers as JSON-able values, with the keys of the command-line contract."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # an answer of one kind does not pay for the modules of the others
    from kb.edition import Edition
    from kb.former import Former
    from kb.number import RuleNumber
    from kb.term import FalseFriend
    from search.completion import Completion
    from search.hits import Found, Hit
    from search.look import LookUp, Shown
    from search.shapes.editions import EditionsJson
    from search.shapes.parts import EditionJson, FormerJson, WarningJson
    from search.shapes.rules import (
        CauseJson,
        CompletionsJson,
        EntryJson,
        FoundJson,
        HitJson,
        LookUpJson,
        ShownJson,
    )
    from search.why import Cause


def edition_json(edition: Edition) -> EditionJson:
    return {
        "language": edition.language,
        "date": str(edition.date) if edition.date else None,
        "label": edition.label,
        "source": edition.source,
        "kind": str(edition.kind),
        "official": edition.official,
        "hash": edition.hash,
    }


def editions_json(held: Iterable[tuple[Edition, int]]) -> EditionsJson:
    """Each with how many rules it has."""
    return {"editions": [{**edition_json(edition), "rules": count} for edition, count in held]}


def look_up_json(answer: LookUp) -> LookUpJson:
    return {
        "results": [_shown(shown) for shown in answer.results],
        "warnings": [friend_json(friend) for friend in answer.warnings],
    }


def _shown(shown: Shown) -> ShownJson:
    return {
        "number": str(shown.number),
        "language": shown.language,
        "edition": edition_json(shown.edition) if shown.edition else None,
        "title": shown.title and shown.title.text,
        "title_language": shown.title and shown.title.language,
        "text": shown.text,
        "parent": str(shown.parent) if shown.parent else None,
        "children": _numbers(shown.children),
        "previous": str(shown.previous) if shown.previous else None,
        "next": str(shown.next) if shown.next else None,
        "cites": _numbers(shown.cites),
        "cited_by": _numbers(shown.cited_by),
        "examples": list(shown.examples),
        "rulings": list(shown.rulings),
        "checks": shown.checks,
        "former": former_json(shown.former),
    }


def former_json(former: Former | None) -> FormerJson | None:
    """What became of a rule that only an older edition has."""
    if former is None:
        return None
    return {
        "told": former.told,
        "now": str(former.now) if former.now else None,
        "confidence": round(former.confidence, 4),
    }


def entry_json(term: str, text: str, edition: Edition) -> EntryJson:
    """An entry of a glossary."""
    return {"term": term, "text": text, "edition": edition_json(edition)}


def friend_json(friend: FalseFriend) -> WarningJson:
    return {
        "kind": "false-friend",
        "word": friend.word,
        "number": str(friend.number),
        "likeness": str(friend.likeness),
        "languages": [friend.language, friend.other_language],
        "other": {
            "word": friend.other_word,
            "number": str(friend.other_number),
            "language": friend.other_language,
        },
    }


def found_json(answer: Found) -> FoundJson:
    return {
        "query": answer.query,
        "total": answer.total,
        "is_more": answer.is_more,
        "hits": [_hit(hit) for hit in answer.hits],
        "warnings": [friend_json(friend) for friend in answer.warnings],
        "textless": [
            {"number": str(each.number), "title": each.title and each.title.text}
            for each in answer.textless
        ],
        "expansions": [
            {"word": each.said, "forms": list(each.forms), "total": each.total}
            for each in answer.expansions
        ],
        "loosened": list(answer.loosened),
        "did_you_mean": list(answer.did_you_mean),
    }


def _hit(hit: Hit) -> HitJson:
    found: HitJson = {
        "number": str(hit.number) if hit.number else None,
        "language": hit.language,
        "title": hit.title,
        "score": round(hit.score, 4),
        "kind": hit.kind,
        "snippet": hit.snippet,
        "edition": edition_json(hit.edition),
        "also": [
            {
                "kind": also.kind,
                "language": also.language,
                "title": also.title,
                "snippet": also.snippet,
            }
            for also in hit.also
        ],
    }
    if hit.why is not None:
        found["why"] = [_cause(cause) for cause in hit.why]
    return found


def _cause(cause: Cause) -> CauseJson:
    """Unrounded, so that the parts add up to the score."""
    return {"kind": cause.kind, "what": cause.what or None, "value": cause.value}


def completions_json(found: Iterable[Completion]) -> CompletionsJson:
    return {
        "completions": [
            {
                "text": each.text,
                "number": str(each.number),
                "language": each.language,
                "title": each.title or None,
            }
            for each in found
        ]
    }


def _numbers(numbers: tuple[RuleNumber, ...]) -> list[str]:
    return [str(number) for number in numbers]
