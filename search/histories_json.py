"""Histories and phrases as JSON-able values, with the keys of the command-line contract."""

from typing import Any

from kb.diff.history import History, Parting
from kb.diff.phrases import Found, Place
from search.as_json import edition_json, friend_json
from search.histories import Histories


def histories_json(answer: Histories) -> dict[str, Any]:
    return {
        "history": [entry for told in answer.histories for entry in _entries(told)],
        "rules": [_rule(told) for told in answer.histories],
        "warnings": [friend_json(friend) for friend in answer.warnings],
    }


def phrase_json(found: Found) -> dict[str, Any]:
    return {
        "phrase": found.phrase,
        "editions": [edition_json(edition) for edition in found.editions],
        "lacking": [edition_json(edition) for edition in found.lacking],
        "total": found.total,
        "history": [
            {"of": holder.last.number and str(holder.last.number), "in": str(holder.kind)}
            | _place(place)
            for holder in found.holders
            for place in holder.places
        ],
        "holders": [
            {
                "in": str(holder.kind),
                "since": _place(holder.since),
                "last": _place(holder.last),
                "editions": [str(place.edition.date) for place in holder.places],
            }
            for holder in found.holders
        ],
    }


def _entries(told: History) -> list[dict[str, Any]]:
    return [
        {
            "of": str(told.asked),
            "number": str(stood.number),
            "edition": edition_json(stood.edition),
            "kind": stood.kind and str(stood.kind),
            "title": stood.title,
            "text": stood.text,
            "examples": list(stood.examples),
        }
        for stood in told.stood
    ]


def _rule(told: History) -> dict[str, Any]:
    return {
        "number": str(told.asked),
        "title": told.title,
        "language": told.language,
        "gone": told.gone and edition_json(told.gone),
        "partings": [_parting(parting) for parting in told.partings],
    }


def _parting(parting: Parting) -> dict[str, Any]:
    return {
        "kind": str(parting.kind),
        "from" if parting.came else "into": str(parting.number),
        "edition": edition_json(parting.edition),
    }


def _place(place: Place) -> dict[str, Any]:
    return {
        "number": place.number and str(place.number),
        "term": place.term,
        "text": place.text,
        "edition": edition_json(place.edition),
    }
