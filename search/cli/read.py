"""Commands that read the base: show, search."""

import sys
from pathlib import Path

import click

from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.lang import codes
from search.cli import session
from search.sentences import friend_sentence, words


@click.command()
@click.argument("what", nargs=-1, required=True)
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


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option(
    "--in",
    "within",
    type=click.Choice([*codes(), "all"]),
    default="all",
    show_default=True,
    help="Texts of one language only.",
)
@click.option(
    "--kind", type=click.Choice(["rule", "glossary", "ruling", "example"]), help="One kind only."
)
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True)
@session.edition_day
@session.engine_choice
@session.answer_language
@session.json_answer
@click.pass_obj
def search(
    kb: Path | None,
    query: tuple[str, ...],
    within: str,
    kind: str | None,
    limit: int,
    edition: EditionDate | None,
    engine: str | None,
    lang: str,
    as_json: bool,
) -> None:
    """Search the rules with words in any language.

    \b
        regulae search "costo di potenziamento"
        regulae search mareo de invocación --lang es --limit 3
        regulae search "damage on the stack" --edition 2006-07-15

    With --edition all texts are those in force on that day, and the first question about it
    takes some seconds.
    """
    from search.find import find

    with session.base(kb, lang=lang, at=edition) as store:
        answer = find(
            store,
            session.index(store, lang=lang, engine=engine),
            " ".join(query),
            language=lang,
            within=None if within == "all" else within,
            kind=kind,
            limit=limit,
        )
    if as_json:
        from search.as_json import found_json

        session.print_json(found_json(answer))
    elif answer.hits:
        from search import render

        click.echo(render.found_text(answer, lang))
    for friend in answer.warnings:
        click.echo(friend_sentence(friend, lang), err=True)
    for each in answer.textless:
        title = f" {each.title.text}" if each.title else ""
        click.echo(f"{each.number}{title}: {words(lang, 'not_held')}", err=True)
    if not answer.hits:
        click.echo(words(lang, "no_hit", query=answer.query), err=True)
        sys.exit(1)
