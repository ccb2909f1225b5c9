"""The command that looks rules up: show."""

import sys
from pathlib import Path

import click

from kb.edition import EditionDate
from kb.holdings import Holdings
from search.cli import completing, session
from search.sentences import friend_sentence


@click.command()
@click.argument("what", nargs=-1, required=True, shell_complete=completing.rules)
@click.option("--all-langs", is_flag=True, help="In every language that has a text.")
@click.option(
    "--edition", type=session.day_of_edition, metavar="DATE", help="The edition in force then."
)
@session.answer_language
@session.json_answer
@click.pass_obj
def show(
    kb: Path | None,
    what: tuple[str, ...],
    all_langs: bool,
    edition: EditionDate | None,
    lang: str,
    as_json: bool,
) -> None:
    """Show rules: a number, a range, a section, or a name in any language.

    \b
        regulae show 702.33d --lang it
        regulae show 702.33a-d
        regulae show potenziamento --all-langs

    A number that only an older edition has is shown from the newest that has it, with what became
    of it.
    """
    from search.look import look_up

    with session.base(kb, lang=lang, at=edition) as store:
        answer = look_up(Holdings(store), what, language=lang, all_languages=all_langs, at=edition)
    from search import render

    if as_json:
        from search.as_json import look_up_json

        session.print_json(look_up_json(answer))
    elif answer.results:
        click.echo(render.look_up_text(answer, lang))
    for friend in answer.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    if answer.absent:
        click.echo(render.absent_text(answer.absent, lang), err=True)
    if answer.absent or not answer.results:
        sys.exit(1)
