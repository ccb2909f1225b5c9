"""The findings as SARIF 2.1.0, written file by file."""

import os
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

from kb.lint.finding import FindingKind
from search.lint.as_json import dumped
from search.lint.report import FileReport, Located, Totals
from search.lint.walk import STANDARD_INPUT, Problem
from search.lint.words import advice
from search.sentences import words

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_KINDS = tuple(FindingKind)


class SarifFormat:
    """One run: the tool first, the results as they come, how it ended last."""

    for_programs = True

    def __init__(self, language: str) -> None:
        self._language = language
        self._separator = ""

    def begin(self) -> str:
        run = {
            "tool": {
                "driver": {
                    "name": "regulae",
                    "version": version("regulae"),
                    "language": self._language,
                    "rules": [self._rule(kind) for kind in _KINDS],
                }
            },
            "language": self._language,
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {
                _ROOT: {"description": {"text": words(self._language, "lint_cli_root")}}
            },
        }
        log = {"$schema": _SCHEMA, "version": "2.1.0"}
        return f'{dumped(log)[:-1]}, "runs": [{dumped(run)[:-1]}, "results": ['

    def _rule(self, kind: FindingKind) -> dict[str, Any]:
        return {
            "id": str(kind),
            "name": "".join(part.capitalize() for part in kind.split("-")),
            "shortDescription": {"text": words(self._language, f"lint_cli_{kind}")},
            "help": {"text": words(self._language, f"lint_cli_{kind}_help")},
            "defaultConfiguration": {"level": "error"},
        }

    def each(self, report: FileReport) -> Iterator[str]:
        alike: Counter[tuple[str, str, str]] = Counter()
        for located in report.findings:
            finding = located.finding
            same = (str(finding.kind), str(finding.number), finding.citation)
            alike[same] += 1
            result = self._result(report.file, located, alike[same])
            yield f"{self._separator}\n{dumped(result)}"
            self._separator = ","

    def _result(self, file: str, located: Located, ordinal: int) -> dict[str, Any]:
        finding = located.finding
        region = {
            "startLine": finding.line,
            "startColumn": finding.column,
            "endLine": located.end_line,
            "endColumn": located.end_column,
        }
        # without the line, so that it stays the same where lines above come and go
        same = (_address(file)["uri"], finding.kind, finding.number, finding.citation, ordinal)
        digest = sha256(dumped([str(part) for part in same]).encode()).hexdigest()
        result: dict[str, Any] = {
            "ruleId": str(finding.kind),
            "ruleIndex": _KINDS.index(finding.kind),
            "level": "error",
            "message": {"text": advice(finding, self._language)},
            "locations": [{"physicalLocation": {**_location(file), "region": region}}],
            "partialFingerprints": {"citation/v1": digest[:32]},
        }
        if located.correctable:
            replacement = {
                "deletedRegion": region,
                "insertedContent": {"text": str(finding.suggestion)},
            }
            change = {**_location(file), "replacements": [replacement]}
            result["fixes"] = [{"artifactChanges": [change]}]
        return result

    def end(self, totals: Totals) -> str:
        invocation = {
            "executionSuccessful": not totals.problems,
            "toolExecutionNotifications": [_notification(each) for each in totals.problems],
        }
        edition = {"edition": str(totals.edition.date)} if totals.edition else {}
        ended = {"invocations": [invocation], "properties": edition}
        return f"], {dumped(ended)[1:]}]}}\n"


def _notification(problem: Problem) -> dict[str, Any]:
    return {
        "level": "error",
        "message": {"text": problem.detail},
        "locations": [{"physicalLocation": _location(problem.file)}],
    }


def _location(file: str) -> dict[str, Any]:
    return {"artifactLocation": _address(file)}


def _address(file: str) -> dict[str, str]:
    """Relative to where the lint was started, or absolute for what lies elsewhere."""
    if file == STANDARD_INPUT:
        return {"uri": "stdin"}
    path = os.path.relpath(file)
    if path.split(os.sep, 1)[0] == os.pardir:
        return {"uri": Path(os.path.abspath(file)).as_uri()}  # without the .. inside
    # The bytes of the name, whatever their encoding; a colon in front would look like a scheme.
    return {"uri": quote_from_bytes(os.fsencode(Path(path).as_posix())), "uriBaseId": _ROOT}
