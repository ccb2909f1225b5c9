"""The command that looks rules up: show."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.edition import EditionDate
from kb.holdings import Holdings
from search.cli import chat as chats
from search.cli import completing, session
from search.sentences import friend_sentence

if TYPE_CHECKING:  # a chat looks up in its own way
    from search.look import LookUp


@click.command()
@click.argument("what", nargs=-1, required=True, shell_complete=completing.rules)
@click.option("--all-langs", is_flag=True, help="In every language that has a text.")
@click.option(
    "--edition", type=session.day_of_edition, metavar="DATE", help="The edition in force then."
)
@chats.options
@session.answer_language
@session.json_answer
@click.pass_obj
def show(
    kb: Path | None,
    what: tuple[str, ...],
    all_langs: bool,
    edition: EditionDate | None,
    chat: chats.Chat | None,
    lang: str,
    as_json: bool,
) -> None:
    """Show rules: a number, a range, a section, or a name in any language.

    \b
        regulae show 702.33d --lang it
        regulae show 702.33a-d
        regulae show potenziamento --all-langs
        regulae show "702.33. first strike, 704.5f" --style discord

    A number that only an older edition has is shown from the newest that has it, with what became
    of it. With --style the words may be one line of a chat, in which a dot behind a number asks
    for the rule without its subrules.
    """
    with session.base(kb, lang=lang, at=edition) as store:
        if chat is not None:
            from search.chat.request import looked_up as looking
        else:
            from search.look import look_up as looking
        answer = looking(Holdings(store), what, language=lang, all_languages=all_langs, at=edition)
    if chat is not None:
        _post(chat, answer, lang, as_json=as_json)
    else:
        _print(answer, lang, as_json=as_json)
    if answer.absent or not answer.results:
        sys.exit(1)


def _print(answer: "LookUp", lang: str, *, as_json: bool) -> None:
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


def _post(chat: chats.Chat, answer: "LookUp", lang: str, *, as_json: bool) -> None:
    """Whoever asked is in the chat: what is not there, and a false friend, are told there too."""
    from search.as_json import look_up_json
    from search.chat import saying

    found = look_up_json(answer) if as_json else None
    chat.post(saying.rules(answer, lang), found, language=lang)
