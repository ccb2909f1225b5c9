"""Suggestions as JSON-able values, with the keys of the command-line contract."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from search.as_json import edition_json
from search.suggest.reasons import why
from search.suggest.suggest import Candidate, Suggestion

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.texts import CandidateJson, SuggestionJson, SuggestionsJson


def suggestions_json(
    suggestions: Iterable[Suggestion], text: str, *, code: str | None, language: str
) -> SuggestionsJson:
    """``code`` is the language of the text, ``language`` that of the reasons."""
    return {
        "language": code,
        "suggestions": [_suggestion(each, text, language) for each in suggestions],
    }


def _suggestion(suggestion: Suggestion, text: str, language: str) -> SuggestionJson:
    start, end = suggestion.bounds
    return {
        "start": start,
        "end": end,
        "text": text[start:end],
        "candidates": [_candidate(each, language) for each in suggestion.candidates],
    }


def _candidate(candidate: Candidate, language: str) -> CandidateJson:
    return {
        "number": str(candidate.number),
        "score": round(candidate.score, 3),
        "why": why(candidate.reasons, language),
        "language": candidate.language,
        "title": candidate.title and candidate.title.text,
        "title_language": candidate.title and candidate.title.language,
        "edition": edition_json(candidate.edition) if candidate.edition else None,
    }
