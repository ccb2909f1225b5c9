"""The command that sets languages side by side: compare."""

import sys
from pathlib import Path

import click

from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.lang import ORIGINAL, codes
from search.cli import session
from search.sentences import friend_sentence, words


@click.command()
@click.argument("what", nargs=-1)
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
@session.answer_language
@session.json_answer
@click.pass_obj
def compare(
    kb: Path | None,
    what: tuple[str, ...],
    langs: str,
    edition: EditionDate | None,
    lang: str,
    as_json: bool,
) -> None:
    """Compare the texts of a rule in several languages, side by side.

    \b
        regulae compare 702.33
        regulae compare prototipo --langs it,es
        regulae compare 702.154 --langs it,en --edition 2024-11-23
    """
    from kb.compare.side_by_side import compare as side_by_side
    from search.asked import asked
    from search.render import absent_text

    languages = tuple(dict.fromkeys(session.language_code(code) for code in langs.split(",")))
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
        from search.compare.as_text import show_comparison

        show_comparison(answer, languages, lang)
    elif answer.numbers:
        click.echo(words(lang, "not_held"), err=True)
    if not answer.rows:
        sys.exit(1)
