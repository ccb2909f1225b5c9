"""The command about rulings without citations: suggest."""

import sys
from pathlib import Path

import click

from kb.edition import EditionDate
from kb.files import read_utf8
from search.cli import session
from search.sentences import words

_LARGEST = 2**20
"""Bytes of a ruling."""


@click.command()
@click.argument("file", default="-")
@click.option(
    "--limit",
    type=click.IntRange(1, 50),
    default=5,
    show_default=True,
    help="Candidates for each sentence, at most.",
)
@session.edition_day
@session.engine_choice
@session.text_language
@session.json_answer
@click.pass_obj
def suggest(
    kb: Path | None,
    file: str,
    limit: int,
    edition: EditionDate | None,
    engine: str | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Suggest the rules that each sentence of a ruling may rest on.

    They are candidates, likeliest first, each with the reasons for it: read them before citing.

    \b
        regulae suggest docs/examples/ruling.md
        echo "Grazie a legame vitale guadagni punti vita." | regulae suggest - --lang it
    """
    from search.suggest.suggest import suggestions

    text = read_utf8(file, largest=_LARGEST, wanted="a ruling to read")
    code = lang or session.told_language(text)
    spoken = session.message_language()
    found = False
    answers = []
    with session.base(kb, lang=spoken, at=edition) as store:
        index = session.index(store, lang=spoken, engine=engine)
        for answer in suggestions(store, index, text, code=code, limit=limit):
            if as_json:
                from search.suggest.as_json import suggestion_json

                answers.append(suggestion_json(answer, text, spoken))
            else:
                from search.suggest.as_text import suggestion_text

                # Each as it comes: a long ruling takes a while.
                click.echo(suggestion_text(answer, text, spoken, click.style) + "\n")
            found |= bool(answer.candidates)
    if as_json:
        session.print_json({"language": code, "suggestions": answers})
    click.echo(words(spoken, "suggest_candidates" if found else "suggest_nothing"), err=True)
    if not found:
        sys.exit(1)
