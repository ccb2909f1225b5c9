"""Comparisons as JSON-able values, with the keys of the command-line contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.compare.findings import Comparison, Difference, Passage, Row
from kb.holdings import HeldRule
from search.as_json import edition_json
from search.compare.said import difference_sentence

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.comparisons import (
        ComparisonJson,
        DifferenceJson,
        PassageJson,
        RowJson,
        TextJson,
    )


def comparison_json(answer: Comparison, language: str) -> ComparisonJson:
    """``language`` is that of the sentences in ``detail``; places count code points."""
    return {
        "number": str(answer.numbers[0]) if answer.numbers else None,
        "numbers": list(map(str, answer.numbers)),
        "rows": [_row(row) for row in answer.rows],
        "findings": [_finding(finding, language) for finding in answer.findings],
    }


def _row(row: Row) -> RowJson:
    return {
        "number": str(row.number),
        "texts": {code: held and _text(held) for code, held in row.texts.items()},
        "sentences": [
            {code: bounds and list(bounds) for code, bounds in each.items()}
            for each in row.sentences
        ],
        "portions": list(row.portions),
    }


def _text(held: HeldRule) -> TextJson:
    return {
        "text": held.text,
        "number": str(held.number),
        "examples": list(held.examples),
        "edition": edition_json(held.edition),
    }


def _finding(finding: Difference, language: str) -> DifferenceJson:
    evidence: dict[str, list[PassageJson]] = {}
    for passage in finding.evidence:
        evidence.setdefault(passage.language, []).append(_passage(passage))
    answer: DifferenceJson = {
        "kind": str(finding.kind),
        "number": str(finding.number),
        "languages": list(finding.languages),
        "other": finding.other,
        "detail": difference_sentence(finding, language),
        "evidence": evidence,
    }
    if finding.cited is not None:
        answer["lacks"] = list(map(str, finding.cited.lacks))
        answer["only"] = list(map(str, finding.cited.only))
    if finding.lag is not None:
        lag = finding.lag
        answer["lag"] = {
            "date": str(lag.date) if lag.date else None,
            "newest": str(lag.newest) if lag.newest else None,
            "days": lag.days,
            "since": str(lag.since) if lag.since else None,
            "changed": list(map(str, lag.changed)),
            "changed_in_all": lag.changed_in_all,
        }
    if finding.said:
        answer["said"] = [
            {"what": str(said.what), "here": list(said.here), "there": list(said.there)}
            for said in finding.said
        ]
    if finding.fault is not None:
        answer["fault"] = str(finding.fault.kind)
        answer["expected"] = finding.fault.expected
        answer["concept"] = finding.fault.concept
    if finding.older is not None:
        answer["agrees_with"] = str(finding.older)
    return answer


def _passage(passage: Passage) -> PassageJson:
    return {"start": passage.start, "end": passage.end, "text": passage.text}
