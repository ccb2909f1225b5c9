"""Histories and phrases as JSON-able values, with the keys of the command-line contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.diff.history import History, Parting
from kb.diff.phrases import Found, Place
from search.as_json import edition_json, friend_json
from search.histories import Histories

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.editions import (
        FollowedJson,
        HistoriesJson,
        PartingJson,
        PhraseJson,
        StandsJson,
        StoodJson,
    )


def histories_json(answer: Histories) -> HistoriesJson:
    return {
        "history": [entry for told in answer.histories for entry in _entries(told)],
        "rules": [_rule(told) for told in answer.histories],
        "warnings": [friend_json(friend) for friend in answer.warnings],
    }


def phrase_json(found: Found) -> PhraseJson:
    return {
        "phrase": found.phrase,
        "editions": [edition_json(edition) for edition in found.editions],
        "lacking": [edition_json(edition) for edition in found.lacking],
        "total": found.total,
        "history": [
            {
                "of": str(holder.last.number) if holder.last.number else None,
                "in": str(holder.kind),
                **_place(place),
            }
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


def _entries(told: History) -> list[StoodJson]:
    return [
        {
            "of": str(told.asked),
            "number": str(stood.number),
            "edition": edition_json(stood.edition),
            "kind": str(stood.kind) if stood.kind else None,
            "title": stood.title,
            "text": stood.text,
            "examples": list(stood.examples),
        }
        for stood in told.stood
    ]


def _rule(told: History) -> FollowedJson:
    return {
        "number": str(told.asked),
        "title": told.title,
        "language": told.language,
        "gone": edition_json(told.gone) if told.gone else None,
        "partings": [_parting(parting) for parting in told.partings],
    }


def _parting(parting: Parting) -> PartingJson:
    kind, number, edition = str(parting.kind), str(parting.number), edition_json(parting.edition)
    if parting.came:
        return {"kind": kind, "from": number, "edition": edition}
    return {"kind": kind, "into": number, "edition": edition}


def _place(place: Place) -> StandsJson:
    return {
        "number": str(place.number) if place.number else None,
        "term": place.term,
        "text": place.text,
        "edition": edition_json(place.edition),
    }
