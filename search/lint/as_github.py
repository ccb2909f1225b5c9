"""The findings as GitHub annotations: workflow commands, one a line."""

from collections.abc import Iterator

from search.lint.report import FileReport, Totals
from search.lint.words import advice
from search.render import printable

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}
_IN_DATA, _IN_PROPERTY = str.maketrans(_DATA), str.maketrans(_PROPERTY)


class GithubFormat:
    """``::error file=…,line=…::…``: shown beside the line in a pull request."""

    for_programs = False

    def __init__(self, language: str) -> None:
        self._language = language

    def begin(self) -> str:
        return ""

    def each(self, report: FileReport) -> Iterator[str]:
        for located in report.findings:
            finding = located.finding
            places = {
                "file": report.file.replace("\\", "/"),
                "line": finding.line,
                "endLine": located.end_line,
                "col": finding.column,
                "endColumn": located.end_column,
                "title": f"{finding.kind}: {' '.join(finding.citation.split())}",
            }
            named = ",".join(
                f"{name}={printable(str(value)).translate(_IN_PROPERTY)}"
                for name, value in places.items()
            )
            message = printable(advice(finding, self._language)).translate(_IN_DATA)
            yield f"::error {named}::{message}\n"
        if report.problem is not None:
            file = printable(report.problem.file).translate(_IN_PROPERTY)
            detail = printable(report.problem.detail).translate(_IN_DATA)
            yield f"::error file={file}::{detail}\n"

    def end(self, totals: Totals) -> str:
        return ""
