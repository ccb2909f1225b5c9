"""What the lint says to people, in the answer language."""

from kb.lint.finding import Finding
from search.lint.report import Totals
from search.sentences import words


def advice(finding: Finding, language: str) -> str:
    """The evidence, and what should stand there."""
    if finding.suggestion is None:
        return finding.evidence
    suggested = words(
        language,
        "lint_cli_suggestion",
        number=finding.suggestion,
        percent=percent(finding),
    )
    return f"{finding.evidence} {suggested}"


def percent(finding: Finding) -> int:
    """How sure the suggestion is; 100 only where there is no doubt."""
    return int(finding.confidence * 100)


def summary(totals: Totals, language: str) -> str:
    """What was read, how many findings of which kind, and by which edition."""
    said = words(
        language,
        "lint_cli_summary",
        files=totals.files,
        citations=totals.citations,
        findings=totals.findings,
    )
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(totals.kinds.items()))
    if kinds:
        said += f" {words(language, 'lint_cli_kinds', kinds=kinds)}"
    if totals.edition is not None:
        said += f" {words(language, 'lint_cli_edition', edition=totals.edition.date)}"
    if totals.written_for is not None:
        said += f" {words(language, 'lint_cli_from', old=totals.written_for)}"
    return said
