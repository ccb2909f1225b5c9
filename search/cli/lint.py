"""The command about rotten citations: lint."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from kb.edition import EditionDate
from kb.errors import RegulaeError
from kb.saying import said
from search.cli import session, spreading
from search.lint import run
from search.lint.report import FileReport, Totals
from search.lint.walk import STANDARD_INPUT, Problem, checked, walk
from search.lint.words import summary
from search.render import in_one_line, printable
from search.sentences import words

if TYPE_CHECKING:  # only --fix needs it
    from search.lint.patch import Patch

_INTERRUPTED = 130
"""The exit code of what Ctrl-C ended, as shells have it."""


class Format(Protocol):
    """A way to write reports, each as it comes."""

    for_programs: bool

    def begin(self) -> str: ...
    def each(self, report: FileReport) -> Iterator[str]: ...
    def end(self, totals: Totals) -> str: ...


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH|-...")
@click.option(
    "--edition", type=session.day_of_edition, metavar="DATE", help="The edition in force then."
)
@click.option(
    "--from",
    "written_for",
    type=session.day_of_edition,
    metavar="DATE",
    help="The edition that the files were written for.",
)
@click.option("--to", type=session.day_of_edition, metavar="DATE", help="The same as --edition.")
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json", "sarif", "github")),
    help="How to write the findings.  [default: text]",
)
@click.option(
    "--jobs", type=click.IntRange(1, 64), help="Processes.  [default: one for each processor]"
)
@click.option("--fix", is_flag=True, help="Show as a patch what --write would correct.")
@click.option("--write", is_flag=True, help="With --fix: correct the files.")
@spreading.options
@session.answer_language
@session.json_answer
@click.pass_obj
def lint(
    kb: Path | None,
    paths: tuple[str, ...],
    edition: EditionDate | None,
    written_for: EditionDate | None,
    to: EditionDate | None,
    form: str | None,
    jobs: int | None,
    fix: bool,
    write: bool,
    lang: str,
    as_json: bool,
) -> None:
    """Find the citations of rules that have rotted: in texts, rulings and source code.

    \b
        regulae lint src docs/rulings.md
        regulae lint . --format sarif > citations.sarif
        regulae lint answers --from 2021-04-22 --to 2026-08-07 --fix > moved.patch
        regulae lint s3://rulings --scheduler tls://machine:8786 --out s3://findings

    \b
    What is found:
        unknown         a number in no edition held
        gone            a number of an older edition; its text stands nowhere now
        newer           a number of a newer edition, or beyond the last one
        moved           what stood there stands elsewhere now
        title-mismatch  the name beside it belongs to another number
        malformed       no rule number, or a range that runs backwards

    Behind a suggestion stands how sure it is: 100% where nothing else comes near (--fix takes
    95% and more), 50% where it is only the likeliest. A text in other words counts less.

    Numbers are checked against the newest official edition held. Folders are read whole but for
    what .gitignore leaves out. `regulae: ignore` at the end of a line exempts it; alone on a
    line, the next one. `regulae: edition 2021-04-22` checks what follows against that edition.
    """
    if as_json and form not in (None, "json"):
        raise click.UsageError(said("usage.json_and_format", form=form))
    if edition and to and edition != to:
        raise click.UsageError(said("usage.edition_and_to", edition=edition, to=to))
    if write and not fix:
        raise click.UsageError(said("usage.write_without_fix"))
    if fix and STANDARD_INPUT in paths:
        raise click.UsageError(said("usage.fix_standard_input"))
    if write and written_for:
        raise click.UsageError(said("usage.write_and_from"))
    form = "json" if as_json else form or "text"
    if fix and not write and form != "text":
        raise click.UsageError(said("usage.fix_and_format", form=form))
    settings = run.Settings(edition or to, written_for, lang, fix or form == "sarif")
    if (spread := spreading.asked(lang)) is not None:
        spreading.refuse(fix=fix, jobs=jobs is not None, format=form not in ("text", "json"))
        from search.cli.lint_parts import lint_in_parts

        lint_in_parts(kb, paths, settings, spread, as_json=form == "json")
        return
    files = run.given(walk(checked(paths)), language=lang)
    totals = Totals(written_for=written_for)
    try:
        with ExitStack() as stack:
            reports = _told(_reports(stack, kb, files, settings, jobs, totals))
            if fix:
                reports = _corrected(reports, totals, write=write, language=lang)
            if fix and not write:
                for _ in totals.counting(reports):
                    pass  # the patch is the answer
            else:
                _print(totals, reports, _format(form, lang), lang)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)  # 1 would say that there are findings
    _close(totals, form, lang, fix=fix, write=write)
    left = totals.findings - totals.corrected
    if fix and written_for is not None and left:
        click.echo(words(lang, "lint_cli_left", count=left), err=True)
    if totals.problems:
        sys.exit(2)
    if totals.findings:
        sys.exit(1)


def _reports(
    stack: ExitStack,
    kb: Path | None,
    files: Iterator[run.Item],
    settings: run.Settings,
    jobs: int | None,
    totals: Totals,
) -> Iterator[FileReport]:
    """One process lints a few files, and all where it is to be alone."""
    first = list(islice(files, run.FEW_FILES + 1))
    jobs = run.processors() if jobs is None else jobs
    alone = jobs == 1 or run.is_small(first)
    with ExitStack() as opened:
        store = opened.enter_context(session.base(kb, lang=settings.language))
        judge = run.FileLinter(store, settings)  # made in any case: it says which edition lacks
        totals.edition = judge.edition
        if alone:
            stack.push(opened.pop_all())
            return map(judge.report, chain(first, files))
    from search.lint.processes import linted

    reports = linted(chain(first, files), session.folder(kb), settings, jobs=jobs)
    return stack.enter_context(closing(reports))


def _told(reports: Iterable[FileReport]) -> Iterator[FileReport]:
    """The same; what could not be read is said at once."""
    for report in reports:
        if report.problem is not None:
            _say_problem(report.problem)
        yield report


def _say_problem(problem: Problem) -> None:
    click.echo(in_one_line(f"regulae: {problem.file}: {problem.detail}"), err=True)


def _corrected(
    reports: Iterable[FileReport], totals: Totals, *, write: bool, language: str
) -> Iterator[FileReport]:
    """Shows each correction, or makes it and gives what is left."""
    from search.lint import patch

    for report in reports:
        if report.correction is None:
            yield report
            continue
        try:
            if write:
                patch.write(report.file, report.correction)
            else:
                _print_patch(patch.diff(report.file, report.correction))
        except RegulaeError as error:
            told = error.told(language).removeprefix(f"{report.file}: ")
            problem = Problem(report.file, told)
            totals.problems.append(problem)
            _say_problem(problem)
            yield report
            continue
        totals.corrected += len(report.correction.edits)
        totals.corrected_files += 1
        yield report.corrected() if write else report


def _print_patch(patch: "Patch") -> None:
    """As it is for a file or a program; without what could speak to a terminal."""
    if not sys.stdout.isatty():
        click.echo(bytes(patch), nl=False)
        return
    colours = {"+": "green", "-": "red", "@": "cyan"}
    for line in str(patch).split("\n")[:-1]:
        click.secho(printable(line), fg=colours.get(line[:1]))


def _format(form: str, lang: str) -> Format:
    """Only what is asked for is imported."""
    if form == "json":
        from search.lint.as_json import JsonFormat

        return JsonFormat()
    if form == "sarif":
        from search.lint.as_sarif import SarifFormat

        return SarifFormat(lang)
    if form == "github":
        from search.lint.as_github import GithubFormat

        return GithubFormat(lang)
    from search.lint.as_text import TextFormat

    return TextFormat(lang, click.style)


def _print(totals: Totals, reports: Iterable[FileReport], form: Format, language: str) -> None:
    """Each report as it comes; where the lint breaks off, the answer is ended and says so."""
    session.echo((form.begin(),), for_programs=form.for_programs)
    try:
        for report in totals.counting(reports):
            # a file at a time, so that a terminal shows what there is; one may have a million
            session.echo(form.each(report), for_programs=form.for_programs)
    except RegulaeError as error:
        totals.problems.append(Problem("", error.told(language)))
        session.echo((form.end(totals),), for_programs=form.for_programs)
        raise
    session.echo((form.end(totals),), for_programs=form.for_programs)


def _close(totals: Totals, form: str, lang: str, *, fix: bool, write: bool) -> None:
    """The counts, and what else one has to know: for people, so not among the findings."""
    if form != "text" or (fix and not write):
        click.echo(summary(totals, lang), err=True)
    if totals.binary:
        click.echo(words(lang, "lint_cli_binary", count=totals.binary), err=True)
    if not fix:
        return
    key = "lint_cli_corrected" if write else "lint_cli_correctable"
    counts = {"count": totals.corrected, "files": totals.corrected_files}
    click.echo(words(lang, key, **counts), err=True)
