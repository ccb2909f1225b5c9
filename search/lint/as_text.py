"""The findings for people: one line with the place, the evidence below it."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from search.lint.report import FileReport, Located, Totals
from search.lint.words import percent, summary
from search.render import in_one_line, printable, wrapped
from search.sentences import words

Paint = Callable[..., str]
"""As ``click.style``."""


class TextFormat:
    """``path:line:column: kind: citation``, as editors and people read it."""

    for_programs = False

    def __init__(self, language: str, paint: Paint) -> None:
        self._language = language
        self._paint = paint

    def begin(self) -> str:
        return ""

    def each(self, report: FileReport) -> Iterator[str]:
        for located in report.findings:
            yield self._finding(report.file, located)

    def _finding(self, file: str, located: Located) -> str:
        finding = located.finding
        place = f"{in_one_line(file)}:{finding.line}:{finding.column}:"
        citation = printable(" ".join(finding.citation.split()))
        number = str(finding.number) if finding.number else ""
        if number and not citation.casefold().endswith(number):
            citation += f" ({number})"  # the one of several that is meant
        if finding.suggestion:
            sure = words(self._language, "lint_cli_percent", percent=percent(finding))
            citation += f" → {self._paint(str(finding.suggestion), fg='green')} ({sure})"
        head = f"{self._paint(place, bold=True)} {self._paint(str(finding.kind), fg='red')}"
        return f"{head}: {citation}\n{_wrapped(finding.evidence)}\n"

    def end(self, totals: Totals) -> str:
        return self._paint(summary(totals, self._language), dim=True) + "\n"


@lru_cache(maxsize=1024)
def _wrapped(evidence: str) -> str:
    """The same is said of each place that cites the same."""
    return wrapped(evidence)
