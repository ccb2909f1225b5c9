"""The command about rulings without citations: suggest."""

import sys
from pathlib import Path

import click

from kb.edition import EditionDate
from kb.errors import Unreadable
from kb.files import read_bytes
from kb.saying import said
from search.cli import session
from search.render import in_one_line
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
    from search.suggest.suggest import Suggestion, suggestions

    spoken = session.message_language()
    text = _read(file, spoken)
    code = lang or session.told_language(text)
    answers: list[Suggestion] = []
    with session.base(kb, lang=spoken, at=edition) as store:
        index = session.index(store, lang=spoken, engine=engine)
        for answer in suggestions(store, index, text, code=code, limit=limit):
            answers.append(answer)
            if not as_json:
                from search.suggest.as_text import suggestion_text

                # Each as it comes: a long ruling takes a while.
                click.echo(suggestion_text(answer, text, spoken, click.style) + "\n")
    if as_json:
        from search.suggest.as_json import suggestions_json

        session.print_json(suggestions_json(answers, text, code=code, language=spoken))
    found = any(answer.candidates for answer in answers)
    click.echo(words(spoken, "suggest_candidates" if found else "suggest_nothing"), err=True)
    if not found:
        sys.exit(1)


def _read(file: str, language: str) -> str:
    """A text in UTF-8, every sign of which counts; else in whatever encoding it tells itself."""
    content = read_bytes(file, largest=_LARGEST, wanted="ruling")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        from ingest.decode import decode  # most texts are UTF-8
    try:
        decoded = decode(content)
    except Unreadable as error:
        raise Unreadable(said("file.undecoded", path=file, why=error)) from error
    told = {"file": in_one_line(file), "encoding": decoded.encoding}
    click.echo(words(language, "suggest_decoded", **told), err=True)
    return decoded.text
