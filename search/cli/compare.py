"""The command that sets languages side by side: compare."""

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.lang import ORIGINAL, codes
from kb.saying import said
from search.cli import completing, session
from search.sentences import friend_sentence, words

if TYPE_CHECKING:
    from kb.compare.coverage import Coverage
    from kb.compare.findings import Comparison


@click.command()
@click.argument("what", nargs=-1, shell_complete=completing.rules)
@click.option(
    "--langs",
    default=",".join((*(code for code in codes() if code != ORIGINAL), ORIGINAL)),
    show_default=True,
    help="Languages, in order.",
)
@click.option(
    "--edition",
    type=session.day_of_edition,
    metavar="DATE",
    help="Compare with the English edition in force then.",
)
@click.option("--all", "everything", is_flag=True, help="How far each language is, for all rules.")
@click.option(
    "--csv",
    "table",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="With --all: write all rules to this table; - for standard output.",
)
@click.option("--force", is_flag=True, help="Take the place of a FILE that is there already.")
@click.option(
    "--limit",
    type=click.IntRange(0, 10_000),
    default=20,
    show_default=True,
    help="With --all: so many rules to translate first.",
)
@session.answer_language
@session.json_answer
@click.pass_obj
def compare(
    kb: Path | None,
    what: tuple[str, ...],
    langs: str,
    edition: EditionDate | None,
    everything: bool,
    table: Path | None,
    force: bool,
    limit: int,
    lang: str,
    as_json: bool,
) -> None:
    """Compare the texts of a rule in several languages, side by side.

    \b
        regulae compare 702.33
        regulae compare prototipo --langs it,es
        regulae compare 702.154 --langs it,en --edition 2024-11-23
        regulae compare --all --langs it,es --csv coverage.csv

    With --all: what each language holds, lacks, has from an older edition or says otherwise, and
    which rules to translate first, those that most rules cite and that changed most.
    """
    languages = tuple(dict.fromkeys(session.language_code(code) for code in langs.split(",")))
    if everything == bool(what):
        raise click.UsageError(said("usage.rules_or_all"))
    if table is not None and (not everything or (as_json and str(table) == "-")):
        raise click.UsageError(said("usage.csv_with_all"))
    if everything:
        _survey(kb, languages, edition, table, force=force, limit=limit, lang=lang, as_json=as_json)
        return
    from kb.compare.side_by_side import compare as side_by_side
    from search.asked import asked
    from search.render import absent_text

    with session.base(kb, lang=lang) as store:
        holdings = Holdings(store)
        if edition is not None:
            holdings.check_edition(ORIGINAL, edition)
        question = asked(holdings, what)
        answer = side_by_side(
            holdings, question.numbers, languages, exact=question.exact, at=edition
        )
    for friend in question.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    if question.absent:
        click.echo(absent_text(question.absent, lang), err=True)
    if as_json:
        from search.compare.as_json import comparison_json

        session.print_json(comparison_json(answer, lang))
    elif answer.rows:
        _show(answer, languages, lang)
    elif answer.numbers:
        click.echo(words(lang, "not_held"), err=True)
    if not answer.rows:
        sys.exit(1)


def _show(answer: "Comparison", languages: Sequence[str], lang: str) -> None:
    """The texts side by side where there is room, and the findings below them."""
    from search.compare import as_text

    if as_text.fits_in_columns(languages):
        from search.compare.as_table import comparison_table  # rich is slow to import

        comparison_table(answer, languages, lang, as_text.places(answer))
    else:
        stars = sys.stdout.isatty()
        click.echo(as_text.stacked_text(answer, lang, click.style, stars=stars))
    click.echo()
    click.echo(as_text.findings_text(answer, lang, click.style))


def _survey(
    kb: Path | None,
    languages: Sequence[str],
    edition: EditionDate | None,
    table: Path | None,
    *,
    force: bool,
    limit: int,
    lang: str,
    as_json: bool,
) -> None:
    """The coverage of the languages, on stdout and, where asked for, as a table."""
    from kb.compare.coverage import coverage

    with session.base(kb, lang=lang) as store:
        holdings = Holdings(store)
        if edition is not None:
            holdings.check_edition(ORIGINAL, edition)
        wanted = [code for code in languages if code != ORIGINAL] or [ORIGINAL]
        answer = coverage(holdings, wanted, at=edition, titles_in=lang)
    if table is not None:
        _write(answer, table, force=force, lang=lang)
    if as_json:
        from search.compare.coverage_tables import coverage_json

        session.print_json(coverage_json(answer))
    elif table is None:
        _show_survey(answer, wanted, lang, limit)


def _write(answer: "Coverage", dest: Path, *, force: bool, lang: str) -> None:
    from kb.new_place import new_file
    from search.compare.coverage_tables import write_csv

    text = io.StringIO(newline="")
    rows = write_csv(answer, text)
    content = text.getvalue().encode()
    if str(dest) == "-":
        click.echo(content, nl=False)
        return
    with new_file(dest, force=force) as file:
        file.write(content)
    click.echo(words(lang, "coverage_written", dest=dest, rows=rows), err=True)


def _show_survey(answer: "Coverage", languages: Sequence[str], lang: str, limit: int) -> None:
    from search.compare import coverage_text as said
    from search.tables import print_table

    click.echo(said.measure_sentence(answer, lang))
    print_table(*said.count_rows(answer, lang))
    to_do = [task for task in answer.tasks if task.to_do]
    click.echo(said.first_sentence(len(to_do[:limit]), len(to_do), lang))
    if to_do[:limit]:
        print_table(*said.task_rows(to_do[:limit], languages, lang), lines=True)
