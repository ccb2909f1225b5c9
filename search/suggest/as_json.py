"""Suggestions as JSON-able values, with the keys of the command-line contract."""

from typing import Any

from search.as_json import edition_json
from search.suggest.reasons import why
from search.suggest.suggest import Candidate, Suggestion


def suggestion_json(suggestion: Suggestion, text: str, language: str) -> dict[str, Any]:
    """``language`` is that of the reasons."""
    start, end = suggestion.bounds
    return {
        "start": start,
        "end": end,
        "text": text[start:end],
        "candidates": [_candidate(each, language) for each in suggestion.candidates],
    }


def _candidate(candidate: Candidate, language: str) -> dict[str, Any]:
    return {
        "number": str(candidate.number),
        "score": round(candidate.score, 3),
        "why": why(candidate.reasons, language),
        "language": candidate.language,
        "title": candidate.title and candidate.title.text,
        "title_language": candidate.title and candidate.title.language,
        "edition": edition_json(candidate.edition) if candidate.edition else None,
    }
