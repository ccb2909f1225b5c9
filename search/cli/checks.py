"""The command that lists checkers: checks."""

from typing import TYPE_CHECKING

import click

from kb.saying import said
from search.cli import completing, session
from search.sentences import words

if TYPE_CHECKING:  # the checkers are imported where they are asked for
    from search.checkers import Checkers

_COUNTS = ("coverage_rules", "coverage_checkable", "coverage_checked", "coverage_none")


@click.command()
@click.argument("what", nargs=-1, shell_complete=completing.rules)
@click.option("--page", is_flag=True, help="All of it as a page in Markdown, in English.")
@session.answer_language
@session.json_answer
def checks(what: tuple[str, ...], page: bool, lang: str, as_json: bool) -> None:
    """Say which rules have checkers, and why others have none: by section, or for some rules.

    \b
        regulae checks
        regulae checks 702.33 --lang es
        regulae checks 601 prototype
    """
    from search.asked_rules import asked_rules
    from search.checkers import checkers, checkers_json, checkers_page

    if page and (what or as_json):
        raise click.UsageError(said("usage.page_is_whole"))
    answer = checkers(asked_rules(what))
    if as_json:
        session.print_json(checkers_json(answer, lang))
    elif page:
        click.echo(checkers_page(answer), nl=False)
    elif answer.asked is None:
        _print_coverage(answer, lang)
    else:
        _print_checkers(answer, lang)


def _print_coverage(answer: "Checkers", lang: str) -> None:
    from kb.terms import title
    from search.checkers import chapters, total
    from search.tables import print_table

    heads = [words(lang, key) for key in ("number", "coverage_name", *_COUNTS)]
    rows = [*answer.sections, *chapters(answer.sections)]
    rows.sort(key=lambda row: row.number)
    print_table(
        heads,
        [
            [
                str(row.number),
                name.text if (name := title(row.number, lang)) else "",
                *map(str, (row.rules, row.checkable, row.checked, row.not_executable)),
            ]
            for row in rows
        ],
    )
    whole = total(rows[0].number, answer.sections)
    counts = {"rules": whole.rules, "checkable": whole.checkable, "checked": whole.checked}
    click.echo(words(lang, "coverage_whole", **counts))


def _print_checkers(answer: "Checkers", lang: str) -> None:
    from kb.explain import message
    from search.checkers import reasons
    from search.tables import print_table

    # A rule that has changed has a checker for each of its wordings: people see it once.
    rows = dict.fromkeys((str(check.rule), check.prop) for check in answer.checks)
    if rows:
        print_table(
            [words(lang, "number"), words(lang, "proposition"), words(lang, "about")],
            [[rule, prop, message(lang, "must", prop)] for rule, prop in rows],
        )
    for reason, rules in reasons(answer.without):
        click.echo(f"{rules}: {message(lang, 'unchecked', reason)}")
