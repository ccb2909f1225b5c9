"""The answer of the lint as one JSON object, written file by file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kb.lint.finding import Finding
from search.as_json import edition_json
from search.lint.report import FileReport, Totals

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.texts import LintFindingJson


class JsonFormat:
    """The findings first, as they come; the counts when they are known."""

    for_programs = True

    def __init__(self) -> None:
        self._separator = ""

    def begin(self) -> str:
        return '{"findings": ['

    def each(self, report: FileReport) -> Iterator[str]:
        for located in report.findings:
            answer = finding_json(report.file, located.finding)
            yield f"{self._separator}\n  {dumped(answer)}"
            self._separator = ","

    def end(self, totals: Totals) -> str:
        counts = {
            "edition": totals.edition and edition_json(totals.edition),
            "files": totals.files,
            "citations": totals.citations,
            "binary": totals.binary,
            "corrected": totals.corrected,
            "problems": [
                {"file": problem.file, "detail": problem.detail} for problem in totals.problems
            ],
        }
        return f"],\n{dumped(counts)[1:]}\n"


def finding_json(file: str, finding: Finding) -> LintFindingJson:
    return {
        "file": file,
        "line": finding.line,
        "column": finding.column,
        "citation": finding.citation,
        "number": str(finding.number) if finding.number else None,
        "kind": str(finding.kind),
        "suggestion": str(finding.suggestion) if finding.suggestion else None,
        "confidence": round(finding.confidence, 4),
        "evidence": finding.evidence,
        "edition": edition_json(finding.edition),
    }


def dumped(answer: object) -> str:
    """One line of JSON; lone surrogates, as names of files may hold, can only be escaped."""
    text = json.dumps(answer, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
